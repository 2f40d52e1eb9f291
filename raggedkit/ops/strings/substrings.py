"""Lengths and substrings of strings, in bytes or characters."""

from __future__ import annotations

from typing import Any

from raggedkit._arguments import is_word
from raggedkit._engines.mathematics import value_by_value
from raggedkit._engines.texts import each, numpy_is_right, rebuilt, texts
from raggedkit._overloads import ragged_if_input, same_kind_as_input
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._utf8 import to_utf8
from raggedkit._xp import INTEGERS, as_array, host_namespace
from raggedkit.errors import broken_rule

__all__ = ["length", "substr"]


@same_kind_as_input
def length(input: TensorLike, unit: str = "BYTE") -> Tensor:
    """Return the length of each text, ``int32``.

    Parameters
    ----------
    input
        Text or bytes.
    unit
        ``"BYTE"`` counts the bytes of the UTF-8 form, ``"UTF8_CHAR"`` characters.

    Returns
    -------
    RaggedTensor or array
        ``int32``, of the same rows.

    Raises
    ------
    ValueError
        If ``unit`` is any other value.

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
    return value_by_value(lambda a: _lengths(texts(a), unit), input, names="input")


def _check_unit(unit: str) -> None:
    if not is_word(unit, ("BYTE", "UTF8_CHAR")):
        raise ValueError(broken_rule("unit", "be 'BYTE' or 'UTF8_CHAR'", unit))


def _lengths(array: Array, unit: str) -> Array:
    kind = array.dtype.kind
    if numpy_is_right(array) and (
        (kind == "S" and unit == "BYTE")
        or (kind == "U" and (unit == "UTF8_CHAR" or "".join(array.ravel().tolist()).isascii()))
    ):
        return host_namespace.strings.str_len(array).astype("int32")
    measure = len if unit == "BYTE" else _characters
    raw = [v if isinstance(v, bytes) else to_utf8(v, "input") for v in array.ravel().tolist()]
    sizes = [measure(v) for v in raw]
    return as_array(sizes, dtype="int32").reshape(array.shape)


def _starts(value: bytes) -> list[int]:
    """Return the starts of the characters in UTF-8 bytes.

    Bytes 10xxxxxx continue a character; every other byte starts one, also if what follows is
    malformed.
    """
    return [i for i, byte in enumerate(value) if byte & 0xC0 != 0x80]


def _characters(value: bytes) -> int:
    return len(_starts(value))


@ragged_if_input
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, unit: str = "BYTE") -> Tensor:
    """Return a substring of each text: ``len`` units from ``pos``.

    Parameters
    ----------
    input
        Text or bytes.
    pos, len
        Integers, or tensors that broadcast with ``input``. A negative ``pos`` counts from the end
        of the text. A substring ends at the end of the text at the latest; a negative ``len`` means
        the whole rest (for ``"UTF8_CHAR"`` TensorFlow returns an empty text then).
    unit
        ``"BYTE"`` or ``"UTF8_CHAR"``; for ``str`` both count characters.

    Returns
    -------
    RaggedTensor or array
        Text or bytes, of the shape that the arguments broadcast to.

    Raises
    ------
    TypeError
        If ``pos`` or ``len`` are not integers.
    ValueError
        If ``pos`` is outside a text; the error names the text and the position.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.substr(rk.array([["hello", "world"], []]), 1, 3)
    <RaggedTensor [['ell', 'orl'], []]>
    >>> rk.strings.substr(rk.array([["hello"], ["so"]]), 3, 2)
    Traceback (most recent call last):
        ...
    ValueError: pos must be inside every text, got 3 for 'so'
    """
    _check_unit(unit)

    def cut(a: Array, start: Any, size: Any) -> Array:
        a = texts(a)
        xp = host_namespace
        numbers = [_integers(start, "pos"), _integers(size, "len")]
        shape = xp.broadcast_shapes(a.shape, *[n.shape for n in numbers])
        starts, sizes = [xp.broadcast_to(n, shape).ravel().tolist() for n in numbers]
        a = xp.broadcast_to(a, shape)
        values = a.ravel().tolist()
        return rebuilt(
            [_piece(v, p, n, unit) for v, p, n in zip(values, starts, sizes, strict=True)], a
        )

    return value_by_value(cut, input, pos, len, names="input pos len")


def _integers(numbers: Any, name: str) -> Array:
    array = as_array(numbers)
    if array.dtype.kind not in INTEGERS and array.size:
        raise TypeError(broken_rule(name, "contain integers", array.dtype))
    return array


def _piece(value: Any, start: int, size: int, unit: str) -> Any:
    places: Any = range(value.__len__())
    if isinstance(value, bytes) and unit == "UTF8_CHAR":
        # TensorFlow's first character starts at byte 0, also if that is a stray continuation.
        places = sorted({0, *_starts(value)}) if value else []
    n = places.__len__()
    # TensorFlow allows the position just past the end, where the result is empty.
    if not -n <= start <= n:
        raise ValueError(f"pos must be inside every text, got {start} for {value!r}")
    first = start + n if start < 0 else start
    limit = n if size < 0 else min(first + size, n)
    if first >= limit:
        return value[:0]
    return value[places[first] : None if limit == n else places[limit]]


def _encoded(array: Array) -> Array:
    return each(lambda v: to_utf8(v, "input"))(array) if array.size else array.astype("S1")
