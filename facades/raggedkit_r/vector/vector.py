"""`Vector`, R's vector over a NumPy array: values of one kind with NA and names, from 1 on."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.typing import Array
from raggedkit_r.vector.arguments import as_items
from raggedkit_r.vector.arithmetic import apply_unary, check_kinds, operate, recycled, rounded
from raggedkit_r.vector.convert import as_factor, as_kind, joined
from raggedkit_r.vector.index import element, positions, replace_element, replaced_places
from raggedkit_r.vector.items import one_axis, values_from_array, values_from_items
from raggedkit_r.vector.kinds import KINDS, kind_of_scalar
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.na import NAType
from raggedkit_r.vector.names import taken_names
from raggedkit_r.vector.operators import Operators
from raggedkit_r.vector.printing import vector_text
from raggedkit_r.vector.values import Values, empty_values, scalar, scalars

__all__ = ["FALSE", "NULL", "TRUE", "Vector", "as_r", "as_whole", "combine", "is_atomic", "operand"]
__all__ += ["row_values"]

NULL: Final = None  # R's NULL is Python's None, so that `is None` and `is NULL` are the same test
TRUE: Final = True
FALSE: Final = False


class Vector(Operators):
    """An R vector: values of one kind with NA and names, counted from 1; `c` makes it.

    Comparisons and arithmetic are element-wise; the shorter side is recycled, with a warning if the
    longer length is not a multiple. The result for NA is NA. A vector of one value can be used as
    that value (``if v[1] > 2``, ``range(v[1])``). Text is compared by code point, as in R's C
    locale; in other locales R uses the order of the language.

    ``v[2] = 9`` changes the vector itself, as usual in Python: after ``w = v`` both names are the
    same vector, whereas R copies. ``c(v)`` is a copy.

    ``x[[1]]`` of a ragged list is a copy of the row. Changing it raises an error, because the list
    would not change: ``x[[1, 2]] = 9`` changes the list.

    Parameters
    ----------
    values : iterable of scalars
        bool, int, float, complex, str, dates, times, durations and ``NA``. Values of several kinds
        get the widest kind. Integers past R's 32 bits are doubles, as in R.
    kind : str, optional
        "logical", "integer", "numeric", "complex" or "character": the kind to convert to.
    names : iterable of str, optional
        The names of the values.

    Raises
    ------
    TypeError
        If R has no such values, or they have no common kind.
    ValueError
        If the number of names differs, or an integer is past 2**53.

    Examples
    --------
    >>> from raggedkit_r import NA
    >>> v = Vector([3, NA, 5])
    >>> v
    [1]  3 NA  5
    >>> v[[1]], v[2:3], v > 4
    (3, [1] NA  5, [1] FALSE    NA  TRUE)
    >>> Vector([])
    logical(0)
    >>> Vector([1, 2], names=["a", "b"])
    a b
    1 2
    >>> bool(v > 4)
    Traceback (most recent call last):
        ...
    TypeError: vector must have one value to be true or false, got c(False, NA, True); ...
    >>> v[5] = 2.5
    >>> v, abs(-v), round(v)
    ([1] 3.0  NA 5.0  NA 2.5, [1] 3.0  NA 5.0  NA 2.5, [1]  3 NA  5 NA  2)
    """

    __slots__ = ("content", "is_row", "labels")

    content: Values
    labels: tuple[str, ...] | None
    is_row: bool  # whether it is a row of a ragged list

    __array_ufunc__ = None  # NumPy's arrays leave operators to the vector

    def __init__(
        self,
        values: Iterable[Any] = (),
        kind: str | None = None,
        names: Iterable[str] | None = None,
    ) -> None:
        items = list(as_items(values, "values", "be a sequence"))
        odd = next((item for item in items if kind_of_scalar(item) is None), items)
        if odd is not items:
            rule = "be bool, int, float, complex, str, a date, a time or NA"
            raise TypeError(broken_rule("value", rule, odd, "a list may have elements of any kind"))
        content = values_from_items(items)
        if kind is not None:
            given: Any = kind
            if not isinstance(given, str) or given not in KINDS:
                raise ValueError(broken_rule("kind", f"be one of {', '.join(KINDS)}", kind))
            content = as_kind(content, kind) if items else empty_values(kind)
        labels = None if names is None else tuple(map(str, as_items(names, "names", "be texts")))
        if labels is not None and len(labels) != len(items):
            raise ValueError(broken_rule("names", f"be {len(items)} texts", len(labels)))
        self.content, self.labels, self.is_row = content, labels, False

    @classmethod
    def of(
        cls, content: Values, labels: tuple[str, ...] | None = None, *, is_row: bool = False
    ) -> Vector:
        """Return the vector of some `Values` without a copy.

        Parameters
        ----------
        content : Values
            The values, ``[n]``.
        labels : tuple of str, optional
            Their names.
        is_row : bool
            Whether they are a row of a ragged list; such a vector refuses changes.

        Returns
        -------
        Vector
            It shares the memory of ``content``.

        Examples
        --------
        >>> import numpy as np
        >>> from raggedkit_r.vector.values import Values
        >>> Vector.of(Values(np.array([3, 1]), "integer"), ("a", "b"))
        a b
        3 1
        """
        made = object.__new__(cls)
        made.content, made.labels, made.is_row = content, labels, is_row
        return made

    @property
    def kind(self) -> str:
        """R's name for the values: "logical", "integer", ... or "factor", "Date", ..."""
        return self.content.kind

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the values, or None."""
        return self.labels

    @property
    def values_as_typed(self) -> tuple[Any, ...]:
        """The values, each a Python scalar or the ``NA`` of its kind."""
        return scalars(self.content)

    def to_list(self) -> list[Any]:
        """Return the values as a list, missing ones as the ``NA`` of their kind.

        Examples
        --------
        >>> from raggedkit_r import NA
        >>> Vector([3, NA]).to_list()
        [3, NA_integer_]
        """
        return list(scalars(self.content))

    def to_numpy(self) -> Array:
        """Return a new array of the values; NA among doubles and times is NaN or NaT.

        Raises
        ------
        ValueError
            If a value is NA and the array has no value for that.

        Examples
        --------
        >>> from raggedkit_r import NA
        >>> Vector([1, 2]).to_numpy(), Vector([1.5, NA]).to_numpy()
        (array([1, 2], dtype=int32), array([1.5, nan]))
        """
        missing = self.content.missing
        if self.content.array.dtype.kind not in "fcmM" and missing.any():
            rule = f"contain no NA to become an array of {self.kind} values"
            numbers = self.kind in ("logical", "integer")
            way_out = "as_numeric(x) has NaN for it" if numbers else "is_na(x) finds it"
            got = f"one at position {int(np.flatnonzero(missing)[0]) + 1}"
            raise ValueError(f"vector must {rule}, got {got}; {way_out}")
        return self.content.array.copy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.asarray(self.to_numpy(), dtype)

    def __len__(self) -> int:
        return len(self.content)

    def __iter__(self) -> Iterator[Any]:
        return iter(scalars(self.content))

    def __contains__(self, value: Any) -> bool:
        found = as_r(value)
        if not isinstance(found, Vector) or len(found) != 1:
            return False
        if found.content.missing[0]:
            return bool(self.content.missing.any())
        same = operate("eq", self.content, found.content)
        return bool((same.array & ~same.missing).any())

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, list):
            return scalar(self.content, self._position(key))
        at = positions(key, len(self), self.labels).at
        # R reads NA past the end.
        at = np.where(at < len(self), at, -1)
        return Vector.of(self.content.take(at), taken_names(self.labels, at))

    def _position(self, key: list[Any]) -> int:
        """Return the 0-based position that ``x[[key]]`` reads."""
        if len(key) == 1 and type(key[0]) is int and 0 < key[0] <= len(self):
            return key[0] - 1  # by the rules below too, which take 20 times as long
        if len(key) != 1:
            way_out = "x[c(1, 3)] takes several"
            raise RaggedIndexError(f"index must be one position, got {key}; {way_out}")
        at = element(range(len(self)), key[0], self.labels)
        if at is None:
            got, na = spelled(key[0]), isinstance(key[0], NAType)
            way_out = "x[NA] is NA" if na else "names(x) are the names"
            raise RaggedIndexError(f"index must be a position, got {got}; {way_out}")
        return int(at)

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.is_row:
            message = "a row must not be changed separately from its ragged list"
            way_out = "x[[1, 2]] = 9 changes the list, c(row) is a vector by itself"
            raise TypeError(f"{message}; {way_out}")
        new = assigned_values(key, value)
        if isinstance(key, list):
            (key,) = key if len(key) == 1 else (key,)
            left = replace_element(range(len(self)), key, len(self), self.labels)
            places = np.array([-1 if i is None else i for i in left])
            added = positions(key, len(self), self.labels).appended
        else:
            found = positions(key, len(self), self.labels)
            if len(found.at) and not len(new):
                raise ValueError(
                    "value must contain a value, got none; x[-1] is x without its first"
                )
            places, added = replaced_places(len(self), found, len(new), key), found.appended
        # A factor keeps its levels: other text becomes NA, as in R.
        if self.content.levels is not None:
            new = as_factor(new, self.content.levels, ordered=self.content.ordered)
        self.content, self.labels = (
            joined([self.content, new]).take(places),
            self._labels_after(len(places), added),
        )

    def _labels_after(self, length: int, added: tuple[str | None, ...]) -> tuple[str, ...] | None:
        """Return the names after a replacement; positions past the end are called ``""``."""
        if self.labels is None and not added:
            return None
        labels = self.labels or ("",) * len(self)
        return labels + ("",) * (length - len(labels) - len(added)) + tuple(map(str, added))

    def __delitem__(self, key: Any) -> None:
        raise TypeError("values of a vector must not be deleted, x[-1] is x without its first")

    def _operate(self, name: str, other: Any, *, swapped: bool) -> Any:
        beside = operand(other)
        if beside is None:
            return NotImplemented
        check_kinds(name, self.content, beside)
        labels = self.labels, getattr(other, "labels", None)
        left, right = recycled(self.content, beside)
        kept = [own for own in labels if own is not None and len(own) == len(left)]
        if swapped:
            left, right, kept = right, left, kept[::-1]
        return Vector.of(operate(name, left, right), kept[0] if kept else None)

    def _mapped(self, ufunc: Any) -> Vector:
        return Vector.of(apply_unary(ufunc, self.content), self.labels)

    def __round__(self, digits: Any = 0) -> Vector:
        return Vector.of(rounded(self.content, int(digits)), self.labels)

    def __bool__(self) -> bool:
        way_out = "identical(x, y) and all(x) compare whole vectors"
        return bool(self._one("be true or false", way_out))

    def __int__(self) -> int:
        return int(self._one("become an int", "x[[1]] is its first value"))

    def __float__(self) -> float:
        return float(self._one("become a float", "x[[1]] is its first value"))

    def __index__(self) -> int:
        value = self._one("count", "x[[1]] is its first value")
        if not isinstance(value, int):
            raise TypeError(broken_rule("vector", "contain an integer to count", value))
        return value

    def _one(self, rule: str, way_out: str) -> Any:
        if len(self) != 1:
            message = f"vector must have one value to {rule}, got {spelled(self)}; {way_out}"
            raise TypeError(message)
        (value,) = self
        if isinstance(value, NAType):
            raise TypeError(f"vector must not be NA to {rule}; is_na(x) tests for it")
        return value

    def __repr__(self) -> str:
        return vector_text(self.content, self.labels)

    def __reduce__(self) -> tuple[Any, ...]:
        return Vector.of, (self.content, self.labels)


def as_whole(value: Any, argument: str, way_out: str) -> int:
    """Return a whole number, or a vector of one, as an int; the error names the argument."""
    if isinstance(value, Vector) and len(value) == 1:
        (value,) = value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(broken_rule(argument, "be a whole number", value, way_out)) from None


def assigned_values(key: Any, value: Any) -> Values:
    """Return the values to put into a vector; for ``x[[i]] = value`` it must be one value.

    Raises
    ------
    TypeError
        A list, which would make a list of the vector.
    ValueError
        ``NULL`` or several values for ``x[[i]]``.
    """
    new = as_r(value) if is_atomic(value) or isinstance(value, range) else None
    if value is None or (isinstance(new, Vector) and isinstance(key, list) and len(new) != 1):
        rule = "be one value" if isinstance(key, list) else "contain a value"
        raise ValueError(f"value must {rule}, got {spelled(value)}; x[-1] is x without its first")
    if not isinstance(new, Vector):
        way_out = "c(1, 2) makes a vector of values, as_list(x) a list of any elements"
        raise TypeError(f"value must be a vector, got {spelled(value)}; {way_out}")
    return new.content


def is_atomic(value: Any) -> bool:
    """Whether a value is a vector in R: a scalar, a `Vector` or an array, but no list."""
    return isinstance(value, Vector | np.ndarray | np.generic) or kind_of_scalar(value) is not None


def as_r(value: Any) -> Any:
    """Return a value as R has it: ``None``, a `Vector`, a list, or the value itself.

    Scalars and arrays with at most one axis are vectors; ranges too; tuples and the values of
    dicts are lists.

    Raises
    ------
    TypeError
        An array with several axes: R would read it by columns, NumPy by rows.
    """
    if value is None or isinstance(value, Vector):
        return value
    if isinstance(value, np.ndarray):
        array = one_axis(value)
        plain = array.dtype == object
        return array.tolist() if plain else Vector.of(values_from_array(array.copy()))
    if kind_of_scalar(value) is not None:
        return Vector.of(values_from_items([value]))
    if isinstance(value, range):
        return Vector(value, "integer")
    if isinstance(value, tuple | list):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    return value


def operand(other: Any) -> Values | None:
    """Return a scalar, a vector or an array as values; None for lists and everything else."""
    if isinstance(other, Vector):
        return other.content
    if isinstance(other, np.ndarray):
        return values_from_array(other if other.ndim else other.reshape(1))
    return None if kind_of_scalar(other) is None else values_from_items([other])


def row_values(row: Any) -> Values:
    """Return the values of one row: of a list, a vector, an array, bytes, or a scalar."""
    if row is None:
        return empty_values("logical")
    if isinstance(row, Vector):
        return row.content
    if isinstance(row, bytes):
        return Values(np.frombuffer(row, dtype="uint8"), "raw")
    if isinstance(row, np.ndarray):
        return values_from_array(one_axis(row))
    if isinstance(row, dict):
        row = list(row.values())
    return values_from_items(row if isinstance(row, list | tuple | range) else [row])


def combine(*parts: Any) -> Vector | list[Any] | None:
    """Return the parts end to end, as R's ``c`` does: a list if one of them is a list.

    Examples
    --------
    >>> combine(1, (2, 3)), combine(1, None, "a"), combine()
    ([1, 2, 3], [1] "1" "a", None)
    """
    if parts and all(kind_of_scalar(part) is not None for part in parts):
        return Vector.of(values_from_items(parts))
    read = [as_r(part) for part in parts]
    read = [part for part in read if part is not None]
    if not read:
        return None
    if all(isinstance(part, Vector) for part in read):
        return Vector.of(joined([part.content for part in read]))
    items: list[Any] = []
    for part in read:
        if hasattr(part, "as_list"):
            part = part.as_list()  # a shape is a list of its dimensions
        items.extend(part if isinstance(part, Vector | list) else [part])
    return items
