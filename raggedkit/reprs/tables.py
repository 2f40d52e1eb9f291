"""HTML tables: captions, notes and cells, and the wording of amounts."""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit.reprs.markup import Html, element, escape, table_row
from raggedkit.reprs.parts import Cell, Node, Run

__all__ = ["amount", "caption", "facts", "inline", "items", "nbytes", "note", "percent", "table"]

_UNITS = ("KiB", "MiB", "GiB", "TiB")


def table(caption: Html, header: Sequence[Html], rows: Sequence[Html], class_: str = "") -> Html:
    """Return a table of a caption, the cells of its header, and rows."""
    head = element("thead", table_row(header)) if header else Html()
    body = element("tbody", *rows)
    return Html(element("table", Html("\n"), caption, head, body, class_=class_) + "\n")


def caption(name: str, what: str) -> Html:
    """Return the caption of a table."""
    return element("caption", element("b", name), f" {what}")


def facts(*lines: str) -> Html:
    """Return additional information, one line each."""
    said = Html("<br>\n".join(escape(line) for line in lines if line))
    return Html(element("div", element("small", said)) + "\n") if said else Html()


def note(text: str, width: int) -> Html:
    """Return a row with a text instead of values."""
    return table_row([element("td", text, class_="more", colspan=width)])


def items(run: Run, name: str = "td") -> list[Html]:
    """Return an element for each shown item, and one with the number of hidden items."""
    shown = [element(name, inline(item)) for _, item in run.shown]
    if run.hidden:
        more = f"+{run.hidden:,} more{', ' * bool(run.note)}{run.note}"
        shown.insert(len(run.head), element(name, more, class_="more"))
    return shown


def inline(node: Node) -> Html:
    """Return a value, or a list in Python's notation; a shortened list shows its length."""
    if isinstance(node, Cell):
        return element("em", node.text) if node.mark else escape(node.text)
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
