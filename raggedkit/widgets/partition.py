"""The explorer of ragged tensors and row partitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.reprs.html import partitions_html
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._base import Explorer, Numbers
from raggedkit.widgets._state import State
from raggedkit.widgets._step import step
from raggedkit.widgets._window import opened, whole_of

__all__ = ["PartitionExplorer"]


class PartitionExplorer(Explorer):
    """A widget with linked views of one tensor or partition; every encoding can be edited.

    Parameters
    ----------
    x
        A `RaggedTensor` or a `RowPartition`. At most 400 of its rows and values are shown; of a
        larger one a window, which can be moved.

    Attributes
    ----------
    value
        The present tensor or partition. It can be observed, and set to a new one.
    row_splits
        Those of the outermost partition, as a list that `traitlets.link` accepts.
    state
        The same as a plain dict, which `traitlets.link` and `traitlets.dlink` accept.

    Examples
    --------
    >>> import raggedkit as rk
    >>> w = rk.widgets.PartitionExplorer(rk.ragged.constant([[3, 1], [], [4]]))
    >>> w.row_splits
    [0, 2, 2, 3]
    >>> w.row_splits = [0, 1, 1, 3]
    >>> w.value
    <RaggedTensor [[3], [], [1, 4]]>
    """

    kind = "partition"
    row_splits = Numbers()

    def __init__(self, x: RaggedTensor | RowPartition) -> None:
        super().__init__(x)

    def _initial(self, x: RaggedTensor | RowPartition) -> State:
        return self._state_of(x)

    def _step(self, state: State, event: Mapping[str, Any]) -> State:
        return step(state, event)

    def _value(self, state: State) -> Any:
        return whole_of(state)

    def _state_of(self, value: Any) -> State:
        if not isinstance(value, RaggedTensor | RowPartition):
            raise TypeError(broken_rule("value", "be a RaggedTensor or a RowPartition", value))
        return opened(value)

    def _snapshot(self) -> str:
        value = self._value(self._now)
        return partitions_html(value) if isinstance(value, RaggedTensor) else value._repr_html_()

    def _json(self, state: State) -> dict[str, Any]:
        return state.json()

    def _from_json(self, data: Mapping[str, Any]) -> State:
        now: State = self._now
        return now.with_json(data)

    def _linked(self, state: State) -> dict[str, list[Any]]:
        return {"row_splits": list(state.rows.levels[0])}

    def _assigned(self, state: State, name: str, value: list[Any]) -> State:
        text = ", ".join(map(str, value))
        new = step(state, {"type": "edit", "level": 0, "field": "row_splits", "text": text})
        if new.error is not None:
            raise ValueError(new.error.message)
        return new
