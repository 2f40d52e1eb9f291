"""Text of the values by a format specification, for ``f"{rt:.2f}"``."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._options import get_options
from raggedkit.errors import broken_rule

__all__ = ["formatted"]

_MOST = 144  # values in a text: an f-string is one line


def formatted(rt: Any, spec: str) -> str:
    """Return ``[[1.50, 2.25], [], [3.00]]``; long rows and many rows are cut in the middle.

    Examples
    --------
    >>> import raggedkit as rk
    >>> f"{rk.array([[1.5, 2.25], [], [3.0]]):.2f}"
    '[[1.50, 2.25], [], [3.00]]'
    """
    options = get_options()
    return _list(rt, spec, [options.max_rows, options.max_items], [_MOST])


def _list(x: Any, spec: str, most: list[int], room: list[int]) -> str:
    n, limit = len(x), most[0]
    shown = range(n) if n <= limit else [*range(limit - 1), n - 1]
    texts: list[str] = []
    for i in shown:
        if room[0] <= 0:
            return f"[{', '.join([*texts, '...'])}]"
        if n > limit and i == n - 1:
            texts.append("...")
        if x.ndim > 1:
            texts.append(_list(x[i], spec, [most[-1]], room))
        else:
            texts.append(_value(x[i], spec))
        room[0] -= 1
    return f"[{', '.join(texts)}]"


def _value(x: Any, spec: str) -> str:
    if isinstance(x, np.datetime64):
        x = x.astype("datetime64[us]")  # whose item is a datetime
    value = x.item() if hasattr(x, "item") else x
    try:
        return format(value, spec)
    except (TypeError, ValueError):
        rule = f"suit values of type {type(value).__name__}"
        raise ValueError(broken_rule("format_spec", rule, spec)) from None
