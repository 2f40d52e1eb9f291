"""Entry point ``dask.sizeof``: dask counts the values of ragged tensors, in each process.

dask calls `register` when it is imported, in its workers and in programs without a ragged tensor
too. So this module imports nothing but Python's own modules; with it comes ``import raggedkit``.
Sizes in bytes need no registration: dask reads ``sys.getsizeof``, which is right. `numel` needs
one, the number of values that a mean divides by: dask multiplies the sizes of the shape, and a
ragged axis has none. A worker may import raggedkit inside the task that needs it, and `dask.array`
at any time before. So the registration is added to `dask.array.dispatch` when that is imported. An
import here would load all of dask.array with ``import dask``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["register", "register_numel"]

_DISPATCH = "dask.array.dispatch"


def register(sizeof: Any = None) -> None:
    """Register what dask.array needs, at once or when it is imported."""
    module = sys.modules.get(_DISPATCH)
    if module is not None:
        register_numel(module)
    elif not any(isinstance(x, _WhenImported) for x in sys.meta_path):
        sys.meta_path.insert(0, _WhenImported())


def register_numel(dispatch: Any) -> None:
    """Let `dask.array.dispatch` import the function with the first ragged tensor that it gets."""

    def with_the_first_tensor() -> None:
        home = import_module("raggedkit.interop.dask._numel")
        dispatch.numel_lookup.register(home.RaggedTensor, home.numel)

    dispatch.numel_lookup.register_lazy("raggedkit", with_the_first_tensor)


class _WhenImported:
    """A finder of modules that waits for one module, and removes itself when it comes."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != _DISPATCH:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: Any) -> None:
                run(module)
                register_numel(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
