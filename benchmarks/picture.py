"""A picture of results.json, light and dark: ``python -m benchmarks.picture`` (needs matplotlib).

A dot is an operation; where it stands is how many times longer the other library takes.
"""

from __future__ import annotations

import argparse
import hashlib
import math
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.adapters import LIBRARIES, OURS, PEERS
from benchmarks.data import KINDS, Case
from benchmarks.results import Results
from benchmarks.summary import Standing, standing
from benchmarks.targets import number

__all__ = ["IMAGES", "THEMES", "digest", "draw", "main", "pictures", "shown", "swarm"]

IMAGES = Path(__file__).parents[1] / "docs" / "images"

# GitHub's own two backgrounds, and colours that can be told apart on them.
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
WIDE = 0.033  # decades from one dot to the next that does not touch it


def shown(results: Results, kinds: Sequence[str] = ("small", "typical")) -> dict[str, Standing]:
    """Return what is drawn: for each kind the best engine that was measured there."""
    found = {}
    for kind in kinds:
        records = [r for r in results.records if r.case == Case(kind, "float32")]
        for engine in OURS:
            held = standing(records, engine)
            if held.compared:
                found[kind] = held
    return found


def digest(found: dict[str, Standing]) -> str:
    """Return what tells these numbers from others; it stands in the picture."""
    return "numbers " + hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def swarm(ratios: Sequence[float]) -> list[int]:
    """Return how far off its line each dot has to stand: 0, 1, -1, 2, ..."""
    taken: dict[int, int] = {}
    levels = []
    for ratio in ratios:
        column = math.floor(math.log10(ratio) / WIDE)
        level = taken.get(column, 0)
        taken[column] = level + 1
        levels.append((level + 1) // 2 * (1 if level % 2 else -1))
    return levels


def draw(found: dict[str, Standing], theme: str, path: Path) -> None:
    """Write one SVG; the same numbers give the same file."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    look = THEMES[theme]
    peers = [peer for peer in PEERS if any(held.against[peer] for held in found.values())]
    ratios = [r for held in found.values() for peer in peers for r, _ in held.against[peer]]
    tall = 0.75 + len(found) * (0.75 + 0.46 * len(peers))
    with mpl.rc_context({"svg.hashsalt": "raggedkit", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=(8.6, tall), facecolor=look["back"])
        panels = figure.subplots(len(found), 1, sharex=True, squeeze=False)[:, 0]
        for ax, (kind, held) in zip(panels, found.items(), strict=True):
            _panel(ax, kind, held, [peer for peer in peers if held.against[peer]], look)
        panels[-1].set_xlim(min(ratios) / 1.6, max(ratios) * 1.5)
        figure.text(
            *(0.115, 0.25 / tall),
            "How many times as long the other library takes. A dot is an operation, the bar their "
            "median; red: raggedkit is slower.",
            color=look["quiet"],
            fontsize=8.5,
        )
        figure.subplots_adjust(
            left=0.115, right=0.83, top=1 - 0.4 / tall, bottom=0.75 / tall, hspace=0.28
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        about = {"Date": None, "Creator": None, "Description": digest(found)}
        figure.savefig(path, metadata=about, facecolor=look["back"])


def _panel(ax: Any, kind: str, held: Standing, peers: list[str], look: dict[str, str]) -> None:
    for y, peer in enumerate(peers):
        _library(ax, y, held.against[peer], look)
    ax.set_facecolor(look["back"])
    ax.set_xscale("log")
    ax.axvline(1, color=look["quiet"], linewidth=1)
    titles = [LIBRARIES[peer].title for peer in peers]
    ax.set_yticks(range(len(peers)), titles, color=look["ink"], fontsize=10)
    ax.set_ylim(len(peers) - 0.45, -0.62)
    ax.set_title(_title(kind, held), loc="left", color=look["ink"], fontsize=10, fontweight="bold")
    _beside(ax, 1, "median, faster in", look["quiet"], above=True)
    ax.tick_params(axis="x", colors=look["quiet"], labelsize=9, length=0, labelbottom=True)
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:g}" if x >= 1 else f"1/{1 / x:.0f}")
    ax.minorticks_off()
    ax.grid(axis="x", color=look["lines"], linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ax.spines.values():
        side.set_visible(False)


def _library(ax: Any, y: int, against: list[tuple[float, str]], look: dict[str, str]) -> None:
    ratios = [ratio for ratio, _ in against]
    levels = swarm(ratios)
    step = 0.38 / max(4, *map(abs, levels))
    colours = [look["slower" if ratio < 1 else "faster"] for ratio in ratios]
    heights = [y + step * level for level in levels]
    ax.scatter(ratios, heights, s=13, color=colours, linewidths=0, zorder=3)
    middle = median(ratios)
    ax.plot([middle] * 2, [y - 0.4, y + 0.4], color=look["ink"], linewidth=1.6, zorder=4)
    lowest, op = against[0]
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


def _title(kind: str, held: Standing) -> str:
    engine = "on NumPy alone" if held.engine == "raggedkit" else "with numba"
    return f"{kind}: {KINDS[kind].partition(',')[0]}; raggedkit {engine}"


def pictures(results: Results, folder: Path = IMAGES) -> list[Path]:
    """Write both pictures, and return where; none without matplotlib, or with nothing to show."""
    found = shown(results)
    if not found or find_spec("matplotlib") is None:
        return []
    paths = [folder / f"speed-{theme}.svg" for theme in THEMES]
    for theme, path in zip(THEMES, paths, strict=True):
        draw(found, theme, path)
    return paths


def main() -> None:
    """Draw both pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, help="folder of results.json; of the pictures too")
    folder = parser.parse_args().to
    results = Results.read(folder / "results.json") if folder else Results.read()
    written = pictures(results, folder or IMAGES)
    print(f"wrote {' and '.join(path.name for path in written)}" if written else "needs matplotlib")


if __name__ == "__main__":
    main()
