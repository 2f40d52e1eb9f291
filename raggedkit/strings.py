"""Functions of ragged text, under TensorFlow's names in ``tf.strings``."""

from raggedkit.ops.text import (
    as_string,
    join,
    length,
    lower,
    regex_full_match,
    regex_replace,
    replace,
    strip,
    substr,
    to_number,
    unicode_transcode,
    upper,
)
from raggedkit.ops.words import bytes_split, reduce_join, split, unicode_split

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
