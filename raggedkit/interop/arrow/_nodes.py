"""Arrow arrays as one type, `Node`: a format string, buffers as NumPy arrays, and children.

pyarrow and nanoarrow describe the same memory differently. Both are converted here, without a copy,
so that the rest of the package reads one layout: https://arrow.apache.org/docs/format/Columnar.html
and, for the format strings, https://arrow.apache.org/docs/format/CDataInterface.html.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from raggedkit._optional import needed
from raggedkit._typing import Array, DType
from raggedkit.errors import broken_rule

__all__ = ["FORMATS", "UNITS", "Node", "is_arrow", "nodes_of", "time_format"]

_EXTRA = "pip install 'raggedkit[arrow]'"
_DATE = {"date32[day]": "tdD", "date64[ms]": "tdm"}
_PLAIN = {
    "null": "n", "bool": "b", "int8": "c", "uint8": "C", "int16": "s", "uint16": "S", "int32": "i",
    "uint32": "I", "int64": "l", "uint64": "L", "halffloat": "e", "float": "f", "double": "g",
    "string": "u", "large_string": "U", "string_view": "vu", "binary": "z", "large_binary": "Z",
    "binary_view": "vz", **_DATE,
}  # fmt: skip
UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}  # NumPy's name of a unit -> Arrow's letter
# Numbers: the name of a dtype without its byte order -> the format string.
FORMATS = {
    "i1": "c", "u1": "C", "i2": "s", "u2": "S", "i4": "i", "u4": "I", "i8": "l", "u8": "L",
    "f2": "e", "f4": "f", "f8": "g",
}  # fmt: skip
_NESTED = {
    "list": "+l", "large_list": "+L", "list_view": "+vl", "large_list_view": "+vL", "struct": "+s",
    "map": "+m", "dense_union": "+ud", "sparse_union": "+us", "run_end_encoded": "+r",
}  # fmt: skip


@dataclass(frozen=True)
class Node:
    """One array of the Arrow format.

    Attributes
    ----------
    format
        The format string, as ``"g"`` (float64) or ``"+L"`` (list with int64 offsets).
    length, offset
        The number of items, and the position of the first one in the buffers.
    nulls
        The number of missing items; -1 if it is not known.
    buffers
        The buffers as bytes, the validity bits first; None where the format allows it.
    children
        The arrays inside: the items of lists, the fields of a struct.
    names
        The names of the children.
    dictionary
        The values of a dictionary array, whose own items are positions in them.
    shown
        The type in the words of the library, for errors.
    """

    format: str
    length: int
    offset: int
    nulls: int
    buffers: tuple[Array | None, ...]
    children: tuple[Node, ...] = ()
    names: tuple[str, ...] = ()
    dictionary: Node | None = None
    shown: str = field(default="", compare=False)

    def missing(self) -> Array | None:
        """Return which items are missing, or None if none is."""
        if self.format == "n":
            return np.ones(self.length, dtype=bool) if self.length else None
        if not self.nulls or not self.buffers or self.buffers[0] is None:
            return None
        missing = ~bits(self.buffers[0], self.offset, self.length)
        return missing if missing.any() else None

    def items(self, buffer: int, dtype: Any, extra: int = 0) -> Array:
        """Return a buffer as an array of ``length + extra`` items of ``dtype``, without a copy."""
        held, dtype = self.buffers[buffer], np.dtype(dtype)
        count = self.length + extra
        if held is None or (not self.length and held.size < (self.offset + count) * dtype.itemsize):
            return np.zeros(count, dtype=dtype)  # an array without items may have no buffers
        return self._checked(held, self.offset + count, dtype)[self.offset :]

    def _checked(self, held: Array, count: int, dtype: Any) -> Array:
        if held.size < count * dtype.itemsize:
            rule = f"have {count} items of {dtype} in its buffer"
            raise ValueError(broken_rule("obj", rule, held.size // dtype.itemsize))
        return np.frombuffer(held, dtype=dtype, count=count)


def bits(held: Array, offset: int, count: int) -> Array:
    """Return ``count`` bits of a buffer from bit ``offset`` on; Arrow has the lowest bit first."""
    if held.size * 8 < offset + count:
        rule = f"have {offset + count} bits in its buffer"
        raise ValueError(broken_rule("obj", rule, held.size * 8))
    first = offset // 8
    some = np.unpackbits(held[first : (offset + count + 7) // 8], bitorder="little")
    return some[offset - 8 * first :][:count].view(np.bool_)


def time_format(dtype: DType) -> str | None:
    """Return the format string of a dtype of times, or None if Arrow has no such unit."""
    unit, count = np.datetime_data(dtype)
    if unit not in UNITS or count != 1:
        return None
    return f"ts{UNITS[unit]}:" if dtype.kind == "M" else f"tD{UNITS[unit]}"


def is_arrow(obj: Any) -> bool:
    """Whether something can be read as an Arrow array, or as a stream of them."""
    return hasattr(obj, "__arrow_c_array__") or hasattr(obj, "__arrow_c_stream__")


def nodes_of(obj: Any) -> list[Node]:
    """Return the chunks of an Arrow array, a chunked array, a table or anything that exports one.

    Raises
    ------
    TypeError
        If ``obj`` has no Arrow array.
    ModuleNotFoundError
        If neither pyarrow nor nanoarrow is installed.
    """
    if not is_arrow(obj):
        rule = "be an Arrow array, or have __arrow_c_array__ or __arrow_c_stream__"
        raise TypeError(broken_rule("obj", rule, type(obj).__name__))
    library = reader()
    if library.__name__ == "pyarrow":
        return [_of_pyarrow(x, library) for x in _chunks(obj, library)]
    return [_of_nanoarrow(x) for x in _streamed(obj, library)]


def reader() -> Any:
    """Return pyarrow, or nanoarrow where there is no pyarrow."""
    try:
        import pyarrow as pa
    except ImportError:
        with needed("nanoarrow", "Arrow arrays need pyarrow or nanoarrow", _EXTRA):
            import nanoarrow
        return nanoarrow
    return pa


# ------------------------------------------------------------------ pyarrow
def _chunks(obj: Any, pa: Any) -> list[Any]:
    if isinstance(obj, pa.RecordBatch):
        return [obj.to_struct_array()]
    if isinstance(obj, pa.Table):
        chunks = obj.to_struct_array().chunks
        return chunks or [pa.array([], type=pa.struct(obj.schema))]
    if isinstance(obj, pa.ChunkedArray):
        return obj.chunks or [pa.array([], type=obj.type)]
    if isinstance(obj, pa.Array):
        return [obj]
    if hasattr(obj, "__arrow_c_stream__"):
        # A stream of structs is a table, whose own import would lose the validity of its rows.
        return _chunks(pa.chunked_array(obj), pa)
    return [pa.array(obj)]


def _of_pyarrow(array: Any, pa: Any) -> Node:
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return _of_pyarrow(array.storage, pa)
    name = _format_of(kind, pa)
    dictionary: Node | None = None
    children: tuple[Node, ...] = ()
    names: tuple[str, ...] = ()
    offset, count = array.offset, 1
    if pa.types.is_dictionary(kind):
        dictionary = _of_pyarrow(array.dictionary, pa)
        array, count = array.indices, 2
        name, offset = _format_of(array.type, pa), array.offset
    elif name == "+s":
        # `field` applies the offset of the struct, which the buffers of its validity do not have.
        children = tuple(_of_pyarrow(array.field(i), pa) for i in range(kind.num_fields))
        names = tuple(kind.field(i).name for i in range(kind.num_fields))
    elif name.startswith("+") and name[1] in "lLwv":
        children = (_of_pyarrow(array.values, pa),)
        count = 1 if name[1] == "w" else 3 if name[1] == "v" else 2
    buffers = array.buffers()
    if not name.startswith("+") and dictionary is None:
        count = len(buffers)
    held = tuple(None if b is None else np.frombuffer(b, dtype=np.uint8) for b in buffers[:count])
    return Node(
        name, len(array), offset, array.null_count, held, children, names, dictionary, str(kind)
    )


def _format_of(kind: Any, pa: Any) -> str:
    """Return the format string of a type of pyarrow; "" for one that has no tensor."""
    text = str(kind)
    if text in _PLAIN:
        return _PLAIN[text]
    types = pa.types
    if types.is_timestamp(kind):
        return f"ts{UNITS[kind.unit]}:{kind.tz or ''}"
    if types.is_duration(kind):
        return f"tD{UNITS[kind.unit]}"
    if types.is_time(kind):
        return f"tt{UNITS[kind.unit]}"
    if types.is_fixed_size_list(kind):
        return f"+w:{kind.list_size}"
    if types.is_fixed_size_binary(kind):
        return f"w:{kind.byte_width}"
    for name, letters in _NESTED.items():
        if getattr(types, f"is_{name}", lambda _: False)(kind):
            return letters
    return ""


# ------------------------------------------------------------------ nanoarrow
def _streamed(obj: Any, na: Any) -> Iterator[Any]:
    if hasattr(obj, "__arrow_c_array__"):
        return iter([na.c_array(obj)])
    stream = na.c_array_stream(obj)
    chunks = list(stream)
    return iter(chunks or [na.c_array([], schema=stream.get_schema())])


def _of_nanoarrow(array: Any) -> Node:
    schema = array.schema
    try:
        view = array.view()
        held = [view.buffer(i) for i in range(view.n_buffers)]
        buffers = tuple(_bytes_of(b) if b.size_bytes else None for b in held)
    except RuntimeError as error:  # nanoarrow 0.9 does not size the buffers of list views
        way_out = f"install pyarrow ({error})"
        raise ValueError(
            broken_rule("obj", "be readable by nanoarrow", schema.format, way_out)
        ) from None
    children = tuple(_of_nanoarrow(array.child(i)) for i in range(array.n_children))
    names = tuple(schema.child(i).name or "" for i in range(array.n_children))
    if schema.format == "+s" and (array.offset or any(c.length != array.length for c in children)):
        children = tuple(_cut(c, array.offset, array.length) for c in children)
    inner = array.dictionary
    dictionary = None if inner is None else _of_nanoarrow(inner)
    return Node(
        schema.format, array.length, array.offset, array.null_count, buffers, children, names,
        dictionary, schema.format,
    )  # fmt: skip


def _bytes_of(buffer: Any) -> Array:
    return np.frombuffer(memoryview(buffer), dtype=np.uint8)


def _cut(node: Node, offset: int, length: int) -> Node:
    if offset + length > node.length:
        rule = f"have {offset + length} items in each field"
        raise ValueError(broken_rule("obj", rule, node.length))
    return replace(node, offset=node.offset + offset, length=length, nulls=-1)
