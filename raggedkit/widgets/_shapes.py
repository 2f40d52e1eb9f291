"""State and rules of the shape explorer: one shape, or two that are compared.

``js/src/core/shapes.js`` has the same rules for pages without Python, and the answers about two
shapes, which Python has as methods of `TensorShape`. `tests/widgets/test_shape_parity.py` compares
both with these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from raggedkit.errors import broken_rule, shown
from raggedkit.shape import TensorShape

__all__ = ["MOST_AXES", "Error", "Shapes", "State", "changed", "step"]

MOST_AXES = 64  # of a tensor with values
_HISTORY = 100  # states to undo
_EXACT = 2**53  # larger integers are text in JSON: JavaScript would round them
_LONGEST = 40  # characters of an integer
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BLANKS = " \t\r\n"
_BETWEEN = re.compile(r"[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+")
_CALL = re.compile(r"(?:(?:rk\.)?TensorShape|shape)\(([\s\S]*)\)")
_UNKNOWN_SIZE = ("", "?", "None", "NA")
_UNKNOWN_RANK = ("?", "None", "<unknown>", "dims = NULL")

Shapes: TypeAlias = tuple[TensorShape, ...]
Event = Mapping[str, Any]


class _Broken(ValueError):
    """An edit that breaks a rule of the explorer itself."""


@dataclass(frozen=True, slots=True)
class Error:
    """A broken rule, at the field that broke it."""

    field: str  # "size", "rank", "dims", or the type of another event
    shape: int
    axis: int
    message: str


@dataclass(frozen=True, slots=True)
class State:
    """One moment of the explorer."""

    shapes: Shapes
    first: Shapes
    past: tuple[Shapes, ...] = ()
    future: tuple[Shapes, ...] = ()
    error: Error | None = None

    def json(self) -> dict[str, Any]:
        """Return the state as JSON."""
        error = self.error
        return {
            "shapes": _plain(self.shapes),
            "first": _plain(self.first),
            "past": [_plain(shapes) for shapes in self.past],
            "future": [_plain(shapes) for shapes in self.future],
            "error": error and {name: getattr(error, name) for name in error.__slots__},
        }

    def with_json(self, data: Mapping[str, Any]) -> State:
        """Return the state of ``data``; raise ValueError if it has another number of shapes."""
        past, future = [tuple(map(_read, data[name])) for name in ("past", "future")]
        new = State(_read(data["shapes"]), _read(data["first"]), past, future)
        for shapes in (new.shapes, new.first, *past, *future):
            if len(shapes) != len(self.shapes):
                raise ValueError(f"shapes must be {len(self.shapes)}, got {len(shapes)}")
        return new


def _plain(shapes: Shapes) -> list[Any]:
    return [
        None if shape.dims is None else [_number(size) for size in shape.dims] for shape in shapes
    ]


def _number(size: int | None) -> int | str | None:
    return size if size is None or size < _EXACT else str(size)


def _read(shapes: Any) -> Shapes:
    return tuple(
        TensorShape(dims and [int(size) if isinstance(size, str) else size for size in dims])
        for dims in shapes
    )


def step(state: State, event: Event) -> State:
    """Return the state after an event: the new shapes, or the same ones with the broken rule."""
    kind = event.get("type")
    try:
        if kind in ("undo", "redo"):
            return _restored(state, back=kind == "undo")
        shapes = state.first if kind == "reset" else _edited(state.shapes, event)
    except (ValueError, TypeError, KeyError) as error:
        message = f"event must have {error}" if isinstance(error, KeyError) else str(error)
        shape, axis = [event.get(name) for name in ("shape", "axis")]
        shape, axis = shape if type(shape) is int else 0, axis if type(axis) is int else 0
        return replace(state, error=Error(str(kind), shape, axis, message))
    return changed(state, shapes)


def changed(state: State, shapes: Shapes) -> State:
    """Return the state with other shapes, and a step to undo if they differ."""
    if shapes == state.shapes:
        return replace(state, error=None)
    past = (*state.past, state.shapes)[-_HISTORY:]
    return replace(state, shapes=shapes, past=past, future=(), error=None)


def _restored(state: State, *, back: bool) -> State:
    past, future, shapes = state.past, state.future, state.shapes
    if back and past:
        past, shapes, future = past[:-1], past[-1], (*future, shapes)
    elif not back and future:
        past, shapes, future = (*past, shapes), future[-1], future[:-1]
    return replace(state, shapes=shapes, past=past, future=future, error=None)


def _edited(shapes: Shapes, event: Event) -> Shapes:
    kind = event["type"]
    if kind == "swap":
        return shapes[::-1]
    if kind not in _EDITS:
        raise _Broken(broken_rule("event", "be known", kind))
    i = _position(event["shape"], len(shapes), "shape")
    shape = _EDITS[kind](shapes[i], event)
    if shape.rank is not None and shape.rank > MOST_AXES:
        raise _Broken(broken_rule("rank", f"be at most {MOST_AXES} in an explorer", shape.rank))
    return (*shapes[:i], shape, *shapes[i + 1 :])


def _position(i: Any, n: int, name: str) -> int:
    if type(i) is not int or not 0 <= i < n:
        rule = f"be from 0 to {n - 1}" if n else "be in range, but there are no axes"
        raise _Broken(broken_rule(name, rule, i))
    return i


def _sized(shape: TensorShape, event: Event) -> TensorShape:
    """Apply a size that was typed into the field of an axis."""
    dims: list[Any] = [*shape.as_list()]
    axis = _position(event["axis"], len(dims), "axis")
    dims[axis] = _size(str(event["text"]))
    return TensorShape(dims)


def _size(text: str) -> int | str | None:
    """Return the size that a text is; one that is none is for `TensorShape` to refuse."""
    text = text.strip(_BLANKS)
    if text in _UNKNOWN_SIZE:
        return None
    if not _INTEGER.fullmatch(text):
        return text
    if len(text) > _LONGEST:
        raise _Broken(f"dims must have sizes of at most {_LONGEST} digits, got {shown(text)}")
    return int(text)


def _added(shape: TensorShape, event: Event) -> TensorShape:
    dims = shape.as_list()
    axis = _position(event["axis"], len(dims) + 1, "axis")
    return TensorShape([*dims[:axis], None, *dims[axis:]])


def _deleted(shape: TensorShape, event: Event) -> TensorShape:
    dims = shape.as_list()
    axis = _position(event["axis"], len(dims), "axis")
    return TensorShape([*dims[:axis], *dims[axis + 1 :]])


def _ranked(shape: TensorShape, event: Event) -> TensorShape:
    """Apply a typed rank: `TensorShape.with_rank`, or an unknown rank."""
    rank = _size(str(event["text"]))
    if rank is None:
        return TensorShape(None)
    if type(rank) is int and rank > MOST_AXES and shape.rank is None:
        raise _Broken(broken_rule("rank", f"be at most {MOST_AXES} in an explorer", rank))
    return shape.with_rank(rank)  # type: ignore[arg-type]  # a text is refused


def _typed(shape: TensorShape, event: Event) -> TensorShape:
    """Apply a whole shape that was typed, also as Python or R write it."""
    text = str(event["text"]).strip(_BLANKS)
    call = _CALL.fullmatch(text)
    text = call[1].strip(_BLANKS) if call else text
    if text in _UNKNOWN_RANK:
        return TensorShape(None)
    inside = re.sub(r"^[\[(]|[\])]$", "", text).strip(_BLANKS)
    words = _BETWEEN.split(re.sub(r"[ \t\r\n]*,$", "", inside)) if inside else []
    if len(words) > MOST_AXES:
        raise _Broken(broken_rule("rank", f"be at most {MOST_AXES} in an explorer", len(words)))
    return TensorShape([_size(word) for word in words])  # type: ignore[misc]  # texts are refused


_EDITS = {
    "size": _sized,
    "add_axis": _added,
    "delete_axis": _deleted,
    "rank": _ranked,
    "dims": _typed,
}
