"""The figures to reach, read from targets.toml, and which of them a run meets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.measure import Record
from benchmarks.operations import OPERATIONS

__all__ = ["Found", "Gap", "Note", "Ratio", "Reason", "Targets", "judge", "number", "read_targets"]

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
    """Why some figures are missed, and what would reach them; a part not given is about all."""

    why: str
    helps: str = ""
    ops: list[str] | None = None
    peers: list[str] | None = None
    kinds: list[str] | None = None
    dtypes: list[str] | None = None
    engine: str | None = None  # "plain", "fast"

    def parts(self) -> Iterator[tuple[str, list[str]]]:
        """Yield what it is about, as far as it names anything."""
        for name in ("ops", "peers", "kinds", "dtypes"):
            named = getattr(self, name)
            if named is not None:
                yield name, named
        if self.engine is not None:
            yield "engine", [self.engine]

    def covers(self, gap: Gap) -> bool:
        about = gap.about()
        return all(about[name] in named for name, named in self.parts())

    def __str__(self) -> str:
        about = "; ".join(f"{name} {', '.join(named)}" for name, named in self.parts())
        return f"[{about}] {self.why}"


@dataclass(frozen=True)
class Gap:
    """A ratio below its figure: of a table of targets, or below 1, where a peer is the faster."""

    ratio: float
    bar: float
    peer: str
    engine: str
    record: Record

    def about(self) -> dict[str, str]:
        record, case = self.record, self.record.case
        kinds = {"kinds": case.kind, "dtypes": case.dtype}
        return {"ops": record.op, "peers": self.peer, "engine": self.engine} | kinds

    @property
    def share(self) -> float:
        """How much of the figure is reached."""
        return self.ratio / self.bar

    def __str__(self) -> str:
        where = f"{self.record.op}, {self.record.case}, {self.engine}"
        return f"{where}: {number(self.ratio)} of {self.bar:g} against {self.peer}"


@dataclass(frozen=True)
class Note:
    """Why a figure beside the ratios is missed: of memory, of growth, of what a call costs."""

    part: str
    names: list[str]
    why: str


@dataclass(frozen=True)
class Targets:
    """All of targets.toml."""

    ratio: list[Ratio]
    overhead: list[dict[str, Any]]
    memory: dict[str, float]
    growth: dict[str, float]
    reason: list[Reason]
    note: list[Note] = field(default_factory=list)

    def noted(self, part: str, name: str) -> str:
        return " ".join(n.why for n in self.note if n.part == part and name in n.names)

    def of(self, gap: Gap) -> list[Reason]:
        return [reason for reason in self.reason if reason.covers(gap)]


@dataclass(frozen=True)
class Found:
    """One cell of the table: a peer, and every ratio that counts there."""

    target: Ratio
    peer: str
    ratios: list[Gap]  # those that reach it among them

    @property
    def misses(self) -> list[Gap]:
        return sorted((gap for gap in self.ratios if gap.share < 1), key=lambda gap: gap.share)

    def __str__(self) -> str:
        if not self.ratios:
            return "not measured"
        met, all_of_them = len(self.ratios) - len(self.misses), len(self.ratios)
        low = min(self.ratios, key=lambda gap: gap.share)
        mark = "🔴" if self.misses else "🟢"
        where = f"{low.record.op}, {low.record.case.dtype}"
        return f"{mark} {met} of {all_of_them}; lowest {number(low.ratio)} of {low.bar:g} ({where})"


def number(ratio: float) -> str:
    """Return a ratio in three digits."""
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"


def read_targets(path: Path = PATH) -> Targets:
    """Return what the file says; a misspelt key is a TypeError."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return Targets(
        ratio=[Ratio(**row) for row in read.pop("ratio")],
        reason=[Reason(**row) for row in read.pop("reason", [])],
        note=[Note(**row) for row in read.pop("note", [])],
        **read,
    )


def judge(targets: Targets, records: Iterable[Record]) -> list[Found]:
    """Return a cell for each figure, with the ratios it is about."""
    records = [record for record in records if not record.case.inner]
    cells = []
    for target in targets.ratio:
        about = [record for record in records if target.covers(record)]
        for peer in target.at_least:
            ratios = [
                Gap(ratio, target.bar(peer, record.op), peer, target.engine, record)
                for record in about
                if (ratio := record.ratio(peer, target.ours)) is not None
            ]
            cells.append(Found(target, peer, ratios))
    return cells
