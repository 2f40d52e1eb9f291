"""Commands of the benchmarks; ``check``, ``profile``, ``r`` and ``frames`` write no RESULTS.md."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.adapters import LIBRARIES, OURS
from benchmarks.cases import DTYPES, KINDS, Case
from benchmarks.measure import absolute, cold, frames, full_run, functions, profile
from benchmarks.measure.comparison import Settings, comparison
from benchmarks.operations import OPERATIONS
from benchmarks.report import page, targets
from benchmarks.results import FOLDER, Results

__all__ = ["main", "parser"]

Names = Callable[[str], list[str]]


def _names(known: Iterable[str]) -> Names:
    """Return a parser of names separated by commas."""

    def split(text: str) -> list[str]:
        given = [name for name in text.split(",") if name]
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(known)}")
        return given

    return split


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; lists are separated by commas."""
    whole = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], object], text: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.add_argument("--to", type=Path, default=FOLDER, help="folder of results.json")
        added.set_defaults(run=run)
        return added

    libs, ops = _names(LIBRARIES), _names(OPERATIONS)
    compared = command("compare", _compare, "compare raggedkit with other libraries")
    compared.add_argument("--kinds", type=_names(KINDS), default=["small", "typical"])
    compared.add_argument("--dtypes", type=_names((*DTYPES, "int32")), default=list(DTYPES))
    compared.add_argument("--inner", type=int, default=8, help="rows of vectors too; 0: none")
    compared.add_argument("--ops", type=ops, help="default: all")
    compared.add_argument("--libs", type=libs, default=list(LIBRARIES))
    compared.add_argument("--rounds", type=int, default=5, help="timings of each operation")
    compared.add_argument("--patience", type=float, default=1.0, help="seconds per operation")
    compared.add_argument("--limit", type=float, default=60, help="timeout of one reply, seconds")
    compared.add_argument("--gigabytes", type=float, help="memory of each library; 0: no limit")

    every = command("all", _all, "measure everything; resume an interrupted run")
    every.add_argument("--anew", action="store_true", help="repeat finished steps")
    every.add_argument("--steps", default="*", help="names or patterns, separated by ;")
    every.add_argument("--list", action="store_true", help="print the steps and stop")
    every.add_argument("--libs", type=libs, default=list(LIBRARIES))

    command("overhead", lambda c: absolute.measure_overhead(c.to), "microseconds per call, 5 rows")
    first = command("cold", _cold, "first calls of a process: nothing compiled, on disk, NumPy")
    first.add_argument("--one", choices=cold.STATES, help=argparse.SUPPRESS)
    growth = command("growth", _growth, "time and peak memory per value, 1e4 to 1e8 values")
    growth.add_argument("--most", type=float, default=absolute.SIZES[-1], help="largest size")
    growth.add_argument("--limit", type=float, default=180, help="seconds for one size")
    growth.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # a library and a size
    memory = command("memory", _memory, "peak memory of every operation")
    memory.add_argument("--kinds", type=_names(KINDS), default=["large", "skewed"])
    memory.add_argument("--ops", type=ops, help="default: all")
    r = command("r", lambda c: absolute.measure_r_exchange(c.rows), "seconds to R and back")
    r.add_argument("--rows", type=int, default=absolute.R_ROWS)

    tables = command("frames", lambda c: frames.measure_frames(c.lines), "tables from data frames")
    tables.add_argument("--lines", type=int, default=frames.LINES)

    own = command("functions", _functions, "a numba function of your own with a state per row")
    own.add_argument("--values", type=int, default=functions.VALUES)
    own.add_argument("--rounds", type=int, default=functions.ROUNDS)

    command("report", _report, "write RESULTS.md and the picture again from results.json")
    command("check", _check, "list missed targets without a reason, and reasons without a miss")
    lines = command("profile", _profile, "source lines where the slowest operations spend time")
    lines.add_argument("--engine", choices=OURS, default=OURS[-1])
    lines.add_argument("--ops", default="", help="these operations instead of the slowest")
    lines.add_argument("--most", type=int, default=5, help="number of operations")
    return whole


def _functions(chosen: argparse.Namespace) -> None:
    functions.measure_functions(chosen.values, chosen.rounds)


def _compare(chosen: argparse.Namespace) -> None:
    began = time.monotonic()
    cases = [Case(kind, dtype) for kind in chosen.kinds for dtype in chosen.dtypes]
    if chosen.inner:
        cases += [Case(kind, "float32", chosen.inner) for kind in chosen.kinds]
    settings = Settings(chosen.libs, chosen.rounds, chosen.patience, chosen.limit, chosen.gigabytes)
    with comparison(settings, chosen.to) as running:
        for case in cases:
            for _ in running.case(case, settings, chosen.ops):
                pass
    print(f"\nwrote RESULTS.md after {(time.monotonic() - began) / 60:.1f} minutes")


def _all(chosen: argparse.Namespace) -> None:
    if chosen.list:
        full_run.list_steps(chosen.steps, chosen.to)
    else:
        full_run.run(chosen.steps, chosen.libs, chosen.to, anew=chosen.anew)


def _cold(chosen: argparse.Namespace) -> None:
    if chosen.one:
        print(json.dumps(cold.first_calls(chosen.one)))
    else:
        cold.measure_cold(chosen.to)


def _growth(chosen: argparse.Namespace) -> None:
    if chosen.one:
        print(json.dumps(absolute.growth_rows(chosen.one[0], int(chosen.one[1]))))
    else:
        absolute.measure_growth(chosen.to, chosen.most, chosen.limit)


def _memory(chosen: argparse.Namespace) -> None:
    absolute.measure_memory(chosen.to, chosen.kinds, chosen.ops)


def _report(chosen: argparse.Namespace) -> None:
    page.publish(Results.read(chosen.to / "results.json"), chosen.to)


def _check(chosen: argparse.Namespace) -> int:
    return targets.check(Results.read(chosen.to / "results.json"))


def _profile(chosen: argparse.Namespace) -> None:
    profile.main(chosen.to, chosen.engine, chosen.ops, chosen.most)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    chosen = parser().parse_args(argv)
    return chosen.run(chosen) or 0


if __name__ == "__main__":
    raise SystemExit(main())
