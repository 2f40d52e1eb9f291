"""Ragged tensors as Arrow arrays, by pyarrow or nanoarrow; the memory is shared where possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit._kernels.arrays.splits import lengths_to_splits
from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit._xp import native
from raggedkit.errors import broken_rule
from raggedkit.interop._checks import check_on_host, check_partitions
from raggedkit.interop.arrow._nodes import FORMATS, UNITS, Node, time_format
from raggedkit.interop.arrow._text import to_utf8
from raggedkit.tensor import RaggedTensor

__all__ = [
    "as_nanoarrow",
    "as_pyarrow",
    "installed",
    "node_of_array",
    "node_of_struct",
    "node_of_tensor",
    "raw_bytes",
]

_DAYS = np.iinfo(np.int32)
_MOST = int(_DAYS.max)


def node_of_tensor(rt: RaggedTensor, name: str = "rt") -> Node:
    """Return a tensor as lists of lists: int32 splits as ``list``, int64 ones as ``large_list``.

    Uniform partitions and inner dimensions are lists of fixed size.
    """
    node = node_of_array(rt._flat, name)
    check_partitions(rt, name)
    for part in reversed(rt._parts):
        if part._uniform is not None:
            node = _fixed_size(node, part._nrows, int(part._uniform))
            continue
        splits = np.ascontiguousarray(part._get_splits())
        letters = "+l" if splits.dtype == np.int32 else "+L"
        buffers = (None, splits.view(np.uint8))
        node = Node(letters, part._nrows, 0, 0, buffers, (node,), ("item",))
    return node


def node_of_array(array: Array, name: str = "values") -> Node:
    """Return an array; its dimensions after the first are lists of fixed size."""
    check_on_host(array, name)
    flat = np.ascontiguousarray(array)
    return with_inner_axes(_values(flat.reshape(-1), name), array.shape)


def with_inner_axes(node: Node, shape: tuple[int, ...]) -> Node:
    """Return the items of an array of a shape; dimensions after the first have a fixed size."""
    for k in range(len(shape) - 1, 0, -1):
        node = _fixed_size(node, math.prod(shape[:k]), shape[k])
    return node


def node_of_struct(names: Sequence[str], fields: Sequence[Node], length: int) -> Node:
    """Return fields of equal lengths as one struct."""
    return Node("+s", length, 0, 0, (None,), tuple(fields), tuple(names))


def _fixed_size(node: Node, length: int, size: int) -> Node:
    if size > _MOST:
        rule = f"have uniform axes of at most {_MOST} items, the largest fixed size of Arrow"
        raise ValueError(broken_rule("rt", rule, size))
    return Node(f"+w:{size}", length, 0, 0, (None,), (node,), ("item",))


# ------------------------------------------------------------------ values
def _values(flat: Array, name: str) -> Node:
    kind = flat.dtype.kind
    if kind in "mM":
        return _times(flat, name)
    if kind == "b":
        packed = np.packbits(flat, bitorder="little")
        return Node("b", len(flat), 0, 0, (None, packed))
    if kind in "UT":
        offsets, data = to_utf8(flat, name)
        return Node("U", len(flat), 0, 0, (None, offsets.view(np.uint8), data))
    if kind == "S":
        return _raw(flat)
    numbers = native(flat)
    letters = FORMATS.get(numbers.dtype.str[1:])
    if letters is None:
        way_out = "stack its real and imaginary parts" if kind == "c" else "convert it first"
        raise TypeError(broken_rule(name, "have a dtype of Arrow", flat.dtype, way_out))
    return Node(letters, len(flat), 0, 0, (None, numbers.view(np.uint8)))


def _times(flat: Array, name: str) -> Node:
    """Return times with NaT as missing, since Arrow has no NaT."""
    times = native(flat)
    unit, count = np.datetime_data(times.dtype)
    absent = np.isnat(times)
    nulls = int(np.count_nonzero(absent))
    valid = np.packbits(~absent, bitorder="little") if nulls else None
    if times.dtype.kind == "M" and unit == "D" and count == 1:
        days = times.view(np.int64)
        _check_days(days[~absent], name)
        return Node("tdD", len(flat), 0, nulls, (valid, days.astype(np.int32).view(np.uint8)))
    letters = time_format(times.dtype)
    if letters is None:
        way_out = f"use rk.cast({name}, '{times.dtype.kind}8[s]')"
        raise TypeError(broken_rule(name, "have times of unit s, ms, us or ns", unit, way_out))
    return Node(letters, len(flat), 0, nulls, (valid, times.view(np.uint8)))


def _check_days(days: Array, name: str) -> None:
    outside = (days < _DAYS.min) | (days > _DAYS.max)
    if outside.any():
        got = days[int(outside.argmax())].view("M8[D]")
        raise ValueError(broken_rule(name, "have dates that fit 32 bits of days", got))


def raw_bytes(flat: Array) -> tuple[Array, Array]:
    """Return ``(offsets, data)`` of bytes of a fixed width."""
    lengths = np.strings.str_len(flat).astype(np.int64)
    cells = np.ascontiguousarray(flat).view(np.uint8).reshape(len(flat), flat.dtype.itemsize)
    return lengths_to_splits(lengths), cells[np.arange(flat.dtype.itemsize) < lengths[:, None]]


def _raw(flat: Array) -> Node:
    offsets, data = raw_bytes(flat)
    return Node("Z", len(flat), 0, 0, (None, offsets.view(np.uint8), data))


# ------------------------------------------------------------------ libraries
def installed() -> Any:
    """Return pyarrow, or nanoarrow where there is no pyarrow."""
    try:
        import pyarrow as pa
    except ImportError:
        extra = "pip install 'raggedkit[arrow]'"
        with needed("nanoarrow", "Arrow arrays need pyarrow or nanoarrow", extra):
            import nanoarrow
        return nanoarrow
    return pa


def as_pyarrow(node: Node, pa: Any) -> Any:
    """Return an array of pyarrow over the same memory."""
    kind = type_of(node, pa)
    return _pyarrow(node, kind, pa)


def _pyarrow(node: Node, kind: Any, pa: Any) -> Any:
    # pyarrow wants a buffer where there are no items, too.
    buffers = [None if b is None else pa.py_buffer(b) for b in node.buffers]
    kinds = [kind.field(i).type for i in range(kind.num_fields)] if node.children else []
    inner = [_pyarrow(c, k, pa) for c, k in zip(node.children, kinds, strict=True)]
    return pa.Array.from_buffers(kind, node.length, buffers, node.nulls, 0, inner or None)


def type_of(node: Node, pa: Any) -> Any:
    """Return the type of pyarrow for a format string that is written here."""
    name, _, rest = node.format.partition(":")
    if name in ("+l", "+L"):
        make = pa.list_ if name == "+l" else pa.large_list
        return make(type_of(node.children[0], pa))
    if name == "+w":
        return pa.list_(type_of(node.children[0], pa), int(rest))
    if name == "+s":
        pairs = zip(node.names, node.children, strict=True)
        return pa.struct([pa.field(n, type_of(c, pa)) for n, c in pairs])
    return _plain_type(name, pa)


def as_nanoarrow(node: Node, na: Any) -> Any:
    """Return a C array of nanoarrow over the same memory."""
    return na.c_array_from_buffers(
        schema_of(node, na),
        node.length,
        list(node.buffers),
        null_count=node.nulls,
        children=[as_nanoarrow(c, na) for c in node.children],
    )


def schema_of(node: Node, na: Any) -> Any:
    """Return the schema of nanoarrow for a format string that is written here."""
    name, _, rest = node.format.partition(":")
    inner = [schema_of(c, na) for c in node.children]
    if name in ("+l", "+L"):
        return (na.list_ if name == "+l" else na.large_list)(inner[0])
    if name == "+w":
        return na.fixed_size_list(inner[0], int(rest))
    if name == "+s":
        return na.struct(dict(zip(node.names, inner, strict=True)))
    return _plain_type(name, na)


_NAMES = {
    "b": "bool_", "tdD": "date32", "U": "large_string", "Z": "large_binary", "c": "int8",
    "C": "uint8", "s": "int16", "S": "uint16", "i": "int32", "I": "uint32", "l": "int64",
    "L": "uint64", "e": "float16", "f": "float32", "g": "float64",
}  # fmt: skip


def _plain_type(letters: str, library: Any) -> Any:
    """Return a type without children; pyarrow and nanoarrow have the same names for them."""
    if letters[:2] in ("ts", "tD"):
        unit = next(u for u, letter in UNITS.items() if letter == letters[2])
        return library.timestamp(unit) if letters[1] == "s" else library.duration(unit)
    return getattr(library, _NAMES[letters])()
