"""``%load_ext raggedkit_r`` in a notebook's shell: %R and %%R take and give raggedkit's values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit_r.ragged import RaggedList

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def shell() -> Iterator[Any]:
    from IPython.core.interactiveshell import InteractiveShell

    found = InteractiveShell.instance()
    found.run_line_magic("load_ext", "raggedkit_r")
    yield found
    InteractiveShell.clear_instance()


def test_loading_says_nothing_and_leaves_r_s_options(shell: Any, caplog: Any) -> None:
    import rpy2.robjects

    assert rpy2.robjects.r("getOption('warn')")[0] == 0
    assert shell.run_line_magic("R", "getOption('warn')").tolist() == [0]
    assert [record.getMessage() for record in caplog.records] == []


def test_a_cell_takes_and_gives_ragged_tensors(shell: Any) -> None:
    shell.user_ns["rt"] = rk.array([[3, 1], [], [5]])
    shell.run_cell_magic("R", "-i rt -o out -o same", "same <- rt\nout <- ragged(list(1.5, NULL))")
    assert shell.user_ns["same"].identical(shell.user_ns["rt"])
    assert isinstance(shell.user_ns["out"], RaggedList)
    assert shell.user_ns["out"].tensor.to_list() == [[1.5], []]


def test_a_line_gives_what_it_says(shell: Any) -> None:
    assert shell.run_line_magic("R", "shape(2, NA)") == rk.TensorShape([2, None])
    shell.user_ns["s"] = rk.TensorShape([4, None])
    assert shell.run_line_magic("R", "-i s length(s)").tolist() == [2]
    assert shell.run_line_magic("R", "ragged(list(c(1, 2), 3))").to_list() == [[1, 2], [3]]


def test_other_values_are_as_they_were(shell: Any) -> None:
    shell.user_ns["a"] = np.arange(3.0)
    assert shell.run_line_magic("R", "-i a rev(a)").tolist() == [2, 1, 0]
    assert type(shell.run_line_magic("R", "data.frame(a = 1)")).__name__ == "DataFrame"


def test_a_cell_prints_as_r_does(shell: Any, capsys: Any) -> None:
    shell.run_cell_magic("R", "", "print(shape(2, NA))\nprint(ragged(list(c(1, 2), 3)))")
    said = capsys.readouterr().out
    assert "TensorShape([2, None])" in said
    assert "2 rows" in said


def test_the_readme_s_cells_do_what_they_say(shell: Any, capsys: Any) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    python, cell = re.findall(r"```(?:python|r)\n((?:%load_ext|%%R).*?)```", readme, re.DOTALL)
    shell.run_cell("import raggedkit as rk\n" + python).raise_error()
    capsys.readouterr()
    line, _, code = cell.removeprefix("%%R ").partition("\n")
    printed, expected = re.findall(r"^(.*?) +# (.*)$", code, re.MULTILINE)[0]
    shell.run_cell_magic("R", line, code.replace(printed, f"print({printed})"))
    assert capsys.readouterr().out.split() == expected.split()
    petals = shell.user_ns["petals"]
    assert petals.names[0] == ("setosa", "versicolor", "virginica")
    assert petals.tensor.row_lengths().tolist() == [50, 50, 50]


def test_loading_again_changes_nothing(shell: Any) -> None:
    shell.run_line_magic("reload_ext", "raggedkit_r")
    assert shell.run_line_magic("R", "shape(2, NA)") == rk.TensorShape([2, None])


def test_unloading_leaves_r_as_it_was(shell: Any) -> None:
    shell.run_line_magic("unload_ext", "raggedkit_r")
    try:
        assert not isinstance(shell.run_line_magic("R", "shape(2, NA)"), rk.TensorShape)
        import rpy2.robjects

        assert isinstance(rpy2.robjects.r("shape(2, NA)"), rpy2.robjects.ListVector)
        with pytest.raises(NotImplementedError):
            rpy2.robjects.r["length"](rk.TensorShape([1, 2]))
    finally:
        shell.run_line_magic("load_ext", "raggedkit_r")
    assert shell.run_line_magic("R", "shape(2, NA)") == rk.TensorShape([2, None])
