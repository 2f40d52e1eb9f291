"""Joined texts against Python's ``str.join``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
strings = rk.strings
letters = st.text("ab, é\0", max_size=6)
DEEP = [[["a", "b"], ["c"]], [], [["d"], [], ["e", "f"]]]
LINES = [["a", "b"], ["c"], [], ["d", "e", "f"]]


def ragged(rows: Any, empty: str = "U1", rank: int = 1) -> Any:
    """A ragged tensor of rows of text, of dtype ``empty`` where there is none."""
    holds = any(True for _ in values_of(rows))
    return rk.ragged.constant(rows, ragged_rank=rank, dtype=None if holds else empty)


def values_of(rows: Any) -> Iterator[Any]:
    for row in rows:
        if isinstance(row, list):
            yield from values_of(row)
        else:
            yield row


def flat(rt: Any) -> list[Any]:
    values: list[Any] = rt.flat_values.ravel().tolist()
    return values


@given(st.data(), rks.ragged_tensors(dtype="U", inner=()), st.sampled_from(["", "-", "\0"]))
def test_join(data: st.DataObject, rt: RT, separator: str) -> None:
    drawn = [data.draw(st.text("xé\0", max_size=2)) for _ in range(rt.size)]
    other = rt.with_flat_values(drawn or np.zeros(0, "U1"))
    found = strings.join([rt, other, "end"], separator)
    wanted = [separator.join([a, b, "end"]) for a, b in zip(flat(rt), flat(other), strict=True)]
    assert flat(found) == wanted
    as_bytes = rt.with_flat_values(np.array([v.encode() for v in flat(rt)], dtype="S"))
    assert flat(strings.join([as_bytes, other, "end"], separator)) == [v.encode() for v in wanted]


def test_join_of_one_and_of_dense() -> None:
    rt = rk.array([["a", "b"], []])
    assert strings.join([rt], "-").to_list() == [["a", "b"], []]
    assert strings.join([["a", "b"], "x"]).tolist() == ["ax", "bx"]
    assert strings.join(["a", "b"], "-") == "a-b"
    assert strings.join([[b"a\0"], [b"b"]]).tolist() == [b"a\0b"]


@given(rows=rks.ragged_lists(letters), separator=st.sampled_from(["", "-", "é", "\0"]))
def test_rows_are_joined(rows: list[list[str]], separator: str) -> None:
    rt = ragged(rows)
    found = strings.reduce_join(rt, 1, separator=separator)
    assert found.tolist() == [separator.join(row) for row in rows]
    kept = strings.reduce_join(rt, axis=-1, keepdims=True, separator=separator)
    assert kept.tolist() == [[separator.join(row)] for row in rows]
    coded = ragged([[v.encode() for v in row] for row in rows], "S1")
    joined = strings.reduce_join(coded, 1, separator=separator)
    assert joined.tolist() == [separator.join(row).encode() for row in rows]


@given(rows=rks.ragged_lists(letters), separator=st.sampled_from(["", "-"]))
def test_columns_are_joined(rows: list[list[str]], separator: str) -> None:
    rt = ragged(rows)
    width = max(map(len, rows), default=0)
    columns = [separator.join(row[j] for row in rows if len(row) > j) for j in range(width)]
    assert strings.reduce_join(rt, 0, separator=separator).tolist() == columns
    everything = separator.join(v for row in rows for v in row)
    assert strings.reduce_join(rt, separator=separator) == everything
    assert strings.reduce_join(rt, keepdims=True, separator=separator).tolist() == [[everything]]


@pytest.mark.parametrize(
    ("rows", "axis", "wanted"),
    [
        (LINES, [0, 1], "a-b-c--d-e-f"),
        (LINES, [1, 0], "a-b-c--d-e-f"),
        (LINES, [], LINES),
        (LINES, (1,), ["a-b", "c", "", "d-e-f"]),
        (DEEP, 0, [["a-d", "b"], ["c"], ["e", "f"]]),
        (DEEP, 1, [["a-c", "b"], [], ["d-e", "f"]]),
        (DEEP, 2, [["a-b", "c"], [], ["d", "", "e-f"]]),
        (DEEP, [1, 2], ["a-b-c", "", "d--e-f"]),
        (DEEP, [2, 0], ["a-b-d", "c-", "e-f"]),
        (DEEP, [0, 1], ["a-c-d-e", "b-f"]),
        (DEEP, None, "a-b-c-d-e-f"),
    ],
)
def test_axes_as_tensorflow_joins_them(rows: Any, axis: Any, wanted: Any) -> None:
    found = strings.reduce_join(rk.ragged.constant(rows), axis, separator="-")
    assert (found.to_list() if isinstance(found, RT) else np.asarray(found).tolist()) == wanted


@pytest.mark.parametrize(
    ("axis", "wanted"),
    [(0, ["a-c", "b-d"]), (1, ["a-b", "c-d"]), (-1, ["a-b", "c-d"]), ([0, 1], "a-c-b-d"),
     ([1, 0], "a-b-c-d"), ([-1, 0], "a-b-c-d"), (None, "a-b-c-d"), ([], [["a", "b"], ["c", "d"]])],
)  # fmt: skip
def test_axes_of_an_array_in_the_order_they_are_named(axis: Any, wanted: Any) -> None:
    found = strings.reduce_join([["a", "b"], ["c", "d"]], axis, separator="-")
    assert np.asarray(found).tolist() == wanted


def test_inner_dense_axes() -> None:
    rt = RT.from_row_lengths(np.array([["a", "b"], ["c", "d"], ["e", "f"]]), [2, 0, 1])
    assert strings.reduce_join(rt, 1).tolist() == [["ac", "bd"], ["", ""], ["e", "f"]]
    assert strings.reduce_join(rt, 2).to_list() == [["ab", "cd"], [], ["ef"]]
    assert strings.reduce_join(rt, 2, keepdims=True).to_list() == [[["ab"], ["cd"]], [], [["ef"]]]
    assert strings.reduce_join(rt, 0).tolist() == [["ae", "bf"], ["c", "d"]]
    none = RT.from_row_lengths(np.zeros((0, 2), "U1"), np.zeros(0, int))
    assert strings.reduce_join(none, 1).shape == (0, 2)
    assert strings.reduce_join(rt[:, :, :0], 1).shape == (3, 0)


def test_single_results_are_text() -> None:
    rt = rk.array([["a", "b"], []])
    assert isinstance(strings.reduce_join(rt), str)
    assert isinstance(strings.reduce_join(rk.array([[b"a", b"b"], []])), bytes)
    assert strings.reduce_join(rk.array([[b"a", b"b\0"], []])).tolist() == b"ab\0"


def test_words_there_and_back() -> None:
    lines = rk.array([["so it goes"], [], ["on", "and on"]])
    words = strings.split(lines)
    assert strings.reduce_join(words, -1, separator=" ").to_list() == lines.to_list()


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: strings.join([]), ValueError, r"inputs must be a list of tensors, got \[\]"),
        (lambda: strings.join("ab"), ValueError, "inputs must be a list of tensors, got 'ab'"),
        (lambda: strings.join([rk.array([["a"], []]), 5]), TypeError,
         r"inputs\[1\] must contain text or bytes"),
        (lambda: strings.join([rk.array([["a"], []]), rk.array([["a", "b"], []])]), ValueError,
         "row 0 has length 1 in x and 2 in y"),
        (lambda: strings.reduce_join(rk.array([[1], []]), 1), TypeError, "must contain text"),
        (lambda: strings.reduce_join(rk.array([["a"], []]), 2), IndexError,
         "axis must be from -2 to 1, got 2"),
        (lambda: strings.reduce_join(rk.array([["a"], []]), [0, 0]), ValueError, "must not repeat"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
