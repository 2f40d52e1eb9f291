"""Picture of the ratios for docs/images, light and dark (needs matplotlib).

Each dot is an operation, at the other library's time divided by raggedkit's.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.adapters import LIBRARIES, OURS, PEERS
from benchmarks.cases import KINDS, Case
from benchmarks.report.targets import number
from benchmarks.results import FOLDER, EngineSummary, Results, engine_summary

__all__ = ["IMAGES", "THEMES", "digest", "draw", "pictures", "shown", "swarm"]

IMAGES = FOLDER.parent / "docs" / "images"

# The two backgrounds of GitHub, and colours that are easy to distinguish on them.
THEMES = {
    "light": {
        "ink": "#1f2328",
        "quiet": "#59636e",
        "lines": "#d1d9e0",
        "faster": "#0969da",
        "slower": "#cf222e",
        "back": "#ffffff",
    },
    "dark": {
        "ink": "#f0f6fc",
        "quiet": "#9198a1",
        "lines": "#3d444d",
        "faster": "#4493f8",
        "slower": "#f85149",
        "back": "#0d1117",
    },
}
WIDE = 0.033  # width of a dot, in decades


def shown(
    results: Results, kinds: Sequence[str] = ("small", "typical")
) -> dict[str, EngineSummary]:
    """Return the data of the picture: for each kind the best engine that was measured."""
    found = {}
    for kind in kinds:
        records = [r for r in results.records if r.case == Case(kind, "float32")]
        for engine in OURS:
            best = engine_summary(records, engine)
            if best.compared:
                found[kind] = best
    return found


def digest(found: dict[str, EngineSummary]) -> str:
    """Return a digest of the numbers; the picture stores it in its description."""
    return "numbers " + hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def swarm(ratios: Sequence[float]) -> list[int]:
    """Return the vertical offset of each dot, 0, 1, -1, 2, ..., so that no two dots overlap."""
    taken: dict[int, int] = {}
    levels = []
    for ratio in ratios:
        # Dots in one column, as wide as a dot, would overlap: they are stacked.
        column = math.floor(math.log10(ratio) / WIDE)
        level = taken.get(column, 0)
        taken[column] = level + 1
        levels.append((level + 1) // 2 * (1 if level % 2 else -1))
    return levels


def draw(found: dict[str, EngineSummary], theme: str, path: Path) -> None:
    """Write one SVG file; equal numbers produce equal files."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    look = THEMES[theme]
    peers = [peer for peer in PEERS if any(part.ratios[peer] for part in found.values())]
    ratios = [r for part in found.values() for peer in peers for r, _ in part.ratios[peer]]
    tall = 0.75 + len(found) * (0.75 + 0.46 * len(peers))
    # Without a salt the ids in the SVG differ from run to run.
    with mpl.rc_context({"svg.hashsalt": "raggedkit", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=(8.6, tall), facecolor=look["back"])
        panels = figure.subplots(len(found), 1, sharex=True, squeeze=False)[:, 0]
        for ax, (kind, part) in zip(panels, found.items(), strict=True):
            _panel(ax, kind, part, [peer for peer in peers if part.ratios[peer]], look)
        panels[-1].set_xlim(min(ratios) / 1.6, max(ratios) * 1.5)
        figure.text(
            *(0.115, 0.25 / tall),
            "The other library's time divided by raggedkit's. Each dot is an operation, the bar is "
            "the median; red: raggedkit is slower.",
            color=look["quiet"],
            fontsize=8.5,
        )
        figure.subplots_adjust(
            left=0.115, right=0.83, top=1 - 0.4 / tall, bottom=0.75 / tall, hspace=0.28
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        about = {"Date": None, "Creator": None, "Description": digest(found)}
        figure.savefig(path, metadata=about, facecolor=look["back"])


def _panel(ax: Any, kind: str, part: EngineSummary, peers: list[str], look: dict[str, str]) -> None:
    for y, peer in enumerate(peers):
        _library(ax, y, part.ratios[peer], look)
    ax.set_facecolor(look["back"])
    ax.set_xscale("log")
    ax.axvline(1, color=look["quiet"], linewidth=1)
    titles = [LIBRARIES[peer].title for peer in peers]
    ax.set_yticks(range(len(peers)), titles, color=look["ink"], fontsize=10)
    ax.set_ylim(len(peers) - 0.45, -0.62)
    ax.set_title(_title(kind, part), loc="left", color=look["ink"], fontsize=10, fontweight="bold")
    _beside(ax, 1, "median, faster in", look["quiet"], above=True)
    ax.tick_params(axis="x", colors=look["quiet"], labelsize=9, length=0, labelbottom=True)
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:g}" if x >= 1 else f"1/{1 / x:.0f}")
    ax.minorticks_off()
    ax.grid(axis="x", color=look["lines"], linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ax.spines.values():
        side.set_visible(False)


def _library(ax: Any, y: int, found: list[tuple[float, str]], look: dict[str, str]) -> None:
    ratios = [ratio for ratio, _ in found]
    levels = swarm(ratios)
    step = 0.38 / max(4, *map(abs, levels))
    colours = [look["slower" if ratio < 1 else "faster"] for ratio in ratios]
    heights = [y + step * level for level in levels]
    ax.scatter(ratios, heights, s=13, color=colours, linewidths=0, zorder=3)
    middle = median(ratios)
    ax.plot([middle] * 2, [y - 0.4, y + 0.4], color=look["ink"], linewidth=1.6, zorder=4)
    lowest, op = found[0]
    if lowest < 1:
        ax.annotate(
            *(op, (lowest, y)),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            color=look["slower"],
            fontsize=7.5,
        )
    faster = sum(ratio >= 1 for ratio in ratios)
    _beside(ax, y, f"{number(middle)} ×, {faster} of {len(ratios)}", look["ink"])


def _beside(ax: Any, y: float, text: str, colour: str, *, above: bool = False) -> None:
    ax.annotate(
        *(text, (1.015, y)),
        xytext=(0, 6 if above else 0),
        textcoords="offset points",
        xycoords=("axes fraction", "axes fraction" if above else "data"),
        va="bottom" if above else "center",
        color=colour,
        fontsize=9,
    )


def _title(kind: str, part: EngineSummary) -> str:
    engine = "on NumPy alone" if part.engine == "raggedkit" else "with numba"
    return f"{kind}: {KINDS[kind].partition(',')[0]}; raggedkit {engine}"


def pictures(results: Results, folder: Path = IMAGES) -> list[Path]:
    """Write both pictures and return their paths; none without matplotlib or without data."""
    found = shown(results)
    if not found or find_spec("matplotlib") is None:
        return []
    paths = [folder / f"speed-{theme}.svg" for theme in THEMES]
    for theme, path in zip(THEMES, paths, strict=True):
        draw(found, theme, path)
    return paths
