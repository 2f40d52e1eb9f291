"""Pickles with one flipped bit: loading raises, or returns a valid tensor.

``python -m tests.damaged_pickles`` loads them in a process of its own, where a crash hurts nobody.
"""

from __future__ import annotations

import mmap
import os
import pickle
import resource
import struct
import sys
import traceback
import warnings
from contextlib import suppress
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition
from tests.campaign import TIMES

ROOM = 1 << 30


def tensors() -> list[Any]:
    """Return tensors for each form of pickling."""
    inner = RaggedTensor.from_row_lengths(np.arange(6.0), [3, 1, 0, 2])
    return [
        rk.ragged.constant([[1, 2], [], [3, 4, 5]]),
        RaggedTensor.from_row_splits(np.arange(3.0)[:, None], [0, 1, 1, 3]),
        RaggedTensor.from_row_splits(np.array(["a", "b", "c"]), [0, 1, 1, 3]),
        RaggedTensor.from_row_splits(inner, np.array([0, 1, 4])),
        RaggedTensor.from_uniform_row_length(inner, 2),
        RowPartition.from_row_lengths([2, 0, 1]),
    ]


def check(found: Any) -> None:
    """Raise if splits are invalid, and use the tensor."""
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


def damaged() -> list[bytes]:
    """Return pickles with one bit turned, behind the names of modules: in a campaign each bit.

    Daily each third one: of a byte another three each time, as 3 does not divide 8.
    """
    found, step = [], 3 if TIMES == 1 else 1
    for one in tensors():
        for protocol in (4, 5):
            memory = pickle.dumps(one, protocol)
            for bit in range(8 * max(memory.find(b"rebuild"), 0), 8 * len(memory), step):
                wrong = bytearray(memory)
                wrong[bit // 8] ^= 1 << bit % 8
                found.append(bytes(wrong))
    return found


def work(every: list[bytes], first: int, state: mmap.mmap) -> None:
    """Load pickles from ``first`` on; write number, step and count to ``state``."""
    at, _, loaded = struct.unpack_from("3q", state)
    for at in range(first, len(every)):
        struct.pack_into("3q", state, 0, at, LOADING, loaded)
        try:
            found = pickle.loads(every[at])
        except Exception:  # pickle's own errors are of many kinds
            continue
        if isinstance(found, RaggedTensor | RowPartition):
            struct.pack_into("3q", state, 0, at, USING, loaded)
            check(found)
            loaded += 1
    struct.pack_into("3q", state, 0, len(every), LOADING, loaded)


LOADING, USING = 0, 1


def main() -> None:
    """Load them in a child process; after a crash of pickle or NumPy another one continues."""
    warnings.simplefilter("ignore")
    every, state, at, crashes = damaged(), mmap.mmap(-1, 64), -1, 0
    while at < len(every):
        child = os.fork()
        if not child:
            room = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + ROOM
            resource.setrlimit(resource.RLIMIT_DATA, (room, room))
            try:
                work(every, at + 1, state)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        at, doing, loaded = struct.unpack_from("3q", state)
        crashes += status != 0
        if status and (doing == USING or crashes > 100):
            sys.stdout.write(f"status {status} of pickle {at}: {every[at]!r}\n")
            sys.exit(1)
    sys.stdout.write(f"{loaded} done\n")


if __name__ == "__main__":
    main()
