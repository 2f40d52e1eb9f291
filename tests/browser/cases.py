"""Displays for the browser tests, and the texts that a reader must find there.

Nothing here depends on how a display is marked up: only on the texts that a page shows and on their
order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, SparseTensor, TensorShape

__all__ = ["CASES", "DIAGRAMS", "WIDE", "Case", "gallery", "html_of", "lacking", "tokens"]

MORE = r"\+\s?[\d,]+ more"
SAFE = (
    "\u202e\u200b\u2066\u2069\ufeff"  # characters that turn or hide others, never to be shown raw
)


@dataclass(frozen=True)
class Case:
    """An object to display, and the texts that its display must have."""

    make: Callable[[], Any]
    rows: tuple[tuple[int, str], ...] = ()  # length and values of the rows, in reading order
    lines: tuple[str, ...] = ()  # words found in this order, whatever is between them
    says: tuple[str, ...] = ()  # patterns found somewhere
    never: str = ""  # characters found nowhere


def html_of(thing: Any) -> str:
    """Return the display of an object in a notebook: its HTML or its picture."""
    if hasattr(thing, "_repr_mimebundle_"):
        bundle = thing._repr_mimebundle_(include=None, exclude=None)
        shown: str = bundle.get("text/html") or bundle["image/svg+xml"]
        return shown
    hook = getattr(thing, "_repr_html_", None) or thing._repr_svg_
    return str(hook())


def gallery(cases: dict[str, Case]) -> str:
    """Return every case in a section of its own, as one notebook would show them."""
    sections = [
        f'<section data-name="{name}"><h2>{name}</h2>{html_of(case.make())}</section>'
        for name, case in cases.items()
    ]
    return "".join(sections)


def tokens(text: str) -> list[str]:
    """Return the words of a text; brackets, commas and quotes only part them."""
    return re.findall(r"[^\s,\[\](){}'\"|·:]+", text)


def _is_within(wanted: Iterable[str], found: list[str]) -> bool:
    rest: Iterator[str] = iter(found)
    return all(any(_same(want, have) for have in rest) for want in wanted)


def _same(want: str, have: str) -> bool:
    return have == want or have.removesuffix(".0") == want or (want == "0" and have == "empty")


def lacking(case: Case, text: str) -> list[str]:
    """Return the expected texts that are missing."""
    found, missing = tokens(text), []
    before = [word for length, values in case.rows for word in [str(length), *tokens(values)]]
    after = [word for length, values in case.rows for word in [*tokens(values), str(length)]]
    if not _is_within(before, found) and not _is_within(after, found):
        missing.append(f"lengths and values in reading order: {case.rows}")
    for line in case.lines:
        if not _is_within(tokens(line), found):
            missing.append(f"in this order: {line}")
    missing += [f"something like {says}" for says in case.says if not re.search(says, text)]
    missing += [f"no {char!r}" for char in case.never if char in text]
    return missing


def _splits(values: Any, lengths: list[int]) -> RaggedTensor:
    return RaggedTensor.from_row_lengths(values, lengths)


WORDS = ["<b>bold</b>", 'a & b "c"', "\u202egnp.exe", "x\u200by", "naïve 語"]

CASES: dict[str, Case] = {
    "small": Case(
        lambda: rk.array([[31, 41, 59, 26], [], [53, 58, 97], [93], []]),
        rows=((4, "31 41 59 26"), (0, ""), (3, "53 58 97"), (1, "93"), (0, "")),
        says=("RaggedTensor", "int64", r"5\D+d1"),
    ),
    "nan-and-inf": Case(
        lambda: _splits([1.5, np.nan, -np.inf, 2.25, np.inf], [2, 0, 3]),
        rows=((2, "1.5 nan"), (0, ""), (3, "-inf 2.25 inf")),
        says=("float64",),
    ),
    "words": Case(
        lambda: _splits(np.array(WORDS), [2, 0, 3]),
        rows=((2, '<b>bold</b> a & b "c"'), (0, ""), (3, "naïve 語")),
        says=(r"gnp\.exe", r"<b>bold</b>"),
        never=SAFE,
    ),
    "bytes": Case(
        lambda: _splits(np.array([b"one", b"\xff\x00"], object), [1, 1]),
        rows=((1, ""), (1, "")),
        says=("one", r"\\xff"),
    ),
    "ragged-rank-2": Case(
        lambda: rk.array([[[31, 41], [], [59, 26, 53]], [], [[97]]]),
        lines=("31 41 59 26 53 97",),
        says=(r"\(d1\)", r"\(d2\)"),
    ),
    "ragged-rank-3": Case(
        lambda: rk.array([[[[31], []], [[41, 59]]], [], [[], [[26]]]]),
        lines=("31 41 59 26",),
        says=(r"\(d3\)",),
    ),
    "inner-axis": Case(
        lambda: _splits(np.arange(31, 43).reshape(6, 2), [2, 0, 4]),
        rows=((2, "31 32 33 34"), (0, ""), (4, "35 36 37 38 39 40 41 42")),
    ),
    "uniform": Case(
        lambda: RaggedTensor.from_uniform_row_length(np.arange(31, 37), 3),
        rows=((3, "31 32 33"), (3, "34 35 36")),
    ),
    "million": Case(
        lambda: _splits(np.arange(10**6), [7, 0, 993] * 1000),
        rows=((7, "0 1 2"), (0, ""), (993, "7 8 9")),
        lines=("RaggedTensor 0 1 2 999999",),
        says=(MORE, r"1,?000,?000"),
    ),
    "long-rows": Case(
        lambda: _splits(np.arange(5000) / 7, [5000]),
        lines=("5000 0.0 0.14285714",),
        says=(MORE,),
    ),
    "no-rows": Case(lambda: RaggedTensor.from_row_splits([], [0]), says=("no rows|0 rows",)),
    "empty-rows": Case(lambda: _splits([], [0, 0, 0]), rows=((0, ""), (0, ""), (0, ""))),
    "complex": Case(lambda: _splits([1 + 2j, -3.5j], [1, 1]), says=(r"1\.?0?\s?\+\s?2\.?0?j",)),
    "flags": Case(
        lambda: rk.array([[True], [], [False, True]]),
        rows=((1, "True"), (0, ""), (2, "False True")),
    ),
    "partition": Case(
        lambda: RowPartition.from_row_lengths([4, 0, 3]),
        lines=("row_splits 0 4 4 7", "row_lengths 4 0 3", "value_rowids 0 0 0 0 2 2 2"),
        says=("RowPartition", "row_starts", "row_limits"),
    ),
    "uniform-partition": Case(
        lambda: RowPartition.from_uniform_row_length(2, nrows=3),
        lines=("row_splits 0 2 4 6",),
        says=("uniform_row_length",),
    ),
    "no-partition": Case(lambda: RowPartition.from_row_splits([0]), lines=("row_splits 0",)),
    "big-partition": Case(
        lambda: RowPartition.from_row_lengths([3] * 10**6), says=("row_splits", MORE)
    ),
    "shape": Case(lambda: TensorShape([5, 17, 3]), lines=("5 17 3",), says=("TensorShape",)),
    "unknown-sizes": Case(
        lambda: TensorShape([5, None, 3]), lines=("5 3",), says=("None|unknown|\\?",)
    ),
    "unknown-rank": Case(lambda: TensorShape(None), says=("unknown|any number",)),
    "scalar-shape": Case(lambda: TensorShape([]), says=("TensorShape",)),
    "sparse": Case(
        lambda: SparseTensor([[0, 1], [2, 0], [2, 4]], [31.5, np.nan, 41.5], [4, 6]),
        lines=("31.5 nan 41.5",),
        says=("SparseTensor", "4", "6"),
    ),
    "big-sparse": Case(
        lambda: SparseTensor(
            np.stack(np.divmod(np.arange(10**5) * 97, 10**4), axis=1),
            np.arange(10**5),
            [10**4, 10**4],
        ),
        says=(r"100,?000 values",),
    ),
    "times": Case(
        lambda: _splits(np.array(["2024-01-01T14:27:01", "2024-02-29", "NaT"], "M8[us]"), [2, 1]),
        lines=("2024-01-01 14:27:01 2024-02-29 00:00:00 NaT",),
    ),
    "durations": Case(
        lambda: _splits(np.array([90_000, -3600], "m8[s]"), [1, 1]),
        lines=("1 days 01:00:00 -1 days +23:00:00",),
    ),
    "images": Case(
        lambda: _splits(np.zeros((3, 28, 28), "uint8"), [2, 1]), says=(r"uint8\[28, 28\]",)
    ),
    "top-k": Case(
        lambda: rk.top_k(rk.array([[31, 41, 59], [], [26]]), 2),
        rows=((2, "59 41"), (0, ""), (1, "26"), (2, "2 1"), (0, ""), (1, "0")),
        says=("values", "indices"),
    ),
    "group-by": Case(
        lambda: rk.group_by(["bob", "ann", "bob"], [31, 41, 59]), lines=("ann bob 41 31 59",)
    ),
    "table": Case(
        lambda: rk.RaggedTable(
            {"lat": [[50.25, 51.5], [], [48.0]], "id": [[31, 41], [], [59]]},
            rows={"track": ["ann", "bob", "cy"]},
        ),
        lines=("row track length lat id", "0 ann 2 50.25 51.5 31 41", "1 bob 0 empty", "2 cy 1 59"),
        says=("RaggedTable", "1 empty"),
    ),
    "partitions": Case(
        lambda: rk.array([[[31], []], [[41, 59]]]).partitions, lines=("row_splits 0 2 3",)
    ),
    "no-sparse": Case(
        lambda: SparseTensor(np.zeros((0, 2), int), [], [3, 2]), says=("no values|0 values",)
    ),
}


_FLOATS = np.linspace(-300, 300, 1000) ** 3
# More than a narrow page has room for.
WIDE: dict[str, Case] = {
    "floats": Case(lambda: _splits(_FLOATS, [600, 0, 400])),
    "exponents": Case(lambda: _splits(np.exp(_FLOATS / 1e5), [600, 0, 400])),
    "vectors": Case(lambda: _splits(_FLOATS.reshape(10, 100), [3, 7])),
    "nested": Case(lambda: _splits(_splits(_FLOATS, [10] * 100), [5] * 20)),
    "long-words": Case(lambda: _splits(np.array(["x" * 500, "語" * 500] * 9), [17, 1])),
    "many-axes": Case(lambda: TensorShape([5, None, *range(3, 30)])),
    "many-partitions": Case(lambda: RaggedTensor.from_nested_row_lengths([1], [[1]] * 20)),
    "many-rows": Case(lambda: RowPartition.from_row_lengths([10**6, 0, 10**9, *[1] * 50])),
    "fine-sparse": Case(lambda: SparseTensor([[0, 1], [3, 9]], [1 / 3, 2e-9], [4, 12])),
    "deep-sparse": Case(lambda: SparseTensor([[0] * 9, [1] * 9], [1 / 3, 2], [4] * 9)),
    "top-k-floats": Case(lambda: rk.top_k(_splits(_FLOATS, [600, 0, 400]), 20)),
}


def _drawn(name: str, *lines: str) -> Case:
    return Case(lambda: rk.diagram(CASES[name].make()), lines=lines)


# What a diagram names besides the values: where the rows part them.
_READ_OFF = {
    "small": ("31 41 59 26 53 58 97 93", "row_splits 0 4 4 7 8 8"),
    "nan-and-inf": ("1.5 nan -inf 2.25 inf", "row_splits 0 2 2 5"),
    "ragged-rank-2": ("31 41 59 26 53 97", "row_splits 0 3 3 4", "row_splits 0 2 2 5 6"),
    "uniform": ("31 32 33 34 35 36", "row_splits 0 3 6"),
    "million": ("0 1 999999", "row_splits 0 7 7 1000000"),
    "empty-rows": ("row_splits 0 0 0 0",),
    "flags": ("True False True",),
    "partition": ("row_splits 0 4 4 7",),
    "shape": ("5 17 3",),
    "unknown-sizes": ("5 3",),
    "sparse": ("31.5 nan 41.5",),
}
_NOT_DRAWN = {"top-k", "group-by", "table", "partitions"}
DIAGRAMS: dict[str, Case] = {
    name: _drawn(name, *_READ_OFF.get(name, ())) for name in CASES if name not in _NOT_DRAWN
}
