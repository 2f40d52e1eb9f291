"""Calls that once crashed, hung, or were answered wrongly; tried as the generated inputs are."""

from __future__ import annotations

import operator
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, TensorShape
from tests.hostile import child
from tests.hostile.objects import deep, itself, itself_in_an_array
from tests.hostile.targets import Target

__all__ = ["CASES"]

ROWS = [[1, 2, 3], [], [4]]
WRAPPED = [0, 2**62, -(2**63), -(2**62), 0]
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
    "rep": lambda: __import__("raggedkit_r").rep([1, 2], each=2**61),
    "inner-axes-in-R": lambda: __import__("raggedkit_r").flat_values(
        RaggedTensor.from_row_lengths(np.zeros((3, 2)), [3])
    ),
}


if __name__ == "__main__":
    child.main({"corpus": [Target(name, case, ()) for name, case in CASES.items()]}, sys.argv[1:])
