"""Saved pages of explorers in Chromium, with the network off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

import raggedkit as rk


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


def splits(page: Page) -> Any:
    return page.locator(".raggedkit[data-splits]").evaluate("e => JSON.parse(e.dataset.splits)")


def explorer() -> Any:
    return rk.explore(rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]]))


def test_a_saved_page_is_editable(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        field = page.get_by_role("textbox", name="row_splits")
        field.fill("0, 1, 4, 7, 8")
        field.press("Enter")
        assert splits(page) == [[0, 1, 4, 7, 8]]
        field.fill("0, 5, 4, 8")
        field.press("Enter")
        error = page.get_by_role("alert").filter(has_text="row_splits")
        assert error.inner_text() == "row_splits must not decrease, got row_splits[1:3] = [5, 4]"
        assert field.get_attribute("aria-invalid") == "true"
        assert splits(page) == [[0, 1, 4, 7, 8]]
        page.get_by_role("button", name="undo").click()
        assert splits(page) == [[0, 4, 4, 7, 8]]
        assert not page.locator("[data-snapshot]").is_visible()


def test_without_scripts_a_page_shows_the_snapshot(browser: Browser, tmp_path: Path) -> None:
    explorer().to_html(tmp_path / "page.html")
    context = browser.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert "5" in page.locator("[data-snapshot] table").first.inner_text()
    context.close()
