"""The part of a large tensor that a page gets: whole rows up to a limit, and an overview."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from raggedkit._xp import array_namespace, to_host
from raggedkit.errors import broken_rule
from raggedkit.ops.joining import concat
from raggedkit.partition import RowPartition
from raggedkit.reprs import tree
from raggedkit.reprs.describe import name_of
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._code import constructor, literals, texts_of
from raggedkit.widgets._state import MOST, Source, State, Window, state_of

__all__ = ["moved", "opened"]

_SHOWN = 120  # rows and values of a window
_BINS = 100


def opened(x: RaggedTensor | RowPartition, start: int = 0) -> State:
    """Return the first state for a tensor or partition: all of it, or a window on it."""
    rt = x if isinstance(x, RaggedTensor) else _counted(x)
    of = "RaggedTensor" if isinstance(x, RaggedTensor) else "RowPartition"
    if _cells(rt) <= MOST:
        return state_of(_source(rt, of), rt.partitions, whole=x)
    window, part = _window(rt, start)
    return state_of(_source(part, of), part.partitions, window=window, whole=x)


def moved(state: State, start: int) -> State:
    """Return the state of a window that begins at another row; edits are kept."""
    if state.window is None:
        raise ValueError(f"window must be that of a large tensor, got start = {start}")
    if state.rows != state.first:
        state = replace(state, whole=whole_of(state))
    key = state.key
    new = opened(state.whole, start)
    return replace(new, key=key)


def whole_of(state: State) -> Any:
    """Return the tensor or partition of a state, with its window put back."""
    if state.rows == state.first:
        return state.whole
    xp, window = state.source.xp, state.window
    part: Any = state.tensor(xp)
    if state.source.of == "RowPartition":
        part = state.partitions(xp)[0]
    if window is None:
        return part
    rt = state.whole
    if isinstance(rt, RowPartition):
        lengths = rt.row_lengths()
        ends = lengths[: window.start], part.row_lengths(), lengths[window.stop :]
        return RowPartition.from_row_lengths(xp.concatenate(ends))
    return concat([rt[: window.start], part, rt[window.stop :]], axis=0)


def _counted(partition: RowPartition) -> RaggedTensor:
    """Return a tensor for a partition without values: all values share one byte."""
    nothing = np.broadcast_to(np.zeros(1, np.uint8), (partition.static_nvals,))
    return RaggedTensor._make(nothing, (partition,))


def _cells(rt: RaggedTensor) -> int:
    return int(rt._flat.shape[0]) + sum(p.static_nrows for p in rt.partitions)


def _window(rt: RaggedTensor, start: int) -> tuple[Window, RaggedTensor]:
    """Return as many rows as fit, from row ``start``; of a single longer row its beginning."""
    nrows, nvals = rt.partitions[0].static_nrows, rt._flat.shape[0]
    start = min(max(start, 0), max(nrows - 1, 0))
    stop, step = start, 1
    while step:  # galloping: a row of a tensor is cheap, all lengths of many rows are not
        while stop + step <= nrows and _cells(rt[start : stop + step]) <= _SHOWN:
            stop, step = stop + step, step * 2
        step //= 2
    frozen = ""
    part = rt[start:stop]
    if stop == start:
        stop = start + 1
        part = _beginning(rt[start:stop])
        rule = f"have at most {_SHOWN} inner rows and values to be edited"
        frozen = broken_rule(f"row {start}", rule, _cells(rt[start:stop]) - 1, "explore a slice")
    return Window(start, stop, nrows, nvals, _bins(rt), frozen), part


def _beginning(row: RaggedTensor) -> RaggedTensor:
    """Return the first items of one long row, on each axis."""
    most = _SHOWN
    while most and _cells(cut := row[(slice(None),) + (slice(most),) * row.ragged_rank]) > MOST:
        most //= 2
    return cut


def _bins(rt: RaggedTensor) -> tuple[int, ...]:
    """Return the number of values in each of up to 100 equal groups of rows."""
    nrows = rt.partitions[0].static_nrows
    n = min(nrows, _BINS)
    at = np.linspace(0, nrows, n + 1).astype(np.int64)
    for p in rt.partitions:
        at = tree.starts_of(p)(at)
    return tuple(np.diff(at).tolist())


def _source(rt: RaggedTensor, of: str) -> Source:
    """Return the values of a tensor with their texts and literals."""
    index_dtype = str(rt.partitions[0].dtype)
    if of == "RowPartition":  # its values are positions, which the page writes itself
        return Source(
            of,
            index_dtype,
            flat=np.zeros(rt._flat.shape[0], np.uint8),
            index_dtype=index_dtype,
            xp=rt.partitions[0]._xp,
        )
    flat = to_host(rt._flat)
    texts, marks = texts_of(flat)
    nothing = np.zeros((1, *flat.shape[1:]), flat.dtype)
    (fill,), _ = texts_of(nothing)
    python, r = literals(flat)
    fills = [(found or ("0",))[0] for found in literals(nothing)]
    return Source(
        of,
        name_of(rt.dtype),
        texts,
        marks,
        python,
        r,
        (fill, fills[0], fills[1]),
        constructor(flat),
        flat,
        index_dtype,
        array_namespace(rt._flat),
    )
