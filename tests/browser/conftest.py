"""A browser per test module, if this machine has one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools import browser as tool

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"


@pytest.fixture(scope="module")  # while it runs, no other test could use asyncio.run
def browser() -> Iterator[Browser]:
    if tool.executable() is None:
        if os.environ.get("CI"):
            pytest.fail(tool.MISSING)
        pytest.skip(tool.MISSING)
    with tool.chromium() as running:
        yield running


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Return the folder for pictures, which are kept for people to look at."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS
