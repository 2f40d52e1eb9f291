"""Trial of one call: its error, its arguments afterwards, its result and its display."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.hostile import judge
from tests.hostile.calls import Call

__all__ = ["Hang", "described", "findings"]

WRITING = ("iadd", "imul", "iand", "setitem", "delitem")
WRITERS = (
    "np.put",
    "np.copyto",
    "np.putmask",
    "np.place",
    "np.fill_diagonal",
    "np.put_along_axis",
    "rk.ragged.map_flat_values",
)


class Hang(BaseException):
    """Raised from outside: a call took too long."""


def findings(call: Call) -> Iterator[str]:
    """Yield the faults of a call and of its result."""
    given = [*call.args, *call.kwargs.values()]
    before = [judge.fingerprint(v) for v in given]
    result: Any = None
    try:
        result = call.run()
        if isinstance(result, types.GeneratorType):
            result = list(result)
    except Hang as hang:
        yield f"hang: at {judge.place(hang)}"
    except BaseException as error:
        yield from judge.leaks(call.target.name, error, given)
    for i, (old, value) in enumerate(zip(before, given, strict=True)):
        if not _may_change(call) and judge.changed(old, judge.fingerprint(value)):
            yield f"changed: argument {i} of {call.target.name}"
    if result is not None:
        yield from _of_result(call, result)


def _may_change(call: Call) -> bool:
    """Whether a call is there to write into an argument."""
    name = call.target.name
    writes = name.startswith(WRITING) or name in WRITERS or name.endswith(".at")
    return writes or "out" in call.kwargs


def _of_result(call: Call, result: Any) -> Iterator[str]:
    given = [*call.args, *call.kwargs.values()]
    for show in (repr, _as_page):
        try:
            show(result)
        except Hang as hang:
            yield f"hang: repr of the result, at {judge.place(hang)}"
        except BaseException as error:
            for text in judge.leaks(call.target.name, error, [*given, result]):
                yield f"repr of the result: {text}"
    if call.kwargs.get("validate", True) is True and not any(map(judge.is_unchecked, given)):
        try:
            yield from (f"result: {text}" for text in judge.broken_results(result))
        except Exception as error:
            yield f"result: can't be looked at: {type(error).__name__}: {error}"


def _as_page(result: Any) -> Any:
    return result._repr_html_() if hasattr(result, "_repr_html_") else None


def described(call: Call) -> str:
    """Return a short text of a call, whatever the reprs of its arguments do."""
    args = [*map(_shown, call.args), *[f"{k}={_shown(v)}" for k, v in call.kwargs.items()]]
    return f"{call.target.name}({', '.join(args)})"


def _shown(value: Any) -> str:
    try:
        if isinstance(value, np.ndarray):
            items = f" {value.tolist()!r}" if value.nbytes < 300 else ""
            return f"<{type(value).__name__} {value.shape} {value.dtype}{items[:80]}>"
        if isinstance(value, list) and len(value) < 9 and not any(x is value for x in value):
            return f"[{', '.join(map(_shown, value))}]"[:160]
        return " ".join(repr(value)[:160].split())
    except Exception:
        return f"<{type(value).__name__}>"
