"""How long a call takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

__all__ = ["seconds_a_call"]


def seconds_a_call(call: Callable[[], Any], times: int) -> float:
    """Return the seconds that a call takes on average, made so many times in a row."""
    again = range(times)
    start = time.perf_counter()
    for _ in again:
        call()
    return (time.perf_counter() - start) / times
