"""Functions of partitions that keep the rows, and masks of values or rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.interop.dask import boolean_mask, from_delayed, from_ragged, map_rows

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
X = from_ragged(D, 2)
WHOLE = from_ragged(D, 1)
DEEP = rk.array([[[1, 2], []], [], [[3]]])
TEXT = rk.array([["a", "bb"], [], ["c"]])
W = np.arange(5.0)
LAZY_W = da.from_array(W, chunks=(X.chunks[0],))


def listed(x: Any) -> str:
    return str(x.to_list() if isinstance(x, rk.RaggedTensor) else x.tolist())  # NaN is "nan"


rows = st.lists(st.lists(st.integers(-9, 9), max_size=4), min_size=1, max_size=6)


def computed(x: Any) -> Any:
    return x.compute(scheduler="synchronous")


MAPPED: dict[str, tuple[Callable[..., Any], rk.RaggedTensor]] = {
    "sort": (lambda b: rk.sort(b, axis=1), D),
    "array": (lambda b: rk.reduce_max(b, axis=1, empty=-1), D),
    "lengths": (lambda b: b.row_lengths(), D),
    "one-more-axis": (lambda b: b[:, :, None], D),
    "dense-axis": (lambda b: np.quantile(b, [0.25, 0.75], axis=1).T, D),
    "padded": (lambda b: b.to_tensor(shape=[None, 5]), D),
    "slice": (lambda b: b[:, :2], D),
    "other-dtype": (lambda b: b > 2, D),
    "deep": (lambda b: b.sum(axis=2), DEEP),
    "deep-to-array": (lambda b: b.merge_dims(1, 2).row_lengths(), DEEP),
    "text": (lambda b: np.strings.upper(b), TEXT),
    "fails-without-rows": (lambda b: b - b.min(), D),
}


@pytest.mark.parametrize("name", MAPPED)
def test_results_and_metadata(name: str) -> None:
    f, rt = MAPPED[name]
    if name == "fails-without-rows":
        with pytest.raises(ValueError, match="at all"):
            f(rt[:0])
        x, wanted = from_ragged(rt, 1), f(rt)
    else:
        x, wanted = from_ragged(rt, min(3, len(rt))), f(rt)
    y = map_rows(f, x)
    found = computed(y)
    assert listed(found) == listed(wanted)
    assert (y.ndim, y.dtype) == (found.ndim, found.dtype)
    assert isinstance(y._meta, rk.RaggedTensor) == isinstance(found, rk.RaggedTensor)
    assert y.chunks[0] == x.chunks[0]
    pairs = zip(y.shape, np.shape(found), strict=True)
    assert all(n == m or n != n for n, m in pairs)


def test_a_size_that_depends_on_the_values_is_unknown() -> None:
    y = map_rows(lambda b: b.to_tensor(), from_ragged(D, 1))
    assert np.isnan(y.shape[1])
    assert computed(y).tolist() == D.to_tensor().tolist()
    assert map_rows(lambda b: b.to_tensor(shape=[None, 3]), X).shape == (5, 3)


def test_several_arrays_and_arguments() -> None:
    f: Any = lambda b, w, *, times: b * (w * times)[:, None]  # noqa: E731
    y = map_rows(f, X, LAZY_W, times=2)
    assert computed(y).identical(D * (W * 2)[:, None])
    assert computed(map_rows(lambda a, b: a - b, X, X * 2)).identical(-D)
    assert computed(map_rows(lambda a, b: a, X, LAZY_W[:, None])).identical(D)


@given(rows=rows, n=st.integers(1, 3))
def test_property_of_functions_and_masks(rows: list[list[int]], n: int) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype="int64")
    x = from_ragged(rt, min(n, len(rt)))
    ordered = computed(map_rows(rk.sort, x, axis=1))
    assert ordered.to_list() == [sorted(row) for row in rows]
    kept = computed(boolean_mask(x, x > 0))
    assert kept.to_list() == [[v for v in row if v > 0] for row in rows]
    some = computed(boolean_mask(x, x.sum(axis=1) > 0))
    assert some.to_list() == [row for row in rows if sum(row) > 0]


def test_masks_have_right_metadata() -> None:
    kept = boolean_mask(X, X > 2)
    assert (kept.ndim, kept.chunks[0]) == (2, X.chunks[0])
    assert computed(kept.sum(axis=1)).tolist() == D[D > 2].sum(axis=1).tolist()
    assert computed(kept.mean()) == D[D > 2].mean()
    some = boolean_mask(X, X.sum(axis=1) > 6)
    assert some.ndim == 2
    assert np.isnan(some.chunks[0]).all()
    assert computed(some.sum(axis=1)).tolist() == [9, 16]
    assert computed(boolean_mask(some, some > 3)).to_list() == [[4], [5, 9]]
    assert computed(boolean_mask(X, LAZY_W > 1)).identical(D[W > 1])


def test_masks_of_deep_tensors() -> None:
    x = from_ragged(DEEP, 3)
    assert computed(boolean_mask(x, x > 1)).to_list() == [[[2], []], [], [[3]]]
    lists = map_rows(lambda b: b.sum(axis=2) > 0, x)
    assert computed(boolean_mask(x, lists)).to_list() == [[[1, 2]], [], [[3]]]


def test_names_depend_on_the_arguments_alone() -> None:
    assert map_rows(rk.sort, X, axis=1).name == map_rows(rk.sort, X, axis=1).name
    assert map_rows(rk.sort, X, axis=1).name != map_rows(rk.sort, X, axis=-1).name
    assert map_rows(rk.sort, X, axis=1).name.startswith("sort-")


def _by_partition(block: rk.RaggedTensor) -> Any:
    """Return results that differ from those of the trial where a 9 is."""
    return block.astype("float64") if (block == 9).any() else block


def _rows_of_now(rt: rk.RaggedTensor) -> rk.RaggedTensor:
    return rt


_rows_of = dask.delayed(_rows_of_now)


SHORT = from_delayed([_rows_of(D[:2]), _rows_of(D[2:4])], [2, None], D)
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "f": (lambda: map_rows(3, X), TypeError, "f must be callable, got 3"),  # type: ignore[arg-type]
    "no-arrays": (lambda: map_rows(len), TypeError, "xs must have one array or more, got ()"),
    "in-memory": (
        lambda: map_rows(len, D),
        TypeError,
        "xs[0] must be a dask array, got 'RaggedTensor'; raggedkit.interop.dask.from_ragged(rt, np",
    ),
    "dense": (
        lambda: map_rows(len, LAZY_W),
        TypeError,
        "xs[0] must be a dask array of ragged tensors, got dask.array<",
    ),
    "second": (lambda: map_rows(len, X, W), TypeError, "xs[1] must be a dask array, got 'ndarray'"),
    "rows": (
        lambda: map_rows(len, X, from_ragged(D, 3)),
        ValueError,
        "xs[1] must have the rows of xs[0] in each partition, (2, 3), got (1, 2, 2); x.rechunk",
    ),
    "columns": (
        lambda: map_rows(len, X, da.ones((5, 4), chunks=(X.chunks[0], 2))),
        ValueError,
        "xs[1] must have one block along axis 1, got 2; rechunk it",
    ),
    "lazy-argument": (
        lambda: map_rows(lambda b, w: b, X, w=LAZY_W),
        TypeError,
        "w must be in memory, got dask.array<",
    ),
    "fails": (
        lambda: map_rows(lambda b: b.nothing, X),
        ValueError,
        "f must accept a partition of ones, got AttributeError: ",
    ),
    "scalar": (
        lambda: map_rows(lambda b: b.sum(), X),
        TypeError,
        "f must return a ragged tensor or an array with one item per row, got 'int64'",
    ),
    "fewer-rows": (
        lambda: map_rows(lambda b: b[b.row_lengths() > 1], X),
        ValueError,
        "f must keep the rows, got 0 rows for 1; x[condition] selects rows",
    ),
    "meta": (
        lambda: map_rows(lambda b: b, X, meta=3),
        TypeError,
        "meta must be a result of no rows, got 3",
    ),
    "mask-in-memory": (
        lambda: boolean_mask(X, D > 2),
        TypeError,
        "mask must be a dask array of bools, got 'RaggedTensor'; ",
    ),
    "mask-of-ints": (
        lambda: boolean_mask(X, X),
        TypeError,
        "mask must be a dask array of bools, got dtype('int64')",
    ),
    "mask-x": (lambda: boolean_mask(D, X > 2), TypeError, "x must be a dask array, got 'RaggedTen"),
    "mask-rows": (
        lambda: boolean_mask(X, from_ragged(D, 3) > 2),
        ValueError,
        "mask must have the rows of x in each partition, (2, 3), got (1, 2, 2)",
    ),
    "mask-dense": (
        lambda: boolean_mask(X, da.ones((5, 2), chunks=(X.chunks[0], 2), dtype=bool)),
        ValueError,
        "mask must be ragged as x, or have one item per row, got (5, 2)",
    ),
    "mask-too-deep": (
        lambda: boolean_mask(X, X[..., None] > 2),
        ValueError,
        "mask must be ragged as x, or have one item per row, got (5, nan, 1)",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_at_once(call: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=re.escape(says)):
        call()


LATE: dict[str, tuple[Any, type[Exception], str]] = {
    "dtype": (
        map_rows(_by_partition, X),
        TypeError,
        "f(partition 1) must have dtype int64, as meta, got dtype('float64')",
    ),
    "rows": (
        map_rows(lambda b: b[:2], X, meta=D),
        ValueError,
        "f(partition 1) must have the 3 rows of the partition, got 2; x[condition] selects rows",
    ),
    "rank": (
        map_rows(lambda b: b[:, :, None], WHOLE, meta=D),
        ValueError,
        "f(partition 0) must have inner dimensions (), as meta, got (1,)",
    ),
    "array": (
        map_rows(lambda b: b, WHOLE, meta=np.zeros(0)),
        TypeError,
        "f(partition 0) must be an array, as meta, got 'RaggedTensor'",
    ),
    "sizes": (
        map_rows(lambda b: np.ones((len(b), 3)), WHOLE, meta=np.zeros((0, 2))),
        ValueError,
        "f(partition 0) must have the sizes (2,) after the first, as meta, got (3,)",
    ),
    "array-dtype": (
        map_rows(lambda b: b.row_lengths(), WHOLE, meta=np.zeros(0)),
        TypeError,
        "f(partition 0) must have dtype float64, as meta, got dtype('int64')",
    ),
    "mask-lengths": (
        boolean_mask(X, map_rows(lambda b: b[:, :1], X) > 0),
        ValueError,
        "mask must have the row lengths of x, got",
    ),
    "mask-partition": (
        boolean_mask(X, map_rows(lambda b: b[:, :1], X) > 0),
        ValueError,
        "they differ in partition ",
    ),
    "mask-rows": (
        boolean_mask(
            from_delayed([_rows_of(D)], [None], D), from_delayed([_rows_of(D[:2])], [None], D) > 2
        ),
        ValueError,
        "mask must have the row lengths of x",
    ),
}


@pytest.mark.parametrize(("lazy", "error", "says"), LATE.values(), ids=LATE)
def test_a_wrong_result_is_named(lazy: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=re.escape(says)):
        computed(lazy)


def test_unknown_numbers_of_rows_agree() -> None:
    assert computed(map_rows(lambda a, b: a + b, SHORT, SHORT)).identical(D[:4] * 2)
