"""Statements run in R: the package's files sourced, one answer for each statement."""

from __future__ import annotations

import itertools
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import raggedkit_r as rr
from tests.facades.r_expressions import evaluate
from tests.facades.test_r_package import PACKAGE, missing, r_is_at_least, succeed

__all__ = ["Answer", "as_any_r", "ask_r", "folder", "has_complex", "prints_complex_anew", "read"]


def as_any_r(text: str) -> str:
    """Return printed text in one spelling for all versions of R since 4.2.

    Newer versions print ``factor()`` for an empty factor, and no unit for an empty time span.
    """
    text = text.replace("factor()", "factor(0)")
    return re.sub(r"(?m)Time difference of  \w+$", "difftime of length 0", text)


def has_complex(text: str) -> bool:
    """Whether printed text has complex numbers in it."""
    return re.search(r"[0-9]i\b", text) is not None


def prints_complex_anew() -> bool:
    """Whether this R formats the real and imaginary parts apart, as R 4.4 and later do."""
    return r_is_at_least("4.4")


# Runs a statement a line; a line of its own begins the next sequence with no variables.
WORKER = r"""
args <- commandArgs(TRUE)
options(warn = 1, useFancyQuotes = FALSE, keep.source = FALSE)
package <- new.env(parent = globalenv())
for (file in list.files(file.path(args[[1]], "R"), "[.]R$", full.names = TRUE)) {
  sys.source(file, envir = package)
}
methods <- parseNamespaceFile(basename(args[[1]]), dirname(args[[1]]))$S3methods
# Those of other packages' generics are registered when these are loaded, which no statement does.
for (k in which(is.na(methods[, 4]))) {
  name <- paste(methods[k, 1], methods[k, 2], sep = ".")
  if (exists(name, package, inherits = FALSE)) {
    registerS3method(methods[k, 1], methods[k, 2], get(name, package), envir = package)
  }
}
attach(package, name = "raggedkit")
render <- function(value) {
  if (inherits(value, "raggedkit_shape")) return(as.character(value))
  if (inherits(value, "raggedkit_printed")) return(paste(unclass(value), collapse = "\\n"))
  paste(deparse(value, width.cutoff = 500L), collapse = " ")
}
printed <- function(x) structure(capture.output(print(x)), class = "raggedkit_printed")
lines <- readLines(args[[2]], encoding = "UTF-8")
answers <- rep(NA_character_, length(lines))
for (k in seq_along(lines)) {
  line <- lines[[k]]
  if (!nzchar(line)) {
    scope <- new.env(parent = globalenv())
    next
  }
  said <- character()
  answer <- tryCatch(
    withCallingHandlers(
      paste("value", render(eval(parse(text = line)[[1]], scope)), sep = "\t"),
      warning = function(w) {
        said <<- c(said, conditionMessage(w))
        invokeRestart("muffleWarning")
      }
    ),
    error = function(e) paste("error", paste(class(e), collapse = " "), sep = "\t")
  )
  answers[[k]] <- paste(answer, paste(said, collapse = "; "), sep = "\t")
}
writeLines(answers[!is.na(answers)], args[[3]], useBytes = TRUE)
"""


@dataclass
class Answer:
    kind: str  # value or error
    text: str  # the value as R writes it, or the classes of the error
    warnings: str


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("Rscript"):
        missing("R", "tools/system.sh r installs it")
    return tmp_path_factory.mktemp("both_faces")


def ask_r(folder: Path, sequences: list[list[str]]) -> list[list[Answer]]:
    """Return R's answers to sequences of statements."""
    lines = "\n".join("\n".join(["", *sequence]) for sequence in sequences)
    (folder / "worker.R").write_text(WORKER, encoding="utf-8")
    (folder / "statements.txt").write_text(lines + "\n", encoding="utf-8")
    arguments = (PACKAGE, folder / "statements.txt", folder / "answers.txt")
    succeed("Rscript", folder / "worker.R", *arguments, cwd=folder)
    rows = (folder / "answers.txt").read_text(encoding="utf-8").splitlines()
    answers = iter([Answer(*row.split("\t")) for row in rows])
    found = [list(itertools.islice(answers, len(sequence))) for sequence in sequences]
    assert next(answers, None) is None
    return found


def read(text: str) -> Any:
    """Return the value that R wrote."""
    shape = re.fullmatch(r"TensorShape\((.*)\)", text)
    if shape is None:
        return evaluate(text)
    sizes = re.findall(r"\d+|None", shape[1])
    return rr.shape(dims=None if shape[1] == "None" else [eval(size) for size in sizes])
