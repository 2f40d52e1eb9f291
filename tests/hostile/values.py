"""Unexpected scalars, texts, dtypes and arrays, each made from a random state."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

__all__ = ["ARRAYS", "DTYPES", "SCALARS", "TEXTS", "numbers_of", "pick"]

Maker = Callable[[Random], Any]

HUGE = [2**31, 2**62, 2**63 - 1, -(2**63), 2**64, 10**30, -1, -(2**31) - 1, -(10**30)]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
NUMBERS = ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64", "longdouble"]
DTYPES: list[Any] = [
    *NUMBERS,
    *FLOATS,
    "bool",
    "complex64",
    "complex128",
    "U3",
    "S3",
    "M8[D]",
    "m8[s]",
    "M8",
    ">i8",
    "O",
    "V4",
    "nonsense",
    int,
    float,
    str,
    object,
    None,
    3,
    [("a", "i4"), ("b", "f8")],
    np.dtypes.StringDType(),
    np.dtypes.StringDType(na_object=None),
    np.dtype(("i4", (2,))),
    np.float32,
]
TEXTS: list[Any] = [
    "",
    "a",
    "a\0b",
    "\ud800",
    "é\U0001f600",
    "x" * 300,
    b"\xff\x00a",
    b"",
    "nan",
    "1e400",
    "(",
    "\\1",
    "{0}%s",
]
SCALARS: list[Any] = [
    *HUGE,
    0,
    1,
    True,
    None,
    1.5,
    float("nan"),
    float("inf"),
    -float("inf"),
    -0.0,
    1e308,
    5e-324,
    np.float16(1.5),
    np.longdouble(1) / 3,
    np.uint64(2**64 - 1),
    np.int8(-128),
    np.bool_(True),
    np.complex64(1j),
    np.datetime64("NaT"),
    np.timedelta64("NaT"),
    np.datetime64("2020-02-29", "D"),
    np.timedelta64(2**62, "ns"),
    np.str_("a"),
    np.bytes_(b"a"),
    np.void(b"abcd"),
    np.array(3),
    np.array([3]),
    dt.datetime(1, 1, 1),
    dt.timedelta(days=999999999),
    dt.date(9999, 12, 31),
    *TEXTS,
]


def pick(rng: Random, pool: Any) -> Any:
    """Return one of a pool's values."""
    return rng.choice(list(pool.values()))(rng) if isinstance(pool, dict) else rng.choice(pool)


def numbers_of(rng: Random, n: int, dtype: Any, inner: tuple[int, ...] = ()) -> Any:
    """Return so many numbers of a dtype, odd ones among them."""
    dtype = np.dtype(dtype)
    count = n * int(np.prod(inner))
    odd: list[Any]
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        odd = [int(info.min), int(info.max), 0, 1, 2, 3, -1 if info.min else 7]
    elif dtype.kind == "M" or dtype.kind == "m":
        raw = [rng.choice([0, 1, 5, -7, 2**62, -(2**63)]) for _ in range(count)]
        return np.array(raw, "i8").view(dtype).reshape(n, *inner)
    elif dtype.kind in "fc":
        odd = [0.0, -0.0, 1.5, float("nan"), float("inf"), -float("inf"), -2.0, 3.0]
    else:
        odd = ["", "a", "bc", "é"] if dtype.kind != "S" else [b"", b"a", b"\xff"]
    if dtype.kind == "b":
        odd = [False, True]
    plain = odd[2:5] if dtype.kind in "iu" else odd
    pool = odd if rng.random() < 0.4 else plain
    return np.array([rng.choice(pool) for _ in range(count)], dtype).reshape(n, *inner)


def _unaligned(rng: Random) -> Any:
    raw = np.zeros(8 * 3 + 1, np.uint8)
    return raw[1:].view("i8")


def _structured(rng: Random) -> Any:
    return np.zeros(3, [("a", "i4"), ("b", "f8")])


def _objects(rng: Random) -> Any:
    items = np.empty(3, object)
    items[:] = [[1, 2], None, "a"] if rng.random() < 0.5 else [[1], [2, 3], []]
    return items


def _dates(rng: Random) -> Any:
    unit = rng.choice(UNITS)
    return numbers_of(rng, 3, f"{rng.choice('Mm')}8[{unit}]")


def _strings(rng: Random) -> Any:
    dtype = np.dtypes.StringDType(na_object=rng.choice([None, float("nan")]))
    return np.array(["a", dtype.na_object, "bc"], dtype)


ARRAYS: dict[str, Maker] = {
    "empty": lambda rng: np.zeros(rng.choice([0, (0, 0), (0, 3), (3, 0), (0, 2**40)])),
    "empty-ints": lambda rng: np.zeros(0, rng.choice(NUMBERS)),
    "ints": lambda rng: numbers_of(rng, 3, rng.choice(NUMBERS)),
    "floats": lambda rng: numbers_of(rng, 4, rng.choice(FLOATS)),
    "matrix-of-ints": lambda rng: numbers_of(rng, 3, rng.choice(NUMBERS), (2,)),
    "bools": lambda rng: numbers_of(rng, rng.choice([1, 3, 4]), bool),
    "complex": lambda rng: numbers_of(rng, 3, "complex128"),
    "huge-ints": lambda rng: np.array([rng.choice(HUGE[:4]) for _ in range(3)], object),
    "huge-int64": lambda rng: np.array([rng.choice([2**62, 2**63 - 1, -(2**63), 0, 1])] * 4),
    "uint64": lambda rng: np.array([2**64 - 1, 0, 2**63], "u8"),
    "swapped": lambda rng: np.arange(4).astype(rng.choice([">i8", ">f4", ">u2", ">U2"])),
    "unaligned": _unaligned,
    "zero-stride": lambda rng: np.broadcast_to(np.int64(rng.choice([0, 1, 2**62])), (4,)),
    "negative-stride": lambda rng: np.arange(6)[::-2],
    "read-only": lambda rng: np.frombuffer(np.arange(3).tobytes(), np.int64),
    "masked": lambda rng: np.ma.masked_array([1, 2, 3], [False, True, False]),
    "unmasked": lambda rng: np.ma.masked_array([1, 2, 3]),
    "recarray": lambda rng: np.rec.array([(1, 2.0), (3, 4.0)]),
    "0-d": lambda rng: np.array(rng.choice([1, -1, 2.5, "a"])),
    "0-d-object": lambda rng: np.array(rng.choice([None, [1]]), object),
    "structured": _structured,
    "objects": _objects,
    "dates": _dates,
    "strings": _strings,
    "texts": lambda rng: np.array(rng.choice([["a", "", "a\0b"], [b"\xff", b"", b"a"]])),
    "void": lambda rng: np.zeros(2, "V4"),
    "deep": lambda rng: np.zeros((1,) * 40),
    "deepest": lambda rng: np.zeros((1,) * 64),
    "fortran": lambda rng: np.asfortranarray(np.arange(6).reshape(2, 3)),
    "nan": lambda rng: np.full(3, np.nan),
    "signalling": lambda rng: np.array([0x7FF0000000000001], "u8").view("f8"),
    "chararray": lambda rng: np.char.array(["a", "b"]),
}
