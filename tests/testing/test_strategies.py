"""The strategies keep what they promise, and reach the corners that tests need."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import find, given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks


@given(st.data(), st.integers(1, 3), st.sampled_from(rks.DTYPES))
def test_tensors_are_what_was_asked_for(data: st.DataObject, rank: int, dtype: str) -> None:
    flags = data.draw(st.lists(st.booleans(), min_size=rank, max_size=rank))
    rt = data.draw(
        rks.ragged_tensors(ragged_rank=rank, dtype=dtype, uniform=flags, inner=(2,), min_rows=1)
    )
    assert rt.ragged_rank == rank
    assert [p.is_uniform() for p in rt.partitions] == flags
    assert rt.flat_values.shape[1:] == (2,)
    assert 1 <= len(rt) <= 5
    assert rt.dtype.kind == np.dtype("T" if dtype == "StringDType" else dtype).kind


@given(rks.ragged_tensors())
def test_tensors_fit_together(rt: rk.RaggedTensor) -> None:
    counts = [len(rt), *[p.static_nvals for p in rt.partitions]]
    assert counts[:-1] == [p.static_nrows for p in rt.partitions]
    assert counts[-1] == rt.flat_values.shape[0]
    assert len({p.dtype for p in rt.partitions}) == 1


@given(rks.row_partitions())
def test_partitions_fit_together(p: rk.RowPartition) -> None:
    splits = p.row_splits()
    assert splits[0] == 0
    assert (np.diff(splits) >= 0).all()
    assert p.static_nrows <= 6
    assert p.row_lengths().max(initial=0) <= 5


CORNERS: dict[str, Any] = {
    "no-rows": lambda rt: len(rt) == 0,
    "empty-first-row": lambda rt: len(rt) > 1 and rt.row_lengths()[0] == 0 < rt.size,
    "empty-last-row": lambda rt: len(rt) > 1 and rt.row_lengths()[-1] == 0 < rt.size,
    "all-rows-empty": lambda rt: len(rt) > 2 and rt.size == 0,
    "one-row": lambda rt: len(rt) == 1 and rt.size > 1,
    "inner": lambda rt: rt.flat_values.ndim == 2 and rt.size > 2,
    "three-deep": lambda rt: rt.ragged_rank == 3 and rt.size > 1,
    "int32": lambda rt: rt.row_splits.dtype == "int32",
    "mixed-uniform": lambda rt: len({p.is_uniform() for p in rt.partitions}) == 2,
    "read-only": lambda rt: not rt._flat.flags.writeable,
    "cut-out": lambda rt: (
        rt.size > 1 and rt._flat.base is not None and rt._flat.base.size > rt.size
    ),
}


@pytest.mark.parametrize("corner", CORNERS.values(), ids=CORNERS)
def test_corners_are_reached(corner: Any) -> None:
    assert corner(find(rks.ragged_tensors(), corner))


def test_lists_of_other_values_and_depths() -> None:
    assert find(rks.ragged_lists(st.just("x"), depth=3), lambda rows: "x" in str(rows)) == [[["x"]]]
    assert find(rks.ragged_lists(min_rows=2), lambda rows: True) == [[], []]


@pytest.mark.parametrize("dtype", [d for d in rks.DTYPES if d[0] in "fcd"])
def test_finite_values_are_finite(dtype: str) -> None:
    @given(rks.values_of(dtype, finite=True))
    def finite(value: Any) -> None:
        assert value == value
        assert dtype[0] == "d" or np.isfinite(value)

    finite()


def test_a_dtype_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="dtype must be of one of the kinds in DTYPES, got 'V3'"):
        rks.values_of("V3")
