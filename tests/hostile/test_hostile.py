"""Thousands of hostile inputs for all public callables, and planted defects to be found.

`RAGGEDKIT_HOSTILE_SEED` sets another seed (``random`` draws one), `RAGGEDKIT_HOSTILE_INPUTS`
another number of inputs.
"""

from __future__ import annotations

import importlib
import os
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit
from tests.hostile import campaign, corpus, judge, plants, targets
from tests.hostile.campaign import Finding
from tests.hostile.child import Inputs
from tests.hostile.targets import LEFT_OUT

SEED = os.environ.get("RAGGEDKIT_HOSTILE_SEED", "1")
if SEED == "random":
    SEED = secrets.token_hex(4)
INPUTS = int(os.environ.get("RAGGEDKIT_HOSTILE_INPUTS", "2000"))
NAMESPACES = ("ragged", "sparse", "strings", "special", "io", "debugging")
MODULES = ["raggedkit_r", *[f"raggedkit.{name}" for name in NAMESPACES]]
CHANGED: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "array": (lambda: np.zeros(3), lambda a: a.fill(1)),
    "nan": (lambda: np.full(3, np.nan), lambda a: a.fill(0)),
    "flag": (lambda: np.zeros(3), lambda a: a.setflags(write=False)),
    "list": (lambda: [[1], []], lambda x: x[1].append(2)),
    "dict": (lambda: {"a": [1]}, lambda x: x["a"].append(2)),
    "values": (lambda: raggedkit.array([[1]]), lambda x: x._flat.fill(2)),
    "splits": (lambda: raggedkit.array([[1]]), lambda x: setattr(x._parts[0], "_nvals", 2)),
    "mask": (lambda: np.ma.masked_array([1], [False]), lambda x: x.__setitem__(0, np.ma.masked)),
}
SPANS = 4  # children, one after the other or at once


def told(found: list[Finding]) -> str:
    return "\n\n".join(map(str, found))


@pytest.mark.parametrize("span", range(SPANS))
def test_no_input_is_answered_wrongly(span: int) -> None:
    first, limit = (INPUTS * k // SPANS for k in (span, span + 1))
    found = campaign.run_span(SEED, first, limit)
    assert not found, f"{len(found)} of {limit - first} inputs\n\n{told(found)}"


def test_found_once_and_for_all() -> None:
    found = campaign.run_span("corpus", 0, len(corpus.CASES), "tests.hostile.corpus")
    assert not found, told(found)


def test_all_that_is_public_is_called() -> None:
    groups = targets.groups()
    inputs = Inputs(SEED, groups)
    called = {inputs.target(i).name for i in range(5000)}
    missing = {t.name for kind in groups for t in groups[kind]} - called
    assert not missing
    modules = [raggedkit, *map(importlib.import_module, MODULES)]
    public = {f"{m.__name__}.{n}" for m in modules for n in m.__all__ if callable(getattr(m, n))}
    names = {n.replace("rk.", "raggedkit.").replace("R.", "raggedkit_r.", 1) for n in called}
    left_out = {n.replace("rk.", "raggedkit.").replace("R.", "raggedkit_r.") for n in LEFT_OUT}
    assert public - names - left_out == set()


@pytest.mark.parametrize("value", CHANGED.values(), ids=CHANGED)
def test_every_change_of_an_argument_is_seen(value: Any) -> None:
    make, change = value
    given = make()
    before = judge.fingerprint(given)
    assert not judge.changed(before, judge.fingerprint(given))
    change(given)
    assert judge.changed(before, judge.fingerprint(given))


def test_an_encoding_that_was_worked_out_is_no_change() -> None:
    rt = raggedkit.array([[1, 2], []])
    before = judge.fingerprint(rt)
    rt.value_rowids()
    assert not judge.changed(before, judge.fingerprint(rt))


@pytest.fixture(scope="module")
def planted() -> dict[int, Finding]:
    found = campaign.run_span("plants", 0, len(plants.PLANTS), "tests.hostile.plants")
    return {f.index: f for f in reversed(found)}  # the first one of each


@pytest.mark.parametrize("name", plants.PLANTS)
def test_planted_defects_are_found(name: str, planted: dict[int, Finding]) -> None:
    index, begins = list(plants.PLANTS).index(name), plants.PLANTS[name][1]
    if not begins:
        assert index not in planted
        return
    assert planted[index].call == name
    assert planted[index].text.startswith(begins)
    assert f" -m tests.hostile.plants plants {index}" in str(planted[index])
