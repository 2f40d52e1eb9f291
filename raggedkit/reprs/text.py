"""Text displays: all values if they fit on one line, else one line per row."""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit._options import Options, get_options
from raggedkit.partition import RowPartition
from raggedkit.reprs.describe import describe_partition, describe_ragged, describe_sparse
from raggedkit.reprs.fitting import in_columns
from raggedkit.reprs.line import fitted, one_line, written
from raggedkit.reprs.parts import PartitionParts, Run, lines_of
from raggedkit.reprs.tables import amount
from raggedkit.reprs.values import columns, shortened
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["framed", "gap_line", "partition_text", "ragged_text", "sparse_text"]


def ragged_text(rt: RaggedTensor) -> str:
    """Return ``<RaggedTensor [[3, 1], [], [5]]>``, or a table of some rows.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.range([5, 0, 2])
    <RaggedTensor [[0, 1, 2, 3, 4], [], [0, 1]]>
    >>> rk.ragged.range([100] * 50)
    <RaggedTensor of shape [50, (d1)], int64, 5,000 values
     row  length  values
       0     100  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..., 99]
    ...
      49     100  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..., 99]>
    """
    options = get_options()
    parts = describe_ragged(rt, options)
    line = one_line(parts.rows)
    if parts.rows.whole and columns(line) <= options.max_cols:
        return line
    notation = shortened(parts.notation, options.max_cols // 2)
    summary = f"<RaggedTensor of shape {notation}, {parts.dtype}, {amount(parts.size, 'value')}"
    rows = in_columns(parts.rows, rt.dtype.kind) if rt.dtype.kind == "f" else parts.rows
    return framed(summary, _ragged_lines(rows, options), options)


def _ragged_lines(rows: Run, options: Options) -> list[str]:
    """Return a header and the lines of the rows, their positions and true lengths in columns."""
    lines = list(lines_of(rows))
    index = ["row", *(", ".join(map(str, line.path)) for line in lines)]
    lengths = ["length", *("" if line.row is None else str(line.row.length) for line in lines)]
    align = "<" if any(line.opened for line in lines) else ">"
    width, length_width = max(map(len, index)), max(map(len, lengths))
    room = options.max_cols - width - length_width - 6
    texts = [f" {'row':{align}{width}}  {'length':>{length_width}}  values"]
    for line, at, length in zip(lines, index[1:], lengths[1:], strict=True):
        if line.row is None:
            texts.append(gap_line(line.hidden, "row", rows.head, at))
        else:
            values = "" if line.opened else fitted(line.row, room, counted=False)
            texts.append(f" {at:{align}{width}}  {length:>{length_width}}  {values}".rstrip())
    return texts


def gap_line(hidden: int, unit: str, head: Sequence[object], inside: str = "") -> str:
    """Return the line for hidden rows or values: `` ... 39 more rows``."""
    more = "more " if head else ""
    return f" {inside}{', ' * bool(inside)}... {hidden:,} {more}{unit}{'s' * (hidden != 1)}"


def partition_text(partition: RowPartition) -> str:
    """Return the call that makes the partition, or a summary.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.RowPartition.from_row_lengths([2, 0, 1])
    RowPartition.from_row_splits([0, 2, 2, 3])
    >>> rk.RowPartition.from_row_lengths([2] * 1000)
    RowPartition(nrows=1000, nvals=2000, row_lengths=[2, 2, ..., 2], int64)
    """
    options = get_options()
    parts = describe_partition(partition, options)
    call = _call(parts)
    if columns(call) <= options.max_cols and parts.splits.whole:
        return call
    if parts.uniform is not None:
        return call
    before = f"RowPartition(nrows={parts.nrows}, nvals={parts.nvals}, row_lengths="
    after = f", {parts.dtype})"
    room = options.max_cols - len(before) - len(after)
    lengths = fitted(parts.lengths, room, counted=False)
    return shortened(before + lengths + after, options.max_cols)


def _call(parts: PartitionParts) -> str:
    dtype = "" if parts.dtype == "int64" else f", dtype={parts.dtype!r}"
    if parts.uniform is not None:
        return f"RowPartition.from_uniform_row_length({parts.uniform}, nrows={parts.nrows}{dtype})"
    return f"RowPartition.from_row_splits({written(parts.splits)}{dtype})"


def sparse_text(st: SparseTensor) -> str:
    """Return the call that makes the sparse tensor, or a table of some values.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.SparseTensor([[0, 0], [2, 1]], [10, 20], [3, 2])
    SparseTensor(indices=[[0, 0], [2, 1]], values=[10, 20], dense_shape=[3, 2])
    """
    options = get_options()
    parts = describe_sparse(st, options)
    indices, values, sizes = map(written, (parts.indices, parts.values, parts.dense_shape))
    call = f"SparseTensor(indices={indices}, values={values}, dense_shape={sizes})"
    whole = all(run.whole for run in (parts.indices, parts.values, parts.dense_shape))
    if whole and columns(call) <= options.max_cols:
        return call
    count = amount(parts.values.length, "value")
    summary = (
        f"<SparseTensor of shape {sizes}, {parts.dtype}, {count} in {amount(parts.ncells, 'cell')}"
    )
    places = ["indices", *(fitted(at, options.max_cols // 2) for _, at in parts.indices.shown)]
    width = max(map(len, places))
    room = options.max_cols - width - 4
    column = in_columns(parts.values, st.dtype.kind) if st.dtype.kind == "f" else parts.values
    shown = [fitted(value, room).rstrip() for _, value in column.shown]
    pairs = zip(places, ["values", *shown], strict=True)
    lines = [f" {at:<{width}}  {value}" for at, value in pairs]
    if parts.values.hidden:
        gap = gap_line(parts.values.hidden, "value", parts.values.head)
        lines.insert(len(parts.values.head) + 1, gap)
    return framed(summary, lines, options)


def framed(summary: str, lines: list[str], options: Options) -> str:
    """Return a summary and the lines; the header line is omitted if there is no room."""
    if len(lines) >= options.max_rows:
        lines = lines[1:]
    lines = [shortened(line, options.max_cols) for line in [summary, *lines]]
    return "\n".join([*lines[:-1], shortened(lines[-1], options.max_cols - 1) + ">"])
