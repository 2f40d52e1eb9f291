"""The figures to reach, read from targets.toml, and which of them a run meets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.measure import Record
from benchmarks.operations import OPERATIONS

__all__ = ["Found", "Ratio", "Reason", "Targets", "judge", "read_targets"]

PATH = Path(__file__).with_name("targets.toml")

Bars = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Ratio:
    """One row of the table of figures."""

    title: str
    kinds: list[str]
    engine: str
    at_least: dict[str, float]
    families: list[str] | None = None
    ops: list[str] | None = None
    lower: Bars = field(default_factory=dict)
    higher: Bars = field(default_factory=dict)

    @property
    def ours(self) -> str:
        return "raggedkit-fast" if self.engine == "fast" else "raggedkit"

    def covers(self, record: Record) -> bool:
        if record.case.kind not in self.kinds:
            return False
        if self.ops is not None:
            return record.op in self.ops
        return self.families is None or OPERATIONS[record.op].family in self.families

    def bar(self, peer: str, op: str) -> float:
        given = self.lower.get(peer, {}) | self.higher.get(peer, {})
        return given.get(op, self.at_least[peer])


@dataclass(frozen=True)
class Reason:
    """Why some figures are missed; a part that is not given is about all."""

    why: str
    ops: list[str] | None = None
    peers: list[str] | None = None
    kinds: list[str] | None = None

    def covers(self, record: Record, peer: str) -> bool:
        given = ((self.ops, record.op), (self.peers, peer), (self.kinds, record.case.kind))
        return all(named is None or one in named for named, one in given)


@dataclass(frozen=True)
class Targets:
    """All of targets.toml."""

    ratio: list[Ratio]
    overhead: list[dict[str, Any]]
    memory: dict[str, float]
    growth: dict[str, float]
    reason: list[Reason]

    def why(self, record: Record, peer: str) -> str:
        return " ".join(reason.why for reason in self.reason if reason.covers(record, peer))


@dataclass(frozen=True)
class Found:
    """One cell of the table: a peer, and every ratio that counts there."""

    target: Ratio
    peer: str
    ratios: list[tuple[float, float, Record]]  # ratio, bar, where

    @property
    def misses(self) -> list[tuple[float, float, Record]]:
        below = [found for found in self.ratios if found[0] < found[1]]
        return sorted(below, key=lambda found: found[0] / found[1])

    def __str__(self) -> str:
        if not self.ratios:
            return "not measured"
        met, all_of_them = len(self.ratios) - len(self.misses), len(self.ratios)
        worst, bar, where = min(self.ratios, key=lambda found: found[0] / found[1])
        mark = "🔴" if self.misses else "🟢"
        low = f"{_number(worst)} of {bar:g} ({where.op}, {where.case.dtype})"
        return f"{mark} {met} of {all_of_them}; lowest {low}"


def _number(ratio: float) -> str:
    return f"{ratio:.3g}" if ratio < 100 else f"{ratio:.0f}"


def read_targets(path: Path = PATH) -> Targets:
    """Return what the file says; a misspelt key is a TypeError."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return Targets(
        ratio=[Ratio(**row) for row in read.pop("ratio")],
        reason=[Reason(**row) for row in read.pop("reason", [])],
        **read,
    )


def judge(targets: Targets, records: Iterable[Record]) -> list[Found]:
    """Return a cell for each figure, with the ratios it is about."""
    records = list(records)
    cells = []
    for target in targets.ratio:
        for peer in target.at_least:
            ratios = [
                (ratio, target.bar(peer, record.op), record)
                for record in records
                if target.covers(record)
                and not record.case.inner
                and (ratio := record.ratio(peer, target.ours)) is not None
            ]
            cells.append(Found(target, peer, ratios))
    return cells
