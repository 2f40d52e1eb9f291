"""Shared settings of all tests: hypothesis profiles, and the tests that need TensorFlow."""

from __future__ import annotations

import gc
import importlib.util
import os
import re
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.campaign import SALT, TIMES, examples_for

# Tests never time. In CI the same examples are tried on every run, so that a red run can be
# repeated; elsewhere each run looks at new ones, and `make campaign` at many times as many.
settings.register_profile(
    "local",
    deadline=None,
    max_examples=examples_for(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.register_profile("campaign", settings.get_profile("local"), print_blob=True)
_AT_ONCE = "ci" if os.environ.get("CI") == "true" else "local"
settings.load_profile("campaign" if TIMES > 1 else _AT_ONCE)


def _scale(items: list[pytest.Item]) -> None:
    """Fit the examples of the tests that set their number themselves to this run."""
    tests = {id(f): f for item in items if (f := getattr(item, "function", None)) is not None}
    for test in tests.values():
        if own := vars(test).get("_hypothesis_internal_use_settings"):
            if vars(test).get("_hypothesis_internal_settings_applied"):
                fitting = settings(own, max_examples=examples_for(own.max_examples))
                test._hypothesis_internal_use_settings = fitting


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Raise for test names that differ between processes; skip tests without their TensorFlow.

    Mark the tests that need a browser, which `tools/newest_tests.sh` leaves out.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if re.search(r" at 0x[0-9a-f]{6,}", item.nodeid):
            raise pytest.UsageError(f"{item.nodeid} must not be named by an address; give it an id")
    _scale(items)
    if importlib.util.find_spec("tensorflow") is not None:
        return
    skip = pytest.mark.skip(reason="needs TensorFlow: `make conformance` runs it in .venv-tf")
    for item in items:
        if item.get_closest_marker("tensorflow") is not None:
            item.add_marker(skip)


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests, which live to the end."""
    gc.freeze()


# CI installs every part but one: where R is older than 4.5, its reticulate is too.
_TOO_OLD = "" if os.environ.get("RAGGEDKIT_NEWEST") else "reticulate >= 1.41 is missing"


def with_every_part(report: Any) -> Any:
    """Return the report; in CI a test that was left out for a missing part has failed."""
    if os.environ.get("CI") != "true" or report.outcome != "skipped":
        return report
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if re.search("is missing|could not import", reason) and not (_TOO_OLD and _TOO_OLD in reason):
        report.outcome = "failed"
        report.longrepr = f"{reason} (in CI a missing part is an error)"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Let no missing part pass in CI."""
    return with_every_part((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    """In CI a missing part is an error, also during collection."""
    return with_every_part((yield))


def pytest_report_header() -> str | None:
    """Print the first seed of a campaign."""
    return f"campaign: {TIMES} times the examples, salt {SALT}" if TIMES > 1 else None
