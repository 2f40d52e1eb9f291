"""The parts of dask that are used here, imported on first use."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from raggedkit._optional import needed
from raggedkit.interop import _dask_sizeof

__all__ = ["check_pyarrow", "library"]

# For a checkout on the path, which has no entry points: a task that names a function of this
# package imports it in each worker.
_dask_sizeof.register()
_EXTRA = "pip install 'raggedkit[dask]'"


@cache
def library() -> Any:
    """Return the functions and classes of dask."""
    with needed("dask", "dask arrays need dask", _EXTRA):
        import dask.array
        from dask._task_spec import DataNode, Task, TaskRef
        from dask.base import is_dask_collection, tokenize
        from dask.delayed import Delayed, delayed
        from dask.highlevelgraph import HighLevelGraph
        from dask.utils import funcname
    return SimpleNamespace(
        Array=dask.array.Array,
        DataNode=DataNode,
        Delayed=Delayed,
        HighLevelGraph=HighLevelGraph,
        Task=Task,
        TaskRef=TaskRef,
        delayed=delayed,
        funcname=funcname,
        is_dask_collection=is_dask_collection,
        tokenize=tokenize,
    )


def check_pyarrow() -> None:
    """Raise an error that names the extra if there is no pyarrow."""
    with needed("pyarrow", "Parquet files need pyarrow", _EXTRA):
        import pyarrow.parquet  # noqa: F401
