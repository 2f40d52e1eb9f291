"""A page in the browser, and everything about it that a reader could trip over."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Page

from tools.browser import PATIENCE, Look

__all__ = ["Sight", "shown"]

SEVERE = {"serious", "critical"}
STRIP = """() => {
  document.querySelectorAll("style, link").forEach((e) => e.remove());
  document.querySelectorAll("*").forEach((e) => {
    for (const name of ["class", "style", "hidden"]) e.removeAttribute(name);
  });
  const main = document.querySelector("main");
  main.style.overflowX = "auto";
  main.tabIndex = 0;
}"""
UNFOLD = """() => [...document.querySelectorAll("details")].map((e) => (e.open = true)).length"""

VIOLATIONS = """async ([severe, contrast]) => {
  const rules = { "color-contrast": { enabled: contrast } };
  const results = await axe.run({ resultTypes: ["violations"], rules });
  const nameOf = (node) =>
    document.querySelector(node.target[0])?.closest("section[data-name]")?.dataset.name ?? "page";
  return results.violations
    .filter((v) => severe.includes(v.impact))
    .flatMap((v) => v.nodes.map((n) => [nameOf(n), v.id, v.impact, n.html.slice(0, 100)]))
    .map(([name, id, impact, html]) => `${name}: ${id} (${impact}) ${html}`);
}"""


@cache
def _measures() -> str:
    return Path(__file__).with_name("measures.js").read_text(encoding="utf-8")


@cache
def _axe() -> str:
    bundled = importlib.resources.files("axe_playwright_python") / "axe.min.js"
    return bundled.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Sight:
    """A page that shows something in one look; what is named by its sections is told apart."""

    page: Page
    asked_for: list[str] = field(default_factory=list)  # of the network
    complaints: list[str] = field(default_factory=list)  # on the console

    def text(self, name: str) -> str:
        """Return the visible text of a section, in reading order; folded parts are left out."""
        return self.page.locator(f"section[data-name='{name}']").inner_text()

    def unfold(self) -> int:
        """Open all folded parts, and return their number."""
        folded: int = self.page.evaluate(UNFOLD)
        return folded

    def strip(self) -> None:
        """Remove all style, as some sites do; they scroll wide content."""
        self.page.evaluate(STRIP)

    def findings(self, part: str = "main") -> list[str]:
        """Return the faults of a page: texts that are hard to read, errors, requests."""
        high: int = self.page.evaluate("document.documentElement.scrollHeight")
        wide = self.page.viewport_size["width"] if self.page.viewport_size else 0
        self.page.set_viewport_size({"width": wide, "height": min(16_000, high + 20)})
        found: list[str] = self.page.evaluate(_measures(), part)
        return [
            *found,
            *map("page: asks the network for {}".format, self.asked_for),
            *self.complaints,
        ]

    def violations(self, contrast: bool = True) -> list[str]:
        """Return the violations that axe-core rates serious or critical.

        Without ``contrast``, colours are left to `findings`, whose rule for them is the stricter
        one: on a page of many cells axe-core takes ten times as long with that rule as without.
        """
        self.page.evaluate(_axe())
        found: list[str] = self.page.evaluate(VIOLATIONS, [sorted(SEVERE), contrast])
        return found

    def keep(self, path: Path) -> None:
        """Write a picture of the whole page."""
        self.page.screenshot(path=path, full_page=True)


@contextmanager
def shown(browser: Browser, look: Look, html: str) -> Iterator[Sight]:
    """Show an HTML fragment in a page of a browser that has no network."""
    context = browser.new_context(
        color_scheme=look.system,
        offline=True,
        reduced_motion="reduce",
        viewport={"width": look.width, "height": 400},
    )
    context.set_default_timeout(PATIENCE)
    try:
        sight = Sight(context.new_page())
        sight.page.on("request", lambda request: sight.asked_for.append(request.url))
        sight.page.on("console", lambda said: sight.complaints.append(f"page: says {said.text}"))
        sight.page.on("pageerror", lambda error: sight.complaints.append(f"page: fails, {error}"))
        sight.page.set_content(look.page(html))
        yield sight
    finally:
        context.close()
