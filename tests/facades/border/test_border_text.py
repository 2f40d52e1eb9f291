"""Text is passed from R as bytes; Python reads the same values as from the texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._xp import object_array, text_array
from raggedkit_r.border.vectors import split_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=9)


def check(texts: list[str]) -> None:
    data = "".join(f"{text}\0" for text in texts).encode()
    found = split_text(np.frombuffer(data, dtype="uint8"))
    expected = text_array(object_array(texts))
    assert found.dtype == expected.dtype
    assert found.tolist() == texts


@given(st.lists(TEXTS))
def test_bytes_are_the_texts(texts: list[str]) -> None:
    check(texts)


CASES = {
    "nothing": [],
    "only-empty": ["", "", ""],
    "empty-first": ["", "a"],
    "empty-last": ["ab", ""],
    "ascii": ["a", "bcd", "ef"],
    "two-bytes": ["é", "aé", ""],
    "three-bytes": ["日本", "x"],
    "four-bytes": ["a😀b", "😀"],
    "controls": ["\x01\x7f", "\n\t"],
    "one-long": ["x" * 400_000, "a"],
    "one-long-beside-many": ["é" * 30_000, *["a"] * 100],
}


@pytest.mark.parametrize("texts", CASES.values(), ids=CASES)
def test_case(texts: list[str]) -> None:
    check(texts)


def test_cases_have_both_widths() -> None:
    dtypes = {text_array(object_array(texts)).dtype.kind for texts in CASES.values()}
    assert dtypes == {"U", "T"}
