"""Ragged lists print the same text in Python and in R: the same statements run in both faces."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit_r as rr
from raggedkit_r.ragged.printing import row_texts
from tests.campaign import SALT, TIMES
from tests.facades.r_session import (
    as_any_r,
    ask_r,
    folder,
    has_complex,
    prints_complex_anew,
)

__all__ = ["folder"]

# Methods of a generic that is no package's are looked for where it is called from.
METHODS = (
    'for (name in ls(package, pattern = "^as_(ragged|tensor)[.]"))'
    " assign(name, get(name, package), globalenv())"
)
SEQUENCES = 150 * TIMES
STATEMENTS = 6

Draw = Callable[[random.Random], tuple[str, str]]  # the statement in Python, and in R


def literal(value: Any) -> tuple[str, str]:
    """Return a Python value in both languages; a list of plain values is a vector in R."""
    if value is None:
        return "None", "NA"
    if isinstance(value, bool):
        return repr(value), str(value).upper()
    if isinstance(value, int):
        return repr(value), f"{value}L"
    if isinstance(value, float):
        return f"float('{value}')", {"nan": "NaN", "inf": "Inf", "-inf": "-Inf"}.get(
            repr(value), repr(value)
        )
    if isinstance(value, datetime):
        return repr(value).replace("datetime.", ""), f'as.POSIXct("{value}", tz = "UTC")'
    if isinstance(value, timedelta):
        minutes = value / timedelta(minutes=1)
        return f"timedelta(minutes={minutes!r})", f'as.difftime({minutes!r}, units = "mins")'
    if isinstance(value, complex):
        return repr(value), f"complex(real = {value.real!r}, imaginary = {value.imag!r})"
    if isinstance(value, date):
        return f"date({value.year}, {value.month}, {value.day})", f'as.Date("{value}")'
    return repr(value), '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


ABSENT = {
    date: "as.Date(NA)",
    datetime: 'as.POSIXct(NA, tz = "UTC")',
    timedelta: 'as.difftime(NA_real_, units = "mins")',
}


def vector(values: list[Any]) -> tuple[str, str]:
    pairs = [literal(value) for value in values]
    python = ", ".join(p for p, _ in pairs)
    told = [r for _, r in pairs]
    for kind, absent in ABSENT.items():  # c(NA, a Date) is a number in R
        if any(type(value) is kind for value in values):
            told = [absent if r == "NA" else r for r in told]
    return f"[{python}]", f"c({', '.join(told)})" if pairs else "logical(0)"


def rows(values: list[Any], names: list[str] | None = None) -> tuple[str, str]:
    """Return a list of rows, each a list of values or None, which is NULL."""
    pairs = [("None", "NULL") if row is None else vector(row) for row in values]
    if names is None:
        return f"[{', '.join(p for p, _ in pairs)}]", f"list({', '.join(r for _, r in pairs)})"
    python = ", ".join(f"{name!r}: {p}" for name, (p, _) in zip(names, pairs, strict=True))
    r = ", ".join(f'"{name}" = {r}' for name, (_, r) in zip(names, pairs, strict=True))
    return f"{{{python}}}", f"list({r})"


NUMBERS = [0.0, 1.0, 2.5, -3.25, 1e5, 123456.0, 1e-5, 1e15, 1 / 3, float("nan"), float("inf")]
VALUES: dict[str, list[Any]] = {
    "logical": [True, False],
    "integer": [0, 1, 2, 3, 7, -5, 1000],
    "numeric": NUMBERS,
    "character": ["a", "b", "", "ab c", 'q"t', "back\\slash"],
    "Date": [date(2024, 2, 29), date(1970, 1, 1), date(1999, 12, 31)],
}
# Of these there are only questions: a list that replaces rows can't say which levels it means.
TOLD: dict[str, list[Any]] = {
    "factor": ["a", "b", "with space"],
    "complex": [1j, 1.5 - 2j, 1 / 3 + 0j, -2 + 1e3j],
    "POSIXct": [
        datetime(2024, 2, 29, 5, 30),
        datetime(1969, 12, 31),
        datetime(2000, 1, 1, 1, 2, 3),
    ],
    "difftime": [timedelta(minutes=m) for m in (0.0, 1.0, -2.5, 1440.0)],
}
TOLD["plain"] = [0.0, 1.0, 2.5, -3.25, 1000.0]
LEVELS = ["b", "with space", "a", "none"]


def some_rows(draw: random.Random, kind: str, *, count: int | None = None) -> list[Any]:
    def row() -> list[Any] | None:
        if draw.random() < 0.12:
            return None
        values = [
            draw.choice((VALUES | TOLD)[kind]) for _ in range(draw.choice([0, 0, 1, 1, 2, 3, 5]))
        ]
        if any(v != v for v in values):  # of NaN and NA R gives the one or the other
            return values
        return [None if draw.random() < 0.12 else v for v in values]

    return [row() for _ in range(draw.choice([0, 1, 2, 3, 4, 6]) if count is None else count)]


def made(draw: random.Random, kind: str, count: int | None = None) -> tuple[str, str]:
    values = some_rows(draw, kind, count=count)
    names = None
    if kind != "complex" and len(values) < 8 and draw.random() < 0.25:
        names = draw.sample(["a", "b", "x", "long name", "z", "y", "q"], len(values))
    python, r = rows(values, names)
    if kind == "factor" and any(row is not None for row in values):
        levels = f"c({', '.join(literal(level)[1] for level in LEVELS)})"
        held = f"as_ragged(lapply({r}, function(v) if (!is.null(v)) factor(v, {levels})))"
        return f"ragged({python}, levels={LEVELS})", held
    if kind == "difftime" and any(v is not None for row in values for v in row or ()):
        return f"ragged({python}, units='mins')", f"as_ragged({r})"
    return f"as_ragged({python})", f"as_ragged({r})"


def key(draw: random.Random) -> tuple[str, str]:
    kind = draw.choice(["one", "slice", "several", "drop", "mask", "name", "all"])
    number = draw.choice([0, 1, 2, 3, 4, 6, 9])
    if kind == "one":
        return str(number), f"{number}L"
    if kind == "slice":
        other = draw.choice([1, 2, 3, 5])
        return f"{number}:{other}", f"{number}:{other}"
    if kind == "several":
        picked = [draw.choice([0, 1, 2, 3, 5, None]) for _ in range(draw.choice([1, 2, 3]))]
        text = ", ".join("NA" if p is None else str(p) for p in picked)
        return f"c({text})", f"c({text})"
    if kind == "drop":
        return f"-{number}", f"-{number}"
    if kind == "mask":
        flags = [draw.choice(["TRUE", "FALSE", "NA"]) for _ in range(draw.choice([1, 2, 3, 4]))]
        return f"c({', '.join(flags)})", f"c({', '.join(flags)})"
    if kind == "name":
        name = draw.choice(["a", "x", "nothing"])
        return f'"{name}"', f'"{name}"'
    return ":", ""


def places(draw: random.Random) -> tuple[str, str]:
    """A key inside rows: without NA and names."""
    choices = ["1", "2", "1:2", "2:4", "-1", "c(1, 3)", "c(TRUE, FALSE)", "c(3, 1)", "0"]
    chosen = draw.choice(choices)
    return chosen, chosen


def same(text: str) -> Draw:
    return lambda draw: (text, text)


def extraction(draw: random.Random) -> tuple[str, str]:
    python, r = key(draw)
    return f"x[{python}]", f"x[{r}]"


def inner_extraction(draw: random.Random) -> tuple[str, str]:
    python, r = places(draw)
    return f"x[:, {python}]", f"x[, {r}]"


def element(draw: random.Random) -> tuple[str, str]:
    at = draw.choice(["1", "2", "3", "9", '"a"', '"nothing"', "0"])
    return f"x[[{at}]]", f"x[[{at}]]"


def replacement(kind: str) -> Draw:
    def statement(draw: random.Random) -> tuple[str, str]:
        python, r = key(draw)
        if draw.random() < 0.2:
            return f"x[{python}] = None", f"x[{r}] <- NULL"
        value, r_value = rows(some_rows(draw, kind, count=draw.choice([1, 1, 2])))
        return f"x[{python}] = {value}", f"x[{r}] <- {r_value}"

    return statement


def element_replacement(kind: str) -> Draw:
    def statement(draw: random.Random) -> tuple[str, str]:
        at = draw.choice(["1", "2", "4", "7", '"a"', '"new"'])
        if draw.random() < 0.2:
            return f"x[[{at}]] = None", f"x[[{at}]] <- NULL"
        value, r_value = vector(some_rows(draw, kind, count=1)[0] or [])
        return f"x[[{at}]] = {value}", f"x[[{at}]] <- {r_value}"

    return statement


def masked_replacement(kind: str) -> Draw:
    def statement(draw: random.Random) -> tuple[str, str]:
        value, r_value = literal(draw.choice(VALUES[kind]))
        return f"x[is_na(x)] = {value}", f"x[is.na(x)] <- {r_value}"

    return statement


def inner_replacement(kind: str) -> Draw:
    def statement(draw: random.Random) -> tuple[str, str]:
        value, r_value = literal(draw.choice(VALUES[kind]))
        key, r_key = draw.choice(
            [(":, 1", ", 1"), (":, 1:2", ", 1:2"), ("1, 2", "1, 2"), (":, -1", ", -1")]
        )
        return f"x[{key}] = {value}", f"x[{r_key}] <- {r_value}"

    return statement


def operation(kind: str) -> Draw:
    signs = {"**": "^", "//": "%/%", "%": "%%"}

    def statement(draw: random.Random) -> tuple[str, str]:
        compare = ["==", "!=", "<", "<=", ">", ">="]
        arithmetic = ["+", "-", "*", "/", "**", "//", "%"]
        if kind in ("character", "Date"):
            arithmetic = []
        sign = draw.choice(compare + 2 * arithmetic)
        # What 1e15 leaves over 1e-05 is up to how many bits R computes with.
        values = [0, 3, -2] if sign in ("//", "%") else VALUES[kind]
        value, r_value = literal(draw.choice([*values, None]))
        value = "NA" if value == "None" else value
        # Before R 4.3 a Date beside a ragged list finds no method that both agree on.
        plain = [] if kind == "Date" else [(value, r_value)]
        other, r_other = draw.choice([*plain, ("x", "x"), ("rev(x)", "rev(x)")])
        if draw.random() < 0.3:
            return f"({other}) {sign} x", f"({r_other}) {signs.get(sign, sign)} x"
        return f"x {sign} ({other})", f"x {signs.get(sign, sign)} ({r_other})"

    return statement


def reduction(*verbs: str, keeps: bool = True) -> Draw:
    def statement(draw: random.Random) -> tuple[str, str]:
        verb = draw.choice(verbs)
        if keeps and draw.random() < 0.5:
            return f"{verb}(x, na_rm=TRUE)", f"{verb}(x, na.rm = TRUE)"
        return f"{verb}(x)", f"{verb}(x)"

    return statement


COMMON: list[Draw] = [
    extraction,
    extraction,
    inner_extraction,
    element,
    same("rev(x)"),
    same("head(x, 2)"),
    same("tail(x, -1)"),
    same("rep(x, 2)"),
    same("unique(c(x, x))"),
    same("lengths(x)"),
    same("length(x)"),
    same("names(x)"),
    same("row_splits(x)"),
    same("value_rowids(x)"),
    same("row_starts(x)"),
    same("row_limits(x, base = 0)"),
    same("row_is_null(x)"),
    same("is_empty(x)"),
    same("row_first(x)"),
    same("row_nth(x, 2)"),
    same("rev_rows(x)"),
    same("sort_rows(x)"),
    lambda draw: ("sort_rows(x, na_last=False)", "sort_rows(x, na.last = FALSE)"),
    lambda draw: ("sort_rows(x, na_last=NA)", "sort_rows(x, na.last = NA)"),
    same("unique_rows(x)"),
    same("nvals(x)"),
    same("cbind(x, x)"),
    same("cbind(x, row_first(x))"),
    same("rbind(x, x[[1]])"),
    same("c(x, a = x[1])"),
    lambda draw: ('x[:, "b"]', 'x[, "b"]'),
    lambda draw: ("is_na(x)", "is.na(x)"),
    lambda draw: ("x[row_first(x) == row_last(x)]", "x[row_first(x) == row_last(x)]"),
]
EXTREMES = reduction("row_max", "row_min")
NUMERIC: list[Draw] = [
    EXTREMES,
    reduction("row_sums", "row_means", "row_prod", "row_median", "row_any", "row_all"),
    reduction("row_which_max", "row_which_min", keeps=False),
    same("row_cumsum(x)"),
    same("abs(x)"),
    same("-x"),
    same("round(row_means(x), 1)"),
    same("c(mean(x))"),
    same("x[x > 1]"),
    lambda draw: ("np.sqrt(abs(x))", "sqrt(abs(x))"),
    lambda draw: ("x[row_sums(x) > 1]", "x[row_sums(x) > 1]"),
]
STATEMENTS_OF: dict[str, list[Draw]] = {
    "logical": [*COMMON, *NUMERIC, same("x & TRUE"), same("x | NA"), lambda draw: ("~x", "!x")],
    "integer": [*COMMON, *NUMERIC],
    "numeric": [*COMMON, *NUMERIC, same("round(x * 1.5)")],
    "character": [*COMMON, EXTREMES, same('x == "a"'), same('x[x == "a"]')],
    "Date": [*COMMON, EXTREMES, lambda draw: ("x + 1.0", "x + 1"), same("x - x")],
}
CHANGES = (replacement, element_replacement, masked_replacement, inner_replacement)


NESTED: list[Draw] = [
    same(text)
    for text in (
        *("x[2:1]", "x[-1]", "x[5]", "x[[1]]", "x[[2]]", "rev(x)", "c(x, x)", "unique(c(x, x))"),
        *("row_sums(x)", "row_sums(x, axis=2)", "row_max(x, axis=2)", "lengths(x)"),
        *("row_lengths(x, axis=2)", "row_splits(x, axis=2)", "row_means(x)", "row_first(x)"),
        *("sort_rows(x)", "rev_rows(x)", "unique_rows(x)", "row_cumsum(x)", "x > 1", "x == x"),
        *("x + row_sums(x)", "x + row_sums(x, axis=2)", "head(x, 1)", "x[x > 1]", "nrows(x, 2)"),
        *("row_is_null(x)", "row_is_null(x, axis=2)", "flat_values(x)", "unlist(x)", "x * x"),
    )
]
NESTED += [lambda draw: ("x[:, 1]", "x[, 1]"), lambda draw: ("x[:, -1]", "x[, -1]")]


def nested(draw: random.Random) -> list[tuple[str, str]]:
    kind = draw.choice(["integer", "plain"])
    outer = [("[[7]]", "list(7L)") if kind == "integer" else ("[[7.0]]", "list(7)")]
    for _ in range(draw.choice([0, 1, 2, 4])):
        inner = some_rows(draw, kind, count=draw.choice([0, 1, 2, 3]))
        outer.append(("None", "NULL") if draw.random() < 0.15 else rows(inner))
    draw.shuffle(outer)
    python, r = (", ".join(side) for side in zip(*outer, strict=True))
    found = [(f"x = ragged([{python}])", f"x <- ragged(list({r}))"), ("x", "printed(x)")]
    for _ in range(STATEMENTS):
        python, r = draw.choice(NESTED)(draw)
        found.append((python, f"printed({r})"))
    return found


def questions(draw: random.Random) -> list[tuple[str, str]]:
    kind = draw.choice(["factor", "complex", "POSIXct", "difftime"])
    python, r = made(draw, kind)
    found = [(f"x = {python}", f"x <- {r}"), ("x", "printed(x)"), ("x[[1]]", "printed(x[[1]])")]
    for _ in range(STATEMENTS):
        python, r = draw.choice([*COMMON, same("x == x"), same("x != rev(x)")])(draw)
        if kind != "complex" or "sort" not in python:
            found.append((python, f"printed({r})"))
    return found


def sequence(draw: random.Random) -> list[tuple[str, str]]:
    kind = draw.choice([*VALUES])
    python, r = made(draw, kind)
    found = [(f"x = {python}", f"x <- {r}"), ("x", "printed(x)")]
    for _ in range(STATEMENTS):
        if draw.random() < 0.4:
            other = draw.choice([*STATEMENTS_OF]) if draw.random() < 0.1 else kind
            change = draw.choice(CHANGES[: 2 if kind == "Date" else 3])
            # What a mask marks R replaces by bare numbers where no other value says it is a Date.
            other = kind if change is masked_replacement else other
            found += [change(other)(draw), ("x", "printed(x)")]
            found.append(("whole(x)", "whole(x)"))
            if other != kind:  # what there is to ask of numbers is no question to text
                break
        else:
            python, r = draw.choice([*STATEMENTS_OF[kind], operation(kind)])(draw)
            found.append((python, f"printed({r})"))
    return [(python, r.replace("whole(x)", "printed(as.character(x))")) for python, r in found]


def whole(x: rr.RaggedList) -> rr.Vector:
    return rr.Vector(row_texts(x, values=None, whole=True), "character")


def printed(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return repr(rr.c(value))
    return repr(value)


SCOPE = {name: getattr(rr, name) for name in rr.__all__} | {
    "np": np,
    "date": date,
    "datetime": datetime,
    "timedelta": timedelta,
    "whole": whole,
    "abs": abs,
    "float": float,
    "nan": float("nan"),
    "inf": float("inf"),
}


def in_python(statements: list[str]) -> list[tuple[str, str]]:
    scope = dict(SCOPE)
    answers = []
    for statement in statements:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                try:
                    code = compile(statement, "statement", "eval")
                except SyntaxError:
                    exec(statement, scope)
                    answers.append(("value", ""))
                else:
                    answers.append(("value", printed(eval(code, scope))))
            except (ValueError, TypeError) as error:
                answers.append(("error", str(error)))
    return answers


def disagreements(folder: Path, sequences: list[list[tuple[str, str]]]) -> list[str]:
    """Return the first difference in a sequence, with the statements before it."""
    found = []
    _, *answers = ask_r(folder, [[METHODS], *([r for _, r in one] for one in sequences)])
    for statements, of_r in zip(sequences, answers, strict=True):
        mine = in_python([python for python, _ in statements])
        for i, ((_, r), (kind, text), answer) in enumerate(
            zip(statements, mine, of_r, strict=True)
        ):
            theirs = answer.text.replace("\\n", "\n") if "printed" in r else ""
            if kind == answer.kind == "value" and has_complex(theirs) and prints_complex_anew():
                continue
            if kind != answer.kind or (kind == "value" and as_any_r(text) != as_any_r(theirs)):
                told = "\n".join(f"{python}  #  {r}" for python, r in statements[: i + 1])
                found.append(f"{told}\nR: {answer.kind} {theirs}\nPython: {kind} {text}")
                break
    return found


def test_random_statements_give_the_same_in_both_faces(folder: Path) -> None:
    draw = random.Random(20 + SALT)
    found = disagreements(folder, [sequence(draw) for _ in range(SEQUENCES)])
    assert not found, "\n\n".join([f"{len(found)} differ", *found[:3]])


@pytest.mark.parametrize("draw_sequence", [nested, questions])
def test_so_do_rows_of_rows_factors_and_times(
    draw_sequence: Callable[[random.Random], list[tuple[str, str]]], folder: Path
) -> None:
    draw = random.Random(21 + SALT)
    found = disagreements(folder, [draw_sequence(draw) for _ in range(SEQUENCES)])
    assert not found, "\n\n".join([f"{len(found)} differ", *found[:3]])


@pytest.mark.parametrize("kind", [*VALUES, *TOLD])
def test_both_print_the_same(kind: str, folder: Path) -> None:
    draw = random.Random(kind)
    pairs = [made(draw, kind, count=25) for _ in range(4)]
    _, answers = ask_r(folder, [[METHODS], [f"printed({r})" for _, r in pairs]])
    for (python, _), answer in zip(pairs, answers, strict=True):
        assert repr(eval(python, SCOPE)) == answer.text.replace("\\n", "\n")
