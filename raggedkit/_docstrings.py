"""Docstrings that share sections, and methods of mixins with the name of their class.

Parameters, results and errors are described once per family.

A function takes them from another function when its module is loaded. A method takes them from
the function of its operation, whose module is not loaded yet: `import raggedkit` loads no
operation. So the attribute of the class is a `_Method` until the method is first looked up, for a
call or for its help. Then it completes the docstring and puts the plain function in its own place.
Measured: no cost at import, 50 us at the first look-up, none at any later call. Loading the
operations at import costs 200 ms. A tool that writes copies into the methods' source doubles
their length, and hides which words are the method's own.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_overloads, overload

__all__ = ["own_methods", "sections", "sections_from", "signature_from"]

_C = TypeVar("_C", bound=type)
_F = TypeVar("_F", bound=Callable[..., Any])
if TYPE_CHECKING:
    from typing import Protocol

    class Like(Protocol[_F]):
        """A function that is called as another; editors show its own name and docstring."""

        __call__: _F


_ORDER = ("", "Parameters", "Returns", "Raises", "See Also", "Notes", "Examples")
_SHARED = ("Returns", "Raises")


def sections_from(source: Callable[..., Any] | str) -> Callable[[_F], _F]:
    """Return a decorator that copies from ``source`` the sections that a docstring leaves out.

    Each argument without a description takes the one that ``source`` has for this name. Returns
    and Raises are copied if the docstring lacks them; an example is never copied. For a method,
    ``source`` is the path of a function (``"ops.sorting.sort"``) or a method of the same class
    (``"sum"``).
    """

    def completed(function: _F) -> _F:
        if not function.__doc__:  # python -OO removes docstrings
            return function
        if isinstance(source, str):
            return cast(_F, _Method(function, source))
        if source.__doc__:
            function.__doc__ = _merged(function, source)
        return function

    return completed


def signature_from(source: _F) -> Callable[[Callable[..., Any]], Like[_F]]:
    """Return `sections_from` ``source``, for a function with the same arguments and results.

    Type checkers read the overloads of ``source``, which a family of functions has once.
    """
    decorator: Callable[[Any], Any] = sections_from(source)
    return decorator


class _Method:
    """A method until its first look-up, which puts the plain function in its place."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self._method, self._source = function, source
        # doctest finds the examples of the method by these two.
        self.__module__, self.__doc__ = function.__module__, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._name = owner, name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        module, _, name = self._source.rpartition(".")
        home = import_module(f"raggedkit.{module}") if module else self._owner
        source = getattr(home, name)
        function = getattr(self._method, "__func__", self._method)  # of a classmethod
        function.__doc__ = _for_method(function, getattr(source, "__func__", source))
        setattr(self._owner, self._name, self._method)
        return self._method.__get__(instance, owner)


# One look-up for each attribute: isinstance took 0.4 ms at import, as there are 900.
_METHODS = frozenset({FunctionType, classmethod, staticmethod, _Method})


def own_methods(cls: _C) -> _C:
    """Give the methods of the mixins of a class the name of the class, and return it.

    Python names the function in its errors: ``RaggedTensor.sum() got an unexpected keyword
    argument``, not ``ReductionMethods.sum()``. A mixin must belong to one class only. The module
    changes with the name, because pickle finds a method by both.
    """
    for mixin in cls.__mro__[1:-1]:
        for method in vars(mixin).values():
            if type(method) not in _METHODS:
                continue
            plain = method._method if isinstance(method, _Method) else method
            function = getattr(plain, "__func__", plain)
            if function.__qualname__ != f"{mixin.__name__}.{function.__name__}":
                continue  # a function of a module, or an attribute with two names
            overloads = get_overloads(function)
            for named in (*overloads, function):
                named.__qualname__ = f"{cls.__name__}.{function.__name__}"
                named.__module__ = cls.__module__
            for declared in overloads:
                overload(declared)  # registered by name
    return cls


def sections(doc: str) -> dict[str, str]:
    """Return the sections of a numpydoc docstring by heading; the text before them is ``""``."""
    start, *rest = re.split(r"^(\S.*)\n-{3,}$\n", inspect.cleandoc(doc), flags=re.MULTILINE)
    return {"": start.rstrip()} | {
        k: v.rstrip() for k, v in zip(rest[::2], rest[1::2], strict=True)
    }


def _for_method(function: Callable[..., Any], source: Callable[..., Any]) -> str:
    """Return the merged docstring in the words of a method, whose first argument is the tensor."""
    doc = _merged(function, source)
    if function.__code__.co_varnames[0] == "self":
        doc = doc.replace(f"``{source.__code__.co_varnames[0]}``", "this tensor")
    if function.__annotations__["return"] == "RaggedTensor":  # functions also take arrays
        doc = doc.replace("\nRaggedTensor or array\n", "\nRaggedTensor\n")
    return doc


def _merged(function: Callable[..., Any], source: Callable[..., Any]) -> str:
    own, other = sections(function.__doc__ or ""), sections(source.__doc__ or "")
    own = {k: other[k] for k in _SHARED if k in other} | own
    if function.__annotations__.get("return") == "None":
        own.pop("Returns", None)
    described = _described(other) | _described(own)
    arguments: dict[str, list[str]] = {}  # description -> the arguments that share it, in order
    for name in _names(function):
        arguments.setdefault(described[name], []).append(name)
    own["Parameters"] = "\n".join(f"{', '.join(n)}{text}" for text, n in arguments.items())
    headed = [f"{k}\n{'-' * len(k)}\n{own[k]}" for k in _ORDER[1:] if k in own]
    return "\n\n".join([own[""], *headed]) + "\n"


def _names(function: Callable[..., Any]) -> list[str]:
    """Return the arguments as numpydoc writes them; ``inspect.signature`` is 10 times slower."""
    code = inspect.unwrap(function).__code__
    count = code.co_argcount + code.co_kwonlyargcount
    names = [name for name in code.co_varnames[:count] if name not in ("self", "cls")]
    if code.co_flags & inspect.CO_VARARGS:
        names.append(f"*{code.co_varnames[count]}")
        count += 1
    if code.co_flags & inspect.CO_VARKEYWORDS:
        names.append(f"**{code.co_varnames[count]}")
    return names


def _described(found: dict[str, str]) -> dict[str, str]:
    """Return the rest of the entry of each argument: its type, if it has one, and description."""
    text = found.get("Parameters", "")
    _, *rest = re.split(r"^([\w*][\w*, ]*?)(?=$| : )", text, flags=re.MULTILINE)
    return {
        name.strip(): description.rstrip()
        for names, description in zip(rest[::2], rest[1::2], strict=True)
        for name in names.split(",")
    }
