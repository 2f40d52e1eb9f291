"""Hostile objects: special methods that raise, return wrong values or never return."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

__all__ = ["OBJECTS", "Planted"]


class Planted(Exception):
    """Raised by an object's own method: it may leave any call, because it is the caller's."""


class BadLength:
    """A sequence whose length is not an int."""

    def __len__(self) -> int:
        return -1

    def __getitem__(self, i: int) -> int:
        raise Planted("no items")


class LongLength:
    """A sequence that claims 2**62 items and has three."""

    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, i: int) -> int:
        if i < 3:
            return i
        raise IndexError(i)


class RaisingIndex:
    """An integer that can't be read."""

    def __index__(self) -> int:
        raise Planted("no integer")


class HugeIndex:
    """An integer beyond every C type."""

    def __index__(self) -> int:
        return 10**30


class ChangingIndex:
    """An integer that is another one each time."""

    def __init__(self) -> None:
        self.counter = itertools.count(1)

    def __index__(self) -> int:
        return next(self.counter)


class RaisingArray:
    """An object that can't become an array."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise Planted("no array")


class NoArray:
    """An object whose array is none."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return "text"


class WrongArray:
    """An object that becomes an array of another shape each time."""

    def __init__(self) -> None:
        self.counter = itertools.count(1)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.arange(next(self.counter))


class RaisingEquality:
    """An object that can't be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise Planted("no equality")

    def __bool__(self) -> bool:
        raise Planted("no truth")


class RaisingIteration:
    """An iterable that fails after two items."""

    def __iter__(self) -> Iterator[Any]:
        yield [1]
        yield [2, 3]
        raise Planted("no third item")


class RaisingRepr:
    """An object that can't be shown."""

    def __repr__(self) -> str:
        raise Planted("no text")


class Values(np.ndarray[Any, Any]):
    """A subclass of ndarray."""


class Rows(list[Any]):
    """A subclass of list."""


class Number(int):
    """A subclass of int."""


class Text(str):
    """A subclass of str."""

    __slots__ = ()


def _numbers() -> Iterator[list[int]]:
    yield [1, 2]
    yield []
    yield [3]


def itself() -> list[Any]:
    """Return a list that contains itself."""
    rows: list[Any] = [[1], [2]]
    rows.append(rows)
    return rows


def itself_in_an_array() -> Any:
    """Return an object array that contains itself."""
    rows = np.empty(2, object)
    rows[:] = [[1], [2]]
    rows[1] = rows
    return rows


def deep(depth: int) -> list[Any]:
    """Return a list nested so deep."""
    rows: list[Any] = [1]
    for _ in range(depth):
        rows = [rows]
    return rows


OBJECTS: dict[str, Callable[[Random], Any]] = {
    "bad-length": lambda rng: BadLength(),
    "long-length": lambda rng: LongLength(),
    "raising-index": lambda rng: RaisingIndex(),
    "huge-index": lambda rng: HugeIndex(),
    "changing-index": lambda rng: ChangingIndex(),
    "raising-array": lambda rng: RaisingArray(),
    "no-array": lambda rng: NoArray(),
    "wrong-array": lambda rng: WrongArray(),
    "raising-equality": lambda rng: RaisingEquality(),
    "raising-iteration": lambda rng: RaisingIteration(),
    "raising-repr": lambda rng: RaisingRepr(),
    "object": lambda rng: object(),
    "ellipsis": lambda rng: ...,
    "not-implemented": lambda rng: NotImplemented,
    "type": lambda rng: int,
    "function": lambda rng: len,
    "module": lambda rng: itertools,
    "slice": lambda rng: slice(rng.choice([None, -1, 2**70]), None, rng.choice([None, 0, -1])),
    "set": lambda rng: {1, 2},
    "frozenset": lambda rng: frozenset([1]),
    "dict": lambda rng: {"a": [1], 0: [2]},
    "empty-dict": lambda rng: {},
    "generator": lambda rng: _numbers(),
    "range": lambda rng: range(3),
    "memoryview": lambda rng: memoryview(b"abcd"),
    "bytearray": lambda rng: bytearray(b"abc"),
    "decimal": lambda rng: Decimal("1.5"),
    "decimals": lambda rng: [[Decimal(1), Decimal("NaN")], []],
    "fraction": lambda rng: Fraction(1, 3),
    "complex": lambda rng: complex(1, float("nan")),
    "ndarray-subclass": lambda rng: np.arange(3).view(Values),
    "list-subclass": lambda rng: Rows([[1, 2], [3]]),
    "int-subclass": lambda rng: Number(1),
    "str-subclass": lambda rng: Text("a"),
    "itself": lambda rng: itself(),
    "itself-in-an-array": lambda rng: itself_in_an_array(),
    "deep-63": lambda rng: deep(63),
    "deep-64": lambda rng: deep(64),
    "deep-100": lambda rng: deep(100),
    "deep-2000": lambda rng: deep(2000),
}
