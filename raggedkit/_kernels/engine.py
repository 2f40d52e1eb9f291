"""Which form of a kernel runs: NumPy's, which is always there, or a loop that numba compiled.

A kernel wrapped in `accelerated` asks for its compiled form first where an array is large and lies
in the host's memory. That form has the same signature and returns None for what it leaves to
NumPy's. Its module is loaded when it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ParamSpec, TypeVar

from raggedkit._options import get_options
from raggedkit._xp import host_namespace

__all__ = ["COMPILED_FROM", "HOMES", "accelerated", "compiled_form", "in_force", "is_installed"]

COMPILED_FROM = 1 << 15  # items of an array from which a compiled loop is worth its call
# The module that holds the compiled form of each kernel.
HOMES = {
    "arg_rows": "numba_segment",
    "choose": "numba_moves",
    "compact": "numba_moves",
    "count_unpadded": "numba_moves",
    "count_up": "numba_moves",
    "interleave": "numba_moves",
    "keep": "numba_moves",
    "offsets_in_rows": "numba_moves",
    "pad": "numba_moves",
    "ranges": "numba_moves",
    "reduce_rows": "numba_segment",
    "reduce_runs": "numba_segment",
    "reduce_slots": "numba_segment",
    "reduce_spans": "numba_segment",
    "scan_rows": "numba_segment",
    "softmax_rows": "numba_segment",
    "sort_rows": "numba_moves",
    "spans_of_rows": "numba_moves",
    "splits_of_kept": "numba_moves",
    "splits_to_rowids": "numba_moves",
    "square_rows": "numba_segment",
    "take_in_rows": "numba_moves",
    "take_ranges": "numba_moves",
}

P = ParamSpec("P")
R = TypeVar("R")


@cache
def is_installed() -> bool:
    """Whether numba can be imported, as far as can be told without doing so."""
    return find_spec("numba") is not None


def in_force(array: Any) -> bool:
    """Whether compiled loops may work on this array: the options say so, and the host holds it."""
    engine = get_options().engine
    return (
        engine != "numpy"
        and isinstance(array, host_namespace.ndarray)
        and (engine == "numba" or is_installed())
    )


@cache
def compiled_form(name: str) -> Callable[..., Any]:
    """Return the compiled form of a kernel."""
    form: Callable[..., Any] = getattr(import_module(f"raggedkit._kernels.{HOMES[name]}"), name)
    return form


def accelerated(position: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Try the compiled form of a kernel first, if its argument at ``position`` is large."""

    def wrap(plain: Callable[P, R]) -> Callable[P, R]:
        name = plain.__name__

        @wraps(plain)
        def chosen(*args: P.args, **kwargs: P.kwargs) -> R:
            items: Any = args[position]
            if isinstance(items, list):
                items = items[0]
            if items.shape[0] >= COMPILED_FROM and in_force(items):
                done: R | None = compiled_form(name)(*args, **kwargs)
                if done is not None:
                    return done
            return plain(*args, **kwargs)

        return chosen

    return wrap
