"""String functions: case, length, substrings, replacement and joining."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from raggedkit._arguments import as_int, is_word
from raggedkit._typing import Array
from raggedkit._utf8 import from_utf8, to_utf8
from raggedkit._xp import (
    INT64,
    as_array,
    bytes_array,
    holds_bytes,
    host_namespace,
    is_host,
    is_text,
    object_array,
    text_array,
)
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.ops.mathematics import value_by_value

__all__ = [
    "check_text",
    "each",
    "join",
    "length",
    "like",
    "lower",
    "python_values",
    "rebuilt",
    "replace",
    "strip",
    "substr",
    "texts",
    "upper",
]

_strings = host_namespace.strings


def texts(values: Any, name: str = "input") -> Array:
    """Return values as NumPy's text or bytes; an error where they are neither."""
    array: Array = as_array(values)
    if not is_host(array):
        raise TypeError(broken_rule(name, "live on 'cpu', where text does", type(array).__name__))
    if array.dtype.kind == "O":
        try:
            return bytes_array(array) if holds_bytes(array) else text_array(array)
        except TypeError as error:
            raise TypeError(str(error).replace("values", name, 1)) from None
    if not is_text(array.dtype):
        if array.size:
            raise TypeError(broken_rule(name, "hold text or bytes", array.dtype))
        return array.astype("U1")
    return array


def python_values(values: Any) -> list[Any]:
    """Return all values as Python's ``str`` or ``bytes``."""
    found: list[Any] = texts(values).ravel().tolist()
    return found


def rebuilt(values: list[Any], like: Array) -> Array:
    """Return Python texts as an array of the shape of another; none at all as of its dtype."""
    objects = object_array(values).reshape(like.shape)
    if not values:
        return objects.astype(like.dtype if is_text(like.dtype) else "U1")
    return bytes_array(objects) if isinstance(values[0], bytes) else text_array(objects)


def each(function: Callable[[Any], Any]) -> Callable[[Array], Array]:
    """Return the function of an array that applies a function of one Python text."""

    def applied(array: Array) -> Array:
        return rebuilt([function(v) for v in python_values(array)], array)

    return applied


def like(text: Any, value: Any) -> Any:
    """Return ``str`` or ``bytes`` as a text (or an array of texts) is: converted by UTF-8."""
    of_bytes = isinstance(value, bytes) if isinstance(value, str | bytes) else holds_bytes(value)
    if isinstance(text, str) and of_bytes:
        return to_utf8(text, "text beside bytes")
    return (
        from_utf8(text, "bytes beside text") if isinstance(text, bytes) and not of_bytes else text
    )


def check_text(text: Any, name: str) -> None:
    """Raise unless an argument is one text or bytes."""
    if not isinstance(text, str | bytes):
        raise TypeError(broken_rule(name, "be text", text))


def _numpy_does(array: Array) -> bool:
    """Whether NumPy's functions of text are right for these values.

    They drop NULs at the end of a text: a shorter result of one with NULs inside may end in one,
    and text of variable width can itself.
    """
    if array.dtype.kind not in "US" or not array.size:
        return False
    units = host_namespace.ascontiguousarray(array).view("u4" if array.dtype.kind == "U" else "u1")
    written = int(_strings.str_len(array).sum())
    return int(host_namespace.count_nonzero(units)) == written


def lower(input: Any, encoding: str = "") -> Any:
    """Return texts in lower case.

    Parameters
    ----------
    input
        Texts, of which all letters change, or bytes.
    encoding
        What bytes are: ``""``, so that only ASCII letters change, or ``"utf-8"``.

    Raises
    ------
    ValueError
        If ``encoding`` is another word.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.lower(rk.array([["Über", "ALL"], []]))
    <RaggedTensor [['über', 'all'], []]>
    """
    return value_by_value(each(_cased(str.lower, bytes.lower, encoding)), input, names="input")


def upper(input: Any, encoding: str = "") -> Any:
    """Return texts in upper case.

    Parameters
    ----------
    input
        Texts, of which all letters change, or bytes.
    encoding
        What bytes are: ``""``, so that only ASCII letters change, or ``"utf-8"``.

    Raises
    ------
    ValueError
        If ``encoding`` is another word.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.upper(rk.array([["so", "Straße"], []]))
    <RaggedTensor [['SO', 'STRASSE'], []]>
    """
    return value_by_value(each(_cased(str.upper, bytes.upper, encoding)), input, names="input")


def _cased(
    of_text: Callable[[str], str], of_bytes: Callable[[bytes], bytes], encoding: str
) -> Callable[[Any], Any]:
    if not is_word(encoding, ("", "utf-8")):
        raise ValueError(broken_rule("encoding", "be '' or 'utf-8'", encoding))

    def cased(value: Any) -> Any:
        if isinstance(value, str):
            return of_text(value)
        return of_text(value.decode(errors="replace")).encode() if encoding else of_bytes(value)

    return cased


def strip(input: Any) -> Any:
    """Return texts without white space at their ends.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.strip(rk.array([["  so ", "it"], []]))
    <RaggedTensor [['so', 'it'], []]>
    """

    def stripped(a: Array) -> Array:
        a = texts(a)
        return _strings.strip(a) if _numpy_does(a) else each(lambda v: v.strip())(a)

    return value_by_value(stripped, input, names="input")


def replace(input: Any, old: str | bytes, new: str | bytes, count: int = -1) -> Any:
    """Return texts with ``old`` replaced by ``new``, ``count`` times at most.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.replace(rk.array([["so-so", "it"], []]), "so", "la")
    <RaggedTensor [['la-la', 'it'], []]>
    """
    check_text(old, "old")
    check_text(new, "new")
    most = as_int(count, "count")
    count = min(max(most, -1), LARGEST[INT64])

    def replaced(a: Array) -> Array:
        a = texts(a)
        parts: Any = like(old, a), like(new, a)
        if _numpy_does(a) and not any(part[-1:] in ("\0", b"\0") for part in parts):
            # As arrays: NumPy cuts plain text to the width of the values.
            found: Array = _strings.replace(a, as_array(parts[0]), as_array(parts[1]), count)
            return found
        return each(lambda v: v.replace(*parts, count))(a)

    return value_by_value(replaced, input, names="input")


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
    return value_by_value(lambda a: _lengths(texts(a), unit), input, names="input")


def _check_unit(unit: str) -> None:
    if not is_word(unit, ("BYTE", "UTF8_CHAR")):
        raise ValueError(broken_rule("unit", "be 'BYTE' or 'UTF8_CHAR'", unit))


def _lengths(array: Array, unit: str) -> Array:
    kind = array.dtype.kind
    if _numpy_does(array) and (
        (kind == "S" and unit == "BYTE")
        or (kind == "U" and (unit == "UTF8_CHAR" or "".join(array.ravel().tolist()).isascii()))
    ):
        return _strings.str_len(array).astype("int32")
    measure = len if unit == "BYTE" else _characters
    raw = [v if isinstance(v, bytes) else to_utf8(v, "input") for v in array.ravel().tolist()]
    sizes = [measure(v) for v in raw]
    return as_array(sizes, dtype="int32").reshape(array.shape)


def _starts(value: bytes) -> list[int]:
    """Return where the characters of UTF-8 bytes start, malformed ones counting as such."""
    return [i for i, byte in enumerate(value) if byte & 0xC0 != 0x80]


def _characters(value: bytes) -> int:
    return len(_starts(value))


def substr(input: Any, pos: Any, len: Any, unit: str = "BYTE") -> Any:
    """Return a piece of each text: ``len`` units from ``pos`` on, which may count from the end.

    Parameters
    ----------
    input
        Texts or bytes.
    pos, len
        Numbers, or tensors that broadcast with ``input``. A piece ends where the text does, and
        a negative ``len`` says just that.
    unit
        ``"BYTE"`` or ``"UTF8_CHAR"``; for ``str`` both count characters, since a piece of a
        character is none.

    Raises
    ------
    TypeError
        If ``pos`` or ``len`` hold no integers.
    ValueError
        If ``pos`` lies outside a text; the text and the position are named.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.substr(rk.array([["hello", "world"], []]), 1, 3)
    <RaggedTensor [['ell', 'orl'], []]>
    >>> rk.strings.substr(rk.array([["hello"], ["so"]]), 3, 2)
    Traceback (most recent call last):
        ...
    ValueError: pos must lie in every text, got 3 for 'so'
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
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(broken_rule(name, "hold integers", array.dtype))
    return array


def _piece(value: Any, start: int, size: int, unit: str) -> Any:
    places: Any = range(value.__len__())
    if isinstance(value, bytes) and unit == "UTF8_CHAR":
        places = _starts(value)
    n = places.__len__()
    if not -n <= start <= n:
        raise ValueError(f"pos must lie in every text, got {start} for {value!r}")
    first = start + n if start < 0 else start
    limit = n if size < 0 else min(first + size, n)
    if first >= limit:
        return value[:0]
    return value[places[first] : None if limit == n else places[limit]]


def join(inputs: Sequence[Any], separator: str = "") -> Any:
    """Return texts put together value by value.

    Parameters
    ----------
    inputs
        Tensors of text that broadcast. Where one holds bytes the result does.
    separator
        What stands between two of them.

    Raises
    ------
    TypeError
        If one holds no text.
    ValueError
        If the shapes don't broadcast, or there is no input.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.join([rk.array([["a", "b"], []]), "x"], separator="-")
    <RaggedTensor [['a-x', 'b-x'], []]>
    """
    if not isinstance(inputs, list | tuple) or not inputs:
        way_out = "reduce_join joins the items of each row"
        raise ValueError(broken_rule("inputs", "be a list of tensors", inputs, way_out))
    check_text(separator, "separator")

    def joined(*arrays: Any) -> Array:
        ready = [texts(a, f"inputs[{i}]") for i, a in enumerate(arrays)]
        if any(map(holds_bytes, ready)):
            ready = [a if holds_bytes(a) else _encoded(a) for a in ready]
        between = like(separator, ready[0])
        if not all(map(_numpy_does, ready)) or like("\0", separator) in separator:
            return _joined_one_by_one(ready, between)
        result = ready[0]
        for a in ready[1:]:
            result = _strings.add(_strings.add(result, between) if separator else result, a)
        return result

    return value_by_value(joined, *inputs, names="inputs")


def _encoded(array: Array) -> Array:
    return each(lambda v: to_utf8(v, "input"))(array) if array.size else array.astype("S1")


def _joined_one_by_one(arrays: list[Array], between: Any) -> Array:
    together = host_namespace.broadcast_arrays(*arrays)
    rows = zip(*[a.ravel().tolist() for a in together], strict=True)
    return rebuilt([between.join(row) for row in rows], together[0])
