"""The explorer of sparse tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from raggedkit.errors import broken_rule
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.widgets._base import Explorer, Numbers
from raggedkit.widgets._sparse import State, opened, step

__all__ = ["SparseExplorer"]


class SparseExplorer(Explorer):
    """A widget that shows the cells of a sparse tensor, and changes its shape.

    The corner of the shape can be dragged; `raggedkit.sparse.reset_shape` decides which shapes
    are allowed.

    Parameters
    ----------
    x
        A sparse tensor with at least one axis. At most 40 rows and 40 columns are shown: of the
        last two axes, at one index on each axis before them.

    Attributes
    ----------
    value
        The present sparse tensor. It can be observed, and set to a new one.
    dense_shape
        Its sizes, as a list that `traitlets.link` accepts.
    state
        The same with the history, as a plain dict.

    Raises
    ------
    TypeError
        If ``x`` is not a `SparseTensor`.
    ValueError
        If ``x`` has no axes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> w = rk.widgets.SparseExplorer(rk.SparseTensor([[0, 0], [1, 2]], [5, 7], [3, 4]))
    >>> w.dense_shape = [4, 4]
    >>> w.value.shape
    TensorShape([4, 4])
    >>> w.send({"type": "tight"})
    >>> w.dense_shape
    [2, 3]
    """

    kind = "sparse"
    dense_shape = Numbers()

    def __init__(self, x: SparseTensor) -> None:
        super().__init__(x)

    def _initial(self, x: SparseTensor) -> State:
        return _opened(x, "x")

    def _step(self, state: State, event: Mapping[str, Any]) -> State:
        return step(state, event)

    def _value(self, state: State) -> SparseTensor:
        return state.value

    def _state_of(self, value: Any) -> State:
        return _opened(value, "value")

    def _json(self, state: State) -> dict[str, Any]:
        return state.json()

    def _from_json(self, data: Mapping[str, Any]) -> State:
        now: State = self._now
        return now.with_json(data)

    def _linked(self, state: State) -> dict[str, list[Any]]:
        return {"dense_shape": list(state.sizes)}

    def _assigned(self, state: State, name: str, value: list[Any]) -> State:
        new = step(state, {"type": "resize", "text": str(list(value))})
        if new.error is not None:
            raise ValueError(new.error.message)
        return new


def _opened(x: Any, name: str) -> State:
    if not isinstance(x, SparseTensor):
        raise TypeError(broken_rule(name, "be a SparseTensor", x))
    if not x.rank:
        raise ValueError(broken_rule(name, "have at least one axis in an explorer", x.rank))
    return opened(x)
