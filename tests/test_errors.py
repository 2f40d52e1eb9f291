"""Error classes and the wording of messages."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import RaggedIndexError, broken_rule, shown

ROWS = [[3, 1, 4, 1], [], [5, 9, 2]]


def test_it_is_both_of_pythons_errors() -> None:
    rt = rk.ragged.constant(ROWS)
    for kind in (RaggedIndexError, IndexError, ValueError, rk.RaggedIndexError):
        with pytest.raises(kind, match=r"^row must be from -3 to 2, got 3$"):
            rt[3]
    assert list(reversed([row.tolist() for row in rt])) == ROWS[::-1]
    error = pickle.loads(pickle.dumps(RaggedIndexError("row must be ...")))
    assert (type(error), str(error)) == (RaggedIndexError, "row must be ...")


def test_the_parts_of_a_message() -> None:
    assert broken_rule("axis", "be an int", 1.5) == "axis must be an int, got 1.5"
    told = broken_rule("axis", "be an int", "1", "write axis=1")
    assert told == "axis must be an int, got '1'; write axis=1"


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=80) | st.binary(max_size=80),
    lambda inner: st.lists(inner, max_size=80) | st.tuples(inner, inner),
    max_leaves=20,
)


@given(values, st.integers(4, 70))
def test_values_are_shown_as_far_as_there_is_room(value: Any, width: int) -> None:
    text = shown(value, width)
    assert len(text) <= width
    if len(repr(value)) <= width:
        assert text == repr(value)
    elif isinstance(value, list | tuple):
        assert text == repr(value)[: width - 3] + "..."
    else:
        assert text.endswith("...")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a  b\n", r"'a  b\n'"),
        (np.eye(2, dtype=int), "array([[1, 0], [0, 1]])"),
        (list(range(1000)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16..."),
        ("x" * 1000, "'" + "x" * 56 + "..."),
        (b"", "b''"),
    ],
    ids=["blanks", "array", "list", "text", "bytes"],
)
def test_shown(value: Any, text: str) -> None:
    assert shown(value) == text


def test_only_the_part_that_is_shown_is_written() -> None:
    class Loud:
        written = 0

        def __repr__(self) -> str:
            Loud.written += 1
            return "Loud"

    assert shown([Loud()] * 10_000).startswith("[Loud, Loud")
    assert Loud.written <= 60
    assert re.fullmatch(r"\(Loud, .*\.\.\.", shown((Loud(),) * 100))
