"""Headless Chromium of the system, and pages that imitate notebook themes.

Playwright drives the browser but never downloads one: `tools/system.sh chromium` installs the
system's.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

__all__ = ["LOOKS", "MISSING", "PATIENCE", "Look", "chromium", "executable"]

# tools/system.sh has the same list; a test compares the two.
NAMES = ("chromium", "chromium-browser", "google-chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
MISSING = "no Chromium found; install it with `tools/system.sh chromium` (apt-get or Homebrew)"
PATIENCE = 600_000  # milliseconds; a busy machine is slow even with a simple page
# root needs --no-sandbox, containers have a small /dev/shm; the rest makes pictures reproducible.
ARGUMENTS = (
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-lcd-text"),
    *("--force-color-profile=srgb", "--font-render-hinting=none", "--hide-scrollbars"),
)


def executable() -> str | None:
    """Return the path of the system's Chromium or Chrome, or None."""
    found = [shutil.which(name) for name in NAMES]
    found += [path for path in APPLICATIONS if Path(path).is_file()]
    return next(filter(None, found), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a headless Chromium during the block.

    Raises
    ------
    FileNotFoundError
        If no Chromium is installed.
    """
    path = executable()
    if path is None:
        raise FileNotFoundError(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=list(ARGUMENTS), timeout=PATIENCE
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass(frozen=True)
class Look:
    """A page for an HTML fragment: its style, and the colour scheme of the system."""

    style: str
    system: Literal["light", "dark"]
    body: str = ""  # attributes of <body>
    width: int = 960

    def page(self, shown: str) -> str:
        """Return a page that shows an HTML fragment like the output area of a notebook."""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>raggedkit</title>'
            f"<style>{self.style}</style></head><body {self.body}>"
            f'<main class="jp-RenderedHTMLCommon">{shown}</main></body></html>'
        )


def _styles(*names: str) -> str:
    looks = Path(__file__).with_name("looks")
    return "".join((looks / f"{name}.css").read_text(encoding="utf-8") for name in names)


_PLAIN = "body { margin: 12px 16px; font: 15px/1.5 sans-serif; }"

# The notebook's theme can differ from the system's colour scheme, so most of these use both.
LOOKS = {
    "plain-light": Look(_PLAIN, "light"),
    "plain-dark": Look(":root { background: Canvas; color-scheme: light dark; }" + _PLAIN, "dark"),
    "white-page": Look("body { background: #fff; color: #000; }" + _PLAIN, "dark"),
    "lab-light": Look(_styles("lab-light", "lab"), "dark", 'data-jp-theme-light="true"'),
    "lab-dark": Look(_styles("lab-dark", "lab"), "light", 'data-jp-theme-light="false"'),
    "vscode-dark": Look(_styles("vscode-dark"), "light", 'class="vscode-dark"'),
    "narrow": Look(_PLAIN, "light", width=400),
}
