"""Whether targets.toml explains what is missed, and nothing else: ``python -m benchmarks.reasons``.

Prints misses without a reason and reasons (or parts of one) without a miss; fails if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.adapters import OURS, PEERS
from benchmarks.measure import Record
from benchmarks.operations import OPERATIONS
from benchmarks.parts import MISSED
from benchmarks.report import HERE
from benchmarks.results import Results
from benchmarks.targets import Gap, Reason, Targets, judge, number, read_targets

__all__ = ["beside", "grouped", "idle", "losses", "main", "unexplained"]


def losses(records: Iterable[Record]) -> list[Gap]:
    """Return the ratios below 1, for either engine; rows of vectors are left out."""
    found = []
    for record in records:
        for engine, ours in zip(("plain", "fast"), OURS, strict=True):
            for peer in PEERS:
                ratio = record.ratio(peer, ours)
                if ratio is not None and ratio < 1 and not record.case.inner:
                    found.append(Gap(ratio, 1.0, peer, engine, record))
    return found


def _misses(targets: Targets, records: Iterable[Record]) -> list[Gap]:
    return [gap for cell in judge(targets, records) for gap in cell.misses]


def unexplained(targets: Targets, records: Iterable[Record]) -> list[Gap]:
    """Return the missed figures that no reason is about."""
    return [gap for gap in _misses(targets, records) if not targets.of(gap)]


def idle(targets: Targets, records: list[Record]) -> list[str]:
    """Return the reasons, and the names in them, that no miss and no loss has any more."""
    gaps = _misses(targets, records) + losses(records)
    found = []
    for reason in targets.reason:
        about = [gap for gap in gaps if reason.covers(gap)]
        if not about:
            found.append(str(reason))
            continue
        for part, named in reason.parts():
            seen = {gap.about()[part] for gap in about}
            over = [n for n in named if n not in seen and _asked(reason, part, n, records)]
            if over:
                found.append(f"{part} {', '.join(over)} of {reason}")
    return found


def beside(targets: Targets, parts: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return what of memory, growth and calls misses its figure unexplained, and idle notes."""
    missed = {
        (part, name)
        for part, names in MISSED.items()
        if part in parts
        for name in names(parts[part], targets)
    }
    noted = {(note.part, name) for note in targets.note for name in note.names}
    told = [sorted(f"{part}: {name}" for part, name in these) for these in (missed, noted)]
    return (
        [name for name in told[0] if name not in told[1]],
        [name for name in told[1] if name not in told[0]],
    )


def _asked(reason: Reason, part: str, name: str, records: list[Record]) -> bool:
    """Whether anything was measured that the name could have been about."""
    if part != "kinds":
        return True
    ops = reason.ops or list(OPERATIONS)
    return any(record.case.kind == name and record.op in ops for record in records)


def grouped(gaps: Iterable[Gap]) -> list[str]:
    """Return a line for each operation and library, its ratios by type side by side."""
    held: dict[str, list[Gap]] = {}
    for gap in gaps:
        where = f"{gap.record.op}, {gap.record.case.kind}, {gap.engine}, against {gap.peer}"
        held.setdefault(where, []).append(gap)
    lines = []
    for where, found in sorted(held.items(), key=lambda item: min(g.share for g in item[1])):
        ratios = ", ".join(f"{gap.record.case.dtype} {number(gap.ratio)}" for gap in found)
        lines.append(f"{where}: {ratios} of {found[0].bar:g}")
    return lines


def main() -> None:
    """Print what does not fit together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json")
    results = Results.read(parser.parse_args().to / "results.json")
    targets, records = read_targets(), results.records
    missing, stale = unexplained(targets, records), idle(targets, records)
    other, idle_notes = beside(targets, results.parts)
    slower = [gap for gap in losses(records) if not targets.of(gap)]
    for title, lines in (
        ("figures missed without a reason", grouped(missing) + other),
        ("reasons without a miss", stale + idle_notes),
        ("slower than another library, no figure, no reason", grouped(slower)),
    ):
        print(f"{title}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    sys.exit(1 if missing or stale or other or idle_notes else 0)


if __name__ == "__main__":
    main()
