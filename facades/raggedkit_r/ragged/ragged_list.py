"""`RaggedList`: a `RaggedTensor` with NA, NULL rows, names, factors and time zones, as in R.

A tensor has none of these. Here masks and tuples are stored beside it, so that an NA is never a
number and a value from R is sent back unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from raggedkit import RaggedTensor
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.hooks import Hooks
from raggedkit_r.vector.arguments import is_word
from raggedkit_r.vector.kinds import KINDS, MASKED, with_missing

__all__ = ["KINDS", "RaggedList"]


@dataclass(frozen=True, eq=False, repr=False)
class RaggedList(Hooks):
    """Rows of differing lengths of one of R's kinds of values, ``[nrows, (lengths), ...]``.

    Create one with `ragged` or `as_ragged`. No field can be set by itself; ``x[1] = ...``
    and ``x[[1]] = ...`` put all of them in place of the old ones at once. That changes the list
    itself: after ``y = x`` both names are the same list, where R would have made a copy;
    ``y = x[:]`` is one.

    Python's own ``sum``, ``max``, ``min`` and ``sorted`` iterate over the rows, which is rarely
    useful: ``row_sums(x)`` and its siblings reduce each row, ``sum(unlist(x))`` all the values.

    Parameters
    ----------
    tensor
        The values in their rows. Where a value is NA there is a filler: 0, False, ``""`` or NaT;
        a double or complex NA is the NaN that R has for it.
    kind
        R's kind of the values: ``"logical"``, ``"integer"``, ``"numeric"``, ``"complex"``,
        ``"character"``, ``"raw"``, ``"factor"`` (its labels as text), ``"Date"``, ``"POSIXct"``
        or ``"difftime"``.
    na
        Of the shape of ``tensor.flat_values``: True where a value is NA; None if none is. Doubles,
        complex numbers and times have an NA of their own and keep no mask.
    null
        For each ragged axis, outermost first, ``bool[nrows of that axis]``, True where the row is
        NULL (it then has no values), or None if none is. ``()`` is short for all None.
    names
        For each ragged axis the names of its rows, at last those of the values; each may be None.
        ``()`` is short for all None.
    levels
        A factor's levels, in order; None for the other kinds.
    ordered
        Whether a factor's levels have an order.
    tz
        The time zone in which POSIXct values are shown; None where R has none.
    units
        The unit in which R counts a difftime: ``"secs"``, ``"mins"``, ``"hours"``, ``"days"`` or
        ``"weeks"``.

    Raises
    ------
    TypeError
        If ``tensor`` is no RaggedTensor, or its dtype is none of the kind's.
    ValueError
        If a mask or names do not fit the tensor, a NULL row has values, or an attribute is given
        that the kind doesn't have.

    Examples
    --------
    >>> import numpy as np
    >>> import raggedkit as rk
    >>> from raggedkit_r.ragged.ragged_list import RaggedList
    >>> rt = rk.ragged.constant([[3, 0], [], [5]])
    >>> x = RaggedList(rt, "integer", na=np.array([False, True, False]))
    >>> x.na
    array([False,  True, False])
    >>> RaggedList(rt, "numeric")
    Traceback (most recent call last):
        ...
    TypeError: tensor must have a dtype of kind f for 'numeric', got int64
    """

    tensor: RaggedTensor
    kind: str
    na: Array | None = None
    null: tuple[Array | None, ...] = ()
    names: tuple[tuple[str, ...] | None, ...] = ()
    levels: tuple[str, ...] | None = None
    ordered: bool = False
    tz: str | None = None
    units: str | None = None

    def __post_init__(self) -> None:
        _check_kind(self)
        _set(self, "na", _checked_na(self))
        _keep_missing(self)
        _set(self, "null", _checked_null(self))
        _set(self, "names", _checked_names(self))
        _check_attributes(self)

    def _become(self, other: RaggedList) -> None:
        """Take the fields of another ragged list, as in a replacement."""
        for field in fields(self):
            _set(self, field.name, getattr(other, field.name))


def _set(x: RaggedList, name: str, value: object) -> None:
    # The dataclass is frozen: only its own checks, and x[i] = value, set fields.
    object.__setattr__(x, name, value)


def _check_kind(x: RaggedList) -> None:
    if not isinstance(x.tensor, RaggedTensor):
        raise TypeError(broken_rule("tensor", "be a RaggedTensor", x.tensor))
    if not is_word(x.kind, KINDS):
        raise ValueError(broken_rule("kind", f"be one of {', '.join(KINDS)}", x.kind))
    if x.tensor.dtype.kind not in KINDS[x.kind]:
        rule = f"have a dtype of kind {' or '.join(KINDS[x.kind])} for {x.kind!r}"
        raise TypeError(f"tensor must {rule}, got {x.tensor.dtype}")


def _mask(argument: str, mask: object, shape: tuple[int, ...]) -> Array | None:
    """Return a mask as a read-only array, or None if it has no True."""
    found = np.asarray(mask)
    if found.dtype != bool:
        raise TypeError(f"{argument} must be an array of bools or None, got dtype {found.dtype}")
    if found.shape != shape:
        raise ValueError(f"{argument} must have shape {shape}, got {found.shape}")
    if not found.any():
        return None
    # The caller's array stays writable; only the view is frozen.
    view = found.view()
    view.flags.writeable = False
    return view


def _checked_na(x: RaggedList) -> Array | None:
    if x.na is None:
        return None
    na = _mask("na", x.na, x.tensor.flat_values.shape)
    if na is not None and x.tensor.dtype.kind in "fcmM":
        # These kinds store NA as NaN or NaT; a number under the mask would contradict it.
        number = na & ~np.isnan(x.tensor.flat_values)
        if number.any():
            at = int(np.flatnonzero(number)[0])
            rule = f"mark only NaN or NaT among {x.kind} values"
            raise ValueError(f"na must {rule}, got value {at} = {x.tensor.flat_values.flat[at]}")
    return na


def _keep_missing(x: RaggedList) -> None:
    """Store NA of doubles and times as NaN and NaT, so that no mask is needed for them."""
    if x.na is not None and x.kind not in MASKED:
        flat, _ = with_missing(x.tensor.flat_values, x.na, x.kind)
        _set(x, "tensor", x.tensor.with_flat_values(flat))
        _set(x, "na", None)


def _checked_null(x: RaggedList) -> tuple[Array | None, ...]:
    if not x.null:
        return ()
    parts = x.tensor.partitions
    if len(x.null) != len(parts):
        rule = f"have an item for each of the {len(parts)} ragged axes"
        raise ValueError(f"null must {rule}, got {len(x.null)}")
    masks = []
    for i, (null, part) in enumerate(zip(x.null, parts, strict=True)):
        mask = None if null is None else _mask(f"null[{i}]", null, (len(part),))
        if mask is not None and (full := mask & (part.row_lengths() > 0)).any():
            at = int(np.flatnonzero(full)[0])
            got = f"row {at} of length {part.row_lengths()[at]}"
            raise ValueError(f"null[{i}] must mark only empty rows, got {got}")
        masks.append(mask)
    return () if all(mask is None for mask in masks) else tuple(masks)


def _checked_names(x: RaggedList) -> tuple[tuple[str, ...] | None, ...]:
    if not x.names:
        return ()
    counts = [*(len(part) for part in x.tensor.partitions), len(x.tensor.flat_values)]
    if len(x.names) != len(counts):
        rule = f"have an item for each of the {len(counts) - 1} ragged axes and one for the values"
        raise ValueError(f"names must {rule}, got {len(x.names)}")
    for i, (names, count) in enumerate(zip(x.names, counts, strict=True)):
        if names is not None and len(names) != count:
            raise ValueError(f"names[{i}] must be {count} names or None, got {len(names)}")
    made = tuple(None if names is None else tuple(names) for names in x.names)
    return () if all(names is None for names in made) else made


def _check_attributes(x: RaggedList) -> None:
    """Raise an error for attributes that the kind does not have, and labels that are no levels."""
    has = {"levels": "factor", "tz": "POSIXct", "units": "difftime"}
    for name, kind in has.items():
        if getattr(x, name) is not None and x.kind != kind:
            raise ValueError(f"{name} must be None unless kind is {kind!r}, got kind {x.kind!r}")
    if x.kind != "factor":
        if x.ordered:
            raise ValueError(f"ordered must be False unless kind is 'factor', got kind {x.kind!r}")
        return
    if x.levels is None:
        raise ValueError("levels must be the labels a factor may have, got None")
    _set(x, "levels", tuple(x.levels))
    labels = x.tensor.flat_values
    # An empty tuple of levels would make an array of doubles, which text is not in.
    known = np.isin(labels, np.array(x.levels, dtype=labels.dtype if x.levels else "U1"))
    stray = ~known if x.na is None else ~known & ~x.na
    if stray.any():
        label = str(labels.flat[int(np.flatnonzero(stray)[0])])
        raise ValueError(broken_rule("tensor", f"contain only levels {x.levels}", label))
