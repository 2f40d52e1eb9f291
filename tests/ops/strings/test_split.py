"""Text taken apart into rows and rows put together, against Python's own str and bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
strings = rk.strings
letters = st.text("ab, é\0", max_size=6)
raw = st.binary(max_size=4) | st.sampled_from([b"a\xff\xc3b\xe2\x82", "é a".encode()])
DEEP = [[["a", "b"], ["c"]], [], [["d"], [], ["e", "f"]]]
LINES = [["a", "b"], ["c"], [], ["d", "e", "f"]]


def ragged(rows: Any, empty: str = "U1", rank: int = 1) -> Any:
    """A ragged tensor of rows of text, of dtype ``empty`` where there is none."""
    holds = any(True for _ in values_of(rows))
    return rk.ragged.constant(rows, ragged_rank=rank, dtype=None if holds else empty)


def values_of(rows: Any) -> Iterator[Any]:
    for row in rows:
        if isinstance(row, list):
            yield from values_of(row)
        else:
            yield row


@given(
    rows=rks.ragged_lists(letters),
    sep=st.sampled_from([None, ",", " ", "ab"]),
    maxsplit=st.sampled_from([-1, 0, 1, 2]),
)
def test_split_is_pythons(rows: list[list[str]], sep: str | None, maxsplit: int) -> None:
    found = strings.split(ragged(rows), sep, maxsplit)
    assert found.to_list() == [[v.split(sep, maxsplit) for v in row] for row in rows]
    assert found.ragged_rank == 2
    coded = [[v.encode() for v in row] for row in rows]
    for mark in (sep, None if sep is None else sep.encode()):
        found = strings.split(ragged(coded, "S1"), mark, maxsplit)
        between = None if sep is None else sep.encode()
        assert found.to_list() == [[v.split(between, maxsplit) for v in row] for row in coded]


@given(rows=rks.ragged_lists(letters))
def test_characters_of_text(rows: list[list[str]]) -> None:
    assert strings.unicode_split(ragged(rows)).to_list() == [[list(v) for v in r] for r in rows]
    single = strings.bytes_split(ragged(rows))
    assert single.to_list() == [[[bytes([b]) for b in v.encode()] for v in r] for r in rows]


@given(rows=rks.ragged_lists(raw), errors=st.sampled_from(["replace", "ignore"]))
def test_characters_of_bytes(rows: list[list[bytes]], errors: str) -> None:
    rt = ragged(rows, "S1")
    found = strings.unicode_split(rt, errors=errors)
    wanted = [[[c.encode() for c in v.decode(errors=errors)] for v in row] for row in rows]
    assert found.to_list() == wanted
    single = strings.bytes_split(rt)
    assert single.to_list() == [[[bytes([b]) for b in v] for v in row] for row in rows]


def test_characters_in_other_encodings() -> None:
    assert strings.unicode_split([b"\0a\0b"], "UTF-16-BE").to_list() == [[b"\0a", b"\0b"]]
    assert strings.unicode_split([b"\xffa"], replacement_char=63).to_list() == [[b"?", b"a"]]
    assert strings.unicode_split([b"\xe9"], "latin-1").to_list() == [[b"\xe9"]]


APART: dict[str, Callable[[Any], Any]] = {
    "split": lambda x: strings.split(x, "b"),
    "unicode_split": strings.unicode_split,
    "bytes_split": strings.bytes_split,
}


@pytest.mark.parametrize("name", APART)
@given(rt=rks.ragged_tensors(dtype=st.sampled_from(["U", "S", "StringDType"])))
def test_one_axis_more(name: str, rt: RT) -> None:
    found = APART[name](rt)
    assert found.ragged_rank == rt.ndim
    assert found.shape[:-1] == rt.shape
    assert found.shape[-1] is None
    flat = rt.flat_values.ravel().tolist()
    assert int(found.partitions[-1].nrows()) == len(flat)


@pytest.mark.parametrize("name", APART)
def test_single_texts_and_dense_ones(name: str) -> None:
    apart = APART[name]
    wanted = apart(rk.array([["abc"]])).to_list()[0][0]
    assert apart("abc").tolist() == wanted
    assert apart(np.str_("abc")).tolist() == wanted
    assert apart(np.array("abc")).tolist() == wanted
    assert apart(["abc", "x"]).to_list()[0] == wanted
    square = apart(np.array([["abc", "x"], ["y", ""]]))
    assert square.to_list()[0][0] == wanted
    assert square.shape == [2, 2, None]
    assert apart("").tolist() == ([""] if name == "split" else [])
    assert apart([]).to_list() == []


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: strings.split(["a"], ""), ValueError,
         "sep must not be empty, got ''; rk.strings.unicode_split splits into characters"),
        (lambda: strings.split([b"a"], b""), ValueError, "sep must not be empty, got b''"),
        (lambda: strings.split(rk.array([[1], []])), TypeError, "input must contain text or bytes"),
        (lambda: strings.unicode_split([b"\xff"], errors="strict"), ValueError,
         "input must be well-formed in UTF-8"),
        (lambda: strings.unicode_split(["a"], "nope"), ValueError, "input_encoding must be known"),
        (lambda: strings.unicode_split(["a"], errors="x"), ValueError, "errors must be 'replace'"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


NUMBER: Any = 1.5
ODD: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "sep": (lambda: strings.split(["a"], sep=NUMBER), TypeError, "sep must be text, got 1.5"),
    "maxsplit": (
        lambda: strings.split(["a"], maxsplit=NUMBER),
        TypeError,
        "maxsplit must be an integer, got 1.5",
    ),
    "separator": (
        lambda: strings.reduce_join([["a"]], 1, separator=NUMBER),
        TypeError,
        "separator must be text, got 1.5",
    ),
    "join": (
        lambda: strings.join(["a", "b"], NUMBER),
        TypeError,
        "separator must be text, got 1.5",
    ),
    "number": (
        lambda: strings.split(NUMBER),
        TypeError,
        "input must contain text or bytes, got dtype",
    ),
    "bytes": (
        lambda: strings.bytes_split(NUMBER),
        TypeError,
        "input must contain text or bytes, got",
    ),
    "unit": (
        lambda: strings.length("a", unit=np.arange(2)),  # type: ignore[call-overload]
        ValueError,
        "unit must be 'BYTE' or 'UTF8_CHAR', got array",
    ),
    "width": (lambda: strings.as_string([1], width=NUMBER), TypeError, "width must be an integer"),
}


@pytest.mark.parametrize(("call", "error", "says"), ODD.values(), ids=ODD)
def test_arguments_of_another_kind_are_named(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=f"^{says}"):
        call()


def test_separators_may_be_bytes() -> None:
    assert strings.split([b"a,b"], sep=",").to_list() == [[b"a", b"b"]]
    joined: Any = strings.join
    assert joined(["a", "b"], b"-") == "a-b"
    assert joined([b"a", "b"], b"\0").tolist() == b"a\0b"
    assert strings.split(np.array("a b")).tolist() == ["a", "b"]


@pytest.mark.parametrize("dtype", ["U5", "S5"])
def test_fixed_widths_wider_than_their_texts(dtype: str) -> None:
    texts = ["ab", "", "c", "abcde"]
    for words in (np.array(texts, dtype), np.array(texts, dtype)[::-1], np.array(texts[:2], dtype)):
        plain = words.astype("U").tolist()
        assert strings.unicode_split(words).astype("U").to_list() == [list(w) for w in plain]
        wanted = [[c.encode() for c in w] for w in plain]
        assert strings.bytes_split(words).to_list() == wanted
