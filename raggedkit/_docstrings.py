"""Docstrings that share sections: parameters, results and errors described once per family."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["sections", "sections_from"]

_F = TypeVar("_F", bound=Callable[..., Any])
_ORDER = ("", "Parameters", "Returns", "Raises", "See Also", "Notes", "Examples")
_SHARED = ("Returns", "Raises")


def sections_from(source: Callable[..., Any]) -> Callable[[_F], _F]:
    """Return a decorator that copies from ``source`` the sections that a docstring leaves out.

    Each argument without a description takes the one that ``source`` has for this name. Returns
    and Raises are copied if the docstring lacks them; an example is never copied.
    """

    def completed(function: _F) -> _F:
        if function.__doc__ and source.__doc__:  # python -OO removes docstrings
            function.__doc__ = _merged(function, source)
        return function

    return completed


def sections(doc: str) -> dict[str, str]:
    """Return the sections of a numpydoc docstring by heading; the text before them is ``""``."""
    start, *rest = re.split(r"^(\S.*)\n-{3,}$\n", inspect.cleandoc(doc), flags=re.MULTILINE)
    return {"": start.rstrip()} | {
        k: v.rstrip() for k, v in zip(rest[::2], rest[1::2], strict=True)
    }


def _merged(function: Callable[..., Any], source: Callable[..., Any]) -> str:
    own, other = sections(function.__doc__ or ""), sections(source.__doc__ or "")
    own = {k: other[k] for k in _SHARED if k in other} | own
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    described = _described(other) | _described(own)
    arguments: dict[str, list[str]] = {}  # description -> the arguments that share it, in order
    for name in names:
        arguments.setdefault(described[name], []).append(name)
    own["Parameters"] = "\n".join(f"{', '.join(n)}\n{text}" for text, n in arguments.items())
    found = [own[""]]
    found += [f"{k}\n{'-' * len(k)}\n{own[k]}" for k in _ORDER[1:] if k in own]
    return "\n\n".join(found) + "\n"


def _described(found: dict[str, str]) -> dict[str, str]:
    """Return the description of each argument; several arguments may share one."""
    _, *rest = re.split(r"^(\S.*)\n", found.get("Parameters", ""), flags=re.MULTILINE)
    return {
        name.strip(): text.rstrip()
        for names, text in zip(rest[::2], rest[1::2], strict=True)
        for name in names.split(",")
    }
