"""group_by with one and several keys and columns, against plain lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks
from tests.strict_cupy.array import StrictArray, namespace

RT = rk.RaggedTensor
N = rk.ragged.constant([[1, 2], [], [3]])
NAN = float("nan")
KEYS = {
    "int64": st.integers(-3, 3),
    "uint8": st.integers(0, 3),
    "float64": st.sampled_from([0.0, -0.0, 1.5, float("inf"), NAN]),
    "U2": st.sampled_from(["a", "b", "ab", ""]),
    "S2": st.sampled_from([b"a", b"b", b""]),
    "bool": st.booleans(),
    "M8[D]": st.integers(-2, 2),
}


@pytest.mark.parametrize("dtype", KEYS)
@given(data=st.data())
def test_values_keep_their_order_inside_groups(dtype: str, data: st.DataObject) -> None:
    keys = np.array(data.draw(st.lists(KEYS[dtype], max_size=12)), dtype=dtype)
    names, rows = rk.group_by(keys, np.arange(len(keys)))
    expected = np.unique(keys)
    np.testing.assert_array_equal(names, expected)
    assert names.dtype == keys.dtype
    assert rows.to_list() == [
        [i for i, k in enumerate(keys.tolist()) if k == name or (k != k and name != name)]
        for name in expected.tolist()
    ]


@given(rt=rks.ragged_tensors(), data=st.data())
def test_group_by_of_rows(rt: RT, data: st.DataObject) -> None:
    keys = data.draw(st.lists(st.integers(0, 2), min_size=len(rt), max_size=len(rt)))
    found = rk.group_by(np.array(keys, dtype=int), rt)
    for name, rows in zip(found.keys.tolist(), found.values, strict=True):
        picked = np.array([i for i, k in enumerate(keys) if k == name], dtype=int)
        assert_ragged_equal(rows, rt[picked])


def test_edges() -> None:
    assert rk.group_by([], []).values.to_list() == []
    assert rk.group_by([2, 1, 2], [[1, 2], [3, 4], [5, 6]]).values.to_list() == [
        [[3, 4]], [[1, 2], [5, 6]],
    ]  # fmt: skip
    assert rk.group_by(["b", "a", "b"], [1, 2, 3]).keys.tolist() == ["a", "b"]
    assert rk.group_by([NAN, 1.0, NAN], [1, 2, 3]).values.to_list() == [[2], [1, 3]]


# ---------------------------------------------------------------------- several keys
@given(data=st.data())
def test_several_keys_are_one_key_of_pairs(data: st.DataObject) -> None:
    kinds = data.draw(st.lists(st.sampled_from(sorted(KEYS)), min_size=1, max_size=3))
    n = data.draw(st.integers(0, 10))
    keys = [
        np.array(data.draw(st.lists(KEYS[k].filter(lambda x: x == x), min_size=n, max_size=n)), k)
        for k in kinds
    ]
    found, rows = rk.group_by(keys, np.arange(n))
    records = list(zip(*(k.tolist() for k in keys), strict=True))
    expected = sorted(set(records))
    assert list(zip(*(k.tolist() for k in found), strict=True)) == expected
    assert [k.dtype for k in found] == [k.dtype for k in keys]
    assert rows.to_list() == [[i for i, r in enumerate(records) if r == e] for e in expected]


EXTREMES = [-(2**63), 2**63 - 1, 0, -1]


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param([np.array(EXTREMES), np.array([1, 0, 1, 0])], id="int64"),
        pytest.param([np.array([2**64 - 1, 0, 2**63, 0], "u8"), np.array([0, 3, 1, 2])], id="u8"),
        pytest.param([np.array([2**64 - 1, 2**64 - 2] * 2, "u8"), [True, False] * 2], id="high-u8"),
        pytest.param([np.array([-(2**63), 1 - 2**63] * 2), [0, 0, 1, 1]], id="low"),
        pytest.param([[0, 2**32, 0, 2**32], [0, 2**31, 0, 1]], id="63-bits"),
        pytest.param([[0, 1, 0, 1], [NAN, 1.0, NAN, NAN]], id="nan"),
    ],
)
def test_keys_of_any_range(keys: list[Any]) -> None:
    arrays = [np.asarray(k) for k in keys]
    found, rows = rk.group_by(keys, np.arange(4))
    records = [tuple(map(repr, r)) for r in zip(*(a.tolist() for a in arrays), strict=True)]
    order = np.lexsort(arrays[::-1])
    expected = list(dict.fromkeys(records[i] for i in order))
    kept = zip(*(k.tolist() for k in found), strict=True)
    assert [tuple(map(repr, r)) for r in kept] == expected
    assert rows.to_list() == [[i for i in range(4) if records[i] == e] for e in expected]


def test_results_have_the_structure_of_the_arguments() -> None:
    users, days, amounts = ["b", "a", "b"], np.array([7, 7, 9]), [1.5, 2.5, 3.5]
    listed = rk.group_by([np.array(users), days], amounts)
    assert [k.tolist() for k in listed.keys] == [["a", "b", "b"], [7, 7, 9]]
    named = rk.group_by({"user": users, "day": days}, {"amount": amounts, "words": N})
    assert list(named.keys) == ["user", "day"]
    assert type(listed.keys) is tuple
    assert {k: v.to_list() for k, v in named.values.items()} == {
        "amount": [[2.5], [1.5], [3.5]],
        "words": [[[]], [[1, 2]], [[3]]],
    }
    one = rk.group_by({"user": users}, (days, np.array(amounts)))
    assert [x.to_list() for x in one.values] == [[[7], [7, 9]], [[2.5], [1.5, 3.5]]]
    assert rk.group_by([[1, 2]], [3, 4]).keys[0].tolist() == [1, 2]
    # A list is one tensor, and so is a tuple of lists.
    assert rk.group_by([1, 1], [days[:2], days[1:]]).values.to_list() == [[[7, 7], [7, 9]]]
    assert rk.group_by([1, 1], ([7, 7], [7, 9])).values.to_list() == [[[7, 7], [7, 9]]]


def test_columns_share_one_partition() -> None:
    nested = rk.ragged.constant([[[1], []], [], [[2, 3]]], row_splits_dtype="int32")
    found = rk.group_by([2, 1, 2], (np.arange(3), N, nested)).values
    first, rows, deep = (x.partitions[0] for x in found)
    assert first is rows
    assert first is deep
    assert found[2].to_list() == [[[]], [[[1], []], [[2, 3]]]]


def test_display_of_several_columns() -> None:
    found = rk.group_by([1, 2], {"a": [3, 4]})
    assert repr(found) == "Groups(keys=array([1, 2]), values={'a': <RaggedTensor [[3], [4]]>})"
    html = rk.group_by({"k": [1, 2]}, {"a": [3, 4]})._repr_html_()  # type: ignore[attr-defined]
    assert "values['a']" in html
    assert "keys['k']" in html


# ---------------------------------------------------------------------- frames
TABLE = pd.DataFrame({"key": ["b", "a", "b"], "value": [1.5, 2.5, 3.5]})


@pytest.mark.parametrize(
    ("keys", "values", "name"),
    [
        pytest.param(TABLE, "key", "keys", id="keys"),
        pytest.param(TABLE[["value"]], [1, 2, 3], "keys", id="numeric-keys"),
        pytest.param("key", TABLE, "values", id="values"),
        pytest.param(TABLE.key, TABLE, "values", id="mixed-values"),
        pytest.param(TABLE.key, {"x": TABLE}, r"values\['x'\]", id="named"),
    ],
)
def test_a_whole_frame_is_refused(keys: Any, values: Any, name: str) -> None:
    message = (
        rf"^{name} must be one column, got 'DataFrame'; rk.RaggedTable.from_frame\(df, by=...\)"
    )
    with pytest.raises(TypeError, match=message):
        rk.group_by(keys, values)


def test_columns_of_frames() -> None:
    assert rk.group_by(TABLE.key, TABLE[["value"]]).values.to_list() == [[[2.5]], [[1.5], [3.5]]]
    both = rk.group_by([TABLE.key, TABLE.value], (TABLE.value, TABLE.key))
    assert both.values[1].to_list() == [["a"], ["b"], ["b"]]
    with pytest.raises(ValueError, match="must have no missing values, got 1 of 3"):
        rk.group_by(pd.Series(["a", None, "b"]), TABLE.value)
    with pytest.raises(ValueError, match=r"^keys\['k'\] must have no missing values, got 1 of 3"):
        rk.group_by({"k": pd.Series(["a", None, "b"])}, TABLE.value)


# ---------------------------------------------------------------------- errors
@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.group_by([1], [1, 2]), ValueError, "keys must have one item for each .* got 1"),
        (lambda: rk.group_by([[[1]]], [1]), ValueError, r"keys\[0\] must be a vector, got \[\[1"),
        (lambda: rk.group_by(np.ones((2, 1)), [1, 2]), ValueError, "keys must be a vector, got"),
        (lambda: rk.group_by(N, [1, 2, 3]), ValueError, "keys must be a vector"),
        (lambda: rk.group_by([1], 1), ValueError, "values must have at least one dim.* got 1"),
        (lambda: rk.group_by({}, [1]), ValueError, r"keys must have at least one column, got \{\}"),
        (lambda: rk.group_by([1], {}), ValueError, "values must have at least one column"),
        (lambda: rk.group_by([[1], [1, 2]], [1]), ValueError, r"keys\[1\] must have one .* got 2"),
        (
            lambda: rk.group_by([np.ones(1), np.ones((1, 1))], [1]),
            ValueError,
            r"keys\[1\] must be a vector",
        ),
        (
            lambda: rk.group_by([1], {"a": [1], "b c": [1, 2]}),
            ValueError,
            r"values\['b c'\] must have the 1 items of values\['a'\], got 2",
        ),
        (
            lambda: rk.group_by([(1, 2), (3, 4)], [5, 6]),
            TypeError,
            r"keys must contain no tuples, got \[\(1, 2\), \(3, 4\)\]; group by the columns",
        ),
        (
            lambda: rk.group_by({"k": [1, "a"]}, [5, 6]),  # type: ignore[dict-item]
            ValueError,
            r"keys\['k'\] must contain values of one type, got 1 at keys\['k'\]\[0\]",
        ),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there() -> None:
    values = namespace.asarray(np.array([3, 1, 0, 2, 1]))
    calls: list[Callable[[Any], RT]] = [
        lambda v: rk.group_by(v, v).values,
        lambda v: rk.group_by([v > 1, v], (v, v)).values[1],
    ]
    for call in calls:
        found: Any = call(values)
        assert isinstance(found.flat_values, StrictArray)
        expected = call(np.array([3, 1, 0, 2, 1]))
        assert found.flat_values.get().tolist() == expected.flat_values.tolist()
        assert found.row_splits.get().tolist() == expected.row_splits.tolist()
