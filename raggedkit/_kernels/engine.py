"""Which form of a kernel runs: NumPy's, which is always there, or a loop that numba compiled.

A kernel wrapped in `accelerated` asks `numba` first where an array is large and lies in the
host's memory. The compiled form has the same signature and returns None for what it leaves to
NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from raggedkit._kernels import numba as _numba
from raggedkit._kernels import numba_moves, numba_segment

__all__ = ["COMPILED", "COMPILED_FROM", "accelerated"]

COMPILED = {name: getattr(m, name) for m in (numba_moves, numba_segment) for name in m.__all__}
COMPILED_FROM = 1 << 15  # items of an array from which a compiled loop is worth its call

P = ParamSpec("P")
R = TypeVar("R")


def accelerated(position: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Try the compiled form of a kernel first, if its argument at ``position`` is large."""

    def wrap(plain: Callable[P, R]) -> Callable[P, R]:
        compiled: Callable[..., R | None] = COMPILED[plain.__name__]

        @wraps(plain)
        def chosen(*args: P.args, **kwargs: P.kwargs) -> R:
            items: Any = args[position]
            if isinstance(items, list):
                items = items[0]
            if items.shape[0] >= COMPILED_FROM and _numba.in_force(items):
                done = compiled(*args, **kwargs)
                if done is not None:
                    return done
            return plain(*args, **kwargs)

        return chosen

    return wrap
