"""Tables of what is measured beside the ratios: overhead of a call, growth, memory."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from benchmarks.targets import Targets

__all__ = ["COPY", "PARTS"]

COPY = "np.copyto of the values"  # a line of the growth table: what memory itself costs

Part = Callable[[Any, Targets], str]


def _mark(met: bool) -> str:
    return "🟢" if met else "🔴"


def _overhead(rows: list[dict[str, Any]], targets: Targets) -> str:
    bars = {row["family"]: row for row in targets.overhead}
    lines = [
        "\n## Microseconds a call on 5 rows\n",
        "Against the NumPy call that does the same work on the bare arrays.\n",
        "| | raggedkit | NumPy | over | figure | |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        bar, over = bars[row["family"]], row["ours"] - row["numpy"]
        key, found = ("over", over) if "over" in bar else ("total", row["ours"])
        lines.append(
            f"| {row['call']} | {row['ours']:.2f} | {row['numpy']:.2f} | {over:.2f} "
            f"| {key} ≤ {bar[key]:g} | {_mark(found <= bar[key])} |"
        )
    return "\n".join(lines)


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
    copying = {row["values"]: row["ns"] for row in told if row["op"] == COPY}
    for op, engine in dict.fromkeys((row["op"], row["engine"]) for row in told):
        for unit in ("ns",) if op == COPY else ("ns", "bytes"):
            cost = {r["values"]: r[unit] for r in told if (r["op"], r["engine"]) == (op, engine)}
            cells = [f"{cost[n]:.3g}" if n in cost else "–" for n in counts]
            grown = _grown(cost, copying if unit == "ns" else {})
            mark = "" if op == COPY else _mark(grown <= most)
            name = op if op == COPY else f"{op}, {engine}, {unit}"
            lines.append(f"| {name} | " + " | ".join(cells) + f" | {mark} |")
    left = [f"{r['engine']}, {r['values']:.0e} values: {r['why']}" for r in rows if "why" in r]
    return "\n".join(lines + [f"\nLeft out: {'; '.join(left)}."] * bool(left))


def _grown(cost: dict[int, float], copying: dict[int, float]) -> float:
    """Return by how much a value gets dearer at most, from any size to a larger one."""
    sizes = sorted(n for n in cost if n >= 100_000)
    worst = 1.0
    for few, many in itertools.combinations(sizes, 2):
        copies = copying.get(many, 1.0) / copying.get(few, 1.0) if many in copying else 1.0
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
        lines += [f"  - 🔴 {r['op']}: {r['ratio']:.2f} ({r['peak']:.3g} bytes)" for r in above]
    return "\n".join(lines)


PARTS: dict[str, Part] = {"overhead": _overhead, "growth": _growth, "memory": _memory}
