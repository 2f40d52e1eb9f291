"""The tests of this folder run where the libraries are, but for those of numba and SciPy."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EVERYWHERE = {"conftest.py", "test_numba.py", "test_scipy.py", "test_special.py"}
INSTALLED = importlib.util.find_spec("dask") is not None  # .venv-doors


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Do not import tests whose libraries `make test-doors` installs."""
    inside = collection_path.relative_to(HERE).parts if collection_path != HERE else ()
    return True if inside and not INSTALLED and inside[0] not in EVERYWHERE else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder that `make test-doors` runs."""
    for item in items:
        if HERE in item.path.parents and item.path.name not in EVERYWHERE:
            item.add_marker("doors")


def pytest_report_header() -> str | None:
    """Say who runs the other tests."""
    if INSTALLED:
        return None
    return "tests/interop: `make test-doors` runs what needs Arrow, Awkward, Dask and the like"
