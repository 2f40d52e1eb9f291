"""The line of code of a page reproduces its state, in Python and in R's notation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
import raggedkit_r
from raggedkit.testing import assert_ragged_equal
from raggedkit.widgets._step import step
from raggedkit.widgets._window import opened, whole_of
from tests.widgets.sequences import event, plain, tensor

EVALUATE = Path(__file__).parent / "js" / "evaluate.mjs"


def lines(node: Callable[..., str], name: str, states: list[dict[str, Any]]) -> list[str]:
    call = ["core/code.js", name, [[state] for state in states]]
    found: list[str] = json.loads(node(EVALUATE, stdin=call))
    return found


VALUES = {
    "int64": [3, 1, -4],
    "bool": [True, False, True],
    "float64": [0.1, np.nan, -np.inf],
    "complex128": [1 + 2j, 0j, -1j],
    "float32": [0.1, 1e30, 3],
    "int8": [1, 2, 3],
    "uint64": [2**64 - 1, 2**53 + 1, 0],
    "U": ["it's", 'say "\\n"\n', "<\u05e9>"],
    "S": [b"a", b"\xff", b""],
    "datetime64[D]": ["2026-01-02", "NaT", "1969-12-31"],
}
ENTRIES = {"bool": "true", "U": 'a "b" \\', "S": "xy", "datetime64[D]": "2000-02-29"}


@pytest.mark.parametrize("dtype", VALUES)
def test_python_reproduces_values_of_each_dtype(node: Callable[..., str], dtype: str) -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.array(VALUES[dtype], dtype), [2, 0, 1])
    w = rk.explore(rt)
    w.send({"type": "grow", "level": 0, "i": 1})
    text = ENTRIES.get(dtype, "7")
    w.send({"type": "set", "level": 0, "field": "flat_values", "i": 0, "text": text})
    assert w.state["typed"]
    (code,) = lines(node, "pythonOf", [w.state])
    assert_ragged_equal(eval(code, {"rk": rk, "np": np}), w.value)


def test_python_reproduces_random_states(node: Callable[..., str]) -> None:
    rng, states = Random(7), []
    for _ in range(300):
        state = opened(tensor(rng))
        for _ in range(3):
            state = step(state, event(rng, state))
        states.append(state)
    for state, code in zip(states, lines(node, "pythonOf", [*map(plain, states)]), strict=True):
        value = whole_of(state)
        if any(each.python is None for _, each in state.typed):
            continue
        got = eval(code, {"rk": rk, "np": np})
        if isinstance(value, rk.RowPartition):
            assert got.identical(value), code
        else:
            assert_ragged_equal(got, value)


def test_int32_splits_are_part_of_the_code(node: Callable[..., str]) -> None:
    p = rk.RowPartition.from_row_lengths([2, 1]).with_dtype("int32")
    rt = rk.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).with_row_splits_dtype("int32")
    codes = lines(node, "pythonOf", [rk.explore(p).state, rk.explore(rt).state])
    assert [code.partition(".with_")[2] for code in codes] == [
        'dtype("int32")',
        'row_splits_dtype("int32")',
    ]
    assert eval(codes[0], {"rk": rk}).identical(p)
    assert_ragged_equal(eval(codes[1], {"rk": rk}), rt)


def test_values_without_short_literals_are_named(node: Callable[..., str]) -> None:
    long = rk.ragged.constant([["x" * 100], []])
    inner = rk.RaggedTensor.from_row_lengths(np.zeros((2, 2)), [2])
    codes = lines(node, "pythonOf", [rk.explore(long).state, rk.explore(inner).state])
    assert codes == [
        "rk.RaggedTensor.from_row_splits(values, [0, 1, 1])",
        "rk.RaggedTensor.from_row_splits(values, [0, 2])",
    ]


@pytest.mark.parametrize(
    "rows", [[[3, 1], [], [4]], [[0.5, float("nan")], []], [["a\\b", '"'], []], [[True], [False]]]
)
def test_r_has_the_same_rows(node: Callable[..., str], rows: list[list[Any]]) -> None:
    w = rk.explore(rk.ragged.constant(rows))
    entry = {str: "it's \"", bool: "false"}.get(type(rows[0][0]), "-2")
    w.send({"type": "set", "level": 0, "field": "flat_values", "i": 1, "text": entry})
    rows = w.value.to_list()
    (code,) = lines(node, "rOf", [w.state])
    words = {"NaN": float("nan"), "TRUE": True, "FALSE": False, "c": lambda *x: list(x)}
    names = {"ragged_from_splits": raggedkit_r.ragged_from_splits, **words}
    got = eval(re.sub(r"(\d)L\b", r"\1", code), names)
    assert repr(got) == repr(raggedkit_r.ragged(*rows))


def test_r_nests_levels(node: Callable[..., str]) -> None:
    w = rk.explore(rk.ragged.constant([[[1, 2], []], []]))
    (code,) = lines(node, "rOf", [w.state])
    inner = "ragged_from_splits(c(1L, 2L), c(0, 2, 2))"
    assert code == f"ragged_from_splits({inner}, c(0, 2, 2))"
