"""The exercises of the notebooks: unsolved as committed, and solved by their folded answers."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LESSONS = ["01_partitions_hands_on", "02_shapes"]


def cells_of(name: str) -> list[dict[str, Any]]:
    text = (ROOT / f"notebooks/{name}.ipynb").read_text("utf-8")
    return [{**cell, "source": "".join(cell["source"])} for cell in json.loads(text)["cells"]]


def result_of(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; return the value of its last line."""
    *lines, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("name", LESSONS)
def test_folded_answers_solve_the_exercises(name: str) -> None:
    cells = cells_of(name)
    (folded,) = [c["source"] for c in cells if "<summary>Answers</summary>" in c["source"]]
    answers = re.findall(r"<li><code>(.+?)</code>", folded)
    names: dict[str, Any] = {}
    exercises = []
    for cell in cells:
        if cell["cell_type"] == "markdown":
            continue
        if "answer = ..." in cell["source"]:
            exercises.append(cell["source"])
        elif re.search(r"^(import|from|D =|def check)", cell["source"], re.MULTILINE):
            exec(cell["source"], names)
    assert len(exercises) == len(answers) == 3
    for exercise, answer in zip(exercises, answers, strict=True):
        assert result_of(exercise, names).startswith("Replace ...")
        solved = exercise.replace("answer = ...", f"answer = {answer}")
        assert result_of(solved, names).startswith("Right")
        wrong = exercise.replace("answer = ...", "answer = [9, 9]")
        assert not result_of(wrong, names).startswith("Right")


@pytest.mark.parametrize("name", LESSONS)
def test_a_cell_has_at_most_five_lines_and_widgets_a_static_display(name: str) -> None:
    for cell in cells_of(name):
        if cell["cell_type"] == "code":
            assert len(cell["source"].splitlines()) <= 5
            if re.search(r"(?<!check\()rk\.(explore|widgets)", cell["source"]):
                (data,) = [output["data"] for output in cell["outputs"]]
                assert sorted(data) == ["text/html", "text/plain"]


@pytest.mark.parametrize("name", LESSONS)
def test_every_link_leads_to_a_notebook(name: str) -> None:
    sources = "\n".join(cell["source"] for cell in cells_of(name))
    links = re.findall(r"\]\((\S+?)\)", sources)
    assert links
    assert all((ROOT / "notebooks" / link).is_file() for link in links)


CASES = ["11_from_and_to_your_data", "12_tracks"]


@pytest.mark.parametrize("name", CASES)
def test_answers_of_a_case_study_solve_its_exercises(name: str) -> None:
    pytest.importorskip("matplotlib").use("agg")
    text = "\n".join(c["source"] for c in cells_of(name) if c["cell_type"] == "markdown")
    answers = re.findall(r"<li><code>(.+?)</code>", text)
    names: dict[str, Any] = {}
    exercises = []
    for cell in cells_of(name):
        source = cell["source"]
        if cell["cell_type"] == "markdown" or cell["metadata"].get("tags"):
            continue
        if "answer = ..." in source:
            exercises.append(source)
        elif not source.startswith(("%%needs", "@register_cell_magic")):
            exec(source, names)
    assert len(exercises) == len(answers) == 3
    for exercise, answer in zip(exercises, answers, strict=True):
        assert result_of(exercise, names).startswith("Replace ...")
        assert result_of(exercise.replace("answer = ...", f"answer = {answer}"), names) == "Right"
        wrong = exercise.replace("answer = ...", "answer = [9, 9]")
        assert result_of(wrong, names) == "Not yet"


@pytest.mark.parametrize("name", CASES)
def test_a_cell_of_a_case_study_has_at_most_five_lines(name: str) -> None:
    for cell in cells_of(name):
        if cell["cell_type"] == "code":
            assert len(cell["source"].splitlines()) <= 5
