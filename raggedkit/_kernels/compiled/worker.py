"""The thread that compiles loops, one at a time.

A call that needs a loop at once waits for the thread, so that Ctrl-C ends the wait and not numba
halfway through its import. A call that NumPy's form can serve leaves the loop to the thread and
goes on. The thread ends when no job is left. At exit it finishes the job that it is at, because
LLVM must not run while the process takes itself apart, and drops the others. `fork` waits for that
job too: a child would inherit numba's locks in the state of that moment. A child compiles in the
thread that asks.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable

__all__ = ["Job", "is_forked", "later", "now"]

_EXIT = 5.0  # seconds that the exit of the process waits for the job in progress


class Job:
    """Something to do once, and whether it is done; ``error`` is how it failed."""

    def __init__(self, do: Callable[[], None]) -> None:
        self.do = do
        self.done = threading.Event()
        self.error: Exception | None = None

    def run(self) -> None:
        """Do it in this thread, one job at a time in this process."""
        with _busy:
            if self.done.is_set():
                return
            try:
                self.do()
            except Exception as error:
                self.error = error
            finally:
                self.done.set()


_busy = threading.RLock()  # while a job runs, and while the process forks
_guard = threading.Lock()  # of the three below
_jobs: deque[Job] = deque()
_thread: threading.Thread | None = None
_ends = False
_forked = False


def now(job: Job) -> None:
    """Do a job and wait for it; raise its error."""
    if not _started(job, first=True):
        job.run()
    job.done.wait()
    if job.error is not None:
        raise job.error


def later(job: Job) -> None:
    """Do a job in the background, if there can be a thread."""
    _started(job, first=False)


def is_forked() -> bool:
    """Whether this process was forked: it has no thread for background jobs."""
    return _forked


def _started(job: Job, *, first: bool) -> bool:
    """Queue a job and make sure that a thread works on the queue; False if there is none."""
    global _thread
    with _guard:
        if _ends or _forked:
            return False
        if first:
            _jobs.appendleft(job)
        elif job not in _jobs:
            # Each call repeats the request until the loop is ready.
            _jobs.append(job)
        if _thread is None:
            _thread = threading.Thread(target=_work, name="raggedkit-compile", daemon=True)
            try:
                _thread.start()
            except RuntimeError:  # no thread can be started, or the interpreter is ending
                _thread = None
                _jobs.clear()
                return False
    return True


def _work() -> None:
    global _thread
    while True:
        with _guard:
            if not _jobs or _ends:
                _thread = None
                return
            job = _jobs.popleft()
        job.run()


def _end() -> None:
    global _ends
    with _guard:
        _ends = True
        _jobs.clear()
        thread = _thread
    if thread is not None:
        thread.join(_EXIT)


def _after_fork_in_child() -> None:
    global _busy, _guard, _thread, _forked
    _busy, _guard, _thread, _forked = threading.RLock(), threading.Lock(), None, True
    _jobs.clear()


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=lambda: _busy.acquire(),
        after_in_parent=lambda: _busy.release(),
        after_in_child=_after_fork_in_child,
    )
