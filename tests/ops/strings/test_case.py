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


# ---------------------------------------------------------------------- sizes
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


# ---------------------------------------------------------------------- pieces
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


# ---------------------------------------------------------------------- join
@given(st.data(), rks.ragged_tensors(dtype="U", inner=()), st.sampled_from(["", "-", "\0"]))
def test_join(data: st.DataObject, rt: RT, separator: str) -> None:
    drawn = [data.draw(st.text("xé\0", max_size=2)) for _ in range(rt.size)]
    other = rt.with_flat_values(drawn or np.zeros(0, "U1"))
    found = strings.join([rt, other, "end"], separator)
    wanted = [separator.join([a, b, "end"]) for a, b in zip(flat(rt), flat(other), strict=True)]
    assert flat(found) == wanted
    as_bytes = rt.with_flat_values(np.array([v.encode() for v in flat(rt)], dtype="S"))
    assert flat(strings.join([as_bytes, other, "end"], separator)) == [v.encode() for v in wanted]


def test_join_of_one_and_of_dense() -> None:
    rt = rk.array([["a", "b"], []])
    assert strings.join([rt], "-").to_list() == [["a", "b"], []]
    assert strings.join([["a", "b"], "x"]).tolist() == ["ax", "bx"]
    assert strings.join(["a", "b"], "-") == "a-b"
    assert strings.join([[b"a\0"], [b"b"]]).tolist() == [b"a\0b"]


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
         r"input must hold text or bytes, got dtype\('int64'\)"),
        (lambda: strings.lower("a", encoding="latin-1"), ValueError,
         "encoding must be '' or 'utf-8', got 'latin-1'"),
        (lambda: strings.length("a", unit="WORD"), ValueError,
         "unit must be 'BYTE' or 'UTF8_CHAR', got 'WORD'"),
        (lambda: strings.substr(["hello", "so"], 3, 1), ValueError,
         "pos must lie in every text, got 3 for 'so'"),
        (lambda: strings.substr(["hello"], -6, 1), ValueError, "got -6 for 'hello'"),
        (lambda: strings.substr("é".encode(), 2, 1, "UTF8_CHAR"), ValueError, "got 2 for b'"),
        (lambda: strings.substr("hello", 1.0, 1), TypeError, "pos must hold integers"),
        (lambda: strings.substr("hello", 1, "x"), TypeError, "len must hold integers"),
        (lambda: strings.substr("hello", 1, 1, unit="x"), ValueError, "unit must be"),
        (lambda: strings.join([]), ValueError, r"inputs must be a list of tensors, got \[\]"),
        (lambda: strings.join("ab"), ValueError, "inputs must be a list of tensors, got 'ab'"),
        (lambda: strings.join([rk.array([["a"], []]), 5]), TypeError,
         r"inputs\[1\] must hold text or bytes"),
        (lambda: strings.join([rk.array([["a"], []]), rk.array([["a", "b"], []])]), ValueError,
         "row 0 has length 1 in x and 2 in y"),
        (lambda: strings.replace("a", 1, "b"), TypeError, "old must be text, got 1"),  # type: ignore[arg-type]
        (lambda: strings.replace("a", "a", None), TypeError, "new must be text, got None"),  # type: ignore[arg-type]
        (lambda: strings.strip(np.array(["a", 1], dtype=object)), TypeError, "of one kind"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_text_lives_on_the_host() -> None:
    numbers: Any = StrictArray(np.arange(3))
    with pytest.raises(TypeError, match="input must live on 'cpu', where text does"):
        strings.lower(numbers)
