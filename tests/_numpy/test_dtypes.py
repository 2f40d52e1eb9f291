"""NumPy's reductions of every dtype, against NumPy on each row: equal results, or both raise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

RT = rk.RaggedTensor
LENGTHS = [3, 1, 4, 2, 1]  # no empty row, so that every reduction has an answer
NUMBERS = [3, 1, 2, 0, 5, 1, 1, 7, 0, 2, 4]
NAT = "NaT"


def times(dtype: str, *, missing: bool = False) -> Any:
    values = np.array(NUMBERS, "int64").view(dtype)
    if missing:
        values[[1, 4, 10]] = NAT
    return values


def words(dtype: Any) -> Any:
    return np.array(["b", "a", "", "c", "ab", "b", "b", "a", "", "d", "e"]).astype(dtype)


VALUES: dict[str, Any] = {
    "bool": np.array(NUMBERS) > 1,
    **{d: np.array(NUMBERS, d) for d in ("int8", "int16", "int32", "int64")},
    **{d: np.array(NUMBERS, d) for d in ("uint8", "uint16", "uint32", "uint64")},
    **{d: np.array(NUMBERS, d) - 2.5 for d in ("float16", "float32", "float64")},
    "longdouble": np.array(NUMBERS, "longdouble") / 3,
    "nan": np.where(np.array(NUMBERS) == 1, np.nan, NUMBERS),
    "complex64": np.array(NUMBERS, "complex64") - 2j * np.array(NUMBERS[::-1]),
    "complex128": np.array(NUMBERS) * (1 - 1j),
    "clongdouble": np.array(NUMBERS, "clongdouble") * (1 - 1j),
    "big-endian": np.array(NUMBERS, ">i4"),
    "datetime64[D]": times("datetime64[D]"),
    "datetime64[s] with NaT": times("datetime64[s]", missing=True),
    "timedelta64[s]": times("timedelta64[s]"),
    "timedelta64[ms] with NaT": times("timedelta64[ms]", missing=True),
    "str": words("U2"),
    "bytes": words("S2"),
    "StringDType": words(np.dtypes.StringDType()),
    "object": np.array(NUMBERS, object),
}
FUNCTIONS: dict[str, Any] = {
    name: getattr(np, name)
    for name in (
        *("sum", "prod", "max", "min", "ptp", "any", "all", "count_nonzero", "mean", "std", "var"),
        *("median", "argmax", "argmin", "cumsum", "cumprod"),
    )
}
FUNCTIONS["quantile"] = lambda a, axis=None: np.quantile(a, 0.3, axis=axis)
FUNCTIONS["percentile"] = lambda a, axis=None: np.percentile(a, 80, axis=axis)
# Text and objects have no mean here.
LEFT_OUT = {(f, "object") for f in ("mean", "std", "var", "median", "quantile", "percentile")}
# What NumPy refuses and raggedkit does not: bools count as 0 and 1, and the standard deviation of
# times has a unit, unlike the variance that NumPy would need for it.
MORE: dict[tuple[str, str], Any] = {
    ("quantile", "bool"): np.float64,
    ("percentile", "bool"): np.float64,
    ("std", "timedelta64[s]"): "m8[s]",
    ("std", "timedelta64[ms] with NaT"): "m8[ms]",
}
SCANS = {"cumsum", "cumprod"}


def lines(values: Any, axis: int | None) -> list[Any]:
    """The values of each result: rows, columns, or all of them."""
    rows = np.split(values, np.cumsum(LENGTHS)[:-1])
    if axis is None:
        return [values]
    if axis:
        return rows
    return [np.array([r[k] for r in rows if len(r) > k], values.dtype) for k in range(max(LENGTHS))]


def wanted(function: Any, values: Any, axis: int | None) -> list[Any] | None:
    """NumPy's result for each line; None if it refuses the dtype."""
    try:
        return [function(line) for line in lines(values, axis)]
    except TypeError:
        return None


def check_alike(found: Any, want: list[Any], dtype: Any) -> None:
    want_dtype = np.asarray(want[0]).dtype
    if want_dtype.kind != "U" and dtype != "object":  # of which NumPy gives Python's own values
        assert found.dtype == want_dtype
    flat, expected = np.asarray(found).reshape(-1), np.concatenate([np.ravel(w) for w in want])
    assert flat.shape == expected.shape
    if expected.dtype.kind not in "fc":
        assert [*map(str, flat.tolist())] == [*map(str, expected.tolist())]
        return
    tolerance = {"e": 2e-2, "f": 1e-5, "F": 1e-5}.get(expected.dtype.char, 1e-12)
    assert np.allclose(flat, expected, rtol=tolerance, equal_nan=True)


@pytest.mark.parametrize("axis", [1, 0, None], ids=["rows", "columns", "all"])
@pytest.mark.parametrize("dtype", VALUES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_row_gives_what_numpy_gives(name: str, dtype: str, axis: int | None) -> None:
    function, values = FUNCTIONS[name], VALUES[dtype]
    rt: Any = RT.from_row_lengths(values, LENGTHS)
    want = None if (name, dtype) in LEFT_OUT else wanted(function, values, axis)
    if want is None and (name, dtype) not in MORE:
        with pytest.raises(TypeError, match=r"must |operands"):
            function(rt, axis=axis)
        return
    if want is None:
        assert function(rt, axis=axis).dtype == MORE[name, dtype]
        return
    found = function(rt, axis=axis)
    if name in SCANS and axis == 0:  # columns go back to their rows
        columns = [[row[k] for row in found.to_list() if len(row) > k] for k in range(max(LENGTHS))]
        assert [[*map(str, c)] for c in columns] == [[*map(str, w.tolist())] for w in want]
        return
    if name.startswith("arg") and axis == 0:  # positions are those of rows that reach the column
        reach = [[i for i, n in enumerate(LENGTHS) if n > k] for k in range(max(LENGTHS))]
        want = [np.int64(some[int(at)]) for some, at in zip(reach, want, strict=True)]
    check_alike(getattr(found, "flat_values", found), want, dtype)


@pytest.mark.parametrize("axis", [1, 0, 2, None])
@pytest.mark.parametrize("name", ["sum", "mean", "median", "max", "any", "cumsum", "std"])
def test_times_along_any_axis_of_two_partitions_and_a_dense_axis(
    name: str, axis: int | None
) -> None:
    numbers = np.arange(12).reshape(6, 2) * 3
    parts = [[0, 2, 2, 3], [0, 1, 4, 6]]
    ints = RT.from_nested_row_splits(numbers.astype("float64"), parts)
    times = RT.from_nested_row_splits(numbers.astype("m8[s]"), parts)
    function = getattr(np, name)
    found, want = function(times, axis=axis), function(ints, axis=axis)
    flat, expected = getattr(found, "flat_values", found), getattr(want, "flat_values", want)
    if name == "any":
        assert np.array_equal(flat, expected)
        return
    empty = np.isnan(expected)
    if name == "max" and axis is not None:
        assert np.array_equal(np.isnat(flat), empty)
    whole = np.where(empty, 0, expected).astype("int64").astype("m8[s]")
    assert np.array_equal(np.isnat(flat), empty)
    assert np.array_equal(np.where(empty, np.timedelta64(0, "s"), flat), whole)


def test_times_of_empty_rows() -> None:
    rt: Any = RT.from_row_lengths(np.array([3, 5], "m8[s]"), [2, 0])
    assert np.sum(rt, axis=1).tolist() == np.array([8, 0], "m8[s]").tolist()
    for function in (np.mean, np.median, np.std):
        assert np.isnat(function(rt, axis=1)).tolist() == [False, True]
    assert np.isnat(np.quantile(rt, [0.5, 1], axis=1)).tolist() == [[False, True], [False, True]]
    assert rt.mean(axis=1, empty=np.timedelta64(0, "s"))[1] == np.timedelta64(0, "s")
    cumsum: Any = np.cumsum
    assert cumsum(rt, axis=1).to_list() == rk.cumsum(rt, axis=-1).to_list()


def test_a_missing_time_stays_in_its_row() -> None:
    rt: Any = RT.from_row_lengths(np.array([3, NAT, 5, 1, 2], "m8[s]"), [1, 2, 0, 2])
    assert np.isnat(np.sum(rt, axis=1)).tolist() == [False, True, False, False]
    cumsum: Any = np.cumsum
    assert np.isnat(cumsum(rt, axis=1).flat_values).tolist() == [False, True, True, False, False]
    assert np.isnat(rk.cumsum(rt, axis=1, reverse=True).flat_values).tolist() == [
        *(False, True, False, False, False),
    ]


@given(st.lists(st.lists(st.integers(-100, 100), min_size=1, max_size=6), min_size=1, max_size=5))
def test_the_deviation_of_times_is_that_of_their_numbers(rows: list[list[int]]) -> None:
    numbers = rk.ragged.constant(rows, dtype="int64")
    far = np.timedelta64(3 * 10**17, "ns")  # beyond the integers that floats have
    times = numbers.with_flat_values(numbers.flat_values.astype("m8[ns]") + far)
    for ddof in (0, 1):
        want = np.std(numbers, axis=1, ddof=ddof)
        with np.errstate(invalid="ignore"):
            expected = want.astype("int64").astype("m8[ns]")
        found = np.std(times, axis=1, ddof=ddof)
        near = np.abs((found - expected).astype("int64"))
        assert (np.isnat(found) | (near <= 1)).all()
        assert np.array_equal(np.isnat(found), np.isnan(want))


REFUSED: dict[str, tuple[Any, str]] = {
    "var": (lambda t, d: np.var(t, axis=1), r"rt must contain numbers .*got dtype\('<m8\[s\]'\)"),
    "sum of dates": (
        lambda t, d: np.sum(d),
        "rt must contain numbers or bools, or time differences, got",
    ),
    "mean of dates": (lambda t, d: d.mean(axis=1), "time differences, got dtype.'<M8.*subtract a"),
    "median of dates": (lambda t, d: np.median(d), "values must contain numbers or bools, got"),
    "product": (
        lambda t, d: np.prod(t),
        "rt must contain numbers or bools, got .*divide by a unit",
    ),
    "dtype": (lambda t, d: np.sum(t, dtype="int64"), "dtype must be left out if rt has dtype .*m"),
    "mean dtype": (lambda t, d: np.mean(t, dtype=float), "dtype must be left out if rt has dtype"),
    "scan dtype": (lambda t, d: np.cumsum(t, 1, "int64"), "dtype must be left out if rt has dtype"),
    "TensorFlow": (
        lambda t, d: rk.reduce_max(rk.array([["a"]]).astype("T")),
        "must contain numbers",
    ),
}


@pytest.mark.parametrize(("call", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals(call: Any, says: str) -> None:
    durations = RT.from_row_lengths(np.array([3, 5], "m8[s]"), [2, 0])
    dates = RT.from_row_lengths(np.array([3, 5], "M8[s]"), [2, 0])
    with pytest.raises(TypeError, match=says):
        call(durations, dates)


def test_text_is_true_where_it_is_not_empty() -> None:
    for dtype in ("U2", "S2", "T"):
        rt = rk.array([["a", ""], [], ["", ""]]).astype(dtype)
        assert np.any(rt, axis=1).tolist() == [True, False, False]
        assert np.all(rt, axis=1).tolist() == [False, True, False]
        assert np.count_nonzero(rt, axis=1).tolist() == [1, 0, 0]


def test_text_of_variable_width_starts_from_initial() -> None:
    rt: Any = rk.array([["b", "c"], [], ["a"]]).astype(np.dtypes.StringDType())
    joined: Any = np.sum
    largest: Any = np.max
    assert largest(rt, axis=1, initial="bb").tolist() == ["c", "bb", "bb"]
    assert joined(rt, axis=1, initial="-").tolist() == ["-bc", "-", "-a"]
    with pytest.raises(ValueError, match="got none in row 1"):
        np.max(rt, axis=1)


@given(st.lists(st.lists(st.text("abc", max_size=2), max_size=9), min_size=1, max_size=6))
def test_text_of_variable_width_is_joined_in_rows_of_any_length(rows: list[list[str]]) -> None:
    rt: Any = rk.ragged.constant(rows, ragged_rank=1, dtype="U2").astype(np.dtypes.StringDType())
    assert np.sum(rt, axis=1).tolist() == ["".join(row) for row in rows]
    largest: Any = np.max
    assert largest(rt, axis=1, initial="").tolist() == [max(row, default="") for row in rows]


def test_complex_numbers_have_numpys_order() -> None:
    rt = rk.array([[1j, 2 - 5j, 2 - 7j], [-np.inf - 9j]])
    assert np.max(rt, axis=1).tolist() == [2 - 5j, -np.inf - 9j]
    assert np.max(rt, axis=1, initial=3).tolist() == [3, 3]
    assert np.argmax(rt, axis=1).tolist() == [1, 0]
    with pytest.raises(TypeError, match="complex numbers have no order"):
        rk.reduce_max(rt, axis=1)


def test_a_common_type_is_that_of_arrays() -> None:
    rt: Any = rk.array([[1.5], []])
    common_type: Any = np.common_type
    assert common_type(rt, np.zeros(1, "float32")) is np.float64
    with pytest.raises(TypeError, match=r"arrays\[1\] must be an array or a RaggedTensor, got 0"):
        common_type(rt, 0)


@pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.1.0", reason="np.strings does not dispatch before 2.1"
)
def test_text_is_not_decoded_and_bytes_are_not_encoded() -> None:
    with pytest.raises(TypeError, match=r"a must be bytes, got dtype\('<U1'\)"):
        np.strings.decode(rk.array([["a"], []]), "utf-8")
    with pytest.raises(TypeError, match=r"a must be text, got dtype\('S1'\)"):
        np.strings.encode(rk.array([[b"a"], []]), "utf-8")
    with pytest.raises(ValueError, match="encoding must name one of Python's codecs, got 'a'"):
        np.strings.encode(rk.array([["a"], []]), "a")
