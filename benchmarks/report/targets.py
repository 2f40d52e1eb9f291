"""Performance targets of targets.toml: missed targets, and the reasons given for them."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.adapters import OURS, PEERS
from benchmarks.operations import OPERATIONS
from benchmarks.results import COPY, FOLDER, Record, Results

__all__ = [
    "Note",
    "Reason",
    "Score",
    "Target",
    "TargetResult",
    "Targets",
    "call_cost",
    "check",
    "growth_factor",
    "grouped",
    "judge",
    "losses",
    "missed_parts",
    "number",
    "read_targets",
    "unexplained",
    "unexplained_parts",
    "unused_reasons",
]

Row = dict[str, Any]
Exceptions = dict[str, dict[str, float]]  # peer -> operation -> ratio


@dataclass(frozen=True)
class Target:
    """Lowest acceptable ratios for some operations: one row of the table of targets."""

    title: str
    kinds: list[str]
    engine: str  # "plain" or "fast"
    at_least: dict[str, float]
    families: list[str] | None = None
    ops: list[str] | None = None
    lower: Exceptions = field(default_factory=dict)
    higher: Exceptions = field(default_factory=dict)

    @property
    def ours(self) -> str:
        return "raggedkit-fast" if self.engine == "fast" else "raggedkit"

    def covers(self, record: Record) -> bool:
        if record.case.kind not in self.kinds:
            return False
        if self.ops is not None:
            return record.op in self.ops
        return self.families is None or OPERATIONS[record.op].family in self.families

    def ratio(self, peer: str, op: str) -> float:
        given = self.lower.get(peer, {}) | self.higher.get(peer, {})
        return given.get(op, self.at_least[peer])


@dataclass(frozen=True)
class Score:
    """A measured ratio and its target; without a target, 1 is used."""

    ratio: float
    target: float
    peer: str
    engine: str
    record: Record

    @property
    def share(self) -> float:
        """The ratio divided by its target: below 1 the target is missed."""
        return self.ratio / self.target

    def fields(self) -> dict[str, str]:
        """Return the fields that a `Reason` can restrict."""
        record, case = self.record, self.record.case
        kinds = {"kinds": case.kind, "dtypes": case.dtype}
        return {"ops": record.op, "peers": self.peer, "engine": self.engine} | kinds

    def __str__(self) -> str:
        where = f"{self.record.op}, {self.record.case}, {self.engine}"
        return f"{where}: {number(self.ratio)} of {self.target:g} against {self.peer}"


@dataclass(frozen=True)
class Reason:
    """Reason for missed targets, and possible improvements. Omitted fields match everything."""

    why: str
    helps: str = ""
    ops: list[str] | None = None
    peers: list[str] | None = None
    kinds: list[str] | None = None
    dtypes: list[str] | None = None
    engine: str | None = None

    def fields(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the fields that are given, with their names."""
        for name in ("ops", "peers", "kinds", "dtypes"):
            named = getattr(self, name)
            if named is not None:
                yield name, named
        if self.engine is not None:
            yield "engine", [self.engine]

    def covers(self, score: Score) -> bool:
        given = score.fields()
        return all(given[name] in named for name, named in self.fields())

    def __str__(self) -> str:
        fields = "; ".join(f"{name} {', '.join(named)}" for name, named in self.fields())
        return f"[{fields}] {self.why}"


@dataclass(frozen=True)
class Note:
    """Why a target for memory, growth or overhead is missed; ``names`` are operations or calls."""

    part: str
    names: list[str]
    why: str


@dataclass(frozen=True)
class Targets:
    """The contents of targets.toml."""

    target: list[Target]
    overhead: list[Row]
    memory: dict[str, float]
    growth: dict[str, float]
    reason: list[Reason]
    note: list[Note] = field(default_factory=list)
    cold: dict[str, float] = field(default_factory=dict)  # state -> seconds more than NumPy

    def note_on(self, part: str, name: str) -> str:
        return " ".join(n.why for n in self.note if n.part == part and name in n.names)

    def reasons_for(self, score: Score) -> list[Reason]:
        return [reason for reason in self.reason if reason.covers(score)]


@dataclass(frozen=True)
class TargetResult:
    """One row of the table of targets: a target, a peer, and all ratios that count for them."""

    target: Target
    peer: str
    scores: list[Score]

    @property
    def misses(self) -> list[Score]:
        missed = (score for score in self.scores if score.share < 1)
        return sorted(missed, key=lambda score: score.share)

    def __str__(self) -> str:
        if not self.scores:
            return "not measured"
        count, met = len(self.scores), len(self.scores) - len(self.misses)
        low = min(self.scores, key=lambda score: score.share)
        mark = "🔴" if self.misses else "🟢"
        where = f"{low.record.op}, {low.record.case.dtype}"
        lowest = f"{number(low.ratio)} of {low.target:g} ({where})"
        return f"{mark} {met} of {count}; lowest {lowest}"


def number(ratio: float) -> str:
    """Return a ratio with three digits."""
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"


def read_targets(path: Path = FOLDER / "targets.toml") -> Targets:
    """Return the contents of the file; a misspelt key raises TypeError."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return Targets(
        target=[Target(**row) for row in read.pop("target")],
        reason=[Reason(**row) for row in read.pop("reason", [])],
        note=[Note(**row) for row in read.pop("note", [])],
        **read,
    )


# --------------------------------------------------------------------- missed targets
def judge(targets: Targets, records: Iterable[Record]) -> list[TargetResult]:
    """Return the result of each target and peer; rows of vectors are not counted."""
    records = [record for record in records if not record.case.inner]
    results = []
    for target in targets.target:
        covered = [record for record in records if target.covers(record)]
        for peer in target.at_least:
            scores = [
                Score(ratio, target.ratio(peer, record.op), peer, target.engine, record)
                for record in covered
                if (ratio := record.ratio(peer, target.ours)) is not None
            ]
            results.append(TargetResult(target, peer, scores))
    return results


def losses(records: Iterable[Record]) -> list[Score]:
    """Return the ratios below 1 of either engine; rows of vectors are not counted."""
    found = []
    for record in records:
        for engine, ours in zip(("plain", "fast"), OURS, strict=True):
            for peer in PEERS:
                ratio = record.ratio(peer, ours)
                if ratio is not None and ratio < 1 and not record.case.inner:
                    found.append(Score(ratio, 1.0, peer, engine, record))
    return found


def call_cost(row: Row, targets: Targets) -> tuple[str, float, float]:
    """Return which cost of a call is limited, "over" NumPy's or "total"; its value; its limit."""
    limit = next(limit for limit in targets.overhead if limit["family"] == row["family"])
    if "over" in limit:
        return "over", row["ours"] - row["numpy"], limit["over"]
    return "total", row["ours"], limit["total"]


def growth_factor(rows: list[Row], op: str, engine: str, unit: str) -> float:
    """Return the largest growth of the cost per value, from 1e5 values to any larger size.

    Times are divided by the growth of copying: values that no longer fit the caches cost every
    operation more.
    """
    rows = [row for row in rows if "op" in row]
    cost = {r["values"]: r[unit] for r in rows if (r["op"], r["engine"]) == (op, engine)}
    copying = {r["values"]: r["ns"] for r in rows if r["op"] == COPY and unit == "ns"}
    worst = 1.0
    for few, many in itertools.combinations(sorted(n for n in cost if n >= 100_000), 2):
        copies = copying[many] / copying[few] if {few, many} <= set(copying) else 1.0
        worst = max(worst, cost[many] / cost[few] / max(1.0, copies))
    return worst


def missed_parts(part: str, rows: list[Row], targets: Targets) -> list[str]:
    """Return the calls or operations of a part that miss their target."""
    if part == "overhead":
        costs = {row["call"]: call_cost(row, targets) for row in rows}
        return [name for name, (_, cost, limit) in costs.items() if cost > limit]
    if part == "cold":  # the first call is the one that imports and starts everything
        first = rows[0]
        missed = [s for s, most in targets.cold.items() if first[s] - first["numpy"] > most]
        return [f"{first['op']}, {state}" for state in missed]
    if part == "memory":
        found = [row["op"] for row in rows if row["ratio"] > targets.memory["most"]]
    else:
        kinds = [(row["op"], row["engine"]) for row in rows if row.get("op", COPY) != COPY]
        most = targets.growth["most"]
        found = [
            op
            for op, engine in dict.fromkeys(kinds)
            if any(growth_factor(rows, op, engine, unit) > most for unit in ("ns", "bytes"))
        ]
    return list(dict.fromkeys(found))


# ---------------------------------------------------- agreement of reasons and misses
def _misses(targets: Targets, records: Iterable[Record]) -> list[Score]:
    return [score for result in judge(targets, records) for score in result.misses]


def unexplained(targets: Targets, records: Iterable[Record]) -> list[Score]:
    """Return the missed targets that no reason covers."""
    return [score for score in _misses(targets, records) if not targets.reasons_for(score)]


def unused_reasons(targets: Targets, records: list[Record]) -> list[str]:
    """Return the reasons, and the names in them, that cover no missed target and no loss."""
    scores = _misses(targets, records) + losses(records)
    found = []
    for reason in targets.reason:
        covered = [score for score in scores if reason.covers(score)]
        if not covered:
            found.append(str(reason))
            continue
        for name, named in reason.fields():
            seen = {score.fields()[name] for score in covered}
            unused = [n for n in named if n not in seen and _measured(reason, name, n, records)]
            if unused:
                found.append(f"{name} {', '.join(unused)} of {reason}")
    return found


def _measured(reason: Reason, field: str, name: str, records: list[Record]) -> bool:
    """Whether there are measurements that the name could cover."""
    if field != "kinds":
        return True
    ops = reason.ops or list(OPERATIONS)
    return any(record.case.kind == name and record.op in ops for record in records)


def unexplained_parts(targets: Targets, parts: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the misses of overhead, growth and memory without a note, and notes without a miss."""
    missed = {
        f"{p}: {name}" for p, rows in parts.items() for name in missed_parts(p, rows, targets)
    }
    noted = {f"{note.part}: {name}" for note in targets.note for name in note.names}
    return sorted(missed - noted), sorted(noted - missed)


def grouped(scores: Iterable[Score]) -> list[str]:
    """Return a line for each operation and library, with the ratios of all dtypes."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        record = score.record
        where = f"{record.op}, {record.case.kind}, {score.engine}, against {score.peer}"
        groups.setdefault(where, []).append(score)
    lines = []
    for where, found in sorted(groups.items(), key=lambda item: min(s.share for s in item[1])):
        ratios = ", ".join(f"{s.record.case.dtype} {number(s.ratio)}" for s in found)
        lines.append(f"{where}: {ratios} of {found[0].target:g}")
    return lines


def check(results: Results) -> int:
    """Print misses without a reason and reasons without a miss; return 1 if there are any."""
    targets, records = read_targets(), results.records
    missing, unused = grouped(unexplained(targets, records)), unused_reasons(targets, records)
    missing_notes, unused_notes = unexplained_parts(targets, results.parts)
    slower = [score for score in losses(records) if not targets.reasons_for(score)]
    for title, lines in (
        ("missed targets without a reason", missing + missing_notes),
        ("reasons without a missed target", unused + unused_notes),
        ("slower than another library, without a target or a reason", grouped(slower)),
    ):
        print(f"{title}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if missing or missing_notes or unused or unused_notes else 0
