"""The slice box: an index expression, parsed with `ast` and a white list, and its result."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit.errors import broken_rule, shown
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._state import Key, Splits

if TYPE_CHECKING:
    from raggedkit.widgets._state import State

__all__ = ["key_of", "selected"]

_LONGEST = 200  # characters of an expression
_BLANKS = " \t\r\n"
_RULE = "be an index such as 1:3, :2, [2, 0] or rt > 3"
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARED: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def selected(state: State, text: str) -> Key | None:
    """Return the result of ``rt[text]`` on the rows of a state; None for an empty text."""
    text = text.strip(_BLANKS)
    if not text:
        return None
    try:
        # A partition has no values; its displays show their positions.
        rt = state.positions() if state.source.of == "RowPartition" else state.tensor()
        with np.errstate(all="ignore"):
            key = key_of(text, rt)
            result, picked = rt[key], _positions(state, rt)[key]
    except (TypeError, ValueError, IndexError, OverflowError, ArithmeticError) as error:
        return Key(text, error=str(error))
    return _shown(text, rt, result, picked)


def _positions(state: State, rt: RaggedTensor) -> RaggedTensor:
    """Return the positions of the flat values, repeated over inner axes."""
    places = state.positions()
    for _ in rt._flat.shape[1:]:
        places = places.with_flat_values(places._flat[..., None])
    return places.with_flat_values(np.broadcast_to(places._flat, rt._flat.shape))


def _shown(text: str, rt: RaggedTensor, result: Any, picked: Any) -> Key:
    """Return the key with the structure of its result."""
    whole = getattr(result, "shape", ())
    inner = rt._flat.shape[1:]
    flat = picked.flat_values if isinstance(picked, RaggedTensor) else np.asarray(picked)
    items = (
        tuple(dict.fromkeys(flat.reshape(-1).tolist()))
        if inner
        else tuple(flat.reshape(-1).tolist())
    )
    if inner or (not isinstance(result, RaggedTensor) and len(whole) > 1):
        return Key(text, items=items, shown=shown(result, 2000))
    levels: tuple[Splits, ...] = ()
    if isinstance(picked, RaggedTensor):
        levels = tuple(tuple(p.row_splits().tolist()) for p in picked.partitions)
        if picked._flat.ndim > 1:
            return Key(text, items=items, shown=shown(result, 2000))
    return Key(text, items=items, levels=levels, scalar=not whole and not levels)


def key_of(text: str, rt: Any) -> Any:
    """Return the key that an expression means.

    Parameters
    ----------
    text
        The text between the brackets of ``rt[...]``.
    rt
        The tensor that the name ``rt`` means in comparisons.

    Raises
    ------
    ValueError
        If the text is too long, is not an index, or has a name, a call or anything else.

    Examples
    --------
    >>> key_of("1:3, [2, 0]", None)
    (slice(1, 3, None), [2, 0])
    >>> key_of("__import__('os')", None)
    Traceback (most recent call last):
        ...
    ValueError: key must be an index such as 1:3, :2, [2, 0] or rt > 3, got "__import__('os')"
    """
    if len(text) > _LONGEST:
        raise ValueError(broken_rule("key", f"have at most {_LONGEST} characters", len(text)))
    wrong = ValueError(broken_rule("key", _RULE, text))
    try:
        node = ast.parse(f"_[{text}]", mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise wrong from None
    tree = node.body
    # `1] + x[2` is an expression too, but not one index of `_`.
    if not (isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name)):
        raise wrong
    if tree.value.id != "_" or tree.value.end_col_offset != 1:
        raise wrong
    try:
        return _evaluated(tree.slice, rt)
    except (_Unknown, RecursionError):
        raise wrong from None


class _Unknown(Exception):
    """An expression that is not in the white list."""


def _evaluated(node: ast.expr, rt: Any) -> Any:
    match node:
        case ast.Constant(value) if value is None or type(value) in (int, float, str, bool):
            return value
        case ast.Constant(value) if value is Ellipsis:
            return value
        case ast.Name("rt"):
            return rt
        case ast.Tuple(items):
            return tuple(_evaluated(item, rt) for item in items)
        case ast.List(items):
            return [_evaluated(item, rt) for item in items]
        case ast.Slice(start, stop, step):
            ends = [None if end is None else _evaluated(end, rt) for end in (start, stop, step)]
            return slice(*ends)
        case ast.UnaryOp(op, operand) if type(op) in _UNARY:
            inside = _evaluated(operand, rt)
            if type(op) is ast.Invert and not isinstance(inside, RaggedTensor):
                raise _Unknown
            return _UNARY[type(op)](inside)
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            return _applied(_BINARY[type(op)], left, right, rt)
        case ast.Compare(left, [op], [right]) if type(op) in _COMPARED:
            return _applied(_COMPARED[type(op)], left, right, rt)
    raise _Unknown


def _applied(function: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr, rt: Any) -> Any:
    # One side must be a tensor: `"a" * 10**9` would fill the memory.
    sides = [_evaluated(side, rt) for side in (left, right)]
    if not any(isinstance(side, RaggedTensor) for side in sides):
        raise _Unknown
    return function(*sides)
