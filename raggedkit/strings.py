"""String functions, under TensorFlow's names in ``tf.strings``."""

from raggedkit.ops.strings.case import lower, replace, strip, upper
from raggedkit.ops.strings.encodings import unicode_transcode
from raggedkit.ops.strings.join import join, reduce_join
from raggedkit.ops.strings.numbers import as_string, to_number
from raggedkit.ops.strings.regex import regex_full_match, regex_replace
from raggedkit.ops.strings.split import bytes_split, split, unicode_split
from raggedkit.ops.strings.substrings import length, substr

__all__ = [
    "as_string",
    "bytes_split",
    "join",
    "length",
    "lower",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "replace",
    "split",
    "strip",
    "substr",
    "to_number",
    "unicode_split",
    "unicode_transcode",
    "upper",
]
