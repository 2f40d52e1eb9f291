"""Figures that are missed: a line for each operation, its ratios side by side, reasons once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from benchmarks.adapters import LIBRARIES
from benchmarks.targets import Found, Gap, Reason, Targets, number

__all__ = ["figures", "misses"]

LOSS = "🔴"


def figures(cells: Iterable[Found]) -> str:
    """Return the table of figures, with what was found for each."""
    lines = [
        "\n## The figures to reach\n",
        "How many ratios reach their figure, over all types of values that were measured, and the "
        "lowest against it. Rows of vectors (inner dimension) are not counted.\n",
        "| | library | figure | found |",
        "|---|---|---|---|",
    ]
    for cell in cells:
        title, peer = cell.target.title, LIBRARIES[cell.peer].title
        lines.append(f"| {title} | {peer} | ≥ {cell.target.at_least[cell.peer]:g} | {cell} |")
    return "\n".join(lines)


def misses(cells: Iterable[Found], targets: Targets) -> str:
    """Return a table of the misses of each figure, and the reasons they refer to."""
    cells = list(cells)
    used: list[Reason] = [
        reason
        for reason in targets.reason
        if any(reason.covers(gap) for cell in cells for gap in cell.misses)
    ]
    parts = []
    for title, group in groupby(cells, key=lambda cell: cell.target.title):
        missed = [cell for cell in group if cell.misses]
        if missed:
            parts.append(_table(title, missed, used))
    if not parts:
        return ""
    count = sum(len(cell.misses) for cell in cells)
    head = (
        f"\n## Missed\n\n{count} ratios of {sum(len(cell.ratios) for cell in cells)}. A line is an "
        "operation, lowest first; a cell has its ratios for float32 · float64 · int64, as far as "
        "they were measured, those below the figure in bold. “of it” is how much of the figure the "
        "lowest ratio reaches. ✓: reached. –: not to be compared. Numbers at the end are reasons, "
        "which stand below the tables.\n"
    )
    return "\n".join([head, *parts, _reasons(used)])


def _table(title: str, cells: list[Found], used: list[Reason]) -> str:
    heads = [f"{LIBRARIES[c.peer].title} ≥ {c.target.at_least[c.peer]:g}" for c in cells]
    lines = [
        f"\n**{title}**\n",
        "| | " + " | ".join(heads) + " | of it | why |",
        "|---|" + "---|" * len(heads) + "--:|---|",
    ]
    rows: dict[tuple[str, str], float] = {}
    for gap in (gap for cell in cells for gap in cell.misses):
        key = (gap.record.op, gap.record.case.kind)
        rows[key] = min(gap.share, rows.get(key, 1.0))
    for (op, kind), share in sorted(rows.items(), key=lambda row: row[1]):
        name = op if len(cells[0].target.kinds) == 1 else f"{op}, {kind}"
        told = [_cell(cell, op, kind) for cell in cells]
        why = _why(cells, op, kind, used)
        lines.append(f"| {name} | " + " | ".join(told) + f" | {share:.0%} | {why} |")
    return "\n".join(lines)


def _of(cell: Found, op: str, kind: str) -> list[Gap]:
    return [g for g in cell.ratios if (g.record.op, g.record.case.kind) == (op, kind)]


def _cell(cell: Found, op: str, kind: str) -> str:
    gaps = _of(cell, op, kind)
    if not gaps:
        return "–"
    if all(gap.share >= 1 for gap in gaps):
        return "✓"
    told = [f"**{number(g.ratio)}**" if g.share < 1 else number(g.ratio) for g in gaps]
    usual = gaps[0].bar == cell.target.at_least[cell.peer]
    return f"{LOSS} {' · '.join(told)}" + f" (≥ {gaps[0].bar:g})" * (not usual)


def _why(cells: list[Found], op: str, kind: str, used: list[Reason]) -> str:
    gaps = [gap for cell in cells for gap in _of(cell, op, kind) if gap.share < 1]
    found = [str(i) for i, reason in enumerate(used, 1) if any(reason.covers(g) for g in gaps)]
    return ", ".join(found) if all(any(r.covers(g) for r in used) for g in gaps) else "not known"


def _reasons(used: list[Reason]) -> str:
    lines = ["\n**Reasons, and what would help**\n"]
    for i, reason in enumerate(used, 1):
        helps = f" *Would help:* {reason.helps}" if reason.helps else ""
        lines.append(f"{i}. {reason.why}{helps}")
    return "\n".join(lines)
