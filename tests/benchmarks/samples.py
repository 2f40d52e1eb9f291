"""Invented measurements for the tests of the benchmarks."""

from __future__ import annotations

from benchmarks.cases import Case
from benchmarks.results import Record

SMALL = Case("small")
MACHINE = {
    "processor": "an abacus",
    "cores": "1",
    "memory": "1 GiB",
    "system": "x",
    "python": "3",
}


def records(**ratios: float) -> list[Record]:
    """Records in which raggedkit takes 1 us, and awkward that many."""
    return [
        Record(op, SMALL, {"raggedkit": 1e-6, "awkward": ratio * 1e-6})
        for op, ratio in ratios.items()
    ]
