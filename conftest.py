"""Every test of the checkout, examples and notebooks included, runs without a user's settings."""

from __future__ import annotations

from collections.abc import Iterator
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


@pytest.fixture(autouse=True)
def printing_as_numpy_has_it() -> Iterator[None]:
    """Run each test and each docstring with the same print options, whatever was set before."""
    with np.printoptions(**PRINTING):
        yield
