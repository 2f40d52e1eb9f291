"""``where=`` and the functions that skip NaN on ragged tensors, against NumPy on each row."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

RT = rk.RaggedTensor
NAN = np.nan
X: Any = rk.ragged.constant([[1.0, NAN, 3.0], [NAN], [2.0, -3.5, 5.0, 4.0], [7.0]])
LENGTHS = [3, 1, 4, 1]
PARTS = [np.array(row) for row in X.to_list()]
WITHOUT_NAN: dict[str, Any] = {
    "nansum": np.nansum,
    "nanprod": np.nanprod,
    "nanmax": np.nanmax,
    "nanmin": np.nanmin,
    "nanmean": np.nanmean,
    "nanvar": np.nanvar,
    "nanstd": np.nanstd,
    "nanstd of a sample": lambda a, axis=None, **k: np.nanstd(a, axis=axis, ddof=1, **k),
    "nanmedian": np.nanmedian,
    "nanquantile": lambda a, axis=None, **k: np.nanquantile(a, 0.3, axis=axis, **k),
    "nanquantiles": lambda a, axis=None, **k: np.nanquantile(a, [0, 0.5, 0.9], axis=axis, **k),
    "nanpercentile": lambda a, axis=None, **k: np.nanpercentile(
        a, 40, axis=axis, method="hazen", **k
    ),
}
SCANS: dict[str, Any] = {"nancumsum": np.nancumsum, "nancumprod": np.nancumprod}
DTYPES = ["bool", "int8", "uint16", "int64", "float16", "float32", "float64", "complex128"]


def of_lines(function: Any, parts: list[Any]) -> Any:
    """NumPy's answers of each line, without its warnings of lines that are NaN alone."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return [function(p) for p in parts]


def columns(parts: list[Any]) -> list[Any]:
    return [np.array([p[k] for p in parts if len(p) > k]) for k in range(max(map(len, parts)))]


@pytest.mark.parametrize("name", WITHOUT_NAN)
def test_nan_is_skipped_as_numpy_skips_it(name: str) -> None:
    function = WITHOUT_NAN[name]
    with np.errstate(all="ignore"):
        for axis, parts in ((1, PARTS), (0, columns(PARTS)), (None, [X.flat_values])):
            want = np.array(of_lines(function, parts))
            found = np.asarray(function(X, axis=axis))
            if name == "nanquantiles":
                want = want.T if axis is not None else want[0]
            assert np.allclose(
                found, want if axis is not None else want.reshape(found.shape), equal_nan=True
            )
            kept = function(X, axis=axis, keepdims=True)
            assert np.allclose(np.asarray(kept).reshape(found.shape), found, equal_nan=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", [*WITHOUT_NAN, *SCANS])
def test_dtypes_are_numpys(name: str, dtype: str) -> None:
    function = {**WITHOUT_NAN, **SCANS}[name]
    values = np.array([3, 1, 2, 0, 5, 1, 2, 3, 7]).astype(dtype)
    if dtype in ("float32", "float64", "complex128"):
        values[[1, 5]] = NAN
    rt: Any = RT.from_row_lengths(values, LENGTHS)
    parts = np.split(values, np.cumsum(LENGTHS)[:-1])
    try:
        want = of_lines(function, parts)
    except TypeError:
        if dtype == "bool":
            return  # whose quantiles raggedkit has
        with pytest.raises(TypeError, match="must contain"):
            function(rt, axis=1)
        return
    found = function(rt, axis=1)
    found = getattr(found, "flat_values", found)
    if name != "nanquantiles":  # where a vector of shares makes float64 of all in NumPy
        assert found.dtype == np.asarray(want[0]).dtype
    expected = (
        np.array(want).T if name == "nanquantiles" else np.concatenate([*map(np.ravel, want)])
    )
    tolerance = {"float16": 2e-2, "float32": 1e-5}.get(dtype, 1e-12)
    assert np.allclose(found, expected, rtol=tolerance, equal_nan=True)


@pytest.mark.parametrize("name", SCANS)
def test_scans_skip_nan(name: str) -> None:
    function, ufunc = SCANS[name], {"nancumsum": "cumsum", "nancumprod": "cumprod"}[name]
    rows = function(X, axis=1)
    for row, part in zip(rows.to_list(), PARTS, strict=True):
        assert np.array_equal(row, function(part), equal_nan=True)
    assert np.array_equal(function(X), function(X.flat_values), equal_nan=True)
    assert function(X[:, :1], axis=0).shape == X[:, :1].shape
    assert getattr(np, ufunc)(X, axis=1).shape == rows.shape


def test_nan_in_inner_dense_axes_is_counted_for_each_column() -> None:
    values = np.array([[1.0, NAN], [3.0, 4.0], [NAN, NAN], [8.0, 9.0], [NAN, 1.0]])
    rt: Any = RT.from_row_lengths(values, [3, 0, 2])
    for function in (np.nanmedian, np.nanmean, np.nanvar, np.nansum):
        found = function(rt, axis=1)
        want = of_lines(lambda p, f=function: f(p, axis=0), [values[:3], values[3:]])
        assert np.allclose(found[[0, 2]], want, equal_nan=True)
    found = np.nanquantile(rt, [0.2, 0.8], axis=1)
    assert np.allclose(found[:, 0], np.nanquantile(values[:3], [0.2, 0.8], axis=0), equal_nan=True)
    assert np.isnan(np.nanmedian(rt, axis=1)[1]).all()


def test_positions_without_nan() -> None:
    rt = rk.ragged.constant([[NAN, 3.0, 1.0], [5.0], [NAN, NAN, 2.0]])
    assert np.nanargmax(rt, axis=1).tolist() == [1, 0, 2]
    assert np.nanargmin(rt, axis=1).tolist() == [2, 0, 2]
    assert np.nanargmax(rt) == 3
    assert np.nanargmin(rt, axis=0).tolist() == [1, 0, 0]
    assert np.nanargmax(rk.ragged.constant([[1, 3], [2]]), axis=1).tolist() == [1, 0]
    with pytest.raises(ValueError, match="a value that is not NaN in every row, got none in row 1"):
        np.nanargmax(X, axis=1)
    with pytest.raises(ValueError, match="got none in row 1"):
        np.nanargmin(rk.ragged.constant([[1.0], []]), axis=1)


def test_times_are_skipped_where_numpy_skips_them() -> None:
    values = np.array(["NaT", 3, 5, 1, "NaT"], "m8[s]")
    rt: Any = RT.from_row_lengths(values, [3, 2])
    for function in (np.nanmax, np.nanmin, np.nanmedian, np.nansum, np.nanmean, np.nancumsum):
        found = function(rt, axis=1)
        found = getattr(found, "flat_values", found)
        want = np.concatenate([np.ravel(function(p)) for p in (values[:3], values[3:])])
        assert [*map(str, found)] == [*map(str, want)]
    dates: Any = rt.with_flat_values(values.view("M8[s]"))
    assert np.nanquantile(dates, 0.5, axis=1).tolist() == [
        np.nanquantile(values[:3].view("M8[s]"), 0.5).tolist(),
        values[3].view("M8[s]").tolist(),
    ]


MARKS: Any = X > 2
WITH_WHERE: dict[str, Any] = {
    "sum": np.sum,
    "prod": np.prod,
    "any": np.any,
    "all": np.all,
    "mean": np.mean,
    "var": np.var,
    "std": np.std,
    "max": lambda a, **k: np.max(a, initial=-9.0, **k),
    "min": lambda a, **k: np.min(a, initial=99.0, **k),
    "nansum": np.nansum,
    "nanprod": np.nanprod,
    "nanmean": np.nanmean,
    "nanvar": np.nanvar,
    "nanstd": np.nanstd,
    "nanmax": lambda a, **k: np.nanmax(a, initial=-9.0, **k),
    "nanmin": lambda a, **k: np.nanmin(a, initial=99.0, **k),
}


@pytest.mark.parametrize("name", WITH_WHERE)
def test_where_says_which_values_count(name: str) -> None:
    function = WITH_WHERE[name]
    marks = [p > 2 for p in PARTS]
    with np.errstate(all="ignore"):
        want = of_lines(lambda i: function(PARTS[i], where=marks[i]), range(4))  # type: ignore[arg-type]
        assert np.allclose(function(X, axis=1, where=MARKS), want, equal_nan=True)
        dense = X.flat_values
        want = of_lines(lambda a: function(a, where=dense > 2), [dense])
        assert np.allclose(function(X, where=MARKS), want[0], equal_nan=True)
        pairs = list(zip(columns(PARTS), columns(marks), strict=True))
        want = of_lines(lambda pair: function(pair[0], where=pair[1]), pairs)
        assert np.allclose(function(X, axis=0, where=MARKS), want, equal_nan=True)


def test_where_broadcasts_and_takes_every_dtype() -> None:
    x: Any = rk.ragged.constant([[3, 1, 4], [], [5]])
    assert np.sum(x, axis=1, where=[[True], [True], [False]]).tolist() == [8, 0, 0]
    assert np.sum(x, where=False) == 0
    assert np.mean(x, axis=1, where=x > 1).tolist()[0] == 3.5
    assert np.max(x, axis=1, initial=0, where=x < 4).dtype == np.int64
    times: Any = x.with_flat_values(x.flat_values.astype("m8[s]"))
    assert np.sum(times, axis=1, where=x > 1).astype(int).tolist() == [7, 0, 5]
    assert np.mean(times, axis=1, where=x > 1)[0] == np.timedelta64(3, "s")
    words: Any = x.with_flat_values(np.array(["a", "b", "c", "d"], np.dtypes.StringDType()))
    assert np.sum(words, axis=1, where=x > 1).tolist() == ["ac", "", "d"]
    out = np.zeros(3, int)
    assert np.sum(x, axis=1, where=x > 1, out=out) is out


@given(st.lists(st.lists(st.integers(-9, 9), max_size=5), min_size=1, max_size=5), st.data())
def test_where_is_a_sum_of_what_it_marks(rows: list[list[int]], data: Any) -> None:
    marks = [[data.draw(st.booleans()) for _ in row] for row in rows]
    x = rk.ragged.constant(rows, dtype="int64", ragged_rank=1)
    where: Any = rk.ragged.constant(marks, dtype=bool, ragged_rank=1)
    want = [
        sum(v for v, m in zip(r, ms, strict=True) if m) for r, ms in zip(rows, marks, strict=True)
    ]
    assert np.sum(x, axis=1, where=where).tolist() == want


REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "numbers": (
        lambda: np.sum(X, where=X),
        TypeError,
        "where must contain bools, got dtype.'float64'",
    ),
    "rows": (lambda: np.sum(X, where=MARKS[::-1]), ValueError, "must broadcast"),
    "more rows": (
        lambda: np.sum(X[:1], where=np.ones((3, 1), bool)),
        ValueError,
        r"where must broadcast to the shape of a, \(1, None\), got \(3, 1\)",
    ),
    "no initial": (lambda: np.max(X, axis=1, where=MARKS), ValueError, "be given with initial"),
    "ragged marks of an array": (
        lambda: np.sum(np.ones((2, 3)), where=MARKS),
        TypeError,
        "a must be a RaggedTensor if where= is one, got 'ndarray'",
    ),
    "median": (lambda: np.nanmedian(rk.array([["a"]])), TypeError, "values must contain numbers"),
    "weights": (
        lambda: np.nanquantile(X, 0.5, weights=X),
        TypeError,
        "weights must not be given to np.nanquantile",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
