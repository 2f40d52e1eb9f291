"""R's vectors in Python: `Vector`, ``NULL``, and `c`'s rule for what becomes of mixed kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import numpy as np

from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit_r.vector.coercion import KINDS, coerce, kind_of
from raggedkit_r.vector.elementwise import elementwise
from raggedkit_r.vector.index import element, positions, replace_element, replaced_places
from raggedkit_r.vector.na import Kind, NAType, na_of
from raggedkit_r.vector.printing import print_form, spelled

__all__ = ["FALSE", "NULL", "TRUE", "Vector", "as_r", "combine", "is_atomic"]

NULL: Final = None  # R's NULL is Python's None, so that `is None` and `is NULL` ask the same
TRUE: Final = True
FALSE: Final = False


def _operator(name: str, *, swapped: bool = False) -> Callable[[Vector, Any], Any]:
    """Make an operator of vectors; the other side may be a scalar or an array too."""

    def method(self: Vector, other: Any) -> Any:
        beside = as_r(other) if is_atomic(other) else None
        if not isinstance(beside, Vector):
            return NotImplemented
        left, right = (beside, self) if swapped else (self, beside)
        values, kind = elementwise(name, tuple(left), left.kind, tuple(right), right.kind)
        return Vector(values, kind)

    return method


class Vector:
    """An R vector: values of one kind, counted from 1; `c` and `as_integer` make it.

    Comparisons and arithmetic go value by value; the shorter side starts over, and what meets a
    missing value is missing. A vector of one value can stand for that value (``if v[1] > 2``,
    ``range(v[1])``). Text is compared by code point, as R does in a C locale; in others R goes by
    the language.

    ``v[2] = 9`` changes the vector itself, as everything in Python: after ``w = v`` both names are
    the same vector, where R would have made a copy. ``c(v)`` is one.

    Parameters
    ----------
    values : iterable of scalars
        bool, int, float, complex, str and ``NA``. Of several kinds the widest is taken.
    kind : str, optional
        "logical", "integer", "numeric", "complex" or "character": what the values are turned into.

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
    >>> bool(v > 4)
    Traceback (most recent call last):
        ...
    TypeError: vector must have one value to be true or false, got c(False, NA, True); ...
    >>> v[5] = 2.5
    >>> v, abs(-v), round(v)
    ([1] 3.0  NA 5.0  NA 2.5, [1] 3.0  NA 5.0  NA 2.5, [1]  3 NA  5 NA  2)
    """

    __slots__ = ("_values", "kind")

    kind: Kind
    _values: tuple[Any, ...]

    __array_ufunc__ = None  # NumPy's arrays leave operators to the vector
    __hash__ = None  # type: ignore[assignment]  # == has as many answers as there are values

    def __init__(self, values: Iterable[Any] = (), kind: Kind | None = None) -> None:
        scalars = tuple(map(_scalar, values))
        kinds = [_kind(scalar) for scalar in scalars]
        widest: Kind = max(kinds, key=KINDS.index, default="logical")
        self.kind = widest if kind is None else kind
        same = all(k == self.kind for k in kinds)
        self._values = scalars if same else coerce(scalars, self.kind)

    __eq__, __ne__ = _operator("eq"), _operator("ne")
    __lt__, __le__ = _operator("lt"), _operator("le")
    __gt__, __ge__ = _operator("gt"), _operator("ge")
    __add__, __radd__ = _operator("add"), _operator("add", swapped=True)
    __sub__, __rsub__ = _operator("sub"), _operator("sub", swapped=True)
    __mul__, __rmul__ = _operator("mul"), _operator("mul", swapped=True)
    __truediv__, __rtruediv__ = _operator("truediv"), _operator("truediv", swapped=True)
    __floordiv__, __rfloordiv__ = _operator("floordiv"), _operator("floordiv", swapped=True)
    __mod__, __rmod__ = _operator("mod"), _operator("mod", swapped=True)
    __pow__, __rpow__ = _operator("pow"), _operator("pow", swapped=True)
    __and__, __rand__ = _operator("and"), _operator("and", swapped=True)
    __or__, __ror__ = _operator("or"), _operator("or", swapped=True)

    def __neg__(self) -> Any:
        return 0 - self

    def __pos__(self) -> Any:
        return 0 + self

    def __abs__(self) -> Any:
        return self._each(abs, "abs")

    def __round__(self, digits: Any = 0) -> Any:
        return self._each(lambda value: rounded_half_even(value, int(digits)), "round")

    def _each(self, function: Callable[[Any], Any], name: str) -> Vector:
        """Return a function of each number; NA stays, flags are numbers."""
        if self.kind not in KINDS[:4]:
            raise TypeError(broken_rule("vector", f"hold numbers for {name}", self.kind))
        values = coerce(self._values, "integer") if self.kind == "logical" else self._values
        made = [v if isinstance(v, NAType) else function(v) for v in values]
        kinds: dict[Kind, Kind] = {"logical": "integer"}
        if name == "abs":
            kinds["complex"] = "numeric"
        return Vector(made, kinds.get(self.kind, self.kind))

    def __invert__(self) -> Vector:
        flags = coerce(self._values, "logical")
        return Vector([v if isinstance(v, NAType) else not v for v in flags], "logical")

    @property
    def values_as_typed(self) -> tuple[Any, ...]:
        """The values, each a Python scalar or the ``NA`` of its kind."""
        return self._values

    def to_list(self) -> list[Any]:
        """Return the values as a list, missing ones as the ``NA`` of their kind."""
        return list(self._values)

    def to_numpy(self) -> Any:
        """Return the values as an array; ValueError if one is missing and has no place there.

        Examples
        --------
        >>> from raggedkit_r import NA
        >>> Vector([1, 2]).to_numpy(), Vector([1.5, NA]).to_numpy()
        (array([1, 2]), array([1.5, nan]))
        """
        values: tuple[Any, ...] = self._values
        missing = next((i for i, v in enumerate(values, 1) if isinstance(v, NAType)), None)
        if missing is not None and self.kind not in ("numeric", "complex"):
            rule = f"hold no NA to become an array of {self.kind} values"
            message = broken_rule("vector", rule, missing, "as_numeric(x) has NaN for it")
            raise ValueError(message.replace("got ", "got one at position "))
        dtype = {"logical": bool, "integer": np.int64, "numeric": float, "complex": complex}
        filled = [np.nan if isinstance(value, NAType) else value for value in values]
        return np.array(filled, dtype.get(self.kind, None if values else str))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self.to_numpy(), dtype)

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __contains__(self, value: Any) -> bool:
        found = as_r(value)
        if not isinstance(found, Vector) or len(found) != 1:
            return False
        (wanted,) = found
        if isinstance(wanted, NAType):
            return any(isinstance(v, NAType) for v in self._values)
        return any(not isinstance(v, NAType) and v == wanted for v in self._values)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, list):
            found = element(self._values, key[0] if len(key) == 1 else key)
            if found is None:
                got = spelled(key[0]) if key else "nothing"
                way_out = "x[NA] is NA" if isinstance(key[0], NAType) else "names(x) are the names"
                raise RaggedIndexError(f"index must be a position, got {got}; {way_out}")
            return found
        at = positions(key, len(self)).at.tolist()
        na = na_of[self.kind]
        return Vector([self._values[i] if 0 <= i < len(self) else na for i in at], self.kind)

    def __setitem__(self, key: Any, value: Any) -> None:
        new = assigned_values(key, value)
        if isinstance(key, list):
            (key,) = key if len(key) == 1 else (key,)
            left: Any = replace_element(range(len(self)), key, len(self))
        else:
            found = positions(key, len(self))
            if found.appended or isinstance(key, str):
                way_out = "c(a=1) makes a vector with names"
                raise TypeError(f"index must be positions, there are no names; {way_out}")
            _check_some(found.at, new)
            left = replaced_places(len(self), found, len(new), key).tolist()
        if new.kind not in KINDS:
            rule = "be numbers, flags or text to stand in this vector"
            raise TypeError(broken_rule("value", rule, new.kind))
        kind = max(self.kind, new.kind, key=KINDS.index)
        pool = [*self._values, *new, na_of[kind]]
        made = Vector([pool[-1 if i is None else i] for i in left], kind)
        self._values, self.kind = made._values, made.kind

    def __delitem__(self, key: Any) -> None:
        raise TypeError("values of a vector must not be deleted, x[-1] is x without its first")

    def __bool__(self) -> bool:
        return bool(
            self._one("be true or false", "identical(x, y) and all(x) compare whole vectors")
        )

    def __int__(self) -> int:
        return int(self._one("become an int", "x[[1]] is its first value"))

    def __float__(self) -> float:
        return float(self._one("become a float", "x[[1]] is its first value"))

    def __index__(self) -> int:
        value = self._one("count", "x[[1]] is its first value")
        if not isinstance(value, int):
            raise TypeError(broken_rule("vector", "hold an integer to count", value))
        return value

    def __repr__(self) -> str:
        return print_form(self._values, self.kind)

    def __reduce__(self) -> tuple[Any, ...]:
        return Vector, (self._values, self.kind)

    def _one(self, rule: str, way_out: str) -> Any:
        if len(self._values) != 1:
            message = f"vector must have one value to {rule}, got {spelled(self)}; {way_out}"
            raise TypeError(message)
        if isinstance(self._values[0], NAType):
            raise TypeError(f"vector must not be NA to {rule}; is_na(x) asks for it")
        return self._values[0]


def rounded_half_even(value: Any, digits: int) -> Any:
    """Return a number rounded as R does: halves to the even digit."""
    if isinstance(value, complex):
        return complex(round(value.real, digits), round(value.imag, digits))
    return round(value, digits)


def assigned_values(key: Any, value: Any) -> Vector:
    """Return what is to stand in a vector; for ``x[[i]] = value`` it must be one value.

    Raises
    ------
    TypeError
        A list, which would make a list of the vector.
    ValueError
        ``NULL`` or several values for ``x[[i]]``.
    """
    new = as_r(value) if is_atomic(value) or isinstance(value, range) else None
    if value is None or (isinstance(new, Vector) and isinstance(key, list) and len(new) != 1):
        rule = "be one value" if isinstance(key, list) else "hold a value"
        raise ValueError(f"value must {rule}, got {spelled(value)}; x[-1] is x without its first")
    if not isinstance(new, Vector):
        way_out = "c(1, 2) makes a vector of values, as_list(x) a list that takes anything"
        raise TypeError(f"value must be a vector, got {spelled(value)}; {way_out}")
    return new


def _check_some(at: Any, new: Any) -> None:
    if len(at) and not len(new):
        raise ValueError("value must hold a value, got none; x[-1] is x without its first")


def is_atomic(value: Any) -> bool:
    """Whether a value is a vector in R: a scalar, a `Vector` or an array, but no list."""
    return isinstance(value, Vector | np.ndarray | np.generic) or kind_of(value) is not None


def as_r(value: Any) -> Any:
    """Return a value as R has it: ``None``, a `Vector`, a list, or whatever else it is.

    Scalars and arrays with at most one axis are vectors; ranges too; tuples and the values of
    dicts are lists.

    Raises
    ------
    TypeError
        An array with several axes: R would read it by columns, NumPy by rows.
    """
    if value is None or isinstance(value, Vector):
        return value
    if kind_of(value) is not None:
        return Vector((value,))
    if isinstance(value, np.generic):
        return Vector((value.item(),))
    if isinstance(value, range):
        return Vector(value, "integer")
    if isinstance(value, np.ndarray):
        return _vector_of_array(value)
    if isinstance(value, tuple | list):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    return value


def combine(*parts: Any) -> Vector | list[Any] | None:
    """Return the parts end to end, as R's ``c`` does: a list if one of them is a list.

    Examples
    --------
    >>> combine(1, (2, 3)), combine(1, None, "a"), combine()
    ([1, 2, 3], [1] "1" "a", None)
    """
    read = [as_r(part) for part in parts]
    read = [part for part in read if part is not None]
    if not read:
        return None
    if all(isinstance(part, Vector) for part in read):
        kinds = {part.kind for part in read}
        if not kinds.issubset(KINDS):
            message = f"values must be numbers, flags or text, got kinds {sorted(kinds)}"
            raise TypeError(f"{message}; as_character(x) makes text of any")
        kind = max(kinds, key=KINDS.index)
        return Vector([value for part in read for value in part], kind)
    joined: list[Any] = []
    for part in read:
        if hasattr(part, "as_list"):
            part = part.as_list()  # a shape is a list of its dimensions
        joined.extend(part if isinstance(part, Vector | list) else [part])
    return joined


def _vector_of_array(array: np.ndarray[Any, Any]) -> Any:
    if array.ndim > 1:
        way_out = "array.ravel() reads it by rows, array.ravel('F') by columns as R does"
        message = f"array must have at most one axis to be a vector, got shape {array.shape}"
        raise TypeError(f"{message}; {way_out}")
    values = array.reshape(-1).tolist()
    if array.dtype == object:
        return values
    kinds: dict[str, Kind] = {"b": "logical", "i": "integer", "u": "integer", "f": "numeric"}
    kinds |= {"c": "complex", "U": "character"}
    if array.dtype.kind not in "biufcUT":
        raise TypeError(broken_rule("array", "hold numbers, flags or text", array.dtype))
    return Vector(values, kinds.get(array.dtype.kind, "character"))


def _scalar(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _kind(value: Any) -> Kind:
    kind = kind_of(value)
    if kind is None:
        rule = "be bool, int, float, complex, str or NA"
        raise TypeError(broken_rule("value", rule, value, "a list holds anything"))
    return kind
