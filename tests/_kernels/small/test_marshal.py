"""Lists of numbers read through marshal: the same arrays as without it."""

from __future__ import annotations

import marshal
import struct
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._engines import nested as nesting
from raggedkit._engines import shortcuts
from raggedkit._kernels.small import marshal as packed
from raggedkit._kernels.small.marshal import packed_rows, packed_values
from raggedkit._xp import as_dtype


class Score(float):
    """A float that marshal doesn't take for one."""


class Rows(list[Any]):
    """A list that marshal doesn't take for one."""


class Pair(NamedTuple):
    """A tuple that marshal doesn't take for one."""

    first: Any
    second: Any


@contextmanager
def few_are_many(block: int = 8) -> Iterator[None]:
    """Lower the limits, so that a few values use the forms for a million, in small blocks."""
    with ExitStack() as stack:
        for module, name, value in (
            (packed, "_MANY", 1),
            (packed, "_MANY_ROWS", 0),
            (packed, "_BLOCK", block),
            (shortcuts, "FEW_LISTS", -1),
        ):
            stack.enter_context(mock.patch.object(module, name, value))
        yield


@contextmanager
def plain_way() -> Iterator[None]:
    with (
        mock.patch.object(nesting, "packed_rows", return_value=None),
        mock.patch.object(nesting, "packed_values", return_value=None),
        mock.patch.object(shortcuts, "FEW_LISTS", -1),
    ):
        yield


def outcome(make: Any, rows: Any, dtype: Any) -> Any:
    """Everything observable of a tensor, bits included; or the class and text of an error."""
    try:
        rt = make(rows, dtype=dtype)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    if not isinstance(rt, rk.RaggedTensor):
        return rt.dtype, rt.shape, rt.tobytes()
    flat = rt.flat_values
    said = repr(flat.tolist()) if flat.dtype.kind in "OT" else flat.tobytes()
    return flat.dtype, flat.shape, said, [s.tolist() for s in rt.nested_row_splits]


floats = st.floats(allow_nan=True)
ints = st.integers(-(1 << 31), (1 << 31) - 1)
bools = st.booleans()
odd = st.one_of(
    floats,
    ints,
    bools,
    st.sampled_from([1 << 31, -(1 << 31) - 1, 1 << 63, 1 << 64, None, "a", b"NNN[", 1j]),
    st.sampled_from([np.float64(1.5), np.float32(1.5), np.int64(3), np.True_, Score(2.5)]),
    st.sampled_from([[], [1.5], (None,) * 4, [None, None, None, None, [1.5]], range(2)]),
)


def rows_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    row = st.lists(values, max_size=4)
    return st.one_of(row, row, row.map(tuple), row.map(Rows))


numbers = st.one_of(floats, ints, bools)
regular = st.one_of(*[st.lists(rows_of(v), max_size=12) for v in (floats, ints, bools)])
irregular = st.lists(st.one_of(*[rows_of(v) for v in (floats, ints, odd)]), max_size=8)
deep = st.one_of(*[st.lists(st.lists(rows_of(v), max_size=4), max_size=5) for v in (floats, ints)])
uneven = st.recursive(numbers, lambda inner: st.lists(inner, max_size=4), max_leaves=12).map(
    lambda x: x if isinstance(x, list) else [x]
)
dtypes = st.sampled_from([None, None, "float32", "float64", "float16", "int8", "int64", "bool"])


@pytest.mark.parametrize("make", [rk.ragged.constant, rk.array], ids=["constant", "array"])
@given(st.one_of(regular, irregular, deep, uneven), dtypes, st.sampled_from([1, 8, 1 << 16]))
def test_nested_lists_become_what_they_become_the_plain_way(
    make: Any, rows: Any, dtype: Any, block: int
) -> None:
    with plain_way():
        expected = outcome(make, rows, dtype)
    with few_are_many(block):
        assert outcome(make, rows, dtype) == expected


@given(
    st.one_of(*[st.lists(st.lists(v, max_size=4), min_size=1) for v in (floats, ints)]),
    st.sampled_from([None, "float32", "int16", ">f8"]),
    st.sampled_from([1, 8, 1 << 16]),
)
def test_rows_of_one_kind_of_number_are_read(rows: Any, name: str | None, block: int) -> None:
    wanted = None if name is None else as_dtype(name)
    values = list(chain.from_iterable(rows))
    for given_rows in (rows, list(map(tuple, rows))):
        with few_are_many(block):
            read = packed_rows(given_rows, wanted)
        if not values:
            assert read is None
            continue
        assert read is not None
        dtype = "int64" if isinstance(values[0], int) else "float64"
        if name in ("float32", ">f8"):
            dtype = name
        with np.errstate(over="ignore"):
            expected = np.array(values).astype(dtype)
        assert read[0].dtype == dtype
        assert read[0].tobytes() == expected.tobytes()
        assert read[1].dtype == "int64"
        assert read[1].tolist() == list(map(len, rows))


@given(st.one_of(st.lists(floats, min_size=1), st.lists(ints, min_size=1)))
def test_values_of_one_kind_are_read(values: Any) -> None:
    with few_are_many():
        read = packed_values(values)
    assert read is not None
    assert read.tobytes() == np.array(values).tobytes()


HEADS = [struct.unpack("<d", b"NNN[" + struct.pack("<i", n))[0] for n in (0, 1, 2)]
IMITATIONS: dict[str, Any] = {
    "bits of a head": [HEADS, [1.0], HEADS],
    "tags of a head": [[0x5B5B5B5B, 0x5B], [0x69696969], []],
    "what fills a head up": [[1.0], [None, None, None, None, [2.0]]],
    "what fills a head up, alone": [[1.0], [None] * 4],
    "a row in a row": [[1, [2]], [3]],
    "a row in a row, a row short": [[1, [2, 3]], 4],
    "a row in a row, a row short in between": [[1, [2, 3]], 4, [5]],
    "a row in a row, a row short at first": [[1], 4, [2, [3]]],
    "four bytes among floats": [1.5, b"NNN["],
    "no bytes among ints": [1, b""],
    "an empty row among ints": [1, []],
    "an empty row at the end of ints": [1, 2, 3, ()],
    "a row too many": [[1.0, 2.0], [[1.0]], []],
    "an array's bytes": [[1.0], np.array([2.0])],
    "an array's bytes as a value": [[1.0], [np.array([2.0])]],
    "a subclass of tuple": [(1.0, 2.0), Pair(1.0, 2.0)],
    "a subclass of list": [[1.0], Rows([1.0])],
    "a dict": [[1.0], {1.0: 2.0}],
    "a set": [[1.0], {1.0}],
    "text": [[1.0], "ab"],
    "bytes": [[1], b"ab"],
    "nothing": [[1.0], None],
    "a number": [[1.0], 1.0],
    "an iterator": [[1.0], iter([1.0])],
    "empty rows first": [[], (), [], [1.5]],
    "empty rows alone": [[], ()],
    "an int of 32 bits": [[1, (1 << 31) - 1], [-(1 << 31)]],
    "an int of 33 bits": [[1, 1 << 31], [2]],
    "ints and floats": [[1, 2.5], [3]],
    "floats, then ints": [[1.5], [2]],
    "ints and bools": [[1, True]],
}


@pytest.mark.parametrize("rows", IMITATIONS.values(), ids=IMITATIONS)
@pytest.mark.parametrize("dtype", [None, "float32", "int64"])
@pytest.mark.parametrize("block", [1, 1 << 16])
def test_nothing_passes_for_what_it_is_not(rows: Any, dtype: Any, block: int) -> None:
    with plain_way():
        expected = outcome(rk.ragged.constant, rows, dtype)
    with few_are_many(block):
        assert outcome(rk.ragged.constant, rows, dtype) == expected


def test_a_list_too_deep_for_marshal_is_read_otherwise() -> None:
    deep_value: Any = 1.5
    for _ in range(3000):
        deep_value = [deep_value]
    with few_are_many():
        assert packed_rows([[1.5], [deep_value]], None) is None
        assert packed_values([1.5, deep_value]) is None


def test_warnings_stay_silent_whatever_numpy_is_told() -> None:
    rows = [[1e300, 1e-300], [float("nan")]] * 400
    with np.errstate(all="raise"):
        rt = rk.ragged.constant(rows, dtype="float32")
    assert rt.flat_values[:2].tolist() == [np.inf, 0.0]


@pytest.mark.parametrize("value", [1.5, 7], ids=["floats", "ints"])
def test_reading_takes_little_more_than_what_comes_out(value: Any) -> None:
    rows = [[value] * (i % 21) for i in range(20_000)]
    rk.ragged.constant(rows)
    tracemalloc.start()
    rt = rk.ragged.constant(rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.5 * rt.nbytes + (4 << 20)


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([True, False, True], "bool"),
        ([1 << 40, -1], "int64"),
        ([1 << 63, (1 << 64) - 1], "uint64"),
        (["a", "bc", "\U0001f40d"], "<U2"),
        (["a\0", "b"], "T"),
    ],
    ids=["bools", "wide ints", "unsigned", "text", "text that ends in NUL"],
)
def test_what_marshal_does_not_read_keeps_its_dtype(values: list[Any], dtype: str) -> None:
    rows = [values, []] * 400
    rt = rk.ragged.constant(rows)
    assert rt.to_list() == rows
    assert rt.dtype == dtype if dtype != "T" else rt.dtype.kind == "T"


@given(st.lists(st.lists(floats, max_size=4), max_size=6))
def test_a_few_floats_in_float32_warn_of_nothing(rows: list[list[float]]) -> None:
    values = list(chain.from_iterable(rows))
    rt = rk.array(rows, dtype="float32")
    with np.errstate(over="ignore"):
        assert rt.flat_values.tobytes() == np.array(values, "f8").astype("f4").tobytes()


# ------------------------------------------------------------------ a Python that writes otherwise
def other_format(dumps: Any) -> dict[str, Any]:
    """Possible changes of `marshal.dumps`: an error, other bits, other tags, other lengths."""

    def refused(*_: Any) -> bytes:
        raise ValueError("version must be 5")

    return {
        "refused": refused,
        "big-endian": lambda obj, version: dumps(obj, version)[::-1],
        "other-tags": lambda obj, version: dumps(obj, version).replace(b"g", b"G"),
        "flags": lambda obj, version: dumps(obj, 4),
        "longer": lambda obj, version: dumps(obj, version) + b"N" * 9,
        "missing": None,
    }


@pytest.mark.parametrize("kind", sorted(other_format(None)))
@pytest.mark.parametrize("numbers", [[0.5, -1.0, 2.5], [1, -2, 3]], ids=["floats", "ints"])
def test_another_format_is_left_to_the_plain_way(
    kind: str, numbers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [numbers, [], numbers[:1]] * 40
    monkeypatch.setattr(marshal, "dumps", other_format(marshal.dumps)[kind])
    packed.writes_as_expected.cache_clear()
    try:
        with few_are_many():
            assert packed_values(numbers) is None
            assert packed_rows(rows, None) is None
            assert rk.ragged.constant(rows).to_list() == rows
    finally:
        packed.writes_as_expected.cache_clear()


def test_this_python_writes_as_expected() -> None:
    assert packed.writes_as_expected()
    assert packed_values([0.5] * 1000) is not None
