"""The step player: an operation step by step, from the cells that it reads to the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from raggedkit.errors import broken_rule
from raggedkit.widgets._base import Explorer, Plain
from raggedkit.widgets._boards import steps_page
from raggedkit.widgets._moves.table import play
from raggedkit.widgets._playing import (
    SPEEDS,
    Playing,
    filled,
    one_line,
    play_json,
    position_error,
    step,
)

__all__ = ["Steps", "steps"]


def steps(op: str | Callable[..., Any], *args: Any, **kwargs: Any) -> Steps:
    """Return a widget that plays an operation step by step.

    Each step lights the cells that it reads, writes a value, and shows the index arithmetic in
    one line. It also works in a saved page without Python.

    Parameters
    ----------
    op
        The operation, by its name or as the function: ``"sum"``, ``np.sum``, ``rk.concat``.
        All operations are in the examples.
    *args, **kwargs
        Arguments of the operation. All boards together may have 400 cells.

    Returns
    -------
    Steps
        Its ``value`` is the answer of the real operation.

    Raises
    ------
    ValueError
        If there is no such operation, if the arguments have too many cells, or if the operation
        is not played for these arguments.
    TypeError
        If the operation does not take these arguments.

    Notes
    -----
    Where the operation refuses its values, such as `max` of an empty row, the steps lead to the
    position where it stops, the last one shows its error, and ``value`` is None.

    Examples
    --------
    >>> import numpy as np
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 2], [], [4]])
    >>> w = rk.widgets.steps("sum", rt, axis=1)
    >>> w
    steps(sum(RaggedTensor, axis=1): 5 steps)
    >>> w.value
    array([6, 0, 4])
    >>> w.position = 2
    >>> w.text
    'result[0] = result[0] + flat[1] = 3 + 1 = 4'

    Encodings, from one to another:

    >>> w = rk.widgets.steps("encoding", rt, "row_lengths", "row_splits")
    >>> w.value
    array([0, 3, 3, 4])

    Rows, slices, positions and masks:

    >>> w = rk.widgets.steps("getitem", rt, (slice(None), slice(0, 2)))
    >>> w.value
    <RaggedTensor [[3, 1], [], [4]]>
    >>> w = rk.widgets.steps("gather", rt, [2, 0])
    >>> w = rk.widgets.steps("take_along", rt, rk.ragged.constant([[-1], [], [0, 0]]))
    >>> w = rk.widgets.steps("boolean_mask", rt, rt > 2)
    >>> w = rk.widgets.steps("where", rt > 2, rt, 0)

    Joining, repeating, tiling:

    >>> w = rk.widgets.steps(rk.concat, [rt, rt], axis=1)
    >>> w.value
    <RaggedTensor [[3, 1, 2, 3, 1, 2], [], [4, 4]]>
    >>> w = rk.widgets.steps("stack", [rt, rt], axis=0)
    >>> w = rk.widgets.steps("repeat", rt, 2, axis=1)
    >>> w = rk.widgets.steps("tile", rt, [1, 2])

    Reductions along one axis or all (``max`` and ``min`` also take ``empty``), running sums,
    sorting, segments:

    >>> names = ("sum", "prod", "mean", "any", "all")
    >>> players = [rk.widgets.steps(name, rt, axis=1) for name in names]
    >>> w = rk.widgets.steps("max", rt, axis=1, empty=0)
    >>> print(rk.widgets.steps(np.min, rt).value)
    1
    >>> w = rk.widgets.steps("cumsum", rt, 1)
    >>> w = rk.widgets.steps("sort", rt)
    >>> w = rk.widgets.steps("segment_sum", [5, 1, 2], [0, 0, 2])

    To rectangles and back, and fewer axes:

    >>> w = rk.widgets.steps("to_tensor", rt)
    >>> w = rk.widgets.steps("from_tensor", [[3, 1], [4, 0]], [2, 1])
    >>> w = rk.widgets.steps("to_sparse", rt)
    >>> deep = rk.ragged.constant([[[3], [1, 2]], [[4]]])
    >>> w = rk.widgets.steps("merge_dims", deep, 1, 2)
    >>> w = rk.widgets.steps("map_flat_values", np.square, rt)

    Elementwise, with broadcasting:

    >>> names = ("add", "subtract", "multiply", "divide", "maximum", "minimum")
    >>> players = [rk.widgets.steps(name, rt, 2) for name in names]
    >>> names = ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal")
    >>> players = [rk.widgets.steps(name, rt, 2) for name in names]
    >>> rk.widgets.steps(np.add, rt, np.array([[10], [20], [30]])).value
    <RaggedTensor [[13, 11, 12], [], [34]]>

    An empty row has no largest value:

    >>> w = rk.widgets.steps("max", rt, axis=1)
    >>> w.value is None
    True
    >>> w.state["refused"][:35]
    'rt must have a value in every row, '
    >>> rk.widgets.steps("product", rt)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: op must be one of add, all, any, boolean_mask, ..., got 'product'
    """
    return Steps(op, *args, **kwargs)


class Steps(Explorer):
    """A widget that plays an operation; `steps` makes it and lists the operations.

    Parameters
    ----------
    op
        The operation, by its name or as the function.
    *args, **kwargs
        Arguments of the operation.

    Attributes
    ----------
    value
        The answer of the real operation; None if it is refused.
    position
        The number of steps that are done, from 0. It can be observed, linked and set.
    state
        Boards, steps, position and speed as a plain dict.

    Examples
    --------
    >>> import raggedkit as rk
    >>> w = rk.widgets.Steps("sort", rk.ragged.constant([[3, 1], [4]]))
    >>> w.position
    0
    >>> w.send({"type": "last"})
    >>> w.position, w.text
    (3, 'result[2] = min([4]) = 4')
    """

    kind = "steps"
    position = Plain()

    def __init__(self, op: str | Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(op, *args, **kwargs)

    @property
    def text(self) -> str:
        """The arithmetic of the step that was done last."""
        now: Playing = self._now
        return now.play.steps[now.position - 1].text if now.position else ""

    def _initial(self, op: str | Callable[..., Any], *args: Any, **kwargs: Any) -> Playing:
        played = play(op, *args, **kwargs)
        return Playing(played, play_json(played))

    def _step(self, state: Playing, event: Mapping[str, Any]) -> Playing:
        return step(state, event)

    def _value(self, state: Playing) -> Any:
        return state.play.result

    def _state_of(self, value: Any) -> Playing:
        raise TypeError("value must not be set: it is the answer of the played operation")

    def _json(self, state: Playing) -> dict[str, Any]:
        return state.json()

    def _from_json(self, data: Mapping[str, Any]) -> Playing:
        now: Playing = self._now
        if [data["title"], data["steps"]] != [now.data["title"], now.data["steps"]]:
            raise ValueError("steps must be those of this widget; make another one with steps()")
        if data["speed"] not in SPEEDS:
            raise ValueError(broken_rule("speed", f"be one of {SPEEDS}", data["speed"]))
        return replace(self._moved(now, data["position"]), speed=data["speed"])

    def _linked(self, state: Playing) -> dict[str, Any]:
        return {"position": state.position}

    def _assigned(self, state: Playing, name: str, value: Any) -> Playing:
        return self._moved(state, value)

    def _moved(self, state: Playing, to: Any) -> Playing:
        new = step(state, {"type": "go", "to": to})
        if new.error:
            raise ValueError(position_error(to, len(state.play.steps)))
        return new

    def _snapshot(self) -> str:
        data = self._now.data
        return steps_page(data, filled(data, len(data["steps"])))

    def _title(self) -> str:
        return one_line(self._now.data["title"]).strip("'")

    def __repr__(self) -> str:
        data = self._now.data
        end = ", then an error" if data["refused"] else ""
        return f"steps({data['title']}: {len(data['steps'])} steps{end})"
