"""RVector: an R vector over a NumPy array, of any of R's kinds, with names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np

from raggedkit._typing import Array
from raggedkit.errors import RaggedIndexError
from raggedkit_r.ragged.printing import vector_text
from raggedkit_r.vector.arithmetic import SIGNS, apply_unary, operate, rounded
from raggedkit_r.vector.index import positions, replace_element, replaced_places
from raggedkit_r.vector.items import as_factor, values_from_array, values_from_items
from raggedkit_r.vector.values import Values, as_kind, empty_values, joined, scalars
from raggedkit_r.vector.vector import Vector, assigned_values, is_atomic

__all__ = ["RVector", "one_axis", "operand", "row_values"]


class RVector(Vector):
    """A row of a ragged list, or a value for each row: a `Vector` that keeps its array.

    It counts from 1 and compares value by value as any `Vector`; besides it may hold factors,
    dates, times and durations, and its values may have names. ``x[[1]]`` is a copy of the row that
    refuses changes, which would not reach the list: ``x[[1, 2]] = 9`` changes it there.

    Parameters
    ----------
    content
        The values, ``[n]``.
    labels
        The names of the values, or None.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row = ragged([[3, None, 5]])[[1]]
    >>> row
    [1]  3 NA  5
    >>> row > 3
    [1] FALSE    NA  TRUE
    >>> row[2:3], row[[1]]
    ([1] NA  5, 3)
    >>> row.to_numpy()
    Traceback (most recent call last):
        ...
    ValueError: vector must hold no NA to become an array of integer values, got one ...
    """

    __slots__ = ("_cached", "content", "held", "labels")

    def __init__(self, content: Values, labels: tuple[str, ...] | None = None) -> None:
        self.content = content
        self.labels = labels
        self.kind = cast("Any", content.kind)
        self._cached: tuple[Any, ...] | None = None
        self.held = False  # whether it is a row of a ragged list

    @property
    def _values(self) -> tuple[Any, ...]:  # type: ignore[override]
        if self._cached is None:
            self._cached = scalars(self.content)
        return self._cached

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the values, or None."""
        return self.labels

    def to_numpy(self) -> Any:
        """Return the array; where a value is NA that must show as NaN or NaT."""
        missing = self.content.missing
        if self.content.array.dtype.kind not in "fcmM" and missing.any():
            at = int(np.flatnonzero(missing)[0]) + 1
            rule = f"hold no NA to become an array of {self.kind} values"
            way_out = "is_na(x) says where it is"
            raise ValueError(f"vector must {rule}, got one at position {at}; {way_out}")
        return self.content.array

    def __len__(self) -> int:
        return len(self.content)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, list):
            return self._element(key)
        at = positions(key, len(self), self.labels).at
        at = np.where(at < len(self), at, -1)
        labels = None if self.labels is None else np.array([*self.labels, "<NA>"], object)[at]
        return RVector(self.content.take(at), None if labels is None else tuple(labels.tolist()))

    def _element(self, key: list[Any]) -> Any:
        if len(key) != 1:
            way_out = "x[c(1, 3)] takes several"
            raise RaggedIndexError(f"index must be one position, got {key}; {way_out}")
        at = positions(key[0], len(self), self.labels).at
        if len(at) != 1 or not 0 <= at[0] < len(self):
            raise RaggedIndexError(f"index must be from 1 to {len(self)}, got {key[0]!r}")
        return scalars(self.content.take(at))[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.held:
            msg = "a row must not be changed apart from its ragged list"
            raise TypeError(f"{msg}; x[[1, 2]] = 9 changes the list, c(row) is a vector by itself")
        new = row_values(
            assigned_values(key, value) if is_atomic(value) or value is None else value
        )
        if isinstance(key, list):
            (key,) = key if len(key) == 1 else (key,)
            left = replace_element(range(len(self)), key, len(self), self.labels)
            places = np.array([-1 if i is None else i for i in left])
            added = positions(key, len(self), self.labels).appended
        else:
            found = positions(key, len(self), self.labels)
            if len(found.at) and not len(new):
                raise ValueError("value must hold a value, got none; x[-1] is x without its first")
            places, added = replaced_places(len(self), found, len(new), key), found.appended
        if self.content.levels is not None:
            new = as_factor(new, self.content.levels, ordered=self.content.ordered)
        labels = self.labels
        if labels is not None or added:
            labels = labels or ("",) * len(self)
            labels += ("",) * (len(places) - len(labels) - len(added)) + tuple(map(str, added))
        self.content = joined([self.content, new]).take(places)
        self.kind = cast("Any", self.content.kind)
        self.labels, self._cached = labels, None

    def __repr__(self) -> str:
        return vector_text(self.content, self.labels)

    def __reduce__(self) -> tuple[Any, ...]:
        return RVector, (self.content, self.labels)

    def __neg__(self) -> RVector:
        return RVector(apply_unary(np.negative, self.content), self.labels)

    def __invert__(self) -> RVector:
        return RVector(apply_unary(np.logical_not, self.content), self.labels)

    def __pos__(self) -> RVector:
        return RVector(apply_unary(np.positive, self.content), self.labels)

    def __abs__(self) -> RVector:
        return RVector(apply_unary(np.absolute, self.content), self.labels)

    def __round__(self, digits: Any = 0) -> RVector:
        return RVector(rounded(self.content, int(digits)), self.labels)


def _operator(name: str, *, swapped: bool) -> Callable[[RVector, Any], Any]:
    def method(self: RVector, other: Any) -> Any:
        beside = operand(other)
        if beside is None:
            return NotImplemented
        n, m = len(self), len(beside)
        longer = 0 if 0 in (n, m) else max(n, m)
        at = np.arange(longer)
        left = self.content if n == longer else self.content.take(at % max(n, 1))
        right = beside if m == longer else beside.take(at % max(m, 1))
        left, right = (right, left) if swapped else (left, right)
        return RVector(operate(name, left, right), self.labels if n == longer else None)

    return method


_SWAPPED = ("add", "sub", "mul", "truediv", "pow", "floordiv", "mod", "and", "or")
for _name in SIGNS:
    setattr(RVector, f"__{_name}__", _operator(_name, swapped=False))
    if _name in _SWAPPED:
        setattr(RVector, f"__r{_name}__", _operator(_name, swapped=True))


def operand(other: Any) -> Values | None:
    """Return a scalar, a vector or an array beside an operator as values; None if it is none."""
    if isinstance(other, Vector):
        return row_values(other)
    if isinstance(other, np.ndarray):
        return values_from_array(other) if other.ndim else values_from_array(other.reshape(1))
    if other is None or isinstance(other, list | tuple | dict | set):
        return None
    try:
        return values_from_items([other])
    except TypeError:
        return None


def row_values(row: Any) -> Values:
    """Return the values of one row: of a list, a vector, an array, bytes, or a scalar."""
    if row is None:
        return values_from_items([])
    if isinstance(row, RVector):
        return row.content
    if isinstance(row, bytes):
        return Values(np.frombuffer(row, dtype="uint8"), "raw")
    if isinstance(row, np.ndarray):
        return values_from_array(one_axis(row))
    if isinstance(row, Vector):
        values = values_from_items(row.to_list()) if len(row) else empty_values(row.kind)
        # Integers past R's 32 bits are doubles by now.
        return values if row.kind == "integer" and len(row) else as_kind(values, row.kind)
    if isinstance(row, dict):
        row = list(row.values())
    return values_from_items(row if isinstance(row, list | tuple | range) else [row])


def one_axis(row: Array) -> Array:
    """Return an array as a vector; TypeError if it has several axes."""
    if row.ndim > 1:
        way_out = "row.ravel() reads it by rows, row.ravel('F') by columns as R does"
        raise TypeError(f"a row must have one axis, got shape {row.shape}; {way_out}")
    return row.reshape(-1)
