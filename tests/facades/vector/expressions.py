"""Random expressions of R vectors in both languages, and R's answers to them in a file.

``python -m tests.facades.vector.expressions`` (with ``PYTHONPATH=.:facades``) asks R and writes the
file anew; `test_random_expressions.py` compares the Python face with it.
"""

from __future__ import annotations

import random
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import raggedkit_r as rr

__all__ = ["COUNT", "RECORD", "Answers", "Question", "ask_python", "ask_r", "questions", "recorded"]

COUNT = 2000
SEED = 12
RECORD = Path(__file__).with_name("answers_of_r.tsv")

LIMIT = 2**31 - 1
NA = None
VALUES: dict[str, list[Any]] = {
    "logical": [True, False],
    "integer": [0, 1, 2, 3, -1, -5, 7, 46341, 100000, LIMIT, -LIMIT],
    "numeric": [0.0, 1.0, 2.5, -3.25, 0.1, 0.3, 1 / 3, 7.0, -1.0, 1e5, 123456.789, 1e-5, 2.0**31]
    + [2.0**40, 1e15, 1e100, -1e-300, float("inf"), -float("inf"), 6.0, 1e20, 99999.95],
    "complex": [1j, 1.5 - 2j, -2 + 0j, 0j, 3 + 4j, 0.1 + 0.2j],
    "character": ["a", "b", "", "A", "1", "1e+05", "TRUE", "NaN", 'q"t', "back\\slash", "t\tb"],
    "factor": ["a", "b", "with space"],
    "Date": [date(2024, 2, 29), date(1970, 1, 1), date(1999, 12, 31)],
}
LEVELS = ["b", "a", "with space", "none"]
NUMBERS = ("logical", "integer", "numeric", "complex")
ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "/", "**": "^", "//": "%/%", "%": "%%"}
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Question:
    """The same expression in Python and in R."""

    python: str
    r: str


def literal(value: Any, kind: str) -> tuple[str, str]:
    """Return a value in both languages; the NA is that of its kind."""
    if value is None:
        own = {"integer": "NA_integer_", "numeric": "NA_real_", "complex": "NA_complex_"}
        name = (own | {"character": "NA_character_"}).get(kind, "NA")
        return name, "as.Date(NA)" if kind == "Date" else name
    if isinstance(value, bool):
        return repr(value), str(value).upper()
    if isinstance(value, int):
        return repr(value), f"{value}L"
    if isinstance(value, float):
        known = {"nan": "NaN", "inf": "Inf", "-inf": "-Inf"}
        return repr(value), known.get(repr(value), repr(value))
    if isinstance(value, complex):
        return repr(value), f"complex(real = {value.real!r}, imaginary = {value.imag!r})"
    if isinstance(value, date):
        return f"date({value.year}, {value.month}, {value.day})", f'as.Date("{value}")'
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return repr(value), f'"{escaped}"'


Answer = tuple[str, str, str]  # value or error, the printed value, the warnings
Answers = list[tuple[str, Answer]]  # each with the expression in Python


class Writer:
    """Writes expressions; each draw comes from one source of chance."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.odd = "none"
        self.plain = False
        self.makers: list[Callable[[], Question]] = [
            *[self.arithmetic] * 7,
            *[self.comparison] * 4,
            *[self.printing] * 3,
            *[self.logic, self.unary, self.joining] * 2,
            *[self.indexing, self.coercion, self.dates, self.factors, self.text_arithmetic],
            self.complex_power,
        ]

    def values(self, kind: str, length: int) -> list[Any]:
        odd = {"NaN": float("nan") if kind == "numeric" else None, "NA": NA}.get(self.odd)
        missing = (self.odd == "NA" or odd is not None) and (odd is NA or not self.plain)
        pool = VALUES[kind]
        if self.plain and kind in NUMBERS:
            pool = [value for value in pool if abs(value) < 1e4]
        made = [
            odd if missing and self.draw.random() < 0.15 else self.draw.choice(pool)
            for _ in range(length)
        ]
        if kind == "Date" and length and all(value is NA for value in made):
            made[0] = pool[0]  # NA alone is logical
        return made

    def question(self) -> Question:
        # One of them in an expression: of NaN + NA R gives either, depending on the machine.
        self.odd = self.draw.choice(["NA", "NaN", "none"])
        self.plain = False
        return self.draw.choice(self.makers)()

    def operand(self, kind: str, length: int | None = None) -> Question:
        """A vector made by c(), with or without names, or one that is a row of a ragged list."""
        if length is None:
            length = self.draw.choice([1, 1, 2, 2, 3, 4, 5, 6, 7, 0])
        values = self.values(kind, length)
        pairs = [literal(value, kind) for value in values]
        python, r = ", ".join(p for p, _ in pairs), ", ".join(q for _, q in pairs)
        if kind == "factor":
            levels = ", ".join(f'"{level}"' for level in LEVELS)
            made = f"unlist(ragged([[{python}]], levels=[{levels}]))"
            return Question(made, f"factor(c({r}), levels = c({levels}))")
        if length == 0:
            sized = {"Date": "as.Date(character())"}.get(kind, f"{kind}()")
            return Question(f"Vector([], {kind!r})", sized)
        row = self.draw.random()
        if row < 0.3:
            return Question(f"ragged([[], [{python}]])[[2]]", f"ragged(list(c(), c({r})))[[2]]")
        if row < 0.4 and kind != "Date" and not self.plain:
            names = [self.draw.choice(["a", "b", "long name", "z"]) for _ in values]
            listed = ", ".join(f'"{name}"' for name in names)
            told = ", ".join(f'"{name}" = {q}' for name, (_, q) in zip(names, pairs, strict=True))
            return Question(f"Vector([{python}], names=[{listed}])", f"c({told})")
        return Question(f"c({python})", f"c({r})")

    def kinds(self, *among: str) -> tuple[str, str]:
        return self.draw.choice(among), self.draw.choice(among)

    def beside(self, kinds: tuple[str, ...]) -> list[Question]:
        """Return operands; plain ones beside complex numbers, whose printing changed in R 4.4."""
        self.plain = "complex" in kinds
        return [self.operand(kind) for kind in kinds]

    def arithmetic(self) -> Question:
        kinds = self.kinds("logical", "integer", "integer", "numeric", "numeric", "complex")
        sign = self.draw.choice(list(ARITHMETIC))
        if sign == "**" and "complex" in kinds:
            return self.complex_power()
        left, right = self.beside(kinds)
        found = Question(
            f"{left.python} {sign} {right.python}", f"{left.r} {ARITHMETIC[sign]} {right.r}"
        )
        # The last digits of a power and of a complex quotient depend on the machine.
        if self.draw.random() < 0.3 and sign != "**" and "complex" not in kinds:
            return Question(f"as_character({found.python})", f"as.character({found.r})")
        return found

    def complex_power(self) -> Question:
        """Powers that are finite: which part of the others is NaN depends on the machine."""
        self.odd = "none"
        (left,) = self.beside(("complex",))
        python, r = self.draw.choice(
            [
                ("c(1, 2, 3)", "c(1L, 2L, 3L)"),
                ("c(0, 2)", "c(0L, 2L)"),
                ("c(-1.0)", "c(-1)"),
                ("c(0.5, 2.5)", "c(0.5, 2.5)"),
            ]
        )
        return Question(f"{left.python} ** {python}", f"{left.r} ^ {r}")

    def text_arithmetic(self) -> Question:
        left, right = self.operand("character"), self.operand(self.draw.choice(NUMBERS))
        sign = self.draw.choice(list(ARITHMETIC))
        return Question(
            f"{left.python} {sign} {right.python}", f"{left.r} {ARITHMETIC[sign]} {right.r}"
        )

    def comparison(self) -> Question:
        left, right = map(self.operand, self.kinds(*NUMBERS, "character", "character"))
        sign = self.draw.choice(COMPARISONS)
        return Question(f"{left.python} {sign} {right.python}", f"{left.r} {sign} {right.r}")

    def logic(self) -> Question:
        left, right = map(self.operand, self.kinds("logical", "logical", *NUMBERS, "character"))
        sign = self.draw.choice("&|")
        return Question(f"{left.python} {sign} {right.python}", f"{left.r} {sign} {right.r}")

    def unary(self) -> Question:
        (x,) = self.beside((self.draw.choice((*NUMBERS, "character")),))
        python, r = self.draw.choice(
            [
                ("-{}", "-{}"),
                ("+{}", "+{}"),
                ("~{}", "!{}"),
                ("abs({})", "abs({})"),
                ("round({})", "round({})"),
                ("is_na({})", "is.na({})"),
                ("rev({})", "rev({})"),
                ("rep({}, 2)", "rep({}, 2)"),
            ]
        )
        return Question(python.format(x.python), r.format(x.r))

    def printing(self) -> Question:
        kind = self.draw.choice(list(VALUES))
        if kind != "numeric":
            self.plain = kind == "complex"
            return self.operand(kind, self.draw.choice([1, 3, 7, 20]))
        length = self.draw.choice([1, 1, 2, 3, 5, 12])
        scale = self.draw.choice([0, 3, 8, 300])
        exponents = [self.draw.randint(-scale, scale) for _ in range(length)]
        numbers = [self.draw.uniform(-1, 1) * 10.0**exponent for exponent in exponents]
        digits = self.draw.choice([1, 3, 7, 17])
        pairs = [literal(float(f"{number:.{digits}g}"), kind) for number in numbers]
        python, r = (", ".join(side) for side in zip(*pairs, strict=True))
        return Question(f"c({python})", f"c({r})")

    def joining(self) -> Question:
        kinds = self.kinds(*NUMBERS, "character") + self.kinds(*NUMBERS)[:1]
        parts = self.beside(kinds[: self.draw.choice([2, 3])])
        return Question(
            f"c({', '.join(part.python for part in parts)})", f"c({', '.join(p.r for p in parts)})"
        )

    def indexing(self) -> Question:
        (x,) = self.beside((self.draw.choice((*NUMBERS, "character", "factor", "Date")),))
        keys = [("1", "1"), ("c(2, 1)", "c(2, 1)"), ("-1", "-1"), ("7", "7"), ("c(1, NA)",) * 2]
        keys += [("c(TRUE, FALSE)",) * 2, ("2:3", "2:3"), ("0", "0"), ('"a"', '"a"')]
        python, r = self.draw.choice(keys)
        return Question(f"{x.python}[{python}]", f"{x.r}[{r}]")

    def coercion(self) -> Question:
        x = self.operand(self.draw.choice((*NUMBERS, "character")))
        name = self.draw.choice(["integer", "numeric", "character"])
        return Question(f"as_{name}({x.python})", f"as.{name}({x.r})")

    def dates(self) -> Question:
        x = self.operand("Date", self.draw.choice([1, 2, 3]))
        sign = self.draw.choice([*COMPARISONS, "-", "-"])
        y = self.operand("Date", self.draw.choice([1, 2, 3]))
        if self.draw.random() < 0.3:
            y, sign = self.operand("integer", 2), self.draw.choice("+-")
            y = Question("c(1, -2)", "c(1L, -2L)")
        return Question(f"{x.python} {sign} {y.python}", f"{x.r} {sign} {y.r}")

    def factors(self) -> Question:
        self.plain = True
        x, sign = self.operand("factor"), self.draw.choice(["==", "!="])
        y = self.operand(self.draw.choice(["factor", "character"]))
        return Question(f"{x.python} {sign} {y.python}", f"{x.r} {sign} {y.r}")


def questions(count: int = COUNT, seed: int = SEED) -> Iterator[Question]:
    """Return expressions of all kinds, the same ones for the same seed."""
    writer = Writer(seed)
    return (writer.question() for _ in range(count))


SCOPE = {name: getattr(rr, name) for name in rr.__all__} | {
    "date": date,
    "abs": abs,
    "round": round,
    "nan": float("nan"),
    "inf": float("inf"),
}


def ask_python(python: str) -> Answer:
    """Return ``value`` and the printed answer, or ``error``, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            kind, text = "value", repr(eval(python, dict(SCOPE)))
        except (TypeError, ValueError):
            kind, text = "error", ""
    told = dict.fromkeys(str(warning.message) for warning in caught)
    return kind, text.replace("\n", "\\n"), "; ".join(told)


def ask_r(asked: list[Question], folder: Path) -> list[Answer]:
    """Return R's results, computed in one process."""
    from tests.facades import r_session

    # Text is compared by code point; the operators of factors warn twice in R.
    first = 'Sys.setlocale("LC_COLLATE", "C")'
    statements = [first, *(f"printed({question.r})" for question in asked)]
    ((_, *answers),) = r_session.ask_r(folder, [statements])
    return [(a.kind, a.text if a.kind == "value" else "", _once(a.warnings)) for a in answers]


def _once(told: str) -> str:
    return "; ".join(dict.fromkeys(told.split("; ")))


def recorded() -> Answers:
    """Return the expressions of the file with R's answers."""
    rows = RECORD.read_text(encoding="utf-8").splitlines()[1:]
    cells = (row.split("\t") for row in rows)
    return [(python, (kind, text, told)) for python, kind, text, told in cells]


def record() -> None:
    """Ask R and write its answers to the file."""
    asked = list(questions())
    with tempfile.TemporaryDirectory() as folder:
        answers = ask_r(asked, Path(folder))
    lines = ["python\tkind\tprinted\twarnings"]
    for question, answer in zip(asked, answers, strict=True):
        lines.append("\t".join((question.python, *answer)))
    RECORD.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
