"""The tables of docs/interop/dask.md: each operation is lazy and equal, or refused, never wrong."""

from __future__ import annotations

import tomllib
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.interop.dask import boolean_mask, from_ragged, map_rows
from tools import dask_page

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")

TABLE = tomllib.loads(Path(__file__).with_name("operations.toml").read_text(encoding="utf-8"))
EQUAL = [line for text in TABLE["equal"].values() for line in text.strip().splitlines()]
PARTITIONS = (1, 4)
ROWS = 200


def tensors() -> dict[str, rk.RaggedTensor]:
    rng = np.random.default_rng(0)
    lengths = rng.poisson(6, ROWS) * (rng.random(ROWS) > 0.1)
    some = rng.poisson(4, ROWS) + 1
    x = rk.RaggedTensor.from_row_lengths(rng.random(lengths.sum()), lengths)
    full = rk.RaggedTensor.from_row_lengths(rng.random(some.sum()), some)
    return {
        "x": x,
        "full": full,
        "nested": rk.RaggedTensor.from_row_lengths(x, np.full(ROWS // 2, 2)),
        "points": x.with_flat_values(rng.random((x.size, 3))),
        "words": x.with_flat_values(np.where(x.flat_values > 0.5, "a", "bc")),
    }


MEMORY: dict[str, Any] = {}


def names(npartitions: int | None) -> dict[str, Any]:
    """Return the names of expressions, with lazy tensors if there is a number of partitions."""
    if not MEMORY:
        made = tensors()
        w = np.random.default_rng(1).random(ROWS)
        MEMORY.update(made, w=w, lazy_w=w, rt=made["x"], np=np, rk=rk)
    if npartitions is None:
        return dict(MEMORY)
    lazy: dict[str, Any] = dict(MEMORY)
    for name, value in MEMORY.items():
        if isinstance(value, rk.RaggedTensor) and name != "rt":
            lazy[name] = from_ragged(value, npartitions)
    lazy["lazy_w"] = da.from_array(MEMORY["w"], chunks=(lazy["x"].chunks[0],))
    flat = {"drop_axis": 1, "chunks": ((np.nan,) * npartitions,)}
    lazy["values"] = lazy["x"].map_blocks(lambda b: b.flat_values, **flat)
    doors = {"map_rows": map_rows, "boolean_mask": boolean_mask, "from_ragged": from_ragged}
    return lazy | doors | {"da": da}


class ComputedAtOnceError(Exception):
    """An operation computed something while it was called."""


def _refuse(*args: Any, **kwargs: Any) -> Any:
    raise ComputedAtOnceError


def called(expression: str, npartitions: int) -> Any:
    """Return the lazy result; raise if anything is computed."""
    with dask.config.set(scheduler=_refuse):
        return eval(expression, names(npartitions))


def in_memory(expression: str) -> Any:
    return eval(expression, names(None))


def computed(expression: str, npartitions: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # dask divides by 0 for empty rows
        return dask.compute(called(expression, npartitions), scheduler="synchronous")[0]


def assert_same(found: Any, wanted: Any) -> None:
    if isinstance(wanted, tuple):
        assert len(found) == len(wanted)
        for a, b in zip(found, wanted, strict=True):
            assert_same(a, b)
    elif isinstance(wanted, rk.RaggedTensor):
        assert isinstance(found, rk.RaggedTensor)
        assert found.dtype == wanted.dtype
        assert len(found.partitions) == len(wanted.partitions)
        for p, q in zip(found.partitions, wanted.partitions, strict=True):
            assert p.row_splits().tolist() == q.row_splits().tolist()
        assert_same(found.flat_values, wanted.flat_values)
    elif getattr(wanted, "dtype", np.dtype(bool)).kind in "fc":
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
    else:
        np.testing.assert_array_equal(found, wanted)


def assert_announced(lazy: Any, found: Any) -> None:
    """Check the metadata of dask: the dtype, the axes and the sizes that it knows."""
    if isinstance(lazy, tuple):
        for a, b in zip(lazy, found, strict=True):
            assert_announced(a, b)
    if isinstance(lazy, da.Array):
        assert (lazy.ndim, lazy.dtype) == (np.ndim(found), found.dtype)
        assert lazy._meta.ndim == lazy.ndim
        assert isinstance(lazy._meta, rk.RaggedTensor) == isinstance(found, rk.RaggedTensor)
        pairs = zip(lazy.shape, np.shape(found), strict=True)
        assert all(n == m or n != n for n, m in pairs)


@pytest.mark.parametrize("npartitions", PARTITIONS)
@pytest.mark.parametrize("expression", EQUAL)
def test_lazy_and_equal(expression: str, npartitions: int) -> None:
    lazy = called(expression, npartitions)
    found = computed(expression, npartitions)
    assert_same(found, in_memory(expression))
    assert_announced(lazy, found)
    is_len = expression.startswith("len(")
    assert is_len or isinstance(lazy if not isinstance(lazy, tuple) else lazy[0], da.Array)


@pytest.mark.parametrize("npartitions", PARTITIONS)
@pytest.mark.parametrize("expression", TABLE["refused"])
def test_refused_by_dask(expression: str, npartitions: int) -> None:
    """One partition may work; a later dask may know more. Then the result is right."""
    wanted = in_memory(expression)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        try:
            found = computed(expression, npartitions)
        except ComputedAtOnceError:
            pytest.fail("computed at once")
        except Exception:
            return
    assert_same(found, wanted)


@pytest.mark.parametrize("expression", TABLE["both"])
def test_refused_in_memory_too(expression: str) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        in_memory(expression)
    with pytest.raises((TypeError, ValueError, AttributeError)):
        computed(expression, 4)


@pytest.mark.parametrize("expression", TABLE["eager"])
def test_computed_at_once_with_a_warning(expression: str) -> None:
    warned = pytest.warns(FutureWarning, match="is not implemented by Dask array")
    with warned, pytest.raises(ComputedAtOnceError):
        called(expression, 4)
    with warned:
        found = eval(expression, names(4))
    assert_same(found, in_memory(expression))


@pytest.mark.parametrize("expression", TABLE["metadata"])
def test_right_values_with_wrong_metadata(expression: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        lazy, found = called(expression, 4), computed(expression, 4)
    assert_same(found, in_memory(expression))
    with pytest.raises(AssertionError):
        assert_announced(lazy, found)


def test_dask_warns_of_a_ragged_mask() -> None:
    with pytest.warns(UserWarning, match="boolean mask Dask array"):
        called("x[x > 0.5]", 4)


WAYS_OUT = [
    (expression, way_out)
    for kind in ("refused", "both", "eager", "metadata")
    for expression, way_out in TABLE[kind].items()
    if way_out
]
SAME_IN_MEMORY = {  # of the way out, where the operation itself is refused or gives another form
    "x.max(axis=1)": "rk.reduce_max(x, axis=1, empty=-1.0)",
    "x.min(axis=1)": "rk.reduce_min(x, axis=1, empty=-1.0)",
    "x.argmax(axis=1)": "rk.argmax(x, axis=1, empty=-1)",
    "x + w": "x + w[:, None]",
    "x[5]": "x[5:6]",
}


@pytest.mark.parametrize("npartitions", PARTITIONS)
@pytest.mark.parametrize(("expression", "way_out"), WAYS_OUT)
def test_the_way_out_is_lazy_and_right(expression: str, way_out: str, npartitions: int) -> None:
    lazy = called(way_out, npartitions)
    found = computed(way_out, npartitions)
    assert_same(found, in_memory(SAME_IN_MEMORY.get(expression, expression)))
    assert_announced(lazy, found)


def test_the_page_has_these_tables() -> None:
    assert dask_page.PAGE.read_text(encoding="utf-8") == dask_page.page()


def test_the_46_operations_of_the_first_measurement_are_here() -> None:
    assert len(EQUAL) + sum(len(TABLE[k]) for k in TABLE if k != "equal") >= 46
