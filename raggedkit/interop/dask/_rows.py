"""Functions of ragged partitions that keep the rows, and selections of rows or values by a mask."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.interop.dask._blocks import array_of, is_ragged, key_of
from raggedkit.interop.dask._library import library
from raggedkit.interop.dask._results import Expected, tried, without_rows
from raggedkit.tensor import RaggedTensor

__all__ = ["boolean_mask", "map_rows"]

_FROM = "raggedkit.interop.dask.from_ragged(rt, npartitions) makes one"


def map_rows(f: Callable[..., Any], *xs: Any, meta: Any = None, **kwargs: Any) -> Any:
    """Return the results of a function of whole partitions, which keeps the rows.

    Parameters
    ----------
    f
        Takes a partition of each array (``[n, (d1), ...]``, or ``[n, ...]`` of a dense one) and
        returns a ragged tensor or an array with one item for each of the ``n`` rows. Each row of
        the result must depend on the same row of the partitions alone.
    xs
        Dask arrays with the same rows in each partition, the first one of ragged tensors.
    meta
        A result of ``f`` of no rows. By default ``f`` is tried with partitions of no row, one row
        and two rows of ones.
    kwargs
        Passed to ``f`` in each call.

    Returns
    -------
    dask.array.Array
        ``[n, ...]``, of ragged tensors if ``f`` returns them.

    Raises
    ------
    ModuleNotFoundError
        If dask is not installed.
    TypeError
        If ``f`` is not callable or one of ``xs`` is no dask array.
    ValueError
        If the partitions have different rows, or ``f`` fails in the trial. When it is computed: if
        a result has another number of rows, dtype or depth than the trial; the error names the
        partition.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from raggedkit.interop.dask import from_ragged, map_rows
    >>> x = from_ragged(rk.array([[3, 1], [], [5, 9, 2], [6]]), npartitions=2)
    >>> map_rows(rk.sort, x, axis=1, direction="DESCENDING").compute()
    <RaggedTensor [[3, 1], [], [9, 5, 2], [6]]>
    >>> map_rows(rk.reduce_max, x, axis=1, empty=-1).compute()
    array([ 3, -1,  9,  6])
    >>> map_rows(lambda b: b[b.row_lengths() > 1], x).compute()
    Traceback (most recent call last):
        ...
    ValueError: f must keep the rows, got 0 rows for 1; x[condition] selects rows
    """
    dask = library()
    if not callable(f):
        raise TypeError(broken_rule("f", "be callable", f))
    _check_arrays(xs, "xs")
    lazy = [name for name, value in kwargs.items() if dask.is_dask_collection(value)]
    if lazy:
        rule = "be in memory"
        raise TypeError(broken_rule(lazy[0], rule, kwargs[lazy[0]], "give it as one of xs"))
    if meta is not None and not getattr(meta, "ndim", 0):
        raise TypeError(broken_rule("meta", "be a result of no rows", meta))
    found = tried(f, xs, kwargs) if meta is None else without_rows(meta)
    given = (f, Expected.of(found), kwargs)
    return _mapped(_apply, given, xs, found, xs[0].chunks[0], dask.funcname(f))


def boolean_mask(x: Any, mask: Any) -> Any:
    """Return the values, or the rows, where a mask is True.

    ``x[mask]`` with a ragged mask has the right values, but dask believes that it is a vector.

    Parameters
    ----------
    x
        A dask array of ragged tensors, ``[n, (d1), ...]``.
    mask
        A dask array of bools with the same partitions: ``[n, (d1), ...]`` selects values within
        their rows, ``[n]`` selects whole rows.

    Returns
    -------
    dask.array.Array
        Of the depth and dtype of ``x``. A mask of values keeps all rows; they may become empty.
        A mask of rows gives partitions with unknown numbers of rows (NaN).

    Raises
    ------
    ModuleNotFoundError
        If dask is not installed.
    TypeError
        If ``x`` is no dask array of ragged tensors, or ``mask`` no dask array of bools.
    ValueError
        If the partitions have different rows; when it is computed, also if their row lengths
        differ.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from raggedkit.interop.dask import boolean_mask, from_ragged
    >>> x = from_ragged(rk.array([[3, 1], [], [5, 9, 2], [6]]), npartitions=2)
    >>> boolean_mask(x, x > 2).compute()
    <RaggedTensor [[3], [], [5, 9], [6]]>
    >>> boolean_mask(x, x.sum(axis=1) > 4).compute()
    <RaggedTensor [[5, 9, 2], [6]]>
    """
    _check_arrays((x,), "x")
    if not isinstance(mask, library().Array) or mask.dtype != bool:
        got = mask.dtype if isinstance(mask, library().Array) else type(mask).__name__
        way_out = "select before from_ragged, or make the mask of x: boolean_mask(x, x > 2)"
        raise TypeError(broken_rule("mask", "be a dask array of bools", got, way_out))
    ragged = is_ragged(mask) and mask._meta.ragged_rank <= x._meta.ragged_rank
    if not ragged and mask.ndim != 1:
        rule = "be ragged as x, or have one item per row"
        raise ValueError(broken_rule("mask", rule, tuple(mask.shape)))
    _check_rows((x, mask), ("x", "mask"))
    counts = x.chunks[0] if ragged else (np.nan,) * x.numblocks[0]
    return _mapped(_masked, (), (x, mask), x._meta, counts, "boolean_mask")


def _masked(i: int, x: RaggedTensor, mask: Any) -> Any:
    """Return the selection of one partition; raise an error that names the partition."""
    if isinstance(mask, RaggedTensor):
        same = all(p._same_cuts(q) for p, q in zip(x._parts, mask._parts, strict=False))
        rule = "have the row lengths of x"
    else:
        same, rule = len(mask) == len(x), f"have the {len(x)} rows of x"
    if not same:
        got = mask if isinstance(mask, RaggedTensor) else f"{len(mask)} rows"
        raise ValueError(broken_rule("mask", rule, got, f"they differ in partition {i}"))
    return x[mask]


# ------------------------------------------------------------------ arguments
def _check_arrays(xs: Any, name: str) -> None:
    """Raise unless all are dask arrays of the same rows, and the first one is ragged."""
    names = [name] if len(xs) == 1 and name == "x" else [f"{name}[{i}]" for i in range(len(xs))]
    if not xs:
        raise TypeError(broken_rule(name, "have one array or more", xs))
    for x, of in zip(xs, names, strict=True):
        if not isinstance(x, library().Array):
            raise TypeError(broken_rule(of, "be a dask array", type(x).__name__, _FROM))
    if not is_ragged(xs[0]):
        raise TypeError(broken_rule(names[0], "be a dask array of ragged tensors", xs[0], _FROM))
    _check_rows(xs, names)


def _check_rows(xs: Any, names: Any) -> None:
    """Raise unless the partitions of all arrays have the same numbers of rows."""
    first = xs[0].chunks[0]
    for x, name in zip(xs, names, strict=True):
        rows = x.chunks[0] if x.ndim else ()
        if len(rows) != len(first) or not all(map(_same, rows, first)):
            way_out = "x.rechunk({0: y.chunks[0]}) moves the rows of a dense array"
            rule = f"have the rows of {names[0]} in each partition, {first}"
            raise ValueError(broken_rule(name, rule, rows, way_out))
        split = [k for k, n in enumerate(x.numblocks) if k and n > 1]
        if split:
            rule = f"have one block along axis {split[0]}"
            raise ValueError(broken_rule(name, rule, x.numblocks[split[0]], "rechunk it"))


def _same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


# ------------------------------------------------------------------ tasks
def _apply(i: int, f: Any, expected: Expected, kwargs: dict[str, Any], *blocks: Any) -> Any:
    """Return the result of one partition, checked."""
    got = f(*blocks, **kwargs)
    expected.check(got, len(blocks[0]), i)
    return got


def _mapped(
    function: Callable[..., Any], given: tuple[Any, ...], xs: Any, meta: Any, counts: Any, of: str
) -> Any:
    """Return the array of ``function(i, *given, *partitions i)``."""
    dask = library()
    name = f"{of}-{dask.tokenize(function, given, [x.name for x in xs])}"
    layer = {}
    for i in range(len(counts)):
        key = key_of(name, i, meta.ndim)
        blocks = [dask.TaskRef(key_of(x.name, i, x.ndim)) for x in xs]
        layer[key] = dask.Task(key, function, i, *given, *blocks)
    return array_of(layer, name, counts, meta, xs)
