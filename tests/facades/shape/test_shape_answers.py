"""The Python face beside R's tensorflow: its page on shape(), and the table of its answers."""

from __future__ import annotations

import ast
import csv
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit_r
from raggedkit_r import (
    NA,
    NULL,
    Vector,
    as_double,
    as_integer,
    as_list,
    as_numeric,
    as_tensor,
    c,
    identical,
    is_na,
    length,
    merge,
    shape,
)
from tests.facades.r_expressions import Untranslatable, evaluate
from tests.facades.test_r_package import BINDING, ORACLE, PACKAGE


class TestTheDocumentedExamples:
    """The page of R's tensorflow package on shape(), from top to bottom."""

    def test_construct(self) -> None:
        assert repr(shape()) == "TensorShape([])"
        assert repr(shape(NULL)) == "TensorShape([None])"
        assert repr(shape(NA)) == "TensorShape([None])"
        assert repr(shape(dims=NULL)) == "TensorShape(None)"
        assert repr(shape(3, 4)) == "TensorShape([3, 4])"
        assert repr(shape(NA, 4)) == "TensorShape([None, 4])"
        assert repr(shape(dims=c(NA, 4))) == "TensorShape([None, 4])"

    def test_inspect(self) -> None:
        assert length(shape(dims=NULL)) is raggedkit_r.NA_integer_
        assert length(shape(1, 2, 3, NA)) == 4

    def test_convert(self) -> None:
        x = shape(dims=[3, 5])
        assert as_list(x) == [3, 5]
        assert identical(as_integer(x), Vector([3, 5], "integer"))
        assert identical(as_numeric(x), Vector([3, 5], "numeric"))
        assert identical(as_double(x), as_numeric(x))
        np.testing.assert_array_equal(as_tensor(x), [3, 5], strict=False)
        x = shape(NA, 3)
        assert as_list(x) == [NULL, 3]
        assert identical(as_integer(x), c(NA, 3))
        np.testing.assert_array_equal(as_tensor(x), [-1, 3])
        with pytest.raises(ValueError, match="must have a known rank"):
            as_list(shape(dims=NULL))
        assert is_na(length(shape(dims=NULL))) is True

    def test_compare(self) -> None:
        assert shape(3, 4) == shape(3, 4)
        assert (shape(3, 4) == shape(4, 4)) is False
        assert shape(NA, 4) == shape(NA, 4)
        assert (shape(NA, 4) == shape(3, 4)) is False
        assert shape(dims=NULL) == shape(dims=NULL)
        assert (shape(dims=NULL) == shape(NULL)) is False
        assert (shape(dims=NULL) == shape(4)) is False
        assert shape(1, c(2, 3), 4) == shape(1, shape(2, 3), 4) == shape(1, 2, 3, 4)
        assert shape(1, as_tensor(c(2, 3)), 4) == shape(1, 2, 3, 4)

    def test_extract_or_replace(self) -> None:
        x = shape(1, 2, 3)
        assert repr(x[1]) == "TensorShape([1])"
        assert x[[1]] == 1
        assert repr(x[2:3]) == "TensorShape([2, 3])"
        assert repr(x[-1]) == "TensorShape([2, 3])"
        for value in (11, shape(11), [11]):
            x[1] = value
            assert repr(x) == "TensorShape([11, 2, 3])"
        x[[1]] = 22
        assert repr(x) == "TensorShape([22, 2, 3])"
        x[1:2] = c(NA, 99)
        assert repr(x) == "TensorShape([None, 99, 3])"
        x[1:2] = shape(33, 44)
        assert repr(x) == "TensorShape([33, 44, 3])"

    def test_concatenate_and_merge(self) -> None:
        assert repr(c(shape(1), shape(2, 3), shape(4, NA))) == "TensorShape([1, 2, 3, 4, None])"
        assert repr(merge(shape(NA, 2), shape(1, 2))) == "TensorShape([1, 2])"
        with pytest.raises(ValueError, match=r"must be 2 or NA as in \(2, 2\), got 1 in \(1, 2\)"):
            merge(shape(2, 2), shape(1, 2))


# Where the Python face differs on purpose from R's tensorflow, beside what the R package lists.
DIFFERENT = {
    "shape(1, 2, 3)[[]]": "Nothing between the brackets is a mistake; newer R says so too.",
    "merge(shape(NA, 2), shape(1, 2), all = TRUE)": "An argument that means nothing is refused.",
    "shape(3, 4) == as_tensor(c(3L, 4L))": "A NumPy array is compared; elsewhere it is an error.",
    "{x <- shape(1, 2); x$foo <- 5L; x$foo}": "A shape takes no attributes that it doesn't know.",
}


def table(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


def unescaped(text: str) -> str:
    return re.sub(r"\\([\\tn])", lambda m: {"\\": "\\", "t": "\t", "n": "\n"}[m[1]], text)


def written(result: str) -> Any:
    known = re.fullmatch(r"TensorShape\((.*)\)", result)
    return shape(dims=ast.literal_eval(known[1])) if known else evaluate(result)


def agrees(expression: str, kind: str, result: str) -> bool:
    wanted = written(result) if kind == "value" else None
    try:
        found = evaluate(expression)
    except (ValueError, TypeError, AttributeError):
        return kind == "error"
    return kind == "value" and identical(found, wanted)


@pytest.mark.skipif(
    not ORACLE.is_dir(), reason="the answers of R's tensorflow are not beside this checkout"
)
def test_answers_are_those_of_r_s_tensorflow_but_for_the_listed() -> None:
    listed = {row[0]: row[1:3] for row in table(PACKAGE / "tests/deviations.tsv")}
    ran: list[str] = []
    differ = set()
    for row in table(ORACLE / "r_shape.tsv"):
        expression, section = unescaped(row[0]), row[4]
        kind, result = listed.get(row[0], row[1:3])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                same = agrees(expression, kind.removeprefix("warning+"), unescaped(result))
        except Untranslatable:
            continue
        ran.append(section)
        if not same:
            differ.add(expression)
    assert differ == set(DIFFERENT)
    # Most of the table has a counterpart in Python, all but a few rows of these sections.
    assert len(ran) >= 350
    assert sum(section in BINDING for section in ran) >= 270
