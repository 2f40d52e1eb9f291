"""Peak memory of every operation: ``python -m benchmarks.peaks [--kinds large,skewed]``.

A peak is what was allocated during the call, as tracemalloc sees it (NumPy reports to it), and the
arrays that went in; it is held against input and output together.
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.adapters import OURS, adapter_of
from benchmarks.data import KINDS, Case, Data
from benchmarks.operations import OPERATIONS
from benchmarks.report import HERE, publish
from benchmarks.results import Results

__all__ = ["main", "peak_of", "peaks"]


def peak_of(call: Callable[[], Any]) -> tuple[int, Any]:
    """Return the bytes allocated at the worst moment of a call, and its result."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    try:
        result = call()
        return tracemalloc.get_traced_memory()[1] - before, result
    finally:
        tracemalloc.stop()


def peaks(library: str, case: Case, ops: list[str] | None = None) -> list[dict[str, Any]]:
    """Return a line for each operation, on tensors that no call has seen before."""
    adapter, data = adapter_of(library), Data(case)
    found = []
    adapter.load(data)
    for name in adapter.calls():
        operation = OPERATIONS[name]
        if not operation.fits(data) or "listed" in operation.needs or (ops and name not in ops):
            continue
        adapter.load(data)
        call = adapter.calls()[name]
        peak, result = peak_of(call)
        given = operation.input_bytes(data)
        ratio = (given + peak) / max(1, given + min(peak, bytes_of(result)))
        found.append(
            {
                "case": str(case),
                "engine": library,
                "op": name,
                "peak": peak,
                "ratio": round(ratio, 2),
            }
        )
        del result
    return found


def bytes_of(result: Any) -> int:
    """Return the size of the arrays of a result; lists are not told apart from their making."""
    if isinstance(result, np.ndarray):
        return result.nbytes
    if isinstance(result, tuple):
        return sum(map(bytes_of, result))
    if hasattr(result, "dense_shape"):
        return bytes_of(result.indices) + bytes_of(result.values)
    if hasattr(result, "nested_row_splits"):
        return bytes_of(result.flat_values) + bytes_of(tuple(result.nested_row_splits))
    return 2**62 if isinstance(result, list) else 0


def main() -> None:
    """Measure, print what is above the figure, and keep the lines for the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", default="large,skewed", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--ops")
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    chosen = parser.parse_args()
    ops = chosen.ops.split(",") if chosen.ops else None
    rows = []
    for kind in chosen.kinds.split(","):
        for library in OURS:
            for row in peaks(library, Case(kind), ops):
                rows.append(row)
                print(f"{row['case']}, {library}: {row['op']:20s} {row['ratio']:6.2f}", flush=True)
    results = Results.read(chosen.to / "results.json")
    new = {(row["case"], row["engine"], row["op"]) for row in rows}
    old = results.parts.get("memory", [])
    kept = [row for row in old if (row["case"], row["engine"], row["op"]) not in new]
    results.parts["memory"] = kept + rows
    publish(results, chosen.to)


if __name__ == "__main__":
    main()
