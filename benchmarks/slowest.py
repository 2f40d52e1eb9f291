"""Where the time of the slowest operations goes: ``python -m benchmarks.slowest``.

Takes the operations that are furthest above copying their bytes, at typical float32, and prints for
each the source lines that take longest, as a table. A line is a NumPy call or a compiled loop in
most cases, so this is finer than a profile of functions: cProfile sees neither ufuncs nor numba.
"""

from __future__ import annotations

import argparse
import linecache
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import raggedkit
from benchmarks.adapters import OURS, adapter_of
from benchmarks.data import Case, Data
from benchmarks.report import HERE
from benchmarks.results import Results

__all__ = ["lines_of", "main", "profile", "slowest"]

PACKAGE = str(Path(raggedkit.__file__).parent)

Place = tuple[CodeType, int] | None  # None: outside, such as freeing the result


def slowest(results: Results, engine: str, most: int = 5) -> list[tuple[float, str]]:
    """Return the operations with the longest time over copying, longest first."""
    found = [
        (record.seconds[engine] / record.seconds["limit"], record.op)
        for record in results.records
        if record.case == Case("typical") and {engine, "limit"} <= set(record.seconds)
    ]
    return sorted(found, reverse=True)[:most]


def lines_of(call: Callable[[], Any]) -> dict[Place, float]:
    """Return the seconds that each line of raggedkit took in one call, without those of tracing.

    What a line calls outside of raggedkit is its own; what it calls inside goes to the lines there.
    """
    spent: dict[Place, float] = {}
    stack: list[Place] = []
    since = time.perf_counter()

    def passed() -> None:
        nonlocal since
        now = time.perf_counter()
        at = stack[-1] if stack else None
        spent[at] = spent.get(at, 0.0) + now - since
        since = time.perf_counter()

    def inside(frame: FrameType, event: str, arg: Any) -> Any:
        passed()
        if event == "line":
            stack[-1] = (frame.f_code, frame.f_lineno)
        elif event == "return":
            stack.pop()
        return inside

    def entered(frame: FrameType, event: str, arg: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        passed()
        stack.append((frame.f_code, frame.f_lineno))
        return inside

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        call()
    finally:
        passed()
        sys.settrace(before)
    return spent


def profile(engine: str, op: str, rounds: int = 15) -> tuple[float, list[tuple[float, Place]]]:
    """Return the seconds of a call untraced, and the share of each line in the best traced one."""
    adapter, data = adapter_of(engine), Data(Case("typical"))
    adapter.load(data)
    call = adapter.calls()[op]
    call()
    plain = min(_timed(call) for _ in range(rounds))
    lines = min((lines_of(call) for _ in range(rounds)), key=lambda found: sum(found.values()))
    whole = sum(lines.values())
    shares = [(seconds / whole, place) for place, seconds in lines.items()]
    return plain, sorted(shares, key=lambda found: -found[0])


def _timed(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def table(engine: str, op: str, over: float, most: int = 8) -> str:
    """Return the lines of one operation that take longest."""
    seconds, shares = profile(engine, op)
    lines = [
        f"\n**{op}**, {engine}: {seconds * 1e6:.0f} µs, {over:.0f} times a copy\n",
        "| share | µs | where | line |",
        "|--:|--:|---|---|",
    ]
    rest = sum(share for share, _ in shares[most:])
    for share, (where, text) in [(s, _shown(place)) for s, place in shares[:most]] + [
        (rest, (f"{len(shares[most:])} other lines", ""))
    ]:
        lines.append(f"| {share:.0%} | {share * seconds * 1e6:.0f} | {where} | {text} |")
    return "\n".join(lines)


def _shown(place: Place) -> tuple[str, str]:
    if place is None:
        return "outside of raggedkit", "freeing the result, for the most part"
    code, line = place
    file = Path(code.co_filename).relative_to(PACKAGE).as_posix()
    text = linecache.getline(code.co_filename, line).strip().replace("|", "\\|")
    return f"{file}, `{code.co_name}`", f"`{text}`"


def main() -> None:
    """Print a table for each operation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=OURS, default="raggedkit-fast")
    parser.add_argument("--ops", help="these instead, with commas between them")
    parser.add_argument("--most", type=int, default=5, help="how many operations")
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json")
    chosen = parser.parse_args()
    results = Results.read(chosen.to / "results.json")
    found = slowest(results, chosen.engine, sys.maxsize if chosen.ops else chosen.most)
    for over, op in found:
        if chosen.ops is None or op in chosen.ops.split(","):
            print(table(chosen.engine, op, over), flush=True)


if __name__ == "__main__":
    main()
