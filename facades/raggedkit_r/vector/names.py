"""Named lists, and R's names for concatenated and selected items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from raggedkit_r.vector.arguments import as_items

__all__ = ["NamedList", "joined_names", "taken_names"]


class NamedList(list[Any]):
    """A list with names; `as_list` makes one of a vector or ragged list with names.

    Otherwise it is a list: an item or a slice of it has no names, nor has a changed list.

    Examples
    --------
    >>> from raggedkit_r import as_list, names, ragged
    >>> rows = as_list(ragged({"a": [3, 1], "b": []}))
    >>> rows, rows[0], names(rows)
    (list(a=[1] 3 1, b=integer(0)), [1] 3 1, [1] "a" "b")
    """

    __slots__ = ("labels",)

    def __init__(self, items: Iterable[Any] = (), labels: Iterable[str] = ()) -> None:
        super().__init__(as_items(items, "items", "be a sequence"))
        self.labels = tuple(as_items(labels, "labels", "be names"))

    def __repr__(self) -> str:
        if len(self.labels) != len(self):  # it was changed
            return super().__repr__()
        pairs = zip(self.labels, self, strict=True)
        items = (f"{label}={item!r}" if label else repr(item) for label, item in pairs)
        return f"list({', '.join(items)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedList, (list(self), self.labels)


def taken_names(names: Sequence[str] | None, at: Any) -> tuple[str, ...] | None:
    """Return the names at these positions; -1 gives ``<NA>``.

    Examples
    --------
    >>> taken_names(["a", "b"], [1, -1])
    ('b', '<NA>')
    """
    if names is None:
        return None
    return tuple(np.array([*names, "<NA>"], dtype=object)[at].tolist())


def joined_names(
    prefixes: Sequence[str], parts: Sequence[tuple[int, Sequence[str] | None]]
) -> tuple[str, ...] | None:
    """Return R's names for the items of several parts, each with a name of its own or ``""``.

    Parameters
    ----------
    parts
        The number of items of each, and their names.

    Examples
    --------
    >>> joined_names(["a", "", "b", "d"], [(2, None), (1, None), (1, ["x"]), (1, None)])
    ('a1', 'a2', '', 'b.x', 'd')
    """
    if not any(prefixes) and all(own is None for _, own in parts):
        return None
    made: list[str] = []
    for prefix, (count, own) in zip(prefixes, parts, strict=True):
        for i in range(count):
            name = own[i] if own else ""
            if prefix and name:
                name = f"{prefix}.{name}"
            elif prefix:
                name = prefix if count == 1 else f"{prefix}{i + 1}"
            made.append(name)
    return tuple(made) if any(made) else None
