"""Ragged lists as the plain arrays that R stores, and back.

Both bridges to R, rpy2 and reticulate, transfer these arrays; no R is needed here. A value that is
sent to the other language and back is unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from raggedkit import RaggedTensor, RowPartition
from raggedkit._xp import to_host
from raggedkit.typing import Array, DType
from raggedkit_r.border.stored import as_r_stores
from raggedkit_r.border.times import DAY, ticked, ticked_to_fit
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.vector.kinds import UNITS, kind_of
from raggedkit_r.vector.values import plain_text

__all__ = ["Parts", "put_together", "take_apart"]

_QUIET = np.uint64(1 << 51)  # set in every NaN that NumPy doesn't warn of


@dataclass(frozen=True, eq=False)
class Parts:
    """The arrays and attributes that R stores of a ragged list.

    Parameters
    ----------
    kind
        R's kind of the values, as in `RaggedList`.
    values
        ``[nvals, ...]`` as R stores them: bool, int32, float64 (whole numbers past int32 and times
        too), complex128, uint8, text (objects or NumPy's own), or a factor's codes, int32 from 1.
    splits
        For each ragged axis, outermost first, ``int64[nrows + 1]``.
    na
        True where a value is NA, of the shape of ``values``; None if none is, and for doubles and
        complex numbers, whose NA is a NaN.
    null, names, levels, ordered, tz, units
        As in `RaggedList`.
    uniform
        For each ragged axis the row length that was declared, or None.
    python
        The dtypes of values and of splits, if they differ from the default of `put_together`.
    """

    kind: str
    values: Array
    splits: tuple[Array, ...]
    na: Array | None = None
    null: tuple[Array | None, ...] = ()
    names: tuple[tuple[str, ...] | None, ...] = ()
    uniform: tuple[int | None, ...] = ()
    levels: tuple[str, ...] | None = None
    ordered: bool = False
    tz: str | None = None
    units: str | None = None
    python: tuple[str, str] | None = None


def take_apart(x: RaggedTensor | RaggedList) -> Parts:
    """Return the parts that R keeps of a ragged tensor or list.

    Raises
    ------
    TypeError
        If R has nothing for the dtype.
    ValueError
        If R has nothing for one of the values: an integer past 2 ** 53, text with NUL,
        bytes that aren't UTF-8, a time that a double rounds to another one.

    Examples
    --------
    >>> import raggedkit as rk
    >>> parts = take_apart(rk.ragged.constant([[3, 1], [], [5]]))
    >>> parts.kind, parts.values, parts.splits, parts.python
    ('integer', array([3, 1, 5], dtype=int32), (array([0, 2, 2, 3]),), ('int64', 'int64'))
    >>> take_apart(rk.ragged.constant([[0], [2**60]]))
    Traceback (most recent call last):
        ...
    ValueError: values must be at most 2 ** 53 in size, the largest integer that a
        double represents exactly, got 1152921504606846976 (value 1); convert them first:
        rt.astype('float64')
    """
    tensor = x if isinstance(x, RaggedTensor) else x.tensor
    flat = to_host(tensor.flat_values)
    kind, tz, units = _kind_of(flat.dtype)
    parts = Parts(
        kind=kind,
        values=flat,
        splits=tuple(to_host(p.row_splits()).astype(np.int64) for p in tensor.partitions),
        uniform=tuple(p.static_uniform_row_length for p in tensor.partitions),
        tz=tz,
        units=units,
    )
    if isinstance(x, RaggedList):
        units = (x.units or "secs") if x.kind == "difftime" else None
        fields = {name: getattr(x, name) for name in ("kind", "na", "null", "names", "levels")}
        parts = replace(parts, **fields, ordered=x.ordered, tz=x.tz, units=units)
    values, na = as_r_stores(flat, parts.kind, parts.na, parts.levels, _seconds(parts))
    parts = replace(parts, values=values, na=na)
    # R has one integer and one double type. The dtypes travel along, so that a tensor that comes
    # back unchanged has them again.
    dtypes = (flat.dtype, tensor.partitions[0].dtype)
    unasked = (_flat(parts, None)[0].dtype, np.dtype("int64"))
    return (
        parts if dtypes == unasked else replace(parts, python=(_name(dtypes[0]), _name(dtypes[1])))
    )


def put_together(parts: Parts) -> RaggedTensor | RaggedList:
    """Return the ragged tensor of these parts; a ragged list if a tensor would lose information.

    Examples
    --------
    >>> import numpy as np
    >>> splits = (np.array([0, 2, 2, 3]),)
    >>> put_together(Parts("integer", np.array([3, 1, 5], "int32"), splits))
    <RaggedTensor [[3, 1], [], [5]]>
    >>> put_together(Parts("integer", np.array([3, 1, 5]), splits, na=np.array([0, 1, 0]) > 0)).na
    array([False,  True, False])
    """
    names = parts.python or (None, "int64")
    flat, na = _flat(parts, None if names[0] is None else _dtype(names[0]))
    tensor = RaggedTensor(flat, _partitions(parts, np.dtype(names[1])))
    kind = "integer" if flat.dtype.kind in "iu" and parts.kind == "numeric" else parts.kind
    # A tensor can represent the rows; NA, NULL, names or levels need a RaggedList.
    plain = (kind, parts.tz, parts.units) == _kind_of(flat.dtype) and parts.levels is None
    if plain and na is None and not _any(parts.null) and not _any(parts.names):
        return tensor
    return RaggedList(
        tensor,
        kind,
        na=na,
        null=parts.null,
        names=parts.names,
        levels=parts.levels,
        ordered=parts.ordered,
        tz=parts.tz,
        units=parts.units,
    )


def _any(items: tuple[object, ...]) -> bool:
    return any(item is not None for item in items)


def _kind_of(dtype: DType) -> tuple[str, str | None, str | None]:
    """Return the kind, time zone and unit that R has for a tensor of a dtype."""
    if dtype.kind == "S":  # R's text is UTF-8 too
        return "character", None, None
    try:
        kind = kind_of(dtype)
    except TypeError:
        way_out = "take one of its fields, or convert it with rt.astype(...)"
        message = f"x must have a dtype that R has values for, got {dtype}; {way_out}"
        raise TypeError(message) from None
    return kind, "UTC" if kind == "POSIXct" else None, "secs" if kind == "difftime" else None


def _seconds(parts: Parts) -> int:
    """Return the seconds in R's unit of a time; 0 for other kinds."""
    if parts.kind == "difftime":
        return UNITS[parts.units or "secs"]
    return {"Date": DAY, "POSIXct": 1}.get(parts.kind, 0)


def _partitions(parts: Parts, dtype: DType) -> list[RowPartition]:
    uniform = parts.uniform or (None,) * len(parts.splits)
    made = []
    for splits, length in zip(parts.splits, uniform, strict=True):
        if length is None:
            made.append(RowPartition.from_row_splits(splits.astype(dtype)))
        else:
            nvals, nrows = int(splits[-1]), len(splits) - 1
            part = RowPartition.from_uniform_row_length(length, nvals, nrows, dtype=dtype)
            made.append(part)
    return made


def _flat(parts: Parts, dtype: DType | None) -> tuple[Array, Array | None]:
    """Return the values of a tensor, of a dtype or of R's own choice, and the mask beside it."""
    values, na, seconds = parts.values, parts.na, _seconds(parts)
    if na is not None and not na.any():
        na = None
    if seconds:
        kind = "m" if parts.kind == "difftime" else "M"
        if dtype is None:
            return ticked_to_fit(values, seconds, kind), None
        return ticked(values, seconds, dtype), None
    if parts.levels is not None:
        # R's codes count from 1; code 0 is the blank label for NA.
        labels = np.array(["", *parts.levels], dtype=object)
        values = labels[values if na is None else np.where(na, 0, values)]
    if values.dtype.kind in "OUT":
        return _text(values, na, dtype)
    if na is not None:
        values = np.where(na, np.zeros((), values.dtype), values)
    if values.dtype.kind in "fc":
        values = _quiet(values)
    if dtype is None or dtype == values.dtype:
        return values, na
    if dtype.kind in "iu" and values.dtype.kind == "f" and np.isnan(values).any():
        na = np.isnan(values)
        values = np.where(na, 0.0, values)
    made = values.astype(dtype)
    # Functions of R that call no method, such as data.table's, can put other values under a dtype.
    return (made if _same(made, values) else values), na


def _same(made: Array, values: Array) -> bool:
    return bool(((made == values) | ((made != made) & (values != values))).all())


def _quiet(values: Array) -> Array:
    """Return doubles in which R's NA is a quiet NaN, which R takes for NA too.

    R's own is a signaling one: NumPy would warn of every operation on it. Values without NA
    come back as they are, in the memory that they have.
    """
    # Complex numbers too, as pairs of doubles.
    doubles = np.ascontiguousarray(values).view(np.float64)
    bits = doubles.view(np.uint64)
    # R's NA_real_ may be a signaling NaN, with which NumPy's arithmetic warns "invalid value".
    signaling = np.isnan(doubles)
    if signaling.any():
        signaling &= (bits & _QUIET) == 0
        if signaling.any():
            return np.where(signaling, bits | _QUIET, bits).view(values.dtype)
    return values


def _text(values: Array, na: Array | None, dtype: DType | None) -> tuple[Array, Array | None]:
    if dtype is not None and dtype.kind == "O":
        values = values.astype(dtype)
        if na is not None:
            values[na] = None
        return values, None
    if na is not None:
        values = np.where(na, "", values)
    if dtype is None:
        return plain_text(values), na
    if dtype.kind == "S":
        items = [text.encode() for text in values.ravel().tolist()]
        made = np.array(items, dtype=dtype)
        if made.tolist() != items:
            return plain_text(values), na
        return made.reshape(values.shape), na
    made = values.astype(dtype)
    return (made if (made == values).all() else plain_text(values)), na


def _name(dtype: DType) -> str:
    if dtype.kind == "T":
        return "StringDType"
    return dtype.str if dtype.kind in "US" or not dtype.isnative else dtype.name


def _dtype(name: str) -> DType:
    return np.dtypes.StringDType() if name == "StringDType" else np.dtype(name)
