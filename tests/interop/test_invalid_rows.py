"""Row splits of validate=False are checked before another library gets them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

RT = rk.RaggedTensor
VALUES = np.arange(4.0)
SPLITS = {
    "wrapped": ([0, 2**62, -(2**63), -(2**62), 4], r"must not decrease, got .*\[1:3\]"),
    "decreasing": ([0, 3, 1, 4], r"must not decrease, got .*\[1:3\] = \[3, 1\]"),
    "negative": ([0, -2, 4], r"must not decrease, got .*\[0:2\] = \[0, -2\]"),
    "late": ([2, 3, 4], r"must start at 0, got .*\[0\] = 2"),
    "long": ([0, 2, 9], "must end at the number of items, 4, got 9"),
    "short": ([0, 1, 2], "must end at the number of items, 4, got 2"),
}
OUT: dict[str, Any] = {
    "to_arrow": lambda rt: rt.to_arrow(),
    "capsule": lambda rt: rt.__arrow_c_array__(),
    "stream": lambda rt: rt.__arrow_c_stream__(),
    "to_awkward": lambda rt: rt.to_awkward(),
    "to_pandas": lambda rt: rt.to_pandas(),
    "to_torch": lambda rt: rt.to_torch(),
}


@pytest.mark.parametrize("out", OUT.values(), ids=OUT)
@pytest.mark.parametrize(("splits", "message"), SPLITS.values(), ids=SPLITS)
def test_splits_that_point_elsewhere(splits: list[int], message: str, out: Any) -> None:
    rt = RT.from_row_splits(VALUES, np.array(splits), validate=False)
    with pytest.raises(ValueError, match=message):
        out(rt)


@pytest.mark.parametrize("out", ["to_arrow", "to_awkward", "to_pandas"])
@pytest.mark.parametrize(("splits", "message"), SPLITS.values(), ids=SPLITS)
def test_inner_splits_and_tables(splits: list[int], message: str, out: str) -> None:
    inner = RT.from_row_splits(VALUES, np.array(splits), validate=False)
    outer = RT.from_row_lengths(inner, [len(inner)])
    with pytest.raises(ValueError, match=message):
        getattr(outer, out)()
    with pytest.raises(ValueError, match=message):
        getattr(rk.RaggedTable({"x": outer}), out)()


def test_nothing_is_written(tmp_path: Path) -> None:
    rt = RT.from_row_splits(VALUES, np.array([0, 2, 9]), validate=False)
    with pytest.raises(ValueError, match="must end at"):
        rt.to_parquet(tmp_path / "x.parquet")
    with pytest.raises(ValueError, match="must end at"):
        rt.to_feather(tmp_path / "x.feather")
    assert list(tmp_path.iterdir()) == []


def test_a_uniform_axis_of_many_rows_makes_no_splits() -> None:
    rt = RT.from_uniform_row_length(np.zeros(0), 0, nrows=1 << 28)
    assert len(rt.to_awkward()) == 1 << 28
    assert rt.partitions[0]._splits is None
