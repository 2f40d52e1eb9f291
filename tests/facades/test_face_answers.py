"""What the Python face answers, written as R's console shows it; R itself gave these answers."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

import raggedkit_r as rr

Y = rr.ragged([[3.0, 1.0, 4.0], [], [5.0]])
Z = rr.ragged([[[1, 2], [3]], [[4]]])
NAMED = rr.ragged({"a": {"p": 1, "q": 2}, "b": [], "c": [3]})


def answer(code: str) -> Any:
    known = {name: getattr(rr, name) for name in rr.__all__}
    return eval(code, known | {"Y": Y, "Z": Z, "NAMED": NAMED})


POWERS = {
    "c(NA) ** 0": "[1] 1",
    "NA ** 0": "1.0",
    "1 ** NA": "1.0",
    "NA ** 1": "NA",
    "NA_integer_ ** False": "1.0",
    "c(1, 2) ** NA": "[1]  1 NA",
    "NA ** c(0, 1)": "[1]  1 NA",
    "c(1j, NA) ** 0": "[1] 1+0i 1+0i",
    "c(1 + 0j) ** NA": "[1] NA",
    "c(1j) / 2": "[1] 0+0.5i",
}
SUMS = {
    "row_sums(ragged([[2**31 - 1, 1], [3], []]))": "[1] 2147483648          3          0",
    "row_sums(ragged([[-(2**31 - 1), -1]]))": "[1] -2147483648",
    "row_sums(ragged([[2**31 - 1, None], [3]]))": "[1] NA  3",
    "row_sums(ragged([[2**31 - 1]])).kind": "'integer'",
    "row_sums(ragged([[2**31 - 1, 1]])).kind": "'numeric'",
}
NAMES = {
    "names(set_names(Y, ['a']))": '[1] "a"    "<NA>" "<NA>"',
    "names(set_names(Y, []))": '[1] "<NA>" "<NA>" "<NA>"',
}
ANSWERS = POWERS | SUMS | NAMES


@pytest.mark.parametrize("code", ANSWERS)
def test_answer(code: str) -> None:
    assert repr(answer(code)) == textwrap.dedent(ANSWERS[code]).strip("\n")


REFUSED: dict[str, tuple[type[Exception], str]] = {
    "row_max(Y, empty=c(1, 2))": (ValueError, "^empty must be one value, got .*1 2; it stands"),
    "row_first(Y, default=[])": (ValueError, r"^default must be one value, got \[\]; it"),
    "ragged_from_rowids([3, 1], [2, 1])": (
        ValueError,
        r"^rowids must not decrease, got rowids\[1:2\] = 2, 1; rows lie",
    ),
    "ragged_from_rowids([3, 1], [1, 3], nrows=2)": (
        ValueError,
        "^nrows must be at least 3 for the last of rowids, got 2; None makes",
    ),
    "ragged_from_rowids([3], [1], nrows=1.5)": (
        TypeError,
        "^nrows must be a whole number, got 1.5",
    ),
    "ragged_from_starts([3, 1], [2, 3])": (
        ValueError,
        r"^starts must begin with 1 .* got \[2, 3\]",
    ),
    "ragged_from_starts([3, 1], [1, 4])": (ValueError, r"not go past 3, got \[1, 4\]; every"),
    "ragged_from_starts([3, 1], [])": (ValueError, r"^starts must begin with 1 .* got \[\]"),
    "ragged_from_starts([3, 1], [1, 3, 2])": (ValueError, r"got starts\[2:3\] = 3, 2; rows lie"),
    "ragged_from_splits([3, 1], [1, 3, 2, 3], base=1)": (ValueError, r"got splits\[2:3\] = 3, 2;"),
    "ragged_from_limits([3, 1], [2, 1, 2])": (ValueError, r"got limits\[1:2\] = 2, 1; rows lie"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_refused(code: str) -> None:
    error, message = REFUSED[code]
    with pytest.raises(error, match=message):
        answer(code)


def test_nothing_is_cut_into_no_rows_or_empty_ones() -> None:
    assert len(rr.ragged_from_rowids([], [])) == len(rr.ragged_from_starts([], [])) == 0
    assert rr.ragged_from_rowids([], [], nrows=2).tensor.to_list() == [[], []]
