"""Ragged lists, shapes and sparse tensors through R's reticulate, where one is installed."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit_r.border.reticulate import (
    ragged_from_r,
    ragged_to_r,
    shape_from_r,
    shape_to_r,
    sparse_to_r,
)

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "facades/raggedkit_r"
WAY_OUT = "install.packages('reticulate') in R; Debian's is too old where it is below 1.41"


def test_every_class_is_where_r_s_side_looks_for_it() -> None:
    text = (PACKAGE / "R/reticulate.R").read_text(encoding="utf-8")
    named = re.findall(r'"(raggedkit[\w.]*)\.(\w+)" = reticulate_\w+_in', text)
    assert len(named) >= 5
    for module, name in named:
        found = getattr(importlib.import_module(module), name)
        assert (found.__module__, found.__qualname__) == (module, name)


def through(x: Any) -> Any:
    """Return a ragged tensor after the round trip, with R's part emulated here."""
    parts = ragged_to_r(x)
    if parts["kind"] == "character":
        parts["data"] = ["\0".join([*parts["data"], ""]).encode(), parts["na"]]
    elif parts["kind"] == "complex":
        parts["data"] = parts["data"].view(np.float64)
    return ragged_from_r(parts)


@pytest.mark.parametrize(
    "values",
    [[1, 2, 3], [1.5, np.nan, 3], [True, False, True], [1j, 2, 3], ["a", "", "é"]],
    ids=str,
)
@pytest.mark.parametrize("inner", [False, True])
def test_values_keep_their_order_both_ways(values: list[Any], inner: bool) -> None:
    flat = np.array(values * 2).reshape(3, 2) if inner else np.array(values)
    rt = rk.RaggedTensor.from_row_splits(flat, [0, 2, 2, 3])
    back = through(rt)
    assert back.dtype == rt.dtype
    assert repr(back.to_list()) == repr(rt.to_list())


def test_what_python_keeps_is_not_r_s_memory() -> None:
    memory = np.array([1.0, 2.0])
    parts = ragged_to_r(rk.RaggedTensor.from_row_splits(memory, [0, 2])) | {"data": memory}
    rt = ragged_from_r(parts)
    memory[:] = 0
    assert isinstance(rt, rk.RaggedTensor)
    assert rt.to_list() == [[1.0, 2.0]]


@pytest.mark.parametrize("dims", [None, [], [2, None], [None, 2**31, 0]], ids=str)
def test_shapes_go_both_ways(dims: list[int | None] | None) -> None:
    shape = rk.TensorShape(dims)
    sizes = shape_to_r(shape)["sizes"]
    assert str(shape_from_r(sizes)) == str(shape)
    assert sizes is None or sizes.dtype == ("float64" if 2**31 in (dims or []) else "int32")


def test_sparse_tensors_that_matrix_has() -> None:
    parts = sparse_to_r(rk.SparseTensor([[2, 0], [0, 1]], [5, 7], [3, 2]))
    assert parts is not None
    found = {name: array.tolist() for name, array in parts.items()}
    assert found == {"rows": [2, 0], "columns": [0, 1], "values": [5, 7], "dim": [3, 2]}


@pytest.mark.parametrize(
    ("indices", "values", "shape"),
    [
        ([[0]], [1], [3]),
        ([[0, 0, 0]], [1], [3, 3, 3]),
        ([[0, 0], [0, 0]], [1, 2], [3, 3]),
        ([[0, 0]], ["a"], [3, 3]),
        ([[0, 0]], [1j], [3, 3]),
    ],
    ids=["a vector", "three dimensions", "a cell twice", "text", "complex"],
)
def test_sparse_tensors_that_matrix_has_not(indices: Any, values: Any, shape: Any) -> None:
    assert sparse_to_r(rk.SparseTensor(indices, values, shape)) is None


def environment(library: Path | None = None) -> dict[str, str]:
    libraries = [str(library)] if library else []
    if os.environ.get("R_LIBS"):
        libraries.append(os.environ["R_LIBS"])
    return {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "R_LIBS": os.pathsep.join(libraries),
        "RETICULATE_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "facades", Path(__file__).parent))),
    }


def rscript(
    *arguments: str | Path, env: dict[str, str], cwd: Path
) -> subprocess.CompletedProcess[str]:
    command = ["Rscript", "--vanilla", *map(str, arguments)]
    return subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, check=False)


# Every check is tried, the failures among them told with their message.
SCRIPT = r"""
library(raggedkit)
stopifnot(!isNamespaceLoaded("reticulate"))
results <- NULL
check <- function(name, code) {
  failure <- tryCatch({ code; "" }, error = function(e) paste("error:", conditionMessage(e)))
  results <<- rbind(results, data.frame(name = name, failure = failure))
}
same <- function(one, other) {
  shown <- function() capture.output(str(unclass(one)), str(unclass(other)))
  if (!identical(one, other)) stop(paste(shown(), collapse = "\n"))
}
from_r <- function(x) reticulate::r_to_py(x)
to_r <- function(x) reticulate::py_to_r(x)
both_ways <- function(x) same(to_r(from_r(x)), x)
class_of <- function(x) class(x)[[1L]]

cases <- reticulate::import("reticulate_cases", convert = FALSE)
for (name in to_r(cases$names())) {
  check(name, {
    python <- cases$make(name)
    value <- to_r(python)
    if (!inherits(value, "raggedkit_ragged")) stop("no ragged list but ", class_of(value))
    cases$compare(from_r(value), python)
  })
}

rows <- list(c(0L, 2L, 2L, 3L))
ragged_of_parts <- get("ragged_of_parts", envir = environment(ragged))
values <- list(
  logical = c(TRUE, NA, FALSE), integer = c(-.Machine$integer.max, NA, 3L),
  doubles = c(1.5, NA, NaN),
  infinite = c(Inf, -Inf, 0), complex = c(1+2i, NA, complex(real = NaN, imaginary = Inf)),
  text = c("a", NA, "\u00e9\U1F600"), raw = as.raw(c(0, 1, 255)),
  factor = factor(c("b", NA, "a"), levels = c("c", "b", "a")),
  ordered = factor(c("b", NA, "a"), ordered = TRUE),
  Date = as.Date(c("2024-02-29", NA, "1969-12-31")),
  `half a day` = as.Date("2024-02-29") + c(0.5, NA, 1),
  UTC = as.POSIXct(c(0.25, NA, 1.7e9 + 1/3), origin = "1970-01-01", tz = "UTC"),
  Tokyo = as.POSIXct(c(0, NA, 1e9), origin = "1970-01-01", tz = "Asia/Tokyo"),
  `no zone` = structure(c(0, NA, 1e9), class = c("POSIXct", "POSIXt")),
  secs = as.difftime(c(1, NA, 2.5), units = "secs"),
  days = as.difftime(c(1, NA, 1/3), units = "days")
)
for (name in names(values)) {
  check(paste("R:", name), both_ways(ragged_of_parts(values[[name]], rows)))
  check(paste("R: no", name), both_ways(ragged_of_parts(values[[name]][0], list(0L))))
  empty <- ragged_of_parts(values[[name]][0], list(c(0L, 0L, 0L)))
  check(paste("R: empty rows of", name), both_ways(empty))
  check(paste("R: one", name), both_ways(ragged_of_parts(values[[name]][1], list(c(0L, 1L)))))
  check(paste("R: nested", name), both_ways(ragged_of_parts(
    values[[name]], list(c(0L, 0L, 2L, 3L), c(0L, 1L, 1L, 3L)),
    null = list(c(TRUE, FALSE, FALSE), NULL),
    names = list(c("x", "", "\u00e9"), NULL, c("p", "q", "r"))
  )))
}
check("R: inner axes", both_ways(ragged_of_parts(array(1:12, c(3L, 2L, 2L)), rows)))
inner <- array(c("a", NA, "c", "d", "e", "f"), c(3L, 2L))
check("R: inner axes with NA", both_ways(ragged_of_parts(inner, rows)))
check("R: ragged()", both_ways(ragged(list(a = c(3, 1), b = numeric(0), 5))))
check("R: NULL rows", both_ways(ragged(list(c(3L, NA), NULL, 5L))))

sizes <- list(shape(), shape(2, NA), shape(dims = NULL), shape(0, 3))
for (x in sizes) check(paste("shape", format(x)), both_ways(x))
check("R's shape is Python's", same(class_of(from_r(shape(2, NA))), "raggedkit.shape.TensorShape"))

rk <- raggedkit_python()
x <- ragged(list(c(3, 1), numeric(0), 5))
twice <- ragged(list(c(3, 1, 3, 1), numeric(0), c(5, 5)))
check("values of Python's functions", same(rk$concat(list(x, x), axis = 1L), twice))
check("arrays of Python's functions", same(c(rk$reduce_sum(x, axis = 1L)), c(4, 0, 5)))
from_python <- reticulate::py_eval("[__import__('raggedkit').TensorShape([2])]")
check("lists of them", same(from_python, list(shape(2))))
check("what R has no value for", {
  large <- reticulate::py_eval("[2**60]", convert = FALSE)
  refused <- tryCatch(
    rk$RaggedTensor$from_row_splits(large, c(0L, 1L)), python.builtin.ValueError = conditionMessage
  )
  if (!grepl("at most 2 ** 53", refused, fixed = TRUE)) stop(refused)
})
check("objects of Python's stay", {
  y <- raggedkit_python(convert = FALSE)$ragged$range(c(2L, 0L, 3L))
  same(class_of(y), "raggedkit.tensor.RaggedTensor")
  same(c(to_r(y$row_lengths())), c(2, 0, 3))
})
face <- reticulate::py_eval("__import__('raggedkit_r').shape(2, None)")
check("the Python face", same(face, shape(2, NA)))
check("sparse", {
  if (requireNamespace("Matrix", quietly = TRUE)) {
    m <- Matrix::sparseMatrix(i = c(3, 1), j = c(1, 2), x = c(5, 7), dims = c(3, 2))
    same(rk$SparseTensor(list(c(2L, 0L), c(0L, 1L)), c(5, 7), c(3L, 2L)), m)
    same(class_of(rk$SparseTensor(list(c(0L, 0L)), list(TRUE), c(3L, 2L))), "lgCMatrix")
    vector <- rk$SparseTensor(list(list(1L)), list(2), list(3L))
    same(class_of(vector), "raggedkit.sparse_tensor.SparseTensor")
  }
})
check("200 000 rows", {
  n <- 2e5L
  big <- ragged_of_parts(c(NA, seq_len(3L * n - 1L)), list(seq.int(0L, 3L * n, 3L)))
  both_ways(big)
})
check("text of 200 000 rows", {
  n <- 2e5L
  both_ways(ragged_of_parts(as.character(seq_len(n)), list(seq.int(0L, n))))
})
write.csv(results, commandArgs(TRUE)[[1L]], row.names = FALSE)
"""

# The cases of test_parts, as R asks for them.
CASES = """
import test_parts as t

def names():
    return [f"{name}, {rows}" for name in t.DTYPES for rows in t.ROWS] + list(t.MASKS)

def make(name):
    if name in t.MASKS:
        return t.a_list(name, names=(("x", "y", ""), ("p", "q", "r")))
    dtype, _, rows = name.rpartition(", ")
    return t.ROWS[rows](t.values_of(dtype))

def compare(one, other):
    t.assert_identical(one, other)
"""


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an R library with this raggedkit, where there is a reticulate beside it."""
    folder = tmp_path_factory.mktemp("reticulate")
    if shutil.which("Rscript") is None:
        pytest.skip("R is missing: tools/system.sh r installs it")
    question = 'quit(status = packageVersion("reticulate") < "1.41")'
    if rscript("-e", question, env=environment(), cwd=folder).returncode != 0:
        pytest.skip(f"reticulate >= 1.41 is missing: {WAY_OUT}")
    command = ["R", "CMD", "INSTALL", "--no-docs", f"--library={folder}", str(PACKAGE)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def results(library: Path) -> dict[str, str]:
    (library / "reticulate_cases.py").write_text(CASES, encoding="utf-8")
    (library / "checks.R").write_text(SCRIPT, encoding="utf-8")
    env = environment(library)
    env["PYTHONPATH"] += os.pathsep + str(library)
    done = rscript(library / "checks.R", library / "results.csv", env=env, cwd=library)
    assert done.returncode == 0, done.stdout + done.stderr
    with (library / "results.csv").open(encoding="utf-8", newline="") as table:
        return {row["name"]: row["failure"] for row in csv.DictReader(table)}


@pytest.mark.r
def test_what_crosses_comes_back_as_it_was(results: dict[str, str]) -> None:
    assert len(results) > 250
    assert {name: failure for name, failure in results.items() if failure} == {}


@pytest.mark.r
def test_reticulate_may_be_loaded_first(library: Path) -> None:
    code = """
loadNamespace("reticulate")
x <- raggedkit::ragged(list(3, NULL))
stopifnot(identical(reticulate::py_to_r(reticulate::r_to_py(x)), x))
"""
    done = rscript("-e", code, env=environment(library), cwd=library)
    assert done.returncode == 0, done.stderr


@pytest.mark.r
def test_a_python_without_raggedkit_says_which_it_is(library: Path, tmp_path: Path) -> None:
    hidden = "import sys\nsys.modules['raggedkit'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(hidden, encoding="utf-8")
    env = environment(library) | {"PYTHONPATH": str(tmp_path)}
    code = "raggedkit::raggedkit_python()"
    done = rscript("-e", code, env=env, cwd=tmp_path)
    assert done.returncode != 0
    assert "raggedkit must be installed in the Python that reticulate runs" in done.stderr
    assert Path(sys.executable).name in done.stderr
    assert 'py_install("raggedkit", pip = TRUE)' in done.stderr


@pytest.mark.r
def test_an_r_inside_python_starts_no_second_one(tmp_path: Path) -> None:
    if importlib.util.find_spec("rpy2") is None or shutil.which("R") is None:
        pytest.skip("rpy2 or R is missing: pip install 'raggedkit[r]', tools/system.sh r")
    code = """
import raggedkit_r.border.rpy2
raggedkit_r.border.rpy2.attach()
from rpy2.robjects import r
print(r("tryCatch(raggedkit_python(), python.builtin.RuntimeError = conditionMessage)")[0])
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=environment(), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "raggedkit_python() must be called in a separate R process" in done.stdout
