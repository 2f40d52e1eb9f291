"""Colour-blind-safe palette of plots, for light and dark backgrounds (Okabe and Ito)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.plots._drawing import text_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COMPARED",
    "DARK",
    "LIGHT",
    "MAIN",
    "SECOND",
    "color_of",
    "is_dark",
    "legible",
    "next_color",
    "palette",
]

# Okabe and Ito, "Color Universal Design" (2008). Without their yellow on light backgrounds and
# without their blue on dark ones, where the contrast is 1.3 and 4.0. The smallest distance of two
# colours (CIE 1976) is 16, simulated for protanopia, deuteranopia and tritanopia; it is 5 for the
# first seven colours of Matplotlib's default cycle.
LIGHT = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
DARK = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00")

MAIN, SECOND = 0, 1  # positions in the palette; marks of the two differ in shape, too
LEGIBLE = 4.5  # contrast of text after WCAG 2, level AA
COMPARED = "raggedkit-compared"  # the gid of lines that several plots on the same axes compare


def palette(ax: Axes) -> list[str]:
    """Return the colours for marks on these axes.

    They are those of Okabe and Ito and the text colour, unless the style in force has a colour
    cycle of its own.
    """
    from matplotlib.colors import to_hex

    if own := _cycle_of_style():
        return own
    return [*(DARK if is_dark(ax) else LIGHT), to_hex(text_color(ax))]


def color_of(ax: Axes, position: int, given: Any = None) -> str:
    """Return the given colour, or the one at a position in the palette, as hexadecimal digits.

    Matplotlib evaluates a name such as C1 when the picture is drawn, perhaps in another style.
    """
    from matplotlib.colors import to_hex

    if given is None:
        colors = palette(ax)
        given = colors[position % len(colors)]
    return to_hex(given, keep_alpha=True)


def next_color(ax: Axes, given: Any = None) -> str:
    """Return the given colour, or the first one that no compared line on these axes has."""
    drawn = sum(artist.get_gid() == COMPARED for artist in ax.get_children())
    return color_of(ax, drawn, given)


def is_dark(ax: Axes) -> bool:
    """Whether the background is dark. The text decides: a background may be transparent."""
    from matplotlib.colors import to_rgb

    return bool(np.dot(to_rgb(text_color(ax)), [0.299, 0.587, 0.114]) > 0.5)


def legible(ax: Axes, color: Any) -> Any:
    """Return the colour mixed with the text colour, as little as gives thin letters contrast."""
    from matplotlib.colors import to_rgb

    start, end = np.array(to_rgb(color)), np.array(to_rgb(text_color(ax)))
    behind = 0.0 if is_dark(ax) else 1.0
    for share in np.linspace(0, 1, 11):
        mixed = start + share * (end - start)
        if _contrast(_luminance(mixed), behind) >= LEGIBLE:
            break
    return tuple(mixed.tolist())


def _luminance(rgb: Array) -> float:
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def _contrast(one: float, other: float) -> float:
    low, high = sorted([one, other])
    return (high + 0.05) / (low + 0.05)


def _cycle_of_style() -> list[str]:
    """Return the colours of the style in force; none for Matplotlib's two general styles."""
    from matplotlib import rcParams, rcParamsDefault, style
    from matplotlib.colors import to_hex

    cycle = rcParams["axes.prop_cycle"]
    general = rcParamsDefault, style.library["dark_background"]
    if any(cycle == known["axes.prop_cycle"] for known in general):
        return []
    return [to_hex(color) for color in cycle.by_key().get("color", [])]
