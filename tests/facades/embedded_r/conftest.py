"""Tests with R in their process: tests/facades/border/test_rpy2.py starts one for each file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

if not os.environ.get("RAGGEDKIT_EMBEDDED_R"):
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def r() -> Callable[[str], Any]:
    """R's value of a line of R, not converted; the functions of the package are attached."""
    import rpy2.rinterface as ri

    import raggedkit_r

    raggedkit_r.attach()
    value: Callable[[str], Any] = ri.evalr
    return value


@pytest.fixture(scope="session")
def identical(r: Callable[[str], Any]) -> Callable[[Any, Any], bool]:
    """Whether two values are identical in R, which distinguishes NaN and NA here."""
    found = r("function(x, y) identical(x, y, num.eq = FALSE, single.NA = TRUE)")
    return lambda x, y: bool(found(x, y)[0])
