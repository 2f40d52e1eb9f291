"""Parts as one line of text: nested lists in Python's notation, fitted into a width.

What is cut says how long it really is: ``[3, 1, ..., 9] (40)``. No number is ever cut in two.
"""

from __future__ import annotations

from raggedkit.reprs.parts import Cell, Node, Run
from raggedkit.reprs.values import columns, shortened

__all__ = ["fitted", "written"]

_GAP = "..."
_LEAST_WORD = 8  # columns below which the beginning of a text says nothing


def written(node: Node, *, counted: bool = True) -> str:
    """Return the text of a node, however long; ``counted`` says the length of what is cut."""
    if isinstance(node, Cell):
        return node.text
    head, tail = map(written, node.head), map(written, node.tail)
    gap = [_GAP] if node.hidden else []
    return f"[{', '.join([*head, *gap, *tail])}]{_count(node) if gap and counted else ''}"


def fitted(node: Node, room: int, *, counted: bool = True) -> str:
    """Return the text of a node in ``room`` columns: the first items, and the last one.

    Where there is room for no item at all that is ``[...]`` or only ``...``.
    """
    text = written(node, counted=counted)
    if columns(text) <= room:
        return text
    if isinstance(node, Cell):
        word = node.text[:1] in "'\"b<" and room >= _LEAST_WORD
        return shortened(text, room) if word else _GAP
    after = _count(node) if counted else ""
    if node.length == 1 and node.head:
        return _or_gap(f"[{fitted(node.head[0], room - 2)}]", "", room)
    items = [item for _, item in node.shown]
    to_the_end = bool(node.tail) or not node.hidden
    for share in (2, 3) if to_the_end and len(items) > 1 else ():
        last = fitted(items[-1], (room - len(after)) // share)
        kept = _fitting(items[:-1], room - columns(f"[, {last}]{after}"), node.length - 1)
        if kept != [_GAP] and _GAP not in (last, kept[0]):
            return f"[{', '.join([*kept, last])}]{after}"
    kept = _fitting(items, room - len(f"[]{after}"), node.length)
    return _or_gap(f"[{', '.join(kept)}]", after, room)


def _fitting(items: list[Node], room: int, length: int) -> list[str]:
    """Return the items that fit from the left, then ``...`` unless they are the whole list.

    If not even the first fits, a part of it stands for it.
    """
    kept: list[str] = []
    left = room
    for i, item in enumerate(items):
        text = written(item)
        gap = 0 if i == length - 1 else len(_GAP) + 2
        if columns(text) > left - gap:
            if not kept:
                part = fitted(item, left - gap)
                kept += [] if part.startswith((_GAP, "[...")) else [part]
            break
        kept.append(text)
        left -= columns(text) + 2
    return kept if len(kept) == length else [*kept, _GAP]


def _or_gap(text: str, after: str, room: int) -> str:
    for shorter in (text + after, f"[{_GAP}]{after}", f"[{_GAP}]", _GAP):
        if columns(shorter) <= room:
            return shorter
    return _GAP[: max(room, 0)]


def _count(run: Run) -> str:
    return f" ({run.length})"
