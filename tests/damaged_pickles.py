"""Pickles with one bit turned: each is refused, or holds a valid tensor.

``python -m tests.damaged_pickles`` loads them in a process of its own, where a crash hurts nobody.
"""

from __future__ import annotations

import faulthandler
import pickle
import resource
import sys
import warnings
from contextlib import suppress
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition

ROOM = 1 << 30


def tensors() -> list[Any]:
    """Return tensors of each way to pickle one."""
    inner = RaggedTensor.from_row_lengths(np.arange(6.0), [3, 1, 0, 2])
    return [
        rk.ragged.constant([[1, 2], [], [3, 4, 5]]),
        RaggedTensor.from_row_splits(np.array(["a", "b", "c"]), [0, 1, 1, 3]),
        RaggedTensor.from_row_splits(inner, np.array([0, 1, 4])),
        RaggedTensor.from_uniform_row_length(inner, 2),
        RowPartition.from_row_lengths([2, 0, 1]),
    ]


def check(found: Any) -> None:
    """Fail where splits are none, and use the tensor."""
    parts = (found,) if isinstance(found, RowPartition) else found.partitions
    counts = [p.static_nrows for p in parts[1:]]
    if isinstance(found, RaggedTensor):
        counts.append(found.flat_values.shape[0])
    for i, part in enumerate(parts):
        if part.static_nrows > 1 << 20:  # of rows declared to be empty there may be many
            return
        splits = part.row_splits()
        assert splits.ndim == 1, splits
        assert splits.dtype in (np.int32, np.int64), splits.dtype
        assert int(splits[0]) == 0, splits
        assert bool((splits[1:] >= splits[:-1]).all()), splits
        assert i >= len(counts) or int(splits[-1]) == counts[i], splits
    if isinstance(found, RaggedTensor):
        with suppress(SystemError):  # text of characters that there are not, says NumPy
            found.to_list()
        rk.gather(found, np.zeros(2 * min(len(found), 1), int))


def main() -> None:
    faulthandler.enable()
    warnings.simplefilter("ignore")
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (used + ROOM, used + ROOM))
    loaded = 0
    for one in tensors():
        for protocol in (4, 5):
            memory = pickle.dumps(one, protocol)
            start = memory.find(b"rebuild")  # what is before it names modules, which may be any
            for bit in range(8 * max(start, 0), 8 * len(memory)):
                damaged = bytearray(memory)
                damaged[bit // 8] ^= 1 << bit % 8
                try:
                    found = pickle.loads(damaged)
                except Exception:  # pickle's own errors are of many kinds
                    continue
                if isinstance(found, RaggedTensor | RowPartition):
                    check(found)
                    loaded += 1
    sys.stdout.write(f"{loaded} done\n")


if __name__ == "__main__":
    main()
