"""The bridge to numba: loops compiled, shared out among threads, and kept within their arrays.

numba itself is imported when the first large array comes; what it compiles is kept on disk. Loops
run without the lock of the interpreter, on runs of rows of about equal size in as many threads as
there are processors. Row splits may be unchecked, and a compiled loop reads and writes wherever it
is told to: `cuts` and `covers` tell whether it may be, or it looks at each row and gives False.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any
from zlib import crc32

from raggedkit._kernels.compiled import loops, moves
from raggedkit._typing import Array
from raggedkit._xp import host_namespace

__all__ = [
    "covers",
    "cuts",
    "is_plain",
    "is_shared",
    "machine_code",
    "probe",
    "read_only",
    "run",
    "share",
    "share_range",
]

_SHARE = 1 << 19  # items for each thread: below a million a second one wakes too late to help


def probe() -> None:
    """Compile and call a loop of one step; an error of any kind says that numba does not work."""
    if machine_code(_plus_one)(1) != 2:
        raise SystemError("numba computed 1 + 1 wrong")


def _plus_one(n: int) -> int:
    return n + 1


@cache
def machine_code(loop: Callable[..., Any]) -> Callable[..., Any]:
    """Return the machine code of a loop, made when it first meets arguments of some type."""
    import numba

    named = FunctionType(loop.__code__, loop.__globals__, loop.__name__)
    named.__qualname__ = f"{loop.__qualname__}_{_taught():08x}"
    done: Callable[..., Any]
    try:
        done = numba.njit(named, cache=True, nogil=True, error_model="numpy")
    except RuntimeError:  # no folder to keep it in can be written to
        done = numba.njit(named, nogil=True, error_model="numpy")
    return done


@cache
def _taught() -> int:
    """Tell numba all words that loops use, and return a number that tells these from others.

    numba keeps code under the name of a loop and looks at the file of the loop alone: the number
    belongs into the name, lest a newer raggedkit find what an older one left.
    """
    words = import_module("raggedkit._kernels.compiled.llvm")  # which imports numba
    words.teach()
    try:
        return crc32(Path(words.__file__ or "").read_bytes())
    except OSError:  # in an archive, where numba keeps nothing either
        return 0


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="raggedkit")


if hasattr(os, "register_at_fork"):  # threads do not live on in a forked process
    os.register_at_fork(after_in_child=_threads.cache_clear)


def _shares(items: int) -> int:
    """Return into how many shares so many items are worth cutting."""
    return max(1, min(os.cpu_count() or 1, items // _SHARE))


def _side_by_side(work: Callable[[int, int], Any], limits: list[int]) -> bool:
    """Do what lies between each limit and the next, in as many threads as there are shares.

    False if some of the work gave False.
    """
    pairs = [(a, b) for a, b in pairwise(limits) if a < b]
    if len(pairs) < 2:
        return work(limits[0], limits[-1]) is not False
    every = [_threads().submit(work, a, b) for a, b in pairs]
    return all([done.result() is not False for done in every])  # noqa: C419  # wait for all


def share(work: Callable[[int, int], Any], splits: Array, items: int) -> bool:
    """Do all rows, in shares of about equally many items if they are many."""
    nrows, shares = splits.shape[0] - 1, _shares(items)
    at = [int(splits[-1]) * k // shares for k in range(1, shares)]
    limits = sorted(splits.searchsorted(at).tolist()) if at else ()
    return _side_by_side(work, [0, *[min(n, nrows) for n in limits], nrows])


def share_range(work: Callable[[int, int], Any], items: int) -> bool:
    """Do all items, in equal shares if they are many."""
    shares = _shares(items)
    return _side_by_side(work, [items * k // shares for k in range(shares + 1)])


def run(
    loop: Callable[..., Any], splits: Array, *arguments: Any, out: Array, items: int | None = None
) -> bool:
    """Call a loop on all rows; ``items`` says how many it moves if not as many as values.

    False if it found a row that would lead outside.
    """
    if loop in loops.UNSIGNED or loop in moves.UNSIGNED:
        splits = splits.view(f"u{splits.dtype.itemsize}")
    compiled, splits = machine_code(loop), read_only(splits)
    frozen = [read_only(a) for a in arguments]

    def work(first: int, limit: int) -> Any:
        return compiled(first, limit, splits, *frozen, out)

    return share(work, splits, int(splits[-1]) if items is None else items)


def is_shared(values: Array) -> bool:
    """Whether more than one thread would work on these: where a single one is NumPy's match."""
    return _shares(values.shape[0]) > 1


def read_only(argument: Any) -> Any:
    """Return a read-only view of an array: numba compiles such arrays apart from others."""
    if isinstance(argument, host_namespace.ndarray) and argument.flags.writeable:
        argument = argument.view()
        argument.flags.writeable = False
    return argument


def cuts(splits: Array, nvals: int) -> bool:
    """Whether row splits lie within the values and never decrease: no loop leaves its arrays."""
    if not splits.shape[0] or int(splits[0]) < 0 or int(splits[-1]) > nvals:
        return False
    return not bool((splits[1:] < splits[:-1]).any())


def is_plain(values: Array, kinds: str = "biuf") -> bool:
    """Whether numba knows the dtype, and the array is one run of native numbers."""
    dtype = values.dtype
    return (
        dtype.kind in kinds
        and dtype.itemsize <= 8
        and (dtype.kind != "f" or dtype.itemsize > 2)
        and dtype.isnative
        and values.flags.c_contiguous
        and values.flags.aligned
    )


def covers(splits: Array, values: Array) -> bool:
    """Whether rows take in all values, so that every item of a result like them is written."""
    nvals = values.shape[0]
    return cuts(splits, nvals) and int(splits[0]) == 0 and int(splits[-1]) == nvals
