"""Arrays of pandas, polars and Arrow: missing values raise, numbers and times are exact."""

from __future__ import annotations

import datetime as dt
import pickle
import re
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import MissingValueError

RT = rk.RaggedTensor
clip: Any = np.clip  # whose types know no times of Python
masked_array: Any = np.ma.masked_array
THREE = rk.array([[1, 2, 3]])
ROWS = rk.array([[1, 2], [3]])


class Nulls:
    """An array that has nulls, with the methods of Arrow's and polars'."""

    def __init__(self, items: list[Any], zone: str | None = None) -> None:
        self.items = items
        self.null_count = sum(x is None for x in items)
        self.type = type("Type", (), {"tz": zone})

    def __len__(self) -> int:
        return len(self.items)

    def is_null(self) -> Any:
        return np.array([x is None for x in self.items])

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array([np.nan if x is None else x for x in self.items])


class Polars(Nulls):
    """The same with polars' ``null_count`` method."""

    def __init__(self, items: list[Any]) -> None:
        super().__init__(items)
        count = self.null_count
        self.null_count = lambda: count  # type: ignore[assignment]


# No extra installs them, so that CI has them no more than others do.
NOT_ASKED = "tried where somebody has installed it: no extra asks for it"


def arrow(*args: Any) -> Any:
    return pytest.importorskip("pyarrow", reason=NOT_ASKED).array(*args)


def polars(*args: Any) -> Any:
    return pytest.importorskip("polars", reason=NOT_ASKED).Series(*args)


# Three values of which the last is missing, in each way there is.
NAN_TEXT = np.dtypes.StringDType(na_object=np.nan)
MISSING: dict[str, Callable[[], Any]] = {
    "Int64": lambda: pd.array([2**53 + 1, 2**53, None], "Int64"),
    "UInt8-series": lambda: pd.Series([1, 2, None], dtype="UInt8"),
    "Int64-index": lambda: pd.Index([1, 2, None], dtype="Int64"),
    "Float64": lambda: pd.array([1.0, 2.0, None], "Float64"),
    "boolean": lambda: pd.array([True, False, None], "boolean"),
    "string": lambda: pd.array(["a", "b", None], "string"),
    "str": lambda: pd.Series(["a", "b", None]),
    "object-series": lambda: pd.Series(["a", "b", None], dtype=object),
    "category": lambda: pd.Categorical(["a", "b", None]),
    "objects": lambda: np.array([1, 2, None], dtype=object),
    "objects-nan": lambda: np.array(["a", "b", np.nan], dtype=object),
    "objects-nat": lambda: np.array([1, 2, pd.NaT], dtype=object),
    "list-none": lambda: [1, 2, None],
    "list-na": lambda: ["a", "b", pd.NA],
    "list-nat": lambda: [1.0, 2.0, pd.NaT],
    "times-none": lambda: [pd.Timestamp(0), pd.NaT, None],
    "masked": lambda: masked_array([1, 2, 3], [False, False, True]),
    "string-dtype": lambda: np.array(["a", "b", np.nan], NAN_TEXT),
    "nulls": lambda: Nulls([1, 2, None]),
    "nulls-called": lambda: Polars([1, 2, None]),
    "arrow": lambda: arrow([1, 2, None]),
    "arrow-text": lambda: arrow(["a", "b", None]),
    "polars": lambda: polars([1, 2, None]),
    "polars-text": lambda: polars(["a", "b", None]),
}
# Where arrays come in: a call, and what the message calls the first missing value.
DOORS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "array": (lambda a: rk.array([a]), r"obj\[0\]\[2\]"),
    "constant": (lambda a: rk.ragged.constant([a]), r"pylist\[0\]\[2\]"),
    "constant-flat": (lambda a: rk.ragged.constant(a), r"(pylist)?\[2\]"),
    "from_row_splits": (lambda a: RT.from_row_splits(a, [0, 3]), r"values\[2\]"),
    "from_row_lengths": (lambda a: RT.from_row_lengths(a, [3]), r"values\[2\]"),
    "from_value_rowids": (lambda a: RT.from_value_rowids(a, [0, 0, 0]), r"values\[2\]"),
    "from_uniform": (lambda a: RT.from_uniform_row_length(a, 3), r"values\[2\]"),
    "from_nested": (lambda a: RT.from_nested_row_splits(a, [[0, 3]]), r"flat_values\[2\]"),
    "from_tensor": (lambda a: RT.from_tensor([a]), r"tensor\[0\]\[2\]"),
    "row_splits": (lambda a: RT.from_row_splits([1, 2, 3], a), r"row_splits\[2\]"),
    "with_values": (lambda a: THREE.with_values(a), r"new_values\[2\]"),
    "with_flat_values": (lambda a: THREE.with_flat_values(a), r"new_values\[2\]"),
    "sparse": (lambda a: rk.SparseTensor([[0], [1], [2]], a, [3]), r"values\[2\]"),
    "group_by-keys": (lambda a: rk.group_by(a, [1, 2, 3]), r"keys\[2\]"),
    "group_by-values": (lambda a: rk.group_by([1, 2, 3], a), r"values\[2\]"),
    "np.isin": (lambda a: np.isin(ROWS, a), r"\[2\]"),
    "np.full_like": (lambda a: np.full_like(THREE, a), r"\[2\]"),
    "np.digitize": (lambda a: np.digitize(ROWS, a), r"\[2\]"),
    "np.interp": (lambda a: np.interp(ROWS, [1, 2, 3], a), r"\[2\]"),
    "np.union1d": (lambda a: np.union1d(ROWS, a), r"\[2\]"),
    "np.histogram": (lambda a: np.histogram(ROWS, a), r"\[2\]"),
    "where": (lambda a: rk.where(THREE > 1, THREE, a), r"y\[2\]"),
    "np.where": (lambda a: np.where(THREE > 1, a, THREE), r"\[2\]"),
    "add": (lambda a: THREE + a, r"\[2\]"),
    "less": (lambda a: THREE < a, r"\[2\]"),
    "np.add": (lambda a: np.add(THREE, a), r"\[2\]"),
    "np.clip": (lambda a: np.clip(THREE, 0, a), r"\[2\]"),
    "gather": (lambda a: rk.gather(ROWS, a), r"indices\[2\]"),
    "searchsorted": (lambda a: rk.searchsorted(ROWS, a), r"values\[2\]"),
    "concat": (lambda a: rk.concat([ROWS, [a]], 0), r"\[0\]\[2\]"),
    "stack": (lambda a: rk.stack([[1, 2, 3], a]), r"\[2\]"),
    "segment_sum": (lambda a: rk.segment_sum(a, [0, 0, 1]), r"data\[2\]"),
    "segment_ids": (lambda a: rk.segment_sum([1, 2, 3], a), r"segment_ids\[2\]"),
    "mask": (lambda a: rk.ragged.boolean_mask([1, 2, 3], a), r"mask\[2\]"),
    "from_offsets": (lambda a: rk.from_offsets([1, 2, 3], a), r"offsets\[2\]"),
    "map_flat_values": (lambda a: rk.ragged.map_flat_values(lambda _: a, THREE), r"op\[2\]"),
    "reduce_sum": (lambda a: rk.reduce_sum(a), r"\[2\]"),
    "unique": (lambda a: rk.unique(a), r"\[2\]"),
    "np.array_equal": (lambda a: np.array_equal(THREE, [a]), r"\[0\]\[2\]"),
}
WORDS = (
    r" must have no missing values, got (1|2) of 3, the first at {at}; "
    r"replace( \(\.\w+\(\.\.\.\)\))? or drop them first; NaN in floats and NaT in times are values$"
)
# Of functions with arguments that allow them.
ALLOWED = (
    r" must have no missing values, got (1|2) of 3, the first at {at}; "
    r"fill_missing=value replaces them, return_mask=True returns where they are$"
)


@pytest.mark.parametrize("missing", MISSING.values(), ids=MISSING)
@pytest.mark.parametrize(("door", "at"), DOORS.values(), ids=DOORS)
@pytest.mark.filterwarnings("ignore:Warning. converting a masked element to nan")
def test_missing_values_are_refused_with_the_same_words(
    door: Callable[[Any], Any], at: str, missing: Callable[[], Any]
) -> None:
    given_ = missing()
    words = ALLOWED if door in (DOORS["array"][0], DOORS["group_by-values"][0]) else WORDS
    before = repr(given_)
    with pytest.raises(MissingValueError, match=words.format(at=rf"[a-z_ ]*(\[[01]\])?{at}")):
        door(given_)
    assert repr(given_) == before


@pytest.mark.parametrize("name", ["pandas.NA", "masked"])
@pytest.mark.parametrize("operation", ["add", "less"])
def test_one_missing_value_is_refused_on_either_side(name: str, operation: str) -> None:
    masked: Any = np.ma
    x = pd.NA if name == "pandas.NA" else masked.masked
    ufunc: Any = getattr(np, operation)
    calls: list[Callable[[], Any]] = [lambda: ufunc(ROWS, x), lambda: ufunc(x, ROWS)]
    for call in calls:
        with pytest.raises(MissingValueError, match="no missing values, got one; replace"):
            call()


def test_pandas_na_is_refused_by_operators() -> None:
    calls: list[Callable[[], Any]] = [
        lambda: ROWS + pd.NA,
        lambda: pd.NA + ROWS,
        lambda: pd.NA < ROWS,
        lambda: ROWS > pd.NaT,
        lambda: ROWS >= [[pd.NA], [1]],
    ]
    for call in calls:
        with pytest.raises(MissingValueError, match="no missing values, got"):
            call()


@given(st.lists(st.lists(st.integers(-9, 9) | st.none(), max_size=4), min_size=1, max_size=5))
def test_the_count_and_the_place_are_right(rows: list[list[int | None]]) -> None:
    places = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x is None]
    total = sum(map(len, rows))
    series = [pd.array(row, "Int64") for row in rows]
    if not places:
        assert rk.array(rows).to_list() == rk.array(series).to_list() == rows
        return
    i, j = places[0]
    says = f"got {len(places)} of {total}, the first at obj[{i}][{j}];"
    with pytest.raises(MissingValueError, match=re.escape(says)):
        rk.array(rows)
    with pytest.raises(MissingValueError, match=re.escape(says)):
        rk.array(series)


def test_rows_that_are_missing() -> None:
    for rows in (pd.Series([[1], None, None]), [[1], None, None], [[1], np.nan, pd.NA]):
        with pytest.raises(MissingValueError, match=r"missing rows, got 2 of 3, .* at obj\[1\];"):
            rk.array(rows)
    with pytest.raises(MissingValueError, match=r"missing values, got 1 of 3, .* at obj\[2\];"):
        rk.array(pd.array([2**53 + 1, 2**53, None], "Int64"))


def test_frames_are_read_column_by_column() -> None:
    frame = pd.DataFrame({"a": pd.array([1, 2], "Int64"), "b": pd.array([3, 4], "Int64")})
    assert rk.array(frame).to_list() == [[1, 3], [2, 4]]
    frame = frame.assign(b=pd.array([None, None], "Int64"))
    with pytest.raises(MissingValueError, match=r"got 2 of 4, the first at obj\[0\]\[1\]"):
        rk.array(frame)


def test_the_error_is_a_value_error_that_pickles() -> None:
    error = MissingValueError.of(2, 5, [0, 3], "fillna", "keys")
    same = pickle.loads(pickle.dumps(error))
    assert isinstance(same, MissingValueError)
    assert issubclass(MissingValueError, ValueError)
    assert str(same) == str(error)
    assert str(same.named("x")) == str(error).replace("keys", "x")


# ------------------------------------------------------------------ no number changes a digit
BIG = [2**53 + 1, 2**53]
KEPT: dict[str, tuple[Callable[[], Any], str, list[Any]]] = {
    "Int64": (lambda: pd.array(BIG, "Int64"), "int64", BIG),
    "UInt64": (lambda: pd.Series([2**64 - 1, 0], dtype="UInt64"), "uint64", [2**64 - 1, 0]),
    "UInt8": (lambda: pd.array([1, 255], "UInt8"), "uint8", [1, 255]),
    "Float32": (lambda: pd.array([0.1, 2.0], "Float32"), "float32", [np.float32(0.1).item(), 2.0]),
    "boolean": (lambda: pd.array([True, False], "boolean"), "bool", [True, False]),
    "string": (lambda: pd.array(["a", "bc"], "string"), "<U2", ["a", "bc"]),
    "str": (lambda: pd.Series(["a", "bc"]), "<U2", ["a", "bc"]),
    "category": (lambda: pd.Categorical(["bc", "a"]), "<U2", ["bc", "a"]),
    "unmasked": (lambda: masked_array([1, 2], False, "i2"), "int16", [1, 2]),
    "string-dtype": (lambda: np.array(["a", "b"], NAN_TEXT), "T", ["a", "b"]),
    "dates": (
        lambda: pd.Series(pd.to_datetime(["2020", "2021"])).astype("M8[s]"),
        "M8[s]",
        [dt.datetime(2020, 1, 1), dt.datetime(2021, 1, 1)],
    ),
    "nulls": (lambda: Nulls(BIG), "int64", BIG),
    "arrow": (lambda: arrow(BIG), "int64", BIG),
    "polars": (lambda: polars(BIG), "int64", BIG),
    "arrow-pandas": (lambda: _arrow_series(BIG), "int64", BIG),
}


def _arrow_series(items: list[Any]) -> Any:
    pytest.importorskip("pyarrow", reason=NOT_ASKED)
    return pd.Series(items, dtype="int64[pyarrow]")


@pytest.mark.parametrize(("make", "dtype", "items"), KEPT.values(), ids=KEPT)
def test_values_keep_their_digits_and_their_dtype(
    make: Callable[[], Any], dtype: str, items: list[Any]
) -> None:
    tensors = [rk.array([make()]), rk.ragged.constant([make()])]
    tensors += [RT.from_row_splits(make(), [0, 2]), THREE[:, :2].with_flat_values(make())]
    for rt in tensors:
        assert rt.dtype == np.dtype(dtype)
        assert rt.to_list() == [items]


def test_nan_and_nat_are_values() -> None:
    floats = pd.Series([1.0, np.nan])
    assert np.isnan(rk.array([floats])._flat).tolist() == [False, True]
    days = pd.Series(pd.to_datetime(["2020", None]))
    assert np.isnat(rk.array([days])._flat).tolist() == [False, True]
    assert np.isnat(RT.from_row_splits([pd.NaT, pd.Timestamp(0)], [0, 2])._flat).tolist() == [
        True,
        False,
    ]
    sparse = pd.arrays.SparseArray([1.0, np.nan])
    assert np.isnan(rk.array([sparse])._flat).tolist() == [False, True]
    assert np.isnan(rk.array([np.array([np.nan, 1.0], object)], float)._flat).tolist() == [1, 0]


def test_group_by_keeps_its_nan_group_and_large_keys_apart() -> None:
    keys = pd.Series([2.0, np.nan, 2.0, np.nan])
    groups = rk.group_by(keys, [1, 2, 3, 4])
    assert groups.values.to_list() == [[1, 3], [2, 4]]
    assert np.isnan(groups.keys[-1])
    groups = rk.group_by(pd.array([*BIG, BIG[0]], "Int64"), [1, 2, 3])
    assert groups.keys.tolist() == BIG[::-1]
    assert groups.values.to_list() == [[2], [1, 3]]
    found: Any = np.isin(rk.array([BIG]), pd.array(BIG[1:], "Int64"))  # mypy: an array
    assert found.to_list() == [[False, True]]


# ------------------------------------------------------------------ times
NANO = pd.Timestamp("2021-01-01 00:00:00.000000001")
STEP = pd.Timedelta(1, "ns")
MOMENTS = RT.from_row_lengths(
    np.array(["2020-01-01", "2020-02-01", NANO.to_datetime64()], "M8[ns]"), [2, 1]
)
SPANS = np.diff(MOMENTS, axis=1)
NOON = dt.datetime(2020, 1, 15, 12)
TIMES: dict[str, tuple[Callable[[], Any], Any]] = {
    "equal": (lambda: MOMENTS == NANO, [[False, False], [True]]),
    "not-equal-left": (lambda: NANO != MOMENTS, [[True, True], [False]]),
    "less": (lambda: MOMENTS < NANO, [[True, True], [False]]),
    "less-left": (lambda: NANO < MOMENTS + STEP, [[False, False], [True]]),
    "one-nanosecond-on": (lambda: (MOMENTS + STEP) - NANO == STEP, [[False, False], [True]]),
    "plus-left": (lambda: STEP + MOMENTS > NANO, [[False, False], [True]]),
    "minus": (lambda: (MOMENTS - NANO) == pd.Timedelta(0), [[False, False], [True]]),
    "minus-left": (lambda: (NANO - MOMENTS) > pd.Timedelta("336D"), [[True, False], [False]]),
    "diff": (lambda: SPANS > pd.Timedelta("1D"), [[True], []]),
    "diff-left": (lambda: pd.Timedelta("1D") > SPANS, [[False], []]),
    "divide": (lambda: SPANS / pd.Timedelta("1D"), [[31.0], []]),
    "multiply": (lambda: (rk.array([[2], []]) * STEP) == 2 * STEP, [[True], []]),
    "datetime": (lambda: NOON < MOMENTS, [[False, True], [True]]),
    "date": (lambda: MOMENTS < NOON.date(), [[True, False], [False]]),
    "timedelta": (lambda: SPANS > dt.timedelta(30), [[True], []]),
    "timedelta-left": (lambda: dt.timedelta(1) + MOMENTS > NANO, [[False, False], [True]]),
    "nat": (lambda: MOMENTS < pd.NaT, [[False, False], [False]]),
    "nat-left": (lambda: pd.NaT < SPANS, [[False], []]),
    "nat-span": (lambda: SPANS + pd.NaT != SPANS, [[True], []]),
    "column": (lambda: MOMENTS > [[NOON], [NANO]], [[False, True], [False]]),
    "np.isin": (lambda: np.isin(MOMENTS, [NANO, NOON]), [[False, False], [True]]),
    "where": (lambda: rk.where(MOMENTS < NANO, NANO, MOMENTS) == NANO, [[True, True], [True]]),
    "where-nat": (lambda: np.isnat(rk.where(MOMENTS < NOON, pd.NaT, MOMENTS)), [[1, 0], [0]]),
    "clip": (lambda: clip(MOMENTS, NOON, NANO) == MOMENTS, [[False, True], [True]]),
    "full_like": (lambda: np.full_like(MOMENTS, NANO) == NANO, [[True, True], [True]]),
}


@pytest.mark.parametrize(("call", "expected"), TIMES.values(), ids=TIMES)
def test_times_of_pandas_and_python_on_either_side(call: Callable[[], Any], expected: Any) -> None:
    assert call().to_list() == expected


def test_times_beside_values() -> None:
    assert rk.searchsorted(MOMENTS, NANO).tolist() == [2, 0]
    assert rk.searchsorted(MOMENTS, [NANO, NOON]).tolist() == [[2, 1], [0, 0]]
    assert MOMENTS.to_tensor(NANO)[1, 1] == NANO.to_datetime64()
    assert np.isnat(MOMENTS.column(1, default=pd.NaT)).tolist() == [False, True]
    groups = rk.group_by([NANO, NANO + STEP, NANO], [1, 2, 3])
    assert groups.values.to_list() == [[1, 3], [2]]


IN_LISTS: dict[str, tuple[list[Any], str]] = {
    "nanoseconds": ([NANO, NANO + STEP], "M8[ns]"),
    "seconds": ([pd.Timestamp("2020").as_unit("s")], "M8[s]"),
    "with-nat": ([pd.Timestamp("2020").as_unit("ms"), pd.NaT], "M8[ms]"),
    "spans": ([STEP, pd.Timedelta("1D")], "m8[ns]"),
    "spans-nat": ([pd.NaT, dt.timedelta(1)], "m8[us]"),
    "datetimes": ([NOON, NOON], "M8[us]"),
    "dates": ([NOON.date()], "M8[D]"),
    "mixed": ([NOON.date(), NOON, NANO, np.datetime64("2020", "Y")], "M8[ns]"),
    "only-nat": ([pd.NaT], "M8[ns]"),
}


@pytest.mark.parametrize(("items", "dtype"), IN_LISTS.values(), ids=IN_LISTS)
def test_times_in_lists_keep_their_unit(items: list[Any], dtype: str) -> None:
    kind = pd.Timedelta if dtype[0] == "m" else pd.Timestamp
    want = [kind(x) for x in items]
    for rt in (
        rk.array([items, []]),
        rk.ragged.constant([items, []]),
        RT.from_row_lengths(items, [len(items), 0]),
        rk.array(pd.Series([items, []])),
    ):
        assert rt.dtype == np.dtype(dtype)
        assert rt.row_lengths().tolist() == [len(items), 0]
        found = [kind(x) for x in rt._flat]
        assert all(a == b or (pd.isna(a) and pd.isna(b)) for a, b in zip(found, want, strict=True))


ZONED = pd.Timestamp("2020", tz="Europe/Paris")
ZONE = "times must have no time zone, got '.+'; convert them to UTC and drop the zone first"
TIME_ERRORS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "zone": (lambda: MOMENTS < ZONED, ValueError, ZONE),
    "zone-left": (lambda: ZONED - MOMENTS, ValueError, ZONE),
    "zone-in-list": (lambda: rk.array([[ZONED]]), ValueError, ZONE),
    "zone-datetime": (lambda: MOMENTS > NOON.replace(tzinfo=dt.UTC), ValueError, ZONE),
    "zone-series": (lambda: rk.array([pd.Series([ZONED])]), ValueError, ZONE),
    "zone-nulls": (lambda: rk.array([Nulls([1], "UTC")]), ValueError, ZONE),
    "kinds": (
        lambda: rk.array([[NOON, dt.timedelta(1)]]),
        TypeError,
        r"obj: times must be all dates or all durations, got np.datetime64\('2020-01-15T12",
    ),
    "number": (lambda: rk.array([[NANO, 1]]), ValueError, r"one type, .* and 1 at obj\[0\]\[1\]"),
    "cut": (lambda: rk.array([[NOON]], "M8[D]"), TypeError, r"dtype datetime64\[D\], got datetime"),
    "cut-nanoseconds": (
        lambda: rk.array([[NANO]], "M8[us]"),
        TypeError,
        r"dtype datetime64\[us\], got np.datetime64\('2021-01-01T00:00:00.000000001'\) at obj",
    ),
    "far": (
        lambda: rk.array([[NANO, dt.date(9999, 1, 1)]]),
        ValueError,
        r"obj: times must fit datetime64\[ns\], got np.datetime64\('9999-01-01'\)",
    ),
    "far-cast": (
        lambda: rk.array([[dt.date(9999, 1, 1)]], "M8[ns]"),
        TypeError,
        r"dtype datetime64\[ns\], got datetime.date\(9999, 1, 1\) at obj\[0\]\[0\]",
    ),
    "number-tensor": (lambda: ROWS > NANO, TypeError, "greater takes, got int64 and datetime64"),
    "time-of-day": (lambda: rk.array([[dt.time(1)]]), TypeError, "or times, got datetime.time"),
}


@pytest.mark.parametrize(("call", "error", "says"), TIME_ERRORS.values(), ids=TIME_ERRORS)
def test_times_that_are_refused(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_no_library_is_imported_to_recognise_its_arrays() -> None:
    import subprocess

    code = "import sys, raggedkit as rk; rk.array([[1], []]) + [[1], [2]]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"pandas", "polars", "pyarrow", "numpy.ma"})


# ------------------------------------------------------------------ as an index
@pytest.mark.parametrize("library", [Nulls, Polars])
def test_columns_are_an_index(library: Any) -> None:
    rt = rk.array([[1, 2], [], [3]])
    assert rt[library([2, 0])].to_list() == [[3], [1, 2]]
    assert rt[library([True, False, True])].to_list() == [[1, 2], [3]]
    assert rt[library([2, 0]), :1].to_list() == [[3], [1]]
    with pytest.raises(MissingValueError, match=r"got 1 of 2, the first at key\[1\]"):
        rt[library([2, None])]


# ------------------------------------------------------------------ long tables
class Groups:
    """A groupby of pandas, as far as it is looked at."""

    ngroups = 2

    def __iter__(self) -> Any:
        return iter([("a", [1]), ("b", [2])])


def test_long_tables_name_from_frame() -> None:
    with pytest.raises(TypeError, match=r"got 'Groups'; rk.RaggedTable.from_frame\(df"):
        rk.array(Groups())
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"key": ["a", "b"], "value": [1, 2]})
    with pytest.raises(
        ValueError, match=r"columns of one kind, got .*'int64'\]; rk.RaggedTable.from_frame"
    ):
        rk.array(table)
    with pytest.raises(TypeError, match=r"got 'SeriesGroupBy'; rk.RaggedTable.from_frame"):
        rk.array(table.groupby("key").value)
    assert rk.array(table[["value"]]).to_list() == [[1], [2]]
