"""Saved pages of explorers in Chromium with the network off, and checks of each look of them."""

from __future__ import annotations

import importlib.resources
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

__all__ = ["FOCUSED", "check_looks", "opened"]

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
FOCUSED = """() => {
  let e = document.activeElement;
  while (e?.shadowRoot) e = e.shadowRoot.activeElement;
  return e && (e.getAttribute("aria-label") || e.name || e.textContent);
}"""
_PLAIN: dict[str, Any] = {"color_scheme": "light", "forced_colors": "none"}
_LOOKS: dict[str, tuple[dict[str, Any], tuple[int, int]]] = {
    "light": (_PLAIN, (1280, 720)),
    "dark": ({**_PLAIN, "color_scheme": "dark"}, (1280, 720)),
    "forced-colours": ({**_PLAIN, "forced_colors": "active"}, (1280, 720)),
    "narrow": (_PLAIN, (320, 640)),  # 1280 px at 400 %
}
# The elements are the same in all looks; these rules depend on the style. Sizes are checked below.
_OF_STYLE = ["color-contrast", "scrollable-region-focusable", "link-in-text-block"]
_TARGETS = ":is(button, select, summary, .cell, .post):visible"
_AXE = """async (rules) => (await axe.run({ resultTypes: ["violations"],
    ...(rules ? { runOnly: { type: "rule", values: rules } } : {}) })).violations
  .filter((v) => ["serious", "critical"].includes(v.impact))
  .map((v) => `${v.id}: ${v.nodes.map((n) => n.html)}`)"""
_SMALL = """all => all.map((e) => [e.getBoundingClientRect(), e.outerHTML])
  .filter(([r]) => r.width < 24 || r.height < 24).map(([, html]) => html)"""
_STOPS = """all => all.map((grid) => grid.querySelectorAll("[tabindex='0']").length)"""


@contextmanager
def opened(browser: Browser, folder: Path, explorer: Any, **look: Any) -> Iterator[Page]:
    """Open the saved page of an explorer; it must ask nobody and print nothing."""
    explorer.to_html(folder / "page.html")
    context = browser.new_context(offline=True, reduced_motion="reduce", **look)
    page = context.new_page()
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.goto((folder / "page.html").as_uri())
    page.wait_for_selector("[data-started]")
    yield page
    context.close()
    assert seen == [(folder / "page.html").as_uri()]


def check_looks(
    browser: Browser,
    folder: Path,
    explorer: Any,
    name: str,
    prepare: Callable[[Page], Any] = lambda page: None,
) -> None:
    """Check one page in light, dark and forced colours and at 400 %: axe, sizes, Tab stops."""
    axe = importlib.resources.files("axe_playwright_python") / "axe.min.js"
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with opened(browser, folder, explorer) as page:
        prepare(page)
        page.evaluate(axe.read_text(encoding="utf-8"))
        stops = page.locator("[role=grid]").evaluate_all(_STOPS)
        assert set(stops) <= {1}, "a grid must be one Tab stop"
        rules: list[str] | None = None
        for look, (media, (width, height)) in _LOOKS.items():
            page.emulate_media(**media)
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=SCREENSHOTS / f"{name}.{look}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, look
            targets = (
                "button:visible, select:visible, summary:visible, .cell:visible, .post:visible"
            )
            assert page.locator(targets).evaluate_all(_SMALL) == [], look
            assert page.evaluate(_AXE, rules) == [], look
            rules = _OF_STYLE
