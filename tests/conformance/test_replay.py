"""Recorded calls of TensorFlow, replayed; deviations.toml lists the differences with reasons.

The calls lie beside the repository, in ``../shared/vectors``, with the program that replays them.
Run with ``-rP`` to see how many calls agree, and what is not built yet.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
import warnings
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np
import pytest

VECTORS = Path(__file__).parents[3] / "shared" / "vectors"
DEVIATIONS = Path(__file__).with_name("deviations.toml")
MOST = 0.03  # of all calls may differ, beside those of which only a declared size is kept
SIZES = "uniform_row_length want null, got "

if not (VECTORS / "replay.py").exists():
    pytest.skip("needs the recorded calls in ../shared/vectors", allow_module_level=True)
pytest.importorskip(
    "scipy", reason="needs SciPy: some recorded calls are functions of scipy.special"
)

# Whatever else is missing, these are raggedkit's ground floor.
FOUNDATION = (
    *("RaggedTensor.*", "RowPartition*", "TensorShape*", "SparseTensor"),
    *("ragged.constant", "ragged.range", "ragged.map_flat_values"),
    *("ragged.row_splits_to_segment_ids", "ragged.segment_ids_to_row_splits"),
)


@dataclass(frozen=True)
class Deviation:
    """One kind of difference: which calls it covers, how many at most, and why it stays."""

    op: list[str]
    most: int
    reason: str
    call: str = ""  # a pattern of the call as replay.py prints it
    detail: str = ""  # a pattern of what replay.py says of the difference
    dtype: str = ""  # a dtype among the inputs

    def covers(self, outcome: Outcome) -> bool:
        return (
            any(fnmatchcase(outcome.op, glob) for glob in self.op)
            and re.search(self.call, outcome.call) is not None
            and re.search(self.detail, outcome.detail) is not None
            and (not self.dtype or self.dtype in outcome.dtypes)
        )


@dataclass(frozen=True)
class Outcome:
    """The outcome of one recorded call."""

    op: str
    call: str
    status: str  # ok, fail or absent
    detail: str
    dtypes: frozenset[str]

    def __str__(self) -> str:
        return f"{self.call}\n    {self.status}: {self.detail}"


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    replay = _module("replay", VECTORS / "replay.py")
    path = list(sys.path)
    try:
        backend = replay.load_backend("raggedkit")
    finally:
        sys.path[:] = path
    backend.encode = _with_variable_width_text(backend.encode)
    backend.decode = _without_bfloat16(backend.decode, replay.NotProvided)
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 0 / 0 and its like are part of the calls
        for vector in replay.read_vectors(VECTORS / "tensorflow.jsonl"):
            status, detail = replay.run_one(backend, vector)
            inputs = [vector.get("self"), vector["args"], list(vector["kwargs"].values())]
            dtypes = frozenset(replay.input_dtypes(inputs, set()))
            status = "ok" if status.startswith("ok") else status
            call = replay.show_call(vector)
            found.append(Outcome(vector["op"], call, status, detail, dtypes))
    return found


def _module(name: str, file: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # backend_raggedkit.py imports it by this name
    spec.loader.exec_module(module)
    return module


def _with_variable_width_text(encode: Any) -> Any:
    """Convert text of variable width to objects, since `encode` of replay.py lacks that dtype."""

    def plain(value: Any) -> Any:
        variable = isinstance(value, np.ndarray) and value.dtype.kind == "T"
        return encode(value.astype(object) if variable else value)

    return plain


def _without_bfloat16(decode: Any, missing: type[Exception]) -> Any:
    """Refuse bfloat16 everywhere: NumPy has it only where ml_dtypes happens to be installed."""

    def plain(json: Any) -> Any:
        if isinstance(json, dict) and json.get("dtype") == "bfloat16":
            raise missing("dtype bfloat16")
        return decode(json)

    return plain


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return tomllib.loads(DEVIATIONS.read_text())


@pytest.fixture(scope="module")
def deviations(table: dict[str, Any]) -> list[Deviation]:
    entries: list[dict[str, Any]] = table["deviation"]
    for entry in entries:
        entry["op"] = [entry["op"]] if isinstance(entry["op"], str) else entry["op"]
    return [Deviation(**entry) for entry in entries]


def is_unbuilt(outcome: Outcome, not_yet: list[str]) -> bool:
    """Whether the call needs a function that is still to come (NumPy's may stand in for it)."""
    needed = outcome.detail if outcome.status == "absent" else outcome.op
    return (
        outcome.status != "ok"
        and not any(fnmatchcase(needed, glob) for glob in FOUNDATION)
        and any(fnmatchcase(needed, glob) for glob in not_yet)
    )


def test_every_difference_has_its_reason(
    outcomes: list[Outcome], deviations: list[Deviation], table: dict[str, Any]
) -> None:
    not_yet = table["not_yet"]
    differ = [o for o in outcomes if o.status != "ok" and not is_unbuilt(o, not_yet)]
    unexplained = [o for o in differ if not any(d.covers(o) for d in deviations)]
    unbuilt = Counter(o.op for o in outcomes if is_unbuilt(o, not_yet))
    agree = sum(o.status == "ok" for o in outcomes)
    counted = f"{agree} of {len(outcomes)} calls agree, {len(differ)} differ"
    sys.stdout.write(f"{counted}, {unbuilt.total()} are of functions to come: {dict(unbuilt)}\n")
    listed = "\n".join(map(str, unexplained[:30]))
    assert not unexplained, f"{len(unexplained)} calls differ without a reason:\n{listed}"


def test_the_list_of_reasons_is_true(
    outcomes: list[Outcome], deviations: list[Deviation], table: dict[str, Any]
) -> None:
    not_yet = table["not_yet"]
    covered: Counter[int] = Counter()
    for o in outcomes:
        if o.status != "ok" and not is_unbuilt(o, not_yet):
            covered.update([next((i for i, d in enumerate(deviations) if d.covers(o)), -1)])
    for i, d in enumerate(deviations):
        assert covered[i], f"no call differs like this any more, take it out: {d}"
        assert covered[i] <= d.most, f"{covered[i]} calls differ, at most {d.most} should: {d}"
    for glob in not_yet:
        still = any(is_unbuilt(o, [glob]) for o in outcomes)
        assert still, f"{glob} is there, take it out of not_yet"


def test_few_calls_are_answered_otherwise(outcomes: list[Outcome], table: dict[str, Any]) -> None:
    not_yet = table["not_yet"]
    otherwise = sum(
        o.status == "fail" and not is_unbuilt(o, not_yet) and SIZES not in o.detail
        for o in outcomes
    )
    assert otherwise <= MOST * len(outcomes)
