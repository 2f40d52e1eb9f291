"""NA, R's missing value, and its siblings of each kind."""

from __future__ import annotations

from typing import Any, Final, Literal, NoReturn, TypeAlias

__all__ = [
    "NA",
    "NA_integer_",
    "NA_real_",
    "NA_complex_",
    "NA_character_",
    "NAType",
    "Kind",
    "na_of",
]

Kind: TypeAlias = Literal["logical", "integer", "numeric", "complex", "character"]


class NAType:
    """A missing value; there is one object per kind, to be compared with ``is``.

    Arithmetic with NA gives NA, and so does a comparison: ``NA == 3`` is ``NA``, which is neither
    true nor false. `is_na` tests for it.

    Examples
    --------
    >>> NA, NA_integer_, NA == 3, NA + 1
    (NA, NA_integer_, NA, NA)
    >>> NA & False, NA | True, NA**0, 1**NA
    (False, True, 1.0, 1.0)
    >>> bool(NA)
    Traceback (most recent call last):
        ...
    TypeError: NA must not be used as true or false; is_na(x) tests for it
    """

    __slots__ = ("kind", "name")

    kind: str
    name: str

    def __init__(self, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return "NA"

    def __reduce__(self) -> str:
        return self.name  # unpickled and copied by name: `is` must find the same object

    def __bool__(self) -> NoReturn:
        raise TypeError("NA must not be used as true or false; is_na(x) tests for it")

    __hash__ = object.__hash__

    def _missing(self, other: Any = None) -> Any:
        return self if isinstance(other, bool | int | float | complex | str | NAType) else _none()

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _missing
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _missing
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _missing
    __mod__ = __rmod__ = _missing

    def __pow__(self, other: Any) -> Any:
        return 1.0 if _is_number(other, 0) else self._missing(other)

    def __rpow__(self, other: Any) -> Any:
        return 1.0 if _is_number(other, 1) else self._missing(other)

    def __neg__(self) -> NAType:
        return self

    __pos__ = __invert__ = __neg__

    def __and__(self, other: Any) -> Any:
        return False if other is False else self._missing(other)

    def __or__(self, other: Any) -> Any:
        return True if other is True else self._missing(other)

    __rand__, __ror__ = __and__, __or__


def _is_number(value: Any, number: int) -> bool:
    """Whether a value equals a number. ``1 ** NA`` and ``NA ** 0`` are 1 for any missing number."""
    return isinstance(value, bool | int | float | complex) and value == number


def _none() -> Any:
    return NotImplemented


NA: Final = NAType("logical", "NA")
NA_integer_: Final = NAType("integer", "NA_integer_")
NA_real_: Final = NAType("numeric", "NA_real_")
NA_complex_: Final = NAType("complex", "NA_complex_")
NA_character_: Final = NAType("character", "NA_character_")

na_of: Final[dict[str, NAType]] = {
    na.kind: na for na in (NA, NA_integer_, NA_real_, NA_complex_, NA_character_)
}
