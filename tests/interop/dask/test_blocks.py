"""Dask arrays from tensors and delayed parts: rows of partitions, shared memory, sizes, errors."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.interop.dask import from_delayed, from_ragged
from raggedkit.testing import strategies as rks

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
TENSORS: dict[str, rk.RaggedTensor] = {
    "ints": D,
    "int32-splits": D.with_row_splits_dtype("int32"),
    "nested": rk.array([[[1, 2], []], [], [[3]]]),
    "points": rk.RaggedTensor.from_row_lengths(np.arange(12.0).reshape(6, 2), [2, 0, 4]),
    "uniform": rk.RaggedTensor.from_uniform_row_length(rk.array([[1], [], [2, 3], [4]]), 2),
    "text": rk.array([["a", "bb"], [], ["c"]]),
    "long-text": rk.array([["a" * 40, "ß€"], [], ["c"]]),
    "bools": rk.array([[True, False], []]),
    "complex": rk.array([[1j], [2.0, 3.0]]),
    "times": rk.cast(D, "datetime64[us]"),
    "slice": D[2:4],
    "one-row": D[:1],
    "no-rows": D[:0],
    "empty-rows": rk.array([[], [], []], dtype="float32"),
}


def computed(x: Any) -> Any:
    return x.compute(scheduler="synchronous")


@pytest.mark.parametrize("name", TENSORS)
def test_partitions_join_to_the_tensor(name: str) -> None:
    rt = TENSORS[name]
    for n in range(1, max(len(rt), 1) + 1):
        x = from_ragged(rt, n)
        assert isinstance(x, da.Array)
        assert computed(x).identical(rt)
        assert (x.ndim, x.dtype, x.npartitions, len(x)) == (rt.ndim, rt.dtype, n, len(rt))
        assert max(x.chunks[0]) - min(x.chunks[0]) <= 1


@given(rt=rks.ragged_tensors(inner=()), n=st.integers(1, 8), start=st.integers(0, 3))
def test_property_of_partitions(rt: rk.RaggedTensor, n: int, start: int) -> None:
    rt = rt[start:]
    x = from_ragged(rt, min(n, max(len(rt), 1)))
    assert computed(x).identical(rt)
    blocks = [computed(block) for block in x.to_delayed().reshape(-1)]
    assert [len(block) for block in blocks] == list(x.chunks[0])
    assert rk.concat(blocks, axis=0).identical(rt)


def test_partitions_are_views(tmp_path: Path) -> None:
    """Memory maps stay on the disk: a partition reads its own values."""
    np.save(tmp_path / "values.npy", np.arange(1000.0))
    values = np.load(tmp_path / "values.npy", mmap_mode="r")
    rt = rk.RaggedTensor.from_uniform_row_length(values, 10)
    x = from_ragged(rt, 4)
    for block in x.to_delayed().reshape(-1):
        assert np.shares_memory(computed(block).flat_values, values)
    assert computed(x.sum(axis=1)).tolist() == rt.sum(axis=1).tolist()


def test_the_metadata_keeps_no_values_alive() -> None:
    meta = from_ragged(D, 5)._meta
    assert not np.shares_memory(meta.flat_values, D.flat_values)
    assert meta.flat_values.base is None or meta.flat_values.base.size == 0


def test_dask_counts_the_bytes_of_partitions() -> None:
    from dask.sizeof import sizeof

    rt = rk.RaggedTensor.from_row_lengths(np.arange(50_000.0), np.full(5000, 10))
    parts = [computed(b) for b in from_ragged(rt, 4).to_delayed().reshape(-1)]
    assert rt.nbytes <= sum(map(sizeof, parts)) < rt.nbytes + 2000
    assert sizeof(rt) - rt.nbytes < 500
    assert sizeof(rk.RaggedTable({"a": rt, "b": rt})) < 1.1 * rt.nbytes


def test_distributed_sends_values_without_a_copy() -> None:
    """Pickle protocol 5: values and row splits are frames of their own."""
    from distributed.protocol import deserialize, serialize

    rt = rk.RaggedTensor.from_row_lengths(np.arange(50_000.0), np.full(5000, 10))
    header, frames = serialize(rt)
    arrays = [np.frombuffer(f, dtype=np.uint8) for f in frames if memoryview(f).nbytes > 1000]
    assert [a.nbytes for a in arrays] == [rt.flat_values.nbytes, rt.row_splits.nbytes]
    assert np.shares_memory(arrays[0], rt.flat_values)
    assert np.shares_memory(arrays[1], rt.row_splits)
    back = deserialize(header, frames)
    assert back.identical(rt)
    assert np.shares_memory(back.flat_values, rt.flat_values)


def test_a_partition_is_sent_alone() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.arange(50_000.0), np.full(5000, 10))
    (part, *_) = from_ragged(rt, 50).to_delayed().reshape(-1)
    assert len(pickle.dumps(computed(part), protocol=5)) < rt.nbytes / 40


def test_tokens_depend_on_the_data_alone() -> None:
    from dask.base import tokenize

    for rt in TENSORS.values():
        with dask.config.set({"tokenize.ensure-deterministic": True}):
            before = tokenize(rt)
            rt.value_rowids()
            assert tokenize(rt) == before == tokenize(rt.copy())
            assert from_ragged(rt, 1).name == from_ragged(rt.copy(), 1).name
    assert from_ragged(D, 2).name != from_ragged(D, 3).name != from_ragged(D + 1, 3).name
    table = rk.RaggedTable({"a": D})
    assert tokenize(table) == tokenize(rk.RaggedTable({"a": D.copy()}))


def _made_now(rows: Any) -> Any:
    return rk.array(rows)


made = dask.delayed(_made_now)


META = rk.array([[0]])
GOOD = ([[1, 2], []], [[3]])


def test_delayed_parts() -> None:
    x = from_delayed([made(rows) for rows in GOOD], [2, 1], META)
    assert x.chunks[0] == (2, 1)
    assert computed(x).identical(rk.array([[1, 2], [], [3]]))
    assert computed(x.mean(axis=1)).tolist()[::2] == [1.5, 3.0]
    parts = [made(rows) for rows in GOOD]
    assert from_delayed(iter(parts), [2, 1], META).name == from_delayed(parts, (2, 1), META).name


def test_delayed_parts_of_unknown_length() -> None:
    x = from_delayed([made(rows) for rows in GOOD], [None, 1], META)
    assert np.isnan(x.chunks[0][0])
    assert computed(x.sum(axis=1)).tolist() == [3, 0, 3]


def test_delayed_text_may_have_any_width() -> None:
    x = from_delayed([made([["a"], []]), made([["longer"]])], [2, 1], rk.array([["x"]]))
    assert computed(x).to_list() == [["a"], [], ["longer"]]


WRONG_PARTS: dict[str, tuple[Any, Any, type[Exception], str]] = {
    "no-tensor": (dask.delayed([[1]]), None, TypeError, "must be a RaggedTensor, got 'list'"),
    "dtype": (
        made([[1.5]]),
        None,
        TypeError,
        "must have dtype int64, as meta, got dtype('float64')",
    ),
    "rank": (made([[[1]]]), None, ValueError, "must have ragged_rank 1, as meta, got 2"),
    "inner": (
        dask.delayed(TENSORS["points"]).astype("int64"),
        None,
        ValueError,
        "must have inner dimensions (), as meta, got (2,)",
    ),
    "length": (made([[1]]), 2, ValueError, "must have the 2 rows of lengths[1], got 1"),
}


@pytest.mark.parametrize(("part", "length", "error", "says"), WRONG_PARTS.values(), ids=WRONG_PARTS)
def test_a_wrong_part_is_named(part: Any, length: Any, error: Any, says: str) -> None:
    x = from_delayed([made(GOOD[0]), part], [2, length], META)
    assert computed(x.to_delayed()[0, 0]).identical(rk.array(GOOD[0]))
    with pytest.raises(error, match=re.escape(f"parts[1] {says}")):
        computed(x)


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "no-partitions": (
        lambda: from_ragged(D, 0),
        ValueError,
        "npartitions must be from 1 to the number of rows, 5, got 0",
    ),
    "too-many": (
        lambda: from_ragged(D, 6),
        ValueError,
        "npartitions must be from 1 to the number of rows, 5, got 6",
    ),
    "no-rows": (
        lambda: from_ragged(D[:0], 2),
        ValueError,
        "npartitions must be from 1 to the number of rows, 1, got 2",
    ),
    "float": (
        lambda: from_ragged(D, 2.5),  # type: ignore[arg-type]
        TypeError,
        "npartitions must be an integer, got 2.5",
    ),
    "list": (
        lambda: from_ragged([[1], []], 1),  # type: ignore[arg-type]
        TypeError,
        "rt must be a RaggedTensor, got 'list'; rk.array(rt)",
    ),
    "dask": (
        lambda: from_ragged(from_ragged(D, 2), 2),
        TypeError,
        "rt must be a RaggedTensor, got 'Array'",
    ),
    "meta": (
        lambda: from_delayed([made(GOOD[0])], [2], np.zeros(0)),  # type: ignore[arg-type]
        TypeError,
        "meta must be a RaggedTensor, got 'ndarray'",
    ),
    "no-parts": (
        lambda: from_delayed([], [], META),
        ValueError,
        "parts must have one part or more, got []",
    ),
    "lengths": (
        lambda: from_delayed([made(GOOD[0])], [2, 1], META),
        ValueError,
        "lengths must have one number for each of the 1 parts, got 2",
    ),
    "negative": (
        lambda: from_delayed([made(GOOD[0])], [-1], META),
        ValueError,
        "lengths[0] must not be negative, got -1",
    ),
    "operand": (
        lambda: D + from_ragged(D, 2),
        TypeError,
        "y must be in memory, got dask.array<",
    ),
    "left-operand": (
        lambda: from_ragged(D, 2) * D,
        TypeError,
        "must be in memory, got dask.array<",
    ),
    "dense-operand": (
        lambda: D * da.ones((5, 1)),
        TypeError,
        "y must be in memory, got dask.array<ones",
    ),
    "function": (
        lambda: rk.reduce_sum(from_ragged(D, 2), axis=1),
        TypeError,
        "must be in memory, got dask.array<",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_at_once(call: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=re.escape(says)):
        call()
