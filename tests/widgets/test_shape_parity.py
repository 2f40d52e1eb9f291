"""The shape explorer: rules in Python, the same in JavaScript, and the answers about two shapes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import raggedkit as rk
import raggedkit_r
from raggedkit.widgets._shapes import MOST_AXES, State, step
from tests.campaign import SALT

JS = Path(__file__).parent / "js"
SEQUENCES = 2000

# An event on the shapes [None, 3] and [2, None], and the shapes or the message after it.
CASES: dict[str, tuple[dict[str, Any], Any]] = {
    "a-size": ({"type": "size", "axis": 0, "text": " 5 "}, [[5, 3], [2, None]]),
    "a-question-mark": ({"type": "size", "axis": 1, "text": "?"}, [[None, None], [2, None]]),
    "nothing": ({"type": "size", "axis": 1, "text": ""}, [[None, None], [2, None]]),
    "past-2**53": ({"type": "size", "axis": 1, "text": str(2**53)}, [[None, 2**53], [2, None]]),
    "negative": (
        {"type": "size", "axis": 1, "text": "-1"},
        "dims[1] must be >= 0, got -1; write None where the size is not known",
    ),
    "no-integer": (
        {"type": "size", "axis": 1, "text": "it's"},
        'dims[1] must be an int or None, got "it\'s"; a shape is one flat list of ints and None, '
        "like [2, None]",
    ),
    "a-float": (
        {"type": "dims", "text": "[2, 1.5]"},
        "dims[1] must be an int or None, got '1.5'; a shape is one flat list of ints and None, "
        "like [2, None]",
    ),
    "too-long": (
        {"type": "size", "axis": 0, "text": "1" * 41},
        f"dims must have sizes of at most 40 digits, got '{'1' * 41}'",
    ),
    "no-such-axis": ({"type": "size", "axis": 2, "text": "1"}, "axis must be from 0 to 1, got 2"),
    "no-such-shape": (
        {"type": "size", "shape": 2, "axis": 0, "text": "1"},
        "shape must be from 0 to 1, got 2",
    ),
    "an-axis-more": ({"type": "add_axis", "axis": 2}, [[None, 3, None], [2, None]]),
    "an-axis-less": ({"type": "delete_axis", "axis": 0}, [[3], [2, None]]),
    "swapped": ({"type": "swap"}, [[2, None], [None, 3]]),
    "unknown-rank": ({"type": "rank", "text": "?"}, [None, [2, None]]),
    "its-own-rank": ({"type": "rank", "text": "2"}, [[None, 3], [2, None]]),
    "another-rank": (
        {"type": "rank", "text": "3"},
        "shape must have rank 3, got (None, 3) of rank 2; expand_dims adds an axis, squeeze drops "
        "one of size 1",
    ),
    "no-rank": (
        {"type": "rank", "text": "x"},
        "rank must be an int, got 'x'; a rank is the number of axes",
    ),
    "typed": ({"type": "dims", "text": "4, ?, None"}, [[4, None, None], [2, None]]),
    "typed-as-a-tuple": ({"type": "dims", "text": "(4,)"}, [[4], [2, None]]),
    "typed-in-python": ({"type": "dims", "text": "rk.TensorShape([4, 1])"}, [[4, 1], [2, None]]),
    "typed-in-r": ({"type": "dims", "text": "shape(NA, 1)"}, [[None, 1], [2, None]]),
    "typed-scalar": ({"type": "dims", "text": "[]"}, [[], [2, None]]),
    "typed-unknown": ({"type": "dims", "text": "None"}, [None, [2, None]]),
    "too-many-axes": (
        {"type": "dims", "text": "1 " * 65},
        "rank must be at most 64 in an explorer, got 65",
    ),
    "no-event": ({"type": "grow"}, "event must be known, got 'grow'"),
}


def first(*dims: Any) -> State:
    shapes = tuple(map(rk.TensorShape, dims))
    return State(shapes, shapes)


def plain(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps({"kind": "shapes", **state.json()}))
    return found


@pytest.mark.parametrize("name", CASES)
def test_an_event_changes_one_shape_or_gives_the_message(name: str) -> None:
    event, expected = CASES[name]
    state = step(first([None, 3], [2, None]), {"shape": 0, **event})
    if isinstance(expected, str):
        assert state.error is not None
        assert state.error.message == expected
        expected = [[None, 3], [2, None]]
    assert [shape.dims for shape in state.shapes] == expected


def test_an_axis_of_an_unknown_rank_is_refused_in_the_words_of_as_list() -> None:
    for kind in ("size", "add_axis", "delete_axis"):
        state = step(first(None), {"type": kind, "shape": 0, "axis": 0, "text": "1"})
        with pytest.raises(ValueError, match="shape must have a rank to be listed") as info:
            rk.TensorShape(None).as_list()
        assert state.error is not None
        assert state.error.message == str(info.value)


def test_a_rank_is_given_to_an_unknown_one() -> None:
    state = step(first(None), {"type": "rank", "shape": 0, "text": "2"})
    assert state.shapes == (rk.TensorShape([None, None]),)
    state = step(first(None), {"type": "rank", "shape": 0, "text": str(MOST_AXES + 1)})
    assert state.error is not None
    assert state.error.message == "rank must be at most 64 in an explorer, got 65"


TEXTS = (
    *("1", "2", "3", "?", "", "None", "NA", "-1", "x", "1.5", "it's", 'a"b', "a\\'\"", "+7", "007"),
    *(str(2**53), str(2**53 - 1), str(2**64), "1" * 45, "\u202e", "\u05e9", "a\tb", "x" * 70, "é "),
)
WHOLE = (
    *("[2, None]", "2, 3", "(4,)", "[]", "", "None", "?", "<unknown>", "shape(NA, 3)", "[1, [2]]"),
    *("TensorShape([2, 3])", "rk.TensorShape(None)", "shape(dims = NULL)", "1 ? 3", "[2, -1]"),
    *("2,,3", "1 " * 70, "[x, 1]", "shape(", "()", "[2 3", ","),
)


def random_dims(rng: Random) -> list[int | None] | None:
    if rng.random() < 0.12:
        return None
    return [rng.choice([None, None, 0, 1, 2, 2, 3, 2**53 + 1]) for _ in range(rng.randint(0, 4))]


def random_event(rng: Random, state: State) -> dict[str, Any]:
    kind = rng.choice(
        ["size"] * 3 + ["dims", "rank", "add_axis", "delete_axis", "undo", "redo", "swap", "reset"]
    )
    event: dict[str, Any] = {"type": kind, "shape": rng.randrange(len(state.shapes))}
    if rng.random() < 0.03:
        event["shape"] = 2
    if kind in ("size", "add_axis", "delete_axis"):
        event["axis"] = rng.randint(0, 4)
    if kind == "dims":
        event["text"] = rng.choice(WHOLE)
    elif kind in ("size", "rank"):
        event["text"] = rng.choice(TEXTS)
    return event


def test_javascript_gives_the_same_states(node: Callable[..., str]) -> None:
    seed = 0 if os.environ.get("CI") == "true" else int.from_bytes(os.urandom(4))
    rng = Random(f"{SALT}{seed}")
    cases: list[Any] = []
    expected: list[list[Any]] = []
    for event, _ in CASES.values():
        state = first([None, 3], [2, None])
        cases.append([plain(state), [{"shape": 0, **event}]])
        expected.append([plain(step(state, {"shape": 0, **event}))])
    for _ in range(SEQUENCES):
        state = first(*(random_dims(rng) for _ in range(rng.choice([1, 2, 2]))))
        cases.append([plain(state), []])
        expected.append([])
        for _ in range(rng.randint(1, 8)):
            event = random_event(rng, state)
            state = step(state, event)
            cases[-1][1].append(event)
            expected[-1].append(plain(state))
    messages = set()
    replayed = json.loads(node(JS / "replay.mjs", stdin=cases))
    for case, ours, theirs in zip(cases, expected, replayed, strict=True):
        for event, mine, state in zip(case[1], ours, theirs, strict=True):
            assert state == mine, f"{event} in {case}, seed {seed}"
            messages |= {mine["error"]["message"]} if mine["error"] else set()
    assert len(messages) > 40


def answers(a: rk.TensorShape, b: rk.TensorShape) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("is_compatible_with", "is_subtype_of"):
        found[name] = {"flag": getattr(a, name)(b)}
    for name in ("merge_with", "most_specific_compatible_shape", "concatenate"):
        try:
            shapes = (getattr(a, name)(b),)
            found[name] = {"dims": plain(State(shapes, shapes))["shapes"][0]}
        except ValueError as error:
            found[name] = {"error": str(error)}
    return found


def pairs() -> list[tuple[rk.TensorShape, rk.TensorShape]]:
    rng = Random(3)
    edges = [None, [], [None], [2], [3], [2, None], [None, 3], [2**60, None], [2**60 + 1, 1]]
    shapes = [rk.TensorShape(dims) for dims in edges]
    return [
        *((a, b) for a in shapes for b in shapes),
        *((rk.TensorShape(random_dims(rng)), rk.TensorShape(random_dims(rng))) for _ in range(500)),
    ]


def test_answers_about_two_shapes_are_those_of_tensor_shape(node: Callable[..., str]) -> None:
    found = pairs()
    calls = [plain(State(pair, pair))["shapes"] for pair in found]
    given = json.loads(node(JS / "evaluate.mjs", stdin=["core/shapes.js", "answers", calls]))
    for pair, theirs in zip(found, given, strict=True):
        assert theirs == answers(*pair), pair


def test_facts_about_one_shape_are_those_of_tensor_shape(node: Callable[..., str]) -> None:
    shapes = [pair[0] for pair in pairs()]
    calls = [plain(State((shape,), (shape,)))["shapes"] for shape in shapes]
    counts = [shape.num_elements() for shape in shapes]
    for name, expected in {
        "numElements": [None if n is None else str(n) for n in counts],
        "reprOf": [repr(s) for s in shapes],
        "notation": [s.notation for s in shapes],
    }.items():
        given = json.loads(node(JS / "evaluate.mjs", stdin=["core/shapes.js", name, calls]))
        assert given == expected, name


def r_result(code: str) -> Any:
    """Return what R's code gives in the R face for Python, which has None for NULL."""
    python = code.replace("NULL", "None").replace("$", ".")
    return eval(python, {name: getattr(raggedkit_r, name) for name in raggedkit_r.__all__})


def test_the_code_of_each_answer_gives_its_result_in_python_and_r(node: Callable[..., str]) -> None:
    found = pairs()[::7]
    calls = [plain(State(pair, pair))["shapes"] for pair in found]
    two = json.loads(node(JS / "evaluate.mjs", stdin=["core/shapewords.js", "comparison", calls]))
    one = [call[:1] for call in calls]
    facts = json.loads(node(JS / "evaluate.mjs", stdin=["core/shapewords.js", "facts", one]))
    cards = [card for group in (*two, *facts) for card in group]
    assert sum(bool(card["r"]) for card in cards) > len(cards) / 2
    for card in cards:
        if card["refused"]:
            with pytest.raises(ValueError, match="other") as info:
                eval(card["python"], {"rk": rk})
            assert str(info.value) == card["result"]
            continue
        assert repr(eval(card["python"], {"rk": rk})) == card["result"], card
        if card["r"]:
            assert repr(r_result(card["r"])) == card["result"], card
