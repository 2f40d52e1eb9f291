"""Frames of each library from a dict of lists, for the tests of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

PYARROW = "the extra 'test' installs pyarrow"
POLARS = "the extra 'test' installs polars"


def pandas_frame(columns: dict[str, Any]) -> Any:
    return pd.DataFrame(columns)


def polars_frame(columns: dict[str, Any]) -> Any:
    return pytest.importorskip("polars", reason=POLARS).DataFrame(columns)


def arrow_frame(columns: dict[str, Any]) -> Any:
    return pytest.importorskip("pyarrow", reason=PYARROW).table(columns)


def arrow() -> Any:
    return pytest.importorskip("pyarrow", reason=PYARROW)


def polars() -> Any:
    return pytest.importorskip("polars", reason=POLARS)


FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "dict": dict,
    "pandas": pandas_frame,
    "polars": polars_frame,
    "arrow": arrow_frame,
}
