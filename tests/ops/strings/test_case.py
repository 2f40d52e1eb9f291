"""Text value by value against Python's own str and bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks
from tests.strict_cupy.array import StrictArray

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


# ---------------------------------------------------------------------- one text after the other
METHODS: dict[str, Callable[[Any], Any]] = {
    "lower": lambda v: v.lower(),
    "upper": lambda v: v.upper(),
    "strip": lambda v: v.strip(),
}


@pytest.mark.parametrize("name", METHODS)
@given(rows=rks.ragged_lists(letters))
def test_of_text(name: str, rows: list[list[str]]) -> None:
    found = getattr(strings, name)(made(rows))
    assert found.to_list() == [[METHODS[name](v) for v in row] for row in rows]


@pytest.mark.parametrize("name", METHODS)
@given(rows=rks.ragged_lists(raw))
def test_of_bytes(name: str, rows: list[list[bytes]]) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "S1")
    found = getattr(strings, name)(rt)
    assert found.to_list() == [[METHODS[name](v) for v in row] for row in rows]


@pytest.mark.parametrize("name", [*METHODS, "length", "replace"])
@given(rt=rks.ragged_tensors(dtype=st.sampled_from(["U", "S", "StringDType"])))
def test_rows_stay(name: str, rt: RT) -> None:
    more = ("a", "b") if name == "replace" else ()
    found = getattr(strings, name)(rt, *more)
    assert all(p.identical(q) for p, q in zip(found.partitions, rt.partitions, strict=True))
    assert found.flat_values.shape == rt.flat_values.shape
    if name != "length":
        # bytes that now end in NUL are objects: dtype S would drop it
        assert (found.dtype.kind in "SO") == (rt.dtype.kind == "S")


@given(rows=rks.ragged_lists(st.text("abÜ\0", max_size=5)), count=st.integers(-1, 2))
@pytest.mark.parametrize(("old", "new"), [("a", "bb"), ("ab", ""), ("Ü", "\0"), ("b", "aÜ")])
def test_replace(old: str, new: str, rows: list[list[str]], count: int) -> None:
    found = strings.replace(made(rows), old, new, count)
    assert found.to_list() == [[v.replace(old, new, count) for v in row] for row in rows]
    as_bytes = [[v.encode() for v in row] for row in rows]
    if any(rows):
        found = strings.replace(made(as_bytes), old, new.encode(), count)
        assert found.to_list() == [
            [v.replace(old.encode(), new.encode(), count) for v in row] for row in as_bytes
        ]


def test_replace_is_not_cut_to_the_width_of_the_values() -> None:
    assert strings.replace(rk.array([["b"], []]), "b", "xyz").to_list() == [["xyz"], []]
    assert strings.replace(rk.array([[b"b"], []]), "bb", "x").to_list() == [[b"b"], []]


def test_letters_that_become_two() -> None:
    assert strings.upper(rk.array([["ß", "ŉ"], []])).to_list() == [["SS", "ʼN"], []]
    assert strings.lower(rk.array([["İ"], []])).to_list() == [["i̇"], []]


def test_case_of_bytes_by_encoding() -> None:
    rt = rk.array([["Über".encode(), b"\xffA"], []])
    assert strings.lower(rt).to_list() == [["Über".encode(), b"\xffa"], []]
    assert strings.lower(rt, encoding="utf-8").to_list() == [["über".encode(), "�a".encode()], []]
    assert strings.upper(rt, encoding="utf-8").to_list()[0][0] == "ÜBER".encode()
    assert strings.upper(rk.array([["é"], []])).to_list() == [["É"], []]


@pytest.mark.parametrize("name", ["strip", "lower", "upper"])
def test_trailing_nuls_stay(name: str) -> None:
    function = getattr(strings, name)
    assert function(rk.array([[b"a\0", b"b"], []])).to_list() == [
        [METHODS[name](b"a\0"), METHODS[name](b"b")],
        [],
    ]
    assert function(rk.array([["a \0 "], []])).to_list() == [[METHODS[name]("a \0 ")], []]
    assert function(rk.array([[b" a\0 "], []])).to_list() == [[METHODS[name](b" a\0 ")], []]


# ---------------------------------------------------------------------- kinds of input
@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        (np.array(["a", "B"], dtype=object), ["a", "b"]),
        (np.array([b"a", b"B\0"], dtype=object), [b"a", b"b\0"]),
        (np.array(["a", "B"], dtype=np.dtypes.StringDType()), ["a", "b"]),
        (np.array(["a", "B"]), ["a", "b"]),
        (np.array([b"a", b"B"]), [b"a", b"b"]),
        ([], []),
        (np.zeros((0, 2)), []),
    ],
    ids=["objects", "bytes-objects", "StringDType", "U", "S", "nothing", "no-numbers"],
)
def test_every_kind_of_text(values: Any, wanted: list[Any]) -> None:
    assert strings.lower(values).tolist() == wanted


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: strings.lower(rk.array([[1], []])), TypeError,
         r"input must contain text or bytes, got dtype\('int64'\)"),
        (lambda: strings.lower("a", encoding="latin-1"), ValueError,
         "encoding must be '' or 'utf-8', got 'latin-1'"),
        (lambda: strings.replace("a", 1, "b"), TypeError, "old must be text, got 1"),  # type: ignore[call-overload]
        (lambda: strings.replace("a", "a", None), TypeError, "new must be text, got None"),  # type: ignore[call-overload]
        (lambda: strings.strip(np.array(["a", 1], dtype=object)), TypeError, "of one kind"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_text_lives_on_the_host() -> None:
    numbers: Any = StrictArray(np.arange(3))
    with pytest.raises(TypeError, match="input must be on 'cpu', the only device for text"):
        strings.lower(numbers)
