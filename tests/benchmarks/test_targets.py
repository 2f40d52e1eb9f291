"""Targets, missed targets and their reasons."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.adapters import OURS, PEERS
from benchmarks.cases import KINDS, Case
from benchmarks.operations import OPERATIONS
from benchmarks.report.page import report
from benchmarks.report.target_tables import PARTS
from benchmarks.report.targets import (
    Targets,
    check,
    grouped,
    judge,
    losses,
    read_targets,
    unexplained,
    unexplained_parts,
    unused_reasons,
)
from benchmarks.results import Record, Results, Run
from tests.benchmarks.samples import MACHINE, SMALL, records

LITTLE = """
overhead = []
memory.most = 2
growth.most = 2
[[target]]
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


def test_the_targets_name_existing_operations_and_libraries() -> None:
    targets = read_targets()
    families = {operation.family for operation in OPERATIONS.values()}
    for target in targets.target:
        assert set(target.kinds) <= set(KINDS)
        assert set(target.families or ()) <= families, target.title
        assert set(target.ops or ()) <= set(OPERATIONS), target.title
        assert set(target.at_least) <= set(PEERS)
        assert target.ours in OURS
        for exceptions in (target.lower, target.higher):
            assert set(exceptions) <= set(target.at_least)
            assert {op for named in exceptions.values() for op in named} <= set(OPERATIONS)
    for reason in targets.reason:
        assert set(reason.ops or ()) <= set(OPERATIONS)
        assert set(reason.peers or ()) <= set(PEERS)


def test_a_misspelt_key_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="reasons"):
        targets_of(tmp_path, 'ops = ["neg"]\nwhy = "so."\nreasons = 1')


def test_a_missed_target_is_shown_with_its_reason(tmp_path: Path) -> None:
    why = 'ops = ["neg"]\nwhy = "it is that way."\nhelps = "another way."'
    targets = targets_of(tmp_path, why)
    (result,) = judge(targets, records(neg=10.0, sum=3.0, gather=30.0))
    (score,) = result.misses
    assert (round(score.ratio, 6), score.target, score.record.op) == (10, 20, "neg")
    assert str(result) == "🔴 2 of 3; lowest 10 of 20 (neg, float32)"
    page = page_of(records(neg=10.0), targets)
    assert "| neg | 🔴 **10** | 50% | 1 |" in page
    assert "1. it is that way. *Would help:* another way." in page
    assert "## Missed targets" not in page_of(records(neg=20.5), targets)


def test_a_missed_target_without_a_reason_is_shown_as_unknown(tmp_path: Path) -> None:
    page = page_of(records(neg=10.0, sum=1.0), targets_of(tmp_path, 'ops = ["neg"]\nwhy = "so."'))
    assert "| sum | 🔴 **1** (≥ 2) | 50% | unknown |" in page


def test_ratios_of_all_dtypes_are_in_one_cell(tmp_path: Path) -> None:
    seconds = {"float64": 30.0, "float32": 10.0}
    found = [
        Record("neg", Case("small", dtype), {"raggedkit": 1e-6, "awkward": x * 1e-6})
        for dtype, x in seconds.items()
    ]
    assert "| neg | 🔴 **10** · 30 | 50% |" in page_of(found, targets_of(tmp_path))


@pytest.mark.parametrize(
    ("reasons", "missing", "unused"),
    [
        pytest.param(['ops = ["neg"]\nwhy = "so."'], 0, [], id="matches"),
        pytest.param([], 1, [], id="no-reason"),
        pytest.param(['ops = ["exp"]\nwhy = "so."'], 1, ["[ops exp] so."], id="no-miss"),
        pytest.param(
            ['ops = ["neg", "exp"]\nwhy = "so."'],
            0,
            ["ops exp of [ops neg, exp] so."],
            id="unused-operation",
        ),
        pytest.param(
            ['ops = ["neg"]\nkinds = ["small", "large"]\nwhy = "so."'], 0, [], id="not-measured"
        ),
        pytest.param(
            ['peers = ["awkward", "torch"]\nwhy = "so."'],
            0,
            ["peers torch of [peers awkward, torch] so."],
            id="unused-library",
        ),
        pytest.param(
            ['ops = ["neg"]\nengine = "fast"\nwhy = "so."'],
            1,
            ["[ops neg; engine fast] so."],
            id="other-engine",
        ),
        pytest.param(['ops = ["neg"]\ndtypes = ["float32"]\nwhy = "so."'], 0, [], id="dtype"),
    ],
)
def test_reasons_have_to_match_the_missed_targets(
    tmp_path: Path, reasons: list[str], missing: int, unused: list[str]
) -> None:
    targets, found = targets_of(tmp_path, *reasons), records(neg=10.0, exp=20.0)
    assert len(unexplained(targets, found)) == missing
    assert unused_reasons(targets, found) == unused


def test_a_reason_may_cover_a_loss_without_a_target(tmp_path: Path) -> None:
    targets = targets_of(tmp_path, 'ops = ["exp"]\npeers = ["torch"]\nwhy = "so."')
    lost = Record("exp", SMALL, {"raggedkit": 2e-6, "torch": 1e-6})
    assert unused_reasons(targets, [lost]) == []
    assert [score.record.op for score in losses([lost])] == ["exp"]
    won = Record("exp", SMALL, {"raggedkit": 1e-6, "torch": 2e-6})
    assert unused_reasons(targets, [won])
    assert not losses([won])


def test_the_committed_results_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(Results.read()) == 0, capsys.readouterr().out


def test_check_fails_for_a_missed_target_without_a_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typical = Record("median", Case("typical"), {"raggedkit": 1e-6, "awkward": 1e-9})
    slow = Record("neg", Case("typical"), {"raggedkit": 1e-6, "tensorflow": 1e-9, "awkward": 1e-9})
    assert check(Results([Run(MACHINE, {}, [typical, slow])])) == 1
    printed = capsys.readouterr().out
    assert "reasons without a missed target" in printed
    assert "median, typical, plain, against awkward: float32 0.001 of 1" in printed


def test_notes_have_to_match_the_missed_parts(tmp_path: Path) -> None:
    path = tmp_path / "targets.toml"
    note = '[[note]]\npart = "memory"\nnames = ["sum", "neg"]\nwhy = "so."\n'
    path.write_text(LITTLE + note)
    targets = read_targets(path)
    rows = [
        {"case": "large", "engine": "raggedkit", "op": op, "peak": 9, "ratio": ratio}
        for op, ratio in (("sum", 9.0), ("neg", 1.0), ("sort", 8.0))
    ]
    assert unexplained_parts(targets, {"memory": rows}) == (["memory: sort"], ["memory: neg"])
    page = PARTS["memory"](rows, targets)
    assert "🔴 sum: 9.00 (9 bytes). so." in page
    assert "🔴 sort: 8.00 (9 bytes). unknown." in page


def test_scores_are_grouped_by_operation() -> None:
    scores = losses(
        [
            Record("exp", Case("small", dtype), {"raggedkit": 2e-6, "torch": 1e-6})
            for dtype in ("float32", "float64")
        ]
    )
    assert grouped(scores) == ["exp, small, plain, against torch: float32 0.5, float64 0.5 of 1"]
