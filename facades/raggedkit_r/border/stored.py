"""Values of a tensor in the dtypes that R vectors have."""

from __future__ import annotations

import numpy as np

from raggedkit.typing import Array
from raggedkit_r.border.times import counted
from raggedkit_r.vector.kinds import EXACT, INTEGER_MAX, NA_REAL
from raggedkit_r.vector.values import object_array

__all__ = ["as_r_stores"]


def as_r_stores(
    flat: Array, kind: str, na: Array | None, levels: tuple[str, ...] | None, seconds: int
) -> tuple[Array, Array | None]:
    """Return values as R stores those of a kind, and a mask of NA where a kind needs one.

    Parameters
    ----------
    flat
        The values of a tensor, with an arbitrary value for NA.
    kind, na, levels
        As in `RaggedList`.
    seconds
        For times, how many seconds R's number counts; else 0.
    """
    if seconds:
        return counted(flat, seconds), None
    if flat.dtype.kind in "UTSO":
        texts, na = _texts(flat, na)
        return (texts if levels is None else _codes(texts, levels, na)), na
    if kind == "integer":
        return _integers(flat, na)
    if kind in ("numeric", "complex"):
        return _floats(flat), None
    return flat.copy(), na


def _integers(flat: Array, na: Array | None) -> tuple[Array, Array | None]:
    # The placeholder under an NA must not decide the type.
    known = flat if na is None else flat[~na]
    low, high = (int(known.min()), int(known.max())) if known.size else (0, 0)
    # R's NA is the smallest integer of 32 bits, so the range is symmetric.
    if -INTEGER_MAX <= low and high <= INTEGER_MAX:
        return (flat if na is None else np.where(na, 0, flat)).astype(np.int32), na
    if low < -EXACT or high > EXACT:
        far = (flat < -EXACT) | (flat > EXACT)
        at = int(np.flatnonzero(far if na is None else far & ~na)[0])
        rule = "be at most 2 ** 53 in size, the largest integer that a double represents exactly"
        got = f"{flat.flat[at]} (value {at}); convert them first: rt.astype('float64')"
        raise ValueError(f"values must {rule}, got {got}")
    values = flat.astype(np.float64)
    if na is not None:
        values[na] = NA_REAL
    return values, None


def _floats(flat: Array) -> Array:
    values = flat.astype(np.complex128 if flat.dtype.kind == "c" else np.float64)
    # Only long doubles and their complex numbers can lose digits here.
    if flat.dtype.itemsize > values.dtype.itemsize:
        odd = (values != flat) & ~np.isnan(flat)
        if odd.any():
            at = int(np.flatnonzero(odd)[0])
            got = f"{flat.flat[at]} (value {at}); round them first: rt.astype('{values.dtype}')"
            raise ValueError(
                f"values must be numbers that R's doubles represent exactly, got {got}"
            )
    return values


def _texts(flat: Array, na: Array | None) -> tuple[Array, Array | None]:
    """Return text as objects, ``""`` for NA; a None among objects is NA too."""
    items = flat.ravel().tolist()
    if flat.dtype.kind == "O":
        none = np.array([item is None for item in items], dtype=bool).reshape(flat.shape)
        if none.any():
            na = none if na is None else na | none
    kinds = set(map(type, items))
    kind = bytes if any(issubclass(k, bytes) for k in kinds) else str
    if na is not None:
        for at in np.flatnonzero(na).tolist():
            # A value under a mask may be of any kind, and R needs text.
            items[at] = kind()
        kinds = set(map(type, items))
    if not all(issubclass(k, kind) for k in kinds):
        at, odd = next((at, item) for at, item in enumerate(items) if not isinstance(item, kind))
        msg = (
            f"values must be numbers, text or times for a conversion to R, got {odd!r} (value {at})"
        )
        raise TypeError(msg)
    if kind is bytes:
        items = _decoded(items)
    _check_nul(items)
    return object_array(items).reshape(flat.shape), na


def _decoded(items: list[bytes]) -> list[str]:
    made = []
    for at, item in enumerate(items):
        try:
            made.append(item.decode())
        except UnicodeDecodeError as error:
            way_out = "decode them first: raggedkit.strings.unicode_transcode"
            msg = f"values must be UTF-8, got {item!r} (value {at}); {way_out}"
            raise ValueError(msg) from error
    return made


def _check_nul(items: list[str]) -> None:
    # One search in all texts; only for the message they are examined one by one.
    if "\0" in "".join(items):
        at = next(at for at, item in enumerate(items) if "\0" in item)
        got = f"{items[at]!r} (value {at})"
        raise ValueError(f"values must be without NUL, where R's strings end, got {got}")


def _codes(texts: Array, levels: tuple[str, ...], na: Array | None) -> Array:
    """Return the 1-based position of each label among the levels; 0 for NA."""
    place = {level: code for code, level in enumerate(levels, 1)}
    labels = texts.ravel().tolist()
    # A text under an NA need not be a level.
    codes = np.fromiter((place.get(label, 0) for label in labels), np.int32, len(labels))
    codes = codes.reshape(texts.shape)
    return codes if na is None else np.where(na, np.int32(0), codes)
