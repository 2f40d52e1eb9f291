"""Arrow capsules made by hand, right or wrong.

``python -m tests.interop.arrow.made_capsules NAME...`` reads them in this process.

For each of them a line of JSON has the rows that were read, or the error, and how often each struct
was released. A crash ends the process alone.
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit.interop.arrow._capsules import _Array, _Schema, _Stream

RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
LAST = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)
KEPT: list[Any] = []  # all that C points to
RELEASED: dict[str, int] = {}


@dataclass
class Spec:
    """An array to be made; each field may be wrong."""

    format: bytes = b"l"
    length: int = 0
    buffers: list[Any] = field(default_factory=list)  # arrays, or None
    children: list[Any] = field(default_factory=list)  # of specs, or None for a null pointer
    dictionary: Spec | None = None
    offset: int = 0
    nulls: int = 0
    name: bytes = b""
    said: dict[str, Any] = field(default_factory=dict)  # fields of the array that are set at last
    schema: dict[str, Any] = field(default_factory=dict)  # fields of the schema
    label: str = ""  # counts releases of this struct


def numbers(*values: int, dtype: str = "i8", **more: Any) -> Spec:
    return Spec(b"l", len(values), [None, np.array(values, dtype)], **more)


def lists(offsets: Any, inside: Spec, **more: Any) -> Spec:
    held = np.array(offsets, "i4")
    length = more.pop("length", len(held) - 1)
    return Spec(b"+l", length, [None, held], [inside], **more)


def _release(label: str, kind: Any) -> Any:
    RELEASED.setdefault(label, 0)

    def release(at: int) -> None:
        RELEASED[label] += 1
        kind.from_address(at).release = None

    call = RELEASE(release)
    KEPT.append(call)
    return ctypes.cast(call, ctypes.c_void_p).value


def fill_schema(struct: Any, spec: Spec, label: str) -> None:
    inner = [
        None if c is None else new(_Schema, fill_schema, c, f"{label}.child") for c in spec.children
    ]
    struct.format, struct.name, struct.n_children = spec.format, spec.name, len(inner)
    struct.children = pointers(_Schema, inner)
    if spec.dictionary is not None:
        struct.dictionary = ctypes.pointer(
            new(_Schema, fill_schema, spec.dictionary, label + ".words")
        )
    struct.release = _release(label, _Schema)
    for key, value in spec.schema.items():
        setattr(struct, key, value)


def fill_array(struct: Any, spec: Spec, label: str) -> None:
    inner = [
        None if c is None else new(_Array, fill_array, c, f"{label}.child") for c in spec.children
    ]
    struct.length, struct.null_count, struct.offset = spec.length, spec.nulls, spec.offset
    at = [None if b is None else b if isinstance(b, int) else b.ctypes.data for b in spec.buffers]
    KEPT.append(spec.buffers)
    struct.n_buffers, struct.n_children = len(at), len(inner)
    held = (ctypes.c_void_p * max(1, len(at)))(*at)
    KEPT.append(held)
    struct.buffers = held
    struct.children = pointers(_Array, inner)
    if spec.dictionary is not None:
        struct.dictionary = ctypes.pointer(
            new(_Array, fill_array, spec.dictionary, label + ".words")
        )
    struct.release = _release(label, _Array)
    for key, value in spec.said.items():
        setattr(struct, key, value)


def new(kind: Any, fill: Callable[..., None], spec: Spec, label: str) -> Any:
    struct = kind()
    fill(struct, spec, label)
    KEPT.append(struct)
    return struct


def children_of(kind: Any, fill: Callable[..., None], spec: Spec, label: str) -> list[Any]:
    return [None if c is None else new(kind, fill, c, f"{label}.child") for c in spec.children]


def pointers(kind: Any, structs: list[Any]) -> Any:
    pointer = ctypes.POINTER(kind)
    if not structs:
        return None
    made = (pointer * len(structs))(
        *[pointer() if s is None else ctypes.pointer(s) for s in structs]
    )
    KEPT.append(made)
    return ctypes.cast(made, ctypes.POINTER(pointer))


def capsule(struct: Any, name: bytes) -> Any:
    make: Any = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    kept = ctypes.create_string_buffer(name)
    KEPT.extend([struct, kept])
    return make(ctypes.addressof(struct), ctypes.cast(kept, ctypes.c_char_p), None)


class Exported:
    """An object with ``__arrow_c_array__``; ``schema`` may be that of another array."""

    def __init__(self, spec: Spec, schema: Spec | None = None, **names: bytes) -> None:
        self.spec, self.schema = spec, schema or spec
        self.names = {"schema": b"arrow_schema", "array": b"arrow_array", **names}

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        schema = new(_Schema, fill_schema, self.schema, "schema")
        array = new(_Array, fill_array, self.spec, "array")
        return capsule(schema, self.names["schema"]), capsule(array, self.names["array"])


class Streamed:
    """An object with ``__arrow_c_stream__``; a chunk that is an int is an error code."""

    def __init__(self, schema: Spec, *chunks: Any, **said: Any) -> None:
        self.schema, self.chunks, self.said = schema, list(chunks), said

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        def get_schema(_: int, out: int) -> int:
            if self.said.get("no_schema"):
                return 22
            fill_schema(_Schema.from_address(out), self.schema, "schema")
            return 0

        def get_next(_: int, out: int) -> int:
            chunk = self.chunks.pop(0) if self.chunks else None
            if isinstance(chunk, int):
                return chunk
            if chunk is None:
                _Array.from_address(out).release = None
            else:
                fill_array(_Array.from_address(out), chunk, f"chunk{len(self.chunks)}")
            return 0

        text = self.said.get("text", b"the file is cut")
        calls = GET(get_schema), GET(get_next), LAST(lambda _: text)
        stream = _Stream()
        KEPT.extend([*calls, self])
        for name, call in zip(("get_schema", "get_next", "get_last_error"), calls, strict=True):
            setattr(stream, name, ctypes.cast(call, ctypes.c_void_p).value)
        stream.release = _release("stream", _Stream)
        for key, value in self.said.items():
            if hasattr(stream, key):
                setattr(stream, key, value)
        return capsule(stream, self.said.get("name", b"arrow_array_stream"))


class Returns:
    """An object whose method returns anything, or raises it."""

    def __init__(self, answer: Any, method: str = "__arrow_c_array__") -> None:
        def call(self: Any, requested_schema: Any = None) -> Any:
            if isinstance(answer, BaseException):
                raise answer
            return answer

        self.__class__ = type("Returns", (Returns,), {method: call})


VALID = np.packbits([1, 0, 1, 0, 0, 0, 0, 0], bitorder="little")
FIVE = numbers(10, 11, 12, 13, 14)
WORDS = Spec(b"u", 3, [None, np.array([0, 1, 1, 3], "i4"), np.frombuffer(b"abc", "u1").copy()])
SOME_MISSING = replace(FIVE, buffers=[np.array([0b10110], "u1"), FIVE.buffers[1]], nulls=2)
NOTHING = replace(FIVE, length=0, buffers=[None, None])
GOOD = lists([0, 2, 2, 5], FIVE)


def words_at(*offsets: int) -> Spec:
    return replace(WORDS, buffers=[None, np.array(offsets, "i4"), WORDS.buffers[2]])


def coded(*codes: Any, words: Spec = WORDS, dtype: str = "i1", format: bytes = b"c") -> Spec:
    held = np.array(codes, dtype)
    return lists([0, len(codes)], Spec(format, len(codes), [None, held], dictionary=words))


def views(*items: bytes, pool: bytes = b"", **more: Any) -> Spec:
    made = np.zeros((len(items), 16), "u1")
    for i, item in enumerate(items):
        made[i, : len(item)] = np.frombuffer(item, "u1")
    data = np.frombuffer(pool or b"\0", "u1").copy()
    return Spec(b"vu", len(items), [None, made, data, np.array([len(pool)], "i8")], **more)


SHORT = b"\x02\0\0\0ab"
LONG = (20).to_bytes(4, "little")
ONE_VIEW = views(b"\x01\0\0\0a")
CASES: dict[str, Any] = {
    # read right
    "plain": lambda: Exported(GOOD),
    "sliced": lambda: Exported(replace(GOOD, offset=1, length=2)),
    "not-from-0": lambda: Exported(lists([1, 2, 4], FIVE)),
    "sliced-nulls": lambda: Exported(
        lists(
            [0, 2, 2, 5],
            replace(FIVE, buffers=[np.array([0b10110], "u1"), FIVE.buffers[1]], nulls=2),
            offset=1,
            length=2,
        )
    ),
    "null-row": lambda: Exported(replace(GOOD, buffers=[VALID, GOOD.buffers[1]], nulls=1)),
    "unknown-nulls": lambda: Exported(replace(GOOD, buffers=[VALID, GOOD.buffers[1]], nulls=-1)),
    "lying-null-count": lambda: Exported(replace(GOOD, buffers=[VALID, GOOD.buffers[1]], nulls=0)),
    "text": lambda: Exported(lists([0, 2, 3], WORDS)),
    "views": lambda: Exported(
        lists([0, 1, 2], views(SHORT, LONG + b"x" * 4 + bytes(8), pool=b"x" * 20))
    ),
    "misaligned": lambda: Exported(
        lists([0, 2], replace(FIVE, length=2, buffers=[None, misaligned()]))
    ),
    "no-items-no-buffers": lambda: Exported(
        lists([0], replace(FIVE, length=0, buffers=[None, None]), length=0)
    ),
    "empty-null-offsets": lambda: Exported(Spec(b"+l", 0, [None, None], [replace(FIVE, length=0)])),
    "null-type": lambda: Exported(lists([0, 2], Spec(b"n", 2, [], nulls=2))),
    "stream": lambda: Streamed(GOOD, GOOD, lists([0, 1], FIVE)),
    "stream-empty": lambda: Streamed(GOOD),
    "dictionary": lambda: Exported(coded(2, 0)),
    # lengths and offsets
    "negative-length": lambda: Exported(replace(GOOD, length=-1)),
    "huge-length": lambda: Exported(replace(GOOD, length=1 << 62)),
    "negative-offset": lambda: Exported(replace(GOOD, offset=-1)),
    "huge-offset": lambda: Exported(replace(GOOD, offset=(1 << 63) - 1)),
    "decreasing": lambda: Exported(lists([0, 5, 3], FIVE)),
    "negative": lambda: Exported(lists([-1, 2, 3], FIVE)),
    "too-large": lambda: Exported(lists([0, 2, 9], FIVE)),
    "child-short": lambda: Exported(lists([0, 2, 5], replace(FIVE, length=4))),
    "large-decreasing": lambda: Exported(
        Spec(b"+L", 2, [None, np.array([0, 1 << 62, 1], "i8")], [FIVE])
    ),
    "view-outside": lambda: Exported(
        Spec(b"+vl", 2, [None, np.array([0, 4], "i4"), np.array([2, 2], "i4")], [FIVE])
    ),
    "view-negative": lambda: Exported(
        Spec(b"+vl", 1, [None, np.array([3], "i4"), np.array([-2], "i4")], [FIVE])
    ),
    "fixed-short": lambda: Exported(Spec(b"+w:3", 2, [None], [FIVE])),
    "fixed-negative": lambda: Exported(Spec(b"+w:-3", 1, [None], [FIVE])),
    "fixed-overflow": lambda: Exported(Spec(b"+w:999999999", 1 << 40, [None], [FIVE])),
    "null-count": lambda: Exported(replace(GOOD, nulls=9)),
    "null-count-without-bits": lambda: Exported(replace(GOOD, nulls=2)),
    "text-decreasing": lambda: Exported(lists([0, 3], words_at(0, 3, 1, 2))),
    "text-negative": lambda: Exported(
        lists(
            [0, 3],
            words_at(-9, -5, -3, -1),
        )
    ),
    "text-not-utf-8": lambda: Exported(
        lists([0, 3], replace(WORDS, buffers=[*WORDS.buffers[:2], np.array([255, 254, 253], "u1")]))
    ),
    "view-of-no-buffer": lambda: Exported(lists([0, 1], views(LONG + b"xxxx" + b"\x07\0\0\0"))),
    "view-past-the-end": lambda: Exported(lists([0, 1], views(LONG + bytes(12), pool=b"short"))),
    "view-negative-length": lambda: Exported(lists([0, 1], views(b"\xff\xff\xff\xff", pool=b"x"))),
    "view-sizes-negative": lambda: Exported(
        lists([0, 1], replace(ONE_VIEW, buffers=[*ONE_VIEW.buffers[:3], np.array([-5], "i8")]))
    ),
    "codes": lambda: Exported(coded(3, 0)),
    "codes-negative": lambda: Exported(coded(-1, 0)),
    "codes-of-no-words": lambda: Exported(coded(0, words=replace(WORDS, length=0))),
    "codes-are-floats": lambda: Exported(coded(0.0, dtype="f8", format=b"g")),
    # buffers
    "null-offsets": lambda: Exported(replace(GOOD, buffers=[None, None])),
    "null-values": lambda: Exported(lists([0, 2], replace(FIVE, buffers=[None, None]))),
    "null-buffers": lambda: Exported(replace(GOOD, said={"buffers": None})),
    "few-buffers": lambda: Exported(replace(GOOD, said={"n_buffers": 1})),
    "many-buffers": lambda: Exported(replace(GOOD, said={"n_buffers": 1 << 40})),
    "negative-buffers": lambda: Exported(replace(GOOD, said={"n_buffers": -1})),
    "view-few-buffers": lambda: Exported(lists([0, 1], replace(views(b""), said={"n_buffers": 2}))),
    "view-many-buffers": lambda: Exported(
        lists([0, 1], replace(ONE_VIEW, said={"n_buffers": 1 << 50}))
    ),
    # children
    "no-children": lambda: Exported(replace(GOOD, children=[])),
    "two-children": lambda: Exported(replace(GOOD, children=[FIVE, FIVE])),
    "negative-children": lambda: Exported(
        replace(GOOD, said={"n_children": -1}, schema={"n_children": -1})
    ),
    "many-children": lambda: Exported(
        replace(GOOD, format=b"+s", said={"n_children": 1 << 60}, schema={"n_children": 1 << 60})
    ),
    "children-differ": lambda: Exported(replace(GOOD, said={"n_children": 2})),
    "null-child": lambda: Exported(replace(GOOD, children=[None])),
    "null-children": lambda: Exported(replace(GOOD, said={"children": None})),
    "null-schema-children": lambda: Exported(replace(GOOD, schema={"children": None})),
    "children-of-numbers": lambda: Exported(lists([0, 1], replace(FIVE, children=[FIVE]))),
    "child-of-itself": lambda: LoopExported(GOOD),
    "fields-short": lambda: Table(Spec(b"+s", 3, [None], [replace(GOOD, name=b"x", length=2)])),
    "fields-twice": lambda: Table(
        Spec(b"+s", 3, [None], [replace(GOOD, name=b"x"), replace(GOOD, name=b"x")])
    ),
    "name-not-utf-8": lambda: Table(Spec(b"+s", 3, [None], [replace(GOOD, name=b"\xff")])),
    # schemas
    "format-garbage": lambda: Exported(lists([0, 1], replace(FIVE, format=b"%%%"))),
    "format-empty": lambda: Exported(lists([0, 1], replace(FIVE, format=b""))),
    "format-null": lambda: Exported(lists([0, 1], replace(FIVE, schema={"format": None}))),
    "format-bytes": lambda: Exported(replace(GOOD, format=b"\xff\xfe")),
    "format-time": lambda: Exported(lists([0, 1], replace(FIVE, format=b"tsx:"))),
    "format-short-time": lambda: Exported(lists([0, 1], replace(FIVE, format=b"ts"))),
    "format-fixed": lambda: Exported(lists([0, 1], replace(FIVE, format=b"w:abc"))),
    "format-list-of": lambda: Exported(replace(GOOD, format=b"+w:")),
    "format-long": lambda: Exported(replace(GOOD, format=b"+w:" + b"9" * 5000)),
    "map": lambda: Exported(replace(GOOD, format=b"+m")),
    "union": lambda: Exported(replace(GOOD, format=b"+ud:0")),
    "runs": lambda: Exported(replace(GOOD, format=b"+r", buffers=[], children=[FIVE, FIVE])),
    "dictionary-in-schema-alone": lambda: Exported(
        lists([0, 1], replace(FIVE, dictionary=WORDS, said={"dictionary": None}))
    ),
    "schema-of-text": lambda: Exported(lists([0, 2], FIVE), lists([0, 2], WORDS)),
    "schema-of-lists": lambda: Exported(GOOD, lists([0, 1], GOOD)),
    # released structs, capsules
    "released-array": lambda: Exported(replace(GOOD, said={"release": None})),
    "released-schema": lambda: Exported(replace(GOOD, schema={"release": None})),
    "released-child": lambda: Exported(lists([0, 1], replace(FIVE, said={"release": None}))),
    "released-child-schema": lambda: Exported(
        lists([0, 1], replace(FIVE, schema={"release": None}))
    ),
    "swapped-names": lambda: Swapped(GOOD),
    "other-names": lambda: Exported(GOOD, array=b"arrow_thing"),
    "no-capsules": lambda: Returns((1, 2)),
    "one-capsule": lambda: Returns(5),
    "none": lambda: Returns(None),
    "three": lambda: Returns((1, 2, 3)),
    "raises": lambda: Returns(RuntimeError("no data")),
    "raises-type": lambda: Returns(TypeError("cannot export")),
    "stream-is-a-number": lambda: Returns(3, "__arrow_c_stream__"),
    # streams
    "stream-fails-at-once": lambda: Streamed(GOOD, 5),
    "stream-fails-later": lambda: Streamed(GOOD, GOOD, 5),
    "stream-fails-without-text": lambda: Streamed(GOOD, GOOD, 5, text=None),
    "stream-fails-in-bytes": lambda: Streamed(GOOD, 5, text=b"\xff\xfe"),
    "stream-without-schema": lambda: Streamed(GOOD, GOOD, no_schema=True),
    "stream-released": lambda: Streamed(GOOD, GOOD, release=None),
    "stream-without-next": lambda: Streamed(GOOD, GOOD, get_next=None),
    "stream-without-get-schema": lambda: Streamed(GOOD, GOOD, get_schema=None),
    "stream-without-error": lambda: Streamed(GOOD, 5, get_last_error=None),
    "stream-of-another-type": lambda: Streamed(GOOD, GOOD, FIVE),
    "stream-of-more-children": lambda: Streamed(GOOD, GOOD, replace(GOOD, children=[FIVE, FIVE])),
    "stream-of-a-bad-chunk": lambda: Streamed(GOOD, GOOD, lists([0, 9], FIVE)),
    "stream-of-numbers": lambda: Streamed(FIVE, FIVE),
    "stream-name": lambda: Streamed(GOOD, GOOD, name=b"arrow_array"),
}


def misaligned() -> int:
    held = np.zeros(40, "u1")
    start = 1 - held.ctypes.data % 8 + 8
    held[start : start + 16] = np.arange(5, 7).view("u1")
    KEPT.append(held)
    return int(held.ctypes.data) + start


class LoopExported(Exported):
    """Lists whose child is the array itself."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        pair = []
        for kind, fill, label in ((_Schema, fill_schema, "schema"), (_Array, fill_array, "array")):
            struct = new(kind, fill, self.spec, label)
            inner = new(kind, fill, self.spec, label + ".loop")
            inner.children = struct.children = pointers(kind, [inner])
            pair.append(capsule(struct, b"arrow_" + label.encode()))
        return tuple(pair)


class Swapped(Exported):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return super().__arrow_c_array__()[::-1]


class Table(Exported):
    """A struct, which is read as a table."""


def main(name: str) -> dict[str, Any]:
    """Read one, and return what came out: rows or an error, and how often structs were released."""
    obj = CASES[name]()
    is_table = isinstance(obj, Table)
    read = rk.RaggedTable.from_arrow if is_table else rk.RaggedTensor.from_arrow
    said: dict[str, Any] = {"name": name}
    try:
        made = read(obj, fill_missing=-1, missing_rows="empty")
        columns = made.columns if is_table else {"": made}
        said["read"] = {key: column.to_list() for key, column in columns.items()}
        del made, columns
    except (TypeError, ValueError, RuntimeError) as error:
        said["refused"] = f"{type(error).__name__}: {error}"
    gc.collect()
    said["released"] = {k: n for k, n in RELEASED.items() if "." not in k}
    return said


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        RELEASED.clear()
        sys.stdout.write(json.dumps({"name": argument}) + "\n")
        sys.stdout.write(json.dumps(main(argument)) + "\n")
        sys.stdout.flush()
