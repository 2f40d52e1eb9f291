"""Medians, quantiles and percentiles over any axis; NaN for empty rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from raggedkit._arguments import array_of, as_flag, is_word
from raggedkit._depth import check_axes
from raggedkit._docstrings import sections_from
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.reductions import not_a_time, numbers
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._kernels.limits import LARGE_BLOCK as _BLOCK
from raggedkit._plan.operands import flat_of, tiled
from raggedkit._plan.reducing import Collapse, Dense, Rows, Slots, collapse
from raggedkit._typing import Array, ArrayLike, Axis, Tensor, TensorLike
from raggedkit._xp import (
    INT64,
    TIMES,
    WITH_NAN,
    array_namespace,
    as_array,
    as_dtype,
    host_namespace,
)
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["median", "middle_of", "percentile", "quantile", "shares_of"]


def median(values: TensorLike, axis: Axis | None = None, keepdims: bool = False) -> Tensor:
    """Return the middle value, or the mean of the middle two; NaN for an empty row.

    Parameters
    ----------
    values
        Numbers or bools, ragged or dense.
    axis
        None for all values, 1 for each row, 0 for each column, over the rows that are long
        enough.
    keepdims
        Whether the axis is kept with size 1.

    Returns
    -------
    array or RaggedTensor
        Floats: ``float64`` for integers and bools, else of the values' dtype. Dense if no
        partitioned axis is left.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not numbers, or ``axis`` has several axes.

    See Also
    --------
    quantile : any fraction of the values, not only a half.

    Notes
    -----
    The median of a row with NaN is NaN. Neither that nor an empty row gives a warning.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.median(rt, axis=1)
    array([ 2., nan,  5.])
    >>> rk.median(rt, axis=0)
    array([4., 5., 3., 1.])
    >>> rk.median(rt)
    np.float64(3.0)
    >>> rk.median([["a"]])
    Traceback (most recent call last):
        ...
    TypeError: values must contain numbers or bools, got dtype('<U1')
    """
    return middle_of(values, axis, keepdims)


def middle_of(values: Any, axis: Any, keepdims: Any, *, skip_nan: bool = False) -> Any:
    """Return medians; with ``skip_nan`` of the values that are not NaN."""
    x = as_tensor(values, name="values")
    flat = numbers(x, "values", times=flat_of(x).dtype.kind == "m")
    plan = _plan(x, axis, keepdims)
    (found,) = _joined([[one] for one in map(_Lines.middle, _lines(flat, plan, skip_nan))])
    return plan.wrap(_shaped(found, flat, plan))


@sections_from(median)
def quantile(
    values: TensorLike,
    q: ArrayLike,
    axis: Axis | None = None,
    *,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """Return the quantile ``q``, a fraction from 0 to 1; NaN for an empty row.

    Parameters
    ----------
    values
        Real numbers or bools, ragged or dense.
    q
        A fraction from 0 to 1, or a vector of fractions, which adds a first axis to the result.
    method
        The result between two values: ``"linear"`` interpolates; ``"lower"``, ``"higher"``,
        ``"midpoint"`` and ``"nearest"`` select. Or another of NumPy's methods (see
        `numpy.quantile`): ``"hazen"``, ``"weibull"``, ``"median_unbiased"``,
        ``"normal_unbiased"``, ``"inverted_cdf"``, ``"averaged_inverted_cdf"``,
        ``"interpolated_inverted_cdf"``.
    keepdims
        Whether the axis is kept with size 1.

    Returns
    -------
    array or RaggedTensor
        Floats: ``float64`` for integers and bools, else of the values' dtype. Dense if no
        partitioned axis is left.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not real numbers, or ``axis`` has several axes.
    ValueError
        If ``q`` is out of range, or there is no such method.

    See Also
    --------
    percentile : the same with ``q`` from 0 to 100.

    Notes
    -----
    The quantiles of a row with NaN are NaN. Neither that nor an empty row gives a warning.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.quantile(rt, 0.25, axis=1)
    array([1. , nan, 3.5])
    >>> rk.quantile(rt, [0, 1], axis=1)
    array([[ 1., nan,  2.],
           [ 4., nan,  9.]])
    >>> rk.quantile(rt, 25, axis=1)
    Traceback (most recent call last):
        ...
    ValueError: q must be from 0 to 1, got 25.0; rk.percentile takes hundredths
    """
    return shares_of(values, q, axis, method, keepdims)


@sections_from(quantile)
def percentile(
    values: TensorLike,
    q: ArrayLike,
    axis: Axis | None = None,
    *,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """Return the percentile ``q``, a number from 0 to 100; NaN for an empty row.

    Parameters
    ----------
    q
        A number from 0 to 100, or a vector of them, which adds a first axis to the result.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.percentile(rt, 50, axis=1)
    array([ 2., nan,  5.])
    >>> rk.percentile(rt, 101)
    Traceback (most recent call last):
        ...
    ValueError: q must be from 0 to 100, got 101.0
    """
    return shares_of(values, q, axis, method, keepdims, most=100)


def shares_of(
    values: Any,
    q: Any,
    axis: Any,
    method: str,
    keepdims: Any,
    *,
    most: int = 1,
    skip_nan: bool = False,
) -> Any:
    """Return quantiles; with ``skip_nan`` of the values that are not NaN.

    ``most`` is the largest ``q``: 1 for fractions, 100 for percentages.
    """
    shares = _shares(q, most, "; rk.percentile takes hundredths" if most == 1 else "") / most
    place = _METHODS.get(method) if is_word(method, _METHODS) else None
    if place is None:
        raise ValueError(broken_rule("method", f"be one of {', '.join(_METHODS)}", method))
    x = as_tensor(values, name="values")
    flat = numbers(x, "values", ordered=True, times=True)
    plan = _plan(x, axis, keepdims)
    if shares.ndim:
        check_axes(x.ndim + 1, "values")
    wanted = shares.reshape(-1).tolist() or [0.0]

    def between(lines: _Lines) -> list[Array]:
        return [lines.between(place, share) for share in wanted]

    pieces = list(map(between, _lines(flat, plan, skip_nan)))  # keeps one block of lines
    found = [_shaped(one, flat, plan) for one in _joined(pieces)]
    if not shares.ndim:
        return plan.wrap(found[0])
    stacked = _stacked(found, plan, array_namespace(flat))
    return stacked if shares.shape[0] else stacked[:0]


def _shares(q: Any, most: int, way_out: str = "") -> Array:
    """Return ``q`` as a number or a vector of float64 on the host, checked."""
    given = array_of(q, "q", "be a number or a vector")
    if given.dtype.kind not in "iufb" and given.size:
        raise TypeError(broken_rule("q", "contain numbers", q))
    shares = as_array(given.tolist(), dtype="float64")
    if shares.ndim > 1:
        raise ValueError(broken_rule("q", "be a number or a vector", q))
    wrong = first_true(~((shares >= 0) & (shares <= most)).reshape(-1))
    if wrong >= 0:
        name = f"q[{wrong}]" if shares.ndim else "q"
        value = float(shares.reshape(-1)[wrong])
        raise ValueError(f"{name} must be from 0 to {most}, got {value}{way_out}")
    return shares


# Position of a fraction among n sorted values, from 0; between two positions it is interpolated.
Place = Callable[[Any, Array, float], Array]


def _continuous(alpha: float, beta: float) -> Place:
    """Return the rule of Hyndman and Fan with these parameters."""
    return lambda xp, n, q: n * q + (alpha + q * (1 - alpha - beta)) - 1


def _averaged(xp: Any, n: Array, q: float) -> Array:
    place = n * q - 1
    above: Array = xp.ceil(place)
    return xp.where(above == place, place + 0.5, above)  # xp is Any


_METHODS: dict[str, Place] = {
    "linear": lambda xp, n, q: (n - 1) * q,
    "lower": lambda xp, n, q: xp.floor((n - 1) * q),
    "higher": lambda xp, n, q: xp.ceil((n - 1) * q),
    "midpoint": lambda xp, n, q: (xp.floor((n - 1) * q) + xp.ceil((n - 1) * q)) / 2,
    "nearest": lambda xp, n, q: xp.rint((n - 1) * q),
    "hazen": _continuous(1 / 2, 1 / 2),
    "weibull": _continuous(0, 0),
    "median_unbiased": _continuous(1 / 3, 1 / 3),
    "normal_unbiased": _continuous(3 / 8, 3 / 8),
    "inverted_cdf": lambda xp, n, q: xp.ceil(n * q - 1),
    "averaged_inverted_cdf": _averaged,
    "interpolated_inverted_cdf": _continuous(0, 1),
}


class _Lines:
    """Sorted values in lines, ``[nvals, ...]``: each result is computed from one line."""

    def __init__(self, values: Array, splits: Array, lengths: Array, skip_nan: bool) -> None:
        self.values = _sort.sort_rows(values, splits, lengths)
        self.starts = splits[:-1]
        self.counts = lengths
        if skip_nan and values.dtype.kind in WITH_NAN:  # NaN is at the end of each line
            xp = array_namespace(values)
            odd = _segment.reduce_rows("add", xp.isnan(values), splits, lengths, INT64)
            self.counts = lengths.reshape(-1, *[1] * (odd.ndim - 1)) - odd
            self.starts = self.starts.reshape(-1, *[1] * (odd.ndim - 1))

    def at(self, places: Array) -> Array:
        """Return the value at a position of each line as a float; undefined for an empty line."""
        dtype = self.values.dtype
        kind = dtype if dtype.kind in WITH_NAN else as_dtype("float64")
        if not self.values.shape[0]:
            xp = array_namespace(self.values)
            shape = (self.starts.shape[0], *self.values.shape[1:])
            return xp.zeros(shape, dtype=kind)  # xp is Any
        xp = array_namespace(self.values)
        inside = xp.maximum(xp.minimum(places, self.counts - 1), 0)
        at = xp.minimum(self.starts + inside, self.values.shape[0] - 1)
        if at.ndim > 1:  # each inner column has its own number of values
            return xp.take_along_axis(self.values, at, axis=0).astype(kind, copy=False)  # xp is Any
        return _gather.take(self.values, at).astype(kind, copy=False)

    def middle(self) -> Array:
        """Return the median of each line."""
        xp, last = array_namespace(self.values), self.counts - 1
        low, high = self.at(last // 2), self.at((last + 1) // 2)
        with host_namespace.errstate(all="ignore"):
            # As NumPy computes it: exact for two integers, where low / 2 + high / 2 may round
            # twice.
            found = (low + high) / 2
            if low.dtype.kind == "m":
                return self.without_nan(found)
            halves = low / 2 + high / 2  # used if the sum would overflow
            found = xp.where(xp.isfinite(found), found, halves)
        return self.without_nan(found)

    def between(self, place: Place, share: float) -> Array:
        """Return the interpolated value at a fraction of each line."""
        xp = array_namespace(self.values)
        exact = place(xp, self.counts.astype("float64"), share)
        exact = xp.maximum(xp.minimum(exact, self.counts - 1), 0)
        floor = xp.floor(exact)
        before = floor.astype(INT64)
        low, high = self.at(before), self.at(before + 1)
        times = low.dtype.kind in TIMES
        t = exact - floor
        t = t.reshape(*t.shape, *[1] * (low.ndim - t.ndim))
        t = t if times else t.astype(low.dtype)
        with host_namespace.errstate(all="ignore"):
            gap = high - low
            # NumPy's formula: from the nearer end, so that the result is monotonic and exact at
            # both ends.
            found = xp.where(t < 0.5, low + gap * t, high - gap * (1 - t))
            if not times:
                found = xp.where(xp.isfinite(gap), found, low * (1 - t) + high * t)
        # inf * 0 is NaN: skip the product where its weight is 0.
        return self.without_nan(xp.where((t == 0) | (low == high), low, found))

    def without_nan(self, found: Array) -> Array:
        """Return the result with NaN for lines that are empty or contain NaN."""
        xp = array_namespace(found)
        missing = self.counts == 0
        missing = missing.reshape(*missing.shape, *[1] * (found.ndim - missing.ndim))
        last = self.at(self.counts - 1)  # NaN sorts last
        times = found.dtype.kind in TIMES
        nothing = not_a_time(found.dtype) if times else xp.asarray(float("nan"), found.dtype)
        result: Array = xp.where(missing | xp.isnan(last), nothing, found)
        return result


def _plan(x: Any, axis: Any, keepdims: bool) -> Collapse:
    if isinstance(axis, list | tuple) and len(axis) == 1:
        axis = axis[0]  # xarray and dask give their axes as a sequence
    if isinstance(axis, list | tuple):
        way_out = "merge the axes first (rt.merge_dims)"
        raise TypeError(broken_rule("axis", "be an integer or None", axis, way_out))
    return collapse(x, axis, keepdims=as_flag(keepdims, "keepdims"), name="values")


def _lines(values: Array, plan: Collapse, skip_nan: bool) -> Iterator[_Lines]:
    """Yield the sorted lines, in blocks if there are many values."""
    xp = array_namespace(values)
    step = plan.steps[0] if plan.steps else Dense((), False)
    if isinstance(step, Slots):
        for order, lengths in step.together():
            splits = _splits.lengths_to_splits(lengths)
            lines = _Lines(_gather.take(values, order), splits, lengths, skip_nan)
            # The generator would keep the block's order alive while the caller sorts.
            del order
            yield lines
            del lines  # free them before the next block is made
        return
    if isinstance(step, Rows):
        rows = step.part
    else:
        # Dense axes become rows of equal length, so that one sort handles all plans.
        together = xp.moveaxis(values, step.axes, tuple(range(-len(step.axes), 0)))
        size = math.prod(values.shape[a] for a in step.axes)
        count = math.prod(n for a, n in enumerate(values.shape) if a not in step.axes)
        values, rows = together.reshape(-1), RowPartition._of_uniform(size, count, INT64, xp)
    splits, lengths = rows._get_splits(), rows._get_lengths()
    blocks = list(_splits.row_blocks(splits, _BLOCK, 2 * _BLOCK))
    if len(blocks) < 2:
        yield _Lines(values, splits, lengths, skip_nan)
        return
    for a, b in blocks:
        some = values[int(splits[a]) : int(splits[b])]
        yield _Lines(some, splits[a : b + 1] - splits[a], lengths[a:b], skip_nan)


def _joined(pieces: list[list[Array]]) -> list[Array]:
    """Return the results of blocks of lines, one after the other: an array for each result."""
    if len(pieces) == 1:
        return pieces[0]
    xp = array_namespace(pieces[0][0])
    return [xp.concatenate(some) for some in zip(*pieces, strict=True)]


def _shaped(found: Array, values: Array, plan: Collapse) -> Any:
    """Return one item per line in the shape of the result's flat values."""
    if plan.shape is not None:
        return found.reshape(plan.shape)
    step = plan.steps[0] if plan.steps else Dense((), False)
    if isinstance(step, Dense):
        kept = [(a, n) for a, n in enumerate(values.shape) if step.keepdims or a not in step.axes]
        return found.reshape([1 if a in step.axes else n for a, n in kept])[()]
    if isinstance(step, Rows):
        return found[:, None] if step.keepdims else found
    return found[None] if step.outermost else found


def _stacked(found: list[Any], plan: Collapse, xp: Any) -> Any:
    """Return several results as one, along a new first axis."""
    if not plan.parts:
        return xp.stack(found)
    times, first = len(found), plan.parts[0]
    outer = RowPartition._of_uniform(first._nrows, times, first._dtype, xp)
    parts = (outer, *[tiled(p, times) for p in plan.parts])
    return RaggedTensor._make(xp.concatenate(found), parts)
