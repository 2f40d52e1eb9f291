"""Tables of the targets: ratios, missed ratios with reasons, overhead, growth, memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from benchmarks.adapters import LIBRARIES
from benchmarks.report.targets import (
    Reason,
    Score,
    TargetResult,
    Targets,
    call_cost,
    growth_factor,
    missed_parts,
    number,
)
from benchmarks.results import COPY

__all__ = ["PARTS", "ratio_misses", "ratio_targets"]

Row = dict[str, Any]


def _mark(met: bool) -> str:
    return "🟢" if met else "🔴"


# ---------------------------------------------------------------------------- ratios
def ratio_targets(results: Iterable[TargetResult]) -> str:
    """Return the table of targets for ratios, with the measured results."""
    lines = [
        "\n## Targets\n",
        "The number of ratios that reach their target, over all measured dtypes, and the lowest "
        "ratio. Rows of vectors (inner dimension) are not counted.\n",
        "| | library | target | measured |",
        "|---|---|---|---|",
    ]
    for result in results:
        title, peer = result.target.title, LIBRARIES[result.peer].title
        lines.append(f"| {title} | {peer} | ≥ {result.target.at_least[result.peer]:g} | {result} |")
    return "\n".join(lines)


def ratio_misses(results: Iterable[TargetResult], targets: Targets) -> str:
    """Return a table of the misses of each target, and the numbered reasons."""
    results = list(results)
    used: list[Reason] = [
        reason
        for reason in targets.reason
        if any(reason.covers(score) for result in results for score in result.misses)
    ]
    tables = []
    for title, group in groupby(results, key=lambda result: result.target.title):
        missed = [result for result in group if result.misses]
        if missed:
            tables.append(_misses_of_target(title, missed, used))
    if not tables:
        return ""
    count = sum(len(result.misses) for result in results)
    head = (
        f"\n## Missed targets\n\n{count} of {sum(len(r.scores) for r in results)} ratios. Each row "
        "is an operation, lowest ratio first. Each cell has the ratios for float32 · float64 · "
        "int64, if measured; those below the target are bold. “share” is the lowest ratio divided "
        "by its target. ✓: target reached. –: no comparison. The last column has the numbers of "
        "the reasons, listed below the tables.\n"
    )
    return "\n".join([head, *tables, _numbered(used)])


def _misses_of_target(title: str, results: list[TargetResult], used: list[Reason]) -> str:
    heads = [f"{LIBRARIES[r.peer].title} ≥ {r.target.at_least[r.peer]:g}" for r in results]
    lines = [
        f"\n**{title}**\n",
        "| | " + " | ".join(heads) + " | share | reason |",
        "|---|" + "---|" * len(heads) + "--:|---|",
    ]
    rows: dict[tuple[str, str], float] = {}
    for score in (score for result in results for score in result.misses):
        key = (score.record.op, score.record.case.kind)
        # The worst dtype decides the position of the operation in the table.
        rows[key] = min(score.share, rows.get(key, 1.0))
    for (op, kind), share in sorted(rows.items(), key=lambda row: row[1]):
        name = op if len(results[0].target.kinds) == 1 else f"{op}, {kind}"
        cells = [_ratio_cell(result, op, kind) for result in results]
        reasons = _reason_cell(results, op, kind, used)
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {share:.0%} | {reasons} |")
    return "\n".join(lines)


def _scores(result: TargetResult, op: str, kind: str) -> list[Score]:
    return [s for s in result.scores if (s.record.op, s.record.case.kind) == (op, kind)]


def _ratio_cell(result: TargetResult, op: str, kind: str) -> str:
    scores = _scores(result, op, kind)
    if not scores:
        return "–"
    if all(score.share >= 1 for score in scores):
        return "✓"
    cells = [f"**{number(s.ratio)}**" if s.share < 1 else number(s.ratio) for s in scores]
    usual = scores[0].target == result.target.at_least[result.peer]
    return f"🔴 {' · '.join(cells)}" + f" (≥ {scores[0].target:g})" * (not usual)


def _reason_cell(results: list[TargetResult], op: str, kind: str, used: list[Reason]) -> str:
    missed = [s for result in results for s in _scores(result, op, kind) if s.share < 1]
    found = [str(i) for i, reason in enumerate(used, 1) if any(map(reason.covers, missed))]
    # A reason for one dtype must not hide that another dtype has none.
    known = all(any(reason.covers(score) for reason in used) for score in missed)
    return ", ".join(found) if known else "unknown"


def _numbered(used: list[Reason]) -> str:
    lines = ["\n**Reasons, and possible improvements**\n"]
    for i, reason in enumerate(used, 1):
        helps = f" *Would help:* {reason.helps}" if reason.helps else ""
        lines.append(f"{i}. {reason.why}{helps}")
    return "\n".join(lines)


# -------------------------------------------------------- overhead, growth and memory
def _notes(part: str, missed: list[str], targets: Targets) -> list[str]:
    lines = [f"- 🔴 {name}: {targets.note_on(part, name) or 'unknown.'}" for name in missed]
    return ["", *lines] if lines else []


def _overhead(rows: list[Row], targets: Targets) -> str:
    missed = missed_parts("overhead", rows, targets)
    lines = [
        "\n## Microseconds per call on 5 rows\n",
        "Compared with the NumPy call that does the same work on the bare arrays.\n",
        "| | raggedkit | NumPy | difference | target | |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        key, _, limit = call_cost(row, targets)
        over, mark = row["ours"] - row["numpy"], _mark(row["call"] not in missed)
        target = f"{'difference' if key == 'over' else key} ≤ {limit:g}"
        lines.append(
            f"| {row['call']} | {row['ours']:.2f} | {row['numpy']:.2f} | {over:.2f} "
            f"| {target} | {mark} |"
        )
    return "\n".join([*lines, *_notes("overhead", missed, targets)])


def _growth(rows: list[Row], targets: Targets) -> str:
    most = targets.growth["most"]
    measured = [row for row in rows if "op" in row]
    sizes = sorted({row["values"] for row in measured})
    lines = [
        "\n## Growth with size\n",
        "Nanoseconds and peak bytes (input included) per value, for float32 in rows of about ten. "
        f"🔴: above 1e5 values, the cost per value grows to more than {most:g} times that of a "
        "smaller size. Times are first divided by the growth of copying, which costs more once the "
        "values do not fit the caches.\n",
        "| | " + " | ".join(f"{n:.0e}".replace("e+0", "e") for n in sizes) + " | |",
        "|---|" + "--:|" * len(sizes) + "---|",
    ]
    for op, engine in dict.fromkeys((row["op"], row["engine"]) for row in measured):
        for unit in ("ns",) if op == COPY else ("ns", "bytes"):
            cost = {
                r["values"]: r[unit] for r in measured if (r["op"], r["engine"]) == (op, engine)
            }
            cells = [f"{cost[n]:.3g}" if n in cost else "–" for n in sizes]
            name = op if op == COPY else f"{op}, {engine}, {unit}"
            mark = "" if op == COPY else _mark(growth_factor(rows, op, engine, unit) <= most)
            lines.append(f"| {name} | " + " | ".join(cells) + f" | {mark} |")
    left = [f"{r['engine']}, {r['values']:.0e} values: {r['why']}" for r in rows if "why" in r]
    lines += _notes("growth", missed_parts("growth", rows, targets), targets)
    return "\n".join(lines + [f"\nNot measured: {'; '.join(left)}."] * bool(left))


def _memory(rows: list[Row], targets: Targets) -> str:
    most = targets.memory["most"]
    lines = [
        "\n## Memory\n",
        f"Peak bytes divided by those of input and output; the target is at most {most:g}.\n",
    ]
    for case, engine in dict.fromkeys((row["case"], row["engine"]) for row in rows):
        part = [r for r in rows if (r["case"], r["engine"]) == (case, engine)]
        above = sorted((r for r in part if r["ratio"] > most), key=lambda r: -r["ratio"])
        highest = max(part, key=lambda r: r["ratio"])
        lines.append(
            f"- {_mark(not above)} {case}, {engine}: {len(part) - len(above)} of {len(part)} "
            f"operations; highest {highest['ratio']:.2f} ({highest['op']})"
        )
        for r in above:
            why = targets.note_on("memory", r["op"]) or "unknown."
            lines.append(f"  - 🔴 {r['op']}: {r['ratio']:.2f} ({r['peak']:.3g} bytes). {why}")
    return "\n".join(lines)


def _cold(rows: list[Row], targets: Targets) -> str:
    states = [state for state in rows[0] if state not in ("op", "numpy")]
    lines = [
        "\n## First calls of a process\n",
        "Times on 500,000 float64 values divided by those of NumPy alone, which are first calls, "
        "too. Nothing compiled: calls wait for numba, or NumPy serves them meanwhile. "
        "Loops on disk: after `python -m raggedkit.compile`.\n",
        "| | " + " | ".join(states) + " |",
        "|---|" + "--:|" * len(states),
    ]
    whole = {state: sum(row[state] for row in rows) for state in (*states, "numpy")}
    for row in (*rows, {"op": f"all {len(rows)} calls", **whole}):
        cells = [number(row[state] / row["numpy"]) for state in states]
        lines.append(f"| {row['op']} | " + " | ".join(cells) + " |")
    missed, first = missed_parts("cold", rows, targets), rows[0]
    lines.append("")
    for state in states:
        more, most = first[state] - first["numpy"], targets.cold.get(state, float("inf"))
        mark = _mark(f"{first['op']}, {state}" not in missed)
        lines.append(
            f"- {mark} {first['op']} with {state}: {more:.2f} s more than NumPy (≤ {most:g} s)"
        )
    return "\n".join([*lines, *_notes("cold", missed, targets)])


PARTS: dict[str, Callable[[list[Row], Targets], str]] = {
    "overhead": _overhead,
    "cold": _cold,
    "growth": _growth,
    "memory": _memory,
}
