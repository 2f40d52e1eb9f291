"""The benchmarks run, compare results and tell losses. Nothing here looks at a time."""

from __future__ import annotations

import doctest
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from benchmarks import __main__ as command
from benchmarks import all as everything
from benchmarks.adapters import LIBRARIES, OURS, PEERS, adapter_of
from benchmarks.agreement import agree, checksum, outvoted
from benchmarks.data import KINDS, Case, Data
from benchmarks.growth import grown
from benchmarks.measure import Record, measure
from benchmarks.operations import OPERATIONS
from benchmarks.parts import COPY, PARTS
from benchmarks.peaks import peaks
from benchmarks.picture import IMAGES, THEMES, digest, draw, shown, swarm
from benchmarks.plan import PLAN, Step
from benchmarks.process import Asked, Process, start
from benchmarks.quiet import cpu_seconds, settle, untouched
from benchmarks.reasons import beside, grouped, idle, losses, unexplained
from benchmarks.report import report, table
from benchmarks.results import Results, Run
from benchmarks.slowest import lines_of, slowest
from benchmarks.summary import standing, summary
from benchmarks.targets import Targets, judge, read_targets
from benchmarks.worker import Session

SMALL = Case("small")
MACHINE = {
    "processor": "an abacus",
    "cores": "1",
    "memory": "1 GiB",
    "system": "x",
    "python": "3",
}


@pytest.fixture(autouse=True)
def engine() -> Iterator[None]:
    """Adapters choose an engine for their process; here it is put back."""
    with rk.options(engine="auto"):
        yield


def records(**ratios: float) -> list[Record]:
    """Records in which raggedkit takes 1 us, and awkward that many."""
    return [
        Record(op, SMALL, {"raggedkit": 1e-6, "awkward": ratio * 1e-6})
        for op, ratio in ratios.items()
    ]


# ------------------------------------------------------------------------- running
def test_the_command_writes_numbers_and_a_page(tmp_path: Path) -> None:
    asked = "--kinds small --dtypes float32 --inner 0 --ops neg,sum --libs raggedkit --rounds 1"
    command.main([*asked.split(), "--to", str(tmp_path)])
    (run,) = Results.read(tmp_path / "results.json").runs
    assert [(r.op, r.case, list(r.seconds)) for r in run.records] == [
        ("neg", SMALL, ["raggedkit"]),
        ("sum", SMALL, ["raggedkit"]),
    ]
    assert run.versions["raggedkit"] == rk.__version__
    page = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert "### small, float32" in page
    assert str(tmp_path) not in page


def test_an_unknown_operation_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.arguments(["--ops", "neg,fly"])
    assert "'fly' is none of" in capsys.readouterr().err


def test_a_library_that_is_not_there_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCH_PYTHON_TORCH", "/no/such/python")
    running, absent = start(["torch"], 0)
    assert not running
    assert "No such file" in absent["torch"]
    assert "BENCH_PYTHON_TORCH" in LIBRARIES["torch"].how_to_get()


def test_a_lost_process_is_replaced_with_its_data(monkeypatch: pytest.MonkeyPatch) -> None:
    running, _ = start(["limit"], 0)
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
def test_every_operation_that_fits_has_a_call_and_a_result(dtype: str, inner: int) -> None:
    session = Session("raggedkit")
    case = {"kind": "small", "dtype": dtype, "inner": inner}
    offered = session.answer({"do": "load", **case})["operations"]
    data = Data(Case("small", dtype, inner))
    assert offered == [n for n, operation in OPERATIONS.items() if operation.fits(data)]
    for op in offered:
        assert "failed" not in session.answer({"do": "first", "op": op}), op


def test_an_error_of_a_library_is_told_without_places() -> None:
    session = Session("raggedkit")

    def fail() -> None:
        raise ValueError("no room in /some/where/else for it\nsecond line")

    session.operations = {"neg": fail}
    assert session.answer({"do": "first", "op": "neg"}) == {
        "failed": "ValueError: no room in  for it"
    }


# ----------------------------------------------------------------------- agreement
class Wrong:
    """A library that answers with another's results, shifted by one place."""

    def __init__(self, library: str) -> None:
        self.session = Session(library)

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        first = question["do"] == "first"
        found = self.session.answer(question)
        if first:
            found["sum"]["sum"] += 1 + found["sum"]["size"]
        return found


def test_a_wrong_result_has_no_time() -> None:
    asked: dict[str, Asked] = {"raggedkit": Session("raggedkit"), "awkward": Wrong("raggedkit")}
    (record,) = measure(asked, SMALL, ops=["neg"], rounds=1)
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
        pytest.param(sums([1, np.nan]), sums([1, -np.inf]), True, id="of-an-empty-row"),
    ],
)
def test_results_are_told_apart(one: Any, other: Any, same: bool) -> None:
    assert agree(one, other) is same
    assert agree(other, one) is same


def test_lowest_numbers_count_as_nothing() -> None:
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
            id="one-voice",
        ),
        pytest.param({"torch": 1, "awkward": None}, set(), id="nothing-to-compare"),
    ],
)
def test_who_is_outvoted(found: dict[str, int | None], wrong: set[str]) -> None:
    given = {n: None if x is None else checksum(np.array([x])) for n, x in found.items()}
    assert outvoted(given) == wrong


# -------------------------------------------------------------------------- report
def test_a_loss_is_red_and_a_win_is_not() -> None:
    won, lost = table(SMALL, records(neg=2.0, sum=0.5)).splitlines()[-2:]
    assert "🔴" not in won
    assert won.endswith("| raggedkit |")
    assert "🔴 **sum**" in lost
    assert "🔴 0.50" in lost
    assert lost.endswith("| Awkward |")


def test_a_loss_of_one_engine_only_is_red_in_its_ratio() -> None:
    seconds = {"raggedkit": 4e-6, "raggedkit-fast": 1e-6, "awkward": 2e-6}
    line = table(SMALL, [Record("sum", SMALL, seconds)]).splitlines()[-1]
    assert "| 🔴 0.50 · 2.00 | raggedkit[fast] |" in line
    assert "**sum**" not in line


def test_failures_are_listed() -> None:
    record = Record("sum", SMALL, {"raggedkit": 1e-6}, failed={"torch": "out of memory"})
    page = table(SMALL, [record])
    assert "| fails |" in page
    assert "- torch fails on sum: `out of memory`" in page


def test_a_new_run_replaces_what_it_measured(tmp_path: Path) -> None:
    results = Results()
    results.add(Run(MACHINE, {"numpy": "1"}, records(neg=1.0, sum=2.0)))
    results.add(Run(MACHINE, {"numpy": "2"}, records(sum=3.0)))
    results.write(tmp_path / "r.json")
    old, new = Results.read(tmp_path / "r.json").runs
    assert [r.op for r in old.records] == ["neg"]
    (record,) = new.records
    assert record.op == "sum"
    assert record.ratio("awkward") == pytest.approx(3)
    results.add(Run(MACHINE, {"numpy": "3"}, records(neg=1.0)))
    assert [run.versions["numpy"] for run in results.runs] == ["2", "3"]


def test_runs_of_the_same_versions_are_one() -> None:
    results = Results()
    results.add(Run(MACHINE, {"numpy": "1"}, records(sum=2.0)))
    results.add(Run(MACHINE, {"numpy": "1"}, records(neg=1.0)))
    assert [len(run.records) for run in results.runs] == [2]
    assert [record.op for record in results.records] == ["neg", "sum"]


# ------------------------------------------------------------------------- targets
def test_the_targets_name_what_there_is() -> None:
    targets = read_targets()
    families = {operation.family for operation in OPERATIONS.values()}
    for target in targets.ratio:
        assert set(target.kinds) <= set(KINDS)
        assert set(target.families or ()) <= families, target.title
        assert set(target.ops or ()) <= set(OPERATIONS), target.title
        assert set(target.at_least) <= set(PEERS)
        assert target.ours in OURS
        for bars in (target.lower, target.higher):
            assert set(bars) <= set(target.at_least)
            assert {op for named in bars.values() for op in named} <= set(OPERATIONS)
    for reason in targets.reason:
        assert set(reason.ops or ()) <= set(OPERATIONS)
        assert set(reason.peers or ()) <= set(PEERS)


LITTLE = """
overhead = []
memory.most = 2
growth.most = 2
[[ratio]]
title = "little"
kinds = ["small"]
engine = "plain"
at_least = { awkward = 20 }
lower.awkward.sum = 2
"""


def targets_of(tmp_path: Path, *reasons: str) -> Targets:
    path = tmp_path / "targets.toml"
    path.write_text(LITTLE + "".join(f"\n[[reason]]\n{reason}\n" for reason in reasons))
    return read_targets(path)


def page_of(found: list[Record], targets: Targets) -> str:
    return report(Results([Run(MACHINE, {}, found)]), targets)


def test_a_missed_figure_is_told_with_its_reason(tmp_path: Path) -> None:
    why = 'ops = ["neg"]\nwhy = "it is that way."\nhelps = "another way."'
    targets = targets_of(tmp_path, why)
    (cell,) = judge(targets, records(neg=10.0, sum=3.0, gather=30.0))
    (gap,) = cell.misses
    assert (round(gap.ratio, 6), gap.bar, gap.record.op) == (10, 20, "neg")
    assert str(cell) == "🔴 2 of 3; lowest 10 of 20 (neg, float32)"
    page = page_of(records(neg=10.0), targets)
    assert "| neg | 🔴 **10** | 50% | 1 |" in page
    assert "1. it is that way. *Would help:* another way." in page
    assert "## Missed" not in page_of(records(neg=20.5), targets)


def test_a_miss_without_a_reason_is_told_as_such(tmp_path: Path) -> None:
    page = page_of(records(neg=10.0, sum=1.0), targets_of(tmp_path, 'ops = ["neg"]\nwhy = "so."'))
    assert "| sum | 🔴 **1** (≥ 2) | 50% | not known |" in page


def test_types_of_values_stand_side_by_side(tmp_path: Path) -> None:
    seconds = {"float64": 30.0, "float32": 10.0}
    found = [
        Record("neg", Case("small", dtype), {"raggedkit": 1e-6, "awkward": x * 1e-6})
        for dtype, x in seconds.items()
    ]
    assert "| neg | 🔴 **10** · 30 | 50% |" in page_of(found, targets_of(tmp_path))


@pytest.mark.parametrize(
    ("reasons", "missing", "stale"),
    [
        pytest.param(['ops = ["neg"]\nwhy = "so."'], 0, [], id="fits"),
        pytest.param([], 1, [], id="no-reason"),
        pytest.param(['ops = ["exp"]\nwhy = "so."'], 1, ["[ops exp] so."], id="no-miss"),
        pytest.param(
            ['ops = ["neg", "exp"]\nwhy = "so."'],
            0,
            ["ops exp of [ops neg, exp] so."],
            id="a-name-too-many",
        ),
        pytest.param(
            ['ops = ["neg"]\nkinds = ["small", "large"]\nwhy = "so."'], 0, [], id="not-measured"
        ),
        pytest.param(
            ['peers = ["awkward", "torch"]\nwhy = "so."'],
            0,
            ["peers torch of [peers awkward, torch] so."],
            id="a-library-too-many",
        ),
        pytest.param(
            ['ops = ["neg"]\nengine = "fast"\nwhy = "so."'],
            1,
            ["[ops neg; engine fast] so."],
            id="other-engine",
        ),
        pytest.param(['ops = ["neg"]\ndtypes = ["float32"]\nwhy = "so."'], 0, [], id="of-the-type"),
    ],
)
def test_reasons_and_misses_have_to_fit(
    tmp_path: Path, reasons: list[str], missing: int, stale: list[str]
) -> None:
    targets, found = targets_of(tmp_path, *reasons), records(neg=10.0, exp=20.0)
    assert len(unexplained(targets, found)) == missing
    assert idle(targets, found) == stale


def test_a_reason_may_be_about_a_loss_that_has_no_figure(tmp_path: Path) -> None:
    targets = targets_of(tmp_path, 'ops = ["exp"]\npeers = ["torch"]\nwhy = "so."')
    lost = Record("exp", SMALL, {"raggedkit": 2e-6, "torch": 1e-6})
    assert idle(targets, [lost]) == []
    assert [gap.record.op for gap in losses([lost])] == ["exp"]
    won = Record("exp", SMALL, {"raggedkit": 1e-6, "torch": 2e-6})
    assert idle(targets, [won])
    assert not losses([won])


def test_the_committed_figures_are_explained() -> None:
    targets, found = read_targets(), Results.read().records
    assert not grouped(unexplained(targets, found)), "see python -m benchmarks.reasons"
    assert not idle(targets, found), "see python -m benchmarks.reasons"
    assert beside(targets, Results.read().parts) == ([], []), "see python -m benchmarks.reasons"


def test_notes_and_misses_beside_the_ratios_have_to_fit(tmp_path: Path) -> None:
    path = tmp_path / "targets.toml"
    note = '[[note]]\npart = "memory"\nnames = ["sum", "neg"]\nwhy = "so."\n'
    path.write_text(LITTLE + note)
    targets = read_targets(path)
    rows = [
        {"case": "large", "engine": "raggedkit", "op": op, "peak": 9, "ratio": ratio}
        for op, ratio in (("sum", 9.0), ("neg", 1.0), ("sort", 8.0))
    ]
    assert beside(targets, {"memory": rows}) == (["memory: sort"], ["memory: neg"])
    page = PARTS["memory"](rows, targets)
    assert "🔴 sum: 9.00 (9 bytes). so." in page
    assert "🔴 sort: 8.00 (9 bytes). not known why." in page


def test_gaps_are_grouped_by_operation() -> None:
    gaps = losses(
        [
            Record("exp", Case("small", dtype), {"raggedkit": 2e-6, "torch": 1e-6})
            for dtype in ("float32", "float64")
        ]
    )
    assert grouped(gaps) == ["exp, small, plain, against torch: float32 0.5, float64 0.5 of 1"]


# ------------------------------------------------------------------------- summary
def test_the_summary_counts_and_names_the_slowest() -> None:
    typical = [
        Record(op, Case("typical"), {"raggedkit": 2.0, "raggedkit-fast": 1.0, "torch": took})
        for op, took in (("neg", 0.5), ("sum", 1.5), ("exp", 8.0), ("sort", 6.0))
    ]
    alone = Record("median", Case("typical"), {"raggedkit": 2.0})
    page = summary([*typical, alone])
    assert "raggedkit with numba is the fastest in 3 of 4 operations** (2 on NumPy alone)" in page
    assert "as many times as long: torch 3.75." in page
    rows = (
        "| **typical**: 1e5 rows of 1 to 21 values, a tenth of them empty | NumPy alone | 2 of 4 "
    )
    assert rows + "| 1.88 × (2 of 4) |\n|  | `[fast]` | 3 of 4 | 3.75 × (3 of 4) |" in page
    assert "- typical: neg 0.5 (torch)." in page


def test_one_who_is_no_longer_waited_for_counts_as_slower() -> None:
    late = Record("sum", Case("typical"), {"raggedkit": 2.0}, late={"torch": 20.0})
    held = standing([late], "raggedkit")
    assert (held.won, held.compared, held.against["torch"]) == (1, 1, [(10.0, "sum")])
    assert "| > 20 s |" in table(late.case, [late])


def test_the_picture_shows_the_committed_numbers() -> None:
    said = digest(shown(Results.read()))
    for theme in THEMES:
        text = (IMAGES / f"speed-{theme}.svg").read_text(encoding="utf-8")
        assert said in text, "write it anew: python -m benchmarks.picture"


def test_the_same_numbers_give_the_same_picture(tmp_path: Path) -> None:
    found = shown(Results([Run(MACHINE, {}, records(neg=2.0, sum=0.5, exp=30.0))]))
    assert list(found) == ["small"]
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    draw(found, "light", first)
    draw(found, "light", second)
    assert first.read_bytes() == second.read_bytes()
    assert str(tmp_path) not in first.read_text(encoding="utf-8")


def test_dots_that_would_touch_stand_beside_each_other() -> None:
    assert swarm([1.0, 1.01, 1.02, 10.0]) == [0, 1, -1, 0]


def test_the_page_about_speed_says_what_is_so() -> None:
    page = Path(__file__).parents[1] / "docs" / "speed.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 4
    assert not found.failed


# ---------------------------------------------------------------------------- plan
def test_the_plan_names_every_operation_once_a_case() -> None:
    names = [step.name for step in PLAN]
    assert len(set(names)) == len(names)
    whole = {step.case for step in PLAN if step.case and not step.main}
    assert {Case(kind) for kind in KINDS} <= whole
    for step in PLAN:
        assert bool(step.case) != bool(step.command)
        assert step.main or step.ops == list(OPERATIONS)
    assert {"sum", "gather", "sort"} <= set(PLAN[-1].ops) < set(OPERATIONS)


def test_a_stopped_plan_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = (Step("a", SMALL, rounds=1), Step("b", Case("small", "int64"), rounds=1))
    monkeypatch.setattr(everything, "PLAN", plan)
    monkeypatch.setattr(Step, "ops", ["neg", "sum"])
    command = ["--libs", "raggedkit", "--to", str(tmp_path)]
    asked: list[str] = []
    times_out = [KeyboardInterrupt]

    def answer(self: Process, question: dict[str, Any]) -> dict[str, Any]:
        if question["do"] == "first":
            asked.append(question["op"])
            if question["op"] == "sum" and times_out:
                raise times_out.pop()
        return {"operations": ["neg", "sum"], "seconds": 1e-6, "sum": None}

    monkeypatch.setattr(Process, "answer", answer)
    with pytest.raises(KeyboardInterrupt):
        everything.main(command, plan)
    assert Results.read(tmp_path / "results.json").under_way == {"a": ["neg"]}
    asked.clear()
    everything.main([*command, "--steps", "a"], plan)
    assert asked == ["sum"]
    assert Results.read(tmp_path / "results.json").under_way == {"a": ["neg", "sum", "*"]}
    everything.main(command, plan)
    assert asked == ["sum", "neg", "sum"]
    results = Results.read(tmp_path / "results.json")
    assert results.under_way is None
    assert [(r.op, r.case.dtype) for r in results.records] == [
        (op, dtype) for dtype in ("float32", "int64") for op in ("neg", "sum")
    ]
    everything.main([*command, "--anew"], plan)
    assert len(asked) == 7


def test_commands_of_the_plan_take_a_folder() -> None:
    for module in dict.fromkeys(step.command[0] for step in PLAN if step.command):
        asked = [sys.executable, "-m", module, "--help"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        assert "--to" in done.stdout


# ------------------------------------------------------------------------- waiting
@pytest.mark.parametrize(
    ("used", "quiet"),
    [
        pytest.param([0.0, 0.0], True, id="idle"),
        pytest.param([0.0, 1.0, 2.0, 2.0], True, id="spins-for-a-while"),
        pytest.param(list(map(float, range(10_000))), False, id="never-stops"),
        pytest.param([None, None], True, id="cannot-be-told"),
        pytest.param([5.0, 0.0], True, id="has-ended"),
    ],
)
def test_others_are_waited_for_until_they_are_quiet(
    monkeypatch: pytest.MonkeyPatch, used: list[float | None], quiet: bool
) -> None:
    left = iter(used)
    monkeypatch.setattr("benchmarks.quiet.cpu_seconds", lambda pid: next(left))
    assert settle([1], most=0.05) is quiet
    assert quiet is (next(left, None) is None)
    assert settle([])


@pytest.mark.skipif(sys.platform != "linux", reason="told on Linux alone")
def test_what_a_process_computes_is_told_by_its_number() -> None:
    began, before = time.process_time(), cpu_seconds(os.getpid())
    while time.process_time() < began + 0.02:
        pass
    after = cpu_seconds(os.getpid())
    assert before is not None
    assert after is not None
    assert after - before >= 0.019
    assert cpu_seconds(2**22 + 1) == 0.0


def test_settings_of_thread_pools_do_not_reach_the_libraries() -> None:
    given = {"OMP_WAIT_POLICY": "passive", "KMP_BLOCKTIME": "0", "PATH": "p", "BENCH_PYTHON_X": "x"}
    assert untouched(given) == {"PATH": "p", "BENCH_PYTHON_X": "x"}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")
def test_an_answer_that_comes_too_late_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process("limit", patience=0.05)
    try:
        process.answer({"do": "load", "kind": "small", "dtype": "float32", "inner": 0})
        process.child.send_signal(signal.SIGSTOP)
        found = process.answer({"do": "first", "op": "neg"})
        assert found == {"failed": "no answer in 0.05 s", "late": 0.05}
        process.patience = 60
        assert "seconds" in process.answer({"do": "first", "op": "neg"})
        assert process.late == 1
        monkeypatch.setattr("benchmarks.process.BRIEFLY", 0.05)
        monkeypatch.setattr("benchmarks.process.OFTEN", 1)
        process.child.send_signal(signal.SIGSTOP)
        assert process.answer({"do": "first", "op": "neg"})["late"] == 0.05
    finally:
        process.close()


class Late:
    """A library that is given up."""

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["do"] == "load":
            return {"operations": ["neg"]}
        return {"failed": "no answer in 20 s", "late": 20.0}


def test_a_late_library_has_a_limit_instead_of_a_time() -> None:
    asked: dict[str, Asked] = {"raggedkit": Session("raggedkit"), "torch": Late()}
    (record,) = measure(asked, SMALL, ops=["neg"], rounds=1)
    assert (record.late, record.failed, list(record.seconds)) == (
        {"torch": 20.0},
        {},
        ["raggedkit"],
    )
    assert (record.ratio("torch") or 0) > 1


# ------------------------------------------------------------------------- profile
def test_the_slowest_are_those_furthest_above_copying() -> None:
    found = [
        Record(op, Case("typical"), {"raggedkit": took, "limit": 1.0})
        for op, took in (("neg", 1.0), ("sort", 9.0), ("sum", 4.0))
    ]
    assert slowest(Results([Run(MACHINE, {}, found)]), "raggedkit", 2) == [(9, "sort"), (4, "sum")]


def test_lines_of_raggedkit_are_told_apart() -> None:
    x = rk.ragged.constant([[1.0], [], [2.0, 3.0]])
    places = {place[0].co_name for place in lines_of(lambda: x.to_list()) if place}
    assert "to_list" in places
    assert "lines_of" not in places


def test_skewed_rows_tell_who_fails() -> None:
    skewed = Case("skewed")
    record = Record("sum", skewed, {"raggedkit": 1e-6}, failed={"torch": "out of memory"})
    page = report(Results([Run(MACHINE, {}, [record])]), read_targets())
    assert "- raggedkit: 1 of 1\n- torch: 0 of 1, fails on sum" in page


# --------------------------------------------------------------------- other parts
def test_memory_is_told_for_each_operation() -> None:
    rows = peaks("raggedkit", SMALL, ["neg", "gather"])
    assert [row["op"] for row in rows] == ["neg", "gather"]
    assert all(row["ratio"] >= 1 for row in rows)
    cheap = [{**row, "ratio": 1.5} for row in rows]
    dear = [*cheap, {**rows[0], "op": "sum", "ratio": 9.0, "peak": 900}]
    page = PARTS["memory"](dear, read_targets())
    assert "🔴 sum: 9.00 (900 bytes)" in page
    assert "2 of 3 operations" in page


def test_growth_marks_what_gets_dearer() -> None:
    rows = grown("raggedkit", 500)
    assert {row["values"] for row in rows} == {500}
    made: list[dict[str, Any]] = [
        {"op": "sort", "engine": "raggedkit", "values": n, "ns": ns, "bytes": 8.0}
        for n, ns in ((10**4, 100.0), (10**5, 1.0), (10**6, 4.0))
    ]
    times, memory, _, why = PARTS["growth"](made, read_targets()).splitlines()[-4:]
    assert why == "- 🔴 sort: not known why."
    assert times.endswith("| 100 | 1 | 4 | 🔴 |")
    assert memory.endswith("| 8 | 8 | 8 | 🟢 |")
    copying = [row | {"op": COPY, "ns": row["ns"] / 2} for row in made]
    copy, times, _ = PARTS["growth"](copying + made, read_targets()).splitlines()[-3:]
    assert copy.endswith("| 50 | 0.5 | 2 |  |")
    assert times.endswith("| 100 | 1 | 4 | 🟢 |")
    cheaper = [row | {"ns": 5.0 - i} for i, row in enumerate(made)]
    assert "🔴 |" not in PARTS["growth"](cheaper, read_targets())
    left = [*made, {"engine": "raggedkit", "values": 10**8, "why": "would not fit"}]
    page = PARTS["growth"](left, read_targets())
    assert page.endswith("Left out: raggedkit, 1e+08 values: would not fit.")


def test_overhead_is_held_against_its_figure() -> None:
    given = [
        {"call": "-x", "family": "elementwise", "ours": 5.0, "numpy": 1.0},
        {"call": "x[2]", "family": "one row", "ours": 2.5, "numpy": 0.1},
    ]
    dear, cheap, _, why = PARTS["overhead"](given, read_targets()).splitlines()[-4:]
    assert dear == "| -x | 5.00 | 1.00 | 4.00 | over ≤ 3 | 🔴 |"
    assert why == "- 🔴 -x: not known why."
    assert cheap == "| x[2] | 2.50 | 0.10 | 2.40 | total ≤ 3 | 🟢 |"


def test_the_limit_copies_what_each_operation_moves() -> None:
    limit = adapter_of("limit")
    limit.load(Data(SMALL))
    assert {"neg", "sum", "gather"} <= set(limit.calls())
    assert "row" not in limit.calls()


def test_the_committed_numbers_can_be_read() -> None:
    results = Results.read()
    json.dumps(results.parts)
    for record in results.records:
        assert record.op in OPERATIONS
