"""Choice of the form of a kernel: small (Python's numbers), arrays (NumPy) or compiled (numba).

A kernel is a function in `arrays/`, wrapped in `dispatched`. It may have two other forms, functions
of the same name and signature:

* the small form, for a few rows in the host's memory. Its module is in the table `SMALL`; the
  decorator names the arguments whose sizes are limited: ``small={2: FEW}``.
* the compiled form, for large arrays in the host's memory. Its module is in the table `HOMES`; the
  decorator names the argument that is large: ``compiled=0``.

Each returns None for input that it does not support; then the form of `arrays/` runs. A module of
another form is imported at the first call of a kernel that it has. While a loop is being compiled,
NumPy's form runs if both give the same bits (see `readiness`). If numba is installed but does not
work, there is one warning, and NumPy's form runs.

Only this module asks how many rows or values there are to choose a form. The limits are in
`limits`. ``tests/_kernels`` runs every kernel in each of its forms.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar, cast

from raggedkit._caller import as_the_caller, is_refused, level_of_caller
from raggedkit._kernels.limits import COMPILED_FROM
from raggedkit._kernels.readiness import CannotCompileError, UnreadyError, asked
from raggedkit._optional import Fault, broken, known_fault
from raggedkit._options import get_options
from raggedkit._xp import host_namespace

__all__ = [
    "COMPILED_FROM",
    "HOMES",
    "SMALL",
    "compiled_forms",
    "dispatched",
    "in_force",
    "numba_works",
    "small_forms",
]

# The module that holds the compiled form of each kernel.
HOMES = {
    "arg_rows": "compiled.segment",
    "choose": "compiled.gather",
    "compact": "compiled.gather",
    "count_unpadded": "compiled.gather",
    "count_up": "compiled.gather",
    "interleave": "compiled.gather",
    "keep": "compiled.gather",
    "keep_columns": "compiled.gather",
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

# The module that holds the small form of each kernel.
SMALL = {
    "align_slots": "small.segment",
    "all_within": "small.splits",
    "arg_rows": "small.segment",
    "argsort_rows": "small.sort",
    "arrays_equal": "small.splits",
    "diff_rows": "small.segment",
    "first_decrease": "small.splits",
    "interleave": "small.gather",
    "joined": "small.splits",
    "keep": "small.gather",
    "lengths_to_splits": "small.splits",
    "positions_of_slices": "small.gather",
    "reduce_slots": "small.segment",
    "scan_rows": "small.segment",
    "slice_rows": "small.gather",
    "sort_rows": "small.sort",
    "take_ranges": "small.gather",
    "take_nested_rows": "small.gather",
    "take_rows": "small.gather",
    "take_turns": "small.gather",
    "top_rows": "small.sort",
}

_NDARRAY = host_namespace.ndarray

P = ParamSpec("P")
R = TypeVar("R")


_warned: list[Fault] = []  # at most one: there is one warning per process


def numba_works() -> bool:
    """Whether compiled loops can be used; a warning says once why an installed numba can't."""
    fault = known_fault("numba")
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


class _Forms(dict[str, Callable[..., Any]]):
    """The forms that a table names, each imported when it is first asked for."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes

    def __missing__(self, name: str) -> Callable[..., Any]:
        home = import_module(f"raggedkit._kernels.{self._homes[name]}")
        form: Callable[..., Any] = getattr(home, name)
        self[name] = form
        return form


compiled_forms = _Forms(HOMES)
small_forms = _Forms(SMALL)


def _compiled(name: str, args: Any) -> Any:
    """Return the result of the compiled form of a kernel; None if NumPy's form must run."""
    demanded = get_options().engine == "numba"
    before = asked.call
    asked.call = None if demanded else (name, args)
    try:
        return compiled_forms[name](*args)
    except UnreadyError:
        return None
    except CannotCompileError as failure:
        error = failure.__cause__ or failure
        fault = broken("numba", error)
        if demanded:
            msg = f"engine='numba' needs a numba that works; {fault.reason}"
            raise ImportError(msg, name="numba") from error
        numba_works()
        return None
    finally:
        asked.call = before


def dispatched(
    *, compiled: int | None = None, small: Mapping[int, int] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Try the other forms of a kernel first.

    ``compiled`` is the position of the argument that has `COMPILED_FROM` items or more for the
    compiled form. ``small`` gives the positions of one or two arguments that have to be NumPy
    arrays for the small form, each with the most items that it may have. If one is a list of
    arrays, its first array counts.

    All arguments are passed by position: keywords, a loop over the limits and a cached function
    that finds the form doubled the cost of a call, 3,300 instead of 1,600 instructions. A small
    form that was found is kept beside the kernel: to look it up each time took 280 of them.
    """
    first, most, second, most_of_second = -1, 0, -1, 0
    if small:
        (first, most), (second, most_of_second) = [*small.items(), (-1, 0)][:2]

    def wrap(plain: Callable[P, R]) -> Callable[P, R]:
        name = plain.__name__
        table: Any = None
        form: Any = None

        def chosen(*args: Any) -> Any:
            nonlocal table, form
            if first >= 0:
                items = args[first]
                if type(items) is list:
                    items = items[0]
                if (
                    type(items) is _NDARRAY
                    and items.size <= most
                    and (
                        second < 0
                        or (type(args[second]) is _NDARRAY and args[second].size <= most_of_second)
                    )
                ):
                    if table is not small_forms:  # tests replace the table
                        table, form = small_forms, small_forms[name]
                    try:
                        done = form(*args)
                    except TypeError as error:  # no form but a compiled one writes arguments
                        if not is_refused(error):
                            raise
                        done = as_the_caller(form, *args)
                    if done is not None:
                        return done
            if compiled is not None:
                items = args[compiled]
                if type(items) is list:
                    items = items[0]
                if len(items) >= COMPILED_FROM and in_force(items):
                    done = _compiled(name, args)
                    if done is not None:
                        return done
            try:
                return plain(*args)  # type: ignore[call-arg]  # by position
            except TypeError as error:
                if not is_refused(error):
                    raise
            return as_the_caller(plain, *args)

        return cast("Callable[P, R]", wraps(plain)(chosen))

    return wrap
