"""Compile all loops ahead: ``python -m raggedkit.compile``.

Runs the operations that have compiled loops on large tensors of the ordinary dtypes (float64,
float32, int64, int32, bool). Each loop that is not on disk yet is compiled by numba and written to
the cache folder, where later processes find it. The exit code is 0 if all loops are on disk, 1 if
numba or the folder cannot be used, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, TextIO

import raggedkit as rk
from raggedkit._kernels.compiled import bridge, notice, store
from raggedkit._kernels.compiled.bridge import Made
from raggedkit._kernels.limits import COMPILED_FROM, SHARE
from raggedkit._xp import host_namespace as np

__all__ = ["main"]

_DTYPES = ("float64", "float32", "int64", "int32", "bool")
_WIDTH = 30  # characters of the progress bar

Step = tuple[str, Callable[[], object]]


def main(arguments: list[str] | None = None) -> int:
    """Compile every loop that is not on disk yet and return the exit code.

    Parameters
    ----------
    arguments
        The command line without the name of the program; by default that of this process.

    Returns
    -------
    int
        0 if all loops are on disk; 1 if numba or the cache folder cannot be used; 130 after Ctrl-C.

    Raises
    ------
    SystemExit
        If an argument is unknown.

    Examples
    --------
    >>> from raggedkit.compile import main
    >>> main(["--loud"])
    Traceback (most recent call last):
        ...
    SystemExit: 2
    """
    quiet = _parsed(arguments).quiet
    start, before = perf_counter(), len(bridge.made)
    bar = _Bar(sys.stderr, shown=not quiet)
    notice.mute()
    try:
        if store.folder() is None:
            tried = " or ".join(map(str, store.folders()))
            sys.stderr.write(f"raggedkit: no loop can be kept, {tried} cannot be written\n")
            return 1
        with rk.options(engine="numba"):
            _run(list(_steps()), bar)
    except ImportError as error:
        bar.end()
        sys.stderr.write(f"raggedkit: {error}\n")
        return 1
    except KeyboardInterrupt:
        bar.end()
        count = len(bridge.made) - before
        sys.stderr.write(f"raggedkit: interrupted after {_loops(count)}\n")
        return 130
    bar.end()
    done = bridge.made[before:]
    if any(made.path is None for made in done):
        sys.stderr.write(f"raggedkit: some loops could not be written to {store.folder()}\n")
        return 1
    if not quiet:
        _report(done, perf_counter() - start)
    return 0


def _parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m raggedkit.compile",
        description="Compile all loops for large arrays ahead and keep them on disk.",
    )
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    return parser.parse_args(arguments)


def _run(steps: list[Step], bar: _Bar) -> None:
    for i, (name, step) in enumerate(steps):
        bar.show(i, len(steps), name)
        step()


class _Bar:
    """A progress bar on a terminal; nothing elsewhere."""

    def __init__(self, stream: TextIO, *, shown: bool) -> None:
        self._stream = stream
        self._shown = shown and stream.isatty()

    def show(self, done: int, total: int, name: str) -> None:
        """Draw the bar, with the name of the current step."""
        if self._shown:
            filled = _WIDTH * done // total
            bar = "#" * filled + "." * (_WIDTH - filled)
            self._stream.write(f"\r\x1b[K[{bar}] {done}/{total} {name}")
            self._stream.flush()

    def end(self) -> None:
        """Remove the bar."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _report(done: list[Made], seconds: float) -> None:
    """Print each loop that was compiled, with the dtypes, and the folder."""
    by_name: dict[str, list[str]] = {}
    for made in sorted(done):
        by_name.setdefault(made.name, []).append(_dtypes_of(made.kinds))
    for name, dtypes in by_name.items():
        sys.stdout.write(f"{name}: {', '.join(dict.fromkeys(dtypes))}\n")
    made_now = f"compiled {_loops(len(done))} in {seconds:.0f} s" if done else "all loops are there"
    sys.stdout.write(f"{made_now}; kept in {store.folder()}\n")


def _loops(count: int) -> str:
    return f"{count} loop{'' if count == 1 else 's'}"


def _dtypes_of(kinds: tuple[str, ...]) -> str:
    """Return the dtypes of the arrays after the row splits, as ``float32 to float64``."""
    arrays = [kind.partition("x")[0] for kind in kinds if "x" in kind]
    names = [str(np.dtype(kind)) for kind in (arrays[1:] or arrays)]
    return " to ".join(dict.fromkeys((names[0], names[-1])))


def _steps() -> Iterator[Step]:
    """Yield calls that need every loop, with their names."""
    for dtype in _DTYPES:
        x, large = _tensor(dtype, COMPILED_FROM), _tensor(dtype, SHARE)
        for name, call in (*_reductions(x, dtype), *_moves(x), *_large(large, dtype)):
            yield f"{name} of {dtype}", call


def _tensor(dtype: str, nrows: int) -> Any:
    """Return rows of two values and four values by turns."""
    lengths = np.where(np.arange(nrows) % 2 == 0, 2, 4)
    values = (np.arange(3 * nrows) % 2).astype(dtype)
    return rk.RaggedTensor.from_row_lengths(values, lengths)


def _large(x: Any, dtype: str) -> Iterator[Step]:
    """Yield calls whose loops need a million values."""
    if dtype != "bool":
        pairs = rk.RaggedTensor.from_row_lengths(x, np.full(x.nrows() // 2, 2))
        yield "sort", lambda: rk.sort(x, axis=1)
        yield "sum of groups", lambda: rk.reduce_sum(pairs, axis=1)
        yield "max of groups", lambda: (rk.reduce_max(pairs, axis=1), rk.reduce_min(pairs, axis=1))


def _reductions(x: Any, dtype: str) -> Iterator[Step]:
    groups = x.value_rowids()
    yield "any", lambda: (x.any(axis=1), x.all(axis=1), rk.count_nonzero(x, axis=1))
    yield "sum", lambda: (x.sum(axis=1), x.sum(axis=0))
    if dtype == "bool":
        return
    wide = x.with_values(np.stack([x.flat_values] * 2, axis=1))
    yield "sum", lambda: rk.reduce_sum(x, axis=1)
    yield "max", lambda: (x.max(axis=1), x.min(axis=1))
    yield "argmax", lambda: (rk.argmax(x, axis=1), rk.argmin(x, axis=1))
    yield "prod", lambda: (x.prod(axis=1), rk.reduce_prod(x, axis=1))
    yield "mean", lambda: (x.mean(axis=1), rk.reduce_mean(x, axis=1))
    yield "std", lambda: (x.std(axis=1), rk.reduce_std(rk.cast(x, "float64"), axis=1))
    yield "cumsum", lambda: (x.cumsum(axis=1), rk.cumsum(x, axis=1), rk.cumprod(x, axis=1))
    yield "segment_sum", lambda: rk.segment_sum(x.flat_values, groups)
    yield "unsorted_segment_sum", lambda: rk.unsorted_segment_sum(x.flat_values, groups, x.nrows())
    yield "max of columns", lambda: (rk.reduce_max(x, axis=0), rk.reduce_min(x, axis=0))
    yield "sum of vectors", lambda: (wide.sum(axis=1), rk.reduce_sum(wide, axis=1))
    yield "max of vectors", lambda: (wide.max(axis=1), wide.min(axis=1))
    yield "prod of vectors", lambda: (wide.prod(axis=1), rk.reduce_prod(wide, axis=1))
    if dtype.startswith("float"):
        yield "softmax", lambda: rk.softmax(x)


def _moves(x: Any) -> Iterator[Step]:
    """Yield calls that move values: most of their loops serve every dtype of one size."""
    rows = np.arange(x.nrows())
    picked = x.with_values(np.zeros(x.flat_values.shape[0], dtype="int64"))
    pairs = x.with_values(np.stack([x.flat_values] * 2, axis=1))
    yield "slices", lambda: (x[:, 1:], x[:, ::-1], x[:, ::2], x[::-1], pairs[:, ::2])
    yield "row numbers", lambda: (_new(x).value_rowids(), rk.argsort(x, axis=1))
    yield "gather", lambda: (rk.gather(x, rows[::-1]), rk.gather(x, rows))
    yield "mask", lambda: (x[x != 0], x[rows % 2 == 0], rk.where(x != 0, x, x))
    yield "take_along", lambda: rk.take_along(x, picked)
    yield "concat", lambda: rk.concat([x, x], axis=1)
    yield "to_tensor", lambda: x.to_tensor()
    dense = x.to_tensor()
    lengths = x.row_lengths()
    yield "from_tensor", lambda: rk.RaggedTensor.from_tensor(dense, lengths)
    yield "from_tensor", lambda: rk.RaggedTensor.from_tensor(dense, padding=dense.dtype.type(0))
    yield "sparse", lambda: rk.RaggedTensor.from_sparse(x.to_sparse())


def _new(x: Any) -> Any:
    """Return the tensor without what its partition has cached."""
    return rk.RaggedTensor.from_row_splits(x.flat_values, x.row_splits)


if __name__ == "__main__":
    sys.exit(main())
