"""What all tests share: how hypothesis searches, and where TensorFlow is needed."""

from __future__ import annotations

import importlib.util
import os
import re

import pytest
from hypothesis import HealthCheck, settings

# Tests never time. In CI the same examples are tried on every run, so that a red run can be
# repeated; elsewhere each run looks at new ones.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "local")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse names that no two processes agree on; skip what needs a TensorFlow that is absent."""
    for item in items:
        if re.search(r" at 0x[0-9a-f]{6,}", item.nodeid):
            raise pytest.UsageError(f"{item.nodeid} must not be named by an address; give it an id")
    if importlib.util.find_spec("tensorflow") is not None:
        return
    skip = pytest.mark.skip(reason="needs TensorFlow: `make conformance` runs it in .venv-tf")
    for item in items:
        if item.get_closest_marker("tensorflow") is not None:
            item.add_marker(skip)
