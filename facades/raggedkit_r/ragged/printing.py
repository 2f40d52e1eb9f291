"""Text of ragged lists, as R prints them."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import first_items, names_of, null_of, take_rows, values_of
from raggedkit_r.vector.printing import WIDTH, encoded, level_line, value_texts
from raggedkit_r.vector.values import Values

__all__ = ["headline", "print_text", "row_labels", "row_texts"]


def print_text(x: RaggedList, *, rows: int = 20, values: int = 10, digits: int = 7) -> str:
    """Return the text that R prints for a ragged list: a headline, then a line for each row.

    Parameters
    ----------
    rows
        How many rows are listed.
    values
        How many values, or rows inside a row, are listed of each row.
    digits
        Significant digits of doubles.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> print(print_text(ragged({"a": [3, 1, None], "b": []})))
    ragged list: 2 rows, 3 integer values
    a  [3, 1, NA]
    b  []
    """
    n = x.tensor.nrows().item()
    listed = take_rows(x, np.arange(rows)) if n > rows else x
    labels = row_labels(listed)
    wide = max(map(_columns, labels), default=0)
    room = max(WIDTH - wide - 2, 20)
    texts = row_texts(listed, values=values, digits=digits)
    lines = [headline(x)]
    for label, text in zip(labels, texts, strict=True):
        lines.append(f"{label}{' ' * (wide - _columns(label))}  {_clipped(text, room)}")
    if n > rows:
        lines.append(f"... and {_counted(n - rows, 'more row')}")
    if x.kind == "factor":
        lines.append(_clipped(level_line(x.levels or (), x.ordered), WIDTH))
    return "\n".join(lines)


def headline(x: RaggedList) -> str:
    """Return the line with the numbers of rows and values."""
    counts = [len(part) for part in x.tensor.partitions]
    inner = x.tensor.flat_values.shape[1:]
    deeper = f" of rows, {', '.join(f'{n:,}' for n in counts[1:])} of these" if counts[1:] else ""
    values = _counted(len(x.tensor.flat_values), f"{_kind_label(x)} value")
    each = f" of {' x '.join(map(str, inner))} each" if inner else ""
    return f"ragged list: {_counted(counts[0], 'row')}{deeper}, {values}{each}"


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def _kind_label(x: RaggedList) -> str:
    label = "ordered" if x.ordered else x.kind
    detail = x.units or "secs" if x.kind == "difftime" else x.tz
    return f"{label} ({detail})" if detail else label


def row_labels(x: RaggedList) -> list[str]:
    """Return the label of each row: its name, or its number."""
    names = (x.names and x.names[0]) or [""] * x.tensor.nrows().item()
    return [encoded(name) or str(i) for i, name in enumerate(names, start=1)]


def row_texts(
    x: RaggedList, *, values: int | None = 10, digits: int = 7, whole: bool = False
) -> list[str]:
    """Return a text for each row, of no more than ``values`` items of each axis; None for all.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_texts(ragged([[1.5, 2], None]), values=1)
    ['[1.5, ...]', 'NULL']
    """
    more: list[Array | None] = [None] * x.tensor.ragged_rank
    if values is not None:
        more = [part.row_lengths() > values for part in x.tensor.partitions]
        x, more = first_items(x, values, more)
    texts = _flat_texts(values_of(x), digits=digits, whole=whole)
    axes = zip(x.tensor.partitions, null_of(x), names_of(x)[1:], more, strict=True)
    for part, null, names, long in reversed(list(axes)):
        if names is not None:
            named = zip(names, texts, strict=True)
            texts = [f"{encoded(name)} = {text}" if name else text for name, text in named]
        texts = _joined(texts, part.row_splits(), long)
        for at in [] if null is None else np.flatnonzero(null).tolist():
            texts[at] = "NULL"
    return texts


def _flat_texts(values: Values, *, digits: int, whole: bool) -> list[str]:
    inner = values.array.shape[1:]
    flat = values.reshaped(values.array.size)
    texts = value_texts(flat, digits=digits, whole=whole)
    for axis in reversed(range(len(inner))):
        count = len(values) * math.prod(inner[:axis])
        texts = _joined(texts, np.arange(count + 1) * inner[axis])
    return texts


def _joined(texts: list[str], splits: Array, more: Array | None = None) -> list[str]:
    rows = [", ".join(texts[a:b]) for a, b in pairwise(splits.tolist())]
    ends = [False] * len(rows) if more is None else more.tolist()
    return [f"[{row}{', ...' if long else ''}]" for row, long in zip(rows, ends, strict=True)]


def _clipped(text: str, width: int) -> str:
    return text if _columns(text) <= width else f"{text[: width - 3]}..."


def _columns(text: str) -> int:
    return len(text)
