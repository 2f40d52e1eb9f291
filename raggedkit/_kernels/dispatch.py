"""Choice between the NumPy form of a kernel and the loop that numba compiles.

A kernel wrapped in `accelerated` tries its compiled form first if the array is large and in the
host's memory. The compiled form has the same signature and returns None for input that it does not
support; then NumPy's form runs. Its module is imported at the first such call. If numba is
installed but does not work, there is one warning, and NumPy's form runs.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from raggedkit._caller import as_the_caller, is_refused, level_of_caller
from raggedkit._kernels.limits import COMPILED_FROM
from raggedkit._optional import Fault, broken, fault_of
from raggedkit._options import get_options
from raggedkit._xp import host_namespace

__all__ = ["COMPILED_FROM", "HOMES", "accelerated", "compiled_form", "in_force", "numba_works"]

# The module that holds the compiled form of each kernel.
HOMES = {
    "arg_rows": "compiled.segment",
    "choose": "compiled.gather",
    "compact": "compiled.gather",
    "count_unpadded": "compiled.gather",
    "count_up": "compiled.gather",
    "interleave": "compiled.gather",
    "keep": "compiled.gather",
    "offsets_in_rows": "compiled.gather",
    "pad": "compiled.gather",
    "ranges": "compiled.gather",
    "reduce_rows": "compiled.segment",
    "reduce_runs": "compiled.segment",
    "reduce_slots": "compiled.segment",
    "reduce_spans": "compiled.segment",
    "scan_rows": "compiled.segment",
    "softmax_rows": "compiled.segment",
    "sort_rows": "compiled.gather",
    "spans_of_rows": "compiled.gather",
    "splits_of_kept": "compiled.gather",
    "splits_to_rowids": "compiled.gather",
    "square_rows": "compiled.segment",
    "take_in_rows": "compiled.gather",
    "take_ranges": "compiled.gather",
}

P = ParamSpec("P")
R = TypeVar("R")


_warned: list[Fault] = []  # at most one: there is one warning per process


def numba_works() -> bool:
    """Whether numba can be used; a warning says once why an installed one can't."""
    fault = fault_of("numba")
    if fault is not None and fault.installed and not _warned:
        _warned.append(fault)
        _warn(fault)
    return fault is None


def _warn(fault: Fault) -> None:
    text = (
        f"numba is installed but does not work ({fault.reason}); NumPy works on large arrays "
        "instead, raggedkit.options(engine='numpy') chooses it without this warning"
    )
    warnings.warn(text, RuntimeWarning, stacklevel=level_of_caller())


def in_force(array: Any) -> bool:
    """Whether compiled loops may work on this array: the options say so, and the host holds it."""
    engine = get_options().engine
    return (
        engine != "numpy"
        and isinstance(array, host_namespace.ndarray)
        and (engine == "numba" or numba_works())
    )


@cache
def compiled_form(name: str) -> Callable[..., Any]:
    """Return the compiled form of a kernel."""
    form: Callable[..., Any] = getattr(import_module(f"raggedkit._kernels.{HOMES[name]}"), name)
    return form


def _compiled(name: str, args: Any, kwargs: Any) -> Any:
    """Return what the compiled form of a kernel returns; None where numba itself fails."""
    try:
        return compiled_form(name)(*args, **kwargs)
    except Exception as error:
        if not _is_of_numba(error):
            raise
        fault = broken("numba", error)
        if get_options().engine == "numba":
            msg = f"engine='numba' needs a numba that works; {fault.reason}"
            raise ImportError(msg, name="numba") from error
        numba_works()
        return None


def _is_of_numba(error: BaseException) -> bool:
    """Whether an error was raised while numba compiled, loaded or stored a loop."""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.partition(".")[0] in ("numba", "llvmlite"):
            return True
        trace = trace.tb_next
    return False


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
                done: R | None = _compiled(name, args, kwargs)
                if done is not None:
                    return done
            try:
                return plain(*args, **kwargs)
            except TypeError as error:  # a NumPy form writes into no array of its caller's
                if not is_refused(error):
                    raise
            return as_the_caller(plain, *args, **kwargs)  # type: ignore[no-any-return]  # it is R

        return chosen

    return wrap
