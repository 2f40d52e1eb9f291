"""From nested lists, and whatever else people hold, to ragged tensors."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from raggedkit._kernels import splits as _splits
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import (
    INT64,
    TEXT,
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
    inner_shape: Sequence[int] | int | None = None,
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
        If a value has another type than the others or than ``dtype``; names its place.
    ValueError
        If values lie at different depths (names the place), or ``ragged_rank`` and
        ``inner_shape`` don't fit.

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
    if not _is_nested(pylist):
        return _scalar(pylist, wanted, ragged_rank, inner)
    if ragged_rank is not None and operator.index(ragged_rank) < 0:
        raise ValueError(broken_rule("ragged_rank", "not be negative", ragged_rank))
    nest = _Nest(pylist, "pylist")
    if nest.has_values and ragged_rank is not None and nest.depth < ragged_rank:
        rule = f"be nested at least {ragged_rank} deep (ragged_rank)"
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
        return obj if dtype is None else obj.with_flat_values(obj._flat.astype(as_dtype(dtype)))
    if isinstance(obj, SparseTensor):
        return array(RaggedTensor.from_sparse(obj), dtype)
    wanted = None if dtype is None else as_dtype(dtype)
    if is_array(obj) and obj.dtype.kind != "O":
        if obj.ndim < 2:
            way_out = "one row alone is obj=[[...]]"
            raise ValueError(broken_rule("obj", "have at least 2 dimensions", obj.ndim, way_out))
        return RaggedTensor.from_tensor(obj if wanted is None else obj.astype(wanted))
    rows = _rows(obj)
    if rows and all(is_array(r) and r.ndim >= 1 and r.dtype.kind != "O" for r in rows):
        return _from_arrays(rows, wanted)
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


def _from_arrays(rows: list[Any], wanted: DType | None) -> RaggedTensor:
    """Rows that are arrays: axis 1 is ragged, so are those up to the last on which they differ."""
    ndim = rows[0].ndim
    for i, r in enumerate(rows):
        if r.ndim != ndim:
            got = f"got {ndim} dimensions at obj[0] and {r.ndim} at obj[{i}]"
            raise ValueError(f"obj must hold all values at one depth, {got}")
    xp = array_namespace(*rows)
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
    return RaggedTensor._make(flat if wanted is None else flat.astype(wanted), tuple(parts))


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
        while True:
            kinds = set(map(type, level))
            nested = [k for k in kinds if self._nests(k, level)]
            if not nested:
                break
            if len(nested) < len(kinds) or not all(map(_is_nested, level)):
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
        if issubclass(kind, str | bytes | int | float | complex):
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
            if lengths.count(lengths[0]) != len(lengths):
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
            return level if wanted is None else self._cast(level, wanted)
        if not level:
            kinds = {r.dtype for r in self._arrays()}
            flat = as_array([], dtype=wanted if wanted is not None else next(iter(kinds), None))
            return flat
        kinds = set(map(type, level))
        if wanted is None or wanted.kind != "O":
            self._check_kinds(kinds)
        if wanted is not None:
            return self._cast(level, wanted)
        if all(issubclass(k, str) for k in kinds):
            return text_array(object_array(level))
        if all(issubclass(k, bytes) for k in kinds):
            return bytes_array(object_array(level))
        try:
            flat = host_namespace.array(level)
        except (OverflowError, ValueError, TypeError) as error:
            raise TypeError(f"{self.name} must hold numbers, text or bytes: {error}") from error
        if flat.dtype.kind == "O" or (kinds == {int} and flat.dtype.kind not in "iu"):
            i = next((i for i, x in enumerate(level) if not _is_number(x)), 0)
            rule = "hold numbers of 64 bits, text or bytes"
            raise TypeError(f"{self.name} must {rule}, got {shown(level[i])} at {self._path(i)}")
        return flat

    def _arrays(self) -> list[Any]:
        items = _as_items(self.root)
        return [x for x in items if is_array(x) and x.dtype.kind != "O"]

    def _check_kinds(self, kinds: set[type]) -> None:
        families = {_family(k) for k in kinds}
        if len(families) > 1 or None in families:
            level = self.level
            first = _family(type(level[0]))
            i = next((i for i, x in enumerate(level) if _family(type(x)) != first), 0)
            if first is None or i == 0:
                i = next(i for i, x in enumerate(level) if _family(type(x)) is None)
                rule = "hold numbers, text or bytes"
                error = ValueError if level[i] is None else TypeError
                raise error(f"{self.name} must {rule}, got {shown(level[i])} at {self._path(i)}")
            got = (
                f"got {shown(level[0])} at {self._path(0)} and {shown(level[i])} at {self._path(i)}"
            )
            raise ValueError(f"{self.name} must hold values of one type, {got}")

    def _cast(self, level: Any, wanted: DType) -> Array:
        """The values in a given dtype; an error where one would change."""
        if is_array(level):
            source = level
        else:
            i = next((i for i, k in enumerate(map(type, level)) if not _castable(k, wanted)), -1)
            if i >= 0:
                rule = f"hold values of dtype {wanted}"
                raise TypeError(
                    f"{self.name} must {rule}, got {shown(level[i])} at {self._path(i)}"
                )
            if wanted.kind == "T":
                return object_array(level).astype(TEXT)
            try:
                source = host_namespace.array(level, dtype=wanted if wanted.kind in "USO" else None)
            except (OverflowError, ValueError) as error:
                raise TypeError(
                    f"{self.name} must hold values of dtype {wanted}: {error}"
                ) from error
        with host_namespace.errstate(all="ignore"):
            cast = source.astype(wanted)
        if wanted.kind in "iu" and source.dtype.kind in "iufO":
            i = _splits._first((cast != source) | ((cast < 0) != (source < 0)))
            if i >= 0:
                value = source[i].item() if hasattr(source[i], "item") else source[i]
                rule = f"hold values that {wanted} can tell"
                raise TypeError(f"{self.name} must {rule}, got {value!r} at {self._path(i)}")
        return cast  # type: ignore[no-any-return]

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
    if (
        level
        and all(map(is_array, level))
        and all(x.ndim == 1 and x.dtype.kind != "O" for x in level)
    ):
        return array_namespace(*level).concatenate(level)
    if any(map(is_array, level)) and not all(is_host(x) for x in level if is_array(x)):
        return list(chain.from_iterable(x.tolist() if is_array(x) else x for x in level))
    return list(chain.from_iterable(level))


_FAMILIES = ((bool, "bool"), (int | float | complex, "number"), (str, "text"), (bytes, "bytes"))


def _family(kind: type) -> str | None:
    """What a type of value can share a tensor with."""
    for types, family in _FAMILIES:
        if issubclass(kind, types):
            return family
    dtype_kind = getattr(getattr(kind, "dtype", None), "kind", None)
    if issubclass(kind, host_namespace.generic):
        name = kind.__name__
        if name.startswith("bool"):
            return "bool"
        if issubclass(kind, host_namespace.number):
            return "number"
        if issubclass(kind, host_namespace.datetime64 | host_namespace.timedelta64):
            return name
    return "number" if isinstance(dtype_kind, str) and dtype_kind in "iufc" else _external(kind)


def _external(kind: type) -> str | None:
    """Scalars of other libraries that NumPy turns into numbers (0-d tensors)."""
    return "number" if hasattr(kind, "__array__") and hasattr(kind, "dtype") else None


def _is_number(x: Any) -> bool:
    return not isinstance(x, int) or -(1 << 63) <= x < 1 << 64


def _castable(kind: type, wanted: DType) -> bool:
    """Whether values of a type become a dtype without a change of meaning."""
    if wanted.kind == "O":
        return True
    family = _family(kind)
    if wanted.kind in "UT":
        return family == "text"
    if wanted.kind == "S":
        return family == "bytes"
    if wanted.kind == "b":
        return family == "bool"
    if wanted.kind in "iu" and issubclass(kind, float | complex):
        return False
    return family in ("number", "bool") or wanted.kind in "mM"


def _scalar(value: Any, wanted: DType | None, ragged_rank: int | None, inner: Any) -> Array:
    if ragged_rank:
        raise ValueError(broken_rule("ragged_rank", "be 0 for a single value", ragged_rank))
    if inner:
        raise ValueError(broken_rule("inner_shape", "be () for a single value", inner))
    return _Nest([value], "pylist").values(wanted).reshape(())


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
    if flat.size != total:
        raise ValueError(broken_rule(name, f"fill shape {shape} with {total} values", flat.size))
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
