"""Arrow arrays as one type, `Node`: a format string, buffers as NumPy arrays, and children.

Arrays of pyarrow, whose buffers have sizes, and the C structs of all other libraries are converted
without a copy, so that the rest of the package reads one layout:
https://arrow.apache.org/docs/format/Columnar.html and, for the format strings,
https://arrow.apache.org/docs/format/CDataInterface.html.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from raggedkit._typing import Array, DType
from raggedkit.errors import broken_rule

__all__ = [
    "FORMATS",
    "UNITS",
    "Node",
    "buffers_of",
    "cut",
    "is_arrow",
    "nodes_of",
    "shown_format",
    "time_format",
]

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
    ValueError
        If the structs of another library are not valid.
    """
    pa = sys.modules.get("pyarrow")  # nothing is one of its arrays before it is imported
    if pa is not None and isinstance(obj, (pa.Array, pa.ChunkedArray, pa.Table, pa.RecordBatch)):
        return [_of_pyarrow(x, pa) for x in _chunks(obj, pa)]
    if not is_arrow(obj):
        rule = "be an Arrow array, or have __arrow_c_array__ or __arrow_c_stream__"
        raise TypeError(broken_rule("obj", rule, type(obj).__name__))
    from raggedkit.interop.arrow._capsules import nodes_of_capsules

    return nodes_of_capsules(obj)


# ------------------------------------------------------------------ format strings
_SIZES = {  # bits of the buffers after the validity; a negative size is that of offsets
    "b": (1,), "c": (8,), "C": (8,), "s": (16,), "S": (16,), "i": (32,), "I": (32,), "l": (64,),
    "L": (64,), "e": (16,), "f": (32,), "g": (64,), "tdD": (32,), "tdm": (64,), "tts": (32,),
    "ttm": (32,), "ttu": (64,), "ttn": (64,), "tDs": (64,), "tDm": (64,), "tDu": (64,),
    "tDn": (64,), "u": (-32, 8), "z": (-32, 8), "U": (-64, 8), "Z": (-64, 8), "vu": (128,),
    "vz": (128,), "+l": (-32,), "+L": (-64,), "+vl": (32, 32), "+vL": (64, 64), "+s": (),
}  # fmt: skip
_OTHERS = {"d": "decimal", "+r": "run_end_encoded", "ti": "interval"}
_WORDS = {letters: name for name, letters in [*_PLAIN.items(), *_NESTED.items()]}


def buffers_of(letters: str) -> tuple[int, ...] | None:
    """Return the bits per item of each buffer, offsets negative; None if no tensor has the type."""
    if letters == "n":
        return ()
    if letters in _SIZES:
        return (1, *_SIZES[letters])
    if re.fullmatch("ts[smun]:.*", letters, re.DOTALL):
        return (1, 64)
    fixed = re.fullmatch(r"(\+?)w:(\d{1,9})", letters)
    if fixed:
        return (1,) if fixed[1] else (1, 8 * int(fixed[2]))
    return None


def shown_format(letters: str) -> str:
    """Return the name of a type, for errors."""
    name = _WORDS.get(letters) or _OTHERS.get(letters.partition(":")[0])
    return name or (f"fixed_size_list[{letters[3:]}]" if letters.startswith("+w:") else letters)


# ------------------------------------------------------------------ pyarrow
def _chunks(obj: Any, pa: Any) -> list[Any]:
    if isinstance(obj, pa.RecordBatch):
        return [obj.to_struct_array()]
    if isinstance(obj, pa.Table):
        chunks = obj.to_struct_array().chunks
        return chunks or [pa.array([], type=pa.struct(obj.schema))]
    if isinstance(obj, pa.ChunkedArray):
        return obj.chunks or [pa.array([], type=obj.type)]
    return [obj]


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


def cut(node: Node, offset: int, length: int) -> Node:
    """Return the items of a field that belong to a part of a struct."""
    if offset + length > node.length:
        rule = f"have {offset + length} items in each field"
        raise ValueError(broken_rule("obj", rule, node.length))
    return replace(node, offset=node.offset + offset, length=length, nulls=-1)
