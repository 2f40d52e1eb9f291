"""Regular expressions over text against Python's `re`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

strings = rk.strings
letters = st.text("abé 1\n", max_size=5)
PATTERNS = ["a", "a+b?", "[^a]", r"\w+", r"\d", ".", "^a", "b$", "(a)|(b)", "", "(?i)A"]


@given(pattern=st.sampled_from(PATTERNS), rows=rks.ragged_lists(letters, min_rows=1))
def test_full_match_is_pythons(pattern: str, rows: list[list[str]]) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "U1")
    found = strings.regex_full_match(rt, pattern)
    assert found.dtype == bool
    assert found.to_list() == [[bool(re.fullmatch(pattern, v)) for v in row] for row in rows]


@given(
    pattern=st.sampled_from(PATTERNS),
    rewrite=st.sampled_from(["", "-", r"<\0>", r"\\", r"\0\\\0"]),
    rows=rks.ragged_lists(letters, min_rows=1),
    all_of_them=st.booleans(),
)
def test_replace_is_pythons(
    pattern: str, rewrite: str, rows: list[list[str]], all_of_them: bool
) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype=None if any(rows) else "U1")
    found = strings.regex_replace(rt, pattern, rewrite, replace_global=all_of_them)
    template = rewrite.replace(r"\\", "\0").replace(r"\0", r"\g<0>").replace("\0", r"\\")
    count = 0 if all_of_them else 1
    assert found.to_list() == [[re.sub(pattern, template, v, count=count) for v in r] for r in rows]


def test_groups() -> None:
    rt = rk.array([["banana", "xab"], []])
    assert strings.regex_replace(rt, "a(.)", r"\1\1").to_list() == [["bnnnna", "xbb"], []]
    assert strings.regex_replace(rt, "(a)|(b)", r"<\1\2>").to_list()[0][1] == "x<a><b>"
    assert strings.regex_replace("aa", "(a)(b)?", r"\2-").tolist() == "--"


def test_bytes_are_read_as_utf8() -> None:
    rt = rk.array([["é1".encode(), b"\xffa", b"a"], []])
    assert strings.regex_full_match(rt, "..").to_list() == [[True, True, False], []]
    replaced = strings.regex_replace(rt, "[^a]", "é")
    assert replaced.to_list() == [["éé".encode(), "éa".encode(), b"a"], []]
    assert strings.regex_replace(rt, "a", "b").to_list()[0][1] == b"\xffb"
    assert strings.regex_full_match([b"\xc3\xa9", b"a"], r"\w").tolist() == [False, True]
    assert strings.regex_full_match(["é", "a"], r"\w").tolist() == [True, True]
    assert strings.regex_full_match([b"ab"], b"a.").tolist() == [True]
    assert strings.regex_replace([b"ab"], b"a", b"c").tolist() == [b"cb"]


@pytest.mark.parametrize(
    ("pattern", "rewrite", "says"),
    [
        ("(", "", r"pattern must be a regular expression \(missing \), .*\), got '\('"),
        (5, "", "pattern must be a regular expression .*, got 5"),
        ("a", r"\1", r"rewrite must name no group but \\0, got"),
        ("(a)(b)", r"\3", r"rewrite must name groups from \\0 to \\2, got"),
        ("a", r"\n", r"rewrite must have a digit or another \\ after each \\, got"),
        ("a", "x\\", r"rewrite must have a digit or another \\ after each \\, got"),
        ("a", 5, "rewrite must be text, got 5"),
    ],
)
def test_refusals(pattern: Any, rewrite: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        strings.regex_replace("ab", pattern, rewrite)


def test_refusals_of_full_match() -> None:
    with pytest.raises(ValueError, match="pattern must be a regular expression"):
        strings.regex_full_match("ab", "[")
    with pytest.raises(TypeError, match="input must contain text or bytes"):
        strings.regex_full_match(rk.array([[1], []]), "a")
