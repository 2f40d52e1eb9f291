"""The table of NumPy functions that have a ragged meaning; the modules beside it fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["FUNCTIONS", "Handler", "implements"]

Handler = Callable[..., Any]
FUNCTIONS: dict[Any, Handler] = {}


def implements(*functions: Any) -> Callable[[Handler], Handler]:
    """Register the ragged meaning of NumPy functions."""

    def register(handler: Handler) -> Handler:
        for function in functions:
            FUNCTIONS[function] = handler
        return handler

    return register
