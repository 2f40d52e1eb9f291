"""Workers, comparison of results, and costs of raggedkit alone. Times are never checked."""

from __future__ import annotations

import os
import signal
import sys
import time
from itertools import chain
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from benchmarks.adapters import LIBRARIES, adapter_of
from benchmarks.cases import Case, Data
from benchmarks.measure.absolute import growth_rows, memory_rows
from benchmarks.measure.comparison import agree, compare, outvoted
from benchmarks.measure.frames import frame_rows, frames, measure_frames
from benchmarks.measure.processes import (
    Process,
    Replies,
    cpu_seconds,
    default_environment,
    start,
    wait_until_idle,
)
from benchmarks.measure.profile import line_seconds, slowest
from benchmarks.measure.worker import Worker, checksum
from benchmarks.operations import OPERATIONS
from benchmarks.report.page import table
from benchmarks.results import Record, Results, Run
from tests.benchmarks.samples import MACHINE, SMALL


def test_a_missing_library_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCH_PYTHON_TORCH", "/no/such/python")
    running, absent = start(["torch"])
    assert not running
    assert "No such file" in absent["torch"]
    assert "BENCH_PYTHON_TORCH" in LIBRARIES["torch"].how_to_get()


def test_a_lost_process_is_restarted_with_its_data(monkeypatch: pytest.MonkeyPatch) -> None:
    running, _ = start(["limit"])
    process = running["limit"]
    try:
        process.answer({"do": "load", "kind": "small", "dtype": "float32", "inner": 0})
        process.child.kill()
        process.child.wait()
        assert "failed" in process.answer({"do": "first", "op": "neg"})
        assert "seconds" in process.answer({"do": "first", "op": "neg"})
    finally:
        process.close()


@pytest.mark.parametrize("inner", [0, 8])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_every_operation_that_fits_returns_a_result(dtype: str, inner: int) -> None:
    worker = Worker("raggedkit")
    case = {"kind": "small", "dtype": dtype, "inner": inner}
    offered = worker.answer({"do": "load", **case})["operations"]
    data = Data(Case("small", dtype, inner))
    assert offered == [n for n, operation in OPERATIONS.items() if operation.fits(data)]
    for op in offered:
        assert "failed" not in worker.answer({"do": "first", "op": op}), op


def test_an_error_message_has_no_paths() -> None:
    worker = Worker("raggedkit")

    def fail() -> None:
        raise ValueError("no room in /some/where/else for it\nsecond line")

    worker.operations = {"neg": fail}
    assert worker.answer({"do": "first", "op": "neg"}) == {
        "failed": "ValueError: no room in  for it"
    }


# ------------------------------------------------------------- agreement of results
class Wrong:
    """A library with wrong checksums."""

    def __init__(self, library: str) -> None:
        self.worker = Worker(library)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        first = request["do"] == "first"
        found = self.worker.answer(request)
        if first:
            found["sum"]["sum"] += 1 + found["sum"]["size"]
        return found


def test_a_wrong_result_has_no_time() -> None:
    workers: dict[str, Replies] = {"raggedkit": Worker("raggedkit"), "awkward": Wrong("raggedkit")}
    (record,) = compare(workers, SMALL, ops=["neg"], rounds=1)
    assert record.differs == ["awkward"]
    assert set(record.seconds) == {"raggedkit"}
    assert "| ≠ |" in table(SMALL, [record])


def sums(*rows: list[float]) -> Any:
    return checksum(np.array(list(chain(*rows))), np.array([len(row) for row in rows]))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(sums([1, 2], [3]), sums([1, 2], [3]), True, id="equal"),
        pytest.param(sums([1, 2], [3]), sums([1], [2, 3]), False, id="other-rows"),
        pytest.param(sums([1, 2, 3]), sums([3, 2, 1]), False, id="other-order"),
        pytest.param(sums([1, 2]), sums([1, -2]), False, id="other-sign"),
        pytest.param(sums([1.0, 3.0]), sums([1.0, 3.0 + 1e-12]), True, id="rounding"),
        pytest.param(checksum(np.array([1, 2])), sums([1, 2]), True, id="rows-unknown"),
        pytest.param(sums([1, np.nan]), sums([1, -np.inf]), True, id="result-of-an-empty-row"),
    ],
)
def test_checksums_differ_when_results_differ(one: Any, other: Any, same: bool) -> None:
    assert agree(one, other) is same
    assert agree(other, one) is same


def test_the_lowest_numbers_count_as_zero() -> None:
    lowest = np.array([1, np.finfo(np.float32).min], np.float32)
    assert checksum(lowest) == checksum(np.array([1, 0], np.float32))
    assert checksum(np.array(["a"])) is None


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        pytest.param({"raggedkit": 1, "torch": 2, "awkward": 1}, {"torch"}, id="majority"),
        pytest.param({"raggedkit": 1, "torch": 2, "awkward": 2}, {"raggedkit"}, id="ours"),
        pytest.param({"torch": 2, "raggedkit": 1}, {"torch"}, id="tie"),
        pytest.param(
            {"raggedkit": 1, "raggedkit-fast": 1, "torch": 2, "awkward": 2},
            {"raggedkit", "raggedkit-fast"},
            id="one-vote-for-both-engines",
        ),
        pytest.param({"torch": 1, "awkward": None}, set(), id="nothing-to-compare"),
    ],
)
def test_the_minority_is_outvoted(found: dict[str, int | None], wrong: set[str]) -> None:
    given = {n: None if x is None else checksum(np.array([x])) for n, x in found.items()}
    assert outvoted(given) == wrong


# ------------------------------------------------------------------ idle processes
@pytest.mark.parametrize(
    ("used", "idle"),
    [
        pytest.param([0.0, 0.0], True, id="idle"),
        pytest.param([0.0, 1.0, 2.0, 2.0], True, id="spins-for-a-while"),
        pytest.param(list(map(float, range(10_000))), False, id="never-stops"),
        pytest.param([None, None], True, id="unknown"),
        pytest.param([5.0, 0.0], True, id="has-ended"),
    ],
)
def test_waiting_ends_once_the_processes_are_idle(
    monkeypatch: pytest.MonkeyPatch, used: list[float | None], idle: bool
) -> None:
    left = iter(used)
    monkeypatch.setattr("benchmarks.measure.processes.cpu_seconds", lambda pid: next(left))
    assert wait_until_idle([1], most=0.05) is idle
    assert idle is (next(left, None) is None)
    assert wait_until_idle([])


@pytest.mark.skipif(sys.platform != "linux", reason="known on Linux only")
def test_the_processor_time_of_a_process_is_read_by_its_id() -> None:
    began, before = time.process_time(), cpu_seconds(os.getpid())
    while time.process_time() < began + 0.02:
        pass
    after = cpu_seconds(os.getpid())
    assert before is not None
    assert after is not None
    assert after - before >= 0.019
    assert cpu_seconds(2**22 + 1) == 0.0


def test_variables_that_tune_thread_pools_are_removed() -> None:
    given = {"OMP_WAIT_POLICY": "passive", "KMP_BLOCKTIME": "0", "PATH": "p", "BENCH_PYTHON_X": "x"}
    assert default_environment(given) == {"PATH": "p", "BENCH_PYTHON_X": "x"}


# ------------------------------------------------------------------------ timeouts
@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")
def test_a_late_reply_is_reported_as_late(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process("limit", timeout=0.05)
    try:
        process.answer({"do": "load", "kind": "small", "dtype": "float32", "inner": 0})
        process.child.send_signal(signal.SIGSTOP)
        found = process.answer({"do": "first", "op": "neg"})
        assert found == {"failed": "no answer in 0.05 s", "late": 0.05}
        process.timeout = 60
        assert "seconds" in process.answer({"do": "first", "op": "neg"})
        assert process.late == 1
        monkeypatch.setattr("benchmarks.measure.processes.SHORT", 0.05)
        monkeypatch.setattr("benchmarks.measure.processes.LATE_OFTEN", 1)
        process.child.send_signal(signal.SIGSTOP)
        assert process.answer({"do": "first", "op": "neg"})["late"] == 0.05
    finally:
        process.close()


class Late:
    """A library that times out."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["do"] == "load":
            return {"operations": ["neg"]}
        return {"failed": "no answer in 20 s", "late": 20.0}


def test_a_late_library_has_a_timeout_instead_of_a_time() -> None:
    workers: dict[str, Replies] = {"raggedkit": Worker("raggedkit"), "torch": Late()}
    (record,) = compare(workers, SMALL, ops=["neg"], rounds=1)
    assert (record.late, record.failed, list(record.seconds)) == (
        {"torch": 20.0},
        {},
        ["raggedkit"],
    )
    assert (record.ratio("torch") or 0) > 1


# ------------------------------------------------------- profile, memory and growth
def test_the_slowest_operations_have_the_highest_ratio_to_copying() -> None:
    found = [
        Record(op, Case("typical"), {"raggedkit": took, "limit": 1.0})
        for op, took in (("neg", 1.0), ("sort", 9.0), ("sum", 4.0))
    ]
    assert slowest(Results([Run(MACHINE, {}, found)]), "raggedkit", 2) == [(9, "sort"), (4, "sum")]


def test_the_profile_has_lines_of_raggedkit_only() -> None:
    x = rk.ragged.constant([[1.0], [], [2.0, 3.0]])
    functions = {line[0].co_name for line in line_seconds(lambda: x.to_list()) if line}
    assert "to_list" in functions
    assert "line_seconds" not in functions


def test_memory_is_measured_for_each_operation() -> None:
    rows = memory_rows("raggedkit", SMALL, ["neg", "gather"])
    assert [row["op"] for row in rows] == ["neg", "gather"]
    assert all(row["ratio"] >= 1 for row in rows)


def test_growth_is_measured_for_a_number_of_values() -> None:
    rows = growth_rows("raggedkit", 500)
    assert {row["values"] for row in rows} == {500}


def test_the_copy_limit_has_the_operations_that_write() -> None:
    limit = adapter_of("limit")
    limit.load(Data(SMALL))
    assert {"neg", "sum", "gather"} <= set(limit.calls())
    assert "row" not in limit.calls()


def test_frames_are_read_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    rows = frame_rows(lines=2000, rounds=1)
    assert [row["keys"] for row in rows] == list(frames(100))
    assert all(row["ours"] > 0 < row["ratio"] for row in rows)
    measure_frames(lines=100)
    assert "sorted by time" in capsys.readouterr().out
