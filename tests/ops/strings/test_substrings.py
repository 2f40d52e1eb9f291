"""Lengths and substrings against Python's slices of str and bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
strings = rk.strings
letters = st.text("aÜß é\0\t", max_size=4)
raw = st.binary(max_size=4) | st.sampled_from([b"\xffa\xc3", "é b".encode(), b"a\0"])
text_dtypes = st.sampled_from(["U", "StringDType"])


def made(rows: list[list[Any]]) -> RT:
    """A ragged tensor of rows of text, or of bytes where ``rows`` hold some."""
    rt: RT = rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "U1")
    return rt


def flat(rt: Any) -> list[Any]:
    values: list[Any] = rt.flat_values.ravel().tolist()
    return values


@given(rows=rks.ragged_lists(letters))
def test_length_of_text(rows: list[list[str]]) -> None:
    rt = made(rows)
    assert strings.length(rt).to_list() == [[len(v.encode()) for v in row] for row in rows]
    assert strings.length(rt).dtype == np.int32
    characters = strings.length(rt, unit="UTF8_CHAR")
    assert characters.to_list() == [[len(v) for v in row] for row in rows]


@given(rows=rks.ragged_lists(raw))
def test_length_of_bytes(rows: list[list[bytes]]) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "S1")
    assert strings.length(rt).to_list() == [[len(v) for v in row] for row in rows]
    starts = [[sum(b & 0xC0 != 0x80 for b in v) for v in row] for row in rows]
    assert strings.length(rt, unit="UTF8_CHAR").to_list() == starts


def piece(value: Any, pos: int, size: int) -> Any:
    first = pos + len(value) if pos < 0 else pos
    return value[first:] if size < 0 else value[first : first + size]


@given(data=st.data(), rows=rks.ragged_lists(letters))
def test_substr_of_text(data: st.DataObject, rows: list[list[str]]) -> None:
    shortest = min((len(v) for row in rows for v in row), default=3)
    pos, size = data.draw(st.integers(-shortest, shortest)), data.draw(st.integers(-1, 5))
    for unit in ("BYTE", "UTF8_CHAR"):
        found = strings.substr(made(rows), pos, size, unit)
        assert found.to_list() == [[piece(v, pos, size) for v in row] for row in rows]


@given(data=st.data(), rows=rks.ragged_lists(st.text("aé", max_size=4)))
def test_substr_of_bytes(data: st.DataObject, rows: list[list[str]]) -> None:
    if not any(rows):
        return
    shortest = min(len(v) for row in rows for v in row)
    pos, size = data.draw(st.integers(-shortest, shortest)), data.draw(st.integers(-1, 5))
    rt = made([[v.encode() for v in row] for row in rows])
    by_character = strings.substr(rt, pos, size, "UTF8_CHAR")
    assert by_character.to_list() == [[piece(v, pos, size).encode() for v in row] for row in rows]
    by_byte = strings.substr(rt, pos, size)
    assert by_byte.to_list() == [[piece(v.encode(), pos, size) for v in row] for row in rows]


def test_substr_of_many_places() -> None:
    rt = rk.array([["hello", "world"], [], ["raggedkit"]])
    at = rk.array([[1, -2], [], [0]])
    assert strings.substr(rt, at, [[2], [1], [3]]).to_list() == [["el", "ld"], [], ["rag"]]
    assert strings.substr("hello", [0, 1], 2).tolist() == ["he", "el"]
    assert strings.substr("hello", 1, 3) == "ell"
    assert strings.substr(b"\xff\xfea\xc3b", 1, 2, "UTF8_CHAR") == b"\xfea"
    # A stray continuation byte at the start is a character of its own, as in TensorFlow.
    assert strings.substr(b"\x80\x80ab", 0, 1, "UTF8_CHAR") == b"\x80\x80"
    assert strings.substr(b"\x80\x80ab", 1, 2, "UTF8_CHAR") == b"ab"


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: strings.length("a", unit="WORD"), ValueError,
         "unit must be 'BYTE' or 'UTF8_CHAR', got 'WORD'"),
        (lambda: strings.substr(["hello", "so"], 3, 1), ValueError,
         "pos must be inside every text, got 3 for 'so'"),
        (lambda: strings.substr(["hello"], -6, 1), ValueError, "got -6 for 'hello'"),
        (lambda: strings.substr("é".encode(), 2, 1, "UTF8_CHAR"), ValueError, "got 2 for b'"),
        (lambda: strings.substr("hello", 1.0, 1), TypeError, "pos must contain integers"),
        (lambda: strings.substr("hello", 1, "x"), TypeError, "len must contain integers"),
        (lambda: strings.substr("hello", 1, 1, unit="x"), ValueError, "unit must be"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
