"""Every test of the checkout, examples and notebooks included, runs without a user's settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np  # noqa: TID251 - the tests' own
import pytest

from tools.isolation import isolate

isolate()

# NumPy's defaults: displays follow its print options, which a user's start-up code may set.
PRINTING: dict[str, Any] = {
    "precision": 8,
    "suppress": False,
    "floatmode": "maxprec",
    "sign": "-",
    "threshold": 1000,
    "edgeitems": 3,
    "linewidth": 75,
    "nanstr": "nan",
    "infstr": "inf",
    "formatter": None,
    "legacy": False,
}

# Docstrings that import one of these are examples of `make test-doors`. Those of TensorFlow are run
# by tests/conformance; a mark that skips them is not enough, as pytest asserts that a skipped
# example has a line number, which examples of inherited methods lack.
DOORS = re.compile(r"\bimport (?:dask|duckdb|h5py|netCDF4|torch|xarray|zarr)\b|\binterop\.dask\b")
TENSORFLOW = re.compile(r"\bimport tensorflow\b")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the examples that need libraries of `make test-doors`; leave out those of TensorFlow."""
    kept = []
    for item in items:
        if isinstance(item, pytest.DoctestItem):
            source = "".join(example.source for example in item.dtest.examples)
            if TENSORFLOW.search(source) and find_spec("tensorflow") is None:
                continue
            if DOORS.search(source):
                item.add_marker("doors")
        kept.append(item)
    items[:] = kept


@pytest.fixture(autouse=True)
def printing_as_numpy_has_it() -> Iterator[None]:
    """Run each test and each docstring with the same print options, whatever was set before."""
    with np.printoptions(**PRINTING):
        yield
