"""The slice box: what it picks is what `rt[...]` returns, and nothing is evaluated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.widgets._select import key_of, selected
from raggedkit.widgets._state import Key
from raggedkit.widgets._window import opened

ROWS = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
DEEP = rk.ragged.constant([[[1, 2], [3]], [], [[], [4, 5, 6]]])
UNIFORM = rk.RaggedTensor.from_uniform_row_length(np.arange(6), 3)
WORDS = rk.ragged.constant([["b", "a"], ["c"]])


def picked(rt: rk.RaggedTensor, text: str) -> Key:
    key = selected(opened(rt), text)
    assert key is not None
    return key


def listed(rt: rk.RaggedTensor, key: Key) -> Any:
    flat = rt.flat_values[list(key.items)].tolist()
    if key.scalar:
        (flat,) = flat
    return (
        rk.RaggedTensor.from_nested_row_splits(flat, key.levels).to_list() if key.levels else flat
    )


@pytest.mark.parametrize(
    ("rt", "text"),
    [
        *[(ROWS, text) for text in ("1:3, :2", "[2, 0]", "-1", ":, ::-1", "2, 1", "...", "[], 1:")],
        *[(ROWS, text) for text in ("rt > 3", "~(rt > 3)", "(rt > 1) & (rt < 5)", "rt % 2 == 0")],
        *[(ROWS, text) for text in ("3 < rt", "rt == rt", "[True, False, False, True]")],
        *[(ROWS, text) for text in ("rt * 2 - 1 > rt", "None", ":, None")],
        *[(DEEP, text) for text in ("0", "0, 1", "0, 1, 0", ":, :1", ":, :, ::2", "rt > 2")],
        *[(UNIFORM, text) for text in (":, 0", ":, -1", "1, 2", ":, :2")],
        *[(WORDS, text) for text in ("rt == 'a'", "rt > 'a'", "1")],
    ],
)
def test_the_picked_values_are_those_of_the_index(rt: rk.RaggedTensor, text: str) -> None:
    key = picked(rt, text)
    assert not key.error
    expected = eval(f"rt[{text}]", {"rt": rt})
    assert listed(rt, key) == (
        expected.to_list() if hasattr(expected, "to_list") else expected.tolist()
    )


@pytest.mark.parametrize(
    "text",
    [
        *(":, 0", "9", "-5", "0, 9", "0, 1, 2", "[0, 9]", ":, [0]", "::0", "'a'", "1.5", "True"),
        *("rt", "[True]", "rt[0]", "..., ..."),
    ],
)
def test_a_wrong_key_has_the_error_of_the_index(text: str) -> None:
    if text == "rt[0]":
        assert picked(ROWS, text).error.startswith("key must be an index such as")
        return
    with pytest.raises((TypeError, ValueError)) as raised:
        eval(f"rt[{text}]", {"rt": ROWS})
    assert picked(ROWS, text).error == str(raised.value)


HOSTILE = [
    *(
        "__import__('os')",
        "rt.__class__",
        "rt.to_list()",
        "(lambda: 1)()",
        "[x for x in rt]",
        "open",
    ),
    *(
        "9**9**9",
        "'a' * 10**9",
        "[0] * 10**9",
        "1 << 10**9",
        "f'{rt}'",
        "rt if rt else rt",
        "x := 1",
    ),
    *(
        "1] + x[2",
        "1][0",
        "0] or _[0",
        "*rt",
        "{1}",
        "{}",
        "b'a'",
        "1j",
        "print",
        "_",
        "rt @ rt",
        "1 +",
    ),
    *("(" * 190, "\x00", "1\n2", "rt < 3 < 4", "~1", "not rt", "rt, rt.x", "''''"),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_else_is_evaluated(text: str) -> None:
    key = picked(ROWS, text)
    assert key.error
    assert key.items == ()


def test_a_long_expression_is_refused() -> None:
    assert picked(ROWS, "1," * 200).error == "key must have at most 200 characters, got 400"


def test_an_empty_text_picks_nothing() -> None:
    assert selected(opened(ROWS), "  ") is None


@pytest.mark.parametrize(("text", "i"), [("99999999999999999999", "row"), ("10**2", "key")])
def test_large_numbers_are_integers_or_refused(text: str, i: str) -> None:
    assert picked(ROWS, text).error.startswith(i)


def test_inner_axes_pick_whole_values() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.arange(6).reshape(3, 2), [1, 2])
    key = picked(rt, ":, :, 0")
    assert key.items == (0, 1, 2)
    assert key.shown == repr(rt[:, :, 0])
    assert picked(rt, "1").items == (1, 2)
    assert picked(rt, "1, 0, 1").items == (1,)


def test_overflow_and_division_warn_nobody() -> None:
    assert picked(ROWS, "rt // 0 == 0").items == tuple(range(8))
    assert not picked(ROWS, "rt / 0 > 1").error


def test_a_key_is_a_key() -> None:
    assert key_of("1:3, ::-1", None) == (slice(1, 3, None), slice(None, None, -1))


def test_the_values_of_a_partition_are_positions() -> None:
    key = selected(opened(rk.RowPartition.from_row_lengths([2, 0, 3])), "rt > 2")
    assert key is not None
    assert key.items == (3, 4)
