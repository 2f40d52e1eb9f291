"""Corpus of calls that once crashed, hung or returned a wrong result."""

from __future__ import annotations

import operator
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, TensorShape
from raggedkit.testing import assert_ragged_equal
from tests.hostile import child
from tests.hostile.objects import deep, itself, itself_in_an_array
from tests.hostile.targets import Target

__all__ = ["CASES"]

ROWS = [[1, 2, 3], [], [4]]
WRAPPED = [0, 2**62, -(2**63), -(2**62), 0]
NP: Any = np  # whose functions get arguments of wrong types below
RK: Any = rk
RECORDS = NP.rec.array([(1, 2.0), (3, 4.0)])
MISSING = np.dtypes.StringDType(na_object=None)
WIDE = np.zeros((2**30, 0))


def _unvalidated() -> RaggedTensor:
    return RaggedTensor.from_row_splits(np.arange(4.0), np.array(WRAPPED), validate=False)


def _unpickled(splits: list[int]) -> Any:
    """A pickle whose splits were changed after it was made."""
    rt = RaggedTensor.from_row_splits(np.arange(4), np.array([0, 1, 4]))
    old, new = (np.array(s, np.int64).tobytes() for s in ([0, 1, 4], splits))
    return pickle.loads(pickle.dumps(rt, 5).replace(old, new))


def _shared_lengths() -> Any:
    lengths = np.array([3, 0, 3])
    rt = RaggedTensor.from_row_lengths(np.arange(6.0), lengths)
    lengths[0] = 50
    return rt


CASES: dict[str, Callable[[], Any]] = {
    "repeat-wraps": lambda: rk.repeat(rk.array(ROWS), 2**62, axis=1),
    "repeat-per-row": lambda: rk.repeat(rk.array(ROWS), [2**62] * 3, axis=0),
    "repeat-per-value": lambda: rk.repeat(
        rk.array(ROWS), rk.array([[2**62] * 3, [], [2**62]]), axis=1
    ),
    "pad_to-wraps": lambda: rk.pad_to(rk.array([[1], [], [2], [3]]), [2**62] * 4),
    "searchsorted": lambda: repr(rk.searchsorted(_unvalidated(), _unvalidated())),
    "sort": lambda: repr(rk.sort(_unvalidated())),
    "gather": lambda: repr(rk.gather(_unvalidated(), [0, 0, 0])),
    "unpickled-far": lambda: _unpickled([0, 1, 2**40])[1],
    "unpickled-decreasing": lambda: _unpickled([0, 5, 4])[1],
    "unpickled-late": lambda: _unpickled([3, 3, 4]).to_list(),
    "shared-lengths": _shared_lengths,
    "int32-splits": lambda: RaggedTensor.from_row_splits(WIDE, np.array([0, 2**30], np.int32))[
        [0, 0]
    ],
    "int32-repeat": lambda: rk.repeat(
        RaggedTensor.from_row_splits(WIDE, np.array([0, 2**30], np.int32)), 2, axis=0
    ),
    "itself": lambda: rk.array(itself()),
    "itself-in-an-array": lambda: rk.array(itself_in_an_array()),
    "deep": lambda: rk.array(deep(2000)),
    "deep-axis": lambda: rk.array(ROWS).squeeze(deep(2000)),
    "range": lambda: rk.ragged.range([0], [2**63 - 1], 2**62),
    "concat-far-axis": lambda: rk.concat([rk.array(ROWS)], 2**62),
    "top_k-of-objects": lambda: rk.top_k(np.array([[1, 2], None, "a"], object)),
    "sparse-of-no-columns": lambda: rk.array([[], []]).to_sparse(),
    "empty-outgrows-the-rows": lambda: rk.array([[]]).max(axis=[], empty=np.zeros((3, 0))),
    "shape-beside-an-array": lambda: operator.or_(TensorShape([2, None]), np.arange(3)),
    "gradient-of-a-list": lambda: NP.gradient([1.0, 2.0], RK.array(ROWS), axis=1),
    "operand-is-a-class": lambda: NP.arctan2(NP.float32, NP.arange(2.0), out=RK.array(ROWS)),
    "add_n-of-two-shapes": lambda: RK.add_n([[[1.0, 2.0]], [1.0, 2.0, 3.0]]),
    "split_at-a-vector": lambda: RK.split_at(NP.ones((2, 3)), NP.arange(4)),
    "cumsum-as-text": lambda: RK.array(ROWS).cumsum(axis=1, dtype=NP.dtypes.StringDType()),
    "assert_ragged_equal-of-records": lambda: assert_ragged_equal(RECORDS, NP.array([1.0, 1.5])),
    "flag-is-an-array": lambda: RK.RaggedTensor.from_row_lengths(
        NP.arange(5), [2, 1], NP.array([True, True])
    ),
    "truth-of-objects": lambda: RK.count_nonzero(NP.array([[1], NP.arange(2)], object)),
    "initial-below-uint64": lambda: NP.sum(RK.array([[1]], "uint64"), axis=1, initial=-1),
    "diff-of-a-list": lambda: NP.diff([NP.array("a")], prepend=RK.array(ROWS)),
    "order-is-void": lambda: NP.reshape(RK.array(ROWS), [-1], order=NP.zeros(2, "V4")),
    "order-is-an-array": lambda: NP.ravel(RK.array(ROWS), order=NP.arange(4)),
    "num-is-an-array": lambda: RK.split(RK.array(ROWS), [1, 2], num=NP.arange(3)),
    "batch-past-int64": lambda: RK.plots.padding(RK.array(ROWS), batch=2**64),
    "share-is-bytes": lambda: RK.plots.widths(RK.array(ROWS), share=b"a"),
    "levels-are-no-list": lambda: RK.plots.icicle(RK.array(ROWS), levels=NP.array(2.5)),
    "cmap-is-an-array": lambda: RK.plots.heatmap(RK.array(ROWS), cmap=NP.array(1)),
    "axis-is-a-class": lambda: RK.array(ROWS).as_uniform(axis=NP.float32),
    "encoding-is-a-surrogate": lambda: RK.strings.unicode_transcode([["a"]], "\ud800", "UTF-8"),
    "tile-a-declared-size": lambda: repr(
        RK.tile(RK.RaggedTensor.from_uniform_row_length(NP.zeros(0), 2), [2**31, 2**62])
    ),
    "text-missing-in-R": lambda: repr(
        __import__("raggedkit_r").as_character(NP.array(["a", None], MISSING))
    ),
    "kind-is-a-tensor": lambda: __import__("raggedkit_r").Vector(kind=RK.array(ROWS)),
    "mean-of-deep-lists": lambda: __import__("raggedkit_r").mean(deep(2000)),
    "rep": lambda: __import__("raggedkit_r").rep([1, 2], each=2**61),
    "inner-axes-in-R": lambda: __import__("raggedkit_r").flat_values(
        RaggedTensor.from_row_lengths(np.zeros((3, 2)), [3])
    ),
}


if __name__ == "__main__":
    child.main({"corpus": [Target(name, case, ()) for name, case in CASES.items()]}, sys.argv[1:])
