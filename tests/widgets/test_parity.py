"""The rules in JavaScript give the same states and messages as those in Python."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from raggedkit.widgets._step import step
from raggedkit.widgets._window import opened
from tests.campaign import SALT
from tests.widgets.sequences import event, plain, tensor
from tests.widgets.vectors import brief, first, read

REPLAY = Path(__file__).parent / "js" / "replay.mjs"
SEQUENCES = 2000


def test_python_gives_the_recorded_states() -> None:
    for case in read():
        state = first(case)
        for given, expected in zip(case["events"], case["after"], strict=True):
            state = step(state, given)
            assert brief(plain(state)) == expected, given


def test_the_vectors_have_every_event_and_many_messages() -> None:
    cases = read()
    events = {given["type"] for case in cases for given in case["events"]}
    assert events >= {"edit", "set", "move", "grow", "shrink", "add_row", "delete_row"}
    assert events >= {"undo", "redo", "reset", "slice"}
    after = [state for case in cases for state in case["after"]]
    assert len({state["error"]["message"] for state in after if state["error"]}) >= 25
    assert len({state["key"]["error"] for state in after if state["key"]}) >= 10


def test_javascript_gives_the_recorded_states(node: Callable[..., str]) -> None:
    cases = read()
    given = [[plain(first(case)), case["events"]] for case in cases]
    for case, states in zip(cases, json.loads(node(REPLAY, stdin=given)), strict=True):
        for e, state, expected in zip(case["events"], states, case["after"], strict=True):
            assert brief(state) == expected, e


def test_random_events_give_the_same_states(node: Callable[..., str]) -> None:
    seed = 0 if os.environ.get("CI") == "true" else int.from_bytes(os.urandom(4))
    rng = Random(f"{SALT}{seed}")
    cases: list[Any] = []
    expected: list[list[Any]] = []
    for _ in range(SEQUENCES):
        state = opened(tensor(rng))
        cases.append([plain(state), []])
        expected.append([])
        for _ in range(rng.randint(1, 8)):
            given = event(rng, state)
            state = step(state, given)
            cases[-1][1].append(given)
            expected[-1].append(plain(state))
    compared = 0
    for case, ours, theirs in zip(
        cases, expected, json.loads(node(REPLAY, stdin=cases)), strict=True
    ):
        for given, mine, state in zip(case[1], ours, theirs, strict=True):
            if state.get("asks"):
                break  # only Python can answer; the page gives the reason
            assert state == mine, f"{given} in {case}, seed {seed}"
            compared += 1
    assert compared > 3 * SEQUENCES
