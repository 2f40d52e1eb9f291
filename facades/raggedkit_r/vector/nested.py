"""Nested indexing: ``x[[c(i, j)]]`` is an element of an element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from raggedkit.errors import RaggedIndexError
from raggedkit_r.vector.index import as_index, element, replace_element
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.vector import Vector, as_r

__all__ = ["element_at", "replace_element_at"]


def element_at(items: Sequence[Any], key: Any) -> Any:
    """Return ``items[[key]]``, for several numbers the element of the element.

    Examples
    --------
    >>> from raggedkit_r import c
    >>> element_at([1, [2, 3]], c(2, 1))
    2
    >>> element_at([1, [2, 3]], c(1, 2))
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: index must be from 1 to 1, got 2; x[2] may be past the end
    """
    first, rest = _levels(key, len(items))
    if rest is None:
        return element(items, first)
    return element_at(_container(items, first, rest), rest)


def replace_element_at(items: Sequence[Any], key: Any, value: Any) -> list[Any]:
    """Return the list after ``items[[key]] <- value``, for several numbers deep inside.

    Examples
    --------
    >>> from raggedkit_r import c
    >>> replace_element_at([1, [2, 3]], c(2, 1), 9)
    [1, [9, 3]]
    >>> replace_element_at([1, 2], c(1, 3), 9)
    [[1]  1 NA  9, 2]
    """
    first, rest = _levels(key, len(items))
    if rest is None:
        return replace_element(items, first, value)
    inner = as_r(element(items, first)) if _reaches(items, first) else _no_such(first)
    return replace_element(items, first, _with_element(inner, rest, value))


def _with_element(inner: Any, key: Any, value: Any) -> Any:
    read = as_r(value)
    if inner is None and read is not None:
        return replace_element_at([], key, value)
    if isinstance(inner, list):
        return replace_element_at(inner, key, value)
    if not isinstance(inner, Vector) or len(as_index(key, len(inner))) > 1:
        raise _no_level(key)
    if isinstance(read, list):
        return replace_element(inner.to_list(), key, value)
    if not isinstance(read, Vector) or len(read) != 1:
        message = f"value must be one value to be put into a vector, got {spelled(value)}"
        raise ValueError(f"{message}; x[1] = value replaces the vector")
    changed = Vector.of(inner.content, inner.labels)
    changed[[key]] = read
    return changed


def _levels(key: Any, length: int) -> tuple[Any, Any]:
    """Return the first number of a key and the others, which are ``None`` if it is the only one."""
    several = as_r(key)
    if isinstance(several, Vector) and len(as_index(key, length)) > 1:
        return several[1], several[-1]
    return key, None


def _container(items: Sequence[Any], first: Any, rest: Any) -> Sequence[Any]:
    inner = as_r(element(items, first)) if _reaches(items, first) else _no_such(first)
    if not isinstance(inner, Vector | list):
        raise _no_level(rest)
    inside = list(inner)
    # A vector has no inner level; and where a list returns None, for NA, a vector raises an error.
    last = len(as_index(rest, len(inside))) == 1
    if isinstance(inner, Vector) and not (last and _reaches(inside, rest)):
        raise _no_level(rest)
    return inside


def _reaches(items: Sequence[Any], key: Any) -> bool:
    """Whether `element` returns an item for a key, or raises an error, but not None."""
    index = as_index(key, len(items))
    return index.kind != "character" and not any(index.numbers != index.numbers)


def _no_such(key: Any) -> Any:
    raise RaggedIndexError(f"index must select an element that contains others, got {spelled(key)}")


def _no_level(key: Any) -> RaggedIndexError:
    return RaggedIndexError(
        f"index must end at a value, got {spelled(key)} beyond it; x[[1]] is one"
    )
