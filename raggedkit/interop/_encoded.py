"""Values of any dtype as arrays of numbers, which every format of arrays can store.

===================== ============================================== =========================
dtype                 ``values``                                     further arrays
===================== ============================================== =========================
numbers, bool         themselves                                     none
datetime64            int64, the ticks                               ``values_dtype``
timedelta64           int64, the ticks                               ``values_dtype``
text of fixed width   uint32 ``[..., width]``, the code points       ``values_dtype``
bytes                 uint8 ``[..., width]``                         ``values_dtype``
text of any width     uint8, all texts as UTF-8                      ``values_dtype``,
                                                                     ``values_splits``
===================== ============================================== =========================

``values_dtype`` is the name of the dtype in ASCII, as uint8: HDF5, Zarr and ``.npz`` treat text
differently. ``values_splits`` has the position of each text in the UTF-8 bytes.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit._kernels.arrays.splits import first_decrease, lengths_to_splits
from raggedkit._typing import Array
from raggedkit._xp import TEXT, object_array, sealed
from raggedkit.encodings import index_vector
from raggedkit.errors import broken_rule
from raggedkit.interop._checks import check_on_host
from raggedkit.interop.arrow._text import from_utf8, to_utf8

__all__ = ["Source", "decoded", "encoded", "whole_number"]

_ANY_TEXT, _ANY_BYTES = "StringDType", "bytes"  # dtypes whose items have their own length
_HIGHEST = 0x10FFFF  # code point


# ------------------------------------------------------------------ out
def encoded(array: Array, name: str, shown: str) -> dict[str, Array]:
    """Return an array as arrays of numbers by name; ``shown`` is its name in errors."""
    check_on_host(array, shown)
    kind = array.dtype.kind
    if kind in "biufc":
        return {name: _plain(array)}
    if kind in "mM":
        ticks = array.dtype.str[0] + "i8"
        return {name: _plain(array).view(ticks), f"{name}_dtype": _tag(array.dtype.str)}
    if kind in "US":
        unit = array.dtype.str[0] + "u4" if kind == "U" else "u1"
        return {name: _cells(array, unit), f"{name}_dtype": _tag(array.dtype.str)}
    if kind == "T":
        offsets, data = to_utf8(array.reshape(-1), shown)
        return _pieces(offsets, data, array.shape, name, _ANY_TEXT)
    if kind == "O" and all(isinstance(x, bytes) for x in array.reshape(-1).tolist()):
        items = array.reshape(-1).tolist()
        offsets = lengths_to_splits(np.fromiter(map(len, items), np.int64, len(items)))
        data = np.frombuffer(b"".join(items), np.uint8)
        return _pieces(offsets, data, array.shape, name, _ANY_BYTES)
    way_out = "convert it first"
    raise TypeError(broken_rule(shown, "have a dtype of its own size", array.dtype, way_out))


def _plain(array: Array) -> Array:
    """Return an array without gaps: h5py and Zarr copy others element by element."""
    return sealed(np.ascontiguousarray(array).view())


def _cells(array: Array, unit: str) -> Array:
    size = np.dtype(unit).itemsize
    shape = (*array.shape, array.dtype.itemsize // size)
    if not array.dtype.itemsize:
        return np.zeros(shape, unit)
    return sealed(np.ascontiguousarray(array).reshape(-1).view(unit).reshape(shape))


def _pieces(
    offsets: Array, data: Array, shape: tuple[int, ...], name: str, dtype: str
) -> dict[str, Array]:
    made = {name: data, f"{name}_splits": offsets, f"{name}_dtype": _tag(dtype)}
    if len(shape) > 1:
        made[f"{name}_inner_shape"] = np.array(shape[1:], np.int64)
    return made


def _tag(text: str) -> Array:
    return np.frombuffer(text.encode("ascii"), np.uint8)


# ------------------------------------------------------------------ in
class Source:
    """The arrays of a mapping whose names have a prefix: a dict, ``.npz``, HDF5 or Zarr group."""

    def __init__(self, mapping: Any, prefix: str = "") -> None:
        self.mapping, self.prefix = mapping, prefix

    def __contains__(self, name: str) -> bool:
        return f"{self.prefix}{name}" in self.mapping

    def shown(self, name: str) -> str:
        """Return how an array is written in errors."""
        return f"mapping[{self.prefix + name!r}]"

    def held(self, name: str) -> Any:
        """Return an array of the mapping, which may still be in a file."""
        if name not in self:
            known = [str(key) for key in self.mapping]
            way_out = "to_buffers() makes such a mapping"
            rule = f"have {self.prefix + name!r}"
            raise ValueError(broken_rule("mapping", rule, known, way_out))
        found = self.mapping[f"{self.prefix}{name}"]
        if not (hasattr(found, "shape") and hasattr(found, "dtype")):
            if not isinstance(found, list | tuple):
                raise TypeError(broken_rule(self.shown(name), "be an array", found))
            found = np.asarray(found)
        if not found.shape:
            raise ValueError(broken_rule(self.shown(name), "have a dimension", "a single value"))
        return found

    def length(self, name: str) -> int:
        """Return the number of items, without reading them."""
        return int(self.held(name).shape[0])

    def piece(self, name: str, start: int, stop: int) -> Array:
        """Return items ``start`` to ``stop``, and read no others from a file.

        Memory of an array or a memory map is shared. An array that was read is ours alone, so it
        is made read-only, which saves a copy of row splits.
        """
        found = self.held(name)
        if isinstance(found, np.ndarray):
            made = found[start:stop]
        else:
            made = np.asarray(found[start:stop])
            if made.base is None and made.flags.owndata:
                made = sealed(made)
        if made.shape[0] != stop - start:
            rule = f"have items {start} to {stop}"
            raise ValueError(broken_rule(self.shown(name), rule, f"{made.shape[0]} of them"))
        return made

    def integers(self, name: str, start: int = 0, stop: int | None = None) -> Array:
        """Return a vector of integers, as int32 or int64."""
        found = self.held(name)
        if len(found.shape) != 1 or found.dtype.kind not in "iu":
            rule = "be a vector of integers"
            got = f"{found.dtype} of shape {tuple(found.shape)}"
            raise ValueError(broken_rule(self.shown(name), rule, got))
        piece = self.piece(name, start, self.length(name) if stop is None else stop)
        return index_vector(piece, self.shown(name), None)

    def text(self, name: str) -> str:
        """Return the text of an array of ASCII or UTF-8 bytes."""
        found = self.held(name)
        if len(found.shape) != 1 or found.dtype != np.uint8:
            rule = "be a vector of uint8"
            got = f"{found.dtype} of shape {tuple(found.shape)}"
            raise ValueError(broken_rule(self.shown(name), rule, got))
        try:
            return self.piece(name, 0, self.length(name)).tobytes().decode()
        except UnicodeDecodeError as error:
            raise ValueError(broken_rule(self.shown(name), "be UTF-8", error.object)) from None


def whole_number(source: Source, name: str) -> int:
    """Return how many items an encoded array has, without reading them."""
    if f"{name}_splits" not in source:
        return source.length(name)
    inner = math.prod(_inner_shape(source, name))
    return max(0, source.length(f"{name}_splits") - 1) // max(1, inner)


def decoded(source: Source, name: str, start: int, stop: int) -> Array:
    """Return items ``start`` to ``stop`` of an encoded array; only these are read.

    Raises
    ------
    ValueError
        If the arrays do not fit each other.
    """
    if f"{name}_dtype" not in source:
        array = source.piece(name, start, stop)
        if array.dtype.kind not in "biufcmMUST":
            raise ValueError(broken_rule(source.shown(name), "be an array of numbers", array.dtype))
        return array
    tag = source.text(f"{name}_dtype")
    if tag in (_ANY_TEXT, _ANY_BYTES):
        return _of_pieces(source, name, start, stop, tag)
    dtype = _dtype_of(tag, source, name)
    array = source.piece(name, start, stop)
    if dtype.kind in "mM":
        if array.dtype.kind != "i" or array.dtype.itemsize != 8:
            raise ValueError(broken_rule(source.shown(name), "be int64", array.dtype))
        return _keeping_order(array, dtype.str[0] + "i8").view(dtype)
    unit = np.dtype(dtype.str[0] + "u4" if dtype.kind == "U" else "u1")
    width = dtype.itemsize // unit.itemsize
    if array.dtype.kind != "u" or array.dtype.itemsize != unit.itemsize or array.ndim < 2:
        got = f"{array.dtype} of shape {array.shape}"
        raise ValueError(broken_rule(source.shown(name), f"be {unit} [n, {width}]", got))
    if array.shape[-1] != width:
        raise ValueError(broken_rule(source.shown(name), f"be {width} wide", array.shape[-1]))
    if dtype.kind == "U" and array.size and int(array.max()) > _HIGHEST:
        # NumPy accepts such text, and each later use of it is an error.
        rule = f"have code points up to {_HIGHEST}"
        raise ValueError(broken_rule(source.shown(name), rule, int(array.max())))
    if not width:
        return np.zeros(array.shape[:-1], dtype)
    cells = np.ascontiguousarray(_keeping_order(array, unit))
    made: Array = cells.reshape(-1).view(dtype).reshape(array.shape[:-1])
    return made


def _keeping_order(array: Array, dtype: Any) -> Array:
    return array if array.dtype == dtype else array.astype(dtype)


def _dtype_of(tag: str, source: Source, name: str) -> Any:
    try:
        dtype = np.dtype(tag)
    except (TypeError, ValueError, SyntaxError):
        dtype = np.dtype(object)
    if dtype.kind not in "mMUS" or dtype.str != tag:
        rule = "be the name of a dtype of text, bytes or times"
        raise ValueError(broken_rule(source.shown(f"{name}_dtype"), rule, tag))
    return dtype


def _inner_shape(source: Source, name: str) -> tuple[int, ...]:
    inner = f"{name}_inner_shape"
    if inner not in source:
        return ()
    shape = tuple(source.integers(inner).tolist())
    if any(n < 0 for n in shape):
        raise ValueError(broken_rule(source.shown(inner), "have no negative size", shape))
    return shape


def _of_pieces(source: Source, name: str, start: int, stop: int, tag: str) -> Array:
    """Return texts or bytes, each of its own length."""
    inner = _inner_shape(source, name)
    each = math.prod(inner)
    splits = f"{name}_splits"
    offsets = source.integers(splits, start * each, stop * each + 1).astype(np.int64)
    size = source.length(name)
    bad = first_decrease(offsets) >= 0 or int(offsets[0]) < 0 or int(offsets[-1]) > size
    if bad:
        rule = f"be positions from 0 to {size} that do not decrease"
        got = f"{int(offsets[0])} to {int(offsets[-1])}"
        raise ValueError(broken_rule(source.shown(splits), rule, got))
    data = source.piece(name, int(offsets[0]), int(offsets[-1]))
    if data.dtype != np.uint8 or data.ndim != 1:
        got = f"{data.dtype} of shape {data.shape}"
        raise ValueError(broken_rule(source.shown(name), "be a vector of uint8", got))
    offsets = offsets - offsets[0]
    shape = (stop - start, *inner)
    if tag == _ANY_TEXT:
        return from_utf8(offsets, data).astype(TEXT, copy=False).reshape(shape)
    whole, bounds = data.tobytes(), offsets.tolist()
    items = [whole[a:b] for a, b in pairwise(bounds)]
    return object_array(items).reshape(shape)
