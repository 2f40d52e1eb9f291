"""Displays in JupyterLab and in Jupyter Notebook themselves, in their light and dark themes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import raggedkit as rk
from tests.browser.cases import Case, html_of, lacking
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
    write_notebook(folder, "trusted", trust=True)
    write_notebook(folder, "untrusted", trust=False)
    with jupyter(folder) as running:
        yield running


def write_notebook(folder: Path, name: str, trust: bool) -> None:
    """Write a notebook with a stored output and a cell that has not been run."""
    script = "<script>window.trusted = true</script>"
    shown = {"text/html": html_of(STORED.make()) + script, "text/plain": repr(STORED.make())}
    output = nbformat.v4.new_output("execute_result", shown, execution_count=1)
    cells = [
        nbformat.v4.new_code_cell(f"# {name}", id="stored", execution_count=1, outputs=[output]),
        nbformat.v4.new_code_cell(CELL, id="run"),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    for part in ("notebooks", "data"):
        (folder / part).mkdir(exist_ok=True)
    nbformat.write(notebook, folder / "notebooks" / f"{name}.ipynb")
    if trust:
        notary = NotebookNotary(data_dir=str(folder / "data"))
        notary.sign(notebook)
        notary.store.close()


@pytest.fixture
def context(
    browser: Browser, screenshots: Path, request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    """Yield a context whose pages may ask this machine and nobody else."""
    opened = browser.new_context(viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
    opened.set_default_timeout(PATIENCE)
    opened.route(lambda url: urlsplit(url).hostname != "127.0.0.1", lambda route: route.abort())
    failed = request.session.testsfailed
    yield opened
    for page in opened.pages if request.session.testsfailed > failed else []:
        page.screenshot(path=screenshots / f"failed.{request.node.name}.png")
    opened.close()


def opened(context: BrowserContext, server: Server, theme: str, path: str) -> Sight:
    server.set_theme(theme)
    sight = Sight(context.new_page())
    sight.page.on("requestfailed", lambda request: sight.asked_for.append(request.url))
    # On a slow machine it asks for a kernel: it did not wait for the list of them.
    question = sight.page.locator("dialog .jp-Dialog-content")
    sight.page.add_locator_handler(
        question, lambda asked: asked.locator("button.jp-mod-accept").click()
    )
    sight.page.goto(server.page(path))
    light = "true" if theme == "Light" else "false"
    expect(sight.page.locator(f"body[data-jp-theme-light={light}]")).to_be_attached(
        timeout=PATIENCE
    )
    return sight


def is_trusted(page: Page) -> bool:
    return bool(page.evaluate("window.trusted === true"))


def output(page: Page, cell: int) -> Locator:
    return page.locator(".jp-Notebook .jp-CodeCell").nth(cell).locator(".jp-RenderedHTMLCommon")


def run(page: Page, cell: int) -> None:
    """Run a cell; again if the page was not yet ready for it."""
    editor = page.locator(".jp-Notebook .jp-CodeCell").nth(cell).locator(".jp-InputArea-editor")
    for _ in range(PATIENCE // 10_000):
        editor.click()
        page.keyboard.press("Control+Enter")
        try:
            expect(output(page, cell)).to_be_visible(timeout=10_000)
            return
        except AssertionError:
            continue
    raise AssertionError("the cell shows nothing")


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
