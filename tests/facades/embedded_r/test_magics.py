"""``%load_ext raggedkit_r`` in a notebook's shell: %R and %%R take and give raggedkit's values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit_r.ragged.ragged_list import RaggedList

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


MASKED: dict[str, tuple[str, list[Any], str]] = {
    "integers": ("c(1L, NA, 3L)", [1, None, 3], "i"),
    "logicals": ("c(TRUE, NA)", [True, None], "b"),
    "text": ("c('a', NA)", ["a", None], "UT"),
    "matrix": ("matrix(c(1L, NA, 3L, 4L), 2)", [[1, 3], [None, 4]], "i"),
    "names": ("c(a = NA, b = 2L)", [None, 2], "i"),
    "unknown-class": ("structure(c(NA, 1L), class = 'odd')", [None, 1], "i"),
    "nothing-else": ("NA_integer_", [None], "i"),
}


@pytest.mark.parametrize(("code", "expected", "kinds"), MASKED.values(), ids=MASKED)
def test_na_comes_back_masked(shell: Any, code: str, expected: list[Any], kinds: str) -> None:
    shell.run_cell_magic("R", "-o v", f"v <- {code}")
    found = shell.user_ns["v"]
    assert isinstance(found, np.ma.MaskedArray)
    assert found.tolist() == expected
    assert found.dtype.kind in kinds
    assert shell.run_line_magic("R", code).tolist() == expected


def named(found: Any) -> dict[str, Any]:
    """Return the items of a list as rpy2 makes it: pairs, in rpy2 3.6 objects of its own."""
    items = [item if isinstance(item, tuple) else (item.name, item.value) for item in found.items()]
    return dict(items)


def test_na_in_a_list_comes_back_masked(shell: Any) -> None:
    shell.run_cell_magic(
        "R", "-o v", "v <- list(a = c(1L, NA), b = list(c = c(NA, TRUE)), d = 'x')"
    )
    found = named(shell.user_ns["v"])
    assert found["a"].tolist() == [1, None]
    assert named(found["b"])["c"].tolist() == [None, True]
    assert found["d"].tolist() == ["x"]


@pytest.mark.parametrize("code", ["1:3", "integer(0)", "c('a', 'b')", "c(1.5, NA)"])
def test_what_lost_nothing_is_as_rpy2_makes_it(shell: Any, code: str) -> None:
    assert type(shell.run_line_magic("R", code)) is np.ndarray


ARRAYS: dict[str, tuple[Any, str]] = {
    "int32-min": (np.array([-(2**31), 1], "int32"), "c(-2147483648, 1)"),
    "past-32-bits": (np.array([2**40, -1]), "c(1099511627776, -1)"),
    "int64": (np.array([3, 4]), "c(3L, 4L)"),
    "uint32": (np.array([2**32 - 1], "uint32"), "4294967295"),
    "dates": (np.array(["2024-02-29", "NaT"], "M8[D]"), "as.Date(c('2024-02-29', NA))"),
    "times": (np.array(["1970-01-01T00:00:01.5"], "M8[us]"), ".POSIXct(1.5, 'UTC')"),
    "spans": (np.array([90], "m8[s]"), "as.difftime(90, units = 'secs')"),
    "masked": (np.ma.MaskedArray([1, 2], [False, True]), "c(1L, NA)"),
    "masked-matrix": (np.ma.MaskedArray([[1, 2]], [[False, True]]), "matrix(c(1L, NA), 1)"),
    "masked-bools": (np.ma.MaskedArray([True, True], [True, False]), "c(NA, TRUE)"),
    "masked-complex": (np.ma.MaskedArray([1j, 2], [False, True]), "c(1i, NA)"),
    "masked-complex64": (
        np.ma.MaskedArray(np.array([[1j, 2]], "complex64"), [[True, False]]),
        "matrix(c(NA, 2+0i), 1)",
    ),
    "matrix": (np.arange(6).reshape(2, 3), "matrix(0:5, 2, byrow = TRUE)"),
    "no-dims": (np.array(3.5), "3.5"),
    "nothing": (np.array([], bool), "logical(0)"),
    "text": (np.array(["a", "é"]), "c('a', '\\u00e9')"),
    "text-none": (np.array(["a", None], object), "c('a', NA)"),
    "scalar": (np.int64(2**40), "1099511627776"),
    "scalar-min": (np.int32(-(2**31)), "-2147483648"),
    "time": (np.datetime64("2024-02-29"), "as.Date('2024-02-29')"),
    "int": (2**40, "1099511627776"),
    "small-int": (3, "3L"),
    "bool": (True, "TRUE"),
}


@pytest.mark.parametrize(("value", "code"), ARRAYS.values(), ids=ARRAYS)
def test_arrays_go_as_to_r_sends_them(shell: Any, value: Any, code: str) -> None:
    shell.user_ns["a"] = value
    shell.run_cell_magic("R", "-i a -o same", f"same <- identical(a, {code})")
    assert list(shell.user_ns["same"]) == [True], shell.run_line_magic("R", "deparse(a)")


@pytest.mark.parametrize("numbers", [[2**40, -1], [-(2**31), 1]], ids=["past-32-bits", "min"])
def test_columns_of_large_integers_are_doubles(shell: Any, numbers: list[int]) -> None:
    pandas = pytest.importorskip("pandas")
    shell.user_ns["a"] = pandas.DataFrame({"n": numbers, "small": [1, 2]})
    shell.run_cell_magic("R", "-i a -o n -o kind", "n <- a$n + 0\nkind <- typeof(a$small)")
    assert shell.user_ns["n"].tolist() == numbers
    assert list(shell.user_ns["kind"]) == ["integer"]
    shell.user_ns["a"] = pandas.Series(numbers)
    shell.run_cell_magic("R", "-i a -o n", "n <- c(a) + 0")
    assert shell.user_ns["n"].tolist() == numbers


def test_other_arrays_and_lists_go_as_rpy2_sends_them(shell: Any) -> None:
    shell.user_ns["a"] = np.zeros(2, [("x", int), ("y", float)])
    assert shell.run_line_magic("R", "-i a names(a)").tolist() == ["x", "y"]
    shell.user_ns["a"] = np.array([1, "x", 2.5], object)
    assert shell.run_line_magic("R", "-i a length(a)").tolist() == [3]
    shell.user_ns["a"] = [1, 2, 3]
    assert shell.run_line_magic("R", "-i a sum(a)").tolist() == [6]


def frame(shell: Any, code: str) -> Any:
    pytest.importorskip("pandas")
    shell.run_cell_magic("R", "-o v", code)
    return shell.user_ns["v"]


def test_na_in_a_data_frame_is_missing_there_too(shell: Any) -> None:
    code = "v <- data.frame(a = c(1L, NA), b = c(NA, 'x'), c = c(TRUE, NA), d = factor(c('u', NA)))"
    found = frame(shell, code)
    assert found.isna().to_numpy().tolist() == [
        [False, True, False, False],
        [True, False, True, True],
    ]
    assert found.loc["1", "a"] == 1


def listed(row: Any) -> Any:
    return (
        row.to_list() if isinstance(row, rk.RaggedTensor) else None if row is None else row.tolist()
    )


COLUMNS: dict[str, tuple[str, list[Any]]] = {
    "list": ("list(1:3, integer(0))", [[1, 2, 3], []]),
    "as-is": ("I(list(c(1L, NA), NULL))", [[1, None], None]),
    "ragged": ("ragged(list(c('a', NA), 'b'))", [["a", None], ["b"]]),
    "deeper": ("list(list(1, 2:3), list())", [[[1], [2, 3]], []]),
}


@pytest.mark.parametrize(("code", "expected"), COLUMNS.values(), ids=COLUMNS)
def test_a_list_column_is_a_column_of_rows(shell: Any, code: str, expected: list[Any]) -> None:
    found = frame(
        shell, f"v <- data.frame(a = 1:2, row.names = c('p', 'q'))\nv$r <- {code}\nv$z <- 3:4"
    )
    assert list(found.columns) == ["a", "r", "z"]
    assert list(found.index) == ["p", "q"]
    assert [listed(row) for row in found["r"]] == expected
    assert found["z"].tolist() == [3, 4]


def test_a_data_frame_of_list_columns_only(shell: Any) -> None:
    found = frame(
        shell, "v <- structure(list(r = list(1, 2:3)), row.names = 1:2, class = 'data.frame')"
    )
    assert [row.tolist() for row in found["r"]] == [[1], [2, 3]]


def test_records_in_a_data_frame_stay_with_rpy2(shell: Any) -> None:
    found = frame(shell, "v <- data.frame(a = 1:2)\nv$r <- list(list(x = 1), list(x = 3))")
    assert found.shape == (2, 2)


def test_a_list_column_of_no_values_is_named(shell: Any) -> None:
    with pytest.raises(TypeError, match=r"^column 'r': `x\[\[2\]\]` must be a vector"):
        frame(shell, "v <- data.frame(a = 1:2)\nv$r <- list(1, sum)")


def test_a_cell_prints_as_r_does(shell: Any, capsys: Any) -> None:
    shell.run_cell_magic("R", "", "print(shape(2, NA))\nprint(ragged(list(c(1, 2), 3)))")
    said = capsys.readouterr().out
    assert "TensorShape([2, None])" in said
    assert "2 rows" in said


def test_the_cells_of_the_page_do_what_they_say(shell: Any, capsys: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "r.md").read_text(encoding="utf-8")
    python, cell = re.findall(r"```(?:python|r)\n((?:%load_ext|%%R).*?)```", page, re.DOTALL)
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
        assert not isinstance(shell.run_line_magic("R", "c(1L, NA)"), np.ma.MaskedArray)
        shell.user_ns["a"] = np.array([2**40])
        with pytest.raises(OverflowError):
            shell.run_line_magic("R", "-i a a")
    finally:
        shell.run_line_magic("load_ext", "raggedkit_r")
    assert shell.run_line_magic("R", "shape(2, NA)") == rk.TensorShape([2, None])
