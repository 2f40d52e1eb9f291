"""From nested lists, and whatever else people hold, to ragged tensors."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from raggedkit._kernels import splits as _splits
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import (
    INT64,
    array_namespace,
    as_array,
    as_dtype,
    bytes_array,
    host_namespace,
    is_array,
    is_host,
    object_array,
    text_array,
)
from raggedkit.errors import broken_rule, shown
from raggedkit.partition import RowPartition, _index_dtype, _index_vector
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = [
    "array",
    "constant",
    "ragged_range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
]

_CONTAINERS = (list, tuple, range)


def constant(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = INT64,
) -> Any:
    """Return a nested list as a ragged tensor.

    Parameters
    ----------
    pylist
        Lists, tuples, ranges and arrays in each other, all values at one depth ``K``.
    dtype
        Of the values; by default NumPy's choice (float64 where there are none).
    ragged_rank
        How many axes become ragged; all but the outermost by default (``K - 1``, less the length
        of ``inner_shape``).
    inner_shape
        The sizes of the axes inside them, by default read off ``pylist``.
    row_splits_dtype
        int32 or int64.

    Returns
    -------
    RaggedTensor or array
        An array where no axis is ragged: a flat list, or ``ragged_rank=0``.

    Raises
    ------
    TypeError
        If a value doesn't fit ``dtype``, or is neither number, text nor bytes (names its place);
        if the values don't fill ``inner_shape``.
    ValueError
        If values lie at different depths or are of different kinds (names the places), or
        ``ragged_rank`` and ``inner_shape`` don't fit.

    See Also
    --------
    array : also takes object arrays, Series of lists and iterators, and keeps inner axes uniform.

    Notes
    -----
    After TensorFlow's ``tf.ragged.constant``, with NumPy's dtypes: ints become int64, floats
    float64. An empty list is an empty row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.constant([[1, 2], [3], [4, 5, 6]])
    <RaggedTensor [[1, 2], [3], [4, 5, 6]]>
    >>> rk.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1).shape
    TensorShape([2, None, 2])
    >>> rk.ragged.constant([[], []]).dtype
    dtype('float64')
    >>> rk.ragged.constant([[1], [[2]]])
    Traceback (most recent call last):
        ...
    ValueError: pylist must hold all values at one depth, got 1 at pylist[0][0] and \
[2] at pylist[1][0]
    """
    if isinstance(pylist, RaggedTensor):
        raise TypeError(broken_rule("pylist", "be a nested list", pylist, "it is ragged already"))
    index_dtype = _index_dtype(row_splits_dtype, "row_splits_dtype")
    inner = _inner_shape(inner_shape)
    wanted = None if dtype is None else as_dtype(dtype)
    ragged_rank = _rank(ragged_rank)
    if not _is_nested(pylist):
        return _scalar(pylist, wanted, ragged_rank, inner)
    nest = _Nest(pylist, "pylist")
    if nest.has_values and ragged_rank is not None and nest.depth <= ragged_rank:
        rule = f"be nested at least {ragged_rank + 1} deep (ragged_rank + 1)"
        raise ValueError(broken_rule("pylist", rule, nest.depth))
    if inner is not None and ragged_rank is not None:
        depth = ragged_rank + len(inner) + 1
        if depth != nest.depth if nest.has_values else depth < nest.depth:
            rule = f"be nested {depth} deep (ragged_rank + len(inner_shape) + 1)"
            raise ValueError(broken_rule("pylist", rule, nest.depth))
    if ragged_rank is None:
        if nest.depth < 2 or (inner is not None and nest.depth - len(inner) < 2):
            ragged_rank = 0
        else:
            taken = len(inner or ()) if nest.has_values else 0
            ragged_rank = max(1, nest.depth - 1 - taken)
            inner = inner or ()
    if inner is None:
        inner = nest.uniform_below(ragged_rank)
    flat = nest.values(wanted)
    if not ragged_rank:
        return _reshaped(
            flat, inner if inner_shape is not None else nest.uniform_below(-1), "pylist"
        )
    parts = [
        RowPartition._of_lengths(as_array(lengths, dtype=index_dtype))
        for lengths in nest.lengths_of(ragged_rank)
    ]
    count = parts[-1].static_nvals
    return RaggedTensor._make(_reshaped(flat, (count, *inner), "pylist"), tuple(parts))


def array(obj: Any, dtype: DTypeLike | None = None) -> RaggedTensor:
    """Return whatever holds rows as a ragged tensor: the one door in.

    Parameters
    ----------
    obj
        A nested list; a list of arrays (axes that all of them share inside the first stay
        uniform); an object array or a pandas Series of lists or arrays; an iterator of rows; a
        dense array of two dimensions or more; a sparse tensor; a ragged tensor.
    dtype
        Of the values; by default NumPy's choice, and arrays keep theirs.

    Raises
    ------
    TypeError
        If it holds no rows, or a value has another type than the others; names its place.
    ValueError
        If values lie at different depths; names the place.

    See Also
    --------
    constant : TensorFlow's spelling, which makes every axis ragged.
    RaggedTensor.from_row_lengths : from flat values and an encoding of the rows.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rk.array([[1, 2], [], [3]])
    <RaggedTensor [[1, 2], [], [3]]>
    >>> rk.array([np.zeros((2, 3)), np.ones((1, 3))]).shape
    TensorShape([2, None, 3])
    >>> rk.array(line.split() for line in ["so it goes", "", "on"])
    <RaggedTensor [['so', 'it', 'goes'], [], ['on']]>
    >>> rk.array([1, 2, 3])
    Traceback (most recent call last):
        ...
    ValueError: obj must hold rows, got 1 at obj[0]; one row alone is obj=[[...]]
    """
    if isinstance(obj, RaggedTensor):
        return obj if dtype is None else _recast(obj, as_dtype(dtype))
    if isinstance(obj, SparseTensor):
        return array(RaggedTensor.from_sparse(obj), dtype)
    wanted = None if dtype is None else as_dtype(dtype)
    if is_array(obj) and obj.dtype.kind != "O":
        if obj.ndim < 2:
            way_out = "one row alone is obj=[[...]]"
            raise ValueError(broken_rule("obj", "have at least 2 dimensions", obj.ndim, way_out))
        rt = RaggedTensor.from_tensor(obj)
        return rt if wanted is None else _recast(rt, wanted)
    rows = _rows(obj)
    if rows and all(is_array(r) and r.ndim >= 1 for r in rows) and _one_kind(rows):
        rt = _from_arrays(_plain(rows))
        return rt if wanted is None else _recast(rt, wanted)
    nest = _Nest(rows, "obj")
    if nest.depth < 2:
        if not nest.has_values:
            part = RowPartition._of_lengths(as_array([], dtype=INT64))
            return RaggedTensor._make(nest.values(wanted), (part,))
        got = f"got {shown(rows[0])} at obj[0]; one row alone is obj=[[...]]"
        raise ValueError(f"obj must hold rows, {got}")
    parts = [
        RowPartition._of_lengths(as_array(lengths, dtype=INT64))
        for lengths in nest.lengths_of(nest.depth - 1)
    ]
    return RaggedTensor._make(nest.values(wanted), tuple(parts))


def _rows(obj: Any) -> list[Any]:
    if isinstance(obj, str | bytes | dict) or not isinstance(obj, Iterable):
        raise TypeError(broken_rule("obj", "hold rows", obj, "give a list of lists"))
    if hasattr(obj, "tolist") and hasattr(obj, "index") and not is_array(obj):
        rows = list(obj.tolist())  # a pandas Series, an Arrow array: its own elements
    else:
        rows = list(obj)
    if set(map(type, rows)) <= {*_CONTAINERS, host_namespace.ndarray}:
        return rows
    for i, row in enumerate(rows):
        if row is None or (isinstance(row, float) and row != row):
            way_out = "an empty row is []"
            raise TypeError(f"obj[{i}] must be a row, got {row!r}; {way_out}")
    return [r if _is_nested(r) or not _is_lazy(r) else list(r) for r in rows]


def _is_lazy(row: Any) -> bool:
    return (
        isinstance(row, Iterable)
        and not isinstance(row, str | bytes | dict)
        and not _is_scalar(row)
    )


def _is_scalar(x: Any) -> bool:
    return is_array(x) or getattr(x, "ndim", 1) == 0


def _recast(rt: RaggedTensor, wanted: DType) -> RaggedTensor:
    """The same rows with values of another dtype; an error where one would change."""
    flat = _cast(rt._flat, wanted, "obj", lambda i: f"flat value {i}")
    return RaggedTensor._make(flat, rt._parts)


def _from_arrays(rows: list[Any]) -> RaggedTensor:
    """Rows that are arrays: axis 1 is ragged, so are those up to the last on which they differ."""
    ndim = rows[0].ndim
    for i, r in enumerate(rows):
        if r.ndim != ndim:
            got = f"got {ndim} dimensions at obj[0] and {r.ndim} at obj[{i}]"
            raise ValueError(f"obj must hold all values at one depth, {got}")
    xp = array_namespace(*rows)
    if ndim == 1:
        lengths = as_array(list(map(len, rows)), xp, dtype=INT64)
        return RaggedTensor._make(xp.concatenate(rows), (RowPartition._of_lengths(lengths),))
    differing = [k for k in range(1, ndim) if len({r.shape[k] for r in rows}) > 1]
    depth = differing[-1] + 1 if differing else 1
    inner = rows[0].shape[depth:]
    parts, repeats = [], [1] * len(rows)
    for k in range(depth):
        lengths = as_array(
            list(chain.from_iterable([r.shape[k]] * n for r, n in zip(rows, repeats, strict=True))),
            xp,
            dtype=INT64,
        )
        parts.append(RowPartition._of_lengths(lengths))
        repeats = [n * r.shape[k] for r, n in zip(rows, repeats, strict=True)]
    flat = xp.concatenate([r.reshape(n, *inner) for r, n in zip(rows, repeats, strict=True)])
    return RaggedTensor._make(flat, tuple(parts))


# ---------------------------------------------------------------------- nested lists
class _Nest:
    """A nested list taken apart level by level: lengths of its lists, and the values inside.

    Every step runs in C (`len` and `type` mapped over a level, `chain` to flatten it), so a
    million values cost a few passes of a list, not a million turns of a Python loop.
    """

    def __init__(self, obj: Any, name: str) -> None:
        self.name = name
        self.root = obj
        self.lengths: list[list[int]] = []  # of the lists of each level, below the outermost
        level: Any = _as_items(obj)
        self.depth = 1
        while not is_array(level):
            kinds = set(map(type, level))
            nested = [k for k in kinds if self._nests(k, level)]
            if not nested:
                break
            surely = all(issubclass(k, _CONTAINERS) for k in nested)
            if len(nested) < len(kinds) or not (surely or all(map(_is_nested, level))):
                raise ValueError(self._uneven(level))
            self.depth += 1
            self.lengths.append(list(map(len, level)))
            level = _flattened(level)
        self.level = level
        self.has_values = len(level) > 0

    @staticmethod
    def _nests(kind: type, level: Any) -> bool:
        if issubclass(kind, _CONTAINERS):
            return True
        if issubclass(kind, str | bytes | int | float | complex | host_namespace.generic):
            return False
        return any(_is_nested(x) for x in level if type(x) is kind)

    def lengths_of(self, ragged_rank: int) -> list[list[int]]:
        """Row lengths of the outermost partitions, empty ones where the lists end early."""
        known = self.lengths[:ragged_rank]
        return known + [[] for _ in range(ragged_rank - len(known))]

    def uniform_below(self, ragged_rank: int) -> tuple[int, ...]:
        """Sizes of the axes inside the ragged ones (-1: all axes); an error where they vary."""
        shape: list[int] = []
        levels = self.lengths[ragged_rank:] if ragged_rank >= 0 else self.lengths
        if ragged_rank < 1:
            shape.append(len(_as_items(self.root)))
            levels = self.lengths
        for k, lengths in enumerate(levels):
            if not lengths:
                break
            if self.has_values and lengths.count(lengths[0]) != len(lengths):
                odd = next(n for n in lengths if n != lengths[0])
                axis = max(ragged_rank, 0) + 1 + k
                rule = f"have lists of one length on axis {axis}, inside the ragged ones"
                got = f"got lengths {lengths[0]} and {odd}"
                raise ValueError(f"{self.name} must {rule}, {got}; make more axes ragged")
            shape.append(lengths[0])
            if not lengths[0]:
                break
        return tuple(shape)

    def values(self, wanted: DType | None) -> Array:
        """The values end to end, in one dtype."""
        level = self.level
        if is_array(level):
            return level if wanted is None else _cast(level, wanted, self.name, self._path)
        if not level:
            kinds = {r.dtype for r in self._arrays()}
            return as_array([], dtype=wanted if wanted is not None else next(iter(kinds), None))
        types = set(map(type, level))
        if wanted is None or wanted.kind not in "mM":
            self._check_kinds(types, _FAMILIES if wanted is None else _COARSE)
        if wanted is not None:
            return self._values_of_dtype(level, types, wanted)
        if all(issubclass(k, str) for k in types):
            return text_array(object_array(level))
        if all(issubclass(k, bytes) for k in types):
            return bytes_array(object_array(level))
        try:
            flat = host_namespace.array(level)
        except (OverflowError, ValueError, TypeError) as error:
            raise TypeError(f"{self.name} must hold numbers, text or bytes: {error}") from error
        if flat.dtype.kind == "O" or (types == {int} and flat.dtype.kind not in "iu"):
            i = next((i for i, x in enumerate(level) if not _is_number(x)), 0)
            rule = "hold integers of 64 bits, text or bytes"
            way_out = "dtype='float64' rounds"
            if all(0 <= x < 1 << 64 for x in level if isinstance(x, int)):
                way_out = "dtype='uint64' holds it"
            got = f"got {shown(level[i])} at {self._path(i)}"
            raise TypeError(f"{self.name} must {rule}, {got}; {way_out}")
        return flat

    def _arrays(self) -> list[Any]:
        items = _as_items(self.root)
        return [x for x in items if is_array(x) and x.dtype.kind != "O"]

    def _check_kinds(self, types: set[type], families: Any) -> None:
        """Raise unless the values are of one kind, and of one that arrays can hold."""
        found = {_family(k, families) for k in types}
        if len(found) < 2 and None not in found:
            return
        level = self.level
        kinds = [_family(type(x), families) for x in level]
        i = next((i for i, k in enumerate(kinds) if k != kinds[0]), 0)
        if kinds[0] is None or i == 0:
            i = kinds.index(None)
            got = f"got {shown(level[i])} at {self._path(i)}"
            way_out = "; make it a list" if hasattr(level[i], "__next__") else ""
            way_out = "; say dtype='datetime64[us]'" if hasattr(level[i], "isoformat") else way_out
            error = ValueError if level[i] is None else TypeError
            raise error(f"{self.name} must hold numbers, text or bytes, {got}{way_out}")
        got = f"got {shown(level[0])} at {self._path(0)} and {shown(level[i])} at {self._path(i)}"
        raise ValueError(f"{self.name} must hold values of one type, {got}")

    def _values_of_dtype(self, level: list[Any], types: set[type], wanted: DType) -> Array:
        """The values in a given dtype; an error where one would change."""
        wrong = {k for k in types if not _castable(k, wanted)}
        if wrong:
            i = next(i for i, x in enumerate(level) if type(x) in wrong)
            raise TypeError(_unfit(self.name, wanted, level[i], self._path(i)))
        if wanted.kind in "OT":
            return object_array(level).astype(wanted)
        direct = wanted.kind in "USmM" or (wanted.kind in "iu" and types == {int})
        try:
            source = host_namespace.array(level, dtype=wanted if direct else None)
        except OverflowError as error:
            least, most = _range_of(wanted)
            wide = (i for i, x in enumerate(level) if not least <= x <= most)
            i = next(wide, 0)
            raise TypeError(_unfit(self.name, wanted, level[i], self._path(i))) from error
        except (TypeError, ValueError) as error:
            rule = f"hold values of dtype {wanted}: {error}"
            raise TypeError(f"{self.name} must {rule}") from error
        if wanted.kind in "US":  # a fixed width cuts what is longer, and NULs at the end
            items = source.tolist()
            if items != level:
                i = next(i for i, (a, b) in enumerate(zip(items, level, strict=True)) if a != b)
                raise TypeError(_unfit(self.name, wanted, level[i], self._path(i)))
        return source if direct else _cast(source, wanted, self.name, self._path)

    def _uneven(self, level: Any) -> str:
        first_list = next(i for i, x in enumerate(level) if _is_nested(x))
        first_value = next(i for i, x in enumerate(level) if not _is_nested(x))
        a, b = sorted((first_list, first_value))
        got = [f"{shown(level[i], 40)} at {self._path(i)}" for i in (a, b)]
        return f"{self.name} must hold all values at one depth, got {got[0]} and {got[1]}"

    def _path(self, i: int) -> str:
        """Where item ``i`` of the level in hand stands, like ``pylist[1][0]``."""
        places: list[int] = []
        for lengths in reversed(self.lengths[: self.depth - 1]):
            row = 0
            while i >= lengths[row]:
                i -= lengths[row]
                row += 1
            places.append(i)
            i = row
        places.append(i)
        return self.name + "".join(f"[{p}]" for p in reversed(places))


def _is_nested(x: Any) -> bool:
    return isinstance(x, _CONTAINERS) or (
        hasattr(x, "ndim") and x.ndim > 0 and hasattr(x, "__len__")
    )


def _as_items(obj: Any) -> Any:
    if isinstance(obj, list):
        return obj
    if is_array(obj) and obj.dtype.kind != "O":
        return obj if obj.ndim == 1 else list(obj)
    return list(obj)


def _flattened(level: list[Any]) -> Any:
    """The items of a level's lists, end to end; an array where all of them are 1-D arrays."""
    types = set(map(type, level))
    if all(issubclass(k, _CONTAINERS) for k in types):
        return list(chain.from_iterable(level))
    if types == {host_namespace.ndarray} or all(map(is_array, level)):
        if {x.ndim for x in level} == {1} and _one_kind(level) and level[0].dtype.kind != "O":
            return array_namespace(*level).concatenate(_plain(level))
    if any(map(is_array, level)) and not all(is_host(x) for x in level if is_array(x)):
        return list(chain.from_iterable(x.tolist() if is_array(x) else x for x in level))
    return list(chain.from_iterable(level))


def _plain(arrays: list[Any]) -> list[Any]:
    """The arrays, none of them of a subclass."""
    if set(map(type, arrays)) == {host_namespace.ndarray}:
        return arrays
    return [as_array(a) for a in arrays]


def _one_kind(arrays: list[Any]) -> bool:
    """Whether arrays can be joined without turning numbers into text, or the like."""
    return len({_dtype_family(a.dtype) for a in arrays}) == 1


def _dtype_family(dtype: DType) -> str:
    return "number" if dtype.kind in "biufc" else "text" if dtype.kind in "UT" else dtype.kind


_FAMILIES = ((bool, "bool"), (int | float | complex, "number"), (str, "text"), (bytes, "bytes"))
# Where a dtype is asked for, what can stand side by side until it is checked against that.
_COARSE = ((int | float | complex, "number"), (str | bytes, "text"))


def _family(kind: type, families: Any = _FAMILIES) -> str | None:
    """What a type of value can share a tensor with."""
    for types, family in families:
        if issubclass(kind, types):
            return str(family)
    if issubclass(kind, host_namespace.generic):
        if issubclass(kind, host_namespace.bool_):
            return "bool" if families is _FAMILIES else "number"
        if issubclass(kind, host_namespace.number):
            return "number"
        if issubclass(kind, host_namespace.datetime64 | host_namespace.timedelta64):
            return kind.__name__
    return "number" if hasattr(kind, "__array__") and hasattr(kind, "dtype") else None


def _is_number(x: Any) -> bool:
    return not isinstance(x, int) or -(1 << 63) <= x < 1 << 63


def _range_of(dtype: DType) -> tuple[int, int]:
    if dtype.kind not in "iu":
        return -(1 << 63), (1 << 64) - 1
    bits = 8 * dtype.itemsize
    return (0, (1 << bits) - 1) if dtype.kind == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)


def _castable(kind: type, wanted: DType) -> bool:
    """Whether values of a type become a dtype without a change of meaning."""
    family = _family(kind)
    if wanted.kind in "OUST":
        return family in {"O": ("text", "bytes"), "S": ("bytes",)}.get(wanted.kind, ("text",))
    if wanted.kind == "b":
        return family == "bool"
    if issubclass(kind, complex) and wanted.kind != "c":
        return False
    if wanted.kind in "iu" and issubclass(kind, float | host_namespace.inexact):
        return False
    if wanted.kind in "mM":
        return family in (None, "number", wanted.type.__name__)
    return family in ("number", "bool")


def _unfit(name: str, wanted: DType, value: Any, place: str) -> str:
    return f"{name} must hold values of dtype {wanted}, got {shown(value)} at {place}"


# From which kinds of dtype another can be made without a change of meaning.
_SOURCES = {"U": "UTO", "T": "UTO", "S": "SO", "O": "UTSO", "m": "miu", "M": "Miu"}


def _cast(source: Array, wanted: DType, name: str, path: Callable[[int], str]) -> Array:
    """Return an array in another dtype; an error where a value would change its meaning."""
    have, want = source.dtype.kind, wanted.kind
    if source.dtype == wanted or not source.size:
        return source.astype(wanted, copy=False)
    if have not in _SOURCES.get(want, "biufcO"):
        raise TypeError(_unfit(name, wanted, _item(source, 0), path(0)))
    real = source.real if have == "c" and want != "c" else source
    with host_namespace.errstate(all="ignore"):
        cast = real.astype(wanted)
    if want in "biuUSmM" or real is not source:
        changed = cast != source
        if want in "iu" and have in "iu":
            changed |= (cast < 0) != (source < 0)
        if want in "mM":
            changed &= source == source
        i = _splits._first(changed.ravel())
        if i >= 0:
            raise TypeError(_unfit(name, wanted, _item(source, i), path(i)))
    return cast


def _item(source: Array, i: int) -> Any:
    value = source.ravel()[i]
    return value.item() if hasattr(value, "item") else value


def _scalar(value: Any, wanted: DType | None, ragged_rank: int | None, inner: Any) -> Array:
    if ragged_rank:
        raise ValueError(broken_rule("ragged_rank", "be 0 for a single value", ragged_rank))
    if inner:
        raise ValueError(broken_rule("inner_shape", "be () for a single value", inner))
    try:
        return _Nest([value], "pylist").values(wanted).reshape(())
    except (TypeError, ValueError) as error:
        raise type(error)(
            str(error).replace("pylist[0]", "pylist").replace(" at pylist", "")
        ) from None


def _rank(ragged_rank: Any) -> int | None:
    if ragged_rank is None:
        return None
    try:
        rank = operator.index(ragged_rank)
    except TypeError:
        raise TypeError(broken_rule("ragged_rank", "be an int", ragged_rank)) from None
    if rank < 0:
        raise ValueError(broken_rule("ragged_rank", "not be negative", rank))
    return rank


def _inner_shape(inner_shape: Any) -> tuple[int, ...] | None:
    if inner_shape is None:
        return None
    try:
        sizes = tuple(operator.index(n) for n in inner_shape)
    except TypeError:
        raise TypeError(broken_rule("inner_shape", "be a tuple of ints", inner_shape)) from None
    if any(n < 0 for n in sizes):
        raise ValueError(broken_rule("inner_shape", "have no negative size", inner_shape))
    return sizes


def _reshaped(flat: Array, shape: tuple[int, ...], name: str) -> Array:
    total = 1
    for n in shape:
        total *= n
    if flat.size != total:  # TensorFlow's kind of error
        raise TypeError(broken_rule(name, f"fill shape {shape} with {total} values", flat.size))
    return flat.reshape(shape)


# ---------------------------------------------------------------------- ranges and segments
def ragged_range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: DTypeLike | None = None,
    row_splits_dtype: DTypeLike = INT64,
) -> RaggedTensor:
    """Return one row ``start, start + delta, ...`` below ``limit`` for each start.

    Parameters
    ----------
    starts
        A number or ``[nrows]``. Given alone they are the limits, and every row starts at 0.
    limits, deltas
        Numbers or ``[nrows]``; the step is 1 by default. A limit is not reached.
    dtype
        Of the values; by default what the three promote to.
    row_splits_dtype
        int32 or int64.

    Raises
    ------
    ValueError
        If a step is 0, or the vectors differ in length.

    Notes
    -----
    A row whose limit lies before its start is empty. After TensorFlow's ``tf.ragged.range``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.range([3, 0, 2])
    <RaggedTensor [[0, 1, 2], [], [0, 1]]>
    >>> rk.ragged.range([1, 3, 4, 6], [1, 5, 7, 6])
    <RaggedTensor [[], [3, 4], [4, 5, 6], []]>
    >>> rk.ragged.range([0, 0], [5, 5], [2, 0])
    Traceback (most recent call last):
        ...
    ValueError: deltas must not be 0, got deltas[1] = 0
    """
    if limits is None:
        starts, limits = 0, starts
    xp = array_namespace(*[x for x in (starts, limits, deltas) if is_array(x)])
    index_dtype = _index_dtype(row_splits_dtype, "row_splits_dtype")
    numbers = [
        _number_vector(x, n, xp)
        for x, n in ((starts, "starts"), (limits, "limits"), (deltas, "deltas"))
    ]
    kind = xp.result_type(
        *[_weak(x, a) for x, a in zip((starts, limits, deltas), numbers, strict=True)]
    )
    if dtype is not None:
        kind = as_dtype(dtype)
        for a, n in zip(numbers, ("starts", "limits", "deltas"), strict=True):
            if a.dtype.kind == "f" and kind.kind in "iu" and bool((a != xp.trunc(a)).any()):
                raise TypeError(broken_rule(n, f"hold values of dtype {kind}", a.tolist()))
    nrows = 1
    for a, n in zip(numbers, ("starts", "limits", "deltas"), strict=True):
        if a.ndim and a.shape[0] != nrows:
            if nrows != 1 and any(b.ndim and b.shape[0] == nrows for b in numbers):
                rule = f"have {nrows} items, as the ones before"
                raise ValueError(broken_rule(n, rule, a.shape[0]))
            nrows = a.shape[0]
    if any(a.ndim and a.shape[0] != nrows for a in numbers):
        sizes = [a.shape[0] for a in numbers if a.ndim]
        raise ValueError(broken_rule("starts, limits and deltas", "have one length", sizes))
    first, limit, step = (xp.broadcast_to(a.astype(kind), (nrows,)) for a in numbers)
    zero = _splits._first(step == 0)
    if zero >= 0:
        at = f"deltas[{zero}]" if numbers[2].ndim else "deltas"
        raise ValueError(f"deltas must not be 0, got {at} = 0")
    lengths = _range_lengths(xp, first, limit, step).astype(INT64)
    total = sum(lengths.tolist()) if nrows < 64 else int(lengths.astype("float64").sum())
    if total > _MOST_VALUES:
        raise ValueError(broken_rule("limits", "make rows that fit memory", f"{total} values"))
    part = RowPartition._of_lengths(lengths.astype(index_dtype))
    places = part.offsets_in_rows()
    flat = _splits.repeat(first, lengths) + _splits.repeat(step, lengths) * places.astype(kind)
    return RaggedTensor._make(flat.astype(kind, copy=False), (part,))


_MOST_VALUES = 1 << 34


def _range_lengths(xp: Any, first: Array, limit: Array, step: Array) -> Array:
    if first.dtype.kind == "f":
        count = xp.ceil((limit - first) / step)
        wrong = _splits._first(~xp.isfinite(count))
        if wrong >= 0:
            got = [float(a[wrong]) for a in (first, limit, step)]
            rule = f"be finite numbers, got row {wrong}: {got}"
            raise ValueError(f"starts, limits and deltas must {rule}")
        lengths: Array = xp.maximum(count, 0)
        return lengths
    span, stride = limit.astype(INT64) - first.astype(INT64), step.astype(INT64)
    counted: Array = xp.maximum(-(-span // stride), 0)
    return counted


def _number_vector(x: Any, name: str, xp: Any) -> Array:
    try:
        a = as_array(x, xp)
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule(name, "be a number or a vector", x)) from error
    if a.ndim > 1:
        raise ValueError(broken_rule(name, "be a number or a vector", a.shape, "by its shape"))
    if a.dtype.kind not in "iuf":
        if not a.size:
            return a.astype(INT64)
        raise TypeError(broken_rule(name, "hold numbers", x))
    return a if a.size or is_array(x) else a.astype(INT64)


def _weak(x: Any, a: Array) -> Any:
    """A Python number doesn't decide the dtype where an array stands beside it."""
    return x if isinstance(x, int | float) else a.dtype


def row_splits_to_segment_ids(splits: Any, out_type: DTypeLike | None = None) -> Array:
    """Return the row of each value, ``int[nvals]``, from row splits ``int[nrows + 1]``.

    An empty row appears in none of them.

    Parameters
    ----------
    splits
        As `RowPartition.from_row_splits` takes them.
    out_type
        int32 or int64, by default the splits'.

    Raises
    ------
    ValueError
        If they are no row splits.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.row_splits_to_segment_ids([0, 3, 3, 5])
    array([0, 0, 0, 2, 2])
    >>> rk.ragged.row_splits_to_segment_ids([0, 3, 2])
    Traceback (most recent call last):
        ...
    ValueError: row_splits must not decrease, got row_splits[1:3] = [3, 2]
    """
    part = RowPartition.from_row_splits(splits)
    rowids = part.value_rowids()
    return (
        rowids
        if out_type is None
        else rowids.astype(_index_dtype(out_type, "out_type"), copy=False)
    )


def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: DTypeLike | None = None
) -> Array:
    """Return row splits, ``int[nrows + 1]``, from the row of each value.

    Parameters
    ----------
    segment_ids
        ``int[nvals]``. In any order: the splits are those of the values once they are sorted by it.
    num_segments
        How many rows; by default up to the last that has a value.
    out_type
        int32 or int64, by default the ids'.

    Raises
    ------
    ValueError
        If an id is negative or reaches ``num_segments``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2])
    array([0, 3, 3, 5])
    >>> rk.ragged.segment_ids_to_row_splits([0, 3], num_segments=2)
    Traceback (most recent call last):
        ...
    ValueError: value_rowids must be from 0 to nrows - 1 = 1, got [0, 3]
    """
    ids = as_array(segment_ids)
    if ids.size and ids.dtype.kind not in "iu":
        raise TypeError(broken_rule("segment_ids", "hold integers", ids.dtype))
    ids = _index_vector(segment_ids, "segment_ids", None)
    splits = RowPartition.from_value_rowids(ids, num_segments, validate=False).row_splits()
    return (
        splits
        if out_type is None
        else splits.astype(_index_dtype(out_type, "out_type"), copy=False)
    )
