"""Kernels within segments against loops over lists, on NumPy and on the stand-in for CuPy."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import segment
from raggedkit._typing import Array
from tests.strict_cupy.array import StrictArray

JOIN: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "multiply": operator.mul,
    "maximum": max,
    "minimum": min,
    "logical_or": lambda a, b: bool(a or b),
    "logical_and": lambda a, b: bool(a and b),
}
anywhere: Any = segment  # takes what stands in for arrays

EMPTY = {"add": 0, "multiply": 1, "maximum": -math.inf, "minimum": math.inf}
EMPTY |= {"logical_or": False, "logical_and": True}

rows_of = st.lists(st.lists(st.integers(-3, 3), max_size=7), max_size=8)
ufuncs = st.sampled_from(sorted(JOIN))
# What decides between ways to compute the same: every way is taken on small input too.
ways = st.fixed_dictionaries(
    {"RUNNING_FROM": st.sampled_from([0, 2000]), "_BLOCK": st.sampled_from([2, 1 << 17])}
    | {"SHORT": st.sampled_from([0, 3])}
)


def cut(rows: list[list[int]], dtype: str) -> tuple[Array, Array, Array]:
    """Values, splits and lengths of a nested list."""
    flat = np.array([v for row in rows for v in row], dtype=dtype)
    lengths = np.array([len(row) for row in rows], dtype="int64")
    return flat, np.concatenate([[0], lengths.cumsum()]).astype("int64"), lengths


def expected(ufunc: str, rows: list[list[int]], dtype: Any) -> list[Any]:
    """The result of a loop over lists."""
    empty = segment.identity(ufunc, dtype)
    return [functools.reduce(JOIN[ufunc], row) if row else empty for row in rows]


def result_dtype(ufunc: str, dtype: str) -> Any:
    return np.dtype(bool if ufunc.startswith("logical") else dtype)


def moved(*arrays: Any) -> Any:
    """The same arrays as stand-ins for arrays on a device."""
    return [StrictArray(a) for a in arrays]


@pytest.fixture(params=["numpy", "cupy"])
def put(request: pytest.FixtureRequest) -> Iterator[Callable[[Any], Any]]:
    """The function that moves an array to the device."""
    yield (lambda a: a) if request.param == "numpy" else StrictArray
    StrictArray.host_transfers.clear()


def got(array: Any) -> Any:
    return array.get() if isinstance(array, StrictArray) else array


# ------------------------------------------------------------------ reductions
@pytest.mark.parametrize("rows", [10, 3000])
def test_products_of_complex_numbers_begin_with_the_first(rows: int) -> None:
    values = np.full(rows, complex(math.inf, 1))
    splits, lengths = np.arange(rows + 1), np.ones(rows, int)
    found = segment.reduce_rows("multiply", values, splits, lengths, values.dtype)
    assert found.tolist() == values.tolist()


@pytest.mark.parametrize("ufunc", sorted(JOIN))
@given(rows_of, st.sampled_from(["int64", "int32", "float64", "float32"]), ways, st.booleans())
def test_reduce_rows_matches_loops(
    ufunc: str, rows: list[list[int]], dtype: str, way: dict[str, int], known: bool
) -> None:
    flat, splits, lengths = cut(rows, dtype)
    kind = result_dtype(ufunc, dtype)
    values = flat.astype(bool) if kind.kind == "b" else flat
    rowids = np.arange(len(rows)).repeat(lengths) if known else None
    with pytest.MonkeyPatch.context() as patch:
        for name, value in way.items():
            patch.setattr(segment, name, value)
        found = segment.reduce_rows(ufunc, values, splits, lengths, kind, rowids)
        device = anywhere.reduce_rows(ufunc, *moved(values, splits, lengths), kind)
    want = expected(ufunc, rows, kind)
    assert found.dtype == device.dtype == kind
    assert found.tolist() == got(device).tolist() == [kind.type(w).item() for w in want]


@pytest.mark.parametrize("ufunc", sorted(JOIN))
@given(rows_of, st.sampled_from(["int64", "float32"]), st.randoms(use_true_random=False))
def test_reduce_slots_takes_values_in_any_order(
    ufunc: str, rows: list[list[int]], dtype: str, random: Any
) -> None:
    pairs = [(v, i) for i, row in enumerate(rows) for v in row]
    random.shuffle(pairs)
    kind = result_dtype(ufunc, dtype)
    values = np.array([v for v, _ in pairs], dtype=dtype)
    values = values.astype(bool) if kind.kind == "b" else values
    slots = np.array([i for _, i in pairs], dtype="int64")
    want = [kind.type(w).item() for w in expected(ufunc, rows, kind)]
    n = len(rows)
    assert segment.reduce_slots(ufunc, values, slots, n, kind).tolist() == want
    device = anywhere.reduce_slots(ufunc, *moved(values, slots), n, kind)
    assert got(device).tolist() == want


@given(
    rows_of, st.sampled_from(["add", "maximum", "logical_or"]), st.sampled_from([(), (2,), (0,)])
)
def test_inner_dimensions_are_reduced_apart(
    rows: list[list[int]], ufunc: str, inner: tuple[int, ...]
) -> None:
    flat, splits, lengths = cut(rows, "int64")
    kind = result_dtype(ufunc, "int64")
    width = math.prod(inner)
    values = (
        np.stack([flat * (j + 1) for j in range(width)], axis=-1) if width else flat[:, None][:, :0]
    )
    values = values.reshape(flat.shape[0], *inner)
    values = values.astype(bool) if kind.kind == "b" else values
    found = segment.reduce_rows(ufunc, values, splits, lengths, kind)
    slots = np.arange(len(rows)).repeat(lengths)
    again = segment.reduce_slots(ufunc, values, slots, len(rows), kind)
    assert found.shape == again.shape == (len(rows), *inner)
    for j in range(width):
        column = segment.reduce_rows(ufunc, values.reshape(-1, width)[:, j], splits, lengths, kind)
        assert (found.reshape(-1, width)[:, j] == column).all()
    assert (found == again).all()


@pytest.mark.parametrize("ufunc", ["add", "multiply", "maximum", "minimum"])
@pytest.mark.parametrize("few", [0, 2000])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_nan_and_infinity_stay_in_their_row(
    put: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch, ufunc: str, few: int, bad: float
) -> None:
    monkeypatch.setattr(segment, "RUNNING_FROM", few)
    values, splits = np.array([1.0, 2.0, bad, 3.0, 4.0]), np.array([0, 2, 3, 3, 5])
    lengths = np.diff(splits)
    out = got(segment.reduce_rows(ufunc, put(values), put(splits), put(lengths), values.dtype))
    join = {"add": sum, "multiply": math.prod, "maximum": max, "minimum": min}[ufunc]
    assert out[[0, 3]].tolist() == [join([1.0, 2.0]), join([3.0, 4.0])]  # type: ignore[operator]
    assert np.array_equal(out[1], bad, equal_nan=True)
    assert out[2] == EMPTY[ufunc]


@pytest.mark.parametrize("few", [0, 2000])
def test_integers_are_exact_past_2_to_the_53(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(segment, "RUNNING_FROM", few)
    values = np.array([2**60, 1, 2**53, 1, -5], dtype="int64")
    splits, slots = np.array([0, 2, 2, 5]), np.array([0, 0, 1, 1, 1])
    found = segment.reduce_rows("add", values, splits, np.diff(splits), values.dtype)
    assert found.tolist() == [2**60 + 1, 0, 2**53 - 4]
    assert segment.reduce_slots("add", values, slots, 2, values.dtype).tolist() == [
        2**60 + 1,
        2**53 - 4,
    ]


@pytest.mark.parametrize("few", [0, 2000])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32"])
def test_integers_keep_the_dtype_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, dtype: str, few: int
) -> None:
    monkeypatch.setattr(segment, "RUNNING_FROM", few)
    top = np.iinfo(dtype).max
    values, splits = np.array([top, 1, 3], dtype=dtype), np.array([0, 2, 3])
    narrow = segment.reduce_rows("add", values, splits, np.diff(splits), values.dtype)
    wide = segment.reduce_rows("add", values, splits, np.diff(splits), np.dtype("int64"))
    assert narrow.dtype == dtype
    assert narrow.tolist() == [np.iinfo(dtype).min, 3]
    assert wide.tolist() == [int(top) + 1, 3]


@pytest.mark.parametrize("inner", [(), (2,)])
@pytest.mark.parametrize("known", [False, True])
def test_float32_sums_are_as_good_as_pairwise(inner: tuple[int, ...], known: bool) -> None:
    rng = np.random.default_rng(7)
    values = rng.uniform(0, 1, (200_000, *inner)).astype("float32")
    splits = np.array([0, 100_000, 100_000, 200_000])
    lengths = np.diff(splits)
    rowids = np.arange(3).repeat(lengths) if known else None
    found = segment.reduce_rows("add", values, splits, lengths, values.dtype, rowids)
    down = segment.reduce_axes("add", values[:100_000], (0,), values.dtype)
    exact = values[:100_000].astype("float64").sum(axis=0)
    assert found.dtype == np.float32
    assert np.abs(found[0] - exact).max() < 8 * np.spacing(np.float32(exact.max()))
    assert np.abs(down - exact).max() < 8 * np.spacing(np.float32(exact.max()))


def test_half_precision_is_summed_in_single() -> None:
    values, splits = np.full(4096, 1.0, dtype="float16"), np.array([0, 4096, 4096])
    found = segment.reduce_rows("add", values, splits, np.diff(splits), values.dtype)
    assert found.dtype == np.float16
    assert found.tolist() == [4096.0, 0.0]
    slots = np.zeros(4096, dtype="int64")
    assert segment.reduce_slots("add", values, slots, 1, values.dtype).tolist() == [4096.0]
    product = segment.reduce_slots("multiply", values[:3] * 2, slots[:3], 2, values.dtype)
    assert product.tolist() == [8.0, 1.0]


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("ufunc", sorted(JOIN))
def test_axes_of_size_0_give_the_identity(ufunc: str, keepdims: bool) -> None:
    kind = result_dtype(ufunc, "float64")
    found = segment.reduce_axes(ufunc, np.zeros((2, 0, 3)), (1,), kind, keepdims=keepdims)
    assert found.shape == ((2, 1, 3) if keepdims else (2, 3))
    assert found.dtype == kind
    assert (found == EMPTY[ufunc]).all()


@pytest.mark.parametrize(
    ("dtype", "low", "high"),
    [
        ("int8", -128, 127),
        ("uint16", 0, 65535),
        ("bool", False, True),
        ("float32", -math.inf, math.inf),
    ],
)
def test_identities_are_the_ends_of_the_dtype(dtype: str, low: Any, high: Any) -> None:
    assert segment.identity("maximum", np.dtype(dtype)) == low
    assert segment.identity("minimum", np.dtype(dtype)) == high


# ------------------------------------------------------------------ first flags
@given(
    st.lists(st.lists(st.booleans(), max_size=5).map(lambda r: [*r, True]), max_size=6), st.data()
)
def test_first_in_rows_matches_index(rows: list[list[bool]], data: st.DataObject) -> None:
    for i in data.draw(st.lists(st.integers(0, len(rows)), max_size=2)):
        rows.insert(i, [])
    flat, splits, lengths = cut(rows, "bool")  # type: ignore[arg-type]
    want = [row.index(True) if row else 0 for row in rows]
    assert segment.first_in_rows(flat, splits, lengths).tolist() == want
    device = anywhere.first_in_rows(*moved(flat, splits, lengths))
    assert got(device).tolist() == want


# ------------------------------------------------------------------ scans
@given(rows_of, st.sampled_from(["int64", "int32", "float64", "float32"]), ways)
def test_scan_rows_matches_accumulate(
    rows: list[list[int]], dtype: str, way: dict[str, int]
) -> None:
    flat, splits, lengths = cut(rows, dtype)
    for ufunc in ("add", "multiply"):
        want = [x for row in rows for x in itertools.accumulate(row, JOIN[ufunc])]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(segment, "_BLOCK", way["_BLOCK"])
            found = segment.scan_rows(ufunc, flat, splits, lengths, flat.dtype)
            device = anywhere.scan_rows(ufunc, *moved(flat, splits, lengths), flat.dtype)
        assert found.dtype == dtype
        assert found.tolist() == got(device).tolist() == want


def test_a_long_row_beside_short_ones_is_no_rectangle() -> None:
    lengths = np.array([1] * 300 + [0] * 100 + [5000] + [3] * 50)
    splits = np.concatenate([[0], lengths.cumsum()])
    values = np.random.default_rng(0).normal(size=int(splits[-1]))
    found = segment.scan_rows("add", values, splits, lengths, values.dtype)
    want = [np.cumsum(values[a:b]) for a, b in itertools.pairwise(splits)]
    assert np.allclose(found, np.concatenate(want), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("block", [2, 1 << 17])
def test_scans_keep_infinity_and_digits_in_their_row(
    put: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(segment, "_BLOCK", block)
    values, splits = (
        np.array([1.0, np.inf, 1e300, 0.1, 0.2, np.nan, 5.0]),
        np.array([0, 2, 3, 5, 6, 7]),
    )
    lengths = np.diff(splits)
    found = got(segment.scan_rows("add", put(values), put(splits), put(lengths), values.dtype))
    assert np.array_equal(found, [1, np.inf, 1e300, 0.1, 0.1 + 0.2, np.nan, 5], equal_nan=True)


# ------------------------------------------------------------------ several passes
@given(rows_of, ways, st.booleans(), st.sampled_from([(), (2,)]))
def test_softmax_rows_matches_its_definition(
    rows: list[list[int]], way: dict[str, int], log: bool, inner: tuple[int, ...]
) -> None:
    flat, splits, lengths = cut(rows, "float64")
    values = np.stack([flat, -flat], axis=1) if inner else flat
    want = np.empty_like(values)
    for a, b in itertools.pairwise(splits):
        powers = np.exp(values[a:b])
        want[a:b] = powers / powers.sum(axis=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment, "_BLOCK", way["_BLOCK"])
        found = segment.softmax_rows(values, splits, lengths, log)
    assert np.allclose(np.exp(found) if log else found, want, rtol=1e-12)


@given(rows_of, ways)
def test_square_rows_matches_its_definition(rows: list[list[int]], way: dict[str, int]) -> None:
    flat, splits, lengths = cut(rows, "float32")
    means = np.array([sum(row) / len(row) if row else math.nan for row in rows])
    want = [sum((v - m) ** 2 for v in row) for row, m in zip(rows, means, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment, "_BLOCK", way["_BLOCK"])
        found = segment.square_rows(flat, means, splits, lengths)
    assert found.dtype == np.float64
    assert np.allclose(found, want, rtol=1e-12)


def test_squares_of_complex_numbers_are_real() -> None:
    assert segment.squares(np.array([3 + 4j, 1j])).tolist() == [25.0, 1.0]


@given(rows_of, st.sampled_from(["add", "multiply", "maximum", "minimum"]), st.booleans())
def test_rows_in_a_wider_dtype_are_made_block_by_block(
    rows: list[list[int]], ufunc: str, inner: bool
) -> None:
    flat = np.array(list(itertools.chain.from_iterable(rows)), "float32")
    values = np.stack([flat, -flat], axis=1) if inner else flat
    lengths = np.array([len(row) for row in rows], np.int64)
    splits = np.array([0, *itertools.accumulate(lengths.tolist())])
    wide = np.dtype("float64")
    want = segment.reduce_rows(ufunc, values.astype(wide), splits, lengths, wide)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment, "_BLOCK", 1)
        got = segment.reduce_rows(ufunc, values, splits, lengths, wide)
    assert got.dtype == wide
    np.testing.assert_array_equal(got, want)


@given(rows_of, st.sampled_from(["add", "logical_or", "logical_and"]), st.integers(1, 3))
def test_counts_and_integer_sums_go_block_by_block(
    rows: list[list[int]], ufunc: str, block: int
) -> None:
    flat, splits, lengths = cut(rows, "int64")
    kind = result_dtype(ufunc, "int64")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment, "RUNNING_FROM", 0)
        patch.setattr(segment, "_BLOCK", block)  # of which eight are one block still
        found = segment.reduce_rows(ufunc, flat, splits, lengths, kind)
    assert found.dtype == kind
    assert found.tolist() == [kind.type(w).item() for w in expected(ufunc, rows, kind)]


@given(rows_of, st.sampled_from(["maximum", "minimum"]), st.integers(1, 3))
def test_places_of_extremes_go_block_by_block(
    rows: list[list[int]], ufunc: str, block: int
) -> None:
    flat, splits, lengths = cut(rows, "float64")
    flat[flat == -3] = math.nan
    find = np.argmax if ufunc == "maximum" else np.argmin
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment, "RUNNING_FROM", 0)
        patch.setattr(segment, "_BLOCK", block)
        found = segment.arg_rows(ufunc, flat, splits, lengths)
    cuts = itertools.pairwise(splits.tolist())
    assert found.tolist() == [int(find(flat[a:b])) if b > a else 0 for a, b in cuts]
