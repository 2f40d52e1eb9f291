"""The same missing values through every reader, compared with one model of three lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.errors import MissingValueError

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
ak = pytest.importorskip("awkward")
NAN = float("nan")
Rows = list[Any]


def model(rows: Rows, fill: Any) -> tuple[Rows, Rows]:
    """Return rows and their mask: a missing row is empty, a missing value is filled."""
    filled = [[fill if x is None else x for x in row or []] for row in rows]
    return filled, [[x is None for x in row or []] for row in rows]


CASES: dict[str, tuple[Rows, Any]] = {  # rows, and a fill value
    "nothing-missing": ([[1, 2], [], [3]], 7),
    "value": ([[1, None], [], [3]], 7),
    "values": ([[None, 2], [None], [3, None]], 7),
    "row": ([[1, 2], None, [3]], 7),
    "rows-and-values": ([None, [1, None], [], None, [None]], 7),
    "first-row": ([None, [1]], 7),
    "nan-is-a-value": ([[1.5, NAN], [None], [NAN]], 7.5),
    "filled-with-nan": ([[1.5, None], [2.5]], NAN),
    "text": ([["a", None], [], ["bcd"], None], "?"),
    "longer-fill": ([["a", None]], "longer than all"),
    "bools": ([[True, None], [False]], True),
    "all-missing-values": ([[None, None], [None]], 7.5),
}


def typed(rows: Rows) -> Any:
    """Return the Arrow type of the values, also if all are missing."""
    values = [x for row in rows for x in row or [] if x is not None]
    return pa.array(values).type if values else pa.float64()


def arrow(rows: Rows, make: Any = pa.list_) -> Any:
    return pa.array(rows, make(typed(rows)))


class Capsules:
    """Arrow data of a library that nobody imports."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.obj.__arrow_c_array__(requested_schema)


def sliced(rows: Rows) -> Any:
    return arrow([[rows[0] and rows[0][0]], *rows, None, [None]])[1 : len(rows) + 1]


def chunked(rows: Rows) -> Any:
    whole = arrow(rows)
    return pa.chunked_array([whole[:1], whole[1:1], whole[1:]])


def views(rows: Rows) -> Any:
    """Return list views whose items are in the order of the last row first."""
    inside = [x for row in rows[::-1] for x in row or []]
    sizes = [len(row or []) for row in rows]
    ends = np.cumsum(sizes[::-1])[::-1]
    offsets = pa.array((ends - sizes).astype(np.int32))
    valid = pa.array([row is None for row in rows])
    return pa.ListViewArray.from_arrays(
        offsets, pa.array(sizes, pa.int32()), pa.array(inside, typed(rows)), mask=valid
    )


def objects(rows: Rows) -> Any:
    made = np.empty(len(rows), dtype=object)
    made[:] = rows
    return made


def masked(rows: Rows) -> Any:
    """Return masked arrays as rows; a missing row stays None."""
    filler = next((x for row in rows for x in row or [] if x is not None), 0.0)
    dtype: Any = "U16" if isinstance(filler, str) else np.array(filler).dtype

    def of(row: Rows) -> Any:
        items = [filler if x is None else x for x in row]
        return np.ma.array(items, mask=[x is None for x in row], dtype=dtype)

    return [None if row is None else of(row) for row in rows]


def nullable(rows: Rows) -> Any:
    """Return arrays of pandas' nullable dtypes as rows."""
    first = next((x for row in rows for x in row or [] if x is not None), 0.0)
    kinds = {bool: "boolean", int: "Int64", float: "Float64", str: "string"}
    kind = kinds[type(first)]
    return [None if row is None else _nullable(row, kind) for row in rows]


def _nullable(row: Rows, kind: str) -> Any:
    if kind != "Float64":
        return pd.array(row, dtype=kind)
    gaps = np.array([x is None for x in row], dtype=bool)
    values = np.array([0.0 if x is None else x for x in row], dtype=float)
    return pd.arrays.FloatingArray(values, gaps)  # NaN stays a value


# From rows to what each library has.
MAKES: dict[str, Callable[[Rows], Any]] = {
    "list": lambda rows: rows,
    "tuples": lambda rows: [None if row is None else tuple(row) for row in rows],
    "pandas-NA": lambda rows: [
        pd.NA if row is None else [pd.NA if x is None else x for x in row] for row in rows
    ],
    "objects": objects,
    "series-of-lists": lambda rows: pd.Series(objects(rows)),
    "masked": masked,
    "nullable": nullable,
    "pandas-arrow": lambda rows: pd.Series(pd.arrays.ArrowExtensionArray(arrow(rows))),
    "arrow": arrow,
    "large-list": lambda rows: arrow(rows, pa.large_list),
    "capsules": lambda rows: Capsules(arrow(rows)),
    "sliced": sliced,
    "sliced-capsules": lambda rows: Capsules(sliced(rows)),
    "chunked": chunked,
    "views": views,
    "polars": lambda rows: pl.Series(arrow(rows)),
    "awkward": lambda rows: ak.from_arrow(arrow(rows)),
    "awkward-masks": lambda rows: ak.from_iter(rows),
}
ARROW = {"pandas-arrow", "arrow", "large-list", "capsules", "sliced", "chunked", "views", "polars"}
AWKWARD = {"awkward", "awkward-masks"}
FRAMES = MAKES.keys() - {"capsules", "sliced-capsules", "tuples"} - AWKWARD


def by_array(obj: Any, **rules: Any) -> Any:
    return rk.array(obj, **rules)


def by_from_arrow(obj: Any, **rules: Any) -> Any:
    obj = pa.array(obj.array) if hasattr(obj, "iloc") else obj
    return rk.RaggedTensor.from_arrow(obj, **rules)


def by_from_awkward(obj: Any, **rules: Any) -> Any:
    return rk.RaggedTensor.from_awkward(obj, **rules)


def by_table_arrow(obj: Any, **rules: Any) -> Any:
    column = pa.array(obj.array) if hasattr(obj, "iloc") else obj
    column = column.to_arrow() if hasattr(column, "to_arrow") else column
    column = pa.array(column) if isinstance(column, Capsules) else column
    return _column(rk.RaggedTable.from_arrow(pa.table({"x": column}), **rules))


def by_table_awkward(obj: Any, **rules: Any) -> Any:
    return _column(rk.RaggedTable.from_awkward(ak.zip({"x": obj}, depth_limit=1), **rules))


def by_frame(obj: Any, **rules: Any) -> Any:
    """Read rows as a column of lists, which all have one key."""
    keys = np.zeros(len(obj), dtype=int)
    made = _column(rk.RaggedTable.from_frame({"k": keys, "x": obj}, by="k", **rules))
    return tuple(map(_lists, made)) if isinstance(made, tuple) else _lists(made)


def _lists(rt: Any) -> Any:
    """Return the lists of the one row; lists of one length are an inner axis."""
    inside = rt.values
    return rk.RaggedTensor.from_tensor(inside) if isinstance(inside, np.ndarray) else inside


def by_group(obj: Any, **rules: Any) -> Any:
    made = rk.group_by(np.zeros(len(obj), dtype=int), obj, **rules)
    if rules.get("return_mask"):
        return _lists(made[0].values), _lists(made[1])
    return _lists(made.values)


def _column(made: Any) -> Any:
    return (made[0]["x"], made[1]["x"]) if isinstance(made, tuple) else made["x"]


DOORS: dict[str, tuple[Callable[..., Any], Any]] = {
    "array": (by_array, MAKES),
    "from_arrow": (by_from_arrow, ARROW),
    "from_awkward": (by_from_awkward, AWKWARD),
    "RaggedTable.from_arrow": (by_table_arrow, ARROW),
    "RaggedTable.from_awkward": (by_table_awkward, AWKWARD),
    "from_frame": (by_frame, FRAMES),
    "group_by": (by_group, FRAMES),
}
PAIRS = [(door, make) for door, (_, makes) in DOORS.items() for make in sorted(makes)]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("door", "make"), PAIRS, ids=lambda x: x)
def test_every_reader_agrees_with_the_model(door: str, make: str, case: str) -> None:
    read, _ = DOORS[door]
    rows, fill = CASES[case]
    allowed: dict[str, Any] = {"missing_rows": "empty"}
    tensor, mask = read(MAKES[make](rows), fill_missing=fill, return_mask=True, **allowed)
    expected, gaps = model(rows, fill)
    assert repr(tensor.to_list()) == repr(expected)
    assert mask.to_list() == gaps
    alone = read(MAKES[make](rows), fill_missing=fill, **allowed)
    assert repr(alone.to_list()) == repr(expected)
    _, mask = read(MAKES[make](rows), return_mask=True, **allowed)
    assert mask.to_list() == gaps
    check_refusals(lambda **rules: read(MAKES[make](rows), **rules), rows, fill)


def check_refusals(read: Callable[..., Any], rows: Rows, fill: Any) -> None:
    """Without a rule the first missing thing is refused: its count, its place, and the word."""
    absent = [i for i, row in enumerate(rows) if row is None]
    places = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row or []) if x is None]
    total = sum(len(row or []) for row in rows)
    if absent:
        with pytest.raises(MissingValueError) as caught:
            read(fill_missing=fill, return_mask=True)
        text = str(caught.value)
        assert f"must have no missing rows, got {len(absent)} of {len(rows)}, the first at" in text
        assert f"[{absent[0]}]; missing_rows='empty' makes them empty" in text
    if places:
        with pytest.raises(MissingValueError) as caught:
            read(missing_rows="empty")
        text = str(caught.value)
        assert f"must have no missing values, got {len(places)} of {total}, the first at" in text
        i, j = places[0]
        assert f"[{i}][{j}]; fill_missing=value replaces them, return_mask=True returns" in text
    if absent or places:
        with pytest.raises(MissingValueError, match=r"; (fill_missing|missing_rows)="):
            read()
    else:
        assert repr(read().to_list()) == repr([list(row) for row in rows])


def test_nat_is_a_value_and_a_null_is_not() -> None:
    times = [np.datetime64("2024-01-01", "s"), np.datetime64("NaT", "s")]
    assert rk.array([times], return_mask=True)[1].to_list() == [[False, False]]
    column = pa.array([times[0], None], pa.timestamp("s"))
    obj = pa.ListArray.from_arrays(pa.array([0, 2], pa.int32()), column)
    for read in (rk.array, rk.RaggedTensor.from_arrow):
        assert read(obj, return_mask=True)[1].to_list() == [[False, True]]
        filled = read(obj, fill_missing=np.datetime64("NaT"))
        assert np.isnat(filled.flat_values).tolist() == [False, True]
        assert filled.dtype == np.dtype("M8[s]")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"missing_rows": "skip"}, "missing_rows must be 'raise' or 'empty', got 'skip'"),
    ({"return_mask": np.ones(2)}, "return_mask must be True or False, got array"),
    ({"fill_missing": "a"}, "must fit values of int64, got 'a'"),
    ({"fill_missing": [1]}, r"must be a single value, got \[1\]"),
    ({"fill_missing": object()}, "must fit values of int64, got <object"),
]


@pytest.mark.parametrize(("rules", "says"), WRONG)
@pytest.mark.parametrize("door", DOORS)
def test_wrong_rules_are_refused_with_the_same_words(door: str, rules: Any, says: str) -> None:
    read, makes = DOORS[door]
    make = "awkward" if "awkward" in door else "arrow"
    assert make in makes
    with pytest.raises((TypeError, ValueError), match=says):
        read(MAKES[make]([[1, None], [2]]), **rules)


@pytest.mark.parametrize("door", DOORS)
def test_a_fill_value_may_not_change_other_values(door: str) -> None:
    read, _ = DOORS[door]
    obj = MAKES["awkward" if "awkward" in door else "arrow"]([[2**53 + 1, None]])
    with pytest.raises(
        ValueError, match="must not need float64, in which other values are not exact, got nan"
    ):
        read(obj, fill_missing=NAN)
    assert read(obj, fill_missing=0).to_list() == [[2**53 + 1, 0]]
