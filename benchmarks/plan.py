"""Everything there is to measure, what matters most first."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.data import DTYPES, Case
from benchmarks.operations import OPERATIONS

__all__ = ["MAIN", "PLAN", "Step"]

# The families that the figures to reach are about.
MAIN = ("elementwise", "reductions", "slices", "moves", "scans")


@dataclass(frozen=True)
class Step:
    """Operations on one case, or a command of its own.

    Parameters
    ----------
    case
        The rows; of no use where there is a ``command``.
    main
        Only the operations of the `MAIN` families.
    rounds
        How often each library is asked.
    patience
        Seconds after which an operation gets no further round.
    limit
        Seconds that an answer is waited for; a library that takes longer is shown as such.
    without
        Libraries that are not asked.
    command
        A module and its arguments, for what is no comparison of libraries.
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
    # torch pads and ragged asks Awkward; TensorFlow pads too. What that means float32 has told.
    pad = ("torch", "tensorflow") if case.kind == "skewed" else ("torch",)
    without = ("ragged", *pad) if main else ()
    limit = 5.0 if case.kind == "tiny" else 10.0
    return Step(name, case, main, 3, 0.5, limit, without)


def _part(name: str, *command: str) -> Step:
    return Step(name, command=command)


BIG = ("skewed", "large", "tiny")

PLAN = (
    _part("overhead", "benchmarks.overhead"),
    *(_of(Case(kind, dtype)) for kind in ("small", "typical") for dtype in DTYPES),
    *(_of(Case(kind, "float32", 8)) for kind in ("small", "typical")),
    *(_of(Case(kind)) for kind in BIG),
    _part("growth", "benchmarks.growth"),
    _part("memory, large", "benchmarks.peaks", "--kinds", "large"),
    _part("memory, skewed", "benchmarks.peaks", "--kinds", "skewed"),
    *(_of(Case(kind, dtype), main=True) for kind in BIG for dtype in DTYPES[1:]),
    *(_of(Case(kind, "float32", 8), main=True) for kind in BIG),
)
