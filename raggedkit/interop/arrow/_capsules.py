"""Arrow data of other libraries through the C interface: PyCapsules with structs of C.

The structs are checked before any value is read: names of capsules, released structs, format
strings, counts of buffers and children, pointers that must not be null, offsets. The interface has
no sizes of buffers: a producer that gives a wrong length, or an address that is not its own, cannot
be recognised. https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.interop.arrow._nodes import Node, buffers_of, cut, shown_format

__all__ = ["nodes_of_capsules"]

_INTEGERS = ("c", "C", "s", "S", "i", "I", "l", "L")
_OTHERS = ("d:", "ti", "+m", "+r", "+u")  # decimals, intervals, maps, runs, unions: read by no one
_MOST_LEVELS = 64
_MOST_PARTS = 1 << 20  # children, or buffers; a wrong count would be read past the end
_MOST_BYTES = 1 << 47  # of an address space; more cannot be in memory


class _Schema(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class _Array(ctypes.Structure):
    pass


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class _Stream(ctypes.Structure):
    _fields_ = [
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.c_void_p),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)


class _Owner:
    """A struct that was moved here, and is released once, with the last array of its memory."""

    __slots__ = ("__weakref__", "struct")

    def __init__(self, struct: Any) -> None:
        self.struct = struct

    @classmethod
    def moved(cls, kind: Any, address: int, what: str) -> _Owner:
        """Take a struct over from its producer, which then has a released one."""
        given = kind.from_address(address)
        if not given.release:
            raise ValueError(
                broken_rule(
                    "obj", "export Arrow data that was not read before", f"a released {what}"
                )
            )
        struct = kind()
        ctypes.memmove(ctypes.addressof(struct), address, ctypes.sizeof(kind))
        given.release = None
        return cls(struct)

    def __del__(self) -> None:
        # At exit the library that has the memory may be gone.
        if self.struct.release and not sys.is_finalizing():
            _RELEASE(self.struct.release)(ctypes.addressof(self.struct))


class _Memory:
    """A buffer as NumPy's array interface, read-only; arrays of it keep its owner alive."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, owner: _Owner, address: int, size: int) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "shape": (size,),
            "typestr": "|u1",
            "data": (address, True),
            "version": 3,
        }


# ------------------------------------------------------------------ capsules
def nodes_of_capsules(obj: Any) -> list[Node]:
    """Return the chunks of an object with ``__arrow_c_stream__`` or ``__arrow_c_array__``.

    Raises
    ------
    TypeError
        If the method does not return capsules of Arrow.
    ValueError
        If their structs are not valid, or the stream fails.
    """
    if hasattr(obj, "__arrow_c_stream__"):
        capsule = obj.__arrow_c_stream__()
        return _streamed(_address(capsule, b"arrow_array_stream", "__arrow_c_stream__"))
    pair = obj.__arrow_c_array__()
    if not isinstance(pair, tuple) or len(pair) != 2:
        rule = "return two capsules from __arrow_c_array__"
        raise TypeError(broken_rule("obj", rule, type(pair).__name__))
    at_schema = _address(pair[0], b"arrow_schema", "__arrow_c_array__")
    at_array = _address(pair[1], b"arrow_array", "__arrow_c_array__")
    schema = _Owner.moved(_Schema, at_schema, "schema")
    owner = _Owner.moved(_Array, at_array, "array")
    return [_node(schema.struct, owner.struct, owner)]


def _address(capsule: Any, name: bytes, method: str) -> int:
    is_valid: Any = ctypes.pythonapi.PyCapsule_IsValid
    is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]
    if not is_valid(capsule, name):
        rule = f"return a capsule of {name.decode()!r} from {method}"
        kind = type(capsule).__name__
        got = "a capsule of another name" if kind == "PyCapsule" else kind
        raise TypeError(broken_rule("obj", rule, got))
    get: Any = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address: int = get(capsule, name)
    return address


def _streamed(address: int) -> list[Node]:
    owner = _Owner.moved(_Stream, address, "stream")
    stream = owner.struct
    if not stream.get_schema or not stream.get_next:
        raise ValueError(broken_rule("obj", "have the functions of a stream", "a null pointer"))
    schema = _Owner(_Schema())
    _asked(stream, stream.get_schema, schema.struct, "the schema")
    if not schema.struct.release:
        raise ValueError(
            broken_rule("obj", "export Arrow data that was not read before", "a released schema")
        )
    nodes: list[Node] = []
    while True:
        chunk = _Owner(_Array())
        _asked(stream, stream.get_next, chunk.struct, f"chunk {len(nodes)}")
        if not chunk.struct.release:
            return nodes or [_without_items(schema.struct)]
        nodes.append(_node(schema.struct, chunk.struct, chunk))


def _asked(stream: _Stream, function: int, struct: Any, what: str) -> None:
    """Call a function of a stream, which writes into a struct; raise with the error it has."""
    at = ctypes.addressof(stream)
    code = _GET(function)(at, ctypes.addressof(struct))
    if code:
        text = _LAST_ERROR(stream.get_last_error)(at) if stream.get_last_error else None
        struct.release = None  # its content is undefined after an error
        reason = text.decode(errors="replace") if text else f"error {code}"
        raise ValueError(f"obj must have an Arrow stream without errors, got {reason} at {what}")


# ------------------------------------------------------------------ structs
_Pick = Callable[[int], Any]


def _node(schema: _Schema, array: _Array, owner: _Owner, depth: int = 0) -> Node:
    """Return checked structs as a node; its buffers keep the owner alive."""
    letters = _format_of(schema, depth)
    length, offset = int(array.length), int(array.offset)
    if length < 0 or offset < 0 or length + offset > _MOST_BYTES:
        rule = "have a length and an offset that are not negative"
        raise ValueError(broken_rule("obj", rule, [length, offset]))
    nulls = int(array.null_count)
    if not -1 <= nulls <= length:
        raise ValueError(broken_rule("obj", f"have from 0 to {length} missing items", nulls))
    inner = _pairs(schema, array, letters)
    children = tuple(_node(s, a, owner, depth + 1) for s, a in inner)
    dictionary = None
    if bool(schema.dictionary) != bool(array.dictionary):
        raise ValueError(_unlike(letters, "a dictionary in one of its schema and its array"))
    if schema.dictionary:
        if letters not in _INTEGERS:
            raise ValueError(_unlike(letters, "a dictionary"))
        words = schema.dictionary.contents, array.dictionary.contents
        dictionary = _node(*words, owner, depth + 1)
    buffers = _buffers(array, letters, owner)
    if buffers and buffers[0] is None and nulls > 0 and letters != "n":
        raise ValueError(broken_rule("obj", f"have validity bits for {nulls} missing items", None))
    if letters == "+s":
        children = tuple(cut(child, offset, length) for child in children)
    names = tuple(_text(s.name) for s, _ in inner)
    # The count of a producer is not used: bits that differ from it are read as they are.
    shown = shown_format(letters)
    return Node(letters, length, offset, -1, buffers, children, names, dictionary, shown)


def _format_of(schema: _Schema, depth: int) -> str:
    if depth > _MOST_LEVELS:
        raise ValueError(broken_rule("obj", f"have at most {_MOST_LEVELS} levels", "more"))
    if not schema.release:
        raise ValueError(
            broken_rule("obj", "export Arrow data that was not read before", "a released schema")
        )
    letters = _text(schema.format)
    if buffers_of(letters) is None and not letters.startswith(_OTHERS):
        raise ValueError(broken_rule("obj", "have format strings of Arrow", letters))
    return letters


def _text(given: bytes | None) -> str:
    return (given or b"").decode("utf-8", "backslashreplace")


def _unlike(letters: str, got: str) -> str:
    return broken_rule("obj", f"have the structure of Arrow's {letters!r}", got)


def _pairs(schema: _Schema, array: _Array, letters: str) -> list[tuple[_Schema, _Array]]:
    """Return the structs of the children; raise if schema and array do not match."""
    if not array.release:
        raise ValueError(
            broken_rule("obj", "export Arrow data that was not read before", "a released array")
        )
    counts = int(schema.n_children), int(array.n_children)
    if counts[0] != counts[1] or not 0 <= counts[0] <= _MOST_PARTS:
        got = f"{counts[1]} children for the {counts[0]} of its schema"
        raise ValueError(_unlike(letters, got))
    lists = letters.startswith(("+l", "+L", "+vl", "+vL", "+w"))
    flat = not letters.startswith("+")
    if (lists and counts[0] != 1) or (flat and counts[0]):
        raise ValueError(_unlike(letters, f"{counts[0]} children"))
    if counts[0] and not (schema.children and array.children):
        raise ValueError(_unlike(letters, "a null pointer to its children"))
    pairs = [(schema.children[i], array.children[i]) for i in range(counts[0])]
    if not all(s and a for s, a in pairs):
        raise ValueError(_unlike(letters, "a null pointer to a child"))
    return [(s.contents, a.contents) for s, a in pairs]


def _buffers(array: _Array, letters: str, owner: _Owner) -> tuple[Array | None, ...]:
    """Return the buffers; their sizes follow from the length, and from offsets of text."""
    kinds = buffers_of(letters)
    if kinds is None:  # a type without values of NumPy; its reader raises
        return (None,)
    given, variadic = int(array.n_buffers), letters in ("vu", "vz")
    least = len(kinds) + 1 if variadic else len(kinds)
    # Older producers have a validity buffer for the null type.
    most = _MOST_PARTS if variadic else max(least, 1)
    if not least <= given <= most:
        raise ValueError(_unlike(letters, f"{given} buffers"))
    if given and not array.buffers:
        raise ValueError(_unlike(letters, "a null pointer to its buffers"))
    if not array.length:  # older producers have no offsets then
        return (None,) * max(1, len(kinds))
    at: _Pick = lambda i: array.buffers[i]  # noqa: E731
    total = int(array.length) + int(array.offset)
    held: list[Array | None] = []
    for i, bits in enumerate(kinds):
        count = total + 1 if bits < 0 else total  # offsets have one more
        size = (count * abs(bits) + 7) // 8
        if letters in ("u", "U", "z", "Z") and i == 2:
            size = _end_of_text(held[1], total, letters)
        held.append(_memory(owner, at(i), size, letters, optional=not i))
    if variadic:
        held.extend(_pools(owner, at, given, letters))
    return tuple(held)


def _end_of_text(offsets: Any, total: int, letters: str) -> int:
    end = int(np.frombuffer(offsets, dtype=np.int64 if letters in "UZ" else np.int32)[total])
    if end < 0:
        raise ValueError(broken_rule("obj", "have offsets that are not negative", end))
    return end


def _pools(owner: _Owner, at: _Pick, given: int, letters: str) -> list[Array | None]:
    """Return the buffers of texts in views; their sizes are the last buffer."""
    count = given - 3
    if not count:
        return []
    sizes = _memory(owner, at(given - 1), 8 * count, letters, optional=False)
    assert sizes is not None  # not optional
    bytes_of = np.frombuffer(sizes, dtype=np.int64).tolist()
    return [
        _memory(owner, at(2 + i), n, letters, optional=False) if n else np.zeros(0, dtype=np.uint8)
        for i, n in enumerate(bytes_of)
    ]


def _memory(
    owner: _Owner, address: int | None, size: int, letters: str, *, optional: bool
) -> Array | None:
    if not 0 <= size <= _MOST_BYTES:
        raise ValueError(broken_rule("obj", "have buffers that fit in memory", size))
    if address is None:
        if optional or not size:
            return None
        raise ValueError(_unlike(letters, f"a null pointer to a buffer of {size} bytes"))
    held: Array = np.asarray(_Memory(owner, address, size))
    if address % 8:  # Arrow aligns its buffers; NumPy's loops want whole items
        held = held.copy()
        held.setflags(write=False)
    return held


def _without_items(schema: _Schema, depth: int = 0) -> Node:
    """Return an array without items of a schema, for a stream without chunks."""
    letters = _format_of(schema, depth)
    count = int(schema.n_children)
    if not 0 <= count <= _MOST_PARTS:
        raise ValueError(_unlike(letters, f"{count} children"))
    if count and not schema.children:
        raise ValueError(_unlike(letters, "a null pointer to its children"))
    inner = [schema.children[i] for i in range(count)]
    if not all(inner):
        raise ValueError(_unlike(letters, "a null pointer to a child"))
    children = tuple(_without_items(s.contents, depth + 1) for s in inner)
    names = tuple(_text(s.contents.name) for s in inner)
    words = schema.dictionary
    dictionary = _without_items(words.contents, depth + 1) if words else None
    buffers = (None,) * max(1, len(buffers_of(letters) or ()))
    shown = shown_format(letters)
    return Node(letters, 0, 0, 0, buffers, children, names, dictionary, shown)
