"""Ragged lists taken apart for R and put together again come out as they went in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import raggedkit as rk
from raggedkit.typing import Array
from raggedkit_r.border.parts import Parts, put_together, take_apart
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.vector.kinds import NA_REAL

DTYPES = {
    "bool": [True, False, True],
    "int8": [-128, 0, 127],
    "uint8": [0, 7, 255],
    "int32": [1 - 2**31, 0, 2**31 - 1],
    "int32 of R's NA": np.array([-(2**31), 0, 5], dtype="int32"),
    ">i4": [1, 2, 3],
    "uint32": [0, 1, 2**32 - 1],
    "int64": [-5, 0, 7],
    "int64 past int32": np.array([-(2**53), 0, 2**53]),
    "float16": [0.5, np.nan, -np.inf],
    "float32": [0.5, np.nan, -np.inf],
    "float64": [0.1, np.nan, -np.inf],
    "longdouble": [0.5, np.nan, -np.inf],
    "complex64": [1j, np.nan, 2],
    "complex128": [1j, np.nan, 2],
    "str": np.array(["", "é", "abc"]),
    "str with room": np.array(["", "é", "abc"], dtype="U7"),
    "StringDType": np.array(["", "é", "abc"], dtype=np.dtypes.StringDType()),
    "text objects": np.array(["", "é", "abc"], dtype=object),
    "bytes": np.array([b"", "é".encode(), b"abc"]),
    "datetime64[D]": ["1969-12-31", "NaT", "2024-02-29"],
    "datetime64[M]": ["1969-12", "NaT", "2024-02"],
    "datetime64[s]": ["1969-12-31T23:59:59", "NaT", "2024-02-29T12:00:00"],
    "datetime64[us]": ["1969-12-31T23:59:59.999999", "NaT", "2024-02-29T12:00:00.123457"],
    "datetime64[ns]": ["1969-12-31T23:59:59.999999", "NaT", "2024-02-29T12:00:00.123457"],
    "timedelta64[us]": [-1, 0, 86_400_000_001],
    "timedelta64[h]": [-1, 0, 25],
}


def values_of(name: str) -> Array:
    made = DTYPES[name]
    return made if isinstance(made, np.ndarray) else np.array(made, dtype=name)


def same(one: Array | None, other: Array | None) -> bool:
    """Whether two arrays agree in dtype, shape and every value, each NaN as NaN."""
    if one is None or other is None:
        return one is other
    alike = one.dtype == other.dtype and one.shape == other.shape
    return alike and repr(one.tolist()) == repr(other.tolist())


def assert_identical(one: Any, other: Any) -> None:
    assert type(one) is type(other)
    if isinstance(one, RaggedList):
        assert same(one.na, other.na)
        assert len(one.null) == len(other.null)
        assert all(map(same, one.null, other.null))
        for name in ("kind", "names", "levels", "ordered", "tz", "units"):
            assert getattr(one, name) == getattr(other, name)
        one, other = one.tensor, other.tensor
    assert same(one.flat_values, other.flat_values)
    assert len(one.partitions) == len(other.partitions)
    for mine, yours in zip(one.partitions, other.partitions, strict=True):
        assert mine.identical(yours)
        assert mine.dtype == yours.dtype


ROWS: dict[str, Callable[[Array], Any]] = {
    "plain": lambda v: rk.RaggedTensor.from_row_splits(v, [0, 2, 2, 3]),
    "int32 splits": lambda v: rk.RaggedTensor.from_row_splits(v, np.array([0, 0, 3, 3], "int32")),
    "rank 2": lambda v: rk.RaggedTensor.from_nested_row_splits(v, [[0, 0, 2, 3], [0, 1, 1, 3]]),
    "uniform": lambda v: rk.RaggedTensor.from_uniform_row_length(v, 3),
    "no rows": lambda v: rk.RaggedTensor.from_row_splits(v[:0], [0]),
    "empty rows": lambda v: rk.RaggedTensor.from_row_splits(v[:0], [0, 0, 0]),
    "inner axes": lambda v: rk.RaggedTensor.from_row_splits(
        np.stack([v, v[::-1]], axis=1).reshape(3, 2, 1), [0, 1, 3]
    ),
    "a slice": lambda v: rk.RaggedTensor.from_row_splits(v, [0, 1, 1, 3])[1:],
}


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("name", DTYPES)
def test_tensors_come_back_as_they_were(name: str, rows: str) -> None:
    rt = ROWS[rows](values_of(name))
    parts = take_apart(rt)
    assert_identical(put_together(parts), rt)
    assert parts.values.shape == rt.flat_values.shape


MASKS = {
    "logical": np.array([True, False, False]),
    "integer": np.array([1, 0, 3], dtype="int32"),
    "numeric": np.array([1.5, NA_REAL, np.nan]),
    "complex": np.array([1.5j, NA_REAL, 2]),
    "character": np.array(["a", "", "b"]),
    "raw": np.array([1, 0, 255], dtype="uint8"),
    "factor": np.array(["b", "", "a"]),
    "Date": np.array(["2024-02-29", "NaT", "1969-12-31"], dtype="M8[D]"),
    "POSIXct": np.array(["2024-02-29", "NaT", "1969-12-31"], dtype="M8[us]"),
    "difftime": np.array([1, "NaT", 90_000_000], dtype="m8[us]"),
}


def a_list(kind: str, **fields: Any) -> RaggedList:
    rt = rk.RaggedTensor.from_row_splits(MASKS[kind], [0, 2, 2, 3])
    if kind in ("logical", "integer", "character", "factor"):
        fields["na"] = np.array([False, True, False])
    if kind == "factor":
        fields |= {"levels": ("a", "b", "unused"), "ordered": True}
    if kind == "POSIXct":
        fields["tz"] = "Europe/Vienna"
    if kind == "difftime":
        fields["units"] = "mins"
    return RaggedList(rt, kind, **fields)


@pytest.mark.parametrize("kind", MASKS)
def test_lists_come_back_as_they_were(kind: str) -> None:
    null = (np.array([False, True, False]),)
    names = (("x", "y", ""), ("p", "q", "r"))
    for x in (a_list(kind, null=null, names=names), a_list(kind, null=null)):
        assert_identical(put_together(take_apart(x)), x)


@pytest.mark.parametrize("kind", ["logical", "integer", "character", "factor", "raw"])
def test_what_a_tensor_would_lose_stays_a_list(kind: str) -> None:
    assert_identical(put_together(take_apart(a_list(kind))), a_list(kind))


@pytest.mark.parametrize("kind", ["numeric", "complex", "Date"])
def test_a_list_that_loses_nothing_becomes_a_tensor(kind: str) -> None:
    x = a_list(kind)
    assert_identical(put_together(take_apart(x)), x.tensor)


def test_na_among_large_integers_is_na_among_doubles() -> None:
    rt = rk.RaggedTensor.from_row_splits(np.array([2**40, 0]), [0, 2])
    x = RaggedList(rt, "integer", na=np.array([False, True]))
    parts = take_apart(x)
    assert parts.values.view(np.int64).tolist()[1] == NA_REAL.view(np.int64)
    assert_identical(put_together(parts), x)


doubles = st.floats(-1e7, 1e7)
counts = hnp.arrays(np.float64, st.integers(0, 5), elements=doubles)


@given(counts.map(lambda x: np.round(x * 2**20) / 2**20), st.sampled_from(["Date", "POSIXct"]))
def test_r_s_times_come_back_as_they_were(values: Array, kind: str) -> None:
    splits = (np.array([0, len(values)]),)
    parts = Parts(kind, values, splits, tz="UTC" if kind == "POSIXct" else None)
    back = take_apart(put_together(parts))
    # Where nanoseconds reach, what is finer than they is lost.
    np.testing.assert_allclose(back.values, values, rtol=0, atol=1e-9)


REFUSED = {
    "integer": (
        np.array([0, 2**53 + 2]),
        ValueError,
        r"at most 2 \*\* 53.*9007199254740994 \(value 1\)",
    ),
    "unsigned": (np.array([2**64 - 1], "uint64"), ValueError, r"18446744073709551615 \(value 0\)"),
    "NUL": (np.array(["a\0b"]), ValueError, r"without NUL.*'a\\x00b' \(value 0\)"),
    "bytes": (np.array([b"a", b"\xff"]), ValueError, r"be UTF-8, got b'\\xff' \(value 1\)"),
    "text and bytes": (np.array([b"a", "b"], dtype=object), TypeError, r"got 'b' \(value 1\)"),
    "objects": (np.array(["a", 1], dtype=object), TypeError, r"got 1 \(value 1\)"),
    "fields": (np.zeros(1, "i4,f4"), TypeError, "dtype that R has values for, got"),
    "nanoseconds": (np.array([10**18 + 1], "M8[ns]"), ValueError, "2001-09-09T01:46:40.000000001"),
    "no unit": (np.zeros(1, "i8").view("m8"), TypeError, "got dtype timedelta64;"),
    "months": (np.array([1], "m8[M]"), TypeError, r"got dtype timedelta64\[M\]"),
    "attoseconds": (np.array([1], "M8[as]"), TypeError, r"got dtype datetime64\[as\]"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_r_has_nothing_for_is_refused(name: str) -> None:
    values, error, words = REFUSED[name]
    with pytest.raises(error, match=words):
        take_apart(rk.RaggedTensor.from_row_splits(values, [0, len(values)]))


def test_infinite_times_are_refused() -> None:
    parts = Parts("Date", np.array([0.0, np.inf]), (np.array([0, 2]),))
    with pytest.raises(ValueError, match=r"within 290 000 years of 1970, got inf \(value 1\)"):
        put_together(parts)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_na_among_doubles_is_a_nan_that_numpy_does_not_warn_of(dtype: str) -> None:
    bits = np.array([0x3FF8000000000000, 0x7FF00000000007A2] * 2, dtype="uint64")
    values = bits.view(dtype)
    splits = (np.array([0, len(values)]),)
    kind = "numeric" if dtype == "float64" else "complex"
    x = put_together(Parts(kind, values, splits))
    assert isinstance(x, rk.RaggedTensor)
    assert np.isnan((x * 2).flat_values).any()  # warnings are errors in tests
    words = x.flat_values.view(np.uint32).tolist()
    assert words[2::4] == [1954, 1954]  # what R looks for
    assert bits[1] == 0x7FF00000000007A2  # R's memory stays as it is


def test_doubles_without_na_stay_where_they_are() -> None:
    values = np.array([1.5, np.nan, -np.inf])
    x = put_together(Parts("numeric", values, (np.array([0, 3]),)))
    assert isinstance(x, rk.RaggedTensor)
    assert np.shares_memory(x.flat_values, values)
