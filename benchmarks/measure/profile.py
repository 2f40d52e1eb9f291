"""Line profile of the operations that are slowest compared with copying their bytes.

Data is typical float32. A source line is one NumPy call or one compiled loop in most cases, so a
line profile shows more than a function profile: cProfile sees neither ufuncs nor numba.
"""

from __future__ import annotations

import linecache
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import raggedkit
from benchmarks.adapters import OURS, adapter_of
from benchmarks.cases import Case, Data
from benchmarks.measure.worker import timed
from benchmarks.results import FOLDER, Results

__all__ = ["line_seconds", "main", "profile", "slowest"]

PACKAGE = str(Path(raggedkit.__file__).parent)

Line = tuple[CodeType, int] | None  # None: outside raggedkit, such as freeing the result


def slowest(results: Results, engine: str, most: int = 5) -> list[tuple[float, str]]:
    """Return the operations with the highest ratio of time to copying time, highest first."""
    found = [
        (record.seconds[engine] / record.seconds["limit"], record.op)
        for record in results.records
        if record.case == Case("typical") and {engine, "limit"} <= set(record.seconds)
    ]
    return sorted(found, reverse=True)[:most]


def line_seconds(call: Callable[[], Any]) -> dict[Line, float]:
    """Return the seconds of each line of raggedkit in one call, without the cost of tracing.

    Calls into other packages count for the calling line, calls into raggedkit for the called lines.
    """
    spent: dict[Line, float] = {}
    stack: list[Line] = []
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


def profile(engine: str, op: str, rounds: int = 15) -> tuple[float, list[tuple[float, Line]]]:
    """Return the best seconds of an untraced call, and each line's share of a traced call."""
    adapter, data = adapter_of(engine), Data(Case("typical"))
    adapter.load(data)
    call = adapter.calls()[op]
    call()
    plain = min(timed(call)[0] for _ in range(rounds))
    lines = min((line_seconds(call) for _ in range(rounds)), key=lambda found: sum(found.values()))
    whole = sum(lines.values())
    shares = [(seconds / whole, at) for at, seconds in lines.items()]
    return plain, sorted(shares, key=lambda found: -found[0])


def table(engine: str, op: str, over: float, most: int = 8) -> str:
    """Return the slowest lines of one operation as a table."""
    seconds, shares = profile(engine, op)
    lines = [
        f"\n**{op}**, {engine}: {seconds * 1e6:.0f} µs, {over:.0f} times a copy\n",
        "| share | µs | function | line |",
        "|--:|--:|---|---|",
    ]
    rest = sum(share for share, _ in shares[most:])
    for share, (where, text) in [(s, _shown(at)) for s, at in shares[:most]] + [
        (rest, (f"{len(shares[most:])} other lines", ""))
    ]:
        lines.append(f"| {share:.0%} | {share * seconds * 1e6:.0f} | {where} | {text} |")
    return "\n".join(lines)


def _shown(at: Line) -> tuple[str, str]:
    if at is None:
        return "outside raggedkit", "mostly freeing the result"
    code, line = at
    file = Path(code.co_filename).relative_to(PACKAGE).as_posix()
    text = linecache.getline(code.co_filename, line).strip().replace("|", "\\|")
    return f"{file}, `{code.co_name}`", f"`{text}`"


def main(folder: Path = FOLDER, engine: str = OURS[-1], ops: str = "", most: int = 5) -> None:
    """Print a table for each of these operations, or for the slowest."""
    results = Results.read(folder / "results.json")
    for over, op in slowest(results, engine, sys.maxsize if ops else most):
        if not ops or op in ops.split(","):
            print(table(engine, op, over), flush=True)
