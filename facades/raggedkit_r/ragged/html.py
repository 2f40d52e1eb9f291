"""Ragged lists in a notebook."""

from __future__ import annotations

from html import escape

import numpy as np

from raggedkit_r.ragged.printing import headline, row_labels, row_texts
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import take_rows

__all__ = ["html"]

_ROWS = 20


def html(x: RaggedList) -> str:
    """Return a table of the rows as R prints them, long ones cut off.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> "<td>[3, NA]</td>" in html(ragged([[3, None]]))
    True
    """
    shown = take_rows(x, np.arange(min(len(x), _ROWS)))
    cells = zip(row_labels(shown), row_texts(shown), strict=True)
    rows = "".join(f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in cells)
    more = f"<div>... and {len(x) - _ROWS:,} more rows</div>" if len(x) > _ROWS else ""
    table = f'<table style="text-align: left">{rows}</table>'
    return f"<div><div>{escape(headline(x))}</div>{table}{more}</div>"
