"""Rules of the partition explorer: edits as list operations, broken rules, history."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.widgets import _step
from raggedkit.widgets._state import MOST, State
from raggedkit.widgets._step import step
from raggedkit.widgets._window import opened
from tests.widgets.sequences import FIELDS, event, tensor

ROWS = [[3, 1, 4, 1], [], [5, 9, 2], [6]]
DEEP = [[[1, 2], [3]], [], [[], [4, 5, 6]]]

seeds = st.integers(0, 2**32)
rows = st.lists(st.lists(st.integers(1, 99), max_size=4), min_size=1, max_size=5)


def state(x: Any = ROWS) -> State:
    return opened(x if isinstance(x, rk.RaggedTensor | rk.RowPartition) else rk.ragged.constant(x))


def after(start: State, *events: dict[str, Any]) -> State:
    for e in events:
        start = step(start, {"level": 0, **e})
    return start


def listed(s: State) -> Any:
    return s.tensor().to_list()


@given(seeds)
def test_any_events_keep_a_valid_state(seed: int) -> None:
    rng = Random(seed)
    s = opened(tensor(rng))
    for _ in range(8):
        before, s = s, step(s, event(rng, s))
        s.check()
        if s.error is not None:
            assert s.rows == before.rows
            assert s.error.message


@given(seeds)
def test_undo_inverts_and_redo_repeats(seed: int) -> None:
    rng = Random(seed)
    s = opened(tensor(rng))
    for _ in range(8):
        s = step(s, event(rng, s))
    states = [s]
    while states[-1].past:
        states.append(step(states[-1], {"type": "undo"}))
    assert len(states) == len(s.past) + 1
    again = states[-1]
    for expected in reversed(states[:-1]):
        again = step(again, {"type": "redo"})
        assert again.rows == expected.rows
    assert step(again, {"type": "reset"}).rows == s.first


@given(rows, st.data())
def test_edits_of_a_row_are_list_operations(model: list[list[int]], data: st.DataObject) -> None:
    s = state(rk.ragged.constant(model, ragged_rank=1, dtype=np.int64))
    i = data.draw(st.integers(0, len(model) - 1))
    assert listed(after(s, {"type": "grow", "i": i})) == [
        row + [0] * (k == i) for k, row in enumerate(model)
    ]
    assert listed(after(s, {"type": "delete_row", "i": i})) == model[:i] + model[i + 1 :]
    assert listed(after(s, {"type": "add_row", "i": i})) == [*model[:i], [], *model[i:]]
    shrunk = after(s, {"type": "shrink", "i": i})
    assert listed(shrunk) == [row[:-1] if k == i else row for k, row in enumerate(model)]
    assert (shrunk.error is None) == bool(model[i])


@given(rows, st.lists(st.integers(0, 5), max_size=6))
def test_typed_lengths_insert_and_delete_at_the_ends_of_rows(
    model: list[list[int]], lengths: list[int]
) -> None:
    s = state(rk.ragged.constant(model, ragged_rank=1, dtype=np.int64))
    s = after(s, {"type": "edit", "field": "row_lengths", "text": str(lengths)})
    padded = [row + [0] * 5 for row in model] + [[0] * 5] * 6
    assert listed(s) == [row[:n] for row, n in zip(padded, lengths, strict=False)]


@given(rows, st.data())
def test_a_boundary_moves_values_between_neighbours(
    model: list[list[int]], data: st.DataObject
) -> None:
    s = state(rk.ragged.constant(model, ragged_rank=1, dtype=np.int64))
    splits = list(s.rows.levels[0])
    i, to = data.draw(st.integers(0, len(model))), data.draw(st.integers(-2, 30))
    moved = after(s, {"type": "move", "i": i, "to": to})
    if 0 < i < len(model):
        splits[i] = sorted([splits[i - 1], to, splits[i + 1]])[1]
    assert list(moved.rows.levels[0]) == splits
    assert moved.rows.items == s.rows.items


@pytest.mark.parametrize(
    ("text", "i", "expected"),
    [
        pytest.param("2", 0, [[1, 4, 1], [], [3, 5, 9, 2], [6]], id="to-a-later-row-first"),
        pytest.param("1", 0, [[1, 4, 1], [3], [5, 9, 2], [6]], id="to-an-empty-row"),
        pytest.param("0", 5, [[3, 1, 4, 1, 9], [], [5, 2], [6]], id="to-an-earlier-row-last"),
        pytest.param("0", 2, ROWS, id="to-its-own-row"),
    ],
)
def test_a_typed_row_id_moves_one_value(text: str, i: int, expected: Any) -> None:
    s = after(state(), {"type": "set", "field": "value_rowids", "i": i, "text": text})
    assert listed(s) == expected
    assert s.error is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"type": "grow", "level": 0, "i": 1}, [DEEP[0], [[]], DEEP[2]], id="grow"),
        pytest.param(
            {"type": "grow", "level": 1, "i": 2}, [DEEP[0], [], [[0], [4, 5, 6]]], id="inner"
        ),
        pytest.param({"type": "shrink", "level": 0, "i": 0}, [[[1, 2]], [], DEEP[2]], id="shrink"),
        pytest.param({"type": "delete_row", "level": 0, "i": 2}, DEEP[:2], id="delete"),
        pytest.param(
            {"type": "delete_row", "level": 1, "i": 0}, [[[3]], [], DEEP[2]], id="delete-inner"
        ),
        pytest.param(
            {"type": "add_row", "level": 1, "i": 2}, [[[1, 2], [3], []], [], DEEP[2]], id="add"
        ),
        pytest.param(
            {"type": "add_row", "level": 1, "i": 0},
            [[[], [1, 2], [3]], [], DEEP[2]],
            id="add-first",
        ),
        pytest.param(
            {"type": "move", "level": 0, "i": 1, "to": 1}, [[[1, 2]], [[3]], DEEP[2]], id="move"
        ),
        pytest.param(
            {"type": "set", "level": 0, "field": "value_rowids", "i": 0, "text": "1"},
            [[[3]], [[1, 2]], DEEP[2]],
            id="move-an-inner-row",
        ),
        pytest.param(
            {"type": "edit", "level": 0, "field": "row_lengths", "text": "1 2 2"},
            [[[1, 2]], [[], []], DEEP[2]],
            id="lengths",
        ),
        pytest.param(
            {"type": "edit", "level": 1, "field": "nrows", "text": "6"},
            [DEEP[0], [], [*DEEP[2], [], []]],
            id="nrows-inner",
        ),
    ],
)
def test_edits_of_outer_levels_move_inner_rows(given: dict[str, Any], expected: Any) -> None:
    s = step(state(DEEP), given)
    assert s.error is None
    assert listed(s) == expected


@pytest.mark.parametrize("field", FIELDS[:5])
@given(seed=seeds)
def test_typing_an_encoding_gives_the_partition_of_its_constructor(field: str, seed: int) -> None:
    rng = Random(seed)
    s = state()
    cut = sorted(rng.randint(0, 8) for _ in range(3))
    p = rk.RowPartition.from_row_splits([0, *cut, 8])
    numbers = getattr(p, field)().tolist()
    s = after(s, {"type": "edit", "field": field, "text": ", ".join(map(str, numbers))})
    if field == "row_lengths":
        assert s.rows.levels[0] == (0, *cut, 8)
    else:
        assert s.partitions()[0].row_splits().tolist() == [0, *cut, 8]
        assert s.rows.items == tuple(range(8))


ERRORS = [
    ("row_splits", "0 4 3 8", "row_splits must not decrease, got row_splits[1:3] = [4, 3]"),
    ("row_splits", "1 8", "row_splits must start at 0, got row_splits[0] = 1"),
    ("row_splits", "0 9", "values must have 9 items, got 8; the rows must use up the values"),
    ("row_splits", "", "row_splits must have at least one item, got []; [0] has no rows"),
    ("row_splits", "0 1.5 8", "row_splits must contain integers, got row_splits[1] = 1.5"),
    ("row_splits", "0, 1,, 8", "row_splits must contain integers, got row_splits[2] = nothing"),
    ("row_splits", f"0 {2**63}", f"row_splits must fit int64, got row_splits[1] = {2**63}"),
    ("row_lengths", "4 -1", "row_lengths must not be negative, got row_lengths[1] = -1"),
    ("row_lengths", "401", "rows and values must be at most 400 in an explorer, got 401"),
    (
        "value_rowids",
        "0 0 2 1 3 3 3 3",
        "value_rowids must not decrease, got value_rowids[2:4] = [2, 1]",
    ),
    (
        "value_rowids",
        "0 0 0 0 0 0 0 4",
        "value_rowids must be below nrows = 4, got value_rowids[7] = 4",
    ),
    ("value_rowids", "0 0 0", "values must have 3 items, got 8; the rows must use up the values"),
    ("row_starts", "0 9", "row_starts must not pass nvals = 8, got row_starts[1] = 9"),
    ("row_limits", "4 3", "row_limits must not decrease, got row_limits[0:2] = [4, 3]"),
    ("uniform_row_length", "3", "nvals must be a multiple of uniform_row_length = 3, got 8"),
    ("uniform_row_length", "2 2", "uniform_row_length must be a single integer, got 2"),
    ("nrows", "3", "value_rowids must be below nrows = 3, got value_rowids[7] = 3"),
    ("nrows", "401", "nrows must be at most 400 in an explorer, got 401"),
    ("nrows", "-1", "nrows must not be negative, got -1"),
]


@pytest.mark.parametrize(("field", "text", "message"), ERRORS, ids=lambda v: str(v)[:24])
def test_a_broken_rule_keeps_the_rows_and_is_named(field: str, text: str, message: str) -> None:
    s = after(state(), {"type": "edit", "field": field, "text": text})
    assert s.rows == state().rows
    assert s.error is not None
    assert (s.error.field, s.error.level, s.error.message) == (field, 0, message)
    assert after(s, {"type": "undo"}).error is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"type": "fly"}, "event must be known, got 'fly'"),
        ({"type": "grow", "level": 1, "i": 0}, "level must be from 0 to 0, got 1"),
        ({"type": "grow", "i": 4}, "i must be from 0 to 3, got 4"),
        ({"type": "grow", "i": "0"}, "i must be from 0 to 3, got '0'"),
        ({"type": "shrink", "i": 1}, "row 1 must have an item to delete, got an empty row"),
        ({"type": "edit", "field": "size", "text": "1"}, "field must be an encoding, got 'size'"),
        ({"type": "edit", "field": "row_splits"}, "event must have 'text'"),
        ({"type": "window", "start": 3}, "window must be that of a large tensor, got start = 3"),
        ({}, "event must have 'type'"),
    ],
    ids=str,
)
def test_events_that_no_page_sends_are_refused(given: dict[str, Any], message: str) -> None:
    s = after(state(), given)
    assert s.rows == state().rows
    assert s.error is not None
    assert s.error.message == message


def test_an_inner_level_keeps_the_number_of_its_rows() -> None:
    s = after(state(DEEP), {"type": "edit", "level": 1, "field": "row_splits", "text": "0 3 6"})
    assert s.error is not None
    assert s.error.message.startswith("nested_row_splits[0]: values must have 4 items, got 2")
    s = after(state([[], []]), {"type": "add_row", "i": 0})
    assert s.error is None


def test_a_new_inner_row_needs_an_outer_row() -> None:
    s = state(rk.ragged.constant([], ragged_rank=2))
    s = after(s, {"type": "add_row", "level": 1, "i": 0})
    assert s.error is not None
    assert s.error.message.startswith("the outer level must have a row for it, got none")


def test_nrows_adds_and_cuts_empty_rows_at_the_end() -> None:
    s = after(state(), {"type": "edit", "field": "nrows", "text": "6"})
    assert listed(s) == [*ROWS, [], []]
    s = after(s, {"type": "edit", "field": "nrows", "text": "4"})
    assert listed(s) == ROWS


def test_uniform_rows_are_declared_and_lost_with_the_first_other_length() -> None:
    s = after(state(), {"type": "edit", "field": "uniform_row_length", "text": "2"})
    assert s.tensor().shape.as_list() == [4, 2]
    s = after(s, {"type": "add_row", "i": 0})
    assert s.tensor().shape.as_list() == [5, None]
    empty = after(state([[], []]), {"type": "edit", "field": "uniform_row_length", "text": "0"})
    assert empty.tensor().shape.as_list() == [2, 0]


def test_the_history_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    s = state([[1]])
    for _ in range(105):
        s = after(s, {"type": "grow", "i": 0})
    assert len(s.past) == 100
    assert sum(rows.cells for rows in s.past) <= 20_000
    monkeypatch.setattr(_step, "_REMEMBERED", 500)
    assert sum(rows.cells for rows in after(s, {"type": "grow", "i": 0}).past) <= 500


def test_no_edit_makes_more_cells_than_a_page_shows() -> None:
    s = state(rk.RaggedTensor.from_row_lengths(np.arange(MOST - 1), [MOST - 1]))
    s = after(s, {"type": "grow", "i": 0})
    assert s.error is not None
    assert s.error.message == "rows and values must be at most 400 in an explorer, got 401"


def test_a_new_edit_drops_what_was_undone() -> None:
    s = after(state(), {"type": "grow", "i": 0}, {"type": "undo"}, {"type": "grow", "i": 1})
    assert s.future == ()
    assert listed(after(s, {"type": "redo"})) == listed(s)
