"""Linear interpolation within rows: `interp`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex, overload

from raggedkit._arguments import array_of, as_count, check_room
from raggedkit._engines.inputs import operands
from raggedkit._engines.reductions import numbers
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import flat_of, partitioned, parts_of, path_of, rewrap, splits_dtype
from raggedkit._typing import Array, DType, Scalar, Tensor, TensorLike
from raggedkit._xp import (
    INT64,
    TIMES,
    array_namespace,
    as_dtype,
    host_namespace,
    promote,
)
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["interp"]

_FLOAT, _COMPLEX = as_dtype("float64"), as_dtype("complex128")


@overload
def interp(
    x_new: TensorLike,
    x: TensorLike,
    y: TensorLike,
    *,
    left: Scalar | None = None,
    right: Scalar | None = None,
    empty: Scalar | None = None,
) -> Tensor: ...


@overload
def interp(
    *, n: SupportsIndex, x: TensorLike, y: TensorLike, empty: Scalar | None = None
) -> Tensor: ...


def interp(
    x_new: TensorLike | None = None,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    *,
    n: SupportsIndex | None = None,
    left: Scalar | None = None,
    right: Scalar | None = None,
    empty: Scalar | None = None,
) -> Tensor:
    """Return the values of ``y`` at new points, interpolated linearly within each row.

    ``interp(x_new, x, y)`` interpolates at given points, ``interp(n=50, x=x, y=y)`` at 50 equally
    spaced points from the first to the last point of each row.

    Parameters
    ----------
    x_new
        The new points: ``[nrows, (m)]``, ragged or dense, for each row its own; or a number or a
        vector ``[m]`` for all rows.
    x
        ``[nrows, (d1)]``, the points of each row: real numbers or times that increase. Ragged or
        dense, with more outer axes if ``x_new`` has them too.
    y
        ``[nrows, (d1), ...]``, the values at these points: numbers or times, in the rows of ``x``.
    n
        The number of equally spaced points in each row, instead of ``x_new``.
    left
        The result below the first point of a row. By default the first value of the row.
    right
        The result above the last point of a row. By default the last value of the row.
    empty
        The result for a row without points. By default NaN, or NaT for times.

    Returns
    -------
    array or RaggedTensor
        One value for each new point: in the rows of ``x_new``; ``[nrows, m]`` for a vector,
        ``[nrows]`` for a number and ``[nrows, n]`` for ``n``, all three dense. ``float64``, or
        ``complex128`` for complex ``y``; times keep their dtype, rounded to its unit. A NaN in
        ``x_new`` gives NaN.

    Raises
    ------
    TypeError
        If ``x`` contains anything but real numbers or times, ``y`` anything but numbers or times,
        or one of ``x_new`` and ``x`` contains times and the other does not; if ``x`` or ``y`` is
        missing, or neither or both of ``x_new`` and ``n`` are given.
    ValueError
        If ``x`` does not increase within a row, as it does not at equal points and NaN; or if the
        rows of the arguments differ.

    See Also
    --------
    searchsorted : the positions of new points.

    Notes
    -----
    Each row gives the result of `numpy.interp`. ``np.interp(rt, xp, fp)`` interpolates all values
    of a ragged tensor in one table.

    Examples
    --------
    >>> import raggedkit as rk
    >>> time = rk.array([[0, 10, 20], [], [5, 6]])
    >>> speed = rk.array([[1.0, 2.0, 4.0], [], [0.0, 8.0]])
    >>> rk.interp([5, 15], time, speed)
    array([[1.5, 3. ],
           [nan, nan],
           [0. , 8. ]])
    >>> rk.interp([[5, 12], [], [5.5]], time, speed)
    <RaggedTensor [[1.5, 2.4], [], [4.0]]>
    >>> rk.interp(n=3, x=time, y=speed, empty=0)
    array([[1., 2., 4.],
           [0., 0., 0.],
           [0., 4., 8.]])
    >>> rk.interp(5, rk.array([[0, 3, 2]]), rk.array([[1, 2, 3]]))
    Traceback (most recent call last):
        ...
    ValueError: x must increase within each row, got x[0][1:3] = [3, 2]; sort y by rk.argsort(x) \
and x itself, and drop equal points
    """
    for name, given in (("x", x), ("y", y)):
        if given is None:
            raise TypeError(broken_rule(name, "be given", given))
    if n is None:
        if x_new is None:
            raise TypeError(broken_rule("x_new", "be given, or n", x_new))
        x, y, x_new = operands(x, y, x_new, names="x y x_new")
    else:
        _refuse_with_n(x_new=x_new, left=left, right=right)
        x, y = operands(x, y, names="x y")
    rows, values = _table_of(x, y)
    part, points = rows._parts[-1], numbers(rows, "x", ordered=True, times=True)
    _check_increasing(points, rows._parts)
    wanted, cut, like = (
        _at_new_points(x_new, x, rows)
        if n is None
        else _at_equal_distances(as_count(n, "n"), points, part)
    )
    if points.dtype.kind in TIMES:
        points, wanted = _as_offsets(points, part, wanted, cut)
    table = _Rows(points.astype(_FLOAT, copy=False), part, numbers(values, "y", times=True))
    found = table.at(wanted.astype(_FLOAT, copy=False), cut, left, right, empty)
    if isinstance(like, tuple):  # the same points in every row
        found = found.reshape(part._nrows, *like, *found.shape[1:])
        if not isinstance(x, RaggedTensor):
            return found.reshape(*x.shape[:-1], *found.shape[1:])
        return rewrap(rows._parts[:-1], found)
    found = found.reshape(*flat_of(like).shape, *found.shape[1:])
    return rewrap(parts_of(like), found)


def _refuse_with_n(**arguments: Any) -> None:
    for name, given in arguments.items():
        if given is not None:
            way_out = "n points are equally spaced from the first to the last of each row"
            raise TypeError(broken_rule(name, "not be given beside n", given, way_out))


def _table_of(x: Any, y: Any) -> tuple[RaggedTensor, RaggedTensor]:
    """Return both with all axes of ``x`` partitioned, after a check that their rows agree."""
    if x.ndim < 2:
        way_out = "np.interp takes vectors"
        raise ValueError(broken_rule("x", "have rows, two axes at least", x, way_out))
    if y.ndim < x.ndim:
        raise ValueError(broken_rule("y", f"have the {x.ndim} axes of x", y.ndim))
    depth = x.ndim - 1
    rows = partitioned(x, splits_dtype(x), depth)
    values = partitioned(y, splits_dtype(y), depth)
    if len(values._parts) > depth:
        raise ValueError(broken_rule("y", "have no ragged axes inside of those of x", y))
    _check_rows(rows._parts, values._parts, "y")
    return rows, values


def _check_rows(
    mine: Sequence[RowPartition], other: Sequence[RowPartition], name: str, *, inner: bool = True
) -> None:
    """Raise if rows differ from those of ``x``; without ``inner`` the last lengths may differ."""
    for axis, (a, b) in enumerate(zip(mine, other, strict=True), 1):
        if a._nrows != b._nrows:
            raise ValueError(broken_rule(name, f"have {a._nrows} rows, as x", b._nrows))
        if not inner and axis == len(mine):
            return
        lengths, given = a._get_lengths(), b._get_lengths()
        row = _splits.first_difference(lengths, given)
        if row >= 0:
            rule = f"have the {int(lengths[row])} items that x has in row {row}"
            rule += f" of axis {axis}" if len(mine) > 1 else ""
            raise ValueError(broken_rule(name, rule, int(given[row])))


def _check_increasing(points: Array, parts: tuple[RowPartition, ...]) -> None:
    splits, lengths = parts[-1]._get_splits(), parts[-1]._get_lengths()
    heads = splits[:-1][lengths > 0]
    if not heads.shape[0]:
        return
    falls: Any = ~(points[1:] > points[:-1])
    falls[heads[1:] - 1] = False  # from row to row
    at, size = first_true(falls), 2
    if at < 0:
        # A NaN beside another point is found above; alone in its row it is not.
        alone = heads[lengths[lengths > 0] == 1]
        single = points.take(alone)
        found = first_true(single != single)
        if found < 0:
            return
        at, size = int(alone[found]), 1
    *outer, first = path_of(parts, at)
    pair = points[at : at + size]
    got = pair.tolist() if points.dtype.kind not in TIMES else [str(p) for p in pair]
    index = "".join(f"[{i}]" for i in outer) + f"[{first}:{first + size}]"
    way_out = "sort y by rk.argsort(x) and x itself, and drop equal points"
    raise ValueError(f"x must increase within each row, got x{index} = {got}; {way_out}")


def _at_new_points(x_new: Any, x: Any, rows: RaggedTensor) -> tuple[Array, RowPartition, Any]:
    """Return the new points end to end, their rows, and the shape or the tensor of the result."""
    nrows, new = rows._parts[-1]._nrows, numbers(x_new, "x_new", ordered=True, times=True)
    xp, kinds = array_namespace(new), [a.dtype.kind for a in (rows._flat, new)]
    if kinds[0] != kinds[1] and not {*TIMES}.isdisjoint(kinds) and new.size and rows._flat.size:
        raise TypeError(broken_rule("x_new", f"compare with {rows._flat.dtype}", new.dtype))
    if x_new.ndim < 2:
        check_room([nrows, new.size], 8, "x_new", x_new)
        every = xp.broadcast_to(new.reshape(1, -1), (nrows, new.size)).reshape(-1)
        return every, RowPartition._of_uniform(new.size, nrows, INT64, xp), x_new.shape
    if x_new.ndim != x.ndim:
        rule = f"have the {x.ndim} axes of x, or one"
        raise ValueError(broken_rule("x_new", rule, x_new.ndim))
    cut = partitioned(x_new, splits_dtype(x_new), x.ndim - 1)
    _check_rows(rows._parts, cut._parts, "x_new", inner=False)
    return new.reshape(-1), cut._parts[-1], x_new


def _at_equal_distances(
    n: int, points: Array, part: RowPartition
) -> tuple[Array, RowPartition, tuple[int]]:
    """Return ``n`` points of each row, from the first to the last; NaN where there are none."""
    xp, nrows = array_namespace(points), part._nrows
    check_room([nrows, n], 8, "n", n)
    cut = RowPartition._of_uniform(n, nrows, INT64, xp)
    if not points.shape[0]:
        return xp.full(nrows * n, host_namespace.nan), cut, (n,)
    splits, last = part._get_splits(), points.shape[0] - 1
    first = points.take(xp.minimum(splits[:-1], last))
    end = points.take(xp.maximum(splits[1:] - 1, 0))
    if points.dtype.kind in TIMES:
        # Distances in floats: with the unit "D" the points would be whole days.
        end = _as_reals(end - first)
        first = xp.zeros_like(end)
    first, end = first.astype(_FLOAT, copy=False), end.astype(_FLOAT, copy=False)
    step = (end - first) / max(n - 1, 1)
    wanted: Array = xp.arange(n) * step[:, None] + first[:, None]
    if n > 1:
        wanted[:, -1] = end  # without rounding, as in np.linspace
    return wanted.reshape(-1), cut, (n,)


def _as_offsets(
    points: Array, part: RowPartition, wanted: Array, cut: RowPartition
) -> tuple[Array, Array]:
    """Return times as floats, counted from the first of their row.

    Nanoseconds since 1970 have no exact float64; those since the start of a row mostly do.
    """
    xp, splits = array_namespace(points), part._get_splits()
    if wanted.dtype.kind in TIMES:
        dtype = promote(points.dtype, wanted.dtype)
        points, wanted = points.astype(dtype, copy=False), wanted.astype(dtype, copy=False)
    if not points.shape[0]:
        return _as_reals(points), xp.zeros(wanted.shape, dtype=_FLOAT)
    first = points.take(xp.minimum(splits[:-1], points.shape[0] - 1))
    if wanted.dtype.kind in TIMES:
        wanted = _as_reals(wanted - first.take(cut._get_rowids()))
    return _as_reals(points - first.take(part._get_rowids())), wanted


def _as_reals(distances: Array) -> Array:
    """Return time differences as floats, NaT as NaN."""
    found: Array = distances.view(INT64).astype(_FLOAT)
    found[distances != distances] = host_namespace.nan
    return found


class _Rows:
    """Points and values of all rows; `at` interpolates between them."""

    def __init__(self, points: Array, part: RowPartition, values: Array) -> None:
        self.points, self.part, self.dtype = points, part, values.dtype
        if self.dtype.kind not in TIMES:
            self.dtype = _COMPLEX if self.dtype.kind == "c" else _FLOAT
            values = values.astype(self.dtype, copy=False)
        self.values = values

    def at(self, wanted: Array, cut: RowPartition, left: Any, right: Any, empty: Any) -> Array:
        """Return the value at each of ``wanted: [n]``, in the rows of ``cut``."""
        xp, points, n = array_namespace(self.points), self.points, self.points.shape[0]
        fills = [
            self._fill(value, name)
            for name, value in (("left", left), ("right", right), ("empty", empty))
        ]
        missing = self._fill(None, "empty")
        if not n:
            shape = (wanted.shape[0], *self.values.shape[1:])
            return xp.full(shape, missing if empty is None else fills[2], dtype=self.dtype)
        splits, rowids = self.part._get_splits(), cut._get_rowids()
        place = _sort.search_rows(points, splits, wanted, cut._get_splits(), right=True) - 1
        count = self.part._get_lengths().take(rowids)
        below, above = place < 0, place >= count - 1
        a = splits.take(rowids) + xp.maximum(place, 0)
        a = xp.minimum(a, n - 1)
        start = points.take(a)
        # Below the first point and at the last one the value is that of the point.
        exact = below | above | (wanted == start)
        out = self._between(wanted, a, xp.minimum(a + 1, n - 1), exact)
        if left is not None:
            out[below] = fills[0]
        if right is not None:
            out[above & (wanted > start)] = fills[1]
        out[wanted != wanted] = missing
        out[count == 0] = missing if empty is None else fills[2]
        return out

    def _between(self, wanted: Array, a: Array, b: Array, exact: Array) -> Array:
        """Return values between items ``a`` and ``b``, those of ``a`` where they are exact."""
        values, dtype = self.values, self.dtype
        if dtype.kind == "c":
            # Real and imaginary parts on their own, as in np.interp: no 0 * inf between them.
            values = values.view(_FLOAT).reshape(*values.shape, 2)
        inner = (-1,) + (1,) * (values.ndim - 1)
        xp, points = array_namespace(values), self.points
        before, after = values.take(a, axis=0), values.take(b, axis=0)
        start, end = points.take(a).reshape(inner), points.take(b).reshape(inner)
        wanted, exact = wanted.reshape(inner), exact.reshape(inner)
        with host_namespace.errstate(all="ignore"):  # of values that are replaced below
            if dtype.kind in TIMES:
                moved = _as_reals(after - before) / (end - start) * (wanted - start)
                lost = exact | (moved != moved)
                steps = xp.where(lost, 0, xp.rint(moved)).astype(INT64)
                found = before + steps.view(before.dtype.str.replace("M", "m"))
                nat = ~exact & (moved != moved)
                return xp.where(nat, self._fill(None, "empty"), found)
            slope = (after - before) / (end - start)
            found = slope * (wanted - start) + before
            lost = found != found
            if bool(lost.any()):  # an infinite point or value; the rules of np.interp
                found = xp.where(lost, slope * (wanted - end) + after, found)
                found = xp.where((found != found) & (before == after), before, found)
        found = xp.where(exact, before, found)
        return found.view(dtype)[..., 0] if dtype.kind == "c" else found

    def _fill(self, value: Any, name: str) -> Any:
        """Return a value for points outside of a row, in the dtype of the result."""
        xp, dtype = array_namespace(self.points), self.dtype
        if value is None:
            nan: Any = host_namespace.nan
            return host_namespace.array("NaT", dtype)[()] if dtype.kind in TIMES else nan
        return _one_of(value, name, dtype, xp)


def _one_of(value: Any, name: str, dtype: DType, xp: Any) -> Any:
    kinds = dtype.kind if dtype.kind in TIMES else "biufc" if dtype.kind == "c" else "biuf"
    rule = f"be one value that fits {dtype}"
    array = array_of(value, name, rule, xp)
    if array.ndim or array.dtype.kind not in kinds:
        raise TypeError(broken_rule(name, rule, value))
    return array.astype(dtype)[()]
