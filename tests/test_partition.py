"""RowPartition: each of six encodings to all of them, against a model of three lines."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RowPartition

DTYPES: list[Any] = [np.dtype(np.int32), np.dtype(np.int64)]
LENGTHS = st.integers(0, 4)
# Long ones too: short vectors are checked and compared in another way.
lengths_lists = st.lists(LENGTHS, max_size=6) | st.lists(LENGTHS, min_size=29, max_size=40)
dtypes = st.sampled_from(DTYPES)


def model(lengths: list[int]) -> dict[str, list[int]]:
    """Every encoding of rows of these lengths."""
    splits = [0, *accumulate(lengths)]
    places = [(i, j) for i, n in enumerate(lengths) for j in range(n)]
    return {
        "row_splits": splits,
        "row_lengths": lengths,
        "row_starts": splits[:-1],
        "row_limits": splits[1:],
        "value_rowids": [i for i, _ in places],
        "offsets_in_rows": [j for _, j in places],
    }


CONSTRUCTORS: dict[str, Callable[..., RowPartition]] = {
    "row_splits": lambda e, n, **kw: RowPartition.from_row_splits(e, **kw),
    "row_lengths": lambda e, n, **kw: RowPartition.from_row_lengths(e, **kw),
    "row_starts": lambda e, n, **kw: RowPartition.from_row_starts(e, sum(n), **kw),
    "row_limits": lambda e, n, **kw: RowPartition.from_row_limits(e, **kw),
    "value_rowids": lambda e, n, **kw: RowPartition.from_value_rowids(e, len(n), **kw),
}


def each_way(lengths: list[int], dtype: Any, **kwargs: Any) -> dict[str, RowPartition]:
    """The same partition out of each encoding of it."""
    encodings = model(lengths)
    return {
        name: make(np.array(encodings[name], dtype), lengths, **kwargs)
        for name, make in CONSTRUCTORS.items()
    }


def check(p: RowPartition, lengths: list[int], dtype: Any, uniform: int | None = None) -> None:
    """Assert that a partition agrees with the model, twice: cached encodings must not change."""
    for _, (name, want) in product(range(2), model(lengths).items()):
        got = getattr(p, name)()
        assert got.tolist() == want, name
        assert got.dtype == dtype, name
        assert not got.flags.writeable, name
    assert p.dtype == dtype
    assert (p.nrows(), p.nvals()) == (len(lengths), sum(lengths)) == (len(p), p.static_nvals)  # type: ignore[comparison-overlap]
    assert (p.nrows().dtype, p.nvals().dtype) == (dtype, dtype)
    assert (type(p.static_nrows), type(p.static_nvals)) == (int, int)
    assert p.static_nrows == len(lengths)
    assert p.is_uniform() is (uniform is not None)
    assert p.uniform_row_length() == p.static_uniform_row_length == uniform
    assert p.nbytes == (0 if uniform is not None else (len(lengths) + 1) * dtype.itemsize)


# ---------------------------------------------------------------------- against the model
@given(lengths_lists, dtypes, st.booleans())
def test_every_encoding_gives_every_other(lengths: list[int], dtype: Any, validate: bool) -> None:
    made = each_way(lengths, dtype, validate=validate)
    for p in made.values():
        check(p, lengths, dtype)
    for a, b in product(made.values(), repeat=2):
        assert a == b
        assert a.identical(b)


@given(lengths_lists, dtypes)
def test_round_trips(lengths: list[int], dtype: Any) -> None:
    p = RowPartition.from_row_lengths(np.array(lengths, dtype))
    for again in (
        RowPartition.from_row_splits(p.row_splits()),
        RowPartition.from_row_lengths(p.row_lengths()),
        RowPartition.from_row_starts(p.row_starts(), p.nvals()),
        RowPartition.from_row_limits(p.row_limits()),
        RowPartition.from_value_rowids(p.value_rowids(), p.nrows()),
        pickle.loads(pickle.dumps(p)),
        copy.copy(p),
        copy.deepcopy(p),
        p.with_dtype("int32").with_dtype(dtype),
    ):
        assert again.identical(p)
        check(again, lengths, dtype)


@given(lengths_lists, lengths_lists)
def test_partitions_are_equal_where_their_lengths_are(a: list[int], b: list[int]) -> None:
    p, q = RowPartition.from_row_lengths(a), RowPartition.from_row_lengths(b)
    assert (p == q) is (a == b)
    assert (p != q) is (a != b)
    assert p.identical(q) is (a == b)


@given(st.integers(0, 4), st.integers(0, 4), dtypes)
def test_uniform_rows(length: int, nrows: int, dtype: Any) -> None:
    lengths, nvals = [length] * nrows, nrows * length
    made = [
        RowPartition.from_uniform_row_length(length, nvals, nrows, dtype=dtype),
        RowPartition.from_uniform_row_length(length, nrows=nrows, dtype=dtype),
        RowPartition.from_uniform_row_length(length, nvals, nrows, False, dtype=dtype),
    ]
    if length:
        made.append(RowPartition.from_uniform_row_length(length, nvals, dtype=dtype))
    for p in made:
        check(p, lengths, dtype, length)
        check(p.with_dtype("int32"), lengths, DTYPES[0], length)
        assert p == made[0]
        for again in (pickle.loads(pickle.dumps(p)), copy.copy(p), copy.deepcopy(p)):
            assert again.identical(p)
            check(again, lengths, dtype, length)
    plain = RowPartition.from_row_splits(made[0].row_splits())
    assert plain != made[0]  # nothing was declared
    assert plain.row_splits().tolist() == made[0].row_splits().tolist()
    for other, same in ((made[0].with_dtype("int32"), dtype == np.int32), (plain, False)):
        assert made[0].identical(other) is same


@given(lengths_lists, st.integers(0, 3))
def test_rows_after_the_last_value(lengths: list[int], more: int) -> None:
    rowids = model(lengths)["value_rowids"]
    kept = lengths[: max(rowids, default=-1) + 1]
    check(RowPartition.from_value_rowids(rowids), kept, DTYPES[1])
    padded = RowPartition.from_value_rowids(rowids, nrows=len(lengths) + more)
    check(padded, lengths + [0] * more, DTYPES[1])


# ---------------------------------------------------------------------- edges
EDGES = {
    "no-rows": [],
    "one-row": [3],
    "one-empty-row": [0],
    "empty-first": [0, 2, 1],
    "empty-last": [2, 1, 0],
    "all-empty": [0, 0, 0],
    "equal": [2, 2, 2],
}


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("lengths", EDGES.values(), ids=EDGES)
def test_edges(lengths: list[int], dtype: Any) -> None:
    made = each_way(lengths, dtype)
    for p in made.values():
        check(p, lengths, dtype)
        check(p.with_dtype("int32"), lengths, DTYPES[0])
        check(p.with_dtype(np.int64), lengths, DTYPES[1])
        assert p.with_dtype(dtype) is p


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_the_dtype_is_the_arrays_or_what_is_asked_for(dtype: Any) -> None:
    other = DTYPES[1 - DTYPES.index(dtype)]
    encodings = model([2, 0, 1])
    for name, make in CONSTRUCTORS.items():
        items = encodings[name]
        assert make(items, [2, 0, 1]).dtype == np.int64
        assert make(items, [2, 0, 1], dtype=dtype).dtype == dtype
        assert make(items, [2, 0, 1], dtype_hint=dtype).dtype == dtype
        none = [0] if name == "row_splits" else []
        assert make(none, [], dtype=dtype).dtype == dtype
        assert make(np.array(items, dtype), [2, 0, 1], dtype_hint=other).dtype == dtype
        assert make(np.array(items, dtype), [2, 0, 1], dtype=other).dtype == other
    uniform = RowPartition.from_uniform_row_length
    assert uniform(2, nvals=4).dtype == np.int64
    assert uniform(2, nvals=4, dtype_hint=dtype).dtype == dtype
    assert uniform(dtype.type(2), nvals=4, dtype_hint=other).dtype == dtype
    assert uniform(dtype.type(2), nvals=other.type(4)).dtype == np.int64
    assert RowPartition.from_value_rowids([0], nrows=dtype.type(2)).dtype == dtype


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint16", "uint32", "uint64", ">i4", ">i8"])
def test_integers_of_other_widths_become_int64(dtype: str) -> None:
    splits = np.array([0, 2, 2, 3], dtype)
    check(RowPartition.from_row_splits(splits), [2, 0, 1], DTYPES[1])
    check(RowPartition.from_row_splits(splits, dtype="int32"), [2, 0, 1], DTYPES[0])
    check(RowPartition.from_row_splits(list(splits), dtype="int64"), [2, 0, 1], DTYPES[1])


@pytest.mark.parametrize(
    "layout",
    [lambda a: np.repeat(a, 2)[::2], lambda a: a[::-1].copy()[::-1], lambda a: a.view(np.memmap)],
    ids=["strided", "backwards", "subclass"],
)
def test_layouts(layout: Callable[[Any], Any]) -> None:
    for name, items in model([2, 0, 1]).items():
        if name in CONSTRUCTORS:
            a = layout(np.array(items))
            check(CONSTRUCTORS[name](a, [2, 0, 1]), [2, 0, 1], DTYPES[1])
            assert a.tolist() == items


def test_a_uniform_partition_writes_no_splits_until_asked() -> None:
    p = RowPartition.from_uniform_row_length(1 << 20, nrows=1 << 40)
    assert p.static_nvals == 1 << 60
    assert p == RowPartition.from_uniform_row_length(1 << 20, nvals=1 << 60)
    assert p != RowPartition.from_uniform_row_length(1 << 20, nrows=1)
    assert pickle.loads(pickle.dumps(p)).identical(p)


# ---------------------------------------------------------------------- memory
ENCODINGS = ["row_splits", "row_lengths", "row_starts", "row_limits", "value_rowids"]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("name", ENCODINGS)
def test_arrays_that_can_be_written_to_are_copied(name: str, dtype: Any) -> None:
    """Whatever the caller writes later, the encodings agree with each other."""
    given_ = np.array(model([2, 0, 1])[name], dtype)
    sealed = given_.view()
    sealed.flags.writeable = False
    memory: Any = memoryview(given_)  # type: ignore[arg-type]  # NumPy's types do not know it
    for array in (given_, given_.view(np.memmap), given_[:], sealed, memory):
        p = CONSTRUCTORS[name](array, [2, 0, 1])
        assert given_.flags.writeable
        kept = given_.copy()
        given_[:] = 50
        assert {e: getattr(p, e)().tolist() for e in ENCODINGS} == {
            e: model([2, 0, 1])[e] for e in ENCODINGS
        }
        given_[:] = kept


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_arrays_that_nobody_can_write_to_are_shared(dtype: Any, tmp_path: Any) -> None:
    splits = np.array([0, 2, 2, 3], dtype)
    splits.tofile(tmp_path / "splits")
    mapped = np.memmap(tmp_path / "splits", dtype, "r")
    memory = splits.tobytes()
    buffers = np.frombuffer(memory, dtype), np.frombuffer(memoryview(memory), dtype)
    ours = RowPartition.from_row_splits(splits).row_splits()
    frozen = splits.copy()
    frozen.flags.writeable = False
    for array in (mapped, *buffers, ours, frozen, frozen[:3]):
        assert np.shares_memory(RowPartition.from_row_splits(array).row_splits(), array)
    loose = np.frombuffer(memoryview(bytearray(memory)).toreadonly(), dtype)
    written = np.memmap(tmp_path / "splits", dtype, "c")
    for array in (loose, written, splits, ours.copy()):
        assert not np.shares_memory(RowPartition.from_row_splits(array).row_splits(), array)
        unvalidated = RowPartition.from_row_splits(array, validate=False)
        assert np.shares_memory(unvalidated.row_splits(), array)


def test_partitions_of_the_same_splits_are_the_same_at_once() -> None:
    a = RowPartition.from_row_splits([0, 2, 2, 3])
    b = RowPartition.from_row_splits(a.row_splits())
    assert b._get_splits() is a._get_splits()


@pytest.mark.parametrize("name", [*ENCODINGS, "offsets_in_rows"])
@pytest.mark.parametrize("rows", [3, 40, 5000])
def test_no_array_handed_out_can_be_made_writeable(name: str, rows: int) -> None:
    whole = RowPartition.from_row_lengths(np.full(rows, 2))
    made = rk.RaggedTensor(np.zeros((2 * rows, 0)), whole)
    for rt in (made, made[1:], made[[0, 1, 0]], rk.concat([made, made], 0), made.copy()):
        view = getattr(rt.partitions[0], name)()
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            view.flags.writeable = True
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
    given_ = np.array([0, 2, 4])
    assert RowPartition.from_row_splits(given_, validate=False).row_splits().base is given_
    assert given_.flags.writeable


def test_encodings_are_made_once() -> None:
    p = RowPartition.from_row_lengths([2, 0, 1])
    for encoding in (p.row_splits, p.row_lengths, p.value_rowids, p.offsets_in_rows):
        assert np.shares_memory(encoding(), encoding())


def test_what_is_handed_out_can_not_be_written_to() -> None:
    partitions = [*each_way([2, 0, 1], np.int64).values()]
    for p in [*partitions, RowPartition.from_uniform_row_length(2, nvals=6)]:
        for name in model([]):
            with pytest.raises(ValueError, match="read-only"):
                getattr(p, name)()[:] = 7


def test_a_copy_has_its_own_memory() -> None:
    splits = np.array([0, 2, 3])
    p = RowPartition.from_row_splits(splits)
    for again in (pickle.loads(pickle.dumps(p)), copy.deepcopy(p)):
        assert not np.shares_memory(again.row_splits(), splits)
    assert copy.copy(p) is p


# ---------------------------------------------------------------------- Python's protocols
def test_equality_is_about_cuts_and_identity_about_dtype_too() -> None:
    a = RowPartition.from_row_lengths([2, 0, 1])
    b = a.with_dtype("int32")
    assert a == b
    assert not a.identical(b)
    assert b.identical(RowPartition.from_row_splits(np.array([0, 2, 2, 3], np.int32)))
    assert a != [0, 2, 2, 3]
    assert a.__eq__([0, 2, 2, 3]) is NotImplemented
    assert not a.identical("a")
    assert a != RowPartition.from_row_lengths([2, 0, 1, 0])
    assert a != RowPartition.from_row_lengths([0, 2, 1])
    assert a != RowPartition.from_row_lengths([2, 0, 2])


def test_partitions_are_no_keys() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'RowPartition'"):
        hash(RowPartition.from_row_splits([0]))


@pytest.mark.parametrize("name", ["dtype", "static_nrows", "new"])
def test_partitions_have_no_other_attributes(name: str) -> None:
    p = RowPartition.from_row_splits([0, 2])
    with pytest.raises(AttributeError):
        setattr(p, name, 1)


def test_the_class_makes_none_by_itself() -> None:
    with pytest.raises(TypeError, match=r"RowPartition\(\) must not be called; use RowPartition\."):
        RowPartition()
    assert rk.RowPartition is RowPartition


@given(lengths_lists, dtypes)
def test_the_repr_makes_it_again(lengths: list[int], dtype: Any) -> None:
    p = RowPartition.from_row_lengths(np.array(lengths, dtype))
    if "..." not in repr(p):
        assert eval(repr(p)).identical(p)
