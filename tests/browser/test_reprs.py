"""Displays and diagrams in a browser: readable in light, in dark, without style, by everyone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from tests.browser.cases import CASES, DIAGRAMS, WIDE, Case, gallery, lacking
from tests.browser.sight import Sight, shown
from tools.browser import LOOKS

KINDS = {"reprs": CASES, "diagrams": DIAGRAMS}
# One light look and one dark look in which axe-core compares the colours of every cell too.
TWICE = {"lab-light", "plain-dark"}
SCROLLING = """() => [...document.querySelectorAll("main [role=group]")]
  .filter((e) => e.scrollWidth > e.clientWidth)
  .map((e) => `${e.closest("section").dataset.name}: ${e.scrollWidth} > ${e.clientWidth}`)"""


def unread(sight: Sight, cases: dict[str, Case]) -> dict[str, list[str]]:
    """Return the expected texts that the display of each case lacks."""
    missing = {name: lacking(case, sight.text(name)) for name, case in cases.items()}
    return {name: lacks for name, lacks in missing.items() if lacks}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("look", LOOKS)
def test_readable(browser: Browser, screenshots: Path, kind: str, look: str) -> None:
    with shown(browser, LOOKS[look], gallery(KINDS[kind])) as sight:
        sight.keep(screenshots / f"{kind}.{look}.png")
        assert unread(sight, KINDS[kind]) == {}
        if sight.unfold():
            sight.keep(screenshots / f"{kind}.{look}.unfolded.png")
        contrast = kind == "diagrams" or look in TWICE
        assert sight.findings() + sight.violations(contrast) == []


@pytest.mark.parametrize("width", [400, 900])
@pytest.mark.parametrize("look", ["lab-light", "plain-light"])
def test_nothing_scrolls_sideways(browser: Browser, look: str, width: int) -> None:
    page = gallery(CASES) + gallery(DIAGRAMS) + gallery(WIDE)
    with shown(browser, replace(LOOKS[look], width=width), page) as sight:
        assert sight.page.evaluate(SCROLLING) == []
        assert sight.unfold()
        assert sight.page.evaluate(SCROLLING) == []


@pytest.mark.parametrize("kind", KINDS)
def test_readable_without_style(browser: Browser, screenshots: Path, kind: str) -> None:
    with shown(browser, LOOKS["plain-light"], gallery(KINDS[kind])) as sight:
        sight.strip()
        sight.keep(screenshots / f"{kind}.stripped.png")
        assert unread(sight, KINDS[kind]) == {}
        sight.unfold()
        assert sight.findings() + sight.violations(contrast=kind == "diagrams") == []


@pytest.mark.parametrize("system", ["plain-light", "white-page"])
@pytest.mark.parametrize("name", ["small", "ragged-rank-2", "unknown-sizes", "sparse"])
def test_a_saved_diagram_is_readable(
    browser: Browser, screenshots: Path, name: str, system: str
) -> None:
    file = "data:image/svg+xml," + quote(DIAGRAMS[name].make().svg)
    with shown(browser, LOOKS[system], f"<img src='{file}' alt='{name}'>") as sight:
        sight.keep(screenshots / f"saved.{name}.{LOOKS[system].system}.png")
        sight.page.goto(file)
        sight.asked_for.clear()
        assert sight.findings("svg") == []
