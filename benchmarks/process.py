"""Worker processes: started, asked, and started anew where one was lost."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from benchmarks.adapters import LIBRARIES
from benchmarks.quiet import untouched

__all__ = ["LOADING", "Asked", "Process", "start"]

ROOT = Path(__file__).parents[1]

LOADING = 120.0  # seconds
OFTEN = 2  # late answers about the same data, after which a library is waited for less long
BRIEFLY = 3.0  # seconds

Answer = dict[str, Any]


class Asked(Protocol):
    """Anything that answers questions: a `Process`, or a `worker.Session` in this one."""

    def answer(self, question: dict[str, Any]) -> Answer: ...


class Process:
    """A worker in a process of its own.

    Parameters
    ----------
    gigabytes
        Memory it may take; beyond it allocations fail. 0 is no limit.
    patience
        Seconds after which an answer is no longer waited for: the process is then ended and
        started anew. Starting and loading have `LOADING`; who is late often has `BRIEFLY`.
    """

    def __init__(self, library: str, gigabytes: float = 0, patience: float = LOADING) -> None:
        self.library, self.gigabytes, self.patience = library, gigabytes, patience
        self.loaded: dict[str, Any] | None = None
        self.late = 0
        self.ready = self._begin()

    def _begin(self) -> Answer:
        command = [LIBRARIES[self.library].python, "-m", "benchmarks.worker"]
        self.child = subprocess.Popen(
            [*command, self.library, str(self.gigabytes)],
            cwd=ROOT,
            env=untouched(dict(os.environ)) | {"PYTHONPATH": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        return self._read(LOADING)

    def _read(self, patience: float) -> Answer:
        assert self.child.stdout is not None
        late = threading.Timer(patience, self.child.kill)
        late.start()
        line = self.child.stdout.readline()
        waited = not late.is_alive()
        late.cancel()
        if line:
            found: Answer = json.loads(line)
            return found
        self.child.wait()
        if waited:
            return {"failed": f"no answer in {patience:g} s", "late": patience}
        return {"failed": "the process was lost"}

    def answer(self, question: dict[str, Any]) -> Answer:
        """Ask; a process that is lost on the way is replaced, with the same data."""
        if question["do"] == "load":
            self.loaded, self.late = question, 0
        found = self._put(question)
        self.late += "late" in found
        if self.child.poll() is not None:
            self.close()
            self._begin()
            if self.loaded is not None and question["do"] != "load":
                self._put(self.loaded)
        return found

    def _put(self, question: dict[str, Any]) -> Answer:
        assert self.child.stdin is not None
        try:
            self.child.stdin.write(json.dumps(question) + "\n")
        except BrokenPipeError:
            return {"failed": "the process was lost"}
        if question["do"] == "load":
            return self._read(LOADING)
        return self._read(self.patience if self.late < OFTEN else min(self.patience, BRIEFLY))

    def close(self) -> None:
        """End the process: it stops when there are no more questions."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        with suppress(BrokenPipeError):
            self.child.stdin.close()
        self.child.wait()
        self.child.stdout.close()


def start(
    libraries: Iterable[str], gigabytes: float, patience: float = LOADING
) -> tuple[dict[str, Process], dict[str, str]]:
    """Return the processes of those libraries that are there, and what the others lack."""
    running, absent = {}, {}
    for library in libraries:
        try:
            process = Process(library, gigabytes, patience)
        except OSError as error:
            absent[library] = str(error)
            continue
        if "failed" in process.ready:
            absent[library] = process.ready["failed"]
            process.close()
        else:
            running[library] = process
    return running, absent
