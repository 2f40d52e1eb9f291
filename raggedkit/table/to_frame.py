"""Data frames from tables: a line for each item, with the labels of its row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._kernels.arrays.splits import lengths_to_splits, repeat
from raggedkit._plan.operands import values_of
from raggedkit._typing import Array, Tensor
from raggedkit.table.make_frame import check_frame, make_frame
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["to_frame"]


def to_frame(table: RaggedTable, frame: str = "pandas", keep_empty: bool = False) -> Any:
    """Return a frame with a line for each item; see `RaggedTable.to_frame`."""
    check_frame(frame)
    lengths = table._partition._get_lengths()
    columns = {name: values_of(column) for name, column in table._columns.items()}
    missing: Array | None = None
    if keep_empty and bool((lengths == 0).any()):
        # An empty row gets a line of its own, with missing values.
        lines = np.maximum(lengths, 1)
        missing = repeat(lengths == 0, lines)
        columns = {name: _with_gaps(values, missing) for name, values in columns.items()}
        lengths = lines
    labels: dict[str, Tensor] = {k: repeat(x, lengths) for k, x in table._rows.items()}
    gaps = None if missing is None else dict.fromkeys(columns, missing)
    return make_frame(labels | columns, frame, gaps)


def _with_gaps(values: Tensor, missing: Array) -> Tensor:
    """Return values with a placeholder in each line that is missing."""
    there = ~missing
    if isinstance(values, RaggedTensor):
        lengths = np.zeros(missing.shape[0], dtype=values._parts[0]._dtype)
        lengths[there] = values._parts[0]._get_lengths()
        # A line of lists that is missing needs no item, only an empty row.
        return RaggedTensor.from_row_splits(values.values, lengths_to_splits(lengths))
    wide = np.zeros((missing.shape[0], *values.shape[1:]), dtype=values.dtype)
    wide[there] = values
    return wide
