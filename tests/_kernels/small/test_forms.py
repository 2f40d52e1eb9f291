"""The small form of every kernel gives the result of the form of arrays, or None."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels import dispatch, limits
from raggedkit._kernels.arrays import gather, segment, slots, sort, splits
from raggedkit._typing import Array

small_forms = dispatch.small_forms

lengths_of_rows = st.lists(st.integers(0, 4), min_size=1, max_size=9)
INDEX = st.sampled_from([np.int32, np.int64])
VALUES = st.sampled_from(["int8", "uint8", "int64", "float32", "bool", "complex64", "U2"])
REAL = st.sampled_from(["int8", "uint8", "int64", "float32", "float64"])
SCAN = st.sampled_from(["add", "multiply"])
UFUNC = st.sampled_from(["add", "multiply", "maximum", "minimum"])


@pytest.fixture(autouse=True, scope="module")
def form() -> str:
    """Once is enough: the tests ask for the small form."""
    return "small"


def cut(lengths: list[int], dtype: Any = np.int64) -> Array:
    return np.array([0, *accumulate(lengths)], dtype)


@st.composite
def rows(draw: st.DrawFn, dtypes: Any = VALUES, inner: bool = True) -> list[Any]:
    """Draw values, the splits and the lengths of a few rows."""
    lengths = draw(lengths_of_rows)
    splits = cut(lengths, draw(INDEX))
    shape = (int(splits[-1]), 2) if inner and draw(st.booleans()) else (int(splits[-1]),)
    seed = draw(st.integers(0, 99))
    values = np.random.default_rng(seed).integers(0, 5, shape).astype(draw(dtypes))
    return [values, splits, np.diff(splits)]


@st.composite
def picked(draw: st.DrawFn, splits: Array) -> Array:
    """Draw positions of rows."""
    picks = st.lists(st.integers(0, len(splits) - 2), max_size=6)
    return np.array(draw(picks), splits.dtype)


@st.composite
def slotted(draw: st.DrawFn, n: int) -> Array:
    """Draw the slots, below 4, of ``n`` items."""
    return np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), np.int64)


def on_rows(
    kernel: Any, more: Callable[[Any, Any], Any], dtypes: Any = REAL, inner: bool = False
) -> Any:
    """Return a kernel and a strategy of its arguments; ``more`` makes these of the rows."""

    @st.composite
    def arguments(draw: st.DrawFn) -> tuple[list[Any], dict[str, Any]]:
        args, kwargs = more(draw, draw(rows(dtypes, inner)))
        return list(args), kwargs

    return pytest.param(kernel, arguments(), id=kernel.__name__)


def ranged(draw: Any, r: Any) -> Any:
    step = draw(st.sampled_from([1, -1]))
    return [r[0], r[1][:-1] if step > 0 else r[1][1:] - 1, r[2], step], {}


def in_turns(draw: Any, r: Any) -> Any:
    lengths = r[2][::-1]
    other, ends = r[0][::-1].copy(), cut(lengths.tolist(), r[1].dtype)
    return [[r[0], other], [r[1], ends], splits.turns([r[1], ends])[0], r[0].dtype], {}


def in_rounds(draw: Any, r: Any) -> Any:
    sources, ends, _, dtype = in_turns(draw, r)[0]
    return [sources, ends, dtype], {}


def nested(draw: Any, r: Any) -> Any:
    middle = draw(st.integers(0, len(r[2])))
    outer = np.array([0, middle, len(r[2])], r[1].dtype)
    return [r[0], [outer, r[1]], [r[2]], draw(picked(outer))], {}


def two_vectors(draw: Any, r: Any) -> Any:
    return [r[1], draw(st.sampled_from([r[1], r[2], r[1].astype("int32")]))], {}


def marked(draw: Any, r: Any) -> Any:
    return [r[0], (r[0] if r[0].ndim == 1 else r[0][:, 0]) > 2, r[1]], {}


def named(draw: Any, r: Any) -> Any:
    return [draw(UFUNC), r[0], draw(slotted(len(r[0]))), 4, r[0].dtype], {}


CASES = [
    on_rows(
        slots.align_slots, lambda draw, r: ([draw(slotted(len(r[2]))), r[1], r[2], 4], {})
    ),
    on_rows(
        splits.all_within, lambda draw, r: ([r[2], draw(st.integers(0, 5))], {})
    ),
    on_rows(segment.arg_rows, lambda draw, r: (["maximum", *r], {})),
    on_rows(segment.arg_rows, lambda draw, r: (["minimum", *r], {})),
    on_rows(sort.argsort_rows, lambda draw, r: (r, {"descending": draw(st.booleans())})),
    on_rows(splits.arrays_equal, two_vectors),
    on_rows(segment.diff_rows, lambda draw, r: ([operator.sub, *r], {}), inner=True),
    on_rows(splits.first_decrease, lambda draw, r: ([draw(st.sampled_from([r[1], r[2]]))], {})),
    on_rows(gather.interleave, in_turns, VALUES, inner=True),
    on_rows(splits.joined, lambda draw, r: ([[r[1], r[1][:2], r[1]]], {})),
    on_rows(gather.keep, marked, inner=True),
    on_rows(splits.lengths_to_splits, lambda draw, r: ([r[2]], {})),
    on_rows(gather.positions_of_slices, lambda draw, r: ([r[1], draw(st.slices(6))], {})),
    on_rows(segment.reduce_slots, named),
    on_rows(segment.scan_rows, lambda draw, r: ([draw(SCAN), *r, r[0].dtype], {}), inner=True),
    on_rows(gather.slice_rows, lambda draw, r: ([*r[:2], draw(st.slices(6))], {}), VALUES, True),
    on_rows(sort.sort_rows, lambda draw, r: (r, {"descending": draw(st.booleans())}), inner=True),
    on_rows(gather.take_nested_rows, nested, VALUES, inner=True),
    on_rows(gather.take_ranges, ranged, VALUES, inner=True),
    on_rows(gather.take_rows, lambda draw, r: ([*r[:2], draw(picked(r[1]))], {}), VALUES, True),
    on_rows(gather.take_turns, in_rounds, VALUES, inner=True),
    on_rows(sort.top_rows, lambda draw, r: ([*r, draw(st.integers(0, 4))], {})),
]  # fmt: skip
# Kernels that support only a part of the input above.
PARTLY = {
    "argsort_rows",
    "diff_rows",
    "first_decrease",
    "reduce_slots",
    "scan_rows",
    "sort_rows",
    "take_nested_rows",
}


def same(one: Any, other: Any) -> None:
    """Assert that two results are equal, dtypes included."""
    if isinstance(one, tuple | list):
        for a, b in zip(one, other, strict=True):
            same(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        assert one.tolist() == other.tolist()
    else:
        assert one == other


def test_every_kernel_has_a_case() -> None:
    assert {case.id for case in CASES} == set(dispatch.SMALL)


@pytest.mark.parametrize(("kernel", "arguments"), CASES)
@given(data=st.data())
def test_small_form(kernel: Any, arguments: Any, data: st.DataObject) -> None:
    args, kwargs = data.draw(arguments)
    with np.errstate(all="ignore"):
        small = small_forms[kernel.__name__](*args, **kwargs)
        if small is None:
            assert kernel.__name__ in PARTLY
            return
        same(small, kernel.__wrapped__(*args, **kwargs))
    results = small if isinstance(small, tuple) else (small,)
    for array in [a for part in results for a in (part if isinstance(part, list) else [part])]:
        assert not any(np.shares_memory(array, a) for a in args if isinstance(a, np.ndarray))


BROKEN = [[0, 3, 1, 4], [0, -2, 4], [1, 0, 4], [0, 9, 4]]
ALL = np.arange(3)
ON_SPLITS: dict[str, Callable[[Array, Array], Any]] = {
    "arg_rows": lambda values, cut: ["maximum", values, cut, np.diff(cut)],
    "argsort_rows": lambda values, cut: [values, cut, np.diff(cut)],
    "diff_rows": lambda values, cut: [operator.sub, values, cut, np.diff(cut)],
    "first_decrease": lambda values, cut: [cut],
    "interleave": lambda values, cut: [[values, values], [cut, cut], [cut, cut], values.dtype],
    "keep": lambda values, cut: [values, values > 1, cut],
    "lengths_to_splits": lambda values, cut: [np.diff(cut)],
    "positions_of_slices": lambda values, cut: [cut, slice(None)],
    "scan_rows": lambda values, cut: ["add", values, cut, np.diff(cut), values.dtype],
    "slice_rows": lambda values, cut: [values, cut, slice(None)],
    "sort_rows": lambda values, cut: [values, cut, np.diff(cut)],
    "take_nested_rows": lambda values, cut: [
        values,
        [np.array([0, 1, len(cut) - 1]), cut],
        [np.diff(cut)],
        ALL[:2],
    ],
    "take_turns": lambda values, cut: [[values, values], [cut, cut], values.dtype],
    "take_ranges": lambda values, cut: [values, cut[:-1], np.diff(cut)],
    "take_rows": lambda values, cut: [values, cut, ALL[: len(cut) - 1]],
    "top_rows": lambda values, cut: [values, cut, np.diff(cut), 2],
}


@pytest.mark.parametrize("name", ON_SPLITS)
@pytest.mark.parametrize("splits", BROKEN, ids=str)
def test_rows_that_decrease_or_reach_outside_are_left_alone(name: str, splits: list[int]) -> None:
    values = np.arange(4)
    assert small_forms[name](*ON_SPLITS[name](values, np.array(splits))) is None


@pytest.mark.parametrize(
    "values", [np.arange(4, dtype=">i4"), np.zeros(4, [("x", "i4")])], ids=["byte-order", "record"]
)
def test_values_that_would_change_are_left_alone(values: Any) -> None:
    found = small_forms["take_ranges"](values, np.array([0]), np.array([2]))
    assert found is None


def test_sums_that_wrap_around_are_left_alone() -> None:
    values = np.array([100, 100], np.int8)
    found = small_forms["reduce_slots"]("add", values, np.zeros(2, int), 1, values.dtype)
    assert found is None


def test_nan_is_left_to_the_form_of_arrays() -> None:
    values, ends = np.array([1.0, np.nan]), np.array([0, 2])
    assert small_forms["sort_rows"](values, ends, ends[1:]) is None


def test_many_values_are_moved_in_slices() -> None:
    ends = cut([2 * limits.READ])
    assert small_forms["take_rows"](np.arange(ends[-1]), ends, np.array([0])) is None
    assert small_forms["slice_rows"](np.arange(ends[-1]), ends, slice(1, 3)) is None


@pytest.mark.parametrize("before", [limits.LISTED + 1, 4000])
def test_few_rows_of_many(before: int) -> None:
    ends = cut([1] * before + [2, 3])
    values, at = np.arange(before + 5), np.array([before + 1, before])
    got = small_forms["take_rows"](values, ends, at)
    assert got[0].tolist() == [before + 2, before + 3, before + 4, before, before + 1]
    assert got[1].tolist() == [0, 3, 5]
    outside = np.array([before + 2])
    assert small_forms["take_rows"](values, ends, outside) is None
