"""The benchmarks run, compare results and tell losses. Nothing here looks at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from benchmarks import __main__ as command
from benchmarks.adapters import LIBRARIES, OURS, PEERS, adapter_of
from benchmarks.agreement import agree, checksum, outvoted
from benchmarks.data import KINDS, Case, Data
from benchmarks.growth import grown
from benchmarks.measure import Record, measure
from benchmarks.operations import OPERATIONS
from benchmarks.parts import PARTS
from benchmarks.peaks import peaks
from benchmarks.process import Asked, start
from benchmarks.report import report, table
from benchmarks.results import Results, Run
from benchmarks.targets import judge, read_targets
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
    assert "## small, float32" in page
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


def test_a_missed_figure_is_told_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "targets.toml"
    path.write_text(
        """
        overhead = []
        memory.most = 2
        growth.most = 2
        [[ratio]]
        title = "little"
        kinds = ["small"]
        engine = "plain"
        at_least = { awkward = 20 }
        lower.awkward.sum = 2
        [[reason]]
        ops = ["neg"]
        why = "it is that way."
        """
    )
    targets = read_targets(path)
    (cell,) = judge(targets, records(neg=10.0, sum=3.0, gather=30.0))
    ((ratio, bar, record),) = cell.misses
    assert (round(ratio, 6), bar, record.op) == (10, 20, "neg")
    assert str(cell) == "🔴 2 of 3; lowest 10 of 20 (neg, float32)"
    page = report(Results([Run(MACHINE, {}, records(neg=10.0))]), targets)
    assert "| little | Awkward | neg, small, float32 | 10 | 20 | 0.50 | it is that way. |" in page
    assert "### Missed" not in report(Results([Run(MACHINE, {}, records(neg=20.5))]), targets)


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
    made = [
        {"op": "sort", "engine": "raggedkit", "values": n, "ns": ns, "bytes": 8.0}
        for n, ns in ((10**4, 100.0), (10**5, 1.0), (10**6, 4.0))
    ]
    times, memory = PARTS["growth"](made, read_targets()).splitlines()[-2:]
    assert times.endswith("| 100 | 1 | 4 | 🔴 |")
    assert memory.endswith("| 8 | 8 | 8 | 🟢 |")


def test_overhead_is_held_against_its_figure() -> None:
    given = [
        {"call": "-x", "family": "elementwise", "ours": 5.0, "numpy": 1.0},
        {"call": "x[2]", "family": "one row", "ours": 2.5, "numpy": 0.1},
    ]
    dear, cheap = PARTS["overhead"](given, read_targets()).splitlines()[-2:]
    assert dear == "| -x | 5.00 | 1.00 | 4.00 | over ≤ 3 | 🔴 |"
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
