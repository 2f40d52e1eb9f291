"""The bridge to numba: compiles loops, caches them on disk, and shares rows among threads.

numba is imported when the first large array comes. Loops run without the interpreter's lock, in as
many threads as there are processors, each on a run of rows of about equal size. A compiled loop
checks no index: row splits may be unvalidated, so either `cuts` or `covers` checks them before the
call, or the loop checks each row and returns False.
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

from raggedkit._kernels import limits
from raggedkit._kernels.compiled import lanes, loops, moves
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

_SHARE = limits.SHARE


def probe() -> None:
    """Compile and call a loop of one step; any error means that numba does not work."""
    if machine_code(_plus_one)(1) != 2:
        raise SystemError("numba computed 1 + 1 wrong")


def _plus_one(n: int) -> int:
    return n + 1


@cache
def machine_code(loop: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled form of a loop, which numba specialises for the types of each call."""
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
    """Register the intrinsics with numba; return a checksum of what loops are compiled with.

    numba caches code under the name of a loop and looks at the file of the loop alone. With the
    checksum in that name, an upgrade of raggedkit recompiles.
    """
    intrinsics = import_module("raggedkit._kernels.compiled.llvm")  # which imports numba
    intrinsics.teach()
    try:
        found = 0
        for module in (intrinsics, lanes):
            found = crc32(Path(module.__file__ or "").read_bytes(), found)
        return found
    except OSError:  # in an archive, where numba caches nothing either
        return 0


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="raggedkit")


if hasattr(os, "register_at_fork"):  # a forked process has no threads
    os.register_at_fork(after_in_child=_threads.cache_clear)


def _shares(items: int) -> int:
    """Return the number of threads that are worth starting for so many items."""
    return max(1, min(os.cpu_count() or 1, items // _SHARE))


def _side_by_side(work: Callable[[int, int], Any], limits: list[int]) -> bool:
    """Call ``work(a, b)`` for each pair of neighbouring limits, one thread each.

    False if any call returned False.
    """
    pairs = [(a, b) for a, b in pairwise(limits) if a < b]
    if len(pairs) < 2:
        return work(limits[0], limits[-1]) is not False
    every = [_threads().submit(work, a, b) for a, b in pairs]
    return all([done.result() is not False for done in every])  # noqa: C419  # wait for all


def share(work: Callable[[int, int], Any], splits: Array, items: int) -> bool:
    """Work on all rows, in shares of about equally many items where there are many."""
    nrows, shares = splits.shape[0] - 1, _shares(items)
    at = [int(splits[-1]) * k // shares for k in range(1, shares)]
    limits = sorted(splits.searchsorted(at).tolist()) if at else ()
    return _side_by_side(work, [0, *[min(n, nrows) for n in limits], nrows])


def share_range(work: Callable[[int, int], Any], items: int) -> bool:
    """Work on all items, in equal shares where there are many."""
    shares = _shares(items)
    return _side_by_side(work, [items * k // shares for k in range(shares + 1)])


def run(
    loop: Callable[..., Any], splits: Array, *arguments: Any, out: Array, items: int | None = None
) -> bool:
    """Call a loop on all rows; ``items`` is the work, by default the number of values.

    False if the loop found a row that reaches outside its array.
    """
    if loop in loops.UNSIGNED or loop in moves.UNSIGNED:
        splits = splits.view(f"u{splits.dtype.itemsize}")
    compiled, splits = machine_code(loop), read_only(splits)
    frozen = [read_only(a) for a in arguments]

    def work(first: int, limit: int) -> Any:
        return compiled(first, limit, splits, *frozen, out)

    return share(work, splits, int(splits[-1]) if items is None else items)


def is_shared(values: Array) -> bool:
    """Whether more than one thread would work on these; one alone is not faster than NumPy."""
    return _shares(values.shape[0]) > 1


def read_only(argument: Any) -> Any:
    """Return a read-only view: numba compiles a loop again for arrays that can be written."""
    if isinstance(argument, host_namespace.ndarray) and argument.flags.writeable:
        argument = argument.view()
        argument.flags.writeable = False
    return argument


def cuts(splits: Array, nvals: int) -> bool:
    """Whether row splits stay within the values and never decrease."""
    if not splits.shape[0] or int(splits[0]) < 0 or int(splits[-1]) > nvals:
        return False
    return not bool((splits[1:] < splits[:-1]).any())


def is_plain(values: Array, kinds: str = "biuf") -> bool:
    """Whether numba supports the dtype, and the array is contiguous, native and aligned."""
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
    """Whether rows cover all values, so that a loop writes every item of its result."""
    nvals = values.shape[0]
    return cuts(splits, nvals) and int(splits[0]) == 0 and int(splits[-1]) == nvals
