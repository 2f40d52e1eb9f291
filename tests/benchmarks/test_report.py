"""RESULTS.md, results.json and the picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cases import Case
from benchmarks.operations import OPERATIONS
from benchmarks.report.page import report, summary, table
from benchmarks.report.picture import IMAGES, THEMES, digest, draw, shown, swarm
from benchmarks.report.target_tables import PARTS
from benchmarks.report.targets import Note, read_targets
from benchmarks.results import COPY, Record, Results, Run, engine_summary
from tests.benchmarks.samples import MACHINE, SMALL, records


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


def test_errors_are_listed() -> None:
    record = Record("sum", SMALL, {"raggedkit": 1e-6}, failed={"torch": "out of memory"})
    page = table(SMALL, [record])
    assert "| fails |" in page
    assert "- torch fails on sum: `out of memory`" in page


def test_errors_on_skewed_rows_are_counted() -> None:
    skewed = Case("skewed")
    record = Record("sum", skewed, {"raggedkit": 1e-6}, failed={"torch": "out of memory"})
    page = report(Results([Run(MACHINE, {}, [record])]), read_targets())
    assert "- raggedkit: 1 of 1\n- torch: 0 of 1, fails on sum" in page


def test_a_new_run_replaces_older_records(tmp_path: Path) -> None:
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


def test_runs_with_the_same_versions_are_merged() -> None:
    results = Results()
    results.add(Run(MACHINE, {"numpy": "1"}, records(sum=2.0)))
    results.add(Run(MACHINE, {"numpy": "1"}, records(neg=1.0)))
    assert [len(run.records) for run in results.runs] == [2]
    assert [record.op for record in results.records] == ["neg", "sum"]


def test_the_committed_results_can_be_read() -> None:
    results = Results.read()
    json.dumps(results.parts)
    for record in results.records:
        assert record.op in OPERATIONS


# ------------------------------------------------------------------------- summary
def test_the_summary_counts_wins_and_names_the_slowest() -> None:
    typical = [
        Record(op, Case("typical"), {"raggedkit": 2.0, "raggedkit-fast": 1.0, "torch": took})
        for op, took in (("neg", 0.5), ("sum", 1.5), ("exp", 8.0), ("sort", 6.0))
    ]
    alone = Record("median", Case("typical"), {"raggedkit": 2.0})
    page = summary([*typical, alone])
    assert "raggedkit with numba is the fastest in 3 of 4 operations** (2 on NumPy alone)" in page
    assert "Median ratios: torch 3.75." in page
    rows = (
        "| **typical**: 1e5 rows of 1 to 21 values, a tenth of them empty | NumPy alone | 2 of 4 "
    )
    assert rows + "| 1.88 × (2 of 4) |\n|  | `[fast]` | 3 of 4 | 3.75 × (3 of 4) |" in page
    assert "- typical: neg 0.5 (torch)." in page


def test_a_library_that_timed_out_counts_as_slower() -> None:
    late = Record("sum", Case("typical"), {"raggedkit": 2.0}, late={"torch": 20.0})
    found = engine_summary([late], "raggedkit")
    assert (found.won, found.compared, found.ratios["torch"]) == (1, 1, [(10.0, "sum")])
    assert "| > 20 s |" in table(late.case, [late])


# ------------------------------------------------------- overhead, growth and memory
def test_memory_names_the_operations_above_the_target() -> None:
    row = {"case": "small", "engine": "raggedkit", "op": "neg", "peak": 90, "ratio": 1.5}
    rows = [row, {**row, "op": "gather"}, {**row, "op": "sum", "ratio": 9.0, "peak": 900}]
    page = PARTS["memory"](rows, read_targets())
    assert "🔴 sum: 9.00 (900 bytes)" in page
    assert "2 of 3 operations" in page


def test_growth_marks_operations_whose_cost_grows() -> None:
    made: list[dict[str, Any]] = [
        {"op": "sort", "engine": "raggedkit", "values": n, "ns": ns, "bytes": 8.0}
        for n, ns in ((10**4, 100.0), (10**5, 1.0), (10**6, 4.0))
    ]
    times, memory, _, why = PARTS["growth"](made, read_targets()).splitlines()[-4:]
    assert why == "- 🔴 sort: unknown."
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
    assert page.endswith("Not measured: raggedkit, 1e+08 values: would not fit.")


def test_overhead_is_compared_with_its_target() -> None:
    given = [
        {"call": "-x", "family": "elementwise", "ours": 5.0, "numpy": 1.0},
        {"call": "x[2]", "family": "one row", "ours": 2.5, "numpy": 0.1},
    ]
    dear, cheap, _, why = PARTS["overhead"](given, read_targets()).splitlines()[-4:]
    assert dear == "| -x | 5.00 | 1.00 | 4.00 | difference ≤ 3 | 🔴 |"
    assert why == "- 🔴 -x: unknown."
    assert cheap == "| x[2] | 2.50 | 0.10 | 2.40 | total ≤ 3 | 🟢 |"


def test_first_calls_are_ratios_to_numpy() -> None:
    rows = [
        {"op": "sum", "nothing compiled": 3.5, "loops on disk": 0.25, "numpy": 0.1},
        {"op": "max", "nothing compiled": 0.1, "loops on disk": 0.1, "numpy": 0.1},
    ]
    why = Note("cold", ["sum, nothing compiled"], "numba is imported")
    targets = replace(read_targets(), note=[why])
    lines = PARTS["cold"](rows, targets).splitlines()
    assert "| sum | 35 | 2.5 |" in lines
    assert "| all 2 calls | 18 | 1.75 |" in lines
    assert "- 🔴 sum with nothing compiled: 3.40 s more than NumPy (≤ 2 s)" in lines
    assert "- 🟢 sum with loops on disk: 0.15 s more than NumPy (≤ 0.5 s)" in lines
    assert lines[-1].startswith("- 🔴 sum, nothing compiled: numba is imported")


# ------------------------------------------------------------------------- picture
def test_the_picture_shows_the_committed_numbers() -> None:
    expected = digest(shown(Results.read()))
    for theme in THEMES:
        text = (IMAGES / f"speed-{theme}.svg").read_text(encoding="utf-8")
        assert expected in text, "update it: python -m benchmarks report"


def test_equal_numbers_produce_equal_pictures(tmp_path: Path) -> None:
    found = shown(Results([Run(MACHINE, {}, records(neg=2.0, sum=0.5, exp=30.0))]))
    assert list(found) == ["small"]
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    draw(found, "light", first)
    draw(found, "light", second)
    assert first.read_bytes() == second.read_bytes()
    assert str(tmp_path) not in first.read_text(encoding="utf-8")


def test_dots_do_not_overlap() -> None:
    assert swarm([1.0, 1.01, 1.02, 10.0]) == [0, 1, -1, 0]
