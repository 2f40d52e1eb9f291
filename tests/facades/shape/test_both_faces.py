"""The Python face has R's results: the same statements run in both, one after the other."""

from __future__ import annotations

import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

import raggedkit_r as rr
from raggedkit_r.vector.index import element, extract, positions, replace, replace_element
from raggedkit_r.vector.na import NAType
from tests.campaign import SALT, TIMES
from tests.facades.r_expressions import evaluate
from tests.facades.r_session import Answer, ask_r, folder, read

__all__ = ["ask_r", "folder"]  # the tests of ragged lists ask as well

SEQUENCES = 600 * TIMES
STATEMENTS = 8


def ask_python(statement: str, names: dict[str, Any]) -> tuple[str, Any, str]:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            kind, result = "value", evaluate(statement, names)
        except (ValueError, TypeError) as error:
            kind, result = "error", error
    return kind, result, "; ".join(str(warning.message) for warning in said)


def disagreement(answer: Answer, kind: str, result: Any, said: str) -> str:
    """Return the difference of the Python face from R's result, or ""."""
    python = f"Python: {kind} {result!r} {said}"
    if kind != answer.kind:
        return python
    if kind == "error":
        classes = re.findall(r"python\.builtin\.(\w+)", answer.text)
        return "" if all(isinstance(result, eval(name)) for name in classes) else python
    same = rr.identical(result, read(answer.text)) and said == answer.warnings
    return "" if same else python


class Writer:
    """Writes statements about shapes, the odd ones among them on purpose."""

    sizes = ("0", "1", "2L", "3", "4L", "2.7", "TRUE", '"5"', "NA", "-1", "NULL", "NA_integer_")
    odd: tuple[str, ...] = (
        "-2",
        '"a"',
        "c(1, NA)",
        "c(-1, 2)",
        "list(NULL)",
        "list(1, NA)",
        "3e10",
        "Inf",
        "NaN",
    )
    vectors: tuple[str, ...] = (
        "c(7, 8)",
        "c(2L, 3L, 4L)",
        "integer(0)",
        "list()",
        "list(7, 8)",
        "shape(5, NA)",
    )
    vectors += ("shape()", '"6"', "1:3", "c(TRUE, FALSE)", "list(9)", "shape(dims = NULL)")
    lists: tuple[str, ...] = (
        "list(NULL, 7)",
        "c(NA, 99)",
        "list(c(7, 8), 9)",
        "list(list(1))",
        "list(NA)",
    )
    indices: tuple[str, ...] = (
        "0",
        "1",
        "2",
        "3L",
        "5",
        "-1",
        "-2L",
        "-7",
        "1.9",
        "-1.5",
        "0.5",
        "NA",
        "TRUE",
    )
    indices += (
        "FALSE",
        "NA_integer_",
        "NaN",
        "Inf",
        "-Inf",
        '"a"',
        "NULL",
        "NA_character_",
        "NA_real_",
    )
    several: tuple[str, ...] = (
        "2:3",
        "3:1",
        "-1:-2",
        "c(1, 3)",
        "c(3, 1, 1)",
        "c(-1, -3)",
        "c(0, 2)",
        "c(1, NA)",
    )
    several += ("c(1, -1)", "c(TRUE, FALSE)", "c(TRUE, NA, FALSE)", "c(FALSE, FALSE, TRUE, TRUE)")
    several += ('c("a", "b")', "4:5", "integer(0)", "logical(0)", "c(-1, NA)", "", "c(1, 2, 7)")
    several += (
        "c(2.9, 1.1)",
        "-c(1, 2)",
        "c(NaN, 2)",
        "c(FALSE, FALSE, FALSE, FALSE, FALSE, FALSE)",
    )

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def one(self, *groups: tuple[str, ...]) -> str:
        return self.random.choice(self.random.choice(groups))

    def some(self, most: int, *groups: tuple[str, ...]) -> str:
        count = self.random.randint(0, most)
        return ", ".join(self.one(*groups) for _ in range(count))

    def shape(self) -> str:
        style = self.random.random()
        if style < 0.6:
            return f"shape({self.some(4, self.sizes)})"
        if style < 0.75:
            return f"shape({self.some(3, self.sizes, self.sizes, self.vectors, self.odd)})"
        if style < 0.85:
            return f"shape(dims = c({self.some(3, self.sizes[:6])}))"
        if style < 0.95:
            return f"shape(dims = list({self.some(3, self.sizes, self.vectors)}))"
        return "shape(dims = NULL)"

    def value(self) -> str:
        groups = (self.sizes, self.sizes, self.vectors, self.lists, self.odd)
        return self.one(*groups)

    def statement(self) -> str:
        kind = self.random.random()
        if kind < 0.1:
            return f"x <- {self.shape()}"
        if kind < 0.3:
            return f"{{x[{self.one(self.indices, self.several)}] <- {self.value()}; x}}"
        if kind < 0.45:
            # No c(1, NA): assigned into a NULL it changes nothing in R, where Python refuses it.
            deep = ("c(1, 1)", "c(2, 1)", "c(1, 2)", "c(1, 1, 1)", "c(7, 1)", "integer(0)")
            key = self.one(self.indices, self.indices, self.indices, deep)
            return f"{{x[[{key}]] <- {self.value()}; x}}"
        if kind < 0.6:
            return f"x[{self.one(self.indices, self.several, ('1e10', 'c(1e10, 2)'))}]"
        if kind < 0.7:
            return f"x[[{self.one(self.indices, self.indices, ('c(1, 1)', 'c(1, 2)', '1e10'))}]]"
        return self.question()

    def question(self) -> str:
        y = self.random.choice((self.shape(), self.value()))
        n = self.random.choice(("0", "1", "2", "-1", "-5", "9"))
        return self.random.choice(
            (
                f"c(x, {y})",
                f"c(x, {y}, {self.value()})",
                f"merge(x, {y})",
                f"merge(x, {self.shape()})",
                f"x == {y}",
                f"{y} != x",
                f"is_compatible_with(x, {y})",
                f"most_specific_compatible_shape(x, {y})",
                f"is_subtype_of(x, {self.shape()})",
                f"identical(x, {y})",
                f"head(x, {n})",
                f"tail(x, {n})",
                f"rep(x, {n})",
                f"with_rank(x, {n})",
                f"with_rank_at_least(x, {n})",
                f"all.equal(x, {self.shape()})",
                "length(x)",
                "as.list(x)",
                "as.integer(x)",
                "as.numeric(x)",
                "as.character(x)",
                "format(x)",
                "is.na(x)",
                "rev(x)",
                "unique(x)",
                "num_elements(x)",
                "is_fully_defined(x)",
            )
        )


class ListWriter(Writer):
    """Writes statements about a plain list, whose elements may be vectors and lists."""

    # No text for keys: R's list would get names, and they are asked about below.
    indices = tuple(i for i in Writer.indices if i not in ('"a"', "NA_character_"))
    several = tuple(i for i in Writer.several if '"' not in i)
    elements = ("1", "2L", "NULL", "TRUE", '"b"', "c(4, 5)", "list(6, 7)", "NA", "list(NULL)")

    def statement(self) -> str:
        kind = self.random.random()
        value = self.one(self.elements, self.vectors[:2], self.lists)
        if kind < 0.1:
            return f"x <- list({self.some(5, self.elements)})"
        if kind < 0.35:
            return f"{{x[{self.one(self.indices, self.several)}] <- {value}; unname(x)}}"
        if kind < 0.55:
            return f"{{x[[{self.one(self.indices)}]] <- {value}; unname(x)}}"
        if kind < 0.8:
            return f"unname(x[{self.one(self.indices, self.several)}])"
        deep = ("c(1, 1)", "c(2, 1)", "c(1, 2)", "c(1, 1, 1)", "c(3, -2)", "c(2, 0)", "1e10")
        return f"x[[{self.one(self.indices, deep)}]]"


def sequence(writer: Writer, first: str) -> list[str]:
    return [first, *(writer.statement() for _ in range(STATEMENTS - 1))]


def differences(folder: Path, sequences: list[list[str]]) -> tuple[list[str], dict[str, int]]:
    """Return the first difference of each sequence, and the number of results of each kind."""
    differ = []
    counts = {"value": 0, "error": 0, "warning": 0}
    for statements, answers in zip(sequences, ask_r(folder, sequences), strict=True):
        names: dict[str, Any] = {}
        for statement, answer in zip(statements, answers, strict=True):
            before = str(names.get("x"))
            problem = disagreement(answer, *ask_python(statement, names))
            counts[answer.kind] += 1
            counts["warning"] += bool(answer.warnings)
            if problem:
                differ.append(f"x = {before}: {statement}\n    R: {answer}\n    {problem}")
                break
    return differ, counts


def test_shapes_in_random_sequences_of_statements(folder: Path) -> None:
    writers = [Writer(SALT + seed) for seed in range(SEQUENCES)]
    starts = (f"x <- shape({writer.some(4, writer.sizes)})" for writer in writers)
    differ, counts = differences(folder, list(map(sequence, writers, starts)))
    assert not differ, f"{len(differ)} sequences differ\n" + "\n".join(differ[:20])
    # Not all of it may be one kind of answer.
    assert min(counts["value"], counts["error"]) > SEQUENCES, counts
    assert counts["warning"] > SEQUENCES / 20, counts


def test_lists_in_random_sequences_of_statements(folder: Path) -> None:
    writers = [ListWriter(SALT + seed) for seed in range(SEQUENCES)]
    starts = (f"x <- list({writer.some(4, writer.elements)})" for writer in writers)
    differ, counts = differences(folder, list(map(sequence, writers, starts)))
    assert not differ, f"{len(differ)} sequences differ\n" + "\n".join(differ[:20])
    assert min(counts["value"], counts["error"]) > SEQUENCES / 2, counts


NAMES = ["a", "b", "a", "", "c"]
NAMED_LIST = "list(a = 1L, b = 2L, a = 3L, 4L, c = 5L)"
TEXT_KEYS: list[list[Any]] = [
    ["a"],
    ["b", "a", "zz", "a"],
    [""],
    ["zz", "yy", "zz"],
    ["", ""],
    ["c", rr.NA],
    [rr.NA, rr.NA_character_],
    ["b", "", "zz", "b"],
]


def r_text(key: list[Any]) -> str:
    return f"c({', '.join(str(k) if isinstance(k, NAType) else repr(k) for k in key)})"


def about_names(key: list[Any]) -> list[str]:
    keys = f"as.character({r_text(key)})"
    return [
        f"unname({NAMED_LIST}[{keys}])",
        f"{{x <- {NAMED_LIST}; x[{keys}] <- as.list(seq_len({len(key)}) + 10L); unname(x)}}",
        f"{{x <- {NAMED_LIST}; x[{keys}] <- as.list(seq_len({len(key)}) + 10L); names(x)}}",
        f"{{x <- {NAMED_LIST}; x[{keys}] <- NULL; unname(x)}}",
        f"{NAMED_LIST}[[{keys}[1]]]",
        f"{{x <- {NAMED_LIST}; x[[{keys}[1]]] <- 9L; unname(x)}}",
        f"{{x <- {NAMED_LIST}; x[[{keys}[1]]] <- NULL; unname(x)}}",
    ]


@pytest.fixture(scope="session")
def named(folder: Path) -> list[list[Answer]]:
    return ask_r(folder, [about_names(key) for key in TEXT_KEYS])


@pytest.mark.parametrize("k", range(len(TEXT_KEYS)), ids=lambda k: str(TEXT_KEYS[k]))
def test_names_in_a_list(named: list[list[Answer]], k: int) -> None:
    key, answers = TEXT_KEYS[k], named[k]
    statements = about_names(key)
    vector, first = rr.as_character(key), rr.as_character(key)[1]
    values = list(range(11, 11 + len(key)))
    appended = positions(vector, 5, NAMES).appended
    items = [1, 2, 3, 4, 5]
    results = [
        extract(items, vector, NAMES),
        replace(items, vector, values, NAMES),
        rr.c(*[rr.NA_character_ if name is None else name for name in (*NAMES, *appended)]),
        replace(items, vector, None, NAMES),
        element(items, first, NAMES),
        replace_element(items, first, 9, NAMES),
        replace_element(items, first, None, NAMES),
    ]
    for statement, answer, result in zip(statements, answers, results, strict=True):
        assert answer.kind == "value", statement
        assert rr.identical(result, read(answer.text)), (statement, answer.text, result)


PRINTED = [
    "c(1, 3)",
    "c(1.5, NA, 1e10)",
    "c(TRUE, NA)",
    "integer(0)",
    "character(0)",
    "c(3L, NA, 100L)",
    "1:100",
    "c('a', 'bcd', NA)",
    "c(0.1, 0.25, 1/3)",
    "c(1e-10, 1)",
    "c(123456.789, 1)",
    "c(NaN, Inf, -Inf, 2)",
    "c(-1.5, 22)",
    "1e5",
    "100000L",
    "c(1e5, 1)",
    "1e-5",
    "c(1e300, 1e-300)",
    "c(1/3, 2/3) * 1000000",
    "0.1 + 0.2",
    "c('a\"b', 'c')",
    "-0.5",
]


@pytest.fixture(scope="session")
def printed(folder: Path) -> list[Answer]:
    (answers,) = ask_r(folder, [[f"printed({expression})" for expression in PRINTED]])
    return answers


@pytest.mark.parametrize("expression", PRINTED)
def test_vectors_print_as_in_r(printed: list[Answer], expression: str) -> None:
    answer = printed[PRINTED.index(expression)]
    assert repr(rr.c(evaluate(expression))) == answer.text.replace("\\n", "\n")
