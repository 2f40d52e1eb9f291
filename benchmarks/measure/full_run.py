"""The full measurement: all steps in order of importance, resumed after an interruption.

Finished operations are kept in results.json until all steps are done.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path

from benchmarks.adapters import LIBRARIES
from benchmarks.cases import DTYPES, Case
from benchmarks.measure.comparison import Settings, comparison
from benchmarks.measure.processes import ROOT
from benchmarks.operations import OPERATIONS
from benchmarks.report.page import publish
from benchmarks.results import FOLDER, Results

__all__ = ["DONE", "MAIN", "STEPS", "Step", "list_steps", "run"]

MAIN = ("elementwise", "reductions", "slices", "moves", "scans")  # the families with targets
DONE = "*"  # the last entry in the list of operations of a finished step


@dataclass(frozen=True)
class Step:
    """Operations on one case, or another command of ``python -m benchmarks``.

    Parameters
    ----------
    case
        The rows of a comparison; None for a ``command``.
    main
        Whether to measure the operations of the `MAIN` families only.
    rounds, patience, limit
        As in `Settings`.
    without
        Libraries that are left out.
    command
        A command and its arguments, for measurements that compare no libraries.
    """

    name: str
    case: Case | None = None
    main: bool = False
    rounds: int = 5
    patience: float = 1.0
    limit: float = 20.0
    without: tuple[str, ...] = ()
    command: tuple[str, ...] = ()

    @property
    def ops(self) -> list[str]:
        every = OPERATIONS.values()
        return [o.name for o in every if not self.main or o.family in MAIN]


def _of(case: Case, *, main: bool = False) -> Step:
    name = str(case) + ", main operations" * main
    if case.kind in ("small", "typical"):
        return Step(name, case, main)
    # torch pads, ragged calls Awkward, and on skewed rows TensorFlow pads too. float32 is enough to
    # show the consequences, so these libraries are left out of the other dtypes.
    pad = ("torch", "tensorflow") if case.kind == "skewed" else ("torch",)
    without = ("ragged", *pad) if main else ()
    limit = 5.0 if case.kind == "tiny" else 10.0
    return Step(name, case, main, 3, 0.5, limit, without)


BIG = ("skewed", "large", "tiny")

STEPS = (
    Step("overhead", command=("overhead",)),
    *(_of(Case(kind, dtype)) for kind in ("small", "typical") for dtype in DTYPES),
    *(_of(Case(kind, "float32", 8)) for kind in ("small", "typical")),
    *(_of(Case(kind)) for kind in BIG),
    Step("cold", command=("cold",)),
    Step("growth", command=("growth",)),
    Step("memory, large", command=("memory", "--kinds", "large")),
    Step("memory, skewed", command=("memory", "--kinds", "skewed")),
    *(_of(Case(kind, dtype), main=True) for kind in BIG for dtype in DTYPES[1:]),
    *(_of(Case(kind, "float32", 8), main=True) for kind in BIG),
)


class Progress:
    """Finished operations of each step, stored in results.json."""

    def __init__(self, folder: Path, *, anew: bool = False) -> None:
        self.path = folder / "results.json"
        results = Results.read(self.path)
        if anew or results.under_way is None:
            results.under_way = {}
            results.write(self.path)

    def of(self, step: Step) -> list[str]:
        return (Results.read(self.path).under_way or {}).get(step.name, [])

    def add(self, step: Step, op: str) -> None:
        results = Results.read(self.path)
        results.under_way = results.under_way or {}
        results.under_way.setdefault(step.name, []).append(op)
        results.write(self.path)

    def close(self) -> None:
        """Remove the progress if all steps are done."""
        if all(DONE in self.of(step) for step in STEPS):
            results = Results.read(self.path)
            results.under_way = None
            results.write(self.path)


def _matching(patterns: str, steps: Iterable[Step]) -> list[Step]:
    wanted = [pattern.strip() for pattern in patterns.split(";")]
    return [step for step in steps if any(fnmatch(step.name, pattern) for pattern in wanted)]


def list_steps(patterns: str = "*", folder: Path = FOLDER) -> None:
    """Print the steps, and which of them are done."""
    under_way = Results.read(folder / "results.json").under_way or {}
    for step in _matching(patterns, STEPS):
        print("done" if DONE in under_way.get(step.name, []) else "    ", step.name)


def run(
    patterns: str = "*",
    libs: Collection[str] = tuple(LIBRARIES),
    folder: Path = FOLDER,
    *,
    anew: bool = False,
    steps: Iterable[Step] = STEPS,
) -> None:
    """Run the steps that are not done and match a pattern (separated by ``;``)."""
    began = time.monotonic()
    progress = Progress(folder, anew=anew)
    left = [step for step in _matching(patterns, steps) if DONE not in progress.of(step)]
    # Workers use gigabytes and threads, so they are stopped before a command starts.
    for is_command, group in groupby(left, key=lambda step: bool(step.command)):
        if is_command:
            for step in group:
                _command(step, progress, folder)
        else:
            _compare(list(group), progress, libs, folder)
    progress.close()
    publish(Results.read(progress.path), folder)
    print(f"\nwrote RESULTS.md after {(time.monotonic() - began) / 60:.1f} minutes")


def _command(step: Step, progress: Progress, folder: Path) -> None:
    began = time.monotonic()
    print(f"\n{step.name}:", flush=True)
    command = [sys.executable, "-m", "benchmarks", *step.command, "--to", str(folder.resolve())]
    if subprocess.run(command, cwd=ROOT).returncode == 0:
        progress.add(step, DONE)
    else:
        print(f"{step.name} failed; see the messages above")
    print(f"{step.name}: {time.monotonic() - began:.0f} s")


def _compare(steps: list[Step], progress: Progress, libs: Collection[str], folder: Path) -> None:
    with comparison(Settings(libs), folder) as running:
        for step in steps:
            assert step.case is not None
            named = [name for name in libs if name not in step.without]
            settings = Settings(named, step.rounds, step.patience, step.limit)
            left = [op for op in step.ops if op not in progress.of(step)]
            for record in running.case(step.case, settings, left):
                progress.add(step, record.op)
            progress.add(step, DONE)
