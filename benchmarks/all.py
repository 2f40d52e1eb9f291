"""``python -m benchmarks.all``: measure everything; go on where the last such command was stopped.

What is done is kept in results.json until the plan is through, so any step can be broken off.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path

from benchmarks.adapters import LIBRARIES
from benchmarks.plan import PLAN, Step
from benchmarks.report import HERE, publish
from benchmarks.results import Results
from benchmarks.session import Settings, workers

__all__ = ["DONE", "main"]

ROOT = Path(__file__).parents[1]
DONE = "*"  # stands in the list of operations where a step has none left


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Return which steps are to be done, and whether the last plan counts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.all", description=__doc__)
    parser.add_argument("--anew", action="store_true", help="start over, whatever is done already")
    parser.add_argument("--steps", default="*", help="names or patterns, with ; between them")
    parser.add_argument("--list", action="store_true", help="print the steps, measure nothing")
    parser.add_argument("--libs", default=",".join(LIBRARIES), help="libraries, , between them")
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    return parser.parse_args(argv)


class Progress:
    """What of the plan is done, as results.json has it."""

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
        """Forget it once nothing is left."""
        if all(DONE in self.of(step) for step in PLAN):
            results = Results.read(self.path)
            results.under_way = None
            results.write(self.path)


def main(argv: Sequence[str] | None = None, plan: Iterable[Step] = PLAN) -> None:
    """Do the steps that are not done."""
    chosen = arguments(argv)
    patterns = [pattern.strip() for pattern in chosen.steps.split(";")]
    steps = [step for step in plan if any(fnmatch(step.name, pattern) for pattern in patterns)]
    if chosen.list:
        under_way = Results.read(chosen.to / "results.json").under_way or {}
        for step in steps:
            print("done" if DONE in under_way.get(step.name, []) else "    ", step.name)
        return
    began = time.monotonic()
    progress = Progress(chosen.to, anew=chosen.anew)
    left = [step for step in steps if DONE not in progress.of(step)]
    # The workers hold gigabytes and threads: they end before a command starts, and start anew.
    for is_command, group in groupby(left, key=lambda step: bool(step.command)):
        if is_command:
            for step in group:
                _command(step, progress, chosen.to)
        else:
            _compare(list(group), progress, chosen)
    progress.close()
    publish(Results.read(progress.path), chosen.to)
    print(f"\nwrote RESULTS.md after {(time.monotonic() - began) / 60:.1f} minutes")


def _command(step: Step, progress: Progress, folder: Path) -> None:
    began = time.monotonic()
    print(f"\n{step.name}:", flush=True)
    command = [sys.executable, "-m", *step.command, "--to", str(folder.resolve())]
    if subprocess.run(command, cwd=ROOT).returncode == 0:
        progress.add(step, DONE)
    else:
        print(f"{step.name} failed; the lines above say why")
    print(f"{step.name}: {time.monotonic() - began:.0f} s")


def _compare(steps: list[Step], progress: Progress, chosen: argparse.Namespace) -> None:
    with workers(Settings(chosen.libs.split(",")), chosen.to) as measuring:
        for step in steps:
            assert step.case is not None
            libs = [name for name in chosen.libs.split(",") if name not in step.without]
            settings = Settings(libs, step.rounds, step.patience, step.limit)
            left = [op for op in step.ops if op not in progress.of(step)]
            for record in measuring.case(step.case, settings, left):
                progress.add(step, record.op)
            progress.add(step, DONE)


if __name__ == "__main__":
    main()
