"""Parts of HTML displays: headings, notes, values, folded sections, and the wording of amounts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from raggedkit.reprs.markup import Html, element, escape, table_row
from raggedkit.reprs.parts import Cell, Node, Run

__all__ = [
    "amount",
    "facts",
    "flow",
    "folded",
    "heading",
    "inline",
    "items",
    "nbytes",
    "note",
    "notation",
    "percent",
    "strips",
    "table",
]

_UNITS = ("KiB", "MiB", "GiB", "TiB")
_AXIS = re.compile(r"\(d(\d+)\)")


def heading(name: str, *what: str) -> Html:
    """Return the line above a table: a name, the shape and dtype, then facts after a dot each."""
    said = Html(" · ".join(escape(text) for text in what if text))
    return Html(
        element("div", element("b", name), Html(f" {said}" if said else ""), class_="head") + "\n"
    )


def notation(shape: str, explained: Callable[[int], str]) -> Html:
    """Return a shape like ``[3, (d1)]`` in which each ragged axis has its explanation."""
    parts = _AXIS.split(shape)  # text, axis, text, axis, ..., text
    shown = [escape(part) for part in parts]
    for at in range(1, len(parts), 2):
        axis = int(parts[at])
        shown[at] = element("abbr", f"(d{axis})", title=explained(axis))
    return Html("".join(shown))


def table(header: Sequence[Html], rows: Sequence[Html], class_: str = "") -> Html:
    """Return a table of the cells of its header, and rows."""
    head = element("thead", table_row(header)) if header else Html()
    body = element("tbody", *rows)
    return Html(element("table", Html("\n"), head, body, class_=class_) + "\n")


def strips(tables: Iterable[Html]) -> Html:
    """Return tables side by side; where the page is narrow, below each other."""
    return Html(element("div", Html("\n"), *tables, class_="strips") + "\n")


def facts(*lines: str) -> Html:
    """Return additional information, one line each."""
    said = Html("<br>\n".join(escape(line) for line in lines if line))
    return Html(element("div", element("small", said)) + "\n") if said else Html()


def folded(summary: str, *content: Html) -> Html:
    """Return a section that is closed until a reader opens it."""
    return Html(element("details", element("summary", summary), Html("\n"), *content) + "\n")


def note(text: str, width: int) -> Html:
    """Return a row with a text instead of values."""
    return table_row([element("td", text, class_="more", colspan=width)])


def flow(values: Sequence[Html]) -> Html:
    """Return a cell of boxes that continue on a next line where the page is narrow."""
    return element("td", Html(" ".join(values)), class_="flow")


def items(run: Run, *, counted: bool = True) -> list[Html]:
    """Return a box for each shown item, and a mark with the number of hidden items.

    Not ``counted``, the mark is ``...``, for a table that shows the number elsewhere.
    """
    shown = [element("span", inline(item)) for _, item in run.shown]
    if run.hidden:
        more = f"+{run.hidden:,} more" if counted else "..."
        more += f"{', ' * bool(run.note)}{run.note}"
        shown.insert(len(run.head), element("span", more, class_="more"))
    return shown


def inline(node: Node) -> Html:
    """Return a value, or a list in Python's notation; a shortened list shows its length."""
    if isinstance(node, Cell):
        text = element("em", node.text) if node.mark else escape(node.text)
        return Html(f"{'':{node.left}}{text}{'':{node.right}}")
    shown = [inline(item) for _, item in node.shown]
    if node.hidden:
        shown.insert(len(node.head), Html("..."))
    length = f" ({node.length})" if node.hidden else ""
    return Html(f"[{', '.join(shown)}]{length}")


def amount(count: int, unit: str, units: str = "") -> str:
    """Return ``1 row`` or ``2,000 rows``."""
    return f"{count:,} {unit if count == 1 else units or unit + 's'}"


def percent(part: int, whole: int) -> str:
    """Return ``12%`` or ``0.1%``: never 0% or 100% by rounding alone."""
    share = 100 * part / whole
    if 0 < share < 0.01:
        return "less than 0.01%"
    if 99 < share < 100:
        return "over 99%"
    return f"{share:.1g}%" if 0 < share < 1 else f"{share:.0f}%"


def nbytes(count: int) -> str:
    """Return ``112 bytes``, or ``54.4 KiB``."""
    if count < 10_000:
        return amount(count, "byte")
    size, unit = float(count), 0
    while size >= 1024 and unit < len(_UNITS):
        size, unit = size / 1024, unit + 1
    return f"{size:.3g} {_UNITS[unit - 1]}" if size < 1000 else f"{size:.0f} {_UNITS[unit - 1]}"
