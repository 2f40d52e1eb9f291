"""Methods of NumPy's ufuncs on ragged tensors: reduce and accumulate as NumPy does each row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

RT = rk.RaggedTensor
D = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
FULL = rk.ragged.constant([[3.0, 1.0, 4.0, 1.0], [5.0, 9.0, 2.0], [6.0]])
BINARY: list[Any] = sorted(
    {
        f
        for f in vars(np).values()
        if isinstance(f, np.ufunc)
        and f.nin == 2
        and f.nout == 1
        and f.signature is None
        and f is not np.ldexp  # whose exponents are of another dtype
    },
    key=lambda f: f.__name__,
)
VALUES: dict[str, Any] = {
    "int8": np.array([3, 1, 2, 1, 5, 1, 1, 7, 1, 2], "int8"),
    "uint32": np.array([3, 1, 2, 1, 5, 1, 1, 7, 1, 2], "uint32"),
    "bool": np.array([1, 0, 1, 1, 1, 0, 0, 1, 0, 1], bool),
    "float32": np.array([3, 1, 2, 1, 5, 1, 1, 7, 1, 2], "float32") / 4,
    "float64": np.array([3, -1, 2, 0.5, 5, np.nan, 1, 7, np.inf, 2]),
    "complex128": np.array([3, 1, 2, 1, 5, 1, 1, 7, 1, 2]) * (1 - 1j),
    "timedelta64[s]": np.array([3, 1, 2, 1, 5, 1, 1, 7, 1, 2], "m8[s]"),
    "datetime64[s]": np.array([3, 1, 2, 1, 5, 1, 1, 7, 1, 2], "M8[s]"),
    "StringDType": np.array(["a", "b", "", *"abcdefg"], np.dtypes.StringDType()),
    "str": np.array(["a", "b", "", *"abcdefg"]),
}
LENGTHS = [4, 1, 3, 2]


def same(found: Any, want: list[Any]) -> None:
    flat, expected = np.ravel(found), np.concatenate([np.ravel(w) for w in want])
    if expected.dtype.kind in "fc":
        assert flat.dtype == expected.dtype
        precision = 1e-3 if expected.dtype.itemsize == 2 else 1e-5
        assert np.allclose(flat, expected, rtol=precision, equal_nan=True)
    else:
        assert [*map(str, flat.tolist())] == [*map(str, expected.tolist())]


@pytest.mark.parametrize("dtype", VALUES)
@pytest.mark.parametrize("method", ["reduce", "accumulate"])
@pytest.mark.parametrize("ufunc", [pytest.param(f, id=f.__name__) for f in BINARY])
def test_each_row_gives_what_numpy_gives(ufunc: Any, method: str, dtype: str) -> None:
    values = VALUES[dtype]
    rt: Any = RT.from_row_lengths(values, LENGTHS)
    parts = np.split(values, np.cumsum(LENGTHS)[:-1])
    function = getattr(ufunc, method)
    with np.errstate(all="ignore"):
        try:
            want = [function(p) for p in parts]
        except (TypeError, ValueError) as error:
            with pytest.raises(type(error) if type(error) is ValueError else TypeError):
                function(rt, axis=1)
            return
        same(getattr(function(rt, axis=1), "flat_values", function(rt, axis=1)), want)


@pytest.mark.parametrize("name", ["subtract", "maximum", "fmin", "hypot", "bitwise_xor", "add"])
def test_columns_and_dense_axes_give_what_numpy_gives(name: str) -> None:
    ufunc, rows = getattr(np, name), [[3, 1, 4, 1], [5, 9, 2], [6]]
    rt: Any = rk.ragged.constant(rows)
    columns = [np.array([r[k] for r in rows if len(r) > k]) for k in range(4)]
    same(ufunc.reduce(rt), [ufunc.reduce(c) for c in columns])
    found = ufunc.accumulate(rt).to_list()
    for k, column in enumerate(columns):
        assert [r[k] for r in found if len(r) > k] == ufunc.accumulate(column).tolist()
    inner: Any = RT.from_row_lengths(np.arange(12).reshape(6, 2), [3, 1, 2])
    same(
        ufunc.reduce(inner, axis=1),
        [ufunc.reduce(np.asarray(row), axis=0) for row in inner.to_list()],
    )
    dense = ufunc.reduce(inner, axis=2)
    assert np.array_equal(dense.flat_values, ufunc.reduce(inner.flat_values, axis=1))
    running = ufunc.accumulate(inner, axis=-1)
    assert np.array_equal(running.flat_values, ufunc.accumulate(inner.flat_values, axis=1))


def test_empty_rows_give_the_identity_or_initial() -> None:
    assert np.add.reduce(D, axis=1).tolist() == [9, 0, 16, 6, 0]
    assert np.bitwise_or.reduce(D, axis=1).tolist() == [7, 0, 15, 6, 0]
    assert np.maximum.reduce(D, axis=1, initial=0).tolist() == [4, 0, 9, 6, 0]
    assert np.subtract.reduce(D, axis=1, initial=10).tolist() == [1, 10, -6, 4, 10]
    assert np.logical_and.reduce(D > 2, axis=1).tolist() == [False, True, False, True, True]
    accumulate: Any = np.maximum.accumulate
    assert accumulate(D, axis=1).to_list() == [[3, 3, 4, 4], [], [5, 9, 9], [6], []]


def test_arguments_of_reduce() -> None:
    assert np.add.reduce(FULL, axis=1, keepdims=True).tolist() == [[9], [16], [6]]
    assert np.fmax.reduce(FULL, axis=None) == 9
    assert np.add.reduce(FULL, axis=(0, 1)) == np.add.reduce(FULL, axis=None) == 31
    assert np.hypot.reduce(FULL, axis=1, dtype="float32").dtype == np.float32
    marks: Any = FULL > 2
    assert np.add.reduce(FULL, axis=1, where=marks).tolist() == [7, 14, 6]
    assert np.bitwise_xor.reduce(D, axis=1, where=D > 3).tolist() == [4, 0, 12, 6, 0]
    assert np.maximum.reduce(FULL, axis=1, where=~marks, initial=0).tolist() == [1, 2, 0]
    out = np.zeros(3)
    assert np.subtract.reduce(FULL, axis=1, out=out) is out
    assert out.tolist() == [-3, -6, 6]
    target: Any = FULL * 0
    written: Any = np.fmax.accumulate(FULL, axis=1, out=target)
    assert written is target
    assert written.to_list() == [[3, 3, 4, 4], [5, 9, 9], [6]]


@given(st.lists(st.lists(st.integers(-9, 9), max_size=40), min_size=1, max_size=12))
def test_accumulate_matches_numpy_for_rows_of_any_length(rows: list[list[int]]) -> None:
    rt: Any = rk.ragged.constant(rows, dtype="int64")
    ufuncs: list[Any] = [np.maximum, np.subtract, np.bitwise_xor]
    for ufunc in ufuncs:
        want = [ufunc.accumulate(np.array(row, "int64")).tolist() for row in rows]
        assert ufunc.accumulate(rt, axis=1).to_list() == want


def test_a_function_of_python_is_a_ufunc_too() -> None:
    longer: Any = np.frompyfunc(lambda a, b: a * 10 + b, 2, 1)
    rt: Any = rk.ragged.constant([[1, 2, 3], [4]])
    assert longer.reduce(rt, axis=1).tolist() == [123, 4]
    assert longer.accumulate(rt, axis=1).to_list() == [[1, 12, 123], [4]]


def test_one_long_row_beside_many_short_ones_needs_no_rectangle() -> None:
    lengths = np.ones(20_000, "int64")
    lengths[7_000] = 40_000  # a rectangle would have 800 million cells
    rt: Any = RT.from_row_lengths(np.arange(lengths.sum()) % 1000, lengths)
    found: Any = np.maximum.accumulate(rt, axis=1)
    assert found[7_000].tolist() == np.maximum.accumulate(rt[7_000]).tolist()
    assert np.array_equal(found.flat_values[:7_000], rt.flat_values[:7_000])
    assert np.gcd.reduce(rt, axis=1)[7_001] == rt[7_001][0]


REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "empty": (
        lambda: np.subtract.reduce(D, axis=1),
        ValueError,
        "array must have a value in every row, since np.subtract has no identity, got none in row 1"
        "; choose the start value: initial=",
    ),
    "order": (
        lambda: np.subtract.reduce(FULL, axis=None),
        ValueError,
        "axis must be one axis, since the order of values counts in np.subtract, got None",
    ),
    "values": (
        lambda: np.bitwise_or.reduce(FULL, axis=1),
        TypeError,
        r"array must contain values that np.bitwise_or.reduce takes, got dtype\('float64'\)",
    ),
    "axis": (lambda: np.hypot.reduce(FULL, axis=2), rk.RaggedIndexError, "axis must be from -2"),
    "scan axis": (
        lambda: np.hypot.accumulate(FULL, axis=2),
        rk.RaggedIndexError,
        "axis must be from -2 to 1, got 2",
    ),
    "where": (
        lambda: np.subtract.reduce(FULL, axis=1, where=FULL > 2, initial=0.0),
        TypeError,
        r"where must not be given to np.subtract.reduce with a RaggedTensor; keep what it marks",
    ),
    "where without initial": (
        lambda: np.maximum.reduce(FULL, axis=1, where=FULL > 2),
        ValueError,
        "where must be given with initial",
    ),
    "reduceat": (lambda: np.add.reduceat(FULL, [0]), TypeError, "np.add.reduceat .* the segments"),
    "outer": (lambda: np.add.outer(FULL, FULL), TypeError, r"np.add.outer .* rt\[:, :, None\]"),
    "at": (lambda: np.add.at(FULL, 0, 1), TypeError, r"np.add.at .* rt.with_flat_values\(...\)"),
    "one argument": (
        lambda: getattr(np.sqrt, "reduce")(FULL),  # noqa: B009 - which the stubs do not have
        (TypeError, ValueError),  # type: ignore[dict-item]
        "reduce",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
