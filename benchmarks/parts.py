"""Tables of what is measured beside the ratios: overhead of a call, growth, memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.targets import Targets

__all__ = ["PARTS"]

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
    counts = sorted({row["values"] for row in rows})
    most = targets.growth["most"]
    lines = [
        "\n## Growth\n",
        f"Nanoseconds and peak bytes (those of the input among them) for each value. 🔴: from 1e5 "
        f"values on, the dearest value costs more than {most:g} times the cheapest.\n",
        "| | " + " | ".join(f"{n:.0e}".replace("e+0", "e") for n in counts) + " | |",
        "|---|" + "--:|" * len(counts) + "---|",
    ]
    for op, what in dict.fromkeys((row["op"], row["engine"]) for row in rows):
        for unit in ("ns", "bytes"):
            cost = {r["values"]: r[unit] for r in rows if (r["op"], r["engine"]) == (op, what)}
            cells = [f"{cost[n]:.3g}" if n in cost else "–" for n in counts]
            large = [c for n, c in cost.items() if n >= 100_000]
            flat = not large or max(large) <= most * min(large)
            lines.append(f"| {op}, {what}, {unit} | " + " | ".join(cells) + f" | {_mark(flat)} |")
    return "\n".join(lines)


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
