"""State of the partition explorer: frozen data, and its JSON form.

The rows are the row splits of each level and the flat values by number. All encodings are derived
from these. ``levels[0]`` is the outermost partition; its items are the rows of ``levels[1]``, and
the items of the last level are the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from raggedkit._typing import Array
from raggedkit.partition import RowPartition, aligned
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._typed import Typed, flat_of, typed

__all__ = ["MOST", "NEW", "Error", "Key", "Rows", "Source", "Splits", "State", "Window", "state_of"]

MOST = 400  # rows and values of a state; a page with more is slow to draw and to read
NEW = -1  # the number of a value that an edit has inserted

Splits: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of all levels, which edits change and undo restores."""

    levels: tuple[Splits, ...]
    uniform: tuple[int | None, ...]  # the declared row length of each level
    # Numbers of the values in the source, `NEW` for inserted ones, smaller ones for typed values.
    items: tuple[int, ...]

    @property
    def cells(self) -> int:
        """Return the number of rows and values."""
        return len(self.items) + sum(len(splits) - 1 for splits in self.levels)


@dataclass(frozen=True, slots=True)
class Error:
    """A broken rule, at the field that broke it."""

    field: str
    level: int
    message: str


@dataclass(frozen=True, slots=True)
class Key:
    """The expression in the slice box, and the values that it picks."""

    text: str
    error: str = ""
    items: tuple[int, ...] = ()  # positions of the picked values, in the order of the result
    levels: tuple[Splits, ...] = ()  # of the result; none: a vector of values
    scalar: bool = False
    shown: str = ""  # text of a result that is not a selection of whole values


@dataclass(frozen=True, slots=True)
class Window:
    """The rows of a large tensor that are shown."""

    start: int
    stop: int
    nrows: int  # of the whole tensor
    nvals: int
    bins: tuple[int, ...]  # values in equally many consecutive rows each, for the overview
    frozen: str = ""  # the reason why the rows cannot be edited


@dataclass(frozen=True)
class Source:
    """The parts that edits do not change: the values by number and their texts."""

    of: str  # "RaggedTensor" or "RowPartition"
    dtype: str
    texts: tuple[str, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()  # values that are nan or inf
    python: tuple[str, ...] | None = ()  # as literals; None if they have no short ones
    r: tuple[str, ...] | None = ()
    fill: tuple[str, str, str] = ("0", "0", "0L")  # an inserted value: text and literals
    needs: str = ""  # the dtype, if a list of the literals has another one
    flat: Array = field(default_factory=lambda: np.zeros(0), compare=False, repr=False)
    index_dtype: str = "int64"
    xp: Any = np  # the namespace of the values given: NumPy or CuPy


@dataclass(frozen=True)
class State:
    """One moment of the explorer."""

    rows: Rows
    first: Rows
    source: Source
    past: tuple[Rows, ...] = ()
    future: tuple[Rows, ...] = ()
    typed: tuple[tuple[int, Typed], ...] = ()  # by number; those of the rows and of the history
    error: Error | None = None
    key: Key | None = None
    window: Window | None = None
    whole: Any = field(default=None, compare=False, repr=False)  # the value given

    def tensor(self, xp: Any = np) -> RaggedTensor:
        """Return the rows as a tensor; inserted values are 0, or the dtype's equivalent."""
        flat = xp.asarray(flat_of(self.source.flat, self.rows.items, dict(self.typed)))
        return RaggedTensor._make(flat, aligned(self.partitions(xp), flat))

    def positions(self) -> RaggedTensor:
        """Return a tensor of the same rows whose values are their positions."""
        return RaggedTensor._make(np.arange(len(self.rows.items)), self.partitions())

    def partitions(self, xp: Any = np) -> tuple[RowPartition, ...]:
        """Return the partition of each level."""
        kind, levels = self.source.index_dtype, self.rows.levels
        return tuple(
            RowPartition.from_row_splits(xp.asarray(np.array(splits, kind)))
            if length is None
            else RowPartition.from_uniform_row_length(length, nrows=len(splits) - 1, dtype=kind)
            for splits, length in zip(levels, self.rows.uniform, strict=True)
        )

    def json(self) -> dict[str, Any]:
        """Return the state as JSON."""
        source, window = self.source, self.window
        return {
            **_plain_rows(self.rows),
            "of": source.of,
            "dtype": source.dtype,
            "inner": list(source.flat.shape[1:]),
            "texts": list(source.texts),
            "marks": {str(i): mark for i, mark in source.marks},
            "python": None if source.python is None else list(source.python),
            "r": None if source.r is None else list(source.r),
            "fill": list(source.fill),
            "needs": source.needs,
            "index_dtype": source.index_dtype,
            "first": _plain_rows(self.first),
            "past": [_plain_rows(rows) for rows in self.past],
            "future": [_plain_rows(rows) for rows in self.future],
            "typed": {str(number): each.json() for number, each in self.typed},
            "error": None if self.error is None else _plain(self.error),
            "key": None if self.key is None else _plain(self.key),
            "window": None if window is None else _plain(window),
        }

    def with_json(self, data: Mapping[str, Any]) -> State:
        """Return this state with the rows and the history of ``data``.

        Raises
        ------
        ValueError
            If ``data`` is not a state of the same values.
        """
        rows, first = _read_rows(data), _read_rows(data["first"])
        past, future = [tuple(map(_read_rows, data[name])) for name in ("past", "future")]
        if tuple(data["texts"]) != self.source.texts or data["of"] != self.source.of:
            raise ValueError("texts must be those of the values of this explorer")
        if first != self.first:
            raise ValueError("first must be the rows that this explorer began with")
        flat, dtype = self.source.flat, self.source.dtype
        read = {int(n): typed(each["entry"], 0, flat, dtype) for n, each in data["typed"].items()}
        new = replace(
            self,
            rows=rows,
            past=past,
            future=future,
            typed=tuple(read.items()),
            error=None,
            key=None,
        )
        for each in (rows, *past, *future):
            replace(new, rows=each).check()
        return new

    def check(self) -> None:
        """Raise ValueError unless the rows are valid."""
        rows, n = self.rows, len(self.source.texts)
        known = {number for number, _ in self.typed}
        if self.source.of == "RaggedTensor" and not all(
            NEW <= i < n or i in known for i in rows.items
        ):
            raise ValueError(f"items must be from -1 to {n - 1}, got {list(rows.items)}")
        if not len(rows.levels) == len(rows.uniform) == len(self.first.levels):
            raise ValueError(f"levels must be {len(self.first.levels)}, got {len(rows.levels)}")
        for length, splits in zip(rows.uniform, rows.levels, strict=True):
            if length is not None and any(b - a != length for a, b in pairwise(splits)):
                raise ValueError(f"row lengths must be {length}, got splits {list(splits)}")
        nested = [list(splits) for splits in rows.levels]
        RaggedTensor.from_nested_row_splits(np.zeros(len(rows.items)), nested)


def _plain_rows(rows: Rows) -> dict[str, Any]:
    return {
        "levels": [list(splits) for splits in rows.levels],
        "uniform": list(rows.uniform),
        "items": list(rows.items),
    }


def _read_rows(data: Mapping[str, Any]) -> Rows:
    levels = tuple(tuple(map(int, splits)) for splits in data["levels"])
    return Rows(levels, tuple(data["uniform"]), tuple(map(int, data["items"])))


def _plain(part: Error | Key | Window) -> dict[str, Any]:
    """Return a part as a dict, with lists for tuples."""
    return {name: _listed(getattr(part, name)) for name in part.__slots__}


def _listed(value: Any) -> Any:
    return [_listed(v) for v in value] if isinstance(value, tuple) else value


def state_of(
    source: Source,
    parts: Sequence[RowPartition],
    *,
    window: Window | None = None,
    whole: Any = None,
) -> State:
    """Return the first state for values and the partitions of their rows.

    Raises
    ------
    ValueError
        If the rows are not valid.
    """
    levels = tuple(tuple(p.row_splits().tolist()) for p in parts)
    uniform = tuple(p.static_uniform_row_length for p in parts)
    rows = Rows(levels, uniform, tuple(range(source.flat.shape[0])))
    state = State(rows, rows, source, window=window, whole=whole)
    state.check()  # a tensor made with validate=False may have any splits
    return state
