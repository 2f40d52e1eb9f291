"""Pages of JupyterLab and Jupyter Notebook: notebooks to open, and their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
from nbformat.sign import NotebookNotary
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.server import Server
from tools.browser import PATIENCE

__all__ = ["cell", "is_trusted", "open_notebook", "opened_context", "run", "write_notebook"]

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
RAN = re.compile(r"\[\d+\]:")
ENDED = re.compile(r"\[(\d+| )\]:")
# A page that is still starting ignores the key; one try takes this long.
TRY = 10_000  # milliseconds


def write_notebook(folder: Path, name: str, cells: Sequence[Any], trust: bool) -> None:
    """Write a notebook into the folder of the server; sign it if it is trusted.

    Its first cell also has a script, which only runs if the notebook is trusted.
    """
    notebook = nbformat.v4.new_notebook(cells=list(cells), metadata={"kernelspec": KERNEL})
    html = notebook.cells[0].outputs[0].data["text/html"]
    script = "<script>window.trusted = true</script>"
    notebook.cells[0].outputs[0].data["text/html"] = html + script
    for part in ("notebooks", "data"):
        (folder / part).mkdir(exist_ok=True)
    nbformat.write(notebook, folder / "notebooks" / f"{name}.ipynb")
    if trust:
        notary = NotebookNotary(data_dir=str(folder / "data"))
        notary.sign(notebook)
        notary.store.close()


@contextmanager
def opened_context(browser: Browser, **look: Any) -> Iterator[BrowserContext]:
    """Open a context whose pages may ask this machine and nobody else."""
    context = browser.new_context(reduced_motion="reduce", **look)
    context.set_default_timeout(PATIENCE)
    context.route(lambda url: urlsplit(url).hostname != "127.0.0.1", lambda route: route.abort())
    try:
        yield context
    finally:
        context.close()


def open_notebook(page: Page, server: Server, path: str) -> None:
    """Open a notebook and wait for its cells."""
    # On a slow machine it asks for a kernel: it did not wait for the list of them.
    question = page.locator("dialog .jp-Dialog-content")
    page.add_locator_handler(question, lambda asked: asked.locator("button.jp-mod-accept").click())
    page.goto(server.page(path))
    expect(cell(page, 0)).to_be_visible(timeout=PATIENCE)


def is_trusted(page: Page) -> bool:
    """Return whether the script of the first stored output has run."""
    return bool(page.evaluate("window.trusted === true"))


def cell(page: Page, i: int) -> Locator:
    """Return a code cell."""
    return page.locator(".jp-Notebook .jp-CodeCell").nth(i)


def run(page: Page, i: int) -> None:
    """Run a code cell to its end."""
    prompt = cell(page, i).locator(".jp-InputPrompt")
    before = prompt.inner_text()
    for _ in range(PATIENCE // TRY):
        cell(page, i).locator(".jp-InputArea-editor").click()
        page.keyboard.press("Control+Enter")
        try:
            expect(prompt).not_to_have_text(before, timeout=TRY)
        except AssertionError:
            continue
        expect(prompt).to_have_text(ENDED, timeout=PATIENCE)
        if RAN.fullmatch(prompt.inner_text().strip()):
            return  # a kernel that was still connecting drops the request
    raise AssertionError(f"cell {i} was not run")
