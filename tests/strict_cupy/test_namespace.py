"""The same code on another array library: a strict stand-in for CuPy, which refuses what CuPy does.

Reading a number off the device (``int``, ``bool``) is how sizes and errors become known and is
allowed; moving values to the host is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import _xp
from raggedkit.tensor import RaggedTensor
from tests.strict_cupy.array import StrictArray, namespace

MOVES_VALUES = {"tolist", "get", "upload:getitem"}
ROWS = [[3, 1, 4, 1], [], [5, 9, 2], [6], []]
DEEP = [[[1, 2], []], [], [[3], [4, 5, 6]]]


@pytest.fixture(autouse=True)
def transfers() -> Iterator[list[str]]:
    StrictArray.host_transfers.clear()
    yield StrictArray.host_transfers
    StrictArray.host_transfers.clear()


def is_strict(x: Any) -> bool:
    return isinstance(x, StrictArray)


def strict(values: Any) -> Any:
    return namespace.asarray(np.asarray(values))


def on_device(rows: Any, **kwargs: Any) -> RaggedTensor:
    """The ragged tensor of nested lists, every array of it a stand-in."""
    host = rk.ragged.constant(rows, **kwargs)
    splits = [strict(s) for s in host.nested_row_splits]
    rt = RaggedTensor.from_nested_row_splits(strict(host.flat_values), splits)
    StrictArray.host_transfers.clear()
    return rt


def stays(rt: Any) -> Any:
    """Assert that every array in a result is a stand-in, then return it as lists."""
    moved = MOVES_VALUES & set(StrictArray.host_transfers)
    assert not moved, f"values were moved by {moved}"
    if isinstance(rt, RaggedTensor):
        assert is_strict(rt.flat_values)
        for p in rt.partitions:
            assert p._xp is namespace
            assert is_strict(p.row_splits())
        found = rt.to_list()
    else:
        assert is_strict(rt)
        found = rt.get().tolist()
    StrictArray.host_transfers.clear()
    return found


def test_namespace_is_the_arrays_own() -> None:
    assert _xp.array_namespace(strict([1, 2])) is namespace
    assert _xp.array_namespace(np.arange(2)) is np
    assert _xp.array_namespace(np.arange(2), strict([1])) is namespace


CONSTRUCTORS: dict[str, Callable[[Any], RaggedTensor]] = {
    "row_splits": lambda v: RaggedTensor.from_row_splits(v, strict([0, 4, 4, 7, 8, 8])),
    "row_lengths": lambda v: RaggedTensor.from_row_lengths(v, strict([4, 0, 3, 1, 0])),
    "row_starts": lambda v: RaggedTensor.from_row_starts(v, strict([0, 4, 4, 7, 8])),
    "row_limits": lambda v: RaggedTensor.from_row_limits(v, strict([4, 4, 7, 8, 8])),
    "value_rowids": lambda v: RaggedTensor.from_value_rowids(v, strict([0] * 4 + [2] * 3 + [3]), 5),
}


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_every_constructor_stays(name: str) -> None:
    rt = CONSTRUCTORS[name](strict([3, 1, 4, 1, 5, 9, 2, 6]))
    assert stays(rt) == ROWS


def test_encodings_given_as_lists_follow_the_values() -> None:
    rt = RaggedTensor.from_row_splits(strict([1, 2, 3]), [0, 2, 3])
    assert stays(rt) == [[1, 2], [3]]


def test_uniform_partitions_follow_the_values() -> None:
    rt = RaggedTensor.from_uniform_row_length(strict([1, 2, 3, 4]), 2)
    assert stays(rt) == [[1, 2], [3, 4]]


@pytest.mark.parametrize("encoding", ["row_lengths", "row_starts", "row_limits", "value_rowids"])
def test_encodings_stay(encoding: str) -> None:
    found = getattr(on_device(ROWS), encoding)()
    want = getattr(rk.ragged.constant(ROWS), encoding)().tolist()
    assert stays(found) == want


KEYS: dict[str, Any] = {
    "row": 2,
    "last-row": -1,
    "rows": slice(1, 4),
    "every-other-row": slice(None, None, 2),
    "rows-backwards": slice(None, None, -1),
    "columns": (slice(None), slice(1, None)),
    "last-columns": (slice(None), slice(-2, None)),
    "columns-backwards": (slice(None), slice(None, None, -1)),
    "new-axis": (slice(None), None),
    "item": (2, 1),
}


@pytest.mark.parametrize("name", KEYS)
def test_indexing_stays(name: str) -> None:
    want = rk.ragged.constant(ROWS)[KEYS[name]]
    found = on_device(ROWS)[KEYS[name]]
    want = want.to_list() if isinstance(want, RaggedTensor) else np.asarray(want).tolist()
    assert stays(found) == want


@pytest.mark.parametrize("name", [n for n in KEYS if n != "item"])
def test_indexing_stays_in_two_levels(name: str) -> None:
    want = rk.ragged.constant(DEEP)[KEYS[name]]
    assert stays(on_device(DEEP)[KEYS[name]]) == want.to_list()


def test_masks_and_row_lists_stay() -> None:
    rt = on_device(ROWS)
    assert stays(rt[rt > 3]) == [[4], [], [5, 9], [6], []]
    assert stays(rt[strict([2, 0])]) == [[5, 9, 2], [3, 1, 4, 1]]
    assert stays(rt[strict([True, False, False, True, False])]) == [[3, 1, 4, 1], [6]]
    assert stays(rt.column(0, default=-1)) == [3, -1, 5, 6, -1]


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "scalar": lambda rt: rt + 1,
    "reflected": lambda rt: 10 - rt,
    "compare": lambda rt: rt >= 4,
    "itself": lambda rt: rt * rt,
    "separate-partitions": lambda rt: rt + on_device(rt.to_list()),
    "negative": lambda rt: -rt,
    "ufunc": np.sqrt,
    "equal": lambda rt: rt == 1,
    "where": lambda rt: np.where(rt > 3, rt, 0),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_elementwise_stays(name: str) -> None:
    with np.errstate(all="ignore"):
        if name == "separate-partitions":
            assert stays(on_device(ROWS) + on_device(ROWS)) == [[2 * x for x in r] for r in ROWS]
            return
        want = OPERATIONS[name](rk.ragged.constant(ROWS)).to_list()
        assert stays(OPERATIONS[name](on_device(ROWS))) == want


def test_broadcasting_stays() -> None:
    rt = on_device(ROWS)
    column = strict([[10], [20], [30], [40], [50]])
    want = (rk.ragged.constant(ROWS) + np.arange(10, 60, 10).reshape(5, 1)).to_list()
    assert stays(rt + column) == want


def test_conversions_stay() -> None:
    rt = on_device(ROWS)
    assert stays(rt.to_tensor()) == rk.ragged.constant(ROWS).to_tensor().tolist()
    assert stays(rt.to_tensor(default_value=-1, shape=[None, 2])) == [
        [3, 1], [-1, -1], [5, 9], [6, -1], [-1, -1],
    ]  # fmt: skip
    back = RaggedTensor.from_tensor(strict([[5, 7, 0], [0, 3, 0], [6, 0, 0]]), padding=0)
    assert stays(back) == [[5, 7], [0, 3], [6]]
    assert stays(RaggedTensor.from_tensor(strict([[1, 2], [3, 4]]))) == [[1, 2], [3, 4]]
    sparse = rt.to_sparse()
    assert is_strict(sparse.indices)
    assert stays(RaggedTensor.from_sparse(sparse)) == [[3, 1, 4, 1], [], [5, 9, 2], [6], []]


def test_structure_stays() -> None:
    rt = on_device(DEEP)
    assert stays(rt.merge_dims(0, 1)) == [[1, 2], [], [3], [4, 5, 6]]
    assert stays(rt.merge_dims(1, 2)) == [[1, 2], [], [3, 4, 5, 6]]
    assert stays(rt.row_lengths(axis=2)) == [[2, 0], [], [1, 3]]
    assert stays(rt.bounding_shape()) == [3, 2, 3]
    assert stays(rt.with_row_splits_dtype("int32")) == DEEP


def test_device_is_told_and_left_only_when_asked() -> None:
    rt = on_device(ROWS)
    assert rt.device == "strict:0"
    host = rt.to_device("cpu")
    assert host.device == "cpu"
    assert isinstance(host.flat_values, np.ndarray)
    assert host.to_list() == ROWS
    with pytest.raises(TypeError, match="Implicit conversion"):
        np.asarray(rt.flat_values)


def test_mixing_devices_is_refused() -> None:
    rt = on_device(ROWS)
    with pytest.raises(TypeError, match="one device"):
        rt + np.ones((5, 1))
    with pytest.raises(ValueError, match="be on the device of the values"):
        RaggedTensor.from_row_splits(np.arange(3), strict([0, 3]))


def test_validation_still_names_the_place() -> None:
    with pytest.raises(ValueError, match=r"row_splits\[1:3\] = \[2, 1\]"):
        RaggedTensor.from_row_splits(strict([1, 2]), strict([0, 2, 1]))
