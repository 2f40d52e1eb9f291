"""State and rules of the explorer of sparse tensors: the cells stay, their shape changes.

``js/src/core/sparse.js`` has the same rules for pages without Python;
`tests/widgets/test_sparse_parity.py` compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from raggedkit._xp import INT64, array_namespace, as_array, to_host
from raggedkit.encodings import LARGEST, broken_at
from raggedkit.errors import broken_rule
from raggedkit.ops.sparse.convert import reset_shape
from raggedkit.reprs.describe import name_of
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.widgets._code import constructor, literals, texts_of
from raggedkit.widgets._step import integers

__all__ = ["SHOWN", "Box", "Error", "Source", "State", "opened", "step"]

SHOWN = 40  # rows and columns of the grid
_LISTED = 400  # up to this number of values a page has all of them, also those outside of the grid
_LITERAL = 30  # values in the line of code
_HISTORY = 100  # states to undo
_EXACT = 2**53  # larger integers are text in JSON: JavaScript would round them

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Box:
    """The part that edits change: the two calls of `reset_shape`, in this order."""

    tight: bool = False  # without new_shape
    sizes: tuple[int, ...] | None = None  # with new_shape


@dataclass(frozen=True, slots=True)
class Error:
    """A broken rule, at the field that broke it."""

    field: str
    message: str
    wanted: tuple[int, ...] | None = None  # the refused shape, if it is one


@dataclass(frozen=True)
class Source:
    """The tensor as it was given: edits do not change its cells."""

    tensor: SparseTensor = field(compare=False, repr=False)
    declared: tuple[int, ...]
    tight: tuple[int, ...]  # the smallest shape that contains all cells
    dtype: str
    python: str  # as a literal, or "st"


@dataclass(frozen=True)
class State:
    """One moment of the explorer."""

    source: Source
    at: tuple[int, ...]  # index on each axis before the last two
    box: Box = Box()
    past: tuple[Box, ...] = ()
    future: tuple[Box, ...] = ()
    error: Error | None = None
    value: SparseTensor = field(kw_only=True, compare=False, repr=False)
    cells: tuple[dict[str, Any], ...] = field(kw_only=True, compare=False, repr=False)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the present shape."""
        return self.box.sizes or self.base(self.box.tight)

    def base(self, tight: bool) -> tuple[int, ...]:
        """Return the shape that `reset_shape` gets with new_shape."""
        return self.source.tight if tight else self.source.declared

    def json(self) -> dict[str, Any]:
        """Return the state as JSON."""
        source, error = self.source, self.error
        return {
            "declared": _numbers(source.declared),
            "tight": _numbers(source.tight),
            "dtype": source.dtype,
            "nvals": int(source.tensor._values.shape[0]),
            "python": source.python,
            "at": _numbers(self.at),
            "box": _plain(self.box),
            "past": [_plain(box) for box in self.past],
            "future": [_plain(box) for box in self.future],
            "error": error
            and {
                "field": error.field,
                "message": error.message,
                "wanted": error.wanted and _numbers(error.wanted),
            },
            "cells": list(self.cells),
        }

    def with_json(self, data: Mapping[str, Any]) -> State:
        """Return this state with the shape and the history of ``data``."""
        if tuple(map(int, data["declared"])) != self.source.declared:
            raise ValueError("declared must be the shape of the tensor of this explorer")
        past, future = [tuple(map(_read, data[name])) for name in ("past", "future")]
        box = _read(data["box"])
        for each in (*past, *future, box):
            _reset(self.source, each)
        new = replace(self, box=box, past=past, future=future, error=None)
        return _at(_valued(new), tuple(map(int, data["at"])))


def _numbers(sizes: Sequence[int]) -> list[int | str]:
    return [size if size < _EXACT else str(size) for size in sizes]


def _plain(box: Box) -> dict[str, Any]:
    return {"tight": box.tight, "sizes": None if box.sizes is None else _numbers(box.sizes)}


def _read(data: Mapping[str, Any]) -> Box:
    sizes = data["sizes"]
    return Box(bool(data["tight"]), None if sizes is None else tuple(map(int, sizes)))


def opened(st: SparseTensor) -> State:
    """Return the first state of a tensor; of one with more than two axes its first matrix."""
    declared = tuple(int(n) for n in st._dense_shape.tolist())
    tight = tuple(int(n) for n in reset_shape(st)._dense_shape.tolist())
    source = Source(st, declared, tight, name_of(st.dtype), _literal(st))
    at = (0,) * max(len(declared) - 2, 0)
    return State(source, at, value=st, cells=_cells(st, at))


def _cells(st: SparseTensor, at: tuple[int, ...]) -> tuple[dict[str, Any], ...]:
    """Return the cells that a page gets: all of few, else those in the grid of one matrix."""
    indices = st._indices
    if indices.shape[0] > _LISTED:
        inside = ((indices >= 0) & (indices < SHOWN))[:, len(at) :].all(axis=1)
        for axis, i in enumerate(at):
            inside &= indices[:, axis] == i
        numbers = to_host(inside).nonzero()[0][: SHOWN * SHOWN]
    else:
        numbers = np.arange(indices.shape[0])
    values = to_host(st._values)[numbers]
    texts, marked = texts_of(values)
    marks = dict(marked)
    places = to_host(indices)[numbers].tolist()
    return tuple(
        {"i": i, "at": _numbers(place), "text": text, "mark": marks.get(k, "")}
        for k, (i, place, text) in enumerate(zip(numbers.tolist(), places, texts, strict=True))
    )


def _literal(st: SparseTensor) -> str:
    if st._values.shape[0] > _LITERAL:
        return "st"
    values = to_host(st._values)
    python, _ = literals(values)
    if python is None:
        return "st"
    written = f"[{', '.join(python)}]"
    # An empty list has no dtype of its own.
    dtype = constructor(values) or ("" if values.size else str(values.dtype))
    written = f'np.array({written}, "{dtype}")' if dtype else written
    return f"rk.SparseTensor({st._indices.tolist()}, {written}, {st._dense_shape.tolist()})"


def step(state: State, event: Event) -> State:
    """Return the state after an event: another shape, or the same one with the broken rule."""
    kind = event.get("type")
    try:
        if kind in ("undo", "redo"):
            return _restored(state, back=kind == "undo")
        if kind == "at":
            return _at(replace(state, error=None), _typed_at(state, event))
        box = _edited(state, event)
    except (ValueError, TypeError, KeyError) as error:
        message = f"event must have {error}" if isinstance(error, KeyError) else str(error)
        wanted = error.wanted if isinstance(error, _Refused) else None
        return replace(state, error=Error(_field(event), message, wanted))
    if box == state.box:
        return replace(state, error=None)
    past = (*state.past, state.box)[-_HISTORY:]
    return _valued(replace(state, box=box, past=past, future=(), error=None))


class _Refused(ValueError):
    """A shape that `reset_shape` refuses."""

    def __init__(self, message: str, wanted: tuple[int, ...]) -> None:
        super().__init__(message)
        self.wanted = wanted


def _field(event: Event) -> str:
    kind = event.get("type")
    if kind == "at":
        return f"at-{event.get('axis', 0)}"
    return "new_shape" if kind == "resize" else str(kind)


def _restored(state: State, *, back: bool) -> State:
    past, future, box = state.past, state.future, state.box
    if back and past:
        past, box, future = past[:-1], past[-1], (*future, box)
    elif not back and future:
        past, box, future = (*past, box), future[-1], future[:-1]
    return _valued(replace(state, box=box, past=past, future=future, error=None))


def _valued(state: State) -> State:
    return replace(state, value=_reset(state.source, state.box))


def _reset(source: Source, box: Box) -> SparseTensor:
    """Return the tensor of a box; raise raggedkit's error if its shape is too small."""
    st = source.tensor
    if box.tight:
        sizes = as_array(list(source.tight), array_namespace(st._values), dtype=INT64)
        st = SparseTensor._make(st._indices, st._values, sizes)
    return st if box.sizes is None else reset_shape(st, list(box.sizes))


def _edited(state: State, event: Event) -> Box:
    kind = event["type"]
    if kind == "reset":
        return Box()
    if kind == "tight":
        return Box(tight=True)
    if kind != "resize":
        raise ValueError(broken_rule("event", "be known", kind))
    text = str(event["text"])
    if not text.strip(" \t\r\n"):
        return Box(tight=True)  # new_shape is left out
    wanted = tuple(integers(text, "new_shape"))
    for i, size in enumerate(wanted):
        if not -LARGEST[INT64] - 1 <= size <= LARGEST[INT64]:
            raise ValueError(broken_at("new_shape", "fit int64", i, size))
    tight = state.box.tight
    try:
        _reset(state.source, Box(tight, wanted))
    except ValueError as error:
        raise _Refused(str(error), wanted) from None
    return Box(tight, None if wanted == state.base(tight) else wanted)


def _typed_at(state: State, event: Event) -> tuple[int, ...]:
    axis = event["axis"]
    if type(axis) is not int or not 0 <= axis < len(state.at):
        n = len(state.at)
        rule = f"be from 0 to {n - 1}" if n else "be in range, but no axis is before the last two"
        raise ValueError(broken_rule("axis", rule, axis))
    numbers = integers(str(event["text"]), "index")
    if len(numbers) != 1:
        raise ValueError(f"index must be a single integer, got {len(numbers)}")
    last = max(state.sizes[axis], 1) - 1
    if not 0 <= numbers[0] <= last:
        raise ValueError(f"index must be from 0 to {last}, got {numbers[0]}")
    return (*state.at[:axis], numbers[0], *state.at[axis + 1 :])


def _at(state: State, at: tuple[int, ...]) -> State:
    """Return the state with another matrix of a tensor with more than two axes."""
    if len(at) != len(state.at):
        raise ValueError(f"at must have {len(state.at)} indices, got {len(at)}")
    return replace(state, at=at, cells=_cells(state.source.tensor, at))
