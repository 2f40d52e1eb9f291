"""The R package in facades/raggedkit_r: its tests, R CMD check, results of R's tensorflow."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import tarfile
from functools import cache
from pathlib import Path

import pytest

import raggedkit

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "facades/raggedkit_r"
# What the R package tensorflow answers, where a checkout has that table beside it.
ORACLE = ROOT.parent / "shared/oracles"
# The sections of the table in which only the listed rows may differ.
BINDING = {"construct", "convert", "index [", "index [[", "replace [<-", "replace [[<-"} | {
    "c",
    "merge",
    "compare",
}

TESTTHAT = """
args <- commandArgs(TRUE)
library(raggedkit, lib.loc = args[[1]])
results <- as.data.frame(testthat::test_dir(
  args[[2]], package = "raggedkit", load_package = "none",
  reporter = "silent", stop_on_failure = FALSE
))
results <- results[c("file", "test", "nb", "failed", "skipped", "error", "warning")]
write.csv(results, args[[3]], row.names = FALSE)
"""


def missing(what: str, way_out: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, which is an error in CI: {way_out}")
    pytest.skip(f"{what} is missing: {way_out}")


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    # Messages in English, whatever the reader's language; no long wait for a registry out of reach.
    settings = {
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "R_DEFAULT_INTERNET_TIMEOUT": "5",
        "_R_CHECK_FORCE_SUGGESTS_": "false",
    }
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def succeed(*command: str | Path, cwd: Path) -> str:
    done = run(*command, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def r() -> str:
    found = shutil.which("Rscript") and shutil.which("R")
    if not found:
        missing("R", "tools/system.sh r installs it")
    return str(found)


@pytest.fixture(scope="session")
def tarball(r: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("r_build")
    succeed(r, "CMD", "build", PACKAGE, cwd=folder)
    (built,) = folder.glob("*.tar.gz")
    return built


@pytest.mark.r
# One test for all files: where several processes share the tests, R starts once for them.
def test_testthat(r: str, tarball: Path, tmp_path: Path) -> None:
    if run("Rscript", "-e", "library(testthat)", cwd=tmp_path).returncode != 0:
        missing("R's testthat", "apt-get install r-cran-testthat, or install.packages() in R")
    succeed(r, "CMD", "INSTALL", f"--library={tmp_path}", tarball, cwd=tmp_path)
    (tmp_path / "run.R").write_text(TESTTHAT, encoding="utf-8")
    tests = PACKAGE / "tests/testthat"
    succeed("Rscript", tmp_path / "run.R", tmp_path, tests, tmp_path / "results.csv", cwd=tmp_path)
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as table:
        results = list(csv.DictReader(table))
    good = {"failed": "0", "error": "FALSE", "warning": "0", "skipped": "FALSE"}
    bad = [row for row in results if any(row[key] != value for key, value in good.items())]
    assert bad == [], "\n".join(f"{row['file']}: {row['test']}" for row in bad)
    checked = {row["file"] for row in results if row["nb"] != "0"}
    assert checked == {path.name for path in tests.glob("test-*.R")}


@pytest.mark.r
def test_r_cmd_check_has_neither_errors_nor_warnings(r: str, tarball: Path, tmp_path: Path) -> None:
    done = run(r, "CMD", "check", "--no-manual", "--no-tests", tarball, cwd=tmp_path)
    assert re.search(r"^Status: (OK|\d+ NOTEs?)$", done.stdout, re.MULTILINE), done.stdout
    assert done.returncode == 0


def test_the_r_package_holds_no_python(tarball: Path) -> None:
    with tarfile.open(tarball) as archive:
        names = archive.getnames()
    assert "raggedkit/R/shape.R" in names
    assert [name for name in names if re.search(r"\.py|py\.typed|__pycache__", name)] == []


def deviations() -> set[str]:
    lines = (PACKAGE / "tests/deviations.tsv").read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[0] for line in lines[1:]}


@cache
def r_is_at_least(version: str) -> bool:
    asked = ["Rscript", "-e", f'cat(getRversion() >= "{version}")']
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "TRUE"


@pytest.mark.r
@pytest.mark.skipif(
    not ORACLE.is_dir(), reason="the answers of R's tensorflow are not beside this checkout"
)
def test_answers_are_those_of_r_s_tensorflow_but_for_the_listed(r: str) -> None:
    table = ORACLE / "r_shape.tsv"
    done = run("Rscript", ORACLE / "check_r_shape.R", PACKAGE / "R", table, "1000", cwd=ROOT)
    rows = (line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:])
    sections = {row[0]: row[4] for row in rows}
    # The rows that differ are shown with all text but their own indented.
    differ = set(re.findall(r"^(\S.*?) *\n   want", done.stdout, re.MULTILINE))
    counts = re.findall(r"^  (\S.*?) +(\d+) of +(\d+)$", done.stdout, re.MULTILINE)
    assert {section for section, _, _ in counts} >= BINDING, done.stdout + done.stderr
    assert len(differ) == sum(int(total) - int(agree) for _, agree, total in counts)
    # From R 4.5 on nothing between double brackets is an error of R's own.
    newer = {"shape(1, 2, 3)[[]]"} if r_is_at_least("4.5") else set()
    assert differ <= deviations() | newer, sorted(differ - deviations() - newer)
    binding = sum(int(total) for section, _, total in counts if section in BINDING)
    assert sum(sections[expr] in BINDING for expr in differ) <= 0.05 * binding


def test_version_is_the_python_package_s() -> None:
    description = (PACKAGE / "DESCRIPTION").read_text(encoding="utf-8")
    assert re.findall(r"^Version: (.*)$", description, re.MULTILINE) == [raggedkit.__version__]


def test_every_export_has_a_running_example() -> None:
    namespace = (PACKAGE / "NAMESPACE").read_text(encoding="utf-8")
    exports = re.findall(r"^export\((\w+)\)$", namespace, re.MULTILINE)
    assert "shape" in exports
    pages = [path.read_text(encoding="utf-8") for path in (PACKAGE / "man").glob("*.Rd")]
    for name in exports:
        (page,) = (text for text in pages if f"\\alias{{{name}}}" in text)
        examples = page.partition("\\examples{")[2]
        assert re.search(rf"\b{name}\(", examples), name
        assert "\\dontrun" not in examples
