"""Tables of what is measured beside the ratios: overhead of a call, growth, memory."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from benchmarks.targets import Targets

__all__ = ["COPY", "MISSED", "PARTS"]

COPY = "np.copyto of the values"  # a line of the growth table: what memory itself costs

Part = Callable[[Any, Targets], str]


def _mark(met: bool) -> str:
    return "🟢" if met else "🔴"


def _overhead(rows: list[dict[str, Any]], targets: Targets) -> str:
    missed = _calls_missed(rows, targets)
    lines = [
        "\n## Microseconds a call on 5 rows\n",
        "Against the NumPy call that does the same work on the bare arrays.\n",
        "| | raggedkit | NumPy | over | figure | |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        key, _, bar = _call(row, targets)
        over, mark = row["ours"] - row["numpy"], _mark(row["call"] not in missed)
        lines.append(
            f"| {row['call']} | {row['ours']:.2f} | {row['numpy']:.2f} | {over:.2f} "
            f"| {key} ≤ {bar:g} | {mark} |"
        )
    return "\n".join([*lines, *_why("overhead", missed, targets)])


def _call(row: dict[str, Any], targets: Targets) -> tuple[str, float, float]:
    bar = next(bar for bar in targets.overhead if bar["family"] == row["family"])
    if "over" in bar:
        return "over", row["ours"] - row["numpy"], bar["over"]
    return "total", row["ours"], bar["total"]


def _calls_missed(rows: list[dict[str, Any]], targets: Targets) -> list[str]:
    found = {row["call"]: _call(row, targets) for row in rows}
    return [name for name, (_, cost, bar) in found.items() if cost > bar]


def _why(part: str, missed: list[str], targets: Targets) -> list[str]:
    told = [f"- 🔴 {name}: {targets.noted(part, name) or 'not known why.'}" for name in missed]
    return ["", *told] if told else []


def _growth(rows: list[dict[str, Any]], targets: Targets) -> str:
    most = targets.growth["most"]
    told = [row for row in rows if "op" in row]
    counts = sorted({row["values"] for row in told})
    lines = [
        "\n## Growth\n",
        "Nanoseconds and peak bytes (those of the input among them) for each value, float32 in "
        f"rows of about ten. 🔴: from 1e5 values on, a value costs more than {most:g} times what "
        "it cost among fewer values; of time, after what copying grows by where the values leave "
        "the caches.\n",
        "| | " + " | ".join(f"{n:.0e}".replace("e+0", "e") for n in counts) + " | |",
        "|---|" + "--:|" * len(counts) + "---|",
    ]
    missed = _growth_missed(rows, targets)
    for op, engine in dict.fromkeys((row["op"], row["engine"]) for row in told):
        for unit in ("ns",) if op == COPY else ("ns", "bytes"):
            cost = {r["values"]: r[unit] for r in told if (r["op"], r["engine"]) == (op, engine)}
            cells = [f"{cost[n]:.3g}" if n in cost else "–" for n in counts]
            name = op if op == COPY else f"{op}, {engine}, {unit}"
            mark = "" if op == COPY else _mark(_grown(told, op, engine, unit) <= most)
            lines.append(f"| {name} | " + " | ".join(cells) + f" | {mark} |")
    left = [f"{r['engine']}, {r['values']:.0e} values: {r['why']}" for r in rows if "why" in r]
    lines += _why("growth", missed, targets)
    return "\n".join(lines + [f"\nLeft out: {'; '.join(left)}."] * bool(left))


def _growth_missed(rows: list[dict[str, Any]], targets: Targets) -> list[str]:
    told = [row for row in rows if "op" in row and row["op"] != COPY]
    kinds = dict.fromkeys((row["op"], row["engine"]) for row in told)
    most = targets.growth["most"]
    grown = [
        op
        for op, engine in kinds
        if any(_grown(rows, op, engine, unit) > most for unit in ("ns", "bytes"))
    ]
    return list(dict.fromkeys(grown))


def _grown(rows: list[dict[str, Any]], op: str, engine: str, unit: str) -> float:
    """Return by how much a value gets dearer at most, from any size to a larger one."""
    told = [row for row in rows if "op" in row]
    cost = {r["values"]: r[unit] for r in told if (r["op"], r["engine"]) == (op, engine)}
    copying = {r["values"]: r["ns"] for r in told if r["op"] == COPY and unit == "ns"}
    worst = 1.0
    for few, many in itertools.combinations(sorted(n for n in cost if n >= 100_000), 2):
        copies = copying[many] / copying[few] if {few, many} <= set(copying) else 1.0
        worst = max(worst, cost[many] / cost[few] / max(1.0, copies))
    return worst


def _memory(rows: list[dict[str, Any]], targets: Targets) -> str:
    most = targets.memory["most"]
    lines = [
        "\n## Memory\n",
        f"Peak bytes over those of input and output together; the figure is at most {most:g}.\n",
    ]
    for case, engine in dict.fromkeys((row["case"], row["engine"]) for row in rows):
        part = [r for r in rows if (r["case"], r["engine"]) == (case, engine)]
        above = sorted((r for r in part if r["ratio"] > most), key=lambda r: -r["ratio"])
        dearest = max(part, key=lambda r: r["ratio"])
        lines.append(
            f"- {_mark(not above)} {case}, {engine}: {len(part) - len(above)} of {len(part)} "
            f"operations; most is {dearest['ratio']:.2f} ({dearest['op']})"
        )
        for r in above:
            why = targets.noted("memory", r["op"]) or "not known why."
            lines.append(f"  - 🔴 {r['op']}: {r['ratio']:.2f} ({r['peak']:.3g} bytes). {why}")
    return "\n".join(lines)


PARTS: dict[str, Part] = {"overhead": _overhead, "growth": _growth, "memory": _memory}


def _memory_missed(rows: list[dict[str, Any]], targets: Targets) -> list[str]:
    return list(dict.fromkeys(r["op"] for r in rows if r["ratio"] > targets.memory["most"]))


# What of each part misses its figure; a note says why.
MISSED: dict[str, Callable[[Any, Targets], list[str]]] = {
    "overhead": _calls_missed,
    "growth": _growth_missed,
    "memory": _memory_missed,
}
