"""The table of NumPy functions that have a ragged meaning; the modules beside it fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["FUNCTIONS", "Handler", "implements", "refuse"]

Handler = Callable[..., Any]
FUNCTIONS: dict[Any, Handler] = {}


def implements(*functions: Any) -> Callable[[Handler], Handler]:
    """Register the ragged meaning of NumPy functions."""

    def register(handler: Handler) -> Handler:
        for function in functions:
            FUNCTIONS[function] = handler
        return handler

    return register


_INSTEAD = {"out": "assign the result instead", "where": "keep what it marks first: rt[where]"}


def refuse(function: str, way_out: str = "", **given: Any) -> None:
    """Raise for the first argument that was given and has no ragged meaning."""
    for name, value in given.items():
        if value is not None:
            instead = way_out or _INSTEAD.get(name, "leave it out")
            msg = f"{name} must not be given to {function} with a RaggedTensor; {instead}"
            raise TypeError(msg)
