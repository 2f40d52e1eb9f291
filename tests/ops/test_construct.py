"""ragged.constant and raggedkit.array: every kind of input, and errors with the position."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

constant = rk.ragged.constant
kinds = st.sampled_from([st.integers(-9, 9), st.booleans(), st.text("ab", max_size=2)])
nested = st.integers(2, 4).flatmap(lambda d: kinds.flatmap(lambda v: rks.ragged_lists(v, depth=d)))


def retyped(rows: Any, containers: Iterator[Callable[[Any], Any]]) -> Any:
    """The same nested list with its lists replaced by other containers."""
    if not isinstance(rows, list):
        return rows
    return next(containers)([retyped(row, containers) for row in rows])


def depth_of(rows: Any) -> int:
    return 1 + max(map(depth_of, rows), default=0) if isinstance(rows, list) else 0


# ------------------------------------------------------------------ nested lists
@given(nested)
def test_a_nested_list_comes_back(rows: list[Any]) -> None:
    rt = constant(rows)
    assert rt.to_list() == rows if isinstance(rt, rk.RaggedTensor) else rt.tolist() == rows
    if depth_of(rows) > 1:
        assert rt.ragged_rank == depth_of(rows) - 1
        assert_ragged_equal(rk.array(rows), rt)


@given(nested, st.data())
def test_tuples_mean_what_lists_mean(rows: list[Any], data: st.DataObject) -> None:
    def containers() -> Iterator[Callable[[Any], Any]]:
        while True:
            yield data.draw(st.sampled_from([list, tuple]))

    assert_ragged_equal(constant(retyped(rows, containers())), constant(rows))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_ranges_and_arrays_are_rows(lengths: list[int]) -> None:
    expected = constant([list(range(n)) for n in lengths], dtype=int)
    assert_ragged_equal(constant([range(n) for n in lengths], dtype=int), expected)
    assert_ragged_equal(constant([np.arange(n) for n in lengths]), expected)
    assert_ragged_equal(rk.array([np.arange(n) for n in lengths]), expected)
    assert_ragged_equal(rk.array((range(n) for n in lengths), int), expected)
    assert_ragged_equal(rk.array(pd.Series([list(range(n)) for n in lengths]), int), expected)
    assert_ragged_equal(rk.array(pd.Series([np.arange(n) for n in lengths])), expected)
    objects = np.empty(len(lengths), object)
    objects[:] = [np.arange(n) for n in lengths]
    assert_ragged_equal(rk.array(objects), expected)


@given(rks.ragged_tensors(dtype="int64", inner=(), uniform=False))
def test_the_rows_of_a_tensor_make_it_again(rt: rk.RaggedTensor) -> None:
    if len(rt):
        again = rk.array(list(rt))
        assert again.to_list() == rt.to_list()
        assert_ragged_equal(constant(list(rt)), again)
    assert rk.array(rt) is rt


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4))
def test_arrays_of_two_dimensions_keep_the_axis_they_share(shapes: list[tuple[int, int]]) -> None:
    arrays = [np.arange(a * b).reshape(a, b) for a, b in shapes]
    rt = rk.array(arrays)
    shared = {b for _, b in shapes}
    assert rt.shape.as_list() == [len(shapes), None, shared.pop() if len(shared) == 1 else None]
    assert rt.to_list() == [a.tolist() for a in arrays]
    if any(a for a, _ in shapes):  # as a list, an array without rows says nothing of its columns
        assert constant(arrays).shape.as_list() == [len(shapes), None, None]


def test_an_array_makes_every_axis_ragged_or_uniform() -> None:
    dense = np.arange(6).reshape(2, 3)
    assert constant(dense).shape.as_list() == [2, None]
    assert rk.array(dense).shape.as_list() == [2, 3]
    assert constant(dense, ragged_rank=0).tolist() == dense.tolist()


# ------------------------------------------------------------------ ragged_rank, inner_shape
SHAPES: dict[str, tuple[Any, dict[str, Any], list[Any]]] = {
    "flat": ([1, 2], {}, [2]),
    "empty": ([], {}, [0]),
    "scalar": (5, {}, []),
    "empty-rows": ([[], []], {}, [2, None]),
    "empty-deep": ([[], [[]]], {}, [2, None, None]),
    "rank-0": ([[1, 2], [3, 4]], {"ragged_rank": 0}, [2, 2]),
    "rank-0-empty": ([[[]], []], {"ragged_rank": 0}, [2, 1, 0]),
    "rank-1": ([[[1, 2]], [[3, 4], [5, 6]]], {"ragged_rank": 1}, [2, None, 2]),
    "rank-1-empty": ([[[]], []], {"ragged_rank": 1}, [2, None, 0]),
    "rank-more-than-empty": ([], {"ragged_rank": 2}, [0, None, None]),
    "inner": ([[[1, 2]], [[3, 4], [5, 6]]], {"inner_shape": (2,)}, [2, None, 2]),
    "inner-2": ([[[[1], [2]]], []], {"inner_shape": (2, 1)}, [2, None, 2, 1]),
    "inner-dense": ([[1, 2, 3]], {"inner_shape": (3,)}, [3]),
    "both": ([[[1, 2]], []], {"ragged_rank": 1, "inner_shape": [2]}, [2, None, 2]),
    "inner-of-nothing": (
        [[], []],
        {"ragged_rank": 1, "inner_shape": (3,)},
        [2, None, 3],
    ),
    "array-without-rows": ([np.zeros((0, 3))], {}, [1, None]),
}


@pytest.mark.parametrize(("rows", "kwargs", "shape"), SHAPES.values(), ids=SHAPES)
def test_shapes(rows: Any, kwargs: dict[str, Any], shape: list[Any]) -> None:
    assert list(constant(rows, **kwargs).shape) == shape


# ------------------------------------------------------------------ dtypes
DTYPES: dict[str, tuple[Any, Any, str]] = {
    "ints": ([[1], [2]], None, "int64"),
    "ints-and-floats": ([[1], [2.5]], None, "float64"),
    "complex": ([[1], [2j]], None, "complex128"),
    "bools": ([[True], []], None, "bool"),
    "nothing": ([[], []], None, "float64"),
    "nothing-asked": ([[], []], "int8", "int8"),
    "text": ([["a"], ["bcd"]], None, "<U3"),
    "bytes": ([[b"a"], [b"bcd"]], None, "|S3"),
    "text-ending-in-nul": ([["a\0"], []], None, "T"),
    "bytes-ending-in-nul": ([[b"a\0"], []], None, "object"),
    "one-long-text": ([["a" * 100_000], ["b"] * 50], None, "T"),
    "beyond-int64": ([[2**63], [2**64 - 1]], None, "uint64"),
    "numpy-scalars": ([[np.int8(1)], [np.int16(2)]], None, "int16"),
    "numpy-bools": ([[np.True_], [False]], None, "bool"),
    "arrays": ([np.array([1], "f4"), np.array([], "f4")], None, "float32"),
    "arrays-promote": ([np.array([1], "i1"), np.array([1], "f4")], None, "float32"),
    "array-and-empty-list": ([np.array([1], "i1"), []], None, "int8"),
    "string-dtype": ([np.array(["a"], "T"), np.array(["bc"])], None, "T"),
    "dates": ([np.array(["2020-01-01"], "M8[D]"), np.array([], "M8[D]")], None, "M8[D]"),
    "asked-float": ([[1], [2]], "float32", "float32"),
    "asked-int": ([[True], [2]], int, "int64"),
    "asked-uint64": ([[1], [2**63 + 1]], "uint64", "uint64"),
    "asked-str": ([["a"], []], str, "T"),
    "asked-wider": ([["a"], []], "U5", "<U5"),
    "asked-object": ([[b"a"], ["b"]], object, "object"),
    "asked-dates": ([[dt.date(2020, 1, 1)], []], "M8[D]", "M8[D]"),
    "asked-int-of-whole-floats": ([np.array([1.0, 2.0])], int, "int64"),
}


@pytest.mark.parametrize(("rows", "dtype", "expected"), DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("make", [constant, rk.array], ids=["constant", "array"])
def test_dtypes(make: Callable[..., Any], rows: Any, dtype: Any, expected: str) -> None:
    rt = make(rows, dtype)
    assert rt.dtype == np.dtype(expected)
    flat = [x.item() if hasattr(x, "item") else x for row in rows for x in row]
    assert rt.flat_values.tolist() == flat


def test_row_splits_of_either_dtype() -> None:
    rt = constant([[[1]], []], row_splits_dtype="int32")
    assert [s.dtype for s in rt.nested_row_splits] == ["int32", "int32"]


@given(rks.ragged_tensors(dtype="int64"))
def test_array_of_a_tensor_in_another_dtype(rt: rk.RaggedTensor) -> None:
    as_float = rk.array(rt, dtype="float32")
    assert_ragged_equal(as_float, np.multiply(rt, 1, dtype="float32", casting="unsafe"))
    assert_ragged_equal(rk.array(as_float, dtype="int64"), rt)


def test_array_takes_sparse_tensors() -> None:
    rt = constant([[1, 2], [], [3]])
    assert_ragged_equal(rk.array(rt.to_sparse()), rt)


def test_array_takes_lazy_rows() -> None:
    assert rk.array(map(str.split, ["a b", "", "c"])).to_list() == [["a", "b"], [], ["c"]]
    assert rk.array([(c for c in "ab"), []]).to_list() == [["a", "b"], []]
    assert rk.array(pd.Series(["a b", "c"]).str.split()).to_list() == [["a", "b"], ["c"]]
    assert rk.array([]).shape.as_list() == [0, None]


class Foreign:
    """An array of another library: rows of numbers, of a dtype of its own."""

    def __init__(self, data: Any) -> None:
        self.data = np.asarray(data)
        self.ndim = self.data.ndim

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.data.astype(dtype or self.data.dtype)

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Any:
        raise AssertionError("one value at a time is slow")


def test_rows_that_are_other_libraries_arrays_keep_their_dtype() -> None:
    rt = rk.array([Foreign(np.array(row, "float32")) for row in ([1, 2], [], [3])])
    assert rt.dtype == "float32"
    assert rt.to_list() == [[1.0, 2.0], [], [3.0]]
    cubes = rk.array([Foreign(np.zeros((1, 2))), Foreign(np.zeros((3, 2)))])
    assert cubes.shape.as_list() == [2, None, 2]
    days = pd.date_range("2020-01-01", periods=2)
    assert rk.array([days, days[:1]]).dtype.kind == "M"
    assert rk.array([pd.Series([1, 2]), pd.Series([], dtype=int)]).to_list() == [[1, 2], []]


# ------------------------------------------------------------------ errors
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "depth": (
        lambda: constant([[1, 2], [[3]]]),
        ValueError,
        r"pylist must contain all values at one depth, got 1 at pylist\[0\]\[0\] and "
        r"\[3\] at pylist\[1\]\[0\]",
    ),
    "depth-of-empty": (lambda: constant([[[]], [1]]), ValueError, r"got \[\] at pylist\[0\]\[0\]"),
    "depth-outside": (lambda: constant([1, [2]]), ValueError, r"got 1 at pylist\[0\] and \[2\] at"),
    "depth-of-arrays": (
        lambda: rk.array([np.zeros((2, 2)), np.zeros(2)]),
        ValueError,
        r"obj must contain all values at one depth, got 2 dimensions at obj\[0\] and 1 at obj\[1\]",
    ),
    "kind": (
        lambda: constant([[1, 2], [], [3, "a"]]),
        ValueError,
        r"pylist must contain values of one type, got 1 at pylist\[0\]\[0\] and 'a' at "
        r"pylist\[2\]\[1\]",
    ),
    "bool-among-numbers": (lambda: constant([[True], [1]]), ValueError, "True .* and 1 at"),
    "bytes-among-text": (lambda: constant([["a"], [b"b"]]), ValueError, "'a' at .* and b'b' at"),
    "none": (
        lambda: constant([[1], [None]]),
        ValueError,
        r"1 of 2, the first at pylist\[1\]\[0\]",
    ),
    "only-none": (
        lambda: constant([[None]]),
        ValueError,
        r"1 of 1, the first at pylist\[0\]\[0\]",
    ),
    "object": (
        lambda: constant([[{1}]]),
        TypeError,
        r"pylist must contain numbers, text, bytes or times, got \{1\} at pylist\[0\]\[0\]",
    ),
    "dict": (lambda: constant({1: [2]}), TypeError, r"got \{1: \[2\]\}"),  # type: ignore[arg-type]
    "generator": (lambda: constant(iter([[1]])), TypeError, "make it a list"),  # type: ignore[arg-type]
    "hour": (lambda: constant([[dt.time(1)]]), TypeError, r"or times, got datetime.time\(1, 0\)"),
    "ragged": (lambda: constant(constant([[1]])), TypeError, "it is ragged already"),
    "array-kinds": (
        lambda: rk.array([np.array([1]), np.array(["a"])]),
        ValueError,
        r"one type, got np.int64\(1\) at obj\[0\]\[0\] and np.str_\('a'\) at obj\[1\]\[0\]",
    ),
    "array-kinds-constant": (
        lambda: constant([np.array([b"a"]), np.array(["a"])]),
        ValueError,
        r"at pylist\[1\]\[0\]",
    ),
    "too-big": (
        lambda: constant([[1], [-(2**70)]]),
        TypeError,
        r"integers of 64 bits.* got -1180591620717411303424 at pylist\[1\]\[0\]; .*float64",
    ),
    "too-big-for-int64": (
        lambda: constant([[1], [2**63]]),
        TypeError,
        r"got 9223372036854775808 at pylist\[1\]\[0\]; dtype='uint64' represents it",
    ),
    "dtype-range": (
        lambda: constant([[1, 2], [300]], dtype="int8"),
        TypeError,
        r"pylist must contain values of dtype int8, got 300 at pylist\[1\]\[0\]",
    ),
    "dtype-kind": (lambda: constant([[1.5]], dtype=int), TypeError, "dtype int64, got 1.5 at"),
    "dtype-text": (lambda: constant([[1]], dtype=str), TypeError, "StringDType.*, got 1 at"),
    "dtype-width": (lambda: constant([["abc"]], dtype="U1"), TypeError, "dtype <U1, got 'abc'"),
    "dtype-bool": (lambda: constant([[2]], dtype=bool), TypeError, "dtype bool, got 2 at"),
    "dtype-object": (lambda: constant([[1]], dtype=object), TypeError, "dtype object, got 1 at"),
    "dtype-name": (lambda: constant([[1]], dtype="foo"), TypeError, "NumPy dtype, got 'foo'"),
    "cast-fraction": (
        lambda: rk.array([np.array([1.0]), np.array([2.5])], dtype=int),
        TypeError,
        "obj must contain values of dtype int64, got 2.5 at flat value 1",
    ),
    "cast-nan": (lambda: rk.array([np.array([np.nan])], dtype=int), TypeError, "got nan at"),
    "cast-sign": (lambda: rk.array([np.array([-1])], dtype="u8"), TypeError, "uint64, got -1"),
    "cast-dense": (lambda: rk.array(np.array([[1.5]]), dtype=int), TypeError, "got 1.5"),
    "cast-tensor": (lambda: rk.array(constant([["1"]]), dtype=int), TypeError, "got '1'"),
    "cast-to-text": (lambda: rk.array(constant([[1]]), dtype="U"), TypeError, "got 1 at"),
    "cast-complex": (lambda: rk.array(constant([[1j]]), dtype=float), TypeError, "got 1j at"),
    "rank-negative": (lambda: constant([[1]], ragged_rank=-1), ValueError, "negative, got -1"),
    "rank-float": (
        lambda: constant([[1]], ragged_rank=1.0),  # type: ignore[arg-type]
        TypeError,
        "ragged_rank must be an int, got 1.0",
    ),
    "rank-deep": (
        lambda: constant([1, 2], ragged_rank=1),
        ValueError,
        r"pylist must be nested at least 2 deep \(ragged_rank \+ 1\), got 1",
    ),
    "rank-of-scalar": (lambda: constant(5, ragged_rank=1), ValueError, "0 for a single value"),
    "rank-uneven": (
        lambda: constant([[[1, 2], [3]]], ragged_rank=1),
        ValueError,
        "one length on axis 2, inside the ragged ones, got lengths 2 and 1",
    ),
    "inner-text": (
        lambda: constant([[1]], inner_shape="ab"),  # type: ignore[arg-type]
        TypeError,
        "inner_shape must be a tuple of ints, got 'ab'",
    ),
    "inner-negative": (lambda: constant([[1]], inner_shape=(-1,)), ValueError, r"got \(-1,\)"),
    "inner-size": (
        lambda: constant([[[1, 2]], [[3, 4]]], inner_shape=(3,)),
        TypeError,
        r"pylist must fill shape \(2, 3\) with 6 values, got 4",
    ),
    "splits-dtype": (
        lambda: constant([[1]], row_splits_dtype="int16"),
        ValueError,
        "row_splits_dtype must be int32 or int64, got dtype..int16",
    ),
    "scalar-none": (lambda: constant(None), ValueError, "pylist must contain .*, got None$"),  # type: ignore[arg-type]
    "one-row": (
        lambda: rk.array([1, 2]),
        ValueError,
        r"obj must contain rows, got 1 at obj\[0\]; one row alone is",
    ),
    "one-array": (lambda: rk.array(np.arange(3)), ValueError, "at least 2 dimensions, got 1"),
    "text": (lambda: rk.array("abc"), TypeError, "obj must contain rows, got 'abc'"),
    "texts": (
        lambda: rk.array(["ab", "c"]),
        ValueError,
        r"got 'ab' at obj\[0\]; one .*rk.strings.split",
    ),
    "mapping": (lambda: rk.array({"a": [1]}), TypeError, "obj must contain rows, got {'a'"),
    "number": (lambda: rk.array(5), TypeError, "obj must contain rows, got 5"),
    "missing-row": (
        lambda: rk.array(pd.Series([[1], None])),
        ValueError,
        r"rows, got 1 of 2, the first at obj\[1\]; missing_rows='empty' makes them empty",
    ),
    "nan-row": (
        lambda: rk.array([[1], float("nan")]),
        ValueError,
        r"missing rows, .* obj\[1\]",
    ),
    "masked": (
        lambda: rk.array([np.ma.array(np.arange(2), mask=[False, True])]),
        ValueError,
        r"^obj must have no missing values, got 1 of 2, the first at obj\[0\]\[1\]",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_place(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


@given(st.data())
def test_the_place_that_is_named_is_the_place(data: st.DataObject) -> None:
    lists = data.draw(rks.ragged_lists(depth=3, min_rows=1).filter(lambda r: len(str(r)) > 12))
    places = [
        (i, j, k) for i, a in enumerate(lists) for j, b in enumerate(a) for k in range(len(b))
    ]
    if len(places) < 2:
        return
    i, j, k = data.draw(st.sampled_from(places[1:]))
    lists[i][j][k] = "odd"
    with pytest.raises(ValueError, match="one type") as error:
        constant(lists)
    assert f"'odd' at pylist[{i}][{j}][{k}]" in str(error.value)


# ------------------------------------------------------------------ long lists of plain numbers
FLOATS, INTS = [0.5, -0.0, float("nan"), float("inf")] * 100, [*range(-200, 200)]
MANY = {
    "floats": (FLOATS, "float64"),
    "ints": (INTS, "int64"),
    "ints and a float": ([*INTS, 0.5], "float64"),
    "floats and an int": ([*FLOATS, 7], "float64"),
    "an int of 33 bits": ([*INTS, 1 << 32], "int64"),
    "ints of 64 bits": ([1 << 63] * 400, "uint64"),
    "bools": ([True, False] * 200, "bool"),
    "NumPy's floats": ([np.float64(1.5)] * 400, "float64"),
    "NumPy's float32": ([np.float32(1.5)] * 400, "float32"),
}


@pytest.mark.parametrize(("values", "dtype"), MANY.values(), ids=MANY)
@pytest.mark.parametrize("wanted", [None, "float32", "float64", "int16", "int64", "bool"])
def test_long_lists_become_what_short_ones_do(values: list[Any], dtype: str, wanted: Any) -> None:
    def outcome(rows: list[list[Any]]) -> Any:
        try:
            rt = constant(rows, dtype=wanted)
        except TypeError:
            return TypeError
        return [rt.dtype.name, *map(repr, rt.flat_values.tolist())]

    whole = outcome([values, []])
    pieces = [outcome([[v], []]) for v in values]
    if TypeError in pieces:
        assert whole is TypeError
    elif wanted is not None:
        assert whole == [np.dtype(wanted).name, *[p[1] for p in pieces]]
    else:
        assert whole == [dtype, *map(repr, np.array(values).astype(dtype).tolist())]


@pytest.mark.parametrize("odd", [None, True, "a", b"a", [], 1j], ids=repr)
@pytest.mark.parametrize("place", [0, 200, 400])
def test_one_odd_value_in_a_long_list_is_seen(odd: Any, place: int) -> None:
    for values in (FLOATS, INTS):
        some = values.copy()
        some.insert(place, odd)
        if odd == 1j:
            assert constant([some]).dtype == "complex128"
            continue
        with pytest.raises((TypeError, ValueError), match=r"pylist\[0\]\[\d+\]"):
            constant([some])


def test_lists_are_left_as_they_were() -> None:
    rows = [[1, 2], (3,), range(2), np.array([4, 5])]
    constant(rows)
    rk.array(rows)
    assert str(rows) == "[[1, 2], (3,), range(0, 2), array([4, 5])]"
