"""SVG output: texts, boxes and lines on a canvas that grows with its content.

Everything is set by attributes, so a picture without its style sheet loses only the text colour of
the dark theme. Texts are written in reading order, line by line.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from raggedkit.reprs.values import columns, visible

__all__ = ["PADDING", "TINTS", "Canvas", "Mark", "box", "text_width"]

CHARACTER = 7.25  # width of a character at the font size used
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
# Only for a saved picture: inside a page it uses the text colour of the page. An image follows the
# system's theme, not that of the page around it, so it needs its own background.
_ALONE = (
    "svg{color-scheme:light dark;color:#1b1b1b;background:#fff}"
    "@media(prefers-color-scheme:dark){svg{color:#ebebeb;background:#1b1b1b}}"
)
_MARGIN = 8
# Colour and opacity of each fill. A colour has the same meaning as in static/base.css.
TINTS = {
    "even": ("currentColor", 0.05),
    "odd": ("currentColor", 0.14),
    "empty": ("#1976d2", 0.22),
    "nan": ("#f57c00", 0.3),
}
PADDING = "#8e5bb5"


@dataclass(frozen=True)
class Mark:
    """A text at an x position of a line."""

    x: float
    text: str
    anchor: str = "middle"
    odd: bool = False  # nan or inf: emphasised, as it is easily overlooked


def text_width(text: str) -> float:
    """Return the approximate width of a text."""
    return columns(text) * CHARACTER


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as part of a path."""
    return f"M{_n(x)} {_n(y)}h{_n(width)}v{_n(height)}h{_n(-width)}z"


@dataclass
class Canvas:
    """The drawn shapes and texts; texts are above shapes."""

    shapes: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    width: float = 0
    height: float = 0

    def tint(self, kind: str, boxes: Iterable[str], *, strong: bool = False) -> None:
        """Fill boxes with a tint from `TINTS`, a highlighted one twice as ``strong``."""
        colour, opacity = TINTS[kind]
        opacity = min(opacity * 2, 0.45) if strong else opacity
        self._path(boxes, f'fill="{colour}" fill-opacity="{opacity:g}"')

    def outline(
        self,
        boxes: Iterable[str],
        *,
        width: float = 1,
        dashes: str = "",
        colour: str = "currentColor",
    ) -> None:
        """Draw boxes or lines."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._path(boxes, f'fill="none" stroke="{colour}" stroke-width="{_n(width)}"{dashed}')

    def hatch(self, corners: Iterable[tuple[float, float]], width: float, height: float) -> None:
        """Fill boxes with the diagonal lines that mean padding."""
        steps = int(width // 8)
        lines = [
            "".join(
                f"M{_n(x + 8 * i)} {_n(y + height)}L{_n(x + 8 * i + 8)} {_n(y)}"
                for i in range(steps)
            )
            for x, y in corners
        ]
        self.outline(lines, width=0.8, colour=PADDING)

    def line(
        self, y: float, marks: Sequence[Mark], *, bold: bool = False, small: bool = False
    ) -> None:
        """Write texts on one line with its middle at ``y``."""
        shown = [m for m in marks if m.text]
        kinds = ' font-weight="bold"' if bold else ""
        kinds += ' font-size="10.5"' if small else ""
        for (anchor, odd), group in groupby(shown, key=lambda mark: (mark.anchor, mark.odd)):
            at = f' text-anchor="{anchor}"' if anchor != "start" else ""
            at += ' font-weight="bold" text-decoration="underline"' if odd else ""
            # Not one <text> with many <tspan>: spaces between them would shift centred texts.
            texts = [
                f'<text x="{_n(m.x)}" y="{_n(y + 4)}">{_escaped(m.text)}</text>' for m in group
            ]
            self.texts.append(f"<g{at}{'' if odd else kinds}>{' '.join(texts)}</g>")
        for mark in shown:
            share = {"start": 1.0, "middle": 0.5, "end": 0.0}[mark.anchor]
            self.reach(mark.x + share * text_width(mark.text), y + 8)

    def reach(self, x: float, y: float) -> None:
        """Enlarge the picture to include this point."""
        self.width, self.height = max(self.width, x), max(self.height, y)

    def document(self, title: str, description: str, *, alone: bool) -> str:
        """Return the SVG text, for a file of its own (``alone``) or for a page."""
        width, height = int(self.width) + 2 * _MARGIN, int(self.height) + _MARGIN
        # In a page, a picture that is wider than the page shrinks.
        fluid = "" if alone else ' style="max-width:100%;height:auto"'
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} 0 {width} {height}" fill="currentColor" font-family="{_FONT}" '
            f'font-size="12" xml:space="preserve"{fluid}>'
        )
        style = f"<style>{_ALONE}</style>\n" if alone else ""
        head = f"<title>{_escaped(title)}</title>\n<desc>{_escaped(description)}</desc>\n"
        drawn = "\n".join([*self.shapes, *self.texts])
        return f"{opening}\n{head}{style}{drawn}\n</svg>\n"

    def _path(self, parts: Iterable[str], kinds: str) -> None:
        together = "".join(parts)
        if together:
            self.shapes.append(f'<path {kinds} d="{together}"/>')


def _escaped(text: str) -> str:
    return html.escape(visible(text))


def _n(number: float) -> str:
    """Return a number with at most one digit after the point."""
    return f"{round(number, 1):.1f}".removesuffix(".0")
