"""``python -m benchmarks``: measure, print the tables, write results.json and RESULTS.md."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.adapters import LIBRARIES
from benchmarks.data import DTYPES, KINDS, Case
from benchmarks.operations import OPERATIONS
from benchmarks.report import HERE
from benchmarks.session import Settings, workers

__all__ = ["main"]


def _names(known: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a reader of names with commas between them."""

    def split(text: str) -> list[str]:
        given = [name for name in text.split(",") if name]
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(known)}")
        return given

    return split


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what is to be measured; lists are separated by commas."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--kinds", type=_names(KINDS), default=["small", "typical"])
    parser.add_argument("--dtypes", type=_names((*DTYPES, "int32")), default=list(DTYPES))
    parser.add_argument("--inner", type=int, default=8, help="rows of vectors too; 0: none")
    parser.add_argument("--ops", type=_names(OPERATIONS), help="all if not given")
    parser.add_argument("--libs", type=_names(LIBRARIES), default=list(LIBRARIES))
    parser.add_argument("--rounds", type=int, default=5, help="times each is asked")
    parser.add_argument("--patience", type=float, default=1.0, help="seconds for one operation")
    parser.add_argument("--limit", type=float, default=60, help="seconds waited for one answer")
    parser.add_argument("--gigabytes", type=float, help="memory a library may take; 0: no limit")
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    return parser.parse_args(argv)


def cases(chosen: argparse.Namespace) -> list[Case]:
    found = [Case(kind, dtype) for kind in chosen.kinds for dtype in chosen.dtypes]
    if chosen.inner:
        found += [Case(kind, "float32", chosen.inner) for kind in chosen.kinds]
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Measure what the arguments say."""
    chosen = arguments(argv)
    began = time.monotonic()
    settings = Settings(chosen.libs, chosen.rounds, chosen.patience, chosen.limit, chosen.gigabytes)
    with workers(settings, chosen.to) as measuring:
        for case in cases(chosen):
            for _ in measuring.case(case, settings, chosen.ops):
                pass
    print(f"\nwrote RESULTS.md after {(time.monotonic() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
