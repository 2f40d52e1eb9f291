"""The operations of the step player: name, arguments, moves and the result of the operation."""

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops import gather, masking, repeating, rows, segments, sorting
from raggedkit.ops import joining as joining_ops
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._moves import broadcasting, encodings, joining, padding, reducing, selecting
from raggedkit.widgets._moves.tape import Answer, Board, Step, Tape

__all__ = ["OPERATIONS", "Play", "name_of", "play"]


@dataclass(frozen=True, slots=True)
class Play:
    """An operation as boards and steps; if it raises, an error in place of the answer."""

    title: str
    boards: tuple[Board, ...]
    steps: tuple[Step, ...]
    answer: Answer | None
    result: Any
    error: str = ""
    function: Callable[..., Any] | None = None


# A player of one operation: records the moves on the tape; returns where they leave the answer,
# and the real operation's answer.
_Player = Callable[..., tuple[Answer, Any]]


def play(op: str | Callable[..., Any], *args: Any, **kwargs: Any) -> Play:
    """Return the moves of an operation: by its name, or by the function itself."""
    name = name_of(op)
    player = OPERATIONS.get(name)
    if player is None:
        raise ValueError(broken_rule("op", f"be one of {', '.join(sorted(OPERATIONS))}", op))
    if isinstance(getattr(op, "__self__", None), RaggedTensor):  # a method: rt.sum
        args = (op.__self__, *args)  # type: ignore[union-attr]
    _check_arguments(name, player, args, kwargs)
    tape = Tape(_title(name, args, kwargs))
    answer, error = None, ""
    result: Any = None
    try:
        answer, result = player(tape, *args, **kwargs)
    except _Refused as refused:
        error = str(refused.__cause__)
    boards, steps = tuple(tape.boards.values()), tuple(tape.steps)
    return Play(tape.title, boards, steps, answer, result, error, tape.function)


class _Refused(Exception):
    """The real operation's error, after the steps that lead to it."""


def name_of(op: str | Callable[..., Any]) -> str:
    """Return the name that `OPERATIONS` has for an operation."""
    name = op if isinstance(op, str) else getattr(op, "__name__", repr(op))
    return _SPELLINGS.get(name, name)


def _check_arguments(
    name: str, player: _Player, args: Sequence[Any], kwargs: dict[str, Any]
) -> None:
    """Raise TypeError with the arguments that an operation takes, unless these are such."""
    taken = list(inspect.signature(player).parameters.values())[1:]  # the first is the tape
    taken = [p for p in taken if (p.name, p.kind) != ("source", p.KEYWORD_ONLY)]
    signature = inspect.Signature(taken)
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        words = ", ".join(
            p.name if p.default is p.empty else f"{p.name}={p.default}" for p in taken
        )
        got = ", ".join([*map(_word, args), *(f"{key}={_word(x)}" for key, x in kwargs.items())])
        raise TypeError(f"arguments of {name} must be ({words}), got ({got}): {error}") from None


def _title(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> str:
    words = [_word(x) for x in args] + [f"{key}={_word(x)}" for key, x in kwargs.items()]
    return f"{name}({', '.join(words)})"


def _word(x: Any) -> str:
    if isinstance(x, RaggedTensor | RowPartition):
        return type(x).__name__
    if isinstance(x, list | tuple) and any(isinstance(item, RaggedTensor) for item in x):
        return f"[{len(x)} tensors]"
    if callable(x):
        return getattr(x, "__name__", "f")
    text = repr(x.tolist() if isinstance(x, np.ndarray) else x)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _encoding(
    tape: Tape, x: RaggedTensor | RowPartition, source: str, target: str
) -> tuple[Answer, Any]:
    for argument, value in (("source", source), ("target", target)):
        if value not in encodings.ENCODINGS:
            known = ", ".join(encodings.ENCODINGS)
            raise ValueError(broken_rule(argument, f"be one of {known}", value))
    partition = x.partitions[0] if isinstance(x, RaggedTensor) else x
    splits = partition.row_splits().tolist()
    lengths = np.diff(splits)
    uniform = bool(len(lengths)) and bool((lengths == lengths[0]).all())
    if source == "uniform_row_length" and not uniform:
        raise ValueError(
            broken_rule("source", "be uniform: all rows of one length", lengths.tolist())
        )
    if source == target:
        raise ValueError(broken_rule("target", "be another encoding than source", target))
    answer = encodings.convert(tape, splits, source, target)
    if target == "uniform_row_length":
        return answer, int(lengths[0]) if uniform else None
    real = getattr(partition, target)
    return answer, real() if callable(real) else real


def _reduction(name: str, empties: dict[str, Any]) -> _Player:
    def player(
        tape: Tape, rt: Any, axis: int | None = None, empty: Any = None
    ) -> tuple[Answer, Any]:
        if not isinstance(rt, RaggedTensor):
            raise TypeError(broken_rule("rt", "be a RaggedTensor", rt))
        at = axis + rt.ndim if axis is not None and axis < 0 else axis
        extra = {} if empty is None else {"empty": empty}
        neutral = empties.get("value") if empty is None else empty
        try:
            real = getattr(rt, name)(axis=axis, **extra)
        except ValueError as error:
            if isinstance(error, RaggedIndexError) or empties:  # not for lack of values
                raise
            lowest = rt.min(initial=0) if len(rt.flat_values) else 0
            shape = getattr(rt, name)(axis=axis, empty=lowest)
            _until_empty(tape, name, rt, at, shape, error)
        zero = rt.flat_values.dtype.type(0)
        if neutral == "zero":
            neutral = zero.item()
        elif neutral == "one":
            neutral = type(zero.item())(1)
        return reducing.reduce(tape, name, rt, at, neutral, real), real

    return player


def _until_empty(
    tape: Tape, name: str, rt: Any, axis: int | None, shape: Any, error: ValueError
) -> None:
    """Record the results before the first one without values; the error follows."""
    reducing.reduce(tape, name, rt, axis, None, shape, stop=True)
    raise _Refused from error


def _binary(name: str) -> _Player:
    def player(tape: Tape, x: Any, y: Any) -> tuple[Answer, Any]:
        if not isinstance(x, RaggedTensor) and not isinstance(y, RaggedTensor):
            raise TypeError(broken_rule("x, y", "include a RaggedTensor", (x, y)))
        try:
            real = getattr(np, name)(x, y)
        except ValueError as error:
            broadcasting.compare_rows(tape, x, y)
            raise _Refused from error
        return broadcasting.binary(tape, name, x, y, real), real

    return player


def _simple(moves: Callable[..., Answer], real: Callable[..., Any]) -> _Player:
    """Make the player of an operation whose moves and real form take the same arguments."""

    @functools.wraps(moves)  # with its signature
    def player(tape: Tape, *args: Any, **kwargs: Any) -> tuple[Answer, Any]:
        result = real(*args, **kwargs)  # first, so that an error is the operation's own
        return moves(tape, *args, **kwargs), result

    return player


def _sorted(rt: Any, *, descending: bool = False) -> Any:
    return sorting.sort(rt, direction="DESCENDING" if descending else "ASCENDING")


def _sparse(tape: Tape, rt: Any) -> tuple[Answer, Any]:
    return padding.to_sparse(tape, rt), rt.to_sparse().indices


def _mapped(tape: Tape, f: Callable[..., Any], rt: Any) -> tuple[Answer, Any]:
    return broadcasting.map_flat_values(tape, f, rt), rt.with_flat_values(f(rt.flat_values))


OPERATIONS: dict[str, _Player] = {
    "encoding": _encoding,
    "getitem": _simple(selecting.getitem, lambda rt, key: rt[key]),
    "gather": _simple(selecting.gather, gather.gather),
    "take_along": _simple(selecting.take_along, rows.take_along),
    "boolean_mask": _simple(selecting.boolean_mask, masking.boolean_mask),
    "where": _simple(selecting.where, masking.where),
    "concat": _simple(joining.concat, joining_ops.concat),
    "stack": _simple(joining.stack, joining_ops.stack),
    "repeat": _simple(joining.repeat, repeating.repeat),
    "tile": _simple(joining.tile, repeating.tile),
    "sum": _reduction("sum", {"value": "zero"}),
    "prod": _reduction("prod", {"value": "one"}),
    "mean": _reduction("mean", {"value": float("nan")}),
    "max": _reduction("max", {}),
    "min": _reduction("min", {}),
    "any": _reduction("any", {"value": False}),
    "all": _reduction("all", {"value": True}),
    "cumsum": _simple(reducing.cumsum, lambda rt, axis: rt.cumsum(axis=axis)),
    "sort": _simple(reducing.sort, _sorted),
    "segment_sum": _simple(reducing.segment_sum, segments.segment_sum),
    "to_tensor": _simple(padding.to_tensor, RaggedTensor.to_tensor),
    "from_tensor": _simple(padding.from_tensor, RaggedTensor.from_tensor),
    "to_sparse": _sparse,
    "merge_dims": _simple(padding.merge_dims, lambda rt, *axes: rt.merge_dims(*axes)),
    "map_flat_values": _mapped,
    **{name: _binary(name) for name in broadcasting.BINARY},
}

# Other names of the same operations: those of functions handed over, and TensorFlow's.
_SPELLINGS = {
    "concatenate": "concat",
    "__getitem__": "getitem",
    "reduce_sum": "sum",
    "reduce_prod": "prod",
    "reduce_mean": "mean",
    "reduce_any": "any",
    "reduce_all": "all",
    "amax": "max",
    "amin": "min",
    "mul": "multiply",
    "sub": "subtract",
    "truediv": "divide",
    "true_divide": "divide",
    "gt": "greater",
    "ge": "greater_equal",
    "lt": "less",
    "le": "less_equal",
    "eq": "equal",
    "ne": "not_equal",
}
