"""The commands of the benchmarks: results are written, and an interrupted run is resumed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import raggedkit as rk
from benchmarks.__main__ import main, parser
from benchmarks.cases import KINDS, Case
from benchmarks.measure import full_run
from benchmarks.measure.full_run import STEPS, Step
from benchmarks.measure.processes import Process
from benchmarks.operations import OPERATIONS
from benchmarks.results import Results
from tests.benchmarks.samples import SMALL


def test_compare_writes_the_results_and_the_page(tmp_path: Path) -> None:
    options = "--kinds small --dtypes float32 --inner 0 --ops neg,sum --libs raggedkit --rounds 1"
    assert main(["compare", *options.split(), "--to", str(tmp_path)]) == 0
    (run,) = Results.read(tmp_path / "results.json").runs
    assert [(r.op, r.case, list(r.seconds)) for r in run.records] == [
        ("neg", SMALL, ["raggedkit"]),
        ("sum", SMALL, ["raggedkit"]),
    ]
    assert run.versions["raggedkit"] == rk.__version__
    page = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert "### small, float32" in page
    assert str(tmp_path) not in page


def test_an_unknown_operation_is_named_in_the_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["compare", "--ops", "neg,fly"])
    assert "'fly' is not one of" in capsys.readouterr().err


@pytest.mark.parametrize("step", [step for step in STEPS if step.command], ids=lambda s: s.name)
def test_commands_of_the_full_run_accept_a_folder(step: Step) -> None:
    assert parser().parse_args([*step.command, "--to", "folder"]).to == Path("folder")


@pytest.mark.parametrize("mentioned", ["benchmarks/README.md", "docs/speed.md", "Makefile"])
def test_commands_in_the_documents_exist(mentioned: str) -> None:
    text = (Path(__file__).parents[2] / mentioned).read_text(encoding="utf-8")
    commands = set(re.findall(r"-m benchmarks ([a-z]+)", text))
    assert commands
    for command in commands:
        with pytest.raises(SystemExit) as stopped:
            parser().parse_args([command, "--help"])
        assert stopped.value.code == 0
    assert not re.search(r"-m benchmarks\.", text)


def test_the_full_run_has_every_operation_once_per_case() -> None:
    names = [step.name for step in STEPS]
    assert len(set(names)) == len(names)
    whole = {step.case for step in STEPS if step.case and not step.main}
    assert {Case(kind) for kind in KINDS} <= whole
    for step in STEPS:
        assert bool(step.case) != bool(step.command)
        assert step.main or step.ops == list(OPERATIONS)
    assert {"sum", "gather", "sort"} <= set(STEPS[-1].ops) < set(OPERATIONS)


def test_an_interrupted_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = (Step("a", SMALL, rounds=1), Step("b", Case("small", "int64"), rounds=1))
    monkeypatch.setattr(full_run, "STEPS", plan)
    monkeypatch.setattr(Step, "ops", ["neg", "sum"])

    def run(patterns: str = "*", *, anew: bool = False) -> None:
        full_run.run(patterns, ["raggedkit"], tmp_path, anew=anew, steps=plan)

    asked: list[str] = []
    interrupts = [KeyboardInterrupt]

    def answer(self: Process, request: dict[str, Any]) -> dict[str, Any]:
        if request["do"] == "first":
            asked.append(request["op"])
            if request["op"] == "sum" and interrupts:
                raise interrupts.pop()
        return {"operations": ["neg", "sum"], "seconds": 1e-6, "sum": None}

    monkeypatch.setattr(Process, "answer", answer)
    with pytest.raises(KeyboardInterrupt):
        run()
    assert Results.read(tmp_path / "results.json").under_way == {"a": ["neg"]}
    asked.clear()
    run("a")
    assert asked == ["sum"]
    assert Results.read(tmp_path / "results.json").under_way == {"a": ["neg", "sum", "*"]}
    run()
    assert asked == ["sum", "neg", "sum"]
    results = Results.read(tmp_path / "results.json")
    assert results.under_way is None
    assert [(r.op, r.case.dtype) for r in results.records] == [
        (op, dtype) for dtype in ("float32", "int64") for op in ("neg", "sum")
    ]
    run(anew=True)
    assert len(asked) == 7


def test_the_examples_of_the_page_about_speed_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "speed.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 4
    assert not found.failed
