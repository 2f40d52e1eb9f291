"""Tables as lists of rows in plain Python, for comparison; and tables that hypothesis draws."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

import raggedkit as rk

Item = dict[str, Any]  # value by column
Row = tuple[dict[str, Any], list[Item]]  # label by name, and the items in order

WORDS = np.array(["b", "", "ccc", "a"])
DAY = np.datetime64("2024-02-28", "h")


def rows_of(table: rk.RaggedTable) -> list[Row]:
    """Return a table as lists, without a method of the table that is tested."""
    labels = {name: table.rows[name].tolist() for name in table.rows}
    values = {name: table[name].to_list() for name in table.columns}
    return [
        (
            {name: items[i] for name, items in labels.items()},
            [{name: rows[i][j] for name, rows in values.items()} for j in range(length)],
        )
        for i, length in enumerate(table.row_lengths().tolist())
    ]


def kinds_of(table: rk.RaggedTable) -> dict[str, Any]:
    """Return the dtype, inner dimensions and ragged_rank of each name, in order."""
    labels = {name: (x.dtype, x.shape[1:]) for name, x in table.rows.items()}
    columns = {
        name: (x.dtype, x.flat_values.shape[1:], x.ragged_rank) for name, x in table.columns.items()
    }
    return {"rows": list(labels.items()), "columns": list(columns.items())}


def check(table: rk.RaggedTable, expected: list[Row], like: rk.RaggedTable | None = None) -> None:
    """Compare a table with rows; ``like`` has the same names, dtypes and dtype of row splits."""
    assert rows_of(table) == expected
    assert len(table) == len(expected)
    for name in table.columns:
        assert table[name].partitions[0] is table.partition
        dtypes = {p.dtype for p in table[name].partitions}
        assert dtypes == {table.partition.dtype}
    for labels in table.rows.values():
        assert not labels.flags.writeable
    if like is not None:
        assert kinds_of(table) == kinds_of(like)
        assert table.partition.dtype == like.partition.dtype


@st.composite
def tables(draw: st.DrawFn) -> rk.RaggedTable:
    """Return a table of five columns; some are the last rows of a larger one."""
    lengths = draw(st.lists(st.integers(0, 4), max_size=6))
    skipped = draw(st.sampled_from([0, 1, 2]))
    lengths = [2] * skipped + lengths
    n = sum(lengths)
    x = np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), dtype="int16")
    dtype = draw(st.sampled_from(["int64", "int32"]))
    return table_of(lengths, x, dtype)[skipped:]


def table_of(lengths: list[int], x: Any, dtype: str = "int64") -> rk.RaggedTable:
    """Return a table whose columns all follow from the values ``x`` of one of them."""
    part = rk.RowPartition.from_row_lengths(np.array(lengths, dtype=dtype))
    at, rows = np.arange(len(x)), np.arange(len(lengths))
    inner = rk.RowPartition.from_row_lengths(((x + at) % 3).astype(dtype))
    numbers = np.arange(int(inner.nvals())) / 4
    return rk.RaggedTable(
        {
            "x": rk.RaggedTensor(x, part),
            "word": rk.RaggedTensor(WORDS[(x + at) % 4], part),
            "time": rk.RaggedTensor(DAY + (5 * x + at) % 4, part),
            "point": rk.RaggedTensor(np.stack([x, at], axis=1), part),
            "parts": rk.RaggedTensor(numbers, (part, inner)),
        },
        rows={"user": WORDS[rows * rows % 3], "id": 10 + rows, "box": np.stack([rows, -rows], 1)},
    )


# A table with an empty first, middle and last row.
SMALL = table_of([0, 3, 0, 2, 1, 0], np.array([1, 3, 0, 2, 2, 1], dtype="int16"))
EMPTY = SMALL[:0]
