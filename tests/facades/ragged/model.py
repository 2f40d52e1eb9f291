"""Ragged lists as lists of lists, None for NA and for NULL rows, and how to draw them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

import raggedkit_r as rr
from raggedkit_r.vector.na import NAType

__all__ = [
    "DAY",
    "LIMIT",
    "Row",
    "SEVERAL",
    "few",
    "filled_rows",
    "kept",
    "numbers",
    "plain",
    "some_rows",
]

Row = list[Any] | None
DAY = date(2024, 1, 2)
LIMIT = 2**31 - 1  # of R's integers; one less than minus this is NA

numbers = st.none() | st.integers(-20, 20)
some_rows = st.lists(st.none() | st.lists(numbers, max_size=4), max_size=6)
filled_rows = st.lists(st.none() | st.lists(numbers, max_size=4), min_size=1, max_size=6)
few = settings(max_examples=40)  # each tries a dozen things
SEVERAL = {
    "logical": st.booleans(),
    "integer": st.integers(-(2**31) + 1, 2**31 - 1),
    "numeric": st.floats(width=64),
    "character": st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=3),
    "complex": st.complex_numbers(allow_nan=False),
    "Date": st.dates(),
    "POSIXct": st.datetimes().map(lambda moment: moment.replace(fold=0)),
    "difftime": st.timedeltas(timedelta(-(10**5)), timedelta(10**5)),
}


def plain(x: Any) -> Any:
    """Return a ragged list or a vector as Python values, None for NA and for NULL."""
    if isinstance(x, NAType):
        return None
    if isinstance(x, rr.RaggedList | rr.Vector):
        return [plain(item) for item in x]
    return x


def kept(row: Row) -> list[Any]:
    return [value for value in row or [] if value is not None]
