"""The gather kernels against indexing and plain lists, for every dtype that values can have."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from itertools import chain, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels import dispatch as engine
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays.splits import ranges

PAIR = np.dtype([("label", object), ("n", np.int32)])
DTYPES: dict[str, Any] = {
    **{name: name for name in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32")},
    **{name: name for name in ("int64", "uint64", "float16", "float32", "float64", "longdouble")},
    **{name: name for name in ("complex64", "complex128", "datetime64[s]", ">i4")},
    "str": "U3",
    "bytes": "S3",
    "wide-text": np.dtypes.StringDType(),
    "object": object,
    "record": np.dtype([("x", np.float32), ("n", np.int16)]),
    "record-of-objects": PAIR,
}
INNER = [(), (3,), (2, 2), (0,), (2, 0)]


def numbered(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array of different items (as far as the dtype allows), so that a wrong item is seen."""
    numbers = np.arange(math.prod(shape))
    kind = np.dtype(dtype)
    if kind.kind in "USTO":
        items = [f"{n}" for n in numbers.tolist()]
        plain = np.array([s.encode() for s in items] if kind.kind == "S" else items, object)
        return plain.astype(kind).reshape(shape)
    if kind.names:
        out = np.empty(numbers.shape, kind)
        for name in kind.names:
            out[name] = numbers
        return out.reshape(shape)
    return (numbers % 3 == 1 if kind.kind == "b" else numbers).astype(kind).reshape(shape)


def same(got: Any, want: Any) -> None:
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    assert got.tolist() == want.tolist()


def plain(a: Any) -> Any:
    return a


def strided(a: Any) -> Any:
    return np.repeat(a, 2, axis=0)[::2]


def backwards(a: Any) -> Any:
    return a[::-1].copy()[::-1]


def fortran(a: Any) -> Any:
    return np.asfortranarray(a)


def read_only(a: Any) -> Any:
    a = a.copy()
    a.flags.writeable = False
    return a


def tail(a: Any) -> Any:
    """The end of a longer array: contiguous, but with an offset into its memory."""
    longer = np.empty((len(a) + 1, *a.shape[1:]), a.dtype)
    longer[1:] = a
    return longer[1:]


LAYOUTS: list[Callable[[Any], Any]] = [plain, strided, backwards, fortran, read_only, tail]


# ---------------------------------------------------------------------- take
@pytest.mark.parametrize("inner", INNER, ids=str)
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_take_is_indexing(dtype: Any, inner: tuple[int, ...]) -> None:
    values = numbered((5, *inner), dtype)
    some = np.array([4, 0, 0, 3])
    for given_ in (layout(values) for layout in LAYOUTS):
        for at in (some, some[:1].astype(np.int32), some[:0], some[::2], some[::-1]):
            got = _gather.take(given_, at)
            same(got, values[at])
            assert not np.shares_memory(got, given_)
        same(given_, values)


@pytest.mark.parametrize("inner", INNER, ids=str)
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_take_from_nothing(dtype: Any, inner: tuple[int, ...]) -> None:
    empty = numbered((0, *inner), dtype)
    same(_gather.take(empty, np.array([], int)), empty)


@pytest.mark.parametrize("inner", INNER, ids=str)
@pytest.mark.parametrize("dtype", ["int64", "U3", object], ids=str)
def test_take_never_reads_outside(dtype: Any, inner: tuple[int, ...]) -> None:
    """With invalid splits the result has existing values; no memory outside is read."""
    values = numbered((3, *inner), dtype)
    got = _gather.take(values, np.array([-(2**62), -1, 3, 2**62]))
    same(got, values[[0, 0, 2, 2]])


def test_take_keeps_every_bit() -> None:
    bits = np.array([0x7FF8000000000001, 0xFFF8000000000002, 0x8000000000000000], np.uint64)
    for shape in ((3,), (3, 1)):
        got = _gather.take(bits.view(np.float64).reshape(shape), np.array([2, 1, 0]))
        assert got.view(np.uint64).ravel().tolist() == bits[::-1].tolist()


# ---------------------------------------------------------------------- take_ranges
rows = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=12)
steps = st.sampled_from([1, -1, 2, -3])


@given(rows, steps, st.sampled_from([1, 3, 7, 1 << 17]), st.sampled_from([np.int32, np.int64]))
def test_take_ranges_is_one_range_for_each_row(
    pairs: list[tuple[int, int]], step: int, block: int, index: Any
) -> None:
    values = numbered((40, 2), "int64")
    starts = [20 + start for start, _ in pairs]
    lengths = [n for _, n in pairs]
    each = [range(a, a + n * step, step) for a, n in zip(starts, lengths, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_gather, "_BLOCK", block)
        got = _gather.take_ranges(values, np.array(starts, index), np.array(lengths, index), step)
    same(got, values[np.array(list(chain.from_iterable(each)), int)])


@pytest.fixture
def indices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Blocks of 4 outputs, and the size of every index that is made."""
    sizes: list[int] = []

    def recorded(*args: Any) -> Any:
        at = ranges(*args)
        sizes.append(at.shape[0])
        return at

    monkeypatch.setattr(_gather, "_BLOCK", 4)
    monkeypatch.setattr(_gather, "ranges", recorded)
    # few rows need no index
    monkeypatch.setattr(engine, "small_forms", defaultdict(lambda: lambda *args: None))
    return sizes


@pytest.mark.parametrize(
    ("lengths", "blocks"),
    [
        ([2, 2, 2, 2], [8]),
        ([2, 2, 2, 2, 1], [4, 4, 1]),
        ([3, 3, 3], [3, 3, 3]),
        ([0, 0, 4, 0, 4, 0, 4, 0, 0], [4, 4, 4]),
        ([9, 1, 0], [9, 1]),
        ([1, 9, 1], [1, 9, 1]),
        ([11], [11]),
        ([0, 11, 0], [0, 11]),
        ([0] * 20, [0]),
    ],
    ids=str,
)
def test_a_large_output_is_made_in_blocks_of_whole_rows(
    lengths: list[int], blocks: list[int], indices: list[int], form: str
) -> None:
    values, splits = numbered((sum(lengths),), "float32"), np.cumsum([0, *lengths])
    got = _gather.take_ranges(values, splits[:-1], np.array(lengths))
    same(got, values)
    # A compiled loop makes no index at all.
    assert [n for n in indices if n] == [n for n in blocks if n and form != "numba"]


@pytest.mark.parametrize("inner", INNER, ids=str)
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_take_ranges_of_every_dtype(
    dtype: Any, inner: tuple[int, ...], indices: list[int], form: str
) -> None:
    values = numbered((9, *inner), dtype)
    starts, lengths = np.array([6, 3, 0, 5, 1]), np.array([3, 3, 0, 1, 4])
    at = [6, 7, 8, 3, 4, 5, 5, 1, 2, 3, 4]
    for given_ in (layout(values) for layout in LAYOUTS):
        indices.clear()
        same(_gather.take_ranges(given_, starts, lengths), values[at])
        assert len(indices) > 1 or form == "numba" or 0 in inner  # no item is moved then
        same(_gather.take_ranges(given_, starts[:0], lengths[:0]), values[:0])
        same(_gather.take_ranges(given_, starts[:1], lengths[:1]), values[6:])


# ---------------------------------------------------------------------- prefix_mask
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("width", [0, 1, 2, 127, 128, 255, 256, 257, 32768, 65535, 65536, 65537])
def test_prefix_mask_where_its_numbers_change_their_width(width: int, index: Any) -> None:
    lengths = [0, width, width // 2, max(width - 1, 0), min(1, width)]
    mask = _gather.prefix_mask(np.array(lengths, index), width)
    assert mask.dtype == bool
    assert mask.shape == (5, width)
    assert mask.sum(axis=1).tolist() == lengths
    assert [bool(row[:n].all()) for row, n in zip(mask, lengths, strict=True)] == [True] * 5


def test_prefix_mask_of_no_rows() -> None:
    assert _gather.prefix_mask(np.array([], np.int32), 3).shape == (0, 3)


# ---------------------------------------------------------------------- pad and compact
@given(st.lists(st.lists(st.integers(-9, 9), max_size=4), max_size=6), st.integers(0, 3))
def test_pad_completes_lists_and_compact_undoes_it(nested: list[list[int]], more: int) -> None:
    lengths = np.array([len(row) for row in nested], int)
    width = max(map(len, nested), default=0) + more
    values = np.array([v for row in nested for v in row], int)
    padded = _gather.pad(values, lengths, width, -1)
    assert padded.shape == (len(nested), width)
    assert padded.tolist() == [row + [-1] * (width - len(row)) for row in nested]
    same(_gather.compact(padded, lengths), values)


FILLS = {"b": True, "U": "z", "S": b"z", "T": "wide", "O": None}


@pytest.mark.parametrize("inner", INNER, ids=str)
@pytest.mark.parametrize("dtype", [d for d in DTYPES if "record" not in d])
def test_pad_of_every_dtype(dtype: str, inner: tuple[int, ...]) -> None:
    values = numbered((5, *inner), DTYPES[dtype])
    lengths = np.array([0, 2, 0, 3, 0])
    fill = np.array(FILLS.get(values.dtype.kind, 7), values.dtype)
    zero = np.zeros((), values.dtype)
    for layout, (asked, found) in product(LAYOUTS, ((fill, fill), (None, zero))):
        padded = _gather.pad(layout(values), lengths, 3, asked)
        assert padded.dtype == values.dtype
        assert padded.shape == (5, 3, *inner)
        want = np.full((5, 3, *inner), found, values.dtype)
        want[1, :2], want[3, :3] = values[:2], values[2:]
        same(padded, want)
        same(_gather.compact(layout(padded), lengths), values)
        assert not np.shares_memory(padded, values)


def test_pad_takes_an_item_and_another_dtype() -> None:
    padded = _gather.pad(np.ones((1, 2), int), np.array([0, 1]), 1, np.array([0.5, np.nan]), float)
    assert padded.dtype == float
    np.testing.assert_array_equal(padded, [[[0.5, np.nan]], [[1.0, 1.0]]])


@pytest.mark.parametrize("lengths", [[], [0], [0, 0]], ids=str)
def test_pad_and_compact_of_no_values(lengths: list[int]) -> None:
    count = np.array(lengths, np.int32)
    padded = _gather.pad(np.zeros((0, 2), np.float32), count, 2, 1.5)
    assert padded.tolist() == [[[1.5, 1.5]] * 2] * len(lengths)
    same(_gather.compact(padded, count), np.zeros((0, 2), np.float32))


def test_a_row_as_wide_as_the_numbers_of_its_mask() -> None:
    for width in (255, 256, 65535, 65536):
        values = np.arange(width + 1, dtype=np.int32)
        lengths = np.array([width, 0, 1])
        padded = _gather.pad(values, lengths, width, -1)
        assert padded[0].tolist() == list(range(width))
        assert (padded[1] == -1).all()
        assert padded[2, :2].tolist() == [width, -1]
        same(_gather.compact(padded, lengths), values)


# ---------------------------------------------------------------------- choose
@pytest.mark.parametrize("inner", INNER, ids=str)
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_choose_of_every_dtype(dtype: Any, inner: tuple[int, ...]) -> None:
    x, y = numbered((9, *inner), dtype), numbered((9, *inner), dtype)[::-1]
    flags = np.resize([True, False, False, True, True], x.shape)
    for given_x in (layout(x) for layout in LAYOUTS):
        got = _gather.choose(flags, given_x, y)
        same(got, np.where(flags, x, y))
    assert _gather.choose(flags[:0], x[:0], y[:0]).shape == (0, *inner)


def test_choose_leaves_the_bits_of_what_it_takes() -> None:
    x = np.array([math.nan, -0.0, math.inf, 1.0])
    flags = np.array([True, True, False, False])
    got = _gather.choose(flags, x, -x)
    assert got.tobytes() == np.where(flags, x, -x).tobytes()
