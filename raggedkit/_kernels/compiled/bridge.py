"""The bridge to compiled loops: finds or compiles them, and shares rows among threads.

A loop is compiled by numba once for the types of its arguments and kept on disk as object code,
which later processes load without numba (see `machine`, `store`). Loops run without the
interpreter's lock, in as many threads as there are processors, each on a run of rows of about equal
size. A compiled loop checks no index: row splits may be unvalidated, so either `cuts` or `covers`
checks them before the call, or the loop checks each row and returns False.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from raggedkit._kernels import limits
from raggedkit._kernels.compiled import loops, machine, moves, notice, store, worker
from raggedkit._kernels.readiness import CannotCompileError, UnreadyError, asked, same_bits
from raggedkit._typing import Array
from raggedkit._xp import host_namespace

__all__ = [
    "Loop",
    "Made",
    "covers",
    "cuts",
    "is_plain",
    "is_shared",
    "look",
    "made",
    "machine_code",
    "probe",
    "run",
    "share",
    "share_range",
    "usable",
]

_SHARE = limits.SHARE
_ndarray = host_namespace.ndarray
_PLAIN_FLAGS = machine.LAYOUT.plain
_PLAIN: dict[type, str] = {bool: "b1", int: "i8", float: "f8"}


def look() -> None:
    """Raise an error if numba is not installed or llvmlite does not work; import no numba."""
    absent = "numba" in sys.modules and sys.modules["numba"] is None  # as tests block it
    if absent or ("numba" not in sys.modules and find_spec("numba") is None):
        raise ModuleNotFoundError("No module named 'numba'", name="numba")
    machine.started()


def probe() -> None:
    """Compile, or load, and call a loop of one step; any error means that numba does not work."""
    out = host_namespace.zeros(1)
    # Without a call that NumPy's form could serve, `_form` compiles at once.
    before, asked.call = asked.call, None
    try:
        machine_code(_plus_one)(1, out)
    except CannotCompileError as failure:
        raise failure.__cause__ or failure from None
    finally:
        asked.call = before
    if out[0] != 2:
        raise SystemError("numba computed 1 + 1 wrong")


def _plus_one(n: int, out: Array) -> None:
    out[0] = n + 1


class Made(NamedTuple):
    """A loop that this process compiled."""

    name: str
    kinds: tuple[str, ...]
    seconds: float
    path: Path | None  # None if no folder can be written


made: list[Made] = []


class Loop:
    """A loop in all its compiled forms, one for each combination of argument types."""

    def __init__(self, loop: Callable[..., Any]) -> None:
        self._loop = loop
        self._bound: dict[Any, machine.Form] = {}  # by Python types and dtypes, quick to look up
        self._forms: dict[tuple[str, ...], machine.Form] = {}
        self._jobs: dict[tuple[str, ...], worker.Job] = {}

    def __call__(self, *arguments: Any) -> bool:
        """Call the loop; True if it returns nothing."""
        form, fields = self._find(arguments)
        return form(*fields)

    def bind(self, *arguments: Any) -> Callable[[int, int], bool]:
        """Return the loop as a function of its first row and its limit."""
        form, fields = self._find((0, 0, *arguments))
        fixed = fields[2:]

        # Addresses do not keep arrays alive, so the function does until its last share is done.
        def rows(first: int, limit: int, *, alive: Any = arguments) -> bool:
            return form(first, limit, *fixed)

        return rows

    def require(self, *arguments: Any) -> None:
        """Find or compile the form for such arguments, before threads call it."""
        self._find(arguments)

    def _find(self, arguments: tuple[Any, ...]) -> tuple[machine.Form, list[Any]]:
        """Return the form for the types of the arguments, and the arguments as it takes them."""
        key: list[Any] = []
        fields: list[Any] = []
        for a in arguments:
            if isinstance(a, _ndarray):
                key.append(a.dtype)
                key.append(a.ndim)
                # The loop reads size and memory from the array object itself: `id` is its address.
                fields.append(id(a))
            else:
                key.append(type(a))
                fields.append(a.item() if isinstance(a, host_namespace.generic) else a)
        form = self._bound.get(tuple(key))
        if form is None:
            form = self._bound[tuple(key)] = self._form(tuple(map(_kind, arguments)))
        return form, fields

    def _form(self, kinds: tuple[str, ...]) -> machine.Form:
        """Load a form from disk or have it compiled; `UnreadyError` if NumPy's form can serve."""
        form, job = self._forms.get(kinds), self._jobs.get(kinds)
        if form is not None:
            return form
        if job is None:
            kept = store.read(self._loop, kinds)
            if kept is not None:
                # Two threads may load the same form; both use the first.
                return self._forms.setdefault(kinds, _loaded(kept, kinds))
            job = self._jobs.setdefault(kinds, self._job(kinds))
        elif job.done.is_set():
            if job.error is not None:
                raise CannotCompileError from job.error
            job = self._jobs[kinds] = self._job(kinds)  # Ctrl-C ended the last one
        if asked.call is not None and same_bits(*asked.call):
            worker.later(job)
            raise UnreadyError
        name, first = self._loop.__name__, "numba" not in sys.modules
        notice.announce(name, first=first, kept=store.folder() is not None)
        try:
            worker.now(job)
        except Exception as error:
            raise CannotCompileError from error
        return self._forms[kinds]

    def _job(self, kinds: tuple[str, ...]) -> worker.Job:
        def compile_it() -> None:
            start = perf_counter()
            compiler = import_module("raggedkit._kernels.compiled.compiler")  # imports numba
            done = compiler.compiled(self._loop, kinds)
            path = store.write(self._loop, kinds, done)
            self._forms[kinds] = machine.form(done, kinds)
            made.append(Made(self._loop.__name__, kinds, perf_counter() - start, path))

        return worker.Job(compile_it)


def _loaded(kept: machine.Compiled, kinds: tuple[str, ...]) -> machine.Form:
    try:
        return machine.form(kept, kinds)
    except Exception as error:
        raise CannotCompileError from error


def _kind(argument: Any) -> str:
    """Return the type of an argument: ``i8``, or ``f4x2`` for an array of two dimensions."""
    if (plain := _PLAIN.get(type(argument))) is not None:
        return plain
    dtype = argument.dtype
    if not dtype.isnative:
        raise ValueError(f"arrays of a compiled loop must be native, got {dtype}")
    ndim = f"x{argument.ndim}" if isinstance(argument, _ndarray) else ""
    return f"{dtype.kind}{dtype.itemsize}{ndim}"


@cache
def machine_code(loop: Callable[..., Any]) -> Loop:
    """Return the compiled forms of a loop."""
    return Loop(loop)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="raggedkit")


if hasattr(os, "register_at_fork"):  # a forked process has no threads
    os.register_at_fork(after_in_child=_threads.cache_clear)


def _shares(items: int) -> int:
    """Return the number of threads that pay for this number of items."""
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
    """Work on all rows; many rows are split into shares with about equal numbers of items."""
    nrows, shares = splits.shape[0] - 1, _shares(items)
    at = [int(splits[-1]) * k // shares for k in range(1, shares)]
    # Splits made with validate=False may be unsorted: the search may end after the last row.
    limits = sorted(splits.searchsorted(at).tolist()) if at else ()
    return _side_by_side(work, [0, *[min(n, nrows) for n in limits], nrows])


def share_range(work: Callable[[int, int], Any], items: int) -> bool:
    """Work on all items; many items are split into equal shares."""
    shares = _shares(items)
    return _side_by_side(work, [items * k // shares for k in range(shares + 1)])


def run(
    loop: Callable[..., Any], splits: Array, *arguments: Any, out: Array, items: int | None = None
) -> bool:
    """Call a loop on all rows; ``items`` is the work, by default the number of values.

    False if the loop found a row that reaches outside its array.
    """
    # As unsigned numbers negative splits are too large, so the loop compares once, not twice.
    if loop in loops.UNSIGNED or loop in moves.UNSIGNED:
        splits = splits.view(f"u{splits.dtype.itemsize}")
    rows = machine_code(loop).bind(*(usable(a) for a in (splits, *arguments)), out)
    return share(rows, splits, int(splits[-1]) if items is None else items)


def is_shared(values: Array) -> bool:
    """Whether there is work for two threads; one alone is not faster than NumPy.

    The number of processors is not looked at: digits must not depend on it.
    """
    return bool(values.shape[0] >= 2 * _SHARE)


def usable(argument: Any) -> Any:
    """Return an array that a loop may read: contiguous, aligned and native, else a copy."""
    if isinstance(argument, _ndarray):
        dtype = argument.dtype
        if argument.flags.num & _PLAIN_FLAGS != _PLAIN_FLAGS or not dtype.isnative:
            return host_namespace.array(argument, dtype=dtype.newbyteorder("="), order="C")
    return argument


def cuts(splits: Array, nvals: int) -> bool:
    """Whether row splits stay within the values and never decrease."""
    # Splits that never decrease are all between the first and the last one.
    if not splits.shape[0] or int(splits[0]) < 0 or int(splits[-1]) > nvals:
        return False
    return not bool((splits[1:] < splits[:-1]).any())


def is_plain(values: Array, kinds: str = "biuf") -> bool:
    """Whether numba supports the dtype, and the array is contiguous, native and aligned."""
    dtype = values.dtype
    return (
        dtype.kind in kinds
        and dtype.itemsize <= 8
        and (dtype.kind != "f" or dtype.itemsize > 2)  # numba computes no half floats on a CPU
        and dtype.isnative
        and values.flags.c_contiguous
        and values.flags.aligned
    )


def covers(splits: Array, values: Array) -> bool:
    """Whether rows cover all values, so that a loop writes every item of its result."""
    nvals = values.shape[0]
    return cuts(splits, nvals) and int(splits[0]) == 0 and int(splits[-1]) == nvals
