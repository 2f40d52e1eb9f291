"""The methods of shapes as functions, which also take vectors and lists of dimensions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from raggedkit_r.shape.shape import RShape, as_shape

__all__ = [
    "assert_has_rank",
    "assert_is_compatible_with",
    "assert_is_fully_defined",
    "assert_same_rank",
    "is_compatible_with",
    "is_fully_defined",
    "is_subtype_of",
    "most_specific_common_supertype",
    "most_specific_compatible_shape",
    "num_elements",
    "with_rank",
    "with_rank_at_least",
    "with_rank_at_most",
]

P = ParamSpec("P")
R = TypeVar("R")

_X = """x : shape, vector or list
    The shape, or its dimensions.
"""


def _function(method: Callable[Concatenate[RShape, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Return the function of a method of `RShape`, with the method's documentation."""

    def function(x: Any, *args: P.args, **options: P.kwargs) -> R:
        return method(as_shape(x, "x"), *args, **options)

    # help() and the tests of arguments read the signature; the closure has *args only.
    signature = inspect.signature(method)
    first, *rest = signature.parameters.values()
    x = first.replace(name="x", annotation="Any")
    function.__signature__ = signature.replace(parameters=[x, *rest])  # type: ignore[attr-defined]
    function.__name__ = function.__qualname__ = method.__name__
    function.__doc__ = _documented(inspect.getdoc(method) or "")
    return function  # type: ignore[return-value]  # `x` may also be given by name


def _documented(text: str) -> str:
    """Return a method's documentation with ``x`` among the parameters."""
    head, heading, rest = text.partition("Parameters\n----------\n")
    if heading:
        return f"{head}{heading}{_X}{rest}"
    # A method without arguments has no Parameters section, but the function has x.
    head, rest = re.split(r"^(?=Returns$|Raises$)", text, maxsplit=1, flags=re.MULTILINE)
    return f"{head}Parameters\n----------\n{_X}\n{rest}"


num_elements = _function(RShape.num_elements)
is_fully_defined = _function(RShape.is_fully_defined)
is_compatible_with = _function(RShape.is_compatible_with)
is_subtype_of = _function(RShape.is_subtype_of)
most_specific_compatible_shape = _function(RShape.most_specific_compatible_shape)
most_specific_common_supertype = _function(RShape.most_specific_common_supertype)
with_rank = _function(RShape.with_rank)
with_rank_at_least = _function(RShape.with_rank_at_least)
with_rank_at_most = _function(RShape.with_rank_at_most)
assert_has_rank = _function(RShape.assert_has_rank)
assert_same_rank = _function(RShape.assert_same_rank)
assert_is_compatible_with = _function(RShape.assert_is_compatible_with)
assert_is_fully_defined = _function(RShape.assert_is_fully_defined)
