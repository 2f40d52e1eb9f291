"""Displays in JupyterLab and in Jupyter Notebook themselves, in their light and dark themes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import raggedkit as rk
from tests.browser.cases import Case, html_of, lacking
from tests.browser.jupyter_page import (
    cell,
    is_trusted,
    open_notebook,
    opened_context,
    run,
    write_notebook,
)
from tests.browser.server import Server, jupyter
from tests.browser.sight import Sight
from tools.browser import PATIENCE

STORED = Case(
    lambda: rk.array([[31.5, 41.5], [], [float("nan")]]),
    rows=((2, "31.5 41.5"), (0, ""), (1, "nan")),
    says=("RaggedTensor",),
)
RUN = Case(lambda: None, rows=((3, "61 62 63"), (0, ""), (1, "64")), says=("RaggedTensor",))
CELL = "import raggedkit as rk\nrk.array([[61, 62, 63], [], [64]])"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("jupyter")
    for name in ("trusted", "untrusted"):
        write_notebook(folder, name, cells(name), trust=name == "trusted")
    with jupyter(folder) as running:
        yield running


def cells(name: str) -> list[Any]:
    """Return a cell with a stored output and one that has not been run."""
    shown = {"text/html": html_of(STORED.make()), "text/plain": repr(STORED.make())}
    output = nbformat.v4.new_output("execute_result", shown, execution_count=1)
    return [
        nbformat.v4.new_code_cell(f"# {name}", id="stored", execution_count=1, outputs=[output]),
        nbformat.v4.new_code_cell(CELL, id="run"),
    ]


@pytest.fixture
def context(
    browser: Browser, screenshots: Path, request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    with opened_context(browser, viewport={"width": 1200, "height": 800}) as opened:
        failed = request.session.testsfailed
        yield opened
        for page in opened.pages if request.session.testsfailed > failed else []:
            page.screenshot(path=screenshots / f"failed.{request.node.name}.png")


def opened(context: BrowserContext, server: Server, theme: str, path: str) -> Sight:
    server.set_theme(theme)
    sight = Sight(context.new_page())
    sight.page.on("requestfailed", lambda request: sight.asked_for.append(request.url))
    open_notebook(sight.page, server, path)
    light = "true" if theme == "Light" else "false"
    expect(sight.page.locator(f"body[data-jp-theme-light={light}]")).to_be_attached(
        timeout=PATIENCE
    )
    return sight


def output(page: Page, i: int) -> Locator:
    return cell(page, i).locator(".jp-RenderedHTMLCommon")


@pytest.mark.parametrize(
    "path", ["lab/tree/trusted.ipynb", "notebooks/trusted.ipynb"], ids=["lab", "notebook"]
)
def test_shows(context: BrowserContext, server: Server, screenshots: Path, path: str) -> None:
    name = path.partition("/")[0]
    for theme in ("Light", "Dark"):
        sight = opened(context, server, theme, path)
        expect(output(sight.page, 0)).to_be_visible(timeout=PATIENCE)
        assert is_trusted(sight.page)
        if theme == "Light":
            run(sight.page, 1)
            expect(output(sight.page, 1)).to_be_visible(timeout=PATIENCE)
            assert lacking(RUN, output(sight.page, 1).inner_text()) == []
        assert lacking(STORED, output(sight.page, 0).inner_text()) == []
        assert sight.findings(".jp-RenderedHTMLCommon") == []
        sight.keep(screenshots / f"{name}.{theme.lower()}.png")
        sight.page.close()


def test_shows_where_it_is_not_trusted(
    context: BrowserContext, server: Server, screenshots: Path
) -> None:
    sight = opened(context, server, "Light", "lab/tree/untrusted.ipynb")
    expect(output(sight.page, 0)).to_be_visible(timeout=PATIENCE)
    assert not is_trusted(sight.page)
    sight.keep(screenshots / "lab.untrusted.png")
    assert lacking(STORED, output(sight.page, 0).inner_text()) == []
