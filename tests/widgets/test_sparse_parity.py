"""The explorer of sparse tensors: rules in Python, and the same in JavaScript."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.widgets._sparse import State, opened, step
from tests.campaign import SALT

JS = Path(__file__).parent / "js"
SEQUENCES = 1000
SMALLER = (
    "; dimension {} has size {}, leave new_shape out for the smallest with room for all cells"
).format

# Events on a tensor of shape [3, 4] with the tight shape [2, 3]; the shape or the message after.
CASES: dict[str, tuple[list[dict[str, Any]], Any]] = {
    "larger": ([{"type": "resize", "text": "[5, 4]"}], [5, 4]),
    "larger-and-back": (
        [{"type": "resize", "text": "5 4"}, {"type": "resize", "text": "3, 4"}],
        [3, 4],
    ),
    "tight": ([{"type": "tight"}], [2, 3]),
    "left-out": ([{"type": "resize", "text": " "}], [2, 3]),
    "tight-then-larger": ([{"type": "tight"}, {"type": "resize", "text": "2, 9"}], [2, 9]),
    "reset": ([{"type": "tight"}, {"type": "reset"}], [3, 4]),
    "undone": ([{"type": "tight"}, {"type": "undo"}], [3, 4]),
    "smaller": (
        [{"type": "resize", "text": "[3, 3]"}],
        f"new_shape must not be smaller than [3, 4], got [3, 3]{SMALLER(1, 4)}",
    ),
    "smaller-than-tight": (
        [{"type": "tight"}, {"type": "resize", "text": "[1, 3]"}],
        f"new_shape must not be smaller than [2, 3], got [1, 3]{SMALLER(0, 2)}",
    ),
    "negative": (
        [{"type": "resize", "text": "-1, 4"}],
        f"new_shape must not be smaller than [3, 4], got [-1, 4]{SMALLER(0, 3)}",
    ),
    "another-rank": (
        [{"type": "resize", "text": "9"}],
        "new_shape must have 2 sizes, as sp_input has dimensions, got 1: [9]",
    ),
    "a-long-list": (
        [{"type": "resize", "text": "9 " * 40}],
        f"new_shape must have 2 sizes, as sp_input has dimensions, got 40: {[9] * 40}",
    ),
    "no-integers": (
        [{"type": "resize", "text": "3, x"}],
        "new_shape must contain integers, got new_shape[1] = x",
    ),
    "too-large": (
        [{"type": "resize", "text": f"3, {2**63}"}],
        f"new_shape must fit int64, got new_shape[1] = {2**63}",
    ),
    "past-2**53": ([{"type": "resize", "text": f"3, {2**53}"}], [3, 2**53]),
    "no-event": ([{"type": "grow"}], "event must be known, got 'grow'"),
    "no-outer-axis": (
        [{"type": "at", "axis": 0, "text": "1"}],
        "axis must be in range, but no axis is before the last two, got 0",
    ),
}


def tensor() -> rk.SparseTensor:
    return rk.SparseTensor([[0, 0], [1, 2]], [5, 7], [3, 4])


def plain(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps({"kind": "sparse", **state.json()}))
    return found


@pytest.mark.parametrize("name", CASES)
def test_an_event_changes_the_shape_or_gives_the_message(name: str) -> None:
    events, expected = CASES[name]
    state = opened(tensor())
    for event in events:
        before, state = state, step(state, event)
    if isinstance(expected, str):
        assert state.error is not None
        assert state.error.message == expected
        expected = list(before.sizes)
    assert state.value._dense_shape.tolist() == list(state.sizes) == expected
    assert state.value.indices.tolist() == [[0, 0], [1, 2]]
    assert state.value.values.tolist() == [5, 7]


def test_a_refusal_is_that_of_reset_shape() -> None:
    state = step(opened(tensor()), {"type": "resize", "text": "2, 4"})
    with pytest.raises(ValueError, match="new_shape must not be smaller") as info:
        rk.sparse.reset_shape(tensor(), [2, 4])
    assert state.error is not None
    assert (state.error.message, state.error.wanted) == (str(info.value), (2, 4))


def random_tensor(rng: Random) -> rk.SparseTensor:
    rank = rng.choice([1, 2, 2, 2, 3, 4])
    sizes = [rng.randint(0, 5) for _ in range(rank)]
    if rng.random() < 0.1:
        sizes[-1] = 2**60
    n = rng.randint(0, 4)
    indices = np.array([[rng.randint(-1, 5) for _ in range(rank)] for _ in range(n)], np.int64)
    return rk.SparseTensor(indices.reshape(n, rank), list(range(n)), sizes)


def random_event(rng: Random, state: State) -> dict[str, Any]:
    kind = rng.choice(["resize"] * 4 + ["tight", "reset", "undo", "redo", "at", "grow"])
    if kind == "at":
        return {"type": kind, "axis": rng.randint(0, 2), "text": rng.choice("0123x")}
    if kind != "resize":
        return {"type": kind}
    sizes = [size + rng.choice([0, 0, 1, 2, -1]) for size in state.sizes]
    if rng.random() < 0.1:
        sizes = sizes[1:]
    if rng.random() < 0.1:
        sizes.append(rng.choice([1, 2**53, 2**63 - 1, 2**63, 10**45]))
    return {"type": kind, "text": rng.choice([str(sizes), " ".join(map(str, sizes)), "", "1.5"])}


def test_javascript_gives_the_same_states(node: Callable[..., str]) -> None:
    seed = 0 if os.environ.get("CI") == "true" else int.from_bytes(os.urandom(4))
    rng = Random(f"{SALT}{seed}")
    cases: list[Any] = []
    expected: list[list[Any]] = []

    def replayed(state: State, events: list[Any]) -> State:
        for event in events:
            state = step(state, event)
            cases[-1][1].append(event)
            expected[-1].append(plain(state))
        return state

    for events, _ in CASES.values():
        cases.append([plain(opened(tensor())), []])
        expected.append([])
        replayed(opened(tensor()), events)
    for _ in range(SEQUENCES):
        state = opened(random_tensor(rng))
        cases.append([plain(state), []])
        expected.append([])
        for _ in range(rng.randint(1, 8)):
            state = replayed(state, [random_event(rng, state)])
    messages = set()
    answered = json.loads(node(JS / "replay.mjs", stdin=cases))
    for case, ours, theirs in zip(cases, expected, answered, strict=True):
        for event, mine, state in zip(case[1], ours, theirs, strict=True):
            assert state == mine, f"{event} in {case}, seed {seed}"
            messages |= {mine["error"]["message"]} if mine["error"] else set()
    assert len(messages) > 100


def test_the_line_of_code_makes_the_present_tensor(node: Callable[..., str]) -> None:
    rng, states = Random(5), []
    for _ in range(100):
        state = opened(random_tensor(rng))
        for _ in range(3):
            state = step(state, random_event(rng, state))
        states.append(state)
    texts: list[Any] = [["é'\n", '"'], [b"\xff", b""], ["2026-01-02", "NaT"]]
    for values in (*texts, [np.nan, -np.inf], [1, 2], [True, False], [1 + 2j, 0j]):
        array = np.array(values, "datetime64[D]") if values is texts[2] else np.array(values)
        states.append(step(opened(tensor().with_values(array)), {"type": "tight"}))
    states.append(opened(tensor().with_values(np.array([1, 2], np.int8))))
    calls = [[plain(state)] for state in states]
    codes = json.loads(node(JS / "evaluate.mjs", stdin=["core/sparse.js", "pythonOf", calls]))
    for state, code in zip(states, codes, strict=True):
        *before, last = code.split("\n")
        names = {"rk": rk, "np": np}
        exec("\n".join(before), names)
        assert eval(last, names).identical(state.value), code


def matrices() -> rk.SparseTensor:
    n = np.arange(3000)
    return rk.SparseTensor(np.stack([n % 3, n % 50, n % 50], 1), n, [3, 50, 50])


def test_many_cells_outside_of_the_grid_stay_in_python() -> None:
    n = np.arange(3000)
    state = opened(rk.SparseTensor(np.stack([n % 60, n // 60], 1), n, [60, 90]))
    assert {tuple(cell["at"]) for cell in state.cells} == {
        (i, j) for i in range(40) for j in range(40)
    }
    state = step(opened(matrices()), {"type": "at", "axis": 0, "text": "2"})
    assert {cell["at"][0] for cell in state.cells} == {2}
    assert len(plain(state)["cells"]) <= 1600


def test_without_python_another_matrix_is_asked_for(node: Callable[..., str]) -> None:
    state = plain(opened(matrices()))
    case = [state, [{"type": "at", "axis": 0, "text": "2"}, {"type": "tight"}]]
    asked, after = json.loads(node(JS / "replay.mjs", stdin=[case]))[0]
    assert asked["asks"] is True
    assert asked["error"]["message"].startswith("Without Python")
    assert asked["at"] == after["at"] == [0]
    assert "asks" not in after
