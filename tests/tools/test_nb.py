"""``tools/nb.py``: what a committed notebook may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")  # absent beside TensorFlow
pytest.importorskip("nbclient")
pytest.importorskip("nbconvert")
v4 = nbformat.v4

from tools import nb as tool  # noqa: E402  # after the libraries it needs are known to be there


def notebook(*cells: Any, **metadata: Any) -> Any:
    return v4.new_notebook(cells=list(cells), metadata=metadata)


def code(source: str = "1", count: int | None = 7, outputs: Any = (), **metadata: Any) -> Any:
    return v4.new_code_cell(source, execution_count=count, outputs=list(outputs), metadata=metadata)


def stream(text: str, name: str = "stdout") -> Any:
    return v4.new_output("stream", name=name, text=text)


def write(path: Path, nb: Any) -> Path:
    path.write_text(tool._written(nb), encoding="utf-8")
    return path


def test_normalised_numbers_the_cells_that_ran() -> None:
    result = v4.new_output("execute_result", {"text/plain": "1"}, execution_count=9)
    nb = tool.normalised(
        notebook(code(count=4), v4.new_markdown_cell("x"), code(count=9, outputs=[result]))
    )
    assert [c.execution_count for c in nb.cells if c.cell_type == "code"] == [1, 2]
    assert nb.cells[2].outputs[0].execution_count == 2


def test_normalised_drops_what_differs_between_runs() -> None:
    nb = tool.normalised(
        notebook(
            code(execution={"iopub.status.busy": "now"}, scrolled=True, tags=["keep"]),
            kernelspec={"name": "venv", "display_name": "mine", "language": "python"},
            language_info={"name": "python", "version": "3.13.1"},
            widgets={"state": {}},
        )
    )
    assert nb.metadata == {"kernelspec": tool.KERNEL, "language_info": {"name": "python"}}
    assert nb.cells[0].metadata == {"tags": ["keep"]}
    assert (nb.nbformat, nb.nbformat_minor) == (4, 5)


def test_normalised_keeps_the_kernel_of_another_language() -> None:
    kernel = {"name": "ir", "display_name": "R", "language": "R"}
    assert tool.normalised(notebook(kernelspec=kernel)).metadata.kernelspec == kernel


def test_normalised_keeps_ids_and_makes_missing_or_doubled_ones_from_the_source() -> None:
    nb = notebook(code("a"), code("b"), code("c"))
    nb.cells[0].id = nb.cells[1].id = "mine"
    del nb.cells[2]["id"]
    ids = [c.id for c in tool.normalised(nb).cells]
    assert ids[0] == "mine"
    assert len(set(ids)) == 3
    assert ids == [c.id for c in tool.normalised(nb).cells]


def test_normalised_joins_the_pieces_of_a_stream() -> None:
    outputs = [stream("a\n"), stream("b\n"), stream("e", "stderr"), stream("c\n")]
    nb = tool.normalised(notebook(code(outputs=outputs)))
    assert [(o.name, o.text) for o in nb.cells[0].outputs] == [
        ("stdout", "a\nb\n"),
        ("stderr", "e"),
        ("stdout", "c\n"),
    ]


def test_normalised_reduces_a_traceback_to_its_last_line() -> None:
    error = v4.new_output("error", ename="ValueError", evalue="no", traceback=["File /x/y.py"])
    nb = tool.normalised(notebook(code(outputs=[error])))
    assert nb.cells[0].outputs[0].traceback == ["ValueError: no"]


def test_normalised_drops_the_view_of_a_widget_where_something_else_shows_it() -> None:
    view = {tool.WIDGET_VIEW: {"model_id": "d0"}}
    shown = v4.new_output("display_data", view | {"text/html": "<b>1</b>"})
    alone = v4.new_output("display_data", view)
    nb = tool.normalised(notebook(code(outputs=[shown, alone])))
    assert [list(o.data) for o in nb.cells[0].outputs] == [["text/html"], [tool.WIDGET_VIEW]]


def test_normalised_is_its_own_fixed_point() -> None:
    nb = tool.normalised(notebook(code(outputs=[stream("a"), stream("b")]), code()))
    assert tool._written(tool.normalised(nb)) == tool._written(nb)


def test_complaints_are_none_about_the_committed_form(tmp_path: Path) -> None:
    nb = tool.normalised(notebook(code(outputs=[stream("640x480 and/or rows/lengths\n")])))
    assert tool.complaints(write(tmp_path / "a.ipynb", nb)) == []


ERROR = v4.new_output("error", ename="ValueError", evalue="no", traceback=["ValueError: no"])


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        pytest.param(code(count=None), "cells not run: 0", id="not-run"),
        pytest.param(code(outputs=[ERROR]), "ValueError without the tag", id="error"),
        pytest.param(code(outputs=[stream("in /home/ann/x.py")]), "'/home/ann/x.py'", id="path"),
        pytest.param(code(outputs=[stream("<C at 0x7f00aa12>")]), "an address", id="address"),
    ],
)
def test_complaints_name_the_cell(tmp_path: Path, cell: Any, says: str) -> None:
    path = write(tmp_path / "a.ipynb", tool.normalised(notebook(cell)))
    (found,) = tool.complaints(path)
    assert says in found
    assert found.startswith(f"{path}: cell")


def test_complaints_name_another_form(tmp_path: Path) -> None:
    path = write(tmp_path / "a.ipynb", notebook(code(count=3)))
    (found,) = tool.complaints(path)
    assert "is not in the committed form" in found


def test_an_error_with_its_tag_is_meant(tmp_path: Path) -> None:
    nb = tool.normalised(notebook(code(outputs=[ERROR], tags=["raises-exception"])))
    assert tool.complaints(write(tmp_path / "a.ipynb", nb)) == []


@pytest.mark.parametrize("what", ["--execute", "--html"])
def test_a_cell_that_fails_is_named_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    bad = write(tmp_path / "bad.ipynb", notebook(code("{}['gone']")))
    good = write(tmp_path / "good.ipynb", notebook(code("1 + 1")))
    folder = [str(tmp_path / "pages")] if what == "--html" else []
    assert tool.main([what, *folder, str(bad), str(good)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{bad}: a cell ends in KeyError: 'gone'\n"
    assert out.strip() == str(tmp_path / "pages/good.html" if folder else good)


def test_a_notebook_says_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel = {"name": "no-such", "display_name": "?", "language": "R"}
    other = write(tmp_path / "other.ipynb", notebook(code(), kernelspec=kernel))
    bridge = write(tmp_path / "bridge.ipynb", notebook(code("%load_ext raggedkit_r")))
    plain = write(tmp_path / "plain.ipynb", notebook(code()))
    monkeypatch.setattr(tool, "find_spec", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: "R")
    assert tool.missing_for(plain) == ""
    assert tool.missing_for(bridge) == "rpy2 is missing: pip install 'raggedkit[r]'"
    assert tool.missing_for(other).startswith("the kernel no-such is missing: tools/system.sh r")
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert tool.missing_for(bridge) == "R is missing: tools/system.sh r installs it"

    for ci, status in (("", 0), ("true", 1)):
        monkeypatch.setenv("CI", ci)
        assert tool.main(["--compare", str(bridge), str(other)]) == status
        said = capsys.readouterr().err
        assert f"{bridge}: SKIPPED, R is missing" in said
        assert f"{other}: SKIPPED, the kernel no-such is missing" in said


def test_compare_runs_python_and_other_kernels_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    class Done:
        returncode = 5

    def ran(command: list[str], check: bool) -> Done:
        calls.append(command)
        return Done()

    monkeypatch.setattr("subprocess.run", ran)
    kernel = {"name": "ir", "display_name": "R", "language": "R"}
    other = write(tmp_path / "other.ipynb", notebook(code(), kernelspec=kernel))
    plain = write(tmp_path / "plain.ipynb", notebook(code()))
    assert tool.compare([other, plain]) == 5
    assert [c[-1] for c in calls] == [str(plain), str(other)]
    assert ["--nbval-current-env" in c for c in calls] == [True, False]
