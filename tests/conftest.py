"""What all tests share: how hypothesis searches, and where TensorFlow is needed."""

from __future__ import annotations

import importlib.util
import os
import re

import pytest
from hypothesis import HealthCheck, settings

from tests.campaign import SALT, TIMES

# Tests never time. In CI the same examples are tried on every run, so that a red run can be
# repeated; elsewhere each run looks at new ones, and `make campaign` at 20 times as many.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.register_profile(
    "campaign",
    settings.get_profile("local"),
    max_examples=settings.get_profile("local").max_examples * TIMES,
    print_blob=True,
)
_AT_ONCE = "ci" if os.environ.get("CI") == "true" else "local"
settings.load_profile("campaign" if TIMES > 1 else _AT_ONCE)


def _lengthen(items: list[pytest.Item]) -> None:
    """Multiply the examples of the tests that set their number themselves."""
    tests = {id(f): f for item in items if (f := getattr(item, "function", None)) is not None}
    for test in tests.values():
        if own := vars(test).get("_hypothesis_internal_use_settings"):
            if vars(test).get("_hypothesis_internal_settings_applied"):
                longer = settings(own, max_examples=own.max_examples * TIMES)
                test._hypothesis_internal_use_settings = longer


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse names that no two processes agree on; skip what needs a TensorFlow that is absent."""
    for item in items:
        if re.search(r" at 0x[0-9a-f]{6,}", item.nodeid):
            raise pytest.UsageError(f"{item.nodeid} must not be named by an address; give it an id")
    if TIMES > 1:
        _lengthen(items)
    if importlib.util.find_spec("tensorflow") is not None:
        return
    skip = pytest.mark.skip(reason="needs TensorFlow: `make conformance` runs it in .venv-tf")
    for item in items:
        if item.get_closest_marker("tensorflow") is not None:
            item.add_marker(skip)


def pytest_report_header() -> str | None:
    """Say what the seeds of a campaign begin with."""
    return f"campaign: {TIMES} times the examples, salt {SALT}" if TIMES > 1 else None
