"""Explorers for notebooks: widgets that show, edit and explain row partitions.

`explore` chooses the explorer by the type of its argument. The widgets need anywidget; without it
they are static displays that can still be saved as editable pages.
"""

import importlib as _importlib
import typing as _t

from raggedkit.errors import shown as _shown
from raggedkit.partition import RowPartition as _RowPartition
from raggedkit.tensor import RaggedTensor as _RaggedTensor

if _t.TYPE_CHECKING:
    from raggedkit.widgets._page import Frame
    from raggedkit.widgets._quiz import Quiz, quiz
    from raggedkit.widgets.partition import PartitionExplorer
    from raggedkit.widgets.player import Steps, steps

__all__ = ["Frame", "PartitionExplorer", "Quiz", "Steps", "explore", "quiz", "steps"]

# Names that wait for their first use, so that `import raggedkit` imports no widget library.
_HOME_OF = {
    "Frame": "_page",
    "PartitionExplorer": "partition",
    "Quiz": "_quiz",
    "Steps": "player",
    "quiz": "_quiz",
    "steps": "player",
}

# Types of the arguments of `explore` -> the explorer. A tuple of two: two arguments.
_EXPLORERS: dict[tuple[type, ...], str] = {
    (_RaggedTensor,): "PartitionExplorer",
    (_RowPartition,): "PartitionExplorer",
}


def explore(*x: _t.Any) -> _t.Any:
    """Return a widget that shows a tensor or a partition in linked views, and edits it.

    Parameters
    ----------
    *x
        A `RaggedTensor` or a `RowPartition`.

    Returns
    -------
    PartitionExplorer
        Its ``value`` is the present tensor or partition, after all edits.

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
    >>> rk.explore(3)
    Traceback (most recent call last):
        ...
    TypeError: x must be a RaggedTensor or a RowPartition, got 3
    """
    for types, explorer in _EXPLORERS.items():
        if len(x) == len(types) and all(map(isinstance, x, types)):
            return __getattr__(explorer)(*x)
    kinds = [" and a ".join(t.__name__ for t in types) for types in _EXPLORERS]
    expected = ", a ".join(kinds[:-1]) + f" or a {kinds[-1]}"
    got = ", ".join(map(_shown, x)) or "nothing"
    raise TypeError(f"x must be a {expected}, got {got}")


def __getattr__(name: str) -> _t.Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'raggedkit.widgets' has no attribute {name!r}")
    value = getattr(_importlib.import_module(f"raggedkit.widgets.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
