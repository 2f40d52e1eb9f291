"""Text reprs: short ones evaluate; long ones stay within the limits of lines and columns."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, SparseTensor
from raggedkit.reprs.values import columns

ROOT = Path(__file__).parents[2]
PREFIX = "<RaggedTensor "

floats = st.floats(allow_nan=False, allow_infinity=False)
integers = st.integers(-(2**63), 2**63 - 1)
scalars: st.SearchStrategy[Any] = st.sampled_from(
    [integers, floats, st.booleans(), st.text(max_size=5), st.binary(max_size=5)]
)
nests: dict[int, Callable[[Any], Any]] = {
    1: lambda values: st.lists(st.lists(values, max_size=5), max_size=6),
    2: lambda values: st.lists(st.lists(st.lists(values, max_size=3), max_size=3), max_size=4),
}


@st.composite
def nested(draw: st.DrawFn, rank: int) -> tuple[list[Any], RaggedTensor]:
    """A nested list, and the ragged tensor of it."""
    rows = draw(nests[rank](draw(scalars)))
    flat, lengths = rows, []
    for _ in range(rank):
        lengths.append([len(row) for row in flat])
        flat = [item for row in flat for item in row]
    objects = np.empty(len(flat), dtype=object)
    objects[:] = flat
    values = objects if flat and isinstance(flat[0], str | bytes) else np.asarray(flat)
    return rows, RaggedTensor.from_nested_row_lengths(values, lengths)


def evaluated(text: str) -> Any:
    assert text.startswith(PREFIX)
    assert text.endswith(">")
    return ast.literal_eval(text[len(PREFIX) : -1])


def fits(text: str, rows: int = 20, cols: int = 80) -> bool:
    lines = text.splitlines()
    return len(lines) <= rows and max(map(len, lines)) <= cols


# ---------------------------------------------------------------------- one line
@given(st.sampled_from([1, 2]).flatmap(nested))
def test_repr_evaluates_to_the_list(rows_and_rt: tuple[list[Any], RaggedTensor]) -> None:
    rows, rt = rows_and_rt
    with rk.options(max_cols=10_000), np.printoptions(floatmode="unique"):
        assert evaluated(repr(rt)) == rows == rt.to_list()


@given(st.lists(st.lists(floats, max_size=5), min_size=1, max_size=6))
def test_repr_evaluates_to_floats_of_eight_digits(rows: list[list[float]]) -> None:
    rt = RaggedTensor.from_row_lengths([v for row in rows for v in row], [len(row) for row in rows])
    with rk.options(max_cols=10_000):
        again = evaluated(repr(rt))
    for row, shown in zip(rows, again, strict=True):
        assert shown == pytest.approx(row, rel=1e-8, abs=1e-8)


EMPTY_ROWS: list[Any] = [[[], []], *[[[], [], []]] * 3]


@given(st.sampled_from([1, 2]).flatmap(nested), st.integers(20, 100), st.integers(2, 30))
@example((EMPTY_ROWS, rk.array(EMPTY_ROWS)), 20, 15)  # lines that don't divide by the lists
def test_repr_is_the_list_or_keeps_within_the_limits(
    rows_and_rt: tuple[list[Any], RaggedTensor], cols: int, rows: int
) -> None:
    with rk.options(max_cols=cols, max_rows=rows):
        text = repr(rows_and_rt[1])
    with rk.options(max_cols=10_000):
        line = repr(rows_and_rt[1])
    if columns(line) <= cols:
        assert text == line
    else:
        assert fits(text, rows, cols)
        assert not text.startswith(f"{PREFIX}[")


WORDS = np.array(["a", "b'c"], dtype="U3")
ONE_LINE: dict[str, tuple[Any, list[int], str]] = {
    "no-rows": ([], [], "[]"),
    "only-empty-rows": ([], [0, 0, 0], "[[], [], []]"),
    "empty-first-and-last": ([1, 2], [0, 2, 0], "[[], [1, 2], []]"),
    "one-row": ([1, 2], [2], "[[1, 2]]"),
    "bool": ([True, False], [1, 1], "[[True], [False]]"),
    "float": ([1.0, 1 / 3], [2], "[[1.0, 0.33333333]]"),
    "nan-and-inf": ([np.nan, np.inf, -np.inf], [1, 2], "[[nan], [inf, -inf]]"),
    "complex": ([1 + 2j, complex(np.nan, 1)], [2], "[[1.0+2.0j, nan+1.0j]]"),
    "complex64": (np.array([0.1 + 0.2j], "complex64"), [1], "[[0.1+0.2j]]"),
    "float16": (np.array([0.1], "float16"), [1], "[[0.1]]"),
    "longdouble": (np.array([0.5], np.longdouble), [1], "[[0.5]]"),
    "uint8": (np.array([255], "uint8"), [1], "[[255]]"),
    "str": (WORDS, [1, 1], "[['a'], [\"b'c\"]]"),
    "str-of-any-width": (WORDS.astype(np.dtypes.StringDType()), [2], "[['a', \"b'c\"]]"),
    "bytes": (np.array([b"a", b"\xff"]), [2], r"[[b'a', b'\xff']]"),
    "bytes-ending-in-nul": (np.array([b"a\0"], object), [1], r"[[b'a\x00']]"),
    "no-ink": (np.array(["\n\x1b[31m\u202e\u200b"]), [1], r"[['\n\x1b[31m\u202e\u200b']]"),
    "datetime": (np.array(["2024-02-29", "NaT"], "M8[D]"), [2], "[[2024-02-29, NaT]]"),
    "objects": (np.array([..., {"b": 1}, (1,)], object), [3], "[[Ellipsis, {'b': 1}, (1,)]]"),
    "raw-bytes": (np.frombuffer(b"abcd", "V4"), [1], r"[[b'\x61\x62\x63\x64']]"),
    "structured": (np.array([(1, 0.5)], "i4,f4"), [1], "[[(1, 0.5)]]"),
    "inner-axis": ([[1, 2], [3, 4]], [1, 0, 1], "[[[1, 2]], [], [[3, 4]]]"),
    "inner-axis-of-size-0": (np.zeros((2, 0)), [2], "[[[], []]]"),
    "no-values-inner-axis": (np.zeros((0, 3)), [0, 0], "[[], []]"),
}


@pytest.mark.parametrize(("values", "lengths", "says"), ONE_LINE.values(), ids=ONE_LINE)
def test_one_line(values: Any, lengths: list[int], says: str) -> None:
    values = np.asarray(values) if len(values) else np.zeros(np.shape(values))
    values.flags.writeable = False
    rt = RaggedTensor.from_row_lengths(values, np.array(lengths, "int32"))
    assert repr(rt) == str(rt) == f"{rt}" == f"<RaggedTensor {says}>"


def test_slice_whose_first_offset_is_not_zero() -> None:
    rt = RaggedTensor.from_row_lengths([9, 9, 1, 2, 3], [2, 1, 2])[1:]
    assert repr(rt) == "<RaggedTensor [[1], [2, 3]]>"


def test_only_what_fits_is_on_one_line() -> None:
    rt = RaggedTensor.from_row_lengths(list(range(5)), [5])
    with rk.options(max_cols=len(f"{PREFIX}[[0, 1, 2, 3, 4]]>")):
        assert repr(rt) == f"{PREFIX}[[0, 1, 2, 3, 4]]>"
    with rk.options(max_cols=len(f"{PREFIX}[[0, 1, 2, 3, 4]]>") - 1):
        assert repr(rt) != f"{PREFIX}[[0, 1, 2, 3, 4]]>"


# ---------------------------------------------------------------------- several lines
def test_long_rows() -> None:
    lengths = [40, 0, 1] + [3] * 20
    rt = RaggedTensor.from_row_lengths(np.arange(101), lengths)
    with rk.options(max_rows=8):
        assert repr(rt).splitlines() == [
            "<RaggedTensor of shape [23, (d1)], int64, 101 values",
            " row  length  values",
            "   0      40  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..., 39]",
            "   1       0  []",
            "   2       1  [40]",
            "   3       3  [41, 42, 43]",
            " ... 18 more rows",
            "  22       3  [98, 99, 100]>",
        ]


def test_few_rows_of_rows_get_lines_of_their_own() -> None:
    rt = RaggedTensor.from_nested_row_lengths(np.arange(100), ([2, 0, 1], [90, 0, 10]))
    assert repr(rt).splitlines() == [
        "<RaggedTensor of shape [3, (d1), (d2)], int64, 100 values",
        " row   length  values",
        " 0          2",
        " 0, 0      90  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..., 89]",
        " 0, 1       0  []",
        " 1          0  []",
        " 2          1",
        " 2, 0      10  [90, 91, 92, 93, 94, 95, 96, 97, 98, 99]>",
    ]


def test_long_row_of_rows_leaves_out_some_of_them() -> None:
    rt = RaggedTensor.from_nested_row_lengths(np.arange(100), ([50, 1], [2] * 49 + [1, 1]))
    with rk.options(max_rows=9):
        assert repr(rt).splitlines()[2:] == [
            " 0          50",
            " 0, 0        2  [0, 1]",
            " 0, 1        2  [2, 3]",
            " 0, ... 47 more rows",
            " 0, 49       1  [98]",
            " 1           1",
            " 1, 0        1  [99]>",
        ]


def test_inner_lists_say_their_length_where_they_are_cut() -> None:
    lengths = ([1] * 20 + [3], [12] * 20 + [30, 0, 30])
    rt = RaggedTensor.from_nested_row_lengths(np.arange(300), lengths)
    last = repr(rt).splitlines()[-1]
    assert last == "  20       3  [[240, 241, 242, 243, ..., 269] (30), ..., [270, ..., 299] (30)]>"


def test_inner_axes_stay_in_the_line_of_their_row() -> None:
    rt = RaggedTensor.from_row_lengths(np.arange(80).reshape(40, 2), [40])
    assert repr(rt).splitlines()[2] == (
        "   0      40  [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], ..., [78, 79]]>"
    )


def test_a_number_is_never_cut_in_two() -> None:
    rt = RaggedTensor.from_row_lengths(np.arange(10**17, 10**17 + 600), [20] * 30)
    for cols in range(20, 90):
        with rk.options(max_cols=cols):
            lines = repr(rt).splitlines()[2:]
        numbers = [n for line in lines for n in re.findall(r"\d+", line.partition("[")[2])]
        assert all(10**17 <= int(n) < 10**17 + 600 for n in numbers)


def test_long_texts_are_cut_outside_of_their_quotes() -> None:
    words = np.array(["x" * 1000, "é" * 1000, "字" * 1000, "\n" * 1000], object)
    text = repr(RaggedTensor.from_row_lengths(words, [1, 1, 1, 1]))
    assert "'xxxxxxxxxxxxxxxxxxxx'..." in text
    assert fits(text)
    assert max(len(line) + line.count("字") for line in text.splitlines()) <= 80


class Loud:
    """An object that counts how often it is written."""

    written = 0

    def __repr__(self) -> str:
        Loud.written += 1
        return "Loud"


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no repr today")


def test_no_more_values_are_written_than_are_shown() -> None:
    objects = np.array([Loud()] * 30_000, object)
    Loud.written = 0
    text = repr(RaggedTensor.from_row_lengths(objects, [30] * 1000))
    assert 0 < Loud.written == 9 * 12
    assert text.count("Loud") == 9 * 10  # in 80 columns: nine and the last


@pytest.mark.parametrize("show", [repr, lambda x: x._repr_html_()], ids=["text", "html"])
def test_nothing_is_made_of_the_size_of_the_whole(show: Callable[[Any], str]) -> None:
    huge = np.broadcast_to(np.int64(7), 10**15)  # fits no memory, nor would its row splits
    rt = RaggedTensor.from_uniform_row_length(huge, 10)
    assert "7" in show(rt)
    assert re.search("10{14}|100(,000){4}", show(rt.partitions[0]))
    assert "7" in show(RaggedTensor.from_uniform_row_length(rt, 10))
    deep = np.broadcast_to(np.int64(7), (10**9, 10**3, 10))
    assert "7" in show(RaggedTensor.from_uniform_row_length(deep, 10))


STRANGE: dict[str, Any] = {
    "instance": (object(), "<object object>"),
    "several-lines": (np.eye(2), "array([[1., 0.], [0., 1.]])"),
    "without-a-repr": (Broken(), "<Broken without a repr>"),
    "too-many-digits": (10**5000, "<int without a repr>"),
    "set": ({3, 1, 2}, "{1, 2, 3}"),
    "itself": (..., "Ellipsis"),
}


@pytest.mark.parametrize(("value", "says"), STRANGE.values(), ids=STRANGE)
def test_objects(value: Any, says: str) -> None:
    objects = np.empty(1, object)
    objects[0] = value
    assert repr(RaggedTensor.from_row_lengths(objects, [1])) == f"<RaggedTensor [[{says}]]>"


def test_of_many_fields_the_first_are_written() -> None:
    values = np.zeros(2, [(f"f{i}", "i4") for i in range(60)])
    values["f3"] = 7
    assert "[(0, 0, 0, 7, 0, 0, 0, 0..., (0, 0" in repr(RaggedTensor.from_row_lengths(values, [2]))


def test_long_objects_are_cut() -> None:
    objects = np.empty(3, object)
    objects[:] = [list(range(10**6)), {"k" * 10**6: 1}, "s" * 10**6]
    assert fits(repr(RaggedTensor.from_row_lengths(objects, [1, 2])))


@pytest.mark.parametrize("rank", [1, 3, 8, 20, 60])
def test_any_rank_keeps_within_the_limits(rank: int) -> None:
    size = 2 if rank < 16 else 1
    inner = np.arange(float(40 * size**rank)).reshape(40, *[size] * rank)
    for lengths in ([40], [5, 0, 35], [1] * 40):
        assert fits(repr(RaggedTensor.from_row_lengths(inner, lengths)))


def test_many_partitions_keep_within_the_limits() -> None:
    rt = RaggedTensor.from_nested_row_lengths(np.arange(50), [[1]] * 30 + [[50]])
    assert fits(repr(rt))


@pytest.mark.parametrize(("rows", "cols", "items"), [(2, 80, 12), (3, 20, 2), (20, 20, 12)])
def test_least_limits(rows: int, cols: int, items: int) -> None:
    rt = RaggedTensor.from_row_lengths(np.arange(300), [100] * 3)
    with rk.options(max_rows=rows, max_cols=cols, max_items=items):
        assert fits(repr(rt), rows, cols)


# ---------------------------------------------------------------------- partitions
@given(st.lists(st.integers(0, 4), max_size=6), st.sampled_from(["int32", "int64"]))
def test_short_partition_evaluates(lengths: list[int], dtype: str) -> None:
    p = RowPartition.from_row_lengths(lengths, dtype=dtype)
    assert eval(repr(p)).identical(p)


@pytest.mark.parametrize("dtype", ["int32", "int64"])
@pytest.mark.parametrize(("length", "nrows"), [(2, 3), (0, 3), (2, 0), (1, 10**9)])
def test_uniform_partition_evaluates(length: int, nrows: int, dtype: str) -> None:
    p = RowPartition.from_uniform_row_length(length, nrows=nrows, dtype=dtype)
    assert eval(repr(p)).identical(p)


def test_long_partition() -> None:
    p = RowPartition.from_row_lengths([3, 0, 5] + [1] * 99_996 + [2], dtype="int32")
    assert repr(p) == (
        "RowPartition(nrows=100000, nvals=100006, row_lengths=[3, 0, 5, ..., 2], int32)"
    )


# ---------------------------------------------------------------------- sparse tensors
@given(st.lists(st.integers(-9, 9), max_size=3), st.integers(1, 3))
def test_short_sparse_tensor_evaluates(values: list[int], rank: int) -> None:
    sparse = SparseTensor(np.ones((len(values), rank), int), np.array(values, int), [3] * rank)
    with rk.options(max_cols=200):
        again = eval(repr(sparse))
    assert again.values.tolist() == values
    assert again.indices.tolist() == sparse.indices.tolist()
    assert again.dense_shape.tolist() == sparse.dense_shape.tolist()


def test_long_sparse_tensor() -> None:
    diagonal = np.stack([np.arange(100), np.arange(100)], 1)
    sparse = SparseTensor(diagonal, np.arange(100) / 3, [100, 100])
    with rk.options(max_rows=6):
        assert repr(sparse).splitlines() == [
            "<SparseTensor of shape [100, 100], float64, 100 values in 10,000 cells",
            " indices   values",
            " [0, 0]     0.0",
            " [1, 1]     0.33333333",
            " ... 97 more values",
            " [99, 99]  33.0>",
        ]


# ---------------------------------------------------------------------- another process
SHOWN = """
import numpy as np, raggedkit as rk
words = np.array([{"b", "a", "c"}, object(), print, {"k": {1, 2}}, lambda: 0], object)
for x in (
    rk.RaggedTensor.from_row_lengths(words, [2, 0, 3]),
    rk.RaggedTensor.from_row_lengths(np.arange(10**5), [10] * 10**4),
    rk.RowPartition.from_row_lengths([1, 2]),
    rk.SparseTensor([[0, 0]], [1], [2, 2]),
    rk.TensorShape([2, None]),
):
    print(repr(x), x._repr_html_())
"""


def test_two_processes_show_the_same() -> None:
    shown = [
        subprocess.run(
            [sys.executable, "-c", SHOWN],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert shown[0] == shown[1]
    assert b"0x" not in shown[0]
