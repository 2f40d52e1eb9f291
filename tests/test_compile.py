"""``python -m raggedkit.compile``: every loop, the report, the bar, the exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from raggedkit import compile as command
from raggedkit._kernels.compiled import bridge, lane_loops, loops, moves, notice, store
from raggedkit._kernels.compiled.bridge import Made

ROOT = Path(__file__).parents[1]
INTRINSIC = {"UNSIGNED", "hint", "lay", "move"}  # of `moves`: llvm replaces them inside loops


@pytest.fixture(autouse=True)
def unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice, "_said", [])


def run(*arguments: str, blocked: str = "", **variables: str) -> tuple[int, str, str]:
    start = f"import sys; sys.modules[{blocked!r}] = None; " if blocked else ""
    code = f"{start}import runpy; runpy.run_module('raggedkit.compile', run_name='__main__')"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=900,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_all_loops_are_compiled_and_then_found() -> None:
    pytest.importorskip("numba")
    status, _, complaints = run()
    assert (status, complaints) == (0, "")
    files = [f for folder in store.folders() if folder.is_dir() for f in folder.glob("*.loop")]
    have = {file.name.partition("-")[0] for file in files}
    assert {n for m in (lane_loops, loops, moves) for n in m.__all__} - INTRINSIC <= have
    status, said, complaints = run()
    assert (status, said, complaints) == (0, f"all loops are there; kept in {store.folder()}\n", "")
    assert run("--quiet") == (0, "", "")


def test_without_numba_it_fails() -> None:
    status, said, complaints = run(blocked="numba")
    assert (status, said) == (1, "")
    assert complaints == (
        "raggedkit: engine='numba' needs numba; pip install 'raggedkit[fast]' brings it\n"
    )


def test_without_a_folder_it_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, said, complaints = run(NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert (status, said) == (1, "")
    assert complaints.startswith(f"raggedkit: no loop can be kept, {tmp_path / 'file'}")
    assert complaints.endswith(" cannot be written\n")


# ------------------------------------------------------------------ with steps of the test's own
def interrupt() -> None:
    raise KeyboardInterrupt


def steps(monkeypatch: pytest.MonkeyPatch, *calls: Callable[[], Any]) -> None:
    made: list[Made] = []
    monkeypatch.setattr(bridge, "made", made)
    named = [(f"step {i}", call) for i, call in enumerate(calls)]
    monkeypatch.setattr(command, "_steps", lambda: iter(named))


def make(name: str, *kinds: str, path: Path | None = ROOT) -> Callable[[], None]:
    return lambda: bridge.made.append(Made(name, kinds, 0.5, path))


def test_the_report_lists_loops_and_dtypes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numba")
    steps(
        monkeypatch,
        make("sum_rows", "i8", "i8", "i8x1", "f4x1", "f8", "f8x1"),
        make("max_rows", "i8", "i8", "i8x1", "f4x1", "f4", "f4x1"),
        make("max_rows", "i8", "i8", "i8x1", "i8x1", "i8", "i8x1"),
    )
    assert command.main([]) == 0
    said, complaints = capsys.readouterr()
    assert said.splitlines()[:2] == ["max_rows: float32, int64", "sum_rows: float32 to float64"]
    assert said.splitlines()[2].startswith("compiled 3 loops in 0 s; kept in ")
    assert complaints == ""


def test_a_terminal_sees_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numba")
    steps(monkeypatch, make("sum_rows", "f8x1"), make("max_rows", "f8x1"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert command.main([]) == 0
    drawn = capsys.readouterr().err.replace("\x1b[K", "").split("\r")
    assert drawn == ["", f"[{'.' * 30}] 0/2 step 0", f"[{'#' * 15}{'.' * 15}] 1/2 step 1", ""]
    assert command.main(["--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("last", "status", "says"),
    [
        (interrupt, 130, "raggedkit: interrupted after 1 loop\n"),
        (make("max_rows", "f8x1", path=None), 1, "raggedkit: some loops could not be written to "),
    ],
    ids=["Ctrl-C", "a full disk"],
)
def test_the_exit_code_of_what_is_left_undone(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    last: Callable[[], None],
    status: int,
    says: str,
) -> None:
    pytest.importorskip("numba")
    steps(monkeypatch, make("sum_rows", "f8x1"), last)
    assert command.main([]) == status
    said, complaints = capsys.readouterr()
    assert said == ""
    assert complaints.startswith(says)
