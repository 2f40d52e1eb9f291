"""The line that explains a pause: printed at terminals and in live notebooks only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from raggedkit._kernels.compiled import notice

ROOT = Path(__file__).parents[3]
LINE = (
    "raggedkit compiles the loop sum_rows for large arrays: one to three seconds, kept on disk for "
    "later sessions. 'python -m raggedkit.compile' compiles all loops ahead.\n"
)


@pytest.fixture(autouse=True, scope="module")
def form() -> str:
    """Once, not once for each form of the kernels."""
    return "any"


@pytest.fixture(autouse=True)
def unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice, "_said", [])


def test_there_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "is_attended", lambda: True)
    notice.announce("sum_rows", first=True, kept=True)
    notice.announce("max_rows", first=False, kept=True)
    assert capsys.readouterr() == ("", LINE)


def test_the_line_gives_the_time_and_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notice, "is_attended", lambda: True)
    notice.announce("max_rows", first=False, kept=False)
    assert "max_rows for large arrays: a fraction of a second, for this" in capsys.readouterr().err


@pytest.mark.parametrize("muted", [True, False])
def test_there_is_none_if_nobody_reads_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], muted: bool
) -> None:
    monkeypatch.setattr(notice, "is_attended", lambda: muted)
    if muted:
        notice.mute()
    notice.announce("sum_rows", first=True, kept=True)
    assert capsys.readouterr() == ("", "")


class Stream:
    def __init__(self, tty: Any) -> None:
        self.tty = tty

    def isatty(self) -> bool:
        if isinstance(self.tty, Exception):
            raise self.tty
        return bool(self.tty)


KERNEL = {
    "live": SimpleNamespace(kernel=SimpleNamespace(_allow_stdin=True)),
    "executed": SimpleNamespace(kernel=SimpleNamespace(_allow_stdin=False)),
    "another kernel": SimpleNamespace(kernel=object()),
    "IPython in a terminal": SimpleNamespace(),
    "Python": None,
}


@pytest.mark.parametrize(
    ("shell", "stream", "attended"),
    [
        ("live", Stream(False), True),
        ("executed", Stream(True), False),
        ("another kernel", Stream(True), False),
        ("IPython in a terminal", Stream(True), True),
        ("Python", Stream(True), True),
        ("Python", Stream(False), False),
        ("Python", Stream(ValueError("closed")), False),
        ("Python", None, False),
    ],
)
def test_who_reads_it(
    monkeypatch: pytest.MonkeyPatch, shell: str, stream: Any, attended: bool
) -> None:
    monkeypatch.setitem(
        sys.modules,
        "IPython",
        SimpleNamespace(get_ipython=lambda: KERNEL[shell]),
    )
    monkeypatch.setattr(sys, "stderr", stream)
    assert notice.is_attended() == attended


# ------------------------------------------------------------------ real sessions
CODE = """
import numpy as np, raggedkit as rk
x = rk.RaggedTensor.from_row_lengths(np.ones(100_000), np.full(10_000, 10))
x.sum(axis=1).shape
"""


def environment(kept: Path) -> dict[str, str]:
    return {**os.environ, "NUMBA_CACHE_DIR": str(kept), "PYTHONPATH": str(ROOT)}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_gets_it_once(tmp_path: Path) -> None:
    import pty

    pytest.importorskip("numba")
    said = []
    for _ in range(2):
        reader, writer = pty.openpty()
        command = [sys.executable, "-c", CODE]
        subprocess.run(command, stderr=writer, env=environment(tmp_path), timeout=600, check=True)
        os.close(writer)
        try:
            said.append(os.read(reader, 10_000).decode())
        except OSError:  # Linux, where nothing was written
            said.append("")
        os.close(reader)
    assert said == [LINE.replace("sum_rows", "sum_rows_with_rest").replace("\n", "\r\n"), ""]


@pytest.mark.parametrize("live", [True, False], ids=["live", "executed by a program"])
def test_a_live_notebook_gets_it(tmp_path: Path, live: bool) -> None:
    pytest.importorskip("numba")
    client = pytest.importorskip("jupyter_client")
    pytest.importorskip("ipykernel")
    outputs: list[dict[str, Any]] = []
    manager, kernel = client.manager.start_new_kernel(env=environment(tmp_path))
    try:
        kernel.execute_interactive(CODE, allow_stdin=live, timeout=600, output_hook=outputs.append)
    finally:
        kernel.stop_channels()
        manager.shutdown_kernel(now=True)
    said = [m["content"]["text"] for m in outputs if m["msg_type"] == "stream"]
    assert said == [LINE.replace("sum_rows", "sum_rows_with_rest")] * live


def test_nbclient_allows_no_input() -> None:
    """The flag of executed notebooks; nbconvert, nbval and papermill set it through nbclient."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.v4.new_notebook()
    source = "get_ipython().kernel._allow_stdin"
    book.cells.append(nbformat.v4.new_code_cell(source))
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    assert book.cells[0].outputs[0]["data"]["text/plain"] == "False"
