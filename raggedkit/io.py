"""Base64 encoding and decoding, under TensorFlow's names in ``tf.io``."""

from raggedkit.ops.strings.encodings import decode_base64, encode_base64

__all__ = ["decode_base64", "encode_base64"]
