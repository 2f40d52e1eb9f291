"""What an adapter is: a library's spelling of the operations, and how to read its results."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import chain
from typing import Any

import numpy as np

from benchmarks.data import Array, Data

__all__ = ["Adapter", "Calls"]

Calls = dict[str, Callable[[], Any]]


class Adapter:
    """A library: `load` makes its objects from arrays, `calls` are what is timed.

    A call takes no argument and gives back its result, so that results can be compared. What a
    library does not have is left out; it is not imitated in Python.
    """

    package = "numpy"

    def __init__(self) -> None:
        self.lib: Any = import_module(self.package)

    def load(self, data: Data) -> None:
        raise NotImplementedError

    def calls(self) -> Calls:
        raise NotImplementedError

    def numbers(self, result: Any) -> Array | None:
        """Return the values of a result, in order; None where there is nothing to compare."""
        if isinstance(result, tuple):
            return self.numbers(result[0])
        if isinstance(result, list):
            while result and isinstance(result[0], list):
                result = list(chain.from_iterable(result))
            return None if None in result[:1] else np.asarray(result)
        return None if result is None else np.asarray(result)

    def lengths(self, result: Any) -> Array | None:
        """Return the row lengths of a result; None where it has none or hides them."""
        del result
        return None
