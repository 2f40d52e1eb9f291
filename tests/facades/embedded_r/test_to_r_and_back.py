"""Round trips from Python to R are equal: every dtype, NA, empty rows, ranks, random tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit_r import from_r, to_r
from raggedkit_r.ragged.ragged_list import RaggedList

pytestmark = pytest.mark.usefixtures("r")

TEXT = np.dtypes.StringDType()
NOW = "2024-02-29T12:30:00.123457"


def times(unit: str, text: str) -> Any:
    return np.array(text.split(), dtype=f"M8[{unit}]")


VALUES: dict[str, Any] = {
    "bool": np.array([True, False, True, True, False, False]),
    **{
        name: np.array([0, 1, np.iinfo(name).max, np.iinfo(name).min, 3, 5], dtype=name)
        for name in ("int8", "int16", "uint8", "uint16")
    },
    "int32": np.array([0, -1, 2**31 - 1, -(2**31) + 1, 3, 5], dtype="int32"),
    "int64": np.array([0, -1, 7, 2**31 - 1, 3, 5]),
    "int64-wide": np.array([0, -(2**53), 2**53, 2**31, -(2**31), 5]),
    "int32-lowest": np.array([0, 1, 2, 3, 4, -(2**31)], dtype="int32"),
    "uint32": np.array([0, 2**32 - 1, 2, 3, 4, 5], dtype="uint32"),
    "uint64": np.array([0, 2**53, 2, 3, 4, 5], dtype="uint64"),
    "float16": np.array([0.5, np.inf, -np.inf, np.nan, 65504, -0.0], dtype="float16"),
    "float32": np.array([0.1, np.inf, -np.inf, np.nan, 3e38, -0.0], dtype="float32"),
    "float64": np.array([0.1, np.inf, -np.inf, np.nan, 1e308, 5e-324]),
    "complex64": np.array([1 + 2j, np.nan, 3j, 0, -1, 5], dtype="complex64"),
    "complex128": np.array([1 + 2j, complex(0, np.nan), 3j, 0, -1, 5]),
    "swapped": np.array([0, 1, 2, 3, 4, 5], dtype=">i4"),
    "str": np.array(["a", "", "é", "日本", "😀", "NA"]),
    "str-wider": np.array(["a", "", "é", "日本", "😀", "NA"], dtype="U9"),
    "text": np.array(["a", "", "é" * 400, "日本", "😀", "NA"], dtype=TEXT),
    "bytes": np.array([b"a", b"", b"bc", b"NA", b" ", b"x"]),
    "date": times("D", "2024-02-29 NaT 1969-12-31 0001-01-01 9999-12-31 1970-01-01"),
    "month": times("M", "2024-02 NaT 1969-12 0001-01 9999-12 1970-01"),
    "time-s": times("s", "2024-02-29T12:30 NaT 1969-12-31 1970-01-01 1999-01-01 2100-01-01"),
    "time-us": times(
        "us", f"{NOW} NaT 1969-12-31T23:59:59.999999 1970-01-01 1999-01-01 2100-01-01"
    ),
    "time-ns": times("ns", f"{NOW} NaT 1970-01-01T00:00:00.000000001 1970-01-01 1999 2100"),
    "span-us": np.array([1, -1, 10**15 + 1, 0, 5, "NaT"], dtype="m8[us]"),
    "span-D": np.array([1, -1, 10**6, 0, 5, "NaT"], dtype="m8[D]"),
}
CUTS: dict[str, list[int]] = {
    "empty-in-between": [3, 0, 2, 1],
    "empty-first-and-last": [0, 6, 0],
    "one-row": [6],
    "each-its-own": [1] * 6,
}


@pytest.mark.parametrize("cuts", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_every_dtype_comes_back_the_same(values: Any, cuts: list[int], identical: Any) -> None:
    rt = rk.RaggedTensor.from_row_lengths(values, cuts)
    x = to_r(rt)
    back = from_r(x)
    assert back.identical(rt)
    assert back.flat_values.dtype == rt.flat_values.dtype
    assert identical(to_r(back), x)


@pytest.mark.parametrize("lengths", [[], [0], [0, 0, 0]], ids=["no-rows", "one", "all-empty"])
@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_nothing_keeps_its_dtype(values: Any, lengths: list[int]) -> None:
    rt = rk.RaggedTensor.from_row_lengths(values[:0], lengths)
    assert from_r(to_r(rt)).identical(rt)


def nested(values: Any, *lengths: list[int]) -> rk.RaggedTensor:
    return rk.RaggedTensor.from_nested_row_lengths(values, lengths)


SHAPES: dict[str, rk.RaggedTensor] = {
    "rank-2": nested(np.arange(6), [2, 0, 1], [3, 0, 3]),
    "rank-3": nested(np.arange(6.0), [1, 0, 2], [2, 0, 1], [0, 4, 2]),
    "rank-2-text": nested(np.array(list("abcdef")), [0, 2], [6, 0]),
    "inner-axes": rk.RaggedTensor.from_row_lengths(np.arange(36).reshape(6, 3, 2), [4, 0, 2]),
    "inner-axes-text": rk.RaggedTensor.from_row_lengths(
        np.array(list("abcdefghijkl")).reshape(6, 2), [4, 0, 2]
    ),
    "inner-axes-complex": rk.RaggedTensor.from_row_lengths(
        np.arange(12).reshape(6, 2) * 1j, [4, 0, 2]
    ),
    "inner-axis-of-nothing": rk.RaggedTensor.from_row_lengths(np.zeros((6, 0)), [4, 0, 2]),
    "no-values-inner-axis": rk.RaggedTensor.from_row_lengths(np.zeros((0, 3)), [0, 0]),
    "int32-splits": rk.array([[1], [], [2, 3]]).with_row_splits_dtype("int32"),
    "uniform": rk.RaggedTensor.from_uniform_row_length(np.arange(6), 2),
    "uniform-inside": rk.RaggedTensor.from_uniform_row_length(rk.array([[1], [], [2], [3]]), 2),
    "uniform-none": rk.RaggedTensor.from_uniform_row_length(np.arange(0), 0, nrows=3),
    "slice": rk.array([[1, 2], [3], [], [4, 5, 6]])[1:],
    "column-slice": rk.array([[1, 2], [3], [], [4, 5, 6]])[:, 1:],
}


@pytest.mark.parametrize("rt", SHAPES.values(), ids=SHAPES)
def test_every_structure_comes_back_the_same(rt: rk.RaggedTensor, identical: Any) -> None:
    x = to_r(rt)
    back = from_r(x)
    assert back.identical(rt)
    assert back.shape == rt.shape
    assert identical(to_r(back), x)


def test_read_only_values_cross() -> None:
    values = np.arange(3.0)
    values.flags.writeable = False
    rt = rk.RaggedTensor.from_row_lengths(values, [1, 2])
    assert from_r(to_r(rt)).identical(rt)


NA = np.array([False, True, False, False, False, True])


def cut(values: Any, *lengths: int) -> rk.RaggedTensor:
    return rk.RaggedTensor.from_row_lengths(values, lengths)


LISTS: dict[str, RaggedList] = {
    "logical": RaggedList(cut(VALUES["bool"] & ~NA, 3, 0, 3), "logical", na=NA),
    "integer": RaggedList(cut(np.where(NA, 0, VALUES["int32"]), 3, 0, 3), "integer", na=NA),
    "wide-integer": RaggedList(cut(np.where(NA, 0, 2**40), 3, 0, 3), "integer", na=NA),
    "character": RaggedList(cut(np.where(NA, "", VALUES["str"]), 3, 0, 3), "character", na=NA),
    "raw": RaggedList(cut(VALUES["uint8"], 3, 0, 3), "raw"),
    "factor": RaggedList(
        cut(np.array(["b", "", "a", "b", "é", ""]), 3, 0, 3),
        "factor",
        na=NA,
        levels=("b", "a", "z", "é"),
        ordered=True,
    ),
    "no-factor": RaggedList(cut(np.array([], "U1"), 0, 0), "factor", levels=()),
    "zone": RaggedList(cut(VALUES["time-us"], 3, 0, 3), "POSIXct", tz="Asia/Tokyo"),
    "no-zone": RaggedList(cut(VALUES["time-us"], 3, 0, 3), "POSIXct"),
    "units": RaggedList(cut(VALUES["span-us"], 3, 0, 3), "difftime", units="mins"),
    "null": RaggedList(
        nested(np.arange(3.0), [2, 0, 0], [0, 3]),
        "numeric",
        null=(np.array([False, True, False]), np.array([True, False])),
    ),
    "names": RaggedList(
        cut(np.arange(3.0), 2, 0, 1),
        "numeric",
        names=(("a", "", "ü"), ("x", "y", "")),
    ),
    "row-names": RaggedList(cut(np.arange(3.0), 2, 0, 1), "numeric", names=(("a", "b", "a"), None)),
}


def same(x: RaggedList, y: Any) -> bool:
    def equal(a: Any, b: Any) -> bool:
        return (a is None and b is None) or np.array_equal(a, b)

    plain = ("kind", "names", "levels", "ordered", "tz", "units")
    return (
        isinstance(y, RaggedList)
        and x.tensor.identical(y.tensor)
        and equal(x.na, y.na)
        and len(x.null) == len(y.null)
        and all(map(equal, x.null, y.null))
        and all(getattr(x, name) == getattr(y, name) for name in plain)
    )


@pytest.mark.parametrize("x", LISTS.values(), ids=LISTS)
def test_what_only_r_knows_comes_back_the_same(x: RaggedList, identical: Any) -> None:
    sent = to_r(x)
    back = from_r(sent)
    assert same(x, back), back
    assert identical(to_r(back), sent)


def test_na_is_na_in_r(r: Any) -> None:
    is_na = r("function(x) is.na(flat_values(x))")
    for name in ("logical", "integer", "wide-integer", "character", "factor"):
        assert list(is_na(to_r(LISTS[name]))) == NA.tolist(), name
    for name in ("date", "time-us", "time-ns", "span-us"):
        times = VALUES[name]
        rt = rk.RaggedTensor.from_row_lengths(times, [3, 3])
        assert list(is_na(to_r(rt))) == np.isnat(times).tolist(), name


def test_two_hundred_thousand_rows(identical: Any) -> None:
    rng = np.random.default_rng(7)
    lengths = rng.integers(0, 9, 200_000)
    values = rng.normal(size=int(lengths.sum()))
    for flat in (values, (values * 100).astype("int64"), values.astype("U6"), values > 0):
        rt = rk.RaggedTensor.from_row_lengths(flat, lengths)
        x = to_r(rt)
        back = from_r(x)
        assert back.identical(rt)
        assert identical(to_r(back), x)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)
ITEMS = st.one_of(
    st.tuples(st.just("int64"), st.lists(st.integers(-(2**53), 2**53))),
    st.tuples(st.just("float64"), st.lists(st.floats())),
    st.tuples(st.just("float32"), st.lists(st.floats(width=32))),
    st.tuples(st.just("bool"), st.lists(st.booleans())),
    st.tuples(st.just("complex128"), st.lists(st.complex_numbers())),
    st.tuples(st.just("str"), st.lists(texts)),
    st.tuples(st.just("M8[ms]"), st.lists(st.integers(-(10**13), 10**13))),
    st.tuples(st.just("M8[us]"), st.lists(st.integers(-(2**51), 2**51))),
    st.tuples(st.just("m8[us]"), st.lists(st.integers(-(2**52), 2**52))),
)


@given(ITEMS, st.data())
def test_anything_ragged_comes_back_the_same(item: Any, data: Any) -> None:
    dtype, values = item
    flat = rk.array([values]).flat_values if dtype == "str" and values else np.array(values, dtype)
    splits = sorted(data.draw(st.lists(st.integers(0, len(values)), max_size=6)))
    rt = rk.RaggedTensor.from_row_splits(flat, [0, *splits, len(values)])
    assert from_r(to_r(rt)).identical(rt)
