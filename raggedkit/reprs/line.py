"""One-line text of nested lists, in Python's notation, fitted to a width.

A shortened list shows its true length: ``[3, 1, ..., 9] (40)``. Numbers are never cut.
"""

from __future__ import annotations

from raggedkit.reprs.parts import Cell, Node, Run
from raggedkit.reprs.values import columns, shortened

__all__ = ["fitted", "one_line", "written"]

_GAP = "..."
_NOTHING = ("...", "[...")  # beginnings of texts without any item
_LEAST_WORD = 8  # fewer characters of a text are not informative


def written(node: Node, *, counted: bool = True) -> str:
    """Return the full text of a node; with ``counted``, shortened lists show their length."""
    if isinstance(node, Cell):
        return node.padded
    head, tail = map(written, node.head), map(written, node.tail)
    gap = [_GAP] if node.hidden else []
    return f"[{', '.join([*head, *gap, *tail])}]{_count(node) if gap and counted else ''}"


def one_line(rows: Run) -> str:
    """Return the repr of a whole ragged tensor."""
    return f"<RaggedTensor {written(rows)}>"


def fitted(node: Node, room: int, *, counted: bool = True) -> str:
    """Return the text of a node in ``room`` columns: the first items and the last one.

    Without room for any item it is ``[...]``, or ``...`` if even that is too long.
    """
    text = written(node, counted=counted)
    if columns(text) <= room:
        return text
    if isinstance(node, Cell):
        word = node.text[:1] in "'\"b<" and room >= _LEAST_WORD
        return shortened(text, room) if word else _GAP
    after = _count(node) if counted else ""
    firsts, last = [item for _, item in node.shown], ""
    if node.length < 2:
        after = ""
    elif node.tail or not node.hidden:
        last = _last(firsts, room - len(after))
    kept = []
    if last:
        kept = _fitting(firsts[:-1], room - columns(f"[, {last}]{after}"), node.length - 1)
    if not kept:
        last, kept = "", _fitting(firsts, room - len(f"[]{after}"), node.length)
    if kept:
        return f"[{', '.join([*kept, last] if last else kept)}]{after}"
    return next((t for t in (f"[{_GAP}]{after}", f"[{_GAP}]") if len(t) <= room), _GAP)


def _last(items: list[Node], room: int) -> str:
    """Return the text of the last item if it leaves room for the first one, else ""."""
    text = written(items[-1])
    if columns(text) <= room // 2:
        return text
    # Only innermost lists are shortened: deeper ones would show only brackets, and cost 2**rank.
    if isinstance(items[-1], Run) and any(isinstance(item, Run) for _, item in items[-1].shown):
        return ""
    text = fitted(items[-1], room // 3)
    return "" if text.startswith(_NOTHING) else text


def _fitting(items: list[Node], room: int, length: int) -> list[str]:
    """Return the items that fit from the left, then ``...`` unless they are the whole list.

    If the first one does not fit, it is shortened; if that shows no item, the result is empty.
    """
    kept: list[str] = []
    left = room
    for i, item in enumerate(items):
        text = written(item)
        gap = 0 if i == length - 1 else len(_GAP) + 2
        if columns(text) > left - gap:
            if not kept:
                part = fitted(item, left - gap)
                if columns(part) > left - gap or part.startswith(_NOTHING):
                    return []
                kept.append(part)
            break
        kept.append(text)
        left -= columns(text) + 2
    return kept if len(kept) == length else [*kept, _GAP]


def _count(run: Run) -> str:
    return f" ({run.length})"
