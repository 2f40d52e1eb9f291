"""The benchmarked operations: family, description, bytes copied and requirements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.cases import Data

__all__ = ["OPERATIONS", "Operation"]

# The least bytes that an operation writes, or reads where its result is small, as a function of
# the data. Copying that many bytes is the lower limit that times are compared with.
_COPIED: dict[str, Callable[[Data], int]] = {
    "nothing": lambda d: 0,
    "splits": lambda d: d.splits.nbytes,
    "half_splits": lambda d: d.splits.nbytes // 2,
    "flags": lambda d: d.nvals,
    "rowids": lambda d: 8 * d.nvals,
    "pairs": lambda d: 16 * d.nvals,
    "rows": lambda d: d.nrows * d.values.nbytes // max(1, d.nvals),
    "padded": lambda d: d.nrows * d.width * d.values.nbytes // max(1, d.nvals),
    "tenth": lambda d: d.values.nbytes // 10,
    "fifth": lambda d: d.values.nbytes // 5,
    "half": lambda d: d.values.nbytes // 2,
    "values": lambda d: d.values.nbytes,
    "sums": lambda d: d.values.nbytes + d.values.nbytes // 2,
    "twice": lambda d: 2 * d.values.nbytes,
    "trios": lambda d: 3 * d.values.nbytes,
    "eight": lambda d: 8 * d.values.nbytes,
}


@dataclass(frozen=True)
class Operation:
    """One row of the tables.

    Attributes
    ----------
    copied
        Key of the function that counts the bytes written.
    reads
        Attributes of `Data` that are the input, for the memory ratio.
    needs
        Requirements: "scalars" (no inner dimension), "vectors" (one), "float", "can_pad", "lists",
        "few_rows".
    """

    name: str
    family: str
    description: str
    copied: str
    reads: str = "values splits"
    needs: str = ""

    def fits(self, data: Data) -> bool:
        """Whether the operation is defined and affordable on this data."""
        inner = bool(data.case.inner)
        met = {
            "scalars": not inner,
            "vectors": inner,
            "float": data.dtype.kind == "f",
            "can_pad": data.can_pad,
            "lists": data.has_lists,
            "few_rows": data.has_few_rows,
        }
        return all(met[need] for need in self.needs.split())

    def input_bytes(self, data: Data) -> int:
        return sum(getattr(data, name).nbytes for name in self.reads.split())

    def copied_bytes(self, data: Data) -> int:
        return _COPIED[self.copied](data)


XY = "values splits other"
FLAGGED = "values splits flags"
ROWS = "values splits row_flags"

_TABLE = (
    # encodings
    Operation("from_row_lengths", "encodings", "row splits from row lengths", "splits", "lengths"),
    Operation(
        "from_value_rowids",
        "encodings",
        "row splits from the row of each value",
        "rowids",
        "rowids",
    ),
    Operation(
        "value_rowids", "encodings", "the row of each value, from row splits", "rowids", "splits"
    ),
    Operation("row_lengths", "encodings", "row lengths from row splits", "splits", "splits"),
    Operation("validate", "encodings", "from_row_splits with validation", "splits", "splits"),
    Operation("merge_dims", "views", "merge the two outer dimensions", "nothing"),
    Operation("expand_dims", "views", "x with a new axis of length 1", "nothing"),
    Operation("range", "building", "rows of numbers from starts and limits", "rowids", "splits"),
    Operation(
        "group_by", "building", "group flat values by key", "values", "values keys", "scalars"
    ),
    # elementwise
    Operation("neg", "elementwise", "-x", "values"),
    Operation("exp", "elementwise", "exp(x)", "values", needs="float"),
    Operation("add_scalar", "elementwise", "x + 1", "values"),
    Operation("add_shared", "elementwise", "x + y, shared partition", "sums", XY),
    Operation(
        "add_equal", "elementwise", "x + y, equal but separate partitions", "sums", XY + " splits"
    ),
    Operation("compare", "elementwise", "x > 0", "values"),
    Operation("clip", "elementwise", "clip x to -1 .. 1", "values"),
    Operation("cast", "elementwise", "x as float64", "rowids", needs="scalars"),
    Operation(
        "mul_row", "elementwise", "x * one number per row", "values", "values splits per_row"
    ),
    # reductions per row
    Operation("sum", "reductions", "sum per row", "values"),
    Operation("mean", "reductions", "mean per row", "values"),
    Operation("max", "reductions", "maximum per row", "values"),
    Operation("min", "reductions", "minimum per row", "values"),
    Operation("prod", "reductions", "product per row", "values"),
    Operation("std", "reductions", "standard deviation per row", "values"),
    Operation("any", "reductions", "any per row of booleans", "flags", "flags splits", "scalars"),
    Operation("all", "reductions", "all per row of booleans", "flags", "flags splits", "scalars"),
    Operation("argmax", "reductions", "index of the maximum per row", "values", needs="scalars"),
    Operation(
        "argmin", "more reductions", "index of the minimum per row", "values", needs="scalars"
    ),
    Operation(
        "count_nonzero",
        "more reductions",
        "number of nonzero values per row",
        "values",
        needs="scalars",
    ),
    Operation(
        "logsumexp",
        "more reductions",
        "log of the sum of exp per row",
        "values",
        needs="scalars float",
    ),
    Operation("median", "more reductions", "median per row", "values", needs="scalars"),
    Operation("quantile", "more reductions", "lower quartile per row", "values", needs="scalars"),
    Operation("sum_columns", "more reductions", "sum over axis 0", "values"),
    Operation("sum_all", "more reductions", "sum of all values", "values"),
    # same rows out
    Operation("softmax", "scans", "softmax per row", "values", needs="scalars float"),
    Operation("cumsum", "scans", "cumulative sum per row", "values", needs="scalars"),
    Operation("cumprod", "more scans", "cumulative product per row", "values", needs="scalars"),
    Operation("diff", "more scans", "differences of neighbours per row", "values", needs="scalars"),
    Operation("sort", "scans", "sort each row", "values", needs="scalars"),
    Operation("argsort", "more scans", "indices that sort each row", "rowids", needs="scalars"),
    Operation("unique", "scans", "unique values per row", "values", needs="scalars"),
    Operation(
        "value_counts",
        "more scans",
        "counts of the unique values per row",
        "values",
        needs="scalars",
    ),
    Operation(
        "top_k", "more scans", "two largest values per row", "fifth", needs="scalars few_rows"
    ),
    Operation("searchsorted", "more scans", "positions of y in sorted x", "rowids", XY, "scalars"),
    Operation("windows", "more scans", "sliding windows of 3 per row", "trios", needs="scalars"),
    # slices and moves
    Operation("slice_rows", "slices", "x[a:b], half of the rows", "half_splits"),
    Operation("slice_inner", "slices", "x[:, 1:3]", "fifth"),
    Operation("last", "slices", "x[:, -1:]", "tenth"),
    Operation("reverse_inner", "moves", "x[:, ::-1]", "values"),
    Operation("column", "more moves", "second value per row, 0 for shorter rows", "rows"),
    Operation("pick", "more moves", "one given position per row", "rows", "values splits"),
    Operation("mask_rows", "moves", "boolean mask of rows", "half", ROWS),
    Operation("mask_inner", "moves", "boolean mask of values", "half", FLAGGED),
    Operation("gather", "moves", "all rows in random order", "values", "values splits order"),
    Operation(
        "take_along", "more moves", "reorder each row by its argsort", "values", needs="scalars"
    ),
    Operation(
        "concat_rows",
        "moves",
        "concatenate x and y along axis 0",
        "twice",
        "values splits third third_splits",
    ),
    Operation(
        "concat_inner",
        "moves",
        "concatenate x and y along axis 1",
        "twice",
        "values splits third third_splits",
    ),
    Operation("concat_many", "more moves", "concatenate 8 tensors along axis 0", "eight"),
    Operation("tile", "moves", "repeat the contents of each row twice", "twice"),
    Operation(
        "repeat", "more moves", "repeat each row 0 to 3 times", "sums", "values splits counts"
    ),
    Operation("stack", "more moves", "stack x and y along axis 1", "twice", XY),
    Operation(
        "where", "moves", "x or y by a boolean per value", "values", XY + " flags", "scalars"
    ),
    # conversions
    Operation("to_tensor", "moves", "pad with 0", "padded", needs="can_pad"),
    Operation(
        "from_tensor",
        "moves",
        "from a padded array and row lengths",
        "values",
        "padded lengths",
        "can_pad",
    ),
    Operation(
        "from_padding",
        "moves",
        "from a padded array; 0 is padding",
        "values",
        "padded",
        "can_pad scalars",
    ),
    Operation("to_sparse", "forms", "to a sparse tensor", "pairs", needs="scalars"),
    Operation("from_sparse", "forms", "from a sparse tensor", "values", needs="scalars"),
    Operation("from_lists", "lists in", "from nested lists", "values", needs="lists"),
    Operation("to_list", "lists out", "to nested lists", "values", needs="lists"),
    Operation("pickle", "forms", "pickle and unpickle", "twice"),
    # segments, products, access
    Operation("segment_sum", "segments", "sums by sorted segment ids", "values", "values rowids"),
    Operation(
        "unsorted_segment_sum", "segments", "sums by unsorted segment ids", "values", "values keys"
    ),
    Operation(
        "sum_of_runs", "segments", "sums of slices of a flat array", "values", needs="scalars"
    ),
    Operation("matmul", "products", "each row @ a square matrix", "values", needs="vectors"),
    Operation(
        "equal",
        "looking",
        "compare with a copy, row lengths included",
        "twice",
        "values splits twin other_splits",
        "scalars",
    ),
    Operation("row", "looking", "x[3]", "nothing"),
    Operation("iterate", "looking", "for row in x", "nothing", needs="few_rows"),
    # two ragged dimensions
    Operation("deep_sum_last", "deeper", "two ragged dimensions: sum, axis 2", "values"),
    Operation(
        "deep_sum_middle",
        "deeper",
        "two ragged dimensions: sum, axis 1",
        "values",
        needs="scalars",
    ),
    Operation("deep_gather", "deeper", "two ragged dimensions: random order", "values"),
)

OPERATIONS = {operation.name: operation for operation in _TABLE}
