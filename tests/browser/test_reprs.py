"""Every display in a browser: readable in light and dark, without its style, and by everyone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.cases import CASES, gallery, lacking
from tests.browser.sight import Sight, shown
from tools.browser import LOOKS


def unread(sight: Sight) -> dict[str, list[str]]:
    """Return what cannot be read off the display of each case."""
    missing = {name: lacking(case, sight.text(name)) for name, case in CASES.items()}
    return {name: lacks for name, lacks in missing.items() if lacks}


@pytest.mark.parametrize("look", LOOKS)
def test_readable(browser: Browser, screenshots: Path, look: str) -> None:
    with shown(browser, LOOKS[look], gallery()) as sight:
        sight.keep(screenshots / f"reprs.{look}.png")
        assert unread(sight) == {}
        sight.unfold()
        sight.keep(screenshots / f"reprs.{look}.unfolded.png")
        assert sight.findings() + sight.violations() == []


def test_readable_without_style(browser: Browser, screenshots: Path) -> None:
    with shown(browser, LOOKS["plain-light"], gallery()) as sight:
        sight.strip()
        sight.keep(screenshots / "reprs.stripped.png")
        assert unread(sight) == {}
        sight.unfold()
        assert sight.findings() + sight.violations() == []
