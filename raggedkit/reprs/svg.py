"""Writing SVG: texts, boxes and lines on a canvas that finds its own size.

All that matters is said in attributes, so that a picture without its style sheet loses nothing but
the colour of its text in the dark. Text comes in lines, in the order in which it is read.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from raggedkit.reprs.values import columns, visible

__all__ = ["Canvas", "Mark", "box", "text_width"]

CHARACTER = 7.25  # width of a character of the font, at its size
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
# Only for a picture that stands alone: inside of a page it has the page's own text colour. As an
# image it follows the system, whatever the page that it is on does, so it brings its own ground.
_ALONE = (
    "svg{color-scheme:light dark;color:#1b1b1b;background:#fff}"
    "@media(prefers-color-scheme:dark){svg{color:#ebebeb;background:#1b1b1b}}"
)
_MARGIN = 8
TINTS = ("#1976d2", "#f57c00")  # rows take turns, and are numbered as well


@dataclass(frozen=True)
class Mark:
    """A text at a place of a line."""

    x: float
    text: str
    anchor: str = "middle"
    odd: bool = False  # whether it is easily overlooked, as nan is


def text_width(text: str) -> float:
    """Return about how wide a text is."""
    return columns(text) * CHARACTER


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as part of a path."""
    return f"M{_n(x)} {_n(y)}h{_n(width)}v{_n(height)}h{_n(-width)}z"


@dataclass
class Canvas:
    """What is drawn so far: boxes and lines first, text over them."""

    shapes: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    width: float = 0
    height: float = 0

    def tint(self, turn: int, boxes: Iterable[str], *, strong: bool = False) -> None:
        """Fill boxes with one of the two tints."""
        strength = ".4" if strong else ".18"
        self._path(boxes, f'fill="{TINTS[turn % 2]}" fill-opacity="{strength}"')

    def outline(self, boxes: Iterable[str], *, width: float = 1, dashes: str = "") -> None:
        """Draw boxes or lines."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        stroke = f'fill="none" stroke="currentColor" stroke-width="{_n(width)}"{dashed}'
        self._path(boxes, stroke)

    def line(
        self, y: float, marks: Sequence[Mark], *, bold: bool = False, small: bool = False
    ) -> None:
        """Write texts on one line, whose middle is at ``y``."""
        shown = [m for m in marks if m.text]
        kinds = ' font-weight="bold"' if bold else ""
        kinds += ' font-size="10.5"' if small else ""
        for (anchor, odd), group in groupby(shown, key=lambda mark: (mark.anchor, mark.odd)):
            at = f' text-anchor="{anchor}"' if anchor != "start" else ""
            at += ' font-weight="bold" text-decoration="underline"' if odd else ""
            # not one <text> of many <tspan>: a space between those would shift what is centred
            texts = [
                f'<text x="{_n(m.x)}" y="{_n(y + 4)}">{_escaped(m.text)}</text>' for m in group
            ]
            self.texts.append(f"<g{at}{'' if odd else kinds}>{' '.join(texts)}</g>")
        for mark in shown:
            share = {"start": 1.0, "middle": 0.5, "end": 0.0}[mark.anchor]
            self.reach(mark.x + share * text_width(mark.text), y + 8)

    def reach(self, x: float, y: float) -> None:
        """Make the picture at least so large."""
        self.width, self.height = max(self.width, x), max(self.height, y)

    def document(self, title: str, description: str, *, alone: bool) -> str:
        """Return the picture: ``alone`` in a file of its own, or inside of a page."""
        width, height = int(self.width) + 2 * _MARGIN, int(self.height) + _MARGIN
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} 0 {width} {height}" fill="currentColor" font-family="{_FONT}" '
            f'font-size="12" xml:space="preserve">'
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
