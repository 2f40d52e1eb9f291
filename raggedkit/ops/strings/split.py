"""Splitting of strings into words, characters and bytes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from raggedkit._arguments import as_int
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.texts import check_text, like, python_values, rebuilt, texts
from raggedkit._overloads import ragged_if_input
from raggedkit._plan.operands import flat_of, parts_of, rewrap
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._utf8 import to_utf8
from raggedkit._xp import (
    FIXED_TEXTS,
    INT64,
    array_namespace,
    as_array,
    host_namespace,
    object_array,
)
from raggedkit.errors import broken_rule
from raggedkit.ops.strings.encodings import decoder
from raggedkit.partition import RowPartition

__all__ = ["bytes_split", "split", "unicode_split"]


@ragged_if_input
def split(input: TensorLike, sep: str | bytes | None = None, maxsplit: int = -1) -> Tensor:
    """Return the pieces of each text, as rows along a new innermost axis.

    Parameters
    ----------
    input
        A tensor of text, ragged or dense, or one text.
    sep
        The separator; by default any run of white space, ignored at both ends.
    maxsplit
        The largest number of splits; -1 for all.

    Returns
    -------
    RaggedTensor or array
        One axis more than ``input``; a vector for a single text. An empty text gives an empty row
        (with ``sep`` a row of one empty text).

    Raises
    ------
    ValueError
        If ``sep`` is empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.split(["so it goes", "", "on"])
    <RaggedTensor [['so', 'it', 'goes'], [], ['on']]>
    >>> rk.strings.split("a,b", sep=",")
    array(['a', 'b'], dtype='<U1')
    >>> rk.strings.split(["a"], sep="")
    Traceback (most recent call last):
        ...
    ValueError: sep must not be empty, got ''; rk.strings.unicode_split splits into characters
    """
    if sep is not None:
        check_text(sep, "sep")
    most = min(max(as_int(maxsplit, "maxsplit"), -1), _LARGEST)
    if sep in ("", b""):
        way_out = "rk.strings.unicode_split splits into characters"
        raise ValueError(broken_rule("sep", "not be empty", sep, way_out))

    def pieces(value: Any) -> list[Any]:
        found: list[Any] = value.split(None if sep is None else like(sep, value), most)
        return found

    return _apart(input, pieces)


@ragged_if_input
def unicode_split(
    input: TensorLike,
    input_encoding: str = "UTF-8",
    errors: str = "replace",
    replacement_char: int = 65533,
) -> Tensor:
    r"""Return the characters of each text, as rows along a new innermost axis.

    Parameters
    ----------
    input
        Text or bytes, ragged or dense, or a single one. An empty one gives an empty row.
    input_encoding
        The encoding of bytes, in the input and the result.
    errors
        The treatment of malformed bytes: ``"replace"`` with ``replacement_char``, ``"ignore"`` or
        ``"strict"`` (an error).
    replacement_char
        The code point of the replacement.

    Returns
    -------
    RaggedTensor or array
        One axis more than ``input``; a vector for a single text.

    Raises
    ------
    ValueError
        If bytes are malformed and ``errors`` is ``"strict"``, or an argument is unknown.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.unicode_split(["Über", ""])
    <RaggedTensor [['Ü', 'b', 'e', 'r'], []]>
    >>> rk.strings.unicode_split("Ü".encode())
    array([b'\xc3\x9c'], dtype='|S2')
    """
    read = decoder(input_encoding, errors, replacement_char)

    def characters(value: Any) -> list[Any]:
        text = read(value)
        return list(text) if isinstance(value, str) else [c.encode(input_encoding) for c in text]

    return _apart(input, characters, lambda a: _letters(a) if a.dtype.kind == "U" else None)


@ragged_if_input
def bytes_split(input: TensorLike) -> Tensor:
    """Return the bytes of each text's UTF-8 form, as rows along a new innermost axis.

    Parameters
    ----------
    input
        Text or bytes, ragged or dense, or a single one. An empty one gives an empty row.

    Returns
    -------
    RaggedTensor or array
        Bytes, with one axis more than ``input``; a vector for a single text.

    Raises
    ------
    TypeError
        If ``input`` does not contain text or bytes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.bytes_split([b"so", b""])
    <RaggedTensor [[b's', b'o'], []]>
    """

    def single(value: Any) -> list[Any]:
        raw = to_utf8(value, "input") if isinstance(value, str) else value
        return [raw[i : i + 1] for i in range(len(raw))]

    def at_once(a: Array) -> tuple[Array, Array] | None:
        try:
            return _letters(host_namespace.strings.encode(a, "utf-8") if a.dtype.kind == "U" else a)
        except UnicodeEncodeError:
            return None  # `single` names the text

    return _apart(input, single, at_once)


def _letters(a: Array) -> tuple[Array, Array] | None:
    """Return all characters of fixed-width texts and their number per text, or None.

    NumPy pads text with NULs, so the length of a text that ends in NUL is unknown.
    """
    if a.dtype.kind not in FIXED_TEXTS or not a.size:
        return None
    xp = array_namespace(a)
    flat = xp.ascontiguousarray(a).reshape(-1)
    # Fixed-width text is a matrix of characters: one view instead of a Python list per text.
    letters = flat.view(f"{a.dtype.kind}1").reshape(flat.shape[0], -1)
    lengths = host_namespace.strings.str_len(flat).astype(INT64, copy=False)
    items = letters[xp.arange(letters.shape[1]) < lengths[:, None]]
    # A NUL inside a text would be lost in an array of width 1.
    return (items, lengths) if bool((items != items.dtype.type()).all()) else None


def _apart(
    input: Any,
    pieces: Callable[[Any], list[Any]],
    at_once: Callable[[Array], tuple[Array, Array] | None] | None = None,
) -> Any:
    if isinstance(input, str | bytes):
        return _of_pieces([pieces(input)], as_array(input))[0]
    tensor = as_tensor(input, name="input")
    flat = flat_of(tensor)
    if flat.ndim == 0:
        return _of_pieces([pieces(python_values(flat)[0])], flat)[0]
    cut = None if at_once is None else at_once(texts(flat))
    values, lengths = cut or _of_pieces([pieces(v) for v in python_values(flat)], flat)
    inner = RowPartition._of_lengths(lengths)
    uniform = []  # the dense axes of the input become partitions of declared length
    rows = flat.shape[0]
    for n in flat.shape[1:]:
        uniform.append(RowPartition._of_uniform(n, rows, inner.dtype))
        rows *= n
    outer = parts_of(tensor)
    parts = tuple(p.with_dtype(INT64) for p in (*outer, *uniform))
    return rewrap((*parts, inner), values)


def _of_pieces(found: list[list[Any]], like: Array) -> tuple[Array, Array]:
    lengths = as_array(list(map(len, found)), dtype=INT64)
    values = list(chain.from_iterable(found))
    shape = object_array([None] * len(values))
    if not values:
        return texts(like.ravel()[:0]), lengths
    return rebuilt(values, shape), lengths


_LARGEST = (1 << 63) - 1
