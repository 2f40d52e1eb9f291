"""Explorers for notebooks: widgets that show, edit and explain partitions, shapes, sparse tensors.

`explore` chooses the explorer by the type of its argument. The widgets need anywidget; without it
they are static displays that can still be saved as editable pages.
"""

from __future__ import annotations as _annotations

import importlib as _importlib
import typing as _t

from raggedkit.errors import broken_rule as _broken_rule
from raggedkit.partition import RowPartition as _RowPartition
from raggedkit.shape import TensorShape as _TensorShape
from raggedkit.sparse_tensor import SparseTensor as _SparseTensor
from raggedkit.tensor import RaggedTensor as _RaggedTensor

if _t.TYPE_CHECKING:
    from raggedkit.widgets._page import Frame
    from raggedkit.widgets._quiz import Quiz, quiz
    from raggedkit.widgets.partition import PartitionExplorer
    from raggedkit.widgets.player import Steps, steps
    from raggedkit.widgets.shapes import ShapeExplorer
    from raggedkit.widgets.sparse import SparseExplorer

__all__ = [
    "Frame",
    "PartitionExplorer",
    "Quiz",
    "ShapeExplorer",
    "SparseExplorer",
    "Steps",
    "explore",
    "quiz",
    "steps",
]

# Names that wait for their first use, so that `import raggedkit` imports no widget library.
_HOME_OF = {
    "Frame": "_page",
    "PartitionExplorer": "partition",
    "Quiz": "_quiz",
    "ShapeExplorer": "shapes",
    "SparseExplorer": "sparse",
    "Steps": "player",
    "quiz": "_quiz",
    "steps": "player",
}

# Type of the first argument of `explore` -> the explorer.
_EXPLORERS: dict[type, str] = {
    _RaggedTensor: "PartitionExplorer",
    _RowPartition: "PartitionExplorer",
    _TensorShape: "ShapeExplorer",
    _SparseTensor: "SparseExplorer",
}


@_t.overload
def explore(x: _RaggedTensor | _RowPartition) -> PartitionExplorer: ...
@_t.overload
def explore(x: _TensorShape, other: _TensorShape | None = None) -> ShapeExplorer: ...
@_t.overload
def explore(x: _SparseTensor) -> SparseExplorer: ...
def explore(x: _t.Any, other: _t.Any = None) -> _t.Any:
    """Return a widget that shows a value in linked views, and edits it.

    Parameters
    ----------
    x
        A `RaggedTensor`, a `RowPartition`, a `TensorShape` or a `SparseTensor`.
    other
        A second `TensorShape`, which is compared with the first one.

    Returns
    -------
    PartitionExplorer, ShapeExplorer or SparseExplorer
        Its ``value`` is the present value, after all edits; the tuple of both shapes if there are
        two.

    Raises
    ------
    TypeError
        If there is no explorer for the arguments.

    Examples
    --------
    >>> import raggedkit as rk
    >>> w = rk.explore(rk.ragged.constant([[3, 1], [], [4]]))
    >>> w
    explore(<RaggedTensor [[3, 1], [], [4]]>)
    >>> w.value.row_splits
    array([0, 2, 2, 3])
    >>> rk.explore(rk.TensorShape([None, 3]), rk.TensorShape([2, None]))
    explore(TensorShape([None, 3]), TensorShape([2, None]))
    >>> rk.explore(3)
    Traceback (most recent call last):
        ...
    TypeError: x must be a RaggedTensor, RowPartition, TensorShape or SparseTensor, got 3
    """
    found = [explorer for kind, explorer in _EXPLORERS.items() if isinstance(x, kind)]
    if not found:
        *kinds, last = [kind.__name__ for kind in _EXPLORERS]
        raise TypeError(_broken_rule("x", f"be a {', '.join(kinds)} or {last}", x))
    if other is None:
        return __getattr__(found[0])(x)
    if not isinstance(x, _TensorShape):
        rule = f"be left out beside a {type(x).__name__}"
        raise TypeError(_broken_rule("other", rule, other, "only two shapes are compared"))
    return __getattr__(found[0])(x, other)


def __getattr__(name: str) -> _t.Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'raggedkit.widgets' has no attribute {name!r}")
    value = getattr(_importlib.import_module(f"raggedkit.widgets.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
