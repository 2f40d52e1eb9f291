"""The Python face of R's shapes: `shape()`, its brackets, and the functions on it."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit_r
from raggedkit import TensorShape
from raggedkit_r import (
    NA,
    NULL,
    RShape,
    as_character,
    as_integer,
    as_list,
    as_tensor,
    c,
    head,
    identical,
    length,
    merge,
    rep,
    rev,
    shape,
    tail,
)
from tests.facades.test_r_package import PACKAGE

UNKNOWN = shape(dims=NULL)

dims = st.lists(st.none() | st.integers(0, 9), max_size=6)


@given(dims)
def test_a_shape_is_the_list_of_its_dimensions(sizes: list[int | None]) -> None:
    x = shape(*sizes)
    assert as_list(x) == list(x) == x.as_list() == sizes
    assert len(x) == length(x) == x.rank == len(sizes)
    assert x == shape(dims=sizes) == shape(x) == TensorShape(sizes)
    assert TensorShape(x) == TensorShape(sizes)
    assert repr(x) == repr(TensorShape(sizes))


@given(dims, st.lists(st.integers(1, 9), max_size=5))
def test_extraction_counts_from_1_and_reads_none_past_the_end(
    sizes: list[int | None], at: list[int]
) -> None:
    model = [sizes[i - 1] if i <= len(sizes) else None for i in at]
    assert as_list(shape(*sizes)[c(*at)]) == model
    assert as_list(shape(*sizes)[np.array(at, int)]) == model


@given(dims, st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_negative_positions_drop(sizes: list[int | None], at: list[int]) -> None:
    model = [size for i, size in enumerate(sizes, 1) if i not in at]
    assert as_list(shape(*sizes)[-c(*at)]) == model


@given(dims, st.lists(st.booleans(), min_size=1, max_size=6))
def test_masks_start_over(sizes: list[int | None], mask: list[bool]) -> None:
    places = range(max(len(sizes), len(mask)))
    model = [dict(enumerate(sizes)).get(i) for i in places if mask[i % len(mask)]]
    assert as_list(shape(*sizes)[c(*mask)]) == model


@given(dims, st.integers(1, 9), st.integers(1, 9))
def test_slices_include_both_ends(sizes: list[int | None], start: int, stop: int) -> None:
    step = 1 if start <= stop else -1
    assert shape(*sizes)[start:stop] == shape(*sizes)[c(*range(start, stop + step, step))]


@given(dims)
def test_open_slices_are_python_s_but_for_the_count(sizes: list[int | None]) -> None:
    x = shape(*sizes)
    assert (as_list(x[2:]), as_list(x[:])) == (sizes[1:], sizes)
    assert x[:2] == x[1:2]
    assert (as_list(x[::2]), as_list(x[::-1])) == (sizes[::2], sizes[::-1])


@given(dims, st.integers(1, 8), st.integers(0, 9))
def test_assignment_replaces_or_extends(sizes: list[int | None], at: int, size: int) -> None:
    model = [*sizes, *[None] * (at - len(sizes))]
    model[at - 1] = size
    for key in (at, [at]):
        x = shape(*sizes)
        x[key] = size
        assert as_list(x) == model


@given(dims, st.integers(1, 6))
def test_null_deletes(sizes: list[int | None], at: int) -> None:
    model = sizes[: at - 1] + sizes[at:]
    x, y, z = shape(*sizes), shape(*sizes), shape(*sizes)
    x[[at]] = NULL
    y[[at]] = None
    assert as_list(x) == as_list(y) == model
    if at <= len(sizes):
        z[at] = NULL
        assert as_list(z) == model
        del x[1 : len(model)], y[:]
        assert x == y == shape()


@given(dims, dims)
def test_c_joins(left: list[int | None], right: list[int | None]) -> None:
    assert as_list(c(shape(*left), shape(*right))) == left + right
    assert as_list(shape(*left) + right) == as_list(left + shape(*right)) == left + right


@given(dims, dims)
def test_merge_knows_what_either_knows(left: list[int | None], right: list[int | None]) -> None:
    pairs = list(zip(left, right, strict=False))
    agree = len(left) == len(right) and all(None in (a, b) or a == b for a, b in pairs)
    if not agree:
        with pytest.raises(ValueError, match=r"^y(\[\[\d\]\])? must "):
            merge(shape(*left), shape(*right))
    else:
        assert as_list(merge(shape(*left), shape(*right))) == [
            b if a is None else a for a, b in pairs
        ]


@given(dims, st.integers(-4, 8))
def test_head_and_tail_are_slices(sizes: list[int | None], n: int) -> None:
    x = shape(*sizes)
    assert as_list(head(x, n)) == sizes[:n]
    assert as_list(tail(x, n)) == (sizes[max(0, len(sizes) - n) :] if n >= 0 else sizes[-n:])
    assert as_list(rev(x)) == sizes[::-1]
    assert as_list(rep(x, 2)) == sizes * 2


CONSTRUCTED: list[tuple[Any, TensorShape]] = [
    (shape(), TensorShape([])),
    (shape(NULL), TensorShape([None])),
    (shape(None, NA, -1, float("nan"), raggedkit_r.NA_integer_), TensorShape([None] * 5)),
    (shape(3, 4), TensorShape([3, 4])),
    (shape(1.7, True, "3", np.int8(4), 2 + 0j), TensorShape([1, 1, 3, 4, 2])),
    (shape(1, c(2, 3), [4, 5], (6,), range(7, 9)), TensorShape([1, 2, 3, 4, 5, 6, 7, 8])),
    (shape(1, shape(NA, 3), TensorShape([None])), TensorShape([1, None, 3, None])),
    (shape(np.array([2, 3]), np.array(4)), TensorShape([2, 3, 4])),
    (shape(c(), integers := as_integer([])), TensorShape([None])),
    (shape(integers), TensorShape([])),
    (shape(batch=NA, features=4), TensorShape([None, 4])),
    (shape(dims=NULL), TensorShape(None)),
    (shape(dims=c(NA, 4)), TensorShape([None, 4])),
    (shape(dims=[3, NULL, c(4, 5)]), TensorShape([3, None, 4, 5])),
    (shape(dims=5), TensorShape([5])),
    (shape(dims=TensorShape([2, None])), TensorShape([2, None])),
    (shape(dims={"height": 2, "width": 3}), TensorShape([2, 3])),
    (shape(2**31 - 1), TensorShape([2**31 - 1])),
]


@pytest.mark.parametrize(("x", "wanted"), CONSTRUCTED, ids=repr)
def test_construction(x: RShape, wanted: TensorShape) -> None:
    assert x.tensor_shape == wanted
    assert repr(x) == repr(wanted)


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: shape(2, -3), ValueError, "argument 2 must be a whole number from 0 .*, got -3"),
    (lambda: shape("a"), ValueError, "argument 1 must be a whole number .*, got 'a'"),
    (lambda: shape(3e10), ValueError, r"got 30000000000; R has no larger integers"),
    (lambda: shape(c(1, NA)), ValueError, r"got NA at position 2 of c\(1, NA\); .* shape\(2, NA\)"),
    (
        lambda: shape(dims=[1, [NA]]),
        ValueError,
        r"dims\[\[2\]\] must not contain NA in a list, got NA",
    ),
    (
        lambda: shape([1, [2, 3]]),
        TypeError,
        r"argument 1 must contain numbers, got \[1, \[2, 3\]\]",
    ),
    (lambda: shape(b"a"), TypeError, "argument 1 must contain numbers, got b'a'"),
    (lambda: shape(np.zeros((2, 2))), TypeError, r"got shape \(2, 2\); array\.ravel\(\)"),
    (
        lambda: shape(UNKNOWN),
        ValueError,
        r"argument 1 must have a known rank, got TensorShape\(None",
    ),
    (lambda: UNKNOWN[1], ValueError, r"x must have a known rank.*is_na\(length\(x\)\)"),
    (lambda: as_list(UNKNOWN), ValueError, "x must have a known rank"),
    (lambda: len(UNKNOWN), ValueError, "x must have a known rank"),
    (lambda: shape(1, 2)[[3]], IndexError, "index must be from 1 to 2, got 3; x.3. may be past"),
    (lambda: shape()[[1]], IndexError, "index must name an element, the list has none, got 1"),
    (lambda: shape(1, 2, 3)[[-1]], IndexError, "one position, at least 1, got -1; x.-1. drops"),
    (lambda: shape(1, 2)[[0]], IndexError, "one position, at least 1, got 0"),
    (lambda: shape(1, 2)[[1, 2]], IndexError, r"got 2 in x\[\[1, 2\]\]; x\[c\(1, 2\)\]"),
    (lambda: shape(1, 2)[[]], IndexError, r"got 0 in x\[\[\]\]; x\[:\] takes all"),
    (lambda: shape(1, 2)[1, 2], TypeError, r"got 2 in x\[1, 2\]; x\[c\(1, 2\)\] takes several"),
    (
        lambda: shape(1, 2)[c(-1, 1)],
        ValueError,
        r"not mix negative and positive numbers, got c\(-1, 1\)",
    ),
    (
        lambda: shape(1, 2)[shape(1)],
        TypeError,
        r"numbers, flags or names, got TensorShape\(\[1\]\)",
    ),
    (lambda: shape(1, 2)[1j], TypeError, "numbers, flags or names, got 1j"),
    (lambda: shape(1, 2)[1:5:-1], ValueError, "have a step towards its end, got 1:5:-1"),
    (lambda: shape(1, 2)["a":], TypeError, "have numbers for ends, got 'a':"),
    (lambda: bool(shape(1)), TypeError, r"got TensorShape\(\[1\]\); is_na\(length\(x\)\)"),
    (lambda: shape(1) < 2, TypeError, "x must be numbers for `<`"),
    (lambda: shape(1) * 2, TypeError, "x must be numbers for `.`.*as_integer"),
    (lambda: shape(1) + 2, TypeError, r"got 2; `\+` joins as c\(x, y\) does"),
    (lambda: hash(shape(1)), TypeError, "unhashable"),
    (lambda: shape(1) == "a", ValueError, "other must be a whole number .* got 'a'"),
    (
        lambda: merge(shape(2, 2), shape(1, 2)),
        ValueError,
        r"y\[\[1\]\] must be 2 or NA .* got 1 in",
    ),
    (lambda: merge(c(1, 2), shape(1, 2)), TypeError, r"x must be a shape, got c\(1, 2\)"),
    (lambda: shape(3).with_rank(2), ValueError, r"x must have rank 2, got \(3\) of rank 1"),
    (lambda: shape(3).with_rank(-1), ValueError, "rank must be a whole number, at least 0, got -1"),
    (lambda: rep(shape(3), -1), ValueError, "times must not be negative, got -1"),
    (lambda: as_tensor(shape(1), "int65"), TypeError, "dtype must be .* got 'int65'"),
    (lambda: as_list(object), TypeError, "x must be a vector"),
    (lambda: c(shape(1), 2, -5), ValueError, "argument 3 must be a whole number .* got -5"),
]


@pytest.mark.parametrize(("mistake", "error", "words"), REFUSED, ids=[row[2] for row in REFUSED])
def test_what_is_refused(mistake: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        mistake()


ASSIGNED: list[tuple[Any, Any, Any]] = [
    (1, 11, [11, 2, 3]),
    (1, shape(11), [11, 2, 3]),
    (1, [11], [11, 2, 3]),
    (1, NA, [None, 2, 3]),
    (1, [NULL], [None, 2, 3]),
    (slice(1, 2), c(NA, 99), [None, 99, 3]),
    (slice(1, 2), shape(33, 44), [33, 44, 3]),
    (slice(None), 9, [9, 9, 9]),
    (-1, 9, [1, 9, 9]),
    (c(True, False), 9, [9, 2, 9]),
    (np.array([True, False, True]), [7, 8], [7, 2, 8]),
    (5, 7, [1, 2, 3, None, 7]),
    ("a", 7, [1, 2, 3, 7]),
    (0, 7, [1, 2, 3]),
    (c(1, NA), 7, [7, 2, 3]),
    (1, [c(7, 8)], [7, 8, 2, 3]),
    ([1], 22.7, [22, 2, 3]),
    ([1], c(8, 9), [8, 9, 2, 3]),
    ([1], [], [2, 3]),
    ([5], 7, [1, 2, 3, None, 7]),
    ([c(1, 1)], 7, [7, 2, 3]),
    (c(1, 3), NULL, [2]),
    (slice(None), NULL, []),
    (5, NULL, [1, 2, 3, None]),
    ([5], NULL, [1, 2, 3]),
]


@pytest.mark.parametrize(("key", "value", "wanted"), ASSIGNED, ids=repr)
def test_assignment(key: Any, value: Any, wanted: list[int | None]) -> None:
    x = shape(1, 2, 3)
    x[key] = value
    assert as_list(x) == wanted


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (1, [], "value must not be empty for 1 element"),
        (c(1, NA), c(8, 9), r"index must contain no NA to take 2 values, got c\(1, NA\)"),
        ([0], 7, "index must be one position, at least 1, got 0"),
        ([1], c(NA, 9), r"x\[\[1\]\] must not contain NA .* x\[1:2\] = c\(2, NA\) replaces"),
        (1, -2, r"x\[\[1\]\] must be a whole number .* got -2"),
        (1, UNKNOWN, "value must have a known rank"),
    ],
)
def test_an_assignment_that_is_refused_changes_nothing(key: Any, value: Any, words: str) -> None:
    x = shape(1, 2, 3)
    with pytest.raises(ValueError, match=words):
        x[key] = value
    assert x == shape(1, 2, 3)


def test_a_remainder_in_recycling_is_a_warning() -> None:
    x = shape(1, 2, 3)
    with pytest.warns(UserWarning, match="not a multiple of replacement length"):
        x[:] = c(7, 8)
    assert x == shape(7, 8, 7)


def test_names_see_one_object_and_copies_are_another() -> None:
    x = shape(1, 2)
    y, z, w = x, copy.copy(x), x[:]
    x[1] = 9
    assert (y, z, w) == (shape(9, 2), shape(1, 2), shape(1, 2))
    assert y is x


def test_no_result_is_the_same_object() -> None:
    x = shape(1, NA)
    results = [c(x), shape(x), merge(x, NULL), head(x), x.with_rank(2), x.with_rank(NULL)]
    results += [x.with_rank_at_least(1), x.with_rank_at_most(3), x.concatenate([])]
    x[1] = 9
    assert results == [shape(1, NA)] * 9


def test_a_warning_names_the_line_that_asked() -> None:
    with pytest.warns(UserWarning, match="NAs introduced by coercion") as said:
        as_integer(c("1", "x"))
    assert said[0].filename == __file__


def test_pickling() -> None:
    x, na = pickle.loads(pickle.dumps((shape(1, NA), NA)))
    assert x == shape(1, NA)
    assert na is NA
    assert copy.deepcopy(NA) is NA


def test_numpy_takes_shapes() -> None:
    assert np.zeros(8).reshape(as_tensor(shape(NA, 4))).shape == (2, 4)  # type: ignore[arg-type, comparison-overlap]
    assert np.zeros(list(shape(2, 3))).shape == (2, 3)  # type: ignore[arg-type]
    assert as_tensor(shape(NA, 3)).dtype == np.int32
    assert bool(np.array([2, 3]) == shape(2, 3)) is True


def test_writing() -> None:
    assert (str(shape(3, NA)), f"{shape()}", str(UNKNOWN)) == ("(3, NA)", "()", "(<unknown>)")
    assert shape(3, NA)._repr_html_() == TensorShape([3, None])._repr_html_()
    assert identical(as_character(shape(3, NA)), c("TensorShape([3, None])"))


def test_what_is_not_a_shape_is_just_not_equal() -> None:
    assert shape(1) != object()
    assert UNKNOWN == NULL
    assert shape(3, NA) == c(3, -1) == shape(3, NULL)


def test_all_lists_what_the_package_has_and_shadows_no_builtin() -> None:
    import builtins

    names = raggedkit_r.__all__
    assert len(names) == len(set(names))
    assert all(hasattr(raggedkit_r, name) for name in names)
    assert not set(names) & set(dir(builtins))


def test_every_function_of_the_r_package_on_shapes_is_here() -> None:
    methods = {name for name in dir(RShape) if not name.startswith("_")}
    text = (PACKAGE / "R/dollar.R").read_text(encoding="utf-8")
    members = set(re.findall(r"^    (\w+) = ", text, re.MULTILINE)) | {"rank", "ndims", "dims"}
    assert "with_rank_at_most" in members
    assert members <= methods
    page = (PACKAGE / "NAMESPACE").read_text(encoding="utf-8")
    exports = set(re.findall(r"^export\((\w+)\)$", page, re.MULTILINE))
    assert exports & members <= set(raggedkit_r.__all__)
