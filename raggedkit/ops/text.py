"""Text value by value: what `raggedkit.strings` offers.

Values may be ``str`` (NumPy's fixed- or variable-width text, or objects) or ``bytes``; results are
of the same kind. Empty rows stay empty.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from typing import Any

from raggedkit._typing import Array, DTypeLike
from raggedkit._xp import (
    TEXT,
    as_array,
    as_dtype,
    bytes_array,
    holds_bytes,
    host_namespace,
    is_text,
    object_array,
    text_array,
)
from raggedkit.errors import broken_rule
from raggedkit.ops.mathematics import value_by_value

__all__ = [
    "as_string",
    "decode_base64",
    "encode_base64",
    "join",
    "length",
    "lower",
    "regex_full_match",
    "regex_replace",
    "replace",
    "strip",
    "substr",
    "to_number",
    "unicode_transcode",
    "upper",
]

_strings = host_namespace.strings


def texts(values: Any, name: str = "input") -> Array:
    """Return values as NumPy's text or bytes; an error where they are neither."""
    array: Array = as_array(values)
    if array.dtype.kind == "O":
        if not array.size or all(isinstance(x, bytes) for x in array.ravel().tolist()):
            wide = max((len(x) for x in array.ravel().tolist()), default=1)
            return array.astype(f"S{max(wide, 1)}")
        return array.astype(TEXT)
    if array.size and not is_text(array.dtype):
        raise TypeError(broken_rule(name, "hold text or bytes", array.dtype))
    return array if is_text(array.dtype) else array.astype(TEXT)


def _python_values(array: Array) -> list[Any]:
    values: list[Any] = as_array(array).ravel().tolist()
    for v in values:
        if not isinstance(v, str | bytes):
            raise TypeError(broken_rule("input", "hold text or bytes", v))
    return values


def _rebuilt(values: list[Any], like: Array) -> Array:
    """Return Python texts as an array of the shape of another."""
    objects = object_array(values).reshape(like.shape)
    if values and isinstance(values[0], bytes):
        return bytes_array(objects).reshape(like.shape)
    if not values:
        return objects.astype(like.dtype)
    return text_array(objects).reshape(like.shape)


def _each(function: Callable[[Any], Any]) -> Callable[[Array], Array]:
    """A function of one Python text, applied to every value of an array."""

    def applied(array: Array) -> Array:
        return _rebuilt([function(v) for v in _python_values(array)], array)

    return applied


# ---------------------------------------------------------------------- case and space
def lower(input: Any, encoding: str = "utf-8") -> Any:
    """Return texts in lower case; of bytes only the ASCII letters change.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.lower(rk.array([["Über", "ALL"], []]))
    <RaggedTensor [['über', 'all'], []]>
    """
    return value_by_value(lambda a: _strings.lower(texts(a)), input)


def upper(input: Any, encoding: str = "utf-8") -> Any:
    """Return texts in upper case; of bytes only the ASCII letters change.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.upper(rk.array([["so", "it"], []]))
    <RaggedTensor [['SO', 'IT'], []]>
    """
    return value_by_value(lambda a: _strings.upper(texts(a)), input)


def strip(input: Any) -> Any:
    """Return texts without white space at their ends.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.strip(rk.array([["  so ", "it"], []]))
    <RaggedTensor [['so', 'it'], []]>
    """
    return value_by_value(lambda a: _strings.strip(texts(a)), input)


def replace(input: Any, old: str, new: str, count: int = -1) -> Any:
    """Return texts with ``old`` replaced by ``new``, ``count`` times at most.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.replace(rk.array([["so-so", "it"], []]), "so", "la")
    <RaggedTensor [['la-la', 'it'], []]>
    """

    def replaced(a: Array) -> Array:
        a = texts(a)
        return _strings.replace(a, _like(old, a), _like(new, a), count)

    return value_by_value(replaced, input)


def _like(text: Any, array: Array) -> Any:
    """A Python text as bytes where an array holds bytes."""
    return text.encode() if isinstance(text, str) and holds_bytes(array) else text


# ---------------------------------------------------------------------- sizes and pieces
def length(input: Any, unit: str = "BYTE") -> Any:
    """Return the length of each text, ``int32``.

    Parameters
    ----------
    input
        Texts or bytes.
    unit
        ``"BYTE"``: bytes of its UTF-8 form; ``"UTF8_CHAR"``: characters.

    Raises
    ------
    ValueError
        If ``unit`` is another word.

    Examples
    --------
    >>> import raggedkit as rk
    >>> words = rk.array([["Über", "all"], []])
    >>> rk.strings.length(words)
    <RaggedTensor [[5, 3], []]>
    >>> rk.strings.length(words, unit="UTF8_CHAR")
    <RaggedTensor [[4, 3], []]>
    """
    _check_unit(unit)
    return value_by_value(lambda a: _lengths(a, unit), input)


def _check_unit(unit: str) -> None:
    if unit not in ("BYTE", "UTF8_CHAR"):
        raise ValueError(broken_rule("unit", "be 'BYTE' or 'UTF8_CHAR'", unit))


def _lengths(array: Array, unit: str) -> Array:
    array = as_array(array)
    if array.dtype.kind in "UT" and (unit == "UTF8_CHAR" or _is_ascii(array)):
        plain: Array = _strings.str_len(array).astype("int32")
        return plain
    values = _python_values(array)
    if unit == "UTF8_CHAR":
        sizes = [len(v if isinstance(v, str) else v.decode(errors="replace")) for v in values]
    else:
        sizes = [len(v if isinstance(v, bytes) else v.encode()) for v in values]
    return as_array(sizes, dtype="int32").reshape(array.shape)


def _is_ascii(array: Array) -> bool:
    return "".join(array.ravel().tolist()).isascii()


def substr(input: Any, pos: Any, len: Any, unit: str = "BYTE") -> Any:
    """Return a piece of each text: ``len`` units from ``pos`` on, which may count from the end.

    Parameters
    ----------
    input
        Texts or bytes.
    pos, len
        Numbers, or tensors that broadcast with ``input``.
    unit
        ``"BYTE"`` or ``"UTF8_CHAR"``; for ``str`` both count characters, since a piece of a
        character is none.

    Raises
    ------
    ValueError
        If ``pos`` lies outside a text; the text and the position are named.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.substr(rk.array([["hello", "world"], []]), 1, 3)
    <RaggedTensor [['ell', 'orl'], []]>
    """
    _check_unit(unit)

    def cut(a: Array, start: Any, size: Any) -> Array:
        a = as_array(a)
        starts = host_namespace.broadcast_to(as_array(start), a.shape).ravel().tolist()
        sizes = host_namespace.broadcast_to(as_array(size), a.shape).ravel().tolist()
        values = _python_values(a)
        return _rebuilt(
            [_piece(v, p, n, unit) for v, p, n in zip(values, starts, sizes, strict=True)], a
        )

    return value_by_value(cut, input, pos, len)


def _piece(value: Any, start: int, size: int, unit: str) -> Any:
    if isinstance(value, bytes) and unit == "UTF8_CHAR":
        piece: str = _piece(value.decode(), start, size, unit)
        return piece.encode()
    n = value.__len__()
    if not -n <= start <= n:
        raise ValueError(broken_rule("pos", f"lie in every text, {value!r} has {n}", start))
    first = start + n if start < 0 else start
    return value[first : first + max(size, 0)]


# ---------------------------------------------------------------------- joining
def join(inputs: Sequence[Any], separator: str = "") -> Any:
    """Return texts put together value by value.

    Parameters
    ----------
    inputs
        Tensors of text that broadcast.
    separator
        What stands between two of them.

    Raises
    ------
    ValueError
        If the shapes don't broadcast, or there is no input.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.join([rk.array([["a", "b"], []]), "x"], separator="-")
    <RaggedTensor [['a-x', 'b-x'], []]>
    """
    if not isinstance(inputs, list | tuple) or not inputs:
        raise ValueError(broken_rule("inputs", "be a list of tensors", inputs))

    def joined(*arrays: Any) -> Array:
        ready = [texts(a) for a in arrays]
        if any(a.dtype.kind == "S" for a in ready):
            ready = [a if a.dtype.kind == "S" else _strings.encode(a.astype("U")) for a in ready]
        between = _like(separator, ready[0])
        result = ready[0]
        for a in ready[1:]:
            result = (
                _strings.add(_strings.add(result, between), a)
                if separator
                else _strings.add(result, a)
            )
        return result

    return value_by_value(joined, *inputs)


# ---------------------------------------------------------------------- patterns
def regex_full_match(input: Any, pattern: str) -> Any:
    r"""Return where a whole text matches a regular expression (Python's `re`).

    Raises
    ------
    ValueError
        If the pattern is none.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.regex_full_match(rk.array([["so", "it!"], []]), r"\w+")
    <RaggedTensor [[True, False], []]>
    """
    for_text, for_bytes = _compiled(pattern)

    def matched(a: Array) -> Array:
        found = [
            (for_bytes if isinstance(v, bytes) else for_text).fullmatch(v) is not None
            for v in _python_values(a)
        ]
        return as_array(found, dtype=bool).reshape(as_array(a).shape)

    return value_by_value(matched, input)


def regex_replace(
    input: Any,
    pattern: str,
    rewrite: str,
    replace_global: bool = True,
) -> Any:
    r"""Return texts with what matches a regular expression (Python's `re`) rewritten.

    Parameters
    ----------
    input
        Texts or bytes.
    pattern, rewrite
        What to look for and what to write; ``\1`` stands for a group, ``\0`` for the whole match.
    replace_global
        Every match, or only the first.

    Raises
    ------
    ValueError
        If the pattern is none.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.regex_replace(rk.array([["so-so", "it"], []]), "o", "0")
    <RaggedTensor [['s0-s0', 'it'], []]>
    """
    for_text, for_bytes = _compiled(pattern)
    count = 0 if replace_global else 1
    rewrite = _WHOLE_MATCH.sub(lambda m: m[1] or r"\g<0>", rewrite)
    as_bytes = rewrite.encode()

    def rewritten(value: Any) -> Any:
        if isinstance(value, bytes):
            return for_bytes.sub(as_bytes, value, count=count)
        return for_text.sub(rewrite, value, count=count)

    return value_by_value(_each(rewritten), input)


_WHOLE_MATCH = re.compile(r"(\\\\)|\\0")  # \0, which Python reads as a character, or an escaped \


def _compiled(pattern: Any) -> tuple[re.Pattern[str], re.Pattern[bytes]]:
    if isinstance(pattern, bytes):
        pattern = pattern.decode()
    try:
        return re.compile(pattern), re.compile(pattern.encode())
    except (re.error, TypeError, AttributeError) as error:
        rule = f"be a regular expression ({error})"
        raise ValueError(broken_rule("pattern", rule, pattern)) from error


# ---------------------------------------------------------------------- numbers and encodings
def to_number(input: Any, out_type: DTypeLike = "float32") -> Any:
    """Return the numbers that texts spell.

    Parameters
    ----------
    input
        Texts or bytes.
    out_type
        The dtype of the numbers; float32 by default, as in TensorFlow.

    Raises
    ------
    ValueError
        If a text spells no number of that dtype; it is named.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.to_number(rk.array([["2.5", "-1"], []]), "float64")
    <RaggedTensor [[2.5, -1.0], []]>
    >>> rk.strings.to_number(rk.array([["2", "x"]]), "int64")
    Traceback (most recent call last):
        ...
    ValueError: input must spell numbers of dtype int64, got 'x'
    """
    dtype = as_dtype(out_type)
    convert: Callable[[Any], Any] = int if dtype.kind in "iu" else float

    def parsed(a: Array) -> Array:
        numbers = []
        for v in _python_values(a):
            try:
                numbers.append(convert(v))
            except ValueError:
                rule = f"spell numbers of dtype {dtype}"
                raise ValueError(broken_rule("input", rule, v)) from None
        return as_array(numbers, dtype=dtype).reshape(as_array(a).shape)

    return value_by_value(parsed, input)


def as_string(input: Any, precision: int = -1, width: int = -1, fill: str = "") -> Any:
    """Return numbers and bools written out.

    Parameters
    ----------
    input
        Numbers or bools.
    precision
        Digits after the point of floats; -1 for 6, as C's ``printf`` has it.
    width
        The least number of characters; -1 for as many as needed.
    fill
        What fills a text up to ``width`` at its left: a space by default, or ``"0"``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.as_string(rk.array([[1, 23], []]), width=4, fill="0")
    <RaggedTensor [['0001', '0023'], []]>
    >>> rk.strings.as_string(rk.array([[0.5], []]), precision=2)
    <RaggedTensor [['0.50'], []]>
    """
    if fill not in ("", " ", "0"):
        raise ValueError(broken_rule("fill", "be '', ' ' or '0'", fill))
    digits = 6 if precision < 0 else precision

    def written(a: Array) -> Array:
        a = as_array(a)
        out = []
        for v in a.ravel().tolist():
            if isinstance(v, str | bytes):
                text = v if isinstance(v, str) else v.decode()
            elif isinstance(v, bool):
                text = "true" if v else "false"
            elif isinstance(v, float):
                text = f"{v:.{digits}f}"
            elif isinstance(v, complex):
                text = f"({v.real:.{digits}f},{v.imag:.{digits}f})"
            else:
                text = str(v)
            if width > 0:
                text = text.zfill(width) if fill == "0" else text.rjust(width)
            out.append(text)
        if not out:
            return a.astype("U1")
        return text_array(object_array(out)).reshape(a.shape)

    return value_by_value(written, input)


def unicode_transcode(
    input: Any,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
) -> Any:
    r"""Return bytes in another encoding; text counts as UTF-8 and gives bytes.

    Parameters
    ----------
    input
        Bytes, or text.
    input_encoding, output_encoding
        Names that Python knows, such as ``"UTF-8"`` and ``"UTF-16-BE"``.
    errors
        ``"replace"``, ``"ignore"`` or ``"strict"``.

    Raises
    ------
    ValueError
        If an encoding is unknown, or bytes are malformed and ``errors`` is ``"strict"``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.unicode_transcode(rk.array([[b"so"], []]), "UTF-8", "UTF-16-BE")
    <RaggedTensor [[b'\x00s\x00o'], []]>
    """
    if errors not in ("replace", "ignore", "strict"):
        raise ValueError(broken_rule("errors", "be 'replace', 'ignore' or 'strict'", errors))
    try:
        b"".decode(input_encoding), "".encode(output_encoding)
    except LookupError as error:
        raise ValueError(broken_rule("encoding", "be known to Python", str(error))) from error

    def transcoded(value: Any) -> bytes:
        text = value if isinstance(value, str) else value.decode(input_encoding, errors)
        written: bytes = text.encode(output_encoding, errors)
        return written

    return value_by_value(_each(transcoded), input)


def encode_base64(input: Any, pad: bool = False) -> Any:
    """Return texts in web-safe base64.

    Parameters
    ----------
    input
        Texts or bytes.
    pad
        Whether to end with ``=`` up to a multiple of four characters.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.io.encode_base64(rk.array([["so"], []]))
    <RaggedTensor [['c28'], []]>
    """

    def encoded(value: Any) -> Any:
        raw = value.encode() if isinstance(value, str) else value
        written = base64.urlsafe_b64encode(raw)
        written = written if pad else written.rstrip(b"=")
        return written.decode() if isinstance(value, str) else written

    return value_by_value(_each(encoded), input)


def decode_base64(input: Any) -> Any:
    """Return what web-safe base64 spells.

    Raises
    ------
    ValueError
        If a text is no base64; it is named.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.io.decode_base64(rk.array([["c28"], []]))
    <RaggedTensor [['so'], []]>
    """

    def decoded(value: Any) -> Any:
        raw = value.encode() if isinstance(value, str) else value
        stripped = raw.rstrip(b"=")
        try:
            read = base64.b64decode(stripped + b"=" * (-len(stripped) % 4), b"-_", validate=True)
            return read.decode() if isinstance(value, str) else read
        except ValueError as error:
            raise ValueError(broken_rule("input", f"be base64 ({error})", value)) from error

    return value_by_value(_each(decoded), input)
