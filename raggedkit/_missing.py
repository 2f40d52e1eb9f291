"""Missing values at the doors of the package: the words that allow them, and the errors without.

`raggedkit.array`, `raggedkit.group_by`, `RaggedTensor.from_arrow`, `RaggedTable.from_frame` and all
other readers take the same arguments: ``fill_missing=``, ``return_mask=``, ``missing_rows=``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit._arguments import as_flag, is_word
from raggedkit._border import as_time, not_a_time
from raggedkit._typing import Array
from raggedkit._xp import NUMBERS, TIMES, promote, promote_numbers, text_of
from raggedkit.errors import MissingValueError, broken_rule

__all__ = ["Rules", "filled", "refusal"]

_ROWS = ("raise", "empty")


class Rules:
    """The rules for missing rows and values.

    Attributes
    ----------
    fill
        The value for missing ones; None refuses them.
    mask
        Whether missing values are allowed, because the caller returns where they are.
    rows
        ``"raise"``, or ``"empty"``: missing rows become empty ones.
    """

    __slots__ = ("fill", "mask", "rows")

    def __init__(self, fill: Any = None, mask: bool = False, rows: str = "raise") -> None:
        if not is_word(rows, _ROWS):
            raise ValueError(broken_rule("missing_rows", "be 'raise' or 'empty'", rows))
        self.fill = fill
        self.mask = as_flag(mask, "return_mask")
        self.rows = rows

    @property
    def allow_values(self) -> bool:
        """Whether missing values are allowed."""
        return self.mask or self.fill is not None


def refusal(
    kind: str, name: str, count: int, total: int, place: Sequence[int | str]
) -> MissingValueError:
    """Return the error for missing ``"values"`` or ``"rows"`` that no rule allows."""
    return MissingValueError.at_door(kind, count, total, list(place), name)


def filled(
    flat: Array,
    missing: Array,
    fill: Any,
    name: str = "fill_missing",
    *,
    untyped: bool = False,
    way_out: str = "",
) -> Array:
    """Return a copy of values with another one where they are missing.

    Parameters
    ----------
    flat
        ``[n, ...]``; any value where it is missing.
    missing
        ``bool[n]``, or of the shape of ``flat``.
    fill
        The value; None is 0, or ``""``. It may widen the dtype if all other values stay exact.
    name
        The argument that has the value, for errors.
    untyped
        Whether all values are missing and have no dtype: then that of ``fill`` is taken.
    way_out
        The advice for a value that does not fit.
    """
    if fill is None:
        made = flat.copy()
        made[missing] = b"" if flat.dtype.kind == "O" else np.zeros((), dtype=flat.dtype)
        return made
    given = _single(fill, flat, name, untyped, way_out)
    if untyped:
        return np.full(flat.shape, given, dtype=given.dtype)
    dtype = _common(flat, given)
    made = flat.astype(dtype)
    if dtype != flat.dtype and flat.dtype.kind in NUMBERS + TIMES:
        back = made.astype(flat.dtype)
        changed = (back != flat) & (flat == flat) & ~missing
        if bool(changed.any()):
            rule = f"not need {dtype}, in which other values are not exact"
            raise ValueError(broken_rule(name, rule, fill))
    made[missing] = given.astype(dtype)
    return made


def _single(fill: Any, flat: Array, name: str, untyped: bool, way_out: str) -> Array:
    """Return a fill value as an array without axes; raise if it is of another kind."""
    if not_a_time(fill):
        fill = as_time(fill, flat.dtype)
    try:
        given = _as_value(fill)
    except (TypeError, ValueError):
        given = np.empty((), dtype=object)
    if given.ndim:
        raise ValueError(broken_rule(name, "be a single value", fill))
    kinds = {flat.dtype.kind, given.dtype.kind}
    alike = any(kinds <= set(kind) for kind in (NUMBERS, "UT", "SO", "M", "m"))
    alike = alike and (given.dtype.kind != "O" or isinstance(fill, bytes))
    if untyped:
        alike = given.dtype.kind != "O"
    if not alike or (kinds > {"b"} and not untyped):
        raise TypeError(broken_rule(name, f"fit values of {flat.dtype}", fill, way_out))
    return given


def _as_value(fill: Any) -> Array:
    if isinstance(fill, str):
        return text_of([fill]).reshape(())
    if isinstance(fill, bytes):
        return np.array(fill, dtype=object if fill.endswith(b"\0") else None)
    if hasattr(fill, "tzinfo") or hasattr(fill, "to_timedelta64") or hasattr(fill, "toordinal"):
        fill = as_time(fill)
    array: Array = np.asarray(fill)
    return array


def _common(flat: Array, given: Array) -> Any:
    """Return the dtype for values and a fill value; NaT fits every unit."""
    if given.dtype.kind in TIMES:
        return flat.dtype if bool(np.isnat(given)) else promote(flat.dtype, given.dtype)
    if given.dtype.kind in NUMBERS:
        return promote_numbers(flat.dtype, given)
    return promote(flat.dtype, given.dtype)
