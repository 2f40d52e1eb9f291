"""Encodings and base64 against Python's own."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

strings, io = rk.strings, rk.io
some_text = st.text("aé€\0\U0001f600", max_size=4)
raw = st.binary(max_size=5) | st.sampled_from([b"\xffab\xc3", b"\xed\xa0\x80", b"\xe2\x82"])
ENCODINGS = ["UTF-8", "UTF-16-BE", "UTF-32-BE"]


def made(rows: list[list[Any]]) -> Any:
    return rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "S1")


@pytest.mark.parametrize("output", ENCODINGS)
@pytest.mark.parametrize("source", [*ENCODINGS, "latin-1"])
@given(rows=rks.ragged_lists(some_text))
def test_transcode(source: str, output: str, rows: list[list[str]]) -> None:
    if source == "latin-1":
        rows = [[v.replace("€", "e").replace("\U0001f600", "") for v in row] for row in rows]
    rt = made([[v.encode(source) for v in row] for row in rows])
    for errors in ("strict", "replace", "ignore"):
        found = strings.unicode_transcode(rt, source, output, errors)
        assert found.to_list() == [[v.encode(output) for v in row] for row in rows]
    if any(rows):
        found = strings.unicode_transcode(rk.ragged.constant(rows, ragged_rank=1), source, output)
        assert found.to_list() == [[v.encode(output) for v in row] for row in rows]


@given(rows=rks.ragged_lists(raw), char=st.sampled_from([65533, 63, 0x1F600]))
def test_malformed_bytes(rows: list[list[bytes]], char: int) -> None:
    rt = made(rows)
    replaced = strings.unicode_transcode(rt, "UTF-8", "UTF-8", replacement_char=char)
    wanted = [
        [v.decode(errors="replace").replace("�", chr(char)).encode() for v in r] for r in rows
    ]
    assert replaced.to_list() == wanted
    ignored = strings.unicode_transcode(rt, "UTF-8", "UTF-8", errors="ignore")
    assert ignored.to_list() == [[v.decode(errors="ignore").encode() for v in r] for r in rows]


def test_what_is_replaced_already_stays() -> None:
    found = strings.unicode_transcode(
        ["�".encode() + b"\xff"], "UTF-8", "UTF-8", replacement_char=63
    )
    assert found.tolist() == ["�?".encode()]


@pytest.mark.parametrize(
    ("errors", "wanted"),
    [("replace", "a��\x7fb�".encode()), ("ignore", b"a\x7fb")],
)
def test_control_characters(errors: str, wanted: bytes) -> None:
    value = [b"a\0\x1f\x7fb\t"]
    same = strings.unicode_transcode(value, "UTF-8", "UTF-8", errors)
    assert same.tolist() == value
    found = strings.unicode_transcode(
        value, "UTF-8", "UTF-8", errors, replace_control_characters=True
    )
    assert found.tolist() == [wanted]


def test_characters_that_the_output_lacks() -> None:
    assert strings.unicode_transcode(["aé"], "UTF-8", "ascii").tolist() == [b"a?"]
    assert strings.unicode_transcode(["aé"], "UTF-8", "ascii", "ignore").tolist() == [b"a"]


# ---------------------------------------------------------------------- base64
@given(rows=rks.ragged_lists(raw), pad=st.booleans())
def test_base64_of_bytes(rows: list[list[bytes]], pad: bool) -> None:
    found = io.encode_base64(made(rows), pad=pad)
    wanted = [[base64.urlsafe_b64encode(v) for v in row] for row in rows]
    if not pad:
        wanted = [[v.rstrip(b"=") for v in row] for row in wanted]
    assert found.to_list() == wanted
    assert io.decode_base64(found).to_list() == rows


@given(rows=rks.ragged_lists(some_text, min_rows=1))
def test_base64_of_text(rows: list[list[str]]) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "U1")
    found = io.encode_base64(rt)
    assert found.dtype.kind == "U"
    assert io.decode_base64(found).to_list() == rows


@pytest.mark.parametrize(
    "text", ["c28==", "c", "@@", "YS+/Yg", "YS1f Yg", "YQ=", "=", "==", "c2\n8", "c28\n", "é"]
)
def test_no_base64(text: str) -> None:
    for value in (text, text.encode()):
        with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
            io.decode_base64(rk.array([[value], []]))
        rule = "be web-safe base64 (A-Z a-z 0-9 - _)"
        assert str(error.value) == f"input must {rule}, got {value!r}"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: strings.unicode_transcode([b"\xff!"], "UTF-8", "UTF-8", "strict"),
         r"input must be well-formed in UTF-8, got b'\\xff!'; errors='replace' reads it"),
        (lambda: strings.unicode_transcode([b"a\tb"], "UTF-8", "UTF-8", "strict", 63, True),
         r"input must have no control characters, got b'a\\tb'"),
        (lambda: strings.unicode_transcode(["é"], "UTF-8", "ascii", "strict"),
         "input must be made of characters that ascii has, got 'é'"),
        (lambda: strings.unicode_transcode("a", "nope", "UTF-8"),
         "input_encoding must be known to Python, got 'nope'"),
        (lambda: strings.unicode_transcode("a", "UTF-8", "nope"),
         "output_encoding must be known to Python, got 'nope'"),
        (lambda: strings.unicode_transcode("a", "UTF-8", "UTF-8", "x"),
         "errors must be 'replace', 'ignore' or 'strict', got 'x'"),
        (lambda: strings.unicode_transcode("a", "UTF-8", "UTF-8", replacement_char=-1),
         "replacement_char must be the number of a character, got -1"),
        (lambda: io.decode_base64("_w"), "input must decode to UTF-8 if it is text, got '_w'"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()


def test_numbers_are_no_text() -> None:
    for call in (io.encode_base64, io.decode_base64):
        with pytest.raises(TypeError, match="input must contain text or bytes"):
            call(rk.array([[1], []]))
