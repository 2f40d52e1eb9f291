"""R's functions that pick, repeat and compare elements: `rev`, `head`, `rep`, `identical` ..."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

import numpy as np

from raggedkit import TensorShape
from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit_r.shape.dims import as_tensor_shape, written
from raggedkit_r.shape.shape import RShape, as_shape
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.operators import Operators
from raggedkit_r.vector.values import same_values
from raggedkit_r.vector.vector import Vector, as_r, as_whole

__all__ = ["all_equal", "head", "identical", "rep", "rev", "tail", "unique"]

if TYPE_CHECKING:
    P = ParamSpec("P")
    T = TypeVar("T", bound=Operators | RShape)

    class SameClassAsX(Protocol[P]):
        __name__: str

        @overload
        def __call__(self, x: T, *args: P.args, **kwargs: P.kwargs) -> T: ...
        @overload
        def __call__(self, x: TensorShape, *args: P.args, **kwargs: P.kwargs) -> RShape: ...
        @overload
        def __call__(
            self, x: Any, *args: P.args, **kwargs: P.kwargs
        ) -> Vector | list[Any] | None: ...


def same_class_as_x(function: Callable[Concatenate[Any, P], Any]) -> SameClassAsX[P]:
    """Return the function itself, whose result is a shape, a vector or a list as ``x`` is."""
    return cast("SameClassAsX[P]", function)


_LONGEST = 2**31 - 1  # elements that `rep` makes at most


@same_class_as_x
def rev(x: Any) -> Vector | RShape | list[Any] | None:
    """Return the elements in reverse order, as a shape, vector or list like `x`.

    Parameters
    ----------
    x : shape, vector or list
        Or a ragged list.

    Returns
    -------
    RShape, Vector, RaggedList or list
        Of the same type as ``x``.

    Raises
    ------
    TypeError
        If ``x`` is not a vector, a list or a shape.

    Examples
    --------
    >>> from raggedkit_r import NA, c, rev, shape
    >>> rev(shape(1, NA)), rev(c(1, 2, 3))
    (TensorShape([None, 1]), [1] 3 2 1)
    """
    return rearranged(x, lambda items: range(len(items))[::-1])


@same_class_as_x
@sections_from(rev)
def head(x: Any, n: Any = 6) -> Vector | RShape | list[Any] | None:
    """Return the first `n` elements; a negative `n` leaves out the last ones.

    Parameters
    ----------
    n : int
        The number of elements.

    Raises
    ------
    TypeError
        If ``x`` is not a vector, a list or a shape, or ``n`` is not a number.

    Examples
    --------
    >>> from raggedkit_r import head, shape
    >>> head(shape(1, 2, 3), 2), head(shape(1, 2, 3), -1), head(shape(), 2)
    (TensorShape([1, 2]), TensorShape([1, 2]), TensorShape([]))
    """
    return rearranged(x, lambda items: range(len(items))[: _count(n, len(items))])


@same_class_as_x
@sections_from(head)
def tail(x: Any, n: Any = 6) -> Vector | RShape | list[Any] | None:
    """Return the last `n` elements; a negative `n` leaves out the first ones.

    Examples
    --------
    >>> from raggedkit_r import shape, tail
    >>> tail(shape(1, 2, 3), 1), tail(shape(1, 2, 3), -1)
    (TensorShape([3]), TensorShape([2, 3]))
    """
    return rearranged(x, lambda items: range(len(items))[len(items) - _count(n, len(items)) :])


@same_class_as_x
@sections_from(rev)
def rep(
    x: Any, times: Any = 1, *, each: Any = 1, length_out: Any = None
) -> Vector | RShape | list[Any] | None:
    """Return the elements repeated: each of them, then the whole, as often or as long as given.

    Parameters
    ----------
    times : int or vector
        The number of repetitions of the whole, or of each element.
    each : int
        The number of repetitions of each element, which comes first.
    length_out : int
        The length of the result, instead of ``times``.

    Raises
    ------
    TypeError
        If ``x`` is not a vector, a list or a shape, or a number is not a whole number.
    ValueError
        If a number is negative, or the result has more than 2**31 - 1 elements.

    Examples
    --------
    >>> from raggedkit_r import c, rep, shape
    >>> rep(shape(1, 2), 2), rep(shape(1, 2), each=2), rep(c(1, 2), c(3, 1))
    (TensorShape([1, 2, 1, 2]), TensorShape([1, 1, 2, 2]), [1] 1 1 1 2)
    >>> rep(shape(1, 2), length_out=3)
    TensorShape([1, 2, 1])
    >>> rep(shape(1, 2), -1)
    Traceback (most recent call last):
        ...
    ValueError: times must not be negative, got -1; 0 leaves nothing
    """

    def places(items: Sequence[Any]) -> Sequence[int]:
        every = _times(each, "each")
        _check_length(len(items) * every, "each", each)
        repeated = [i for i in range(len(items)) for _ in range(every)]
        if not repeated:
            return []
        if length_out is not None:
            total = _times(length_out, "length_out")
            _check_length(total, "length_out", length_out)
            return [repeated[i % len(repeated)] for i in range(total)]
        counts = as_r(times)
        # As in R, one count per element only if their number agrees after ``each``. For a single
        # element a vector of one count says the same as a number.
        if isinstance(counts, Vector | list) and len(counts) == len(repeated) != 1:
            each_count = [_times(count, "times") for count in counts]
            _check_length(sum(each_count), "times", times)
            return [i for i, count in zip(repeated, each_count, strict=True) for _ in range(count)]
        count = _times(times, "times")
        _check_length(len(repeated) * count, "times", times)
        return repeated * count

    return rearranged(x, places)


@singledispatch
@sections_from(rev)
def unique(x: Any) -> Any:
    """Return the elements without repetitions of earlier ones.

    Examples
    --------
    >>> from raggedkit_r import NA, c, shape, unique
    >>> unique(shape(1, NA, 1, NA)), unique(c("a", "b", "a"))
    (TensorShape([1, None]), [1] "a" "b")
    """

    def places(items: Sequence[Any]) -> Sequence[int]:
        # Elements of lists cannot be hashed, and NA is identical to NA although it equals nothing:
        # so each is compared with those before it. Lists of R code are short.
        same = (any(identical(item, items[j]) for j in range(i)) for i, item in enumerate(items))
        return [i for i, seen in enumerate(same) if not seen]

    return rearranged(x, places)


@singledispatch
def identical(x: Any, y: Any) -> bool:
    """Return whether two values are the same in kind and in every element.

    Parameters
    ----------
    x, y
        Two values of any kind.

    Returns
    -------
    bool
        NA is identical to NA of the same kind.

    Raises
    ------
    TypeError
        If an argument is an array with several axes.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, c, identical, shape
    >>> identical(shape(1, NA), shape(1, NA)), identical(c(1, NA), c(1, NA)), identical(1, 1.0)
    (True, True, False)
    >>> identical(shape(NULL), shape(dims=NULL))
    False
    """
    shapes = (as_tensor_shape(x), as_tensor_shape(y))
    if None not in shapes:
        return bool(shapes[0] == shapes[1])
    a, b = as_r(x), as_r(y)
    if isinstance(a, Vector) and isinstance(b, Vector):
        return _labels(x) == _labels(y) and same_values(a.content, b.content)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and _labels(x) == _labels(y) and all(map(identical, a, b))
    return type(a) is type(b) and bool(a is b or a == b)


@singledispatch
def all_equal(target: Any, current: Any) -> bool | str:
    """Return ``True``, or a text that names the difference.

    Parameters
    ----------
    target : shape or ragged list
        The value to compare with.
    current
        The value that may differ from it.

    Returns
    -------
    bool or str
        True or the text; never False.

    Raises
    ------
    TypeError
        If ``target`` is neither a shape nor a ragged list.

    Examples
    --------
    >>> from raggedkit_r import all_equal, shape
    >>> all_equal(shape(1, 2), shape(1, 3))
    'Shapes (1, 2) and (1, 3) differ in dimension 2'
    >>> all_equal(shape(1, 2), shape(1, 2))
    True
    """
    ours, others = as_tensor_shape(target), as_tensor_shape(current)
    if ours is None:
        message = (
            f"target must be a shape, got {spelled(target)}; identical(x, y) compares anything"
        )
        raise TypeError(message)
    if others is None:
        return f"target is a shape, current is {type(current).__name__}"
    if ours == others:
        return True
    both = f"Shapes {written(ours.dims)} and {written(others.dims)}"
    if ours.rank is None or ours.rank != others.rank:
        return f"{both} differ in rank"
    pairs = enumerate(zip(ours.as_list(), others.as_list(), strict=True), 1)
    differ = [str(i) for i, (a, b) in pairs if a != b]
    return f"{both} differ in dimension{'s' if len(differ) > 1 else ''} {', '.join(differ)}"


@singledispatch
def rearranged(x: Any, places: Callable[[Sequence[Any]], Sequence[int]]) -> Any:
    """Return the elements at the 0-based positions that a function returns, as the class of `x`."""
    read = as_r(x)
    if isinstance(read, Vector):
        # R's indexing counts from 1, and keeps the kind, the NAs and the names.
        return read[np.array(places(read.to_list()), dtype="int64") + 1]
    if read is None:
        return None
    if not isinstance(read, Iterable):
        raise TypeError(f"x must be a vector, a list or a shape, got {spelled(x)}")
    items = list(read)
    return [items[i] for i in places(items)]


@rearranged.register(RShape)
@rearranged.register(TensorShape)
def _rearranged_shape(
    x: RShape | TensorShape, places: Callable[[Sequence[Any]], Sequence[int]]
) -> RShape:
    dims = as_shape(x, "x").as_list()
    return RShape(TensorShape([dims[i] for i in places(dims)]))


def _count(n: Any, length: int) -> int:
    # R truncates 2.7 to 2 here, but an NA or a text is an error.
    wanted = as_whole(_truncated(n), "n", "a negative one leaves out elements")
    return min(wanted, length) if wanted >= 0 else max(0, length + wanted)


def _check_length(n: int, name: str, value: Any) -> None:
    """Refuse a result with more elements than an R vector of 32-bit length has."""
    if n > _LONGEST:
        raise ValueError(broken_rule(name, f"make at most {_LONGEST} elements", value))


def _times(value: Any, name: str) -> int:
    times = as_whole(_truncated(value), name, "it is how often elements are repeated")
    if times < 0:
        raise ValueError(f"{name} must not be negative, got {times}; 0 leaves nothing")
    return times


def _truncated(value: Any) -> Any:
    """Return a number without its fraction, as R counts; anything else as it is."""
    number = as_r(value)
    found = number[[1]] if isinstance(number, Vector) and len(number) == 1 else value
    return math.trunc(found) if isinstance(found, float) and math.isfinite(found) else found


def _labels(x: Any) -> tuple[str, ...] | None:
    """Return the names of the items of a vector or list, None without."""
    return tuple(map(str, x)) if isinstance(x, dict) else getattr(x, "labels", None)
