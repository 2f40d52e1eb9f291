"""Results of the Python face as R's console prints them; the expected texts are R's."""

from __future__ import annotations

import pickle
from datetime import date
from typing import Any

import numpy as np
import pytest

import raggedkit_r as rr
from raggedkit.errors import RaggedIndexError

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
NAMES |= {
    "names(c(a=c(1, 2), b=3))": '[1] "a1" "a2" "b" ',
    "names(c(1, b=2))": '[1] ""  "b"',
    "names(c(a=c(p=1, q=2)))": '[1] "a.p" "a.q"',
    "names(c(c(a=1), 2))": '[1] "a" "" ',
    "names(c(a=NULL, b=1))": '[1] "b"',
    "names(c(1, 2))": "None",
    "c(a=2**40).kind": "'numeric'",
    "c(shape(1), a=2)": "TensorShape([1, 2])",
    "shape(c(a=2, b=3))": "TensorShape([2, 3])",
    "names(c(Y, a=[[2]]))": '[1] ""  ""  ""  "a"',
    "names(c(Y, a=[[2], [3]]))": '[1] ""   ""   ""   "a1" "a2"',
    "names(c(Y, a=7))": '[1] ""  ""  ""  "a"',
    "names(c(NAMED, a=ragged({'u': [1]})))": '[1] "a"   "b"   "c"   "a.u"',
    "names(c(NAMED, c(k=5)))": '[1] "a" "b" "c" "" ',
    "c([1], a=2)": "list(1, a=2)",
    "names(as_list(NAMED))": '[1] "a" "b" "c"',
    "as_list(c(a=1, b=2))": "list(a=1, b=2)",
    "identical(as_ragged(as_list(NAMED)), NAMED)": "True",
    "identical(c(a=1), c(1))": "False",
    "type(as_list(Y)) is list": "True",
    "names(ragged(a=[1]))": '[1] "a"',
    "names(ragged([1], b=[2, 3]))": '[1] ""  "b"',
    "ragged([1], b=[2, 3]).tensor": "<RaggedTensor [[1], [2, 3]]>",
    "as_ragged([c(a=1), [2]]).names": "(None, ('a', ''))",
}
VECTORS = {
    "abs(c(-1.5, NA))": "[1] 1.5  NA",
    "abs(c(True, NA))": "[1]  1 NA",
    "abs(c(3 + 4j))": "[1] 5",
    "+c(True)": "[1] 1",
    "+c(a=-1)": " a \n-1 ",
    "round(c(0.5, 1.5, 2.5, -0.5))": "[1] 0 2 2 0",
    "round(c(0.15, 2.25), 1)": "[1] 0.1 2.2",
    "round(c(a=0.15, b=NA), 1)": "  a   b \n0.1  NA ",
    "round(c(7, 15), -1)": "[1] 10 20",
    "round(Y / 3, 2).tensor": "<RaggedTensor [[1.0, 0.33, 1.33], [], [1.67]]>",
}
KEYS = {
    "Z[[c(1, 1, 2)]]": "2",
    "Z[[1, 1, 2]]": "2",
    "Y[[c(1, 3)]]": "4.0",
    "Y[[1, 3]]": "4.0",
    "NAMED[['a', 'q']]": "2",
    "NAMED[:, 'q'].tensor": "<RaggedTensor [[2], [], []]>",
    "NAMED[:, 'q'].names": "(('a', 'b', 'c'), ('q',))",
    "NAMED[:, c('q', 'p')].tensor": "<RaggedTensor [[2, 1], [], []]>",
    "NAMED[:, c('q', 'q')].tensor": "<RaggedTensor [[2, 2], [], []]>",
    "NAMED[1, 'p'].tensor": "<RaggedTensor [[1]]>",
    "NAMED[:, 'none'].tensor.to_list()": "[[], [], []]",
    "NAMED[:, NA_character_].tensor.to_list()": "[[], [], []]",
    "Y[:, 'q'].tensor.to_list()": "[[], [], []]",
    "ragged([{'k': [1, 2], 'l': [3]}, [[4]]])[:, 'k'].tensor.to_list()": "[[[1, 2]], []]",
    "ragged([{'k': 1}, {'k': 2, 'l': 3}])[:, 'k'].tensor": "<RaggedTensor [[1], [2]]>",
}
BOUND = {
    "cbind(Y, c(1, 2, 3)).tensor.to_list()": "[[3.0, 1.0, 4.0, 1.0], [2.0], [5.0, 3.0]]",
    "cbind(1, Y).tensor.to_list()": "[[1.0, 3.0, 1.0, 4.0], [1.0], [1.0, 5.0]]",
    "cbind(Y, [[1], [2], None]).tensor.to_list()": "[[3.0, 1.0, 4.0, 1.0], [2.0], [5.0]]",
    "cbind(Y, c('a', 'b', 'c')).tensor.to_list()": "[['3', '1', '4', 'a'], ['b'], ['5', 'c']]",
    "cbind(Y, NULL).tensor.to_list()": "[[3.0, 1.0, 4.0], [], [5.0]]",
    "cbind(Z, Z).tensor.to_list()": "[[[1, 2], [3], [1, 2], [3]], [[4], [4]]]",
    "cbind(ragged([None, [1]]), [None, [2]]).null": "(array([ True, False]),)",
    "cbind(ragged([None, [1]]), [[], [2]]).null": "()",
    "cbind(NAMED, NAMED).names": ("(('a', 'b', 'c'), ('p', 'q', 'p', 'q', '', ''))"),
    "cbind(Y[1:2], c(k=9)).names": "(None, ('', '', '', 'k', 'k'))",
    "cbind(Y[1:2], c(k=9, l=8)).names": "(('k', 'l'), None)",
    "cbind(Y, as_tensor(Y)).tensor.to_list()[2]": "[5.0, 5.0]",
    "cbind(ragged(), 1).tensor.to_list()": "[]",
    "rbind(Y, 1).tensor.to_list()": "[[3.0, 1.0, 4.0], [], [5.0], [1.0]]",
    "rbind(Y, c(1, 2)).tensor.to_list()": "[[3.0, 1.0, 4.0], [], [5.0], [1.0, 2.0]]",
    "rbind(Y, [[1], [2]]).tensor.to_list()": "[[3.0, 1.0, 4.0], [], [5.0], [1.0], [2.0]]",
    "rbind(Y, NULL).tensor.to_list()": "[[3.0, 1.0, 4.0], [], [5.0]]",
    "rbind(a=c(1, 2), b=Y).names": "(('a', 'b1', 'b2', 'b3'), None)",
    "rbind(Y, c(a=1)).names": "(None, ('', '', '', '', 'a'))",
    "rbind(Z, [[[5]]]).tensor.to_list()": "[[[1, 2], [3]], [[4]], [[5]]]",
    "rbind(NAMED, NAMED).names[0]": "('a', 'b', 'c', 'a', 'b', 'c')",
}
MEANS = {
    "mean(Y)": "3.25",
    "mean(Z)": "2.5",
    "mean(ragged([[1, None]]))": "NA_real_",
    "mean(ragged([[1, None]]), na_rm=True)": "1.0",
    "mean(ragged([]))": "nan",
    "mean(ragged([[True, False]]))": "0.5",
    "mean(c(1, 2))": "1.5",
}
MATRICES = {
    "as_matrix(Y, 0).tolist()": "[[3.0, 1.0, 4.0], [0.0, 0.0, 0.0], [5.0, 0.0, 0.0]]",
    "as_matrix(Y, 0, side='left').tolist()[2]": "[0.0, 0.0, 5.0]",
    "as_matrix(Y, 'z').tolist()[1:]": "[['z', 'z', 'z'], ['5', 'z', 'z']]",
    "as_matrix(ragged([[1], [2, 3]]), 0.5).tolist()": "[[1.0, 0.5], [2.0, 3.0]]",
    "as_matrix(ragged([[True, None], [False]])).tolist()": "[[True, None], [False, None]]",
    "as_matrix(ragged([['a', None], None])).tolist()": "[['a', None], [None, None]]",
    "as_matrix(ragged([['a'], []], levels=['a'])).tolist()": "[['a'], [None]]",
    "as_matrix(ragged([])).shape": "(0, 0)",
    "as_matrix(ragged([[], []])).shape": "(2, 0)",
    "is_na(as_matrix(Y)[1]).to_list()": "[True, True, True]",
    "row_range(Z).tolist()": "[[1, 3], [4, 4]]",
    "row_range(ragged([[1, None], None]), na_rm=True).tolist()": "[[1, 1], [None, None]]",
    "row_range(ragged([['b', 'a'], []]), empty='').tolist()": "[['a', 'b'], ['', '']]",
    "row_range(Y, empty=0).tolist()": "[[1.0, 4.0], [0.0, 0.0], [5.0, 5.0]]",
    "row_range(ragged([])).shape": "(0, 2)",
}
ANSWERS = POWERS | SUMS | NAMES | VECTORS | KEYS | BOUND | MEANS | MATRICES


@pytest.mark.parametrize("code", ANSWERS)
def test_answer(code: str) -> None:
    assert repr(answer(code)) == ANSWERS[code]


CHANGES: dict[str, tuple[str, Any, Any, str]] = {
    "one": ("c(1, 2, 3)", 2, 9, "[1] 1 9 3"),
    "widened": ("c(1, 2)", 4, 2.5, "[1] 1.0 2.0  NA 2.5"),
    "mask": ("c(1, 2, 3)", rr.c(False, True), rr.c(7), "[1] 1 7 3"),
    "range": ("c(1, 2, 3)", slice(1, 2), rr.NA, "[1] NA NA  3"),
    "array": ("c(1, 2, 3)", np.array([1, 3]), np.array([4.5, 6]), "[1] 4.5 2.0 6.0"),
    "drop": ("c(1, 2, 3)", -1, 0, "[1] 1 0 0"),
    "nowhere": ("c(1, 2, 3)", 0, 5, "[1] 1 2 3"),
    "na": ("c(1, 2, 3)", rr.c(1, rr.NA), 0, "[1] 0 2 3"),
    "element": ("c(1, 2, 3)", [2], "a", '[1] "1" "a" "3"'),
    "element-past-the-end": ("c(1, 2)", [4], 5, "[1]  1  2 NA  5"),
    "none-before": ("Vector([])", 2, 5, "[1] NA  5"),
    "new-name": ("c(a=1)", "b", 2, "a b \n1 2 "),
    "first-name": ("c(1, 2)", "a", 3, "    a \n1 2 3 "),
    "name": ("c(a=1, b=2)", "b", 5, "a b \n1 5 "),
    "name-element": ("c(a=1)", ["b"], 5, "a b \n1 5 "),
    "names-past-the-end": ("c(a=1)", 3, 7, " a       \n 1 NA  7 "),
    "sums": ("row_sums(Y)", 2, rr.NA, "[1]  8 NA  5"),
    "factor": ("unlist(ragged([['a', 'b']], levels=['a', 'b']))", 1, "b", "[1] b b\nLevels: a b"),
    "no-level": ("unlist(ragged([['a']], levels=['a']))", 1, "z", "[1] <NA>\nLevels: a"),
    "copied-row": ("c(Y[[1]])", 2, 9, "[1] 3 9 4"),
    "piece-of-row": ("Y[[1]][1:2]", 2, 9, "[1] 3 9"),
}


@pytest.mark.parametrize(("code", "key", "value", "after"), CHANGES.values(), ids=CHANGES)
def test_values_are_put_into_vectors(code: str, key: Any, value: Any, after: str) -> None:
    vector = answer(code)
    same = vector
    vector[key] = value
    assert repr(vector) == after
    assert vector is same


CHANGES_REFUSED: dict[str, tuple[str, Any, Any, type[Exception], str]] = {
    "null": ("c(1, 2)", 1, None, ValueError, r"^value must contain a value, got None; x\[-1\]"),
    "nothing": ("c(1, 2)", 1, rr.Vector([]), ValueError, "^value must contain a value, got none"),
    "nothing-named": (
        "c(a=1)",
        1,
        rr.Vector([]),
        ValueError,
        "^value must contain a value, got none",
    ),
    "two": ("c(1, 2)", [1], rr.c(1, 2), ValueError, r"^value must be one value, got c\(1, 2\)"),
    "list": ("c(1, 2)", 1, [5], TypeError, r"^value must be a vector, got \[5\]; c\(1, 2\)"),
    "na": (
        "c(1, 2)",
        rr.c(1, rr.NA),
        rr.c(0, 1),
        ValueError,
        "^index must contain no NA to take 2",
    ),
    "na-named": (
        "c(a=1)",
        rr.c(1, rr.NA),
        rr.c(0, 1),
        ValueError,
        "^index must contain no NA to take",
    ),
    "date": (
        "c(1)",
        1,
        rr.unlist([[date(2024, 2, 29)]]),
        TypeError,
        "common kind, got integer and Date",
    ),
    "row": (
        "Y[[1]]",
        1,
        9,
        TypeError,
        r"^a row must not be changed separately.*; x\[\[1, 2\]\] = 9",
    ),
    "row-in-turn": ("next(iter(Y))", [1], 9, TypeError, "^a row must not be changed separately"),
}


@pytest.mark.parametrize(
    ("code", "key", "value", "error", "message"), CHANGES_REFUSED.values(), ids=CHANGES_REFUSED
)
def test_what_a_vector_does_not_take(
    code: str, key: Any, value: Any, error: type[Exception], message: str
) -> None:
    vector = answer(code)
    before = repr(vector)
    with pytest.raises(error, match=message):
        vector[key] = value
    assert repr(vector) == before


def test_values_that_come_out_uneven_are_warned_of() -> None:
    vector = rr.c(1, 2, 3)
    with pytest.warns(UserWarning, match="not a multiple of replacement length"):
        vector[1:3] = rr.c(8, 9)
    assert vector.to_list() == [8, 9, 8]


def test_values_are_not_deleted() -> None:
    vector = rr.c(1, 2)
    with pytest.raises(TypeError, match=r"must not be deleted, x\[-1\]"):
        del vector[1]


def test_a_list_with_names_is_a_list() -> None:
    items: Any = rr.as_list(NAMED)
    assert type(items).__mro__[1] is list
    assert pickle.loads(pickle.dumps(items)).labels == items.labels == ("a", "b", "c")
    items.append(1)
    assert repr(items).startswith("[")
    assert rr.names(rr.as_ragged(items)) is None


REFUSED: dict[str, tuple[type[Exception], str]] = {
    "as_matrix(Z)": (ValueError, r"^x must have rows of single values, got .*; as_tensor\(x\)"),
    "as_matrix(Y, c(1, 2))": (ValueError, "^fill must be one value, got .*1 2; it pads"),
    "as_matrix(Y, side='up')": (ValueError, "^side must be 'right' or 'left', got 'up'"),
    "Y[[c(1, 1, 2)]]": (RaggedIndexError, r"^index must end at a value, got \[c\(1, 1, 2\)\]; x"),
    "Z[[c(1, 1, 2, 1)]]": (RaggedIndexError, r"^index must end at a value, got \[1, 2, 1\]; x"),
    "Y[[c(1, 9)]]": (RaggedIndexError, "^index must be from 1 to 3, got 9"),
    "cbind(Y, Y[1:2])": (ValueError, "^argument 2 must have 3 rows, got 2; cbind joins row by row"),
    "cbind(Z, 1)": (ValueError, "must have 2 ragged axes"),
    "cbind()": (TypeError, "^parts must contain a ragged list, got nothing"),
    "rbind(NULL)": (TypeError, "^parts must contain a ragged list, got nothing"),
    "rbind(Z, c(1))": (ValueError, "must have 2 ragged axes"),
    "mean(ragged([['a']]))": (TypeError, "got 'character'"),
    "c(1, 2)[[NA]]": (RaggedIndexError, r"^index must be a position, got NA; x\[NA\] is NA"),
    "c(1, 2)[['a']]": (RaggedIndexError, "^index must be a position, got 'a'; names"),
    "abs(c('a'))": (TypeError, "^values must be numbers for abs, got character"),
    "round(c('a'))": (TypeError, "^values must be numbers for round, got character"),
    "round(ragged([['a']]))": (TypeError, "^values must be numbers for round, got character"),
    "row_max(Y, empty=c(1, 2))": (
        ValueError,
        "^empty must be one value, got .*1 2; it is for rows",
    ),
    "row_first(Y, default=[])": (ValueError, r"^default must be one value, got \[\]; it"),
    "ragged_from_rowids([3, 1], [2, 1])": (
        ValueError,
        r"^rowids must not decrease, got rowids\[1:2\] = 2, 1; rows are",
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
    "ragged_from_starts([3, 1], [1, 3, 2])": (ValueError, r"got starts\[2:3\] = 3, 2; rows are"),
    "ragged_from_splits([3, 1], [1, 3, 2, 3], base=1)": (ValueError, r"got splits\[2:3\] = 3, 2;"),
    "ragged_from_limits([3, 1], [2, 1, 2])": (ValueError, r"got limits\[1:2\] = 2, 1; rows are"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_refused(code: str) -> None:
    error, message = REFUSED[code]
    with pytest.raises(error, match=message):
        answer(code)


INTO_ROWS: dict[str, tuple[str, list[Any], Any, list[Any]]] = {
    "value": ("Y", [1, 3], 9, [[3, 1, 9], [], [5]]),
    "vector-of-keys": ("Y", [rr.c(1, 2)], 9, [[3, 9, 4], [], [5]]),
    "empty-row": ("Y", [2, 2], 9, [[3, 1, 4], [rr.NA_real_, 9], [5]]),
    "past-the-end": ("Y", [3, 3], 9, [[3, 1, 4], [], [5, rr.NA_real_, 9]]),
    "other-kind": ("Y", [1, 2], "t", [["3", "t", "4"], [], ["5"]]),
    "name": ("NAMED", ["a", "q"], 9, [[1, 9], [], [3]]),
    "new-name": ("NAMED", ["a", "r"], 9, [[1, 2, 9], [], [3]]),
    "null-row": ("ragged([None, [1]])", [1, 2], 5, [[rr.NA_integer_, 5], [1]]),
    "row-of-rows": ("Z", [1, 1], rr.c(7, 8, 9), [[[7, 8, 9], [3]], [[4]]]),
    "new-row-of-rows": ("Z", [1, 3], rr.c(7), [[[1, 2], [3], [7]], [[4]]]),
    "deep": ("Z", [rr.c(1, 1, 2)], 77, [[[1, 77], [3]], [[4]]]),
    "drop-row-of-rows": ("Z", [1, 1], None, [[[3]], [[4]]]),
}


def nested(x: Any) -> Any:
    if isinstance(x, rr.RaggedList):
        return [nested(row) for row in x]
    return x.to_list()


@pytest.mark.parametrize(("code", "key", "value", "after"), INTO_ROWS.values(), ids=INTO_ROWS)
def test_values_are_put_into_rows(code: str, key: list[Any], value: Any, after: list[Any]) -> None:
    original = answer(code)
    x = original[:]
    x[key] = value
    assert nested(x) == after
    assert rr.identical(original, answer(code))


@pytest.mark.parametrize("key", [[9, 1], [1, 1]], ids=["no-such-row", "null"])
def test_what_is_not_put_into_rows(key: list[Any]) -> None:
    x = Y[:]
    error = RaggedIndexError if key[0] == 9 else ValueError
    with pytest.raises(error, match=r"from 1 to 3, got 9|one value, got None"):
        x[key] = None if key[0] == 1 else 5
    assert rr.identical(x, Y)


def test_the_new_name_is_that_of_the_value() -> None:
    x = NAMED[:]
    x[["b", "z"]] = 4
    for name, inner in (("b", ["z"]), ("a", ["p", "q"])):
        found: Any = rr.names(x[[name]])
        assert found.to_list() == inner


def test_matrices_are_rows_side_by_side_too() -> None:
    matrix = np.arange(6.0).reshape(3, 2)
    assert rr.cbind(Y, matrix).tensor.to_list() == [[3, 1, 4, 0, 1], [2, 3], [5, 4, 5]]
    assert rr.rbind(Y, matrix).tensor.to_list()[3:] == matrix.tolist()
    assert rr.mean(rr.as_ragged(matrix[:, :, None])) == 2.5


def test_nothing_is_cut_into_no_rows_or_empty_ones() -> None:
    assert len(rr.ragged_from_rowids([], [])) == len(rr.ragged_from_starts([], [])) == 0
    assert rr.ragged_from_rowids([], [], nrows=2).tensor.to_list() == [[], []]
