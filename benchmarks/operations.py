"""The table of operations: what each does, to which family it belongs, what it cannot do without.

``moves`` counts the bytes that are written at least, or read where the result is small; copying
them is the limit that times are held against. ``reads`` names what goes in, for memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.data import Data

__all__ = ["OPERATIONS", "Operation"]

Bytes = Callable[[Data], int]


@dataclass(frozen=True)
class Operation:
    """One row of the tables."""

    name: str
    family: str
    says: str
    moves: Bytes
    reads: str = "values splits"
    needs: str = ""  # "flat": no inner dimension; "inner": one; "float", "pads", "listed", "walked"

    def fits(self, data: Data) -> bool:
        """Whether the operation has a meaning, and an affordable one, on this data."""
        inner = bool(data.case.inner)
        met = {
            "flat": not inner,
            "inner": inner,
            "float": data.dtype.kind == "f",
            "pads": data.pads,
            "listed": data.is_listed,
            "walked": data.is_walked,
        }
        return all(met[need] for need in self.needs.split())

    def input_bytes(self, data: Data) -> int:
        return sum(getattr(data, name).nbytes for name in self.reads.split())


def values(d: Data) -> int:
    return d.values.nbytes


def twice(d: Data) -> int:
    return 2 * d.values.nbytes


def half(d: Data) -> int:
    return d.values.nbytes // 2


def tenth(d: Data) -> int:
    return d.values.nbytes // 10


def fifth(d: Data) -> int:
    return d.values.nbytes // 5


def flags(d: Data) -> int:
    return d.nvals


def splits(d: Data) -> int:
    return d.splits.nbytes


def half_splits(d: Data) -> int:
    return d.splits.nbytes // 2


def rowids(d: Data) -> int:
    return 8 * d.nvals


def pairs(d: Data) -> int:
    return 16 * d.nvals


def padded(d: Data) -> int:
    return d.nrows * d.width * d.values.nbytes // max(1, d.nvals)


def rows(d: Data) -> int:
    return d.nrows * d.values.nbytes // max(1, d.nvals)


def trios(d: Data) -> int:
    return 3 * d.values.nbytes


def eight(d: Data) -> int:
    return 8 * d.values.nbytes


def sums(d: Data) -> int:
    return d.values.nbytes + d.values.nbytes // 2


def nothing(d: Data) -> int:
    return 0


XY = "values splits other"
FLAGGED = "values splits flags"
ROWS = "values splits row_flags"

_TABLE = (
    # encodings
    Operation("from_row_lengths", "encodings", "row lengths to splits", splits, "lengths"),
    Operation(
        "from_value_rowids", "encodings", "the row of each value to splits", rowids, "rowids"
    ),
    Operation("value_rowids", "encodings", "splits to the row of each value", rowids, "splits"),
    Operation("row_lengths", "encodings", "splits to row lengths", splits, "splits"),
    Operation("validate", "encodings", "from_row_splits that checks the splits", splits, "splits"),
    Operation("merge_dims", "views", "rows of rows to rows", nothing),
    Operation("expand_dims", "views", "x with an axis of length 1 more", nothing),
    Operation("range", "building", "starts and limits to rows of numbers", rowids, "splits"),
    Operation("group_by", "building", "values to rows by key", values, "values keys", "flat"),
    # elementwise
    Operation("neg", "elementwise", "-x", values),
    Operation("exp", "elementwise", "exp(x)", values, needs="float"),
    Operation("add_scalar", "elementwise", "x + 1", values),
    Operation("add_shared", "elementwise", "x + y of the same partition", sums, XY),
    Operation("add_equal", "elementwise", "x + y of an equal one", sums, XY + " splits"),
    Operation("compare", "elementwise", "x > 0", values),
    Operation("clip", "elementwise", "x clipped to -1 .. 1", values),
    Operation("cast", "elementwise", "x as float64", rowids, needs="flat"),
    Operation(
        "mul_row", "elementwise", "x * one number for each row", values, "values splits per_row"
    ),
    # reductions of rows
    Operation("sum", "reductions", "sum of each row", values),
    Operation("mean", "reductions", "mean of each row", values),
    Operation("max", "reductions", "largest of each row", values),
    Operation("min", "reductions", "smallest of each row", values),
    Operation("prod", "reductions", "product of each row", values),
    Operation("std", "reductions", "standard deviation of each row", values),
    Operation("any", "reductions", "any of each row of flags", flags, "flags splits", "flat"),
    Operation("all", "reductions", "all of each row of flags", flags, "flags splits", "flat"),
    Operation("argmax", "reductions", "where the largest is", values, needs="flat"),
    Operation("argmin", "more reductions", "where the smallest is", values, needs="flat"),
    Operation("count_nonzero", "more reductions", "values that are not 0", values, needs="flat"),
    Operation("logsumexp", "more reductions", "log of the sum of exp", values, needs="flat float"),
    Operation("median", "more reductions", "median of each row", values, needs="flat"),
    Operation("quantile", "more reductions", "lower quartile of each row", values, needs="flat"),
    Operation("sum_columns", "more reductions", "sum over axis 0", values),
    Operation("sum_all", "more reductions", "sum of everything", values),
    # rows in, rows out
    Operation("softmax", "scans", "softmax of each row", values, needs="flat float"),
    Operation("cumsum", "scans", "running sum of each row", values, needs="flat"),
    Operation("cumprod", "more scans", "running product of each row", values, needs="flat"),
    Operation("diff", "more scans", "differences of neighbours", values, needs="flat"),
    Operation("sort", "scans", "sorted rows", values, needs="flat"),
    Operation("argsort", "more scans", "what would sort each row", rowids, needs="flat"),
    Operation("unique", "scans", "values of each row once", values, needs="flat"),
    Operation("value_counts", "more scans", "and how often each is there", values, needs="flat"),
    Operation("top_k", "more scans", "two largest of each row", fifth, needs="flat walked"),
    Operation("searchsorted", "more scans", "x sorted, y found in it", rowids, XY, "flat"),
    Operation("windows", "more scans", "windows of 3 in each row", trios, needs="flat"),
    # moves
    Operation("slice_rows", "slices", "x[a:b], half of the rows", half_splits),
    Operation("slice_inner", "slices", "x[:, 1:3]", fifth),
    Operation("last", "slices", "x[:, -1:]", tenth),
    Operation("reverse_inner", "moves", "x[:, ::-1]", values),
    Operation("column", "more moves", "second of each row, 0 where there is none", rows),
    Operation("pick", "more moves", "one place for each row", rows, "values splits"),
    Operation("mask_rows", "moves", "x[flags of rows]", half, ROWS),
    Operation("mask_inner", "moves", "x[flags of values]", half, FLAGGED),
    Operation("gather", "moves", "all rows in random order", values, "values splits order"),
    Operation(
        "take_along", "more moves", "each row in the order of its argsort", values, needs="flat"
    ),
    Operation("concat_rows", "moves", "x, then y", twice, "values splits third third_splits"),
    Operation("concat_inner", "moves", "x beside y", twice, "values splits third third_splits"),
    Operation("concat_many", "more moves", "8 tensors, one after the other", eight),
    Operation("tile", "moves", "each row twice over", twice),
    Operation("repeat", "more moves", "rows 0 to 3 times", sums, "values splits counts"),
    Operation("stack", "more moves", "x and y as rows of pairs of rows", twice, XY),
    Operation(
        "where", "moves", "x where a flag is set, y elsewhere", values, XY + " flags", "flat"
    ),
    # other forms
    Operation("to_tensor", "moves", "padded with 0", padded, needs="pads"),
    Operation("from_tensor", "moves", "padded, and lengths", values, "padded lengths", "pads"),
    Operation("from_padding", "moves", "padded, 0 is padding", values, "padded", "pads flat"),
    Operation("to_sparse", "forms", "coordinates and values", pairs, needs="flat"),
    Operation("from_sparse", "forms", "and back", values, needs="flat"),
    Operation("from_lists", "lists in", "nested lists in", values, needs="listed"),
    Operation("to_list", "lists out", "nested lists out", values, needs="listed"),
    Operation("pickle", "forms", "pickled and back", twice),
    # by ids, products, and looking
    Operation("segment_sum", "segments", "sums by sorted ids", values, "values rowids"),
    Operation("unsorted_segment_sum", "segments", "sums by any ids", values, "values keys"),
    Operation("sum_of_runs", "segments", "sums of runs of a flat array", values, needs="flat"),
    Operation("matmul", "products", "each row @ a square matrix", values, needs="inner"),
    Operation(
        "equal",
        "looking",
        "is a copy equal, its rows too",
        twice,
        "values splits twin other_splits",
        "flat",
    ),
    Operation("row", "looking", "x[3]", nothing),
    Operation("iterate", "looking", "for row in x", nothing, needs="walked"),
    # two ragged dimensions
    Operation("deep_sum_last", "deeper", "rows of rows: sum of the inner rows", values),
    Operation("deep_sum_middle", "deeper", "sum over the axis between", values, needs="flat"),
    Operation("deep_gather", "deeper", "all outer rows in random order", values),
)

OPERATIONS = {operation.name: operation for operation in _TABLE}
