"""HTML of ragged lists for notebooks: a table of the rows in the style of raggedkit."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from raggedkit import Options
from raggedkit.reprs.markup import Html, element, escape, page, table_row
from raggedkit.reprs.tables import flow, heading, note, table
from raggedkit_r.ragged.printing import headline, row_labels, row_texts
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import first_items, names_of, null_of, take_rows, values_of
from raggedkit_r.vector.printing import encoded, value_texts

__all__ = ["html"]


def html(x: RaggedList) -> str:
    """Return a table of the rows, as many and as long as `raggedkit.options` has them.

    NA, NaN and NULL are marked. A page never exceeds the size that `raggedkit.reprs` allows.

    Parameters
    ----------
    x : RaggedList
        The rows to show.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> "<span>3</span> <span><em>NA</em></span>" in html(ragged([[3, None]]))
    True
    """
    return page(lambda options: _table(x, options), "ragged list", "rows")


def _table(x: RaggedList, options: Options) -> Html:
    shown = take_rows(x, np.arange(min(len(x), options.max_rows)))
    flat = x.tensor.ragged_rank == 1 and x.tensor.flat_values.ndim == 1
    cells = (_value_cells if flat else _text_cells)(shown, options.max_items)
    labels = [element("th", label, scope="row") for label in row_labels(shown)]
    rows = [table_row([label, row]) for label, row in zip(labels, cells, strict=True)]
    if len(x) > len(shown):
        rows.append(note(f"... and {len(x) - len(shown):,} more rows", 2))
    return Html(heading("ragged list", headline(x).partition(": ")[2]) + table([], rows, "rows"))


def _text_cells(x: RaggedList, max_items: int) -> list[Html]:
    return [flow([element("span", text)]) for text in row_texts(x, values=max_items)]


def _value_cells(x: RaggedList, max_items: int) -> list[Html]:
    """Return a cell for each row, with a box for each of its values."""
    lengths = x.tensor.row_lengths().tolist()
    shown, _ = first_items(x, max_items, [None])
    values = values_of(shown)
    names = names_of(shown)[-1] or ("",) * len(values)
    marked = values.is_na.tolist()
    texts = zip(value_texts(values), names, marked, strict=True)
    cells = [_cell(*one) for one in texts]
    null = null_of(shown)[0]
    rows = []
    for i, (start, stop) in enumerate(pairwise(shown.tensor.row_splits.tolist())):
        row = cells[start:stop]
        if lengths[i] > stop - start:
            row.append(element("span", f"+{lengths[i] - (stop - start):,} more", class_="more"))
        if null is not None and bool(null[i]):
            row = [element("span", element("em", "NULL"))]
        rows.append(flow(row) if row else element("td", "[]", class_="empty"))
    return rows


def _cell(text: str, name: str, marked: bool) -> Html:
    shown = element("em", text) if marked else escape(text)
    return element("span", Html(f"{escape(encoded(name))} = {shown}") if name else shown)
