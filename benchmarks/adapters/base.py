"""Base class of the adapters, and the copy limit that times are compared with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any

import numpy as np

from benchmarks.cases import Array, Data
from benchmarks.operations import OPERATIONS

__all__ = ["Adapter", "Calls", "CopyLimit"]

Calls = dict[str, Callable[[], Any]]


class Adapter:
    """A library: `load` builds its objects from arrays, `calls` returns the timed functions.

    A timed function takes no argument and returns its result, so that results can be compared.
    Operations that a library lacks are left out, never emulated in Python.
    """

    package = "numpy"

    def __init__(self) -> None:
        self.lib: Any = import_module(self.package)

    def load(self, data: Data) -> None:
        raise NotImplementedError

    def calls(self) -> Calls:
        raise NotImplementedError

    def numbers(self, result: Any) -> Array | None:
        """Return the values of a result in order, or None if there is nothing to compare."""
        if isinstance(result, tuple):
            return self.numbers(result[0])
        if isinstance(result, list):
            while result and isinstance(result[0], list):
                result = list(chain.from_iterable(result))
            # Lists with None have no checksum that libraries could agree on.
            return None if None in result[:1] else np.asarray(result)
        return None if result is None else np.asarray(result)

    def lengths(self, result: Any) -> Array | None:
        """Return the row lengths of a result, or None if it has none or they are not accessible."""
        del result
        return None


class CopyLimit(Adapter):
    """Not a library: ``np.copyto`` of the bytes that each operation has to write."""

    def load(self, data: Data) -> None:
        self.bytes = {
            name: count
            for name, operation in OPERATIONS.items()
            if operation.fits(data) and (count := operation.copied_bytes(data))
        }
        # One pair of buffers for all operations, allocated before the timing.
        most = max(self.bytes.values())
        self.source, self.target = np.ones(most, np.uint8), np.ones(most, np.uint8)

    def calls(self) -> Calls:
        return {
            name: partial(np.copyto, self.target[:count], self.source[:count])
            for name, count in self.bytes.items()
        }
