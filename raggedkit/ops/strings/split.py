"""Splitting of strings into words, characters and n-grams."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import chain, pairwise
from typing import Any

from raggedkit._arguments import as_flag, as_int
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import flat_of, parts_of, rewrap
from raggedkit._plan.reducing import Dense, Rows, Step, collapse
from raggedkit._typing import Array
from raggedkit._utf8 import to_utf8
from raggedkit._xp import INT64, array_namespace, as_array, host_namespace, object_array
from raggedkit.errors import broken_rule
from raggedkit.ops.strings.case import check_text, like, python_values, rebuilt, texts
from raggedkit.ops.strings.encodings import decoder
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["bytes_split", "reduce_join", "split", "unicode_split"]


def split(input: Any, sep: str | bytes | None = None, maxsplit: int = -1) -> Any:
    """Return the pieces of each text, as rows along a new innermost axis.

    Parameters
    ----------
    input
        A tensor of text, ragged or dense, or one text.
    sep
        What separates; by default any run of white space, and none at the ends.
    maxsplit
        How often to cut at most; -1 for as often as possible.

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
    ValueError: sep must not be empty, got ''; rk.strings.unicode_split cuts into characters
    """
    if sep is not None:
        check_text(sep, "sep")
    most = min(max(as_int(maxsplit, "maxsplit"), -1), _LARGEST)
    if sep in ("", b""):
        way_out = "rk.strings.unicode_split cuts into characters"
        raise ValueError(broken_rule("sep", "not be empty", sep, way_out))

    def pieces(value: Any) -> list[Any]:
        found: list[Any] = value.split(None if sep is None else like(sep, value), most)
        return found

    return _apart(input, pieces)


def unicode_split(
    input: Any,
    input_encoding: str = "UTF-8",
    errors: str = "replace",
    replacement_char: int = 65533,
) -> Any:
    r"""Return the characters of each text, as rows along a new innermost axis.

    Parameters
    ----------
    input
        Texts or bytes, ragged or dense, or one of them. An empty one gives an empty row.
    input_encoding
        What bytes are, and the characters of bytes will be.
    errors
        What malformed bytes give: ``replacement_char``, nothing (``"ignore"``) or an error
        (``"strict"``).
    replacement_char
        The number of a character.

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


def bytes_split(input: Any) -> Any:
    """Return the bytes of each text's UTF-8 form, as rows along a new innermost axis.

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
    """Return all items of fixed-width texts and how many each has; None where that can't be told.

    NumPy ends a text at its last character that is no NUL, and makes nothing of a NUL inside.
    """
    if a.dtype.kind not in "US" or not a.size:
        return None
    xp = array_namespace(a)
    flat = xp.ascontiguousarray(a).reshape(-1)
    letters = flat.view(f"{a.dtype.kind}1").reshape(flat.shape[0], -1)
    lengths = host_namespace.strings.str_len(flat).astype(INT64, copy=False)
    items = letters[xp.arange(letters.shape[1]) < lengths[:, None]]
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


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keepdims: bool = False,
    separator: str = "",
) -> Any:
    """Return the texts of each row put together.

    Parameters
    ----------
    inputs
        A tensor of text, ragged or dense.
    axis
        The axis that goes: an int, or several, of which the innermost is joined first (of an
        array the first that is named, as in TensorFlow); by default all.
    keepdims
        Keep it with size 1.
    separator
        What stands between two texts.

    Returns
    -------
    RaggedTensor, array or text
        An empty row gives an empty text.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.

    Examples
    --------
    >>> import raggedkit as rk
    >>> lines = rk.array([["so", "it", "goes"], [], ["on"]])
    >>> rk.strings.reduce_join(lines, axis=1, separator=" ")
    array(['so it goes', '', 'on'], dtype='<U10')
    >>> rk.strings.reduce_join(lines, separator="/")
    np.str_('so/it/goes/on')
    >>> rk.strings.reduce_join(lines, axis=0)
    array(['soon', 'it', 'goes'], dtype='<U4')
    """
    check_text(separator, "separator")
    tensor = as_tensor(inputs, name="inputs")
    plan = collapse(tensor, axis, keepdims=as_flag(keepdims, "keepdims"), name="inputs")
    values = texts(flat_of(tensor), "inputs")
    named = _named_order(tensor, axis)
    for step in plan.steps:
        values = _joined(values, step, separator, named)
    if plan.shape is not None:
        values = values.reshape(plan.shape)
    result = plan.wrap(values)
    if isinstance(result, RaggedTensor) or result.ndim or result.dtype.kind == "O":
        return result
    return result[()]


def _named_order(tensor: Any, axis: Any) -> tuple[int, ...] | None:
    """Return the axes of an array, the last to be joined first, where their order is said."""
    if isinstance(tensor, RaggedTensor) or not isinstance(axis, list | tuple):
        return None
    return tuple(a % tensor.ndim for a in reversed(axis))


def _joined(
    values: Array, step: Step, separator: str, named: tuple[int, ...] | None = None
) -> Array:
    """Put together the texts that meet in one step of a plan."""
    xp = array_namespace(values)
    between = like(separator, values)
    if isinstance(step, Dense):
        gone = named or tuple(sorted({a % values.ndim for a in step.axes}))
        kept = [a for a in range(values.ndim) if a not in gone]
        shape = tuple(values.shape[a] for a in kept)
        ordered = values.transpose(*kept, *gone)
        width, count = math.prod(values.shape[a] for a in gone), math.prod(shape)
        splits = [width * i for i in range(count + 1)]
        joined = _runs(ordered, splits, between).reshape(shape)
        return xp.expand_dims(joined, gone) if step.keepdims else joined
    if isinstance(step, Rows):
        joined = _inner_runs(values, step.part._get_splits(), between)
        return joined[:, None] if step.keepdims else joined
    order = _gather.order_by(step.slots, step.n)
    cuts = _splits.rowids_to_splits(step.slots, step.n)
    joined = _inner_runs(values[order], cuts, between)
    return joined[None] if step.outermost else joined


def _inner_runs(values: Array, splits: Array, between: Any) -> Array:
    """Put together runs along the first axis, place by place of the inner ones."""
    cuts = splits.tolist()
    if values.ndim == 1:
        return _runs(values, cuts, between)
    inner = values.shape[1:]
    width = math.prod(inner)
    if not width or len(cuts) < 2:
        return texts(values[:0], "inputs").reshape(len(cuts) - 1, *inner)
    columns = values.reshape(values.shape[0], width)
    xp = array_namespace(values)
    joined = [_runs(columns[:, i], cuts, between) for i in range(width)]
    stacked: Array = xp.stack(joined, axis=1)
    return stacked.reshape(len(cuts) - 1, *inner)


def _runs(values: Array, cuts: list[int], between: Any) -> Array:
    items = python_values(values)
    rows = [between.join(items[a:b]) for a, b in pairwise(cuts)]
    return rebuilt(rows, object_array(rows)) if rows else texts(values.ravel()[:0], "inputs")


_LARGEST = (1 << 63) - 1
