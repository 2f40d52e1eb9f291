"""Unicode encoding and decoding, and base64."""

from __future__ import annotations

import base64
import codecs
import re
from collections.abc import Callable
from typing import Any

from raggedkit._arguments import as_flag, is_word
from raggedkit._engines.mathematics import value_by_value
from raggedkit._engines.texts import each
from raggedkit._overloads import same_kind_as_input
from raggedkit._typing import Tensor, TensorLike
from raggedkit._utf8 import is_codec, to_utf8
from raggedkit.errors import broken_rule

__all__ = ["decode_base64", "decoder", "encode_base64", "unicode_transcode"]


def decoder(
    encoding: str,
    errors: str,
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
) -> Callable[[Any], str]:
    """Return a function that decodes bytes, with the rules of `unicode_transcode`.

    Raises
    ------
    ValueError
        If an argument is unknown.
    """
    if not is_word(errors, ("replace", "ignore", "strict")):
        raise ValueError(broken_rule("errors", "be 'replace', 'ignore' or 'strict'", errors))
    _check_known(encoding, "input_encoding")
    stand_in = _character(replacement_char)
    handler = errors
    if errors == "replace" and replacement_char != 65533:
        handler = f"raggedkit-{replacement_char}"
        # Python's "replace" has a fixed character; another one needs its own handler.
        codecs.register_error(handler, lambda error: (stand_in, _end(error)))
    controls = dict.fromkeys(range(32), None if errors == "ignore" else stand_in)

    def read(value: Any) -> str:
        try:
            text: str = value if isinstance(value, str) else value.decode(encoding, handler)
        except UnicodeDecodeError:
            rule = f"be well-formed in {encoding}"
            raise ValueError(
                broken_rule("input", rule, value, "errors='replace' reads it")
            ) from None
        if not replace_control_characters:
            return text
        if errors == "strict" and any(c < " " for c in text):
            raise ValueError(broken_rule("input", "have no control characters", value))
        return text.translate(controls)

    return read


def _end(error: UnicodeError) -> int:
    return error.end if isinstance(error, UnicodeDecodeError) else len(str(error))


def _check_known(encoding: Any, name: str) -> None:
    if not is_codec(encoding):
        raise ValueError(broken_rule(name, "be known to Python", encoding))


def _character(code: Any) -> str:
    try:
        return chr(code)
    except (TypeError, ValueError, OverflowError) as error:
        rule = "be the number of a character"
        raise ValueError(broken_rule("replacement_char", rule, code)) from error


@same_kind_as_input
def unicode_transcode(
    input: TensorLike,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
) -> Tensor:
    r"""Return bytes in another encoding; text is encoded to bytes.

    Parameters
    ----------
    input
        Bytes or text.
    input_encoding, output_encoding
        Names of Python codecs, such as ``"UTF-8"`` and ``"UTF-16-BE"``.
    errors
        The treatment of malformed bytes, and of characters that ``output_encoding`` lacks:
        ``"replace"``, ``"ignore"`` or ``"strict"`` (an error).
    replacement_char
        The code point of the replacement; by default U+FFFD.
    replace_control_characters
        Whether characters below 32 are treated like malformed bytes.

    Returns
    -------
    RaggedTensor or array
        Bytes, of the same rows.

    Raises
    ------
    ValueError
        If an encoding is unknown, or bytes are malformed and ``errors`` is ``"strict"``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.unicode_transcode(rk.array([[b"so"], []]), "UTF-8", "UTF-16-BE")
    <RaggedTensor [[b'\x00s\x00o'], []]>
    >>> rk.strings.unicode_transcode([b"\xff!"], "UTF-8", "UTF-8", errors="strict")
    Traceback (most recent call last):
        ...
    ValueError: input must be well-formed in UTF-8, got b'\xff!'; errors='replace' reads it
    """
    read = decoder(
        input_encoding,
        errors,
        replacement_char,
        as_flag(replace_control_characters, "replace_control_characters"),
    )
    _check_known(output_encoding, "output_encoding")

    def transcoded(value: Any) -> bytes:
        text = read(value)
        try:
            return text.encode(output_encoding, errors)
        except UnicodeEncodeError:
            rule = f"be made of characters that {output_encoding} has"
            raise ValueError(broken_rule("input", rule, text)) from None

    return value_by_value(each(transcoded), input, names="input")


@same_kind_as_input
def encode_base64(input: TensorLike, pad: bool = False) -> Tensor:
    """Return texts encoded in web-safe base64.

    Parameters
    ----------
    input
        Text or bytes.
    pad
        Whether to append ``=`` up to a multiple of four characters.

    Returns
    -------
    RaggedTensor or array
        Bytes for bytes and text for text, of the same rows.

    Raises
    ------
    TypeError
        If ``input`` does not contain text or bytes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.io.encode_base64(rk.array([["so"], []]))
    <RaggedTensor [['c28'], []]>
    """
    padded = as_flag(pad, "pad")

    def encoded(value: Any) -> Any:
        raw = to_utf8(value, "input") if isinstance(value, str) else value
        written = base64.urlsafe_b64encode(raw)
        written = written if padded else written.rstrip(b"=")
        return written.decode() if isinstance(value, str) else written

    return value_by_value(each(encoded), input, names="input")


_WEB_SAFE = re.compile(rb"([A-Za-z0-9_-]*)(={0,2})")


@same_kind_as_input
def decode_base64(input: TensorLike) -> Tensor:
    """Return texts decoded from web-safe base64: bytes for bytes, text for text.

    Parameters
    ----------
    input
        Base64 as text or bytes, with or without ``=`` at the end.

    Returns
    -------
    RaggedTensor or array
        Bytes for bytes and text for text, of the same rows.

    Raises
    ------
    ValueError
        If a text is not web-safe base64, or is ``str`` and does not decode to UTF-8.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.io.decode_base64(rk.array([["c28"], []]))
    <RaggedTensor [['so'], []]>
    >>> rk.io.decode_base64(["c2+8"])
    Traceback (most recent call last):
        ...
    ValueError: input must be web-safe base64 (A-Z a-z 0-9 - _), got 'c2+8'
    """

    def decoded(value: Any) -> Any:
        raw = to_utf8(value, "input") if isinstance(value, str) else value
        found = _WEB_SAFE.fullmatch(raw)
        if found is None or len(found[1]) % 4 == 1 or (found[2] and len(raw) % 4):
            raise ValueError(broken_rule("input", "be web-safe base64 (A-Z a-z 0-9 - _)", value))
        # Padding is optional in the input, and required by Python.
        read = base64.urlsafe_b64decode(found[1] + b"=" * (-len(found[1]) % 4))
        try:
            return read.decode() if isinstance(value, str) else read
        except UnicodeDecodeError:
            rule = "decode to UTF-8 if it is text"
            raise ValueError(broken_rule("input", rule, value, "give bytes for bytes")) from None

    return value_by_value(each(decoded), input, names="input")
