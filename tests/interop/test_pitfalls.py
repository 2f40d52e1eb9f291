"""Traps of other libraries, one test each: what they do wrong and what is done here."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

ROOT = Path(__file__).parents[2]


# ------------------------------------------------------------------ dask
def partitioned(rt: rk.RaggedTensor) -> Any:
    pytest.importorskip("dask.array")
    from raggedkit.interop.dask import from_ragged

    return from_ragged(rt, 2)


def test_dask_counts_the_bytes_of_values() -> None:
    """Without ``__sizeof__`` dask believed in 64 bytes per partition, and spilled blindly."""
    sizeof = pytest.importorskip("dask.sizeof").sizeof
    rt = rk.RaggedTensor.from_row_lengths(np.ones(10_000), np.full(1000, 10))
    assert rt.nbytes <= sizeof(rt) < rt.nbytes + 500


def test_registrations_reach_dask_workers() -> None:
    """Workers import no raggedkit before a task does; dask loads the entry point in each."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (entry,) = project["entry-points"]["dask.sizeof"].values()
    module, _, function = entry.partition(":")
    register = getattr(pytest.importorskip(module), function)
    dispatch = pytest.importorskip("dask.array.dispatch")
    register(None)
    rt = rk.array([[3.0, 1.0], [], [5.0]])
    assert dispatch.numel_lookup(rt) == 3
    assert dispatch.numel_lookup(rt, axis=(1,), keepdims=True).tolist() == [[2], [0], [1]]


def test_dask_has_right_metadata_of_a_masked_tensor() -> None:
    """For ``x[mask]`` dask believes in one axis; `boolean_mask` keeps both."""
    x = partitioned(rk.array([[3, 1], [], [5]]))
    from raggedkit.interop.dask import boolean_mask

    with pytest.warns(UserWarning, match="boolean mask Dask array"):
        assert x[x > 2].ndim == 1
    kept = boolean_mask(x, x > 2)
    assert kept.ndim == 2
    assert kept.sum(axis=1).compute().tolist() == [3, 0, 5]


def test_dask_takes_no_ragged_tensor_by_itself() -> None:
    """``da.from_array`` fails at the ragged axis; `from_ragged` makes the array."""
    da = pytest.importorskip("dask.array")
    rt = rk.array([[3, 1], [], [5]])
    with pytest.raises((TypeError, ValueError)):
        da.from_array(rt)
    assert partitioned(rt).compute().identical(rt)
