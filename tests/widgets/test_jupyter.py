"""Explorers in JupyterLab and in Jupyter Notebook themselves, with a kernel and without."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import raggedkit as rk
from tests.browser.cases import Case, lacking
from tests.browser.jupyter_page import (
    cell,
    is_trusted,
    open_notebook,
    opened_context,
    run,
    write_notebook,
)
from tests.browser.server import Server, jupyter
from tests.widgets.conftest import ROOT
from tools import nb

pytestmark = pytest.mark.widgets

ROWS = [[3, 1, 4, 1], [], [5, 9, 2], [6]]
SNAPSHOT = Case(
    lambda: None,
    lines=("values 3 1 4 1 empty 5 9 2 6", "value_rowids 0 0 0 0 2 2 2 3", "row_splits 0 4 4 7 8"),
    says=("RaggedTensor",),
)
MAKE, READ, SET, AGAIN = range(4)
SOURCES = [
    f"import raggedkit as rk\nw = rk.explore(rk.array({ROWS}))\nw",
    "print(w.value.to_list())",
    "w.value = rk.array([[10], [20, 30], []])",
    "w",
]
# An explorer of each other kind, and what the kernel has of it after an edit in the page.
TENSOR, SHAPES, SPARSE, STEPS, QUIZ = range(0, 10, 2)
KINDS = [
    *(SOURCES[MAKE], "print(w.value.to_list())"),
    "s = rk.explore(rk.TensorShape([None, 3]), rk.TensorShape([2, None]))\ns",
    "print(s.value)",
    "p = rk.explore(rk.SparseTensor([[0, 0], [1, 2]], [10, 20], [3, 4]))\np",
    "print(p.value.dense_shape.tolist())",
    "o = rk.widgets.steps('sum', rk.array([[3, 1], [], [4]]), axis=1)\no",
    "print(o.position, o.value)",
    "q = rk.widgets.quiz(rk.array([[3, 1], [], [4]]), 'row_splits')\nq",
    "print(q.solved, q.answer)",
]
PATHS = {"lab": "lab/tree/{}.ipynb", "notebook": "notebooks/{}.ipynb"}
SPLITS = ".raggedkit[data-splits]"
PLAIN_KEYS = [*"abcdmyxzov0 1", "Enter", "Escape", "Shift+Enter", "Shift+M", "ArrowDown", "Delete"]
SOON = 60_000  # milliseconds for an answer of a kernel that runs
# Records the milliseconds from the message with a view to the frame in which it is drawn.
WATCH = """(() => {
  window.paints = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const text = typeof data === "string" ? data : new TextDecoder().decode(data);
        if (text.includes("widget-view+json")) watch(performance.now());
      });
    }
  };
  function watch(reply) {
    const all = () => [...document.querySelectorAll(".raggedkit-explorer")];
    const before = new Set(all());
    const look = () => {
      const drawn = (e) => !before.has(e) && e.shadowRoot.querySelector("[data-splits]");
      if (!all().some(drawn)) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => window.paints.push(performance.now() - reply)));
    };
    look();
  }
})()"""
PAINTS = 5
IN_HOST = "document.activeElement.classList.contains('raggedkit-explorer')"


def stored_cells(sources: Sequence[str] = SOURCES) -> list[Any]:
    """Return the cells of a notebook in its committed form: only the first has an output."""
    bundle, _ = rk.explore(rk.array(ROWS))._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", bundle, execution_count=1)
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    cells[MAKE].outputs = [output]
    committed: list[Any] = nb.normalised(nbformat.v4.new_notebook(cells=cells)).cells
    committed[MAKE].execution_count = None  # so that its prompt changes when it is run
    return committed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("jupyter")
    for name in PATHS:
        write_notebook(folder, name, stored_cells(), trust=True)
        write_notebook(folder, f"{name}-untrusted", stored_cells(), trust=False)
    write_notebook(folder, "kinds", stored_cells(KINDS), trust=True)
    with jupyter(folder) as running:
        yield running


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    with opened_context(browser, viewport={"width": 1200, "height": 2400}) as opened:
        opened.set_default_timeout(SOON)
        failed = request.session.testsfailed
        yield opened
        folder = ROOT / "build" / "screenshots"
        for page in opened.pages if request.session.testsfailed > failed else []:
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"failed.{request.node.name}.png")


def view(page: Page, i: int) -> Locator:
    """Return the explorer in the output of a cell."""
    return cell(page, i).locator(".raggedkit-explorer")


def shows(page: Page, i: int, splits: str) -> None:
    expect(view(page, i).locator(SPLITS)).to_have_attribute("data-splits", splits, timeout=SOON)


def enter(page: Page, i: int, name: str, text: str) -> None:
    field = view(page, i).get_by_role("textbox", name=name, exact=True)
    field.fill(text)
    field.press("Enter")


def value_in_kernel(page: Page, i: int = READ) -> str:
    run(page, i)
    return cell(page, i).locator(".jp-OutputArea-output").inner_text().strip()


def drag(page: Page, post: Locator, by: float) -> None:
    box = post.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y, steps=6)
    page.mouse.up()


def cells_and_modes(page: Page) -> Any:
    """Return what command mode would change: the number of the cells, their kinds and texts."""
    return page.locator(".jp-Notebook .jp-Cell").evaluate_all(
        "all => all.map((e) => [e.className.match(/jp-\\w+Cell/g).join(),"
        " e.querySelector('.cm-content')?.textContent])"
    )


def shows_the_snapshot(page: Page, trusted: bool) -> None:
    output = cell(page, MAKE).locator(".jp-RenderedHTMLCommon")
    expect(output).to_be_visible(timeout=SOON)
    assert is_trusted(page) == trusted
    assert lacking(SNAPSHOT, output.inner_text()) == []
    assert "Error" not in cell(page, MAKE).inner_text()


def an_edit_reaches_the_kernel(page: Page) -> None:
    run(page, MAKE)
    shows(page, MAKE, "[[0,4,4,7,8]]")
    assert cell(page, MAKE).locator(".jp-RenderedHTMLCommon").count() == 0
    drag(page, view(page, MAKE).locator(".post").nth(1), -75)
    shows(page, MAKE, "[[0,2,4,7,8]]")
    assert value_in_kernel(page) == "[[3, 1], [4, 1], [5, 9, 2], [6]]"


def a_broken_rule_is_shown(page: Page) -> None:
    enter(page, MAKE, "row_splits", "0, 5, 4, 7, 8")
    alert = view(page, MAKE).get_by_role("alert").filter(has_text="must")
    expect(alert).to_have_text(
        "row_splits must not decrease, got row_splits[1:3] = [5, 4]", timeout=SOON
    )
    shows(page, MAKE, "[[0,2,4,7,8]]")
    assert value_in_kernel(page) == "[[3, 1], [4, 1], [5, 9, 2], [6]]"


def all_views_follow_the_kernel_and_each_other(page: Page) -> None:
    run(page, SET)
    shows(page, MAKE, "[[0,1,3,3]]")
    run(page, AGAIN)
    shows(page, AGAIN, "[[0,1,3,3]]")
    enter(page, AGAIN, "row_splits", "0, 1, 1, 3")
    shows(page, MAKE, "[[0,1,1,3]]")
    enter(page, MAKE, "row_splits", "0, 3, 3, 3")
    shows(page, AGAIN, "[[0,3,3,3]]")
    assert value_in_kernel(page) == "[[10, 20, 30], [], []]"


def keys_stay_inside(page: Page) -> None:
    before = cells_and_modes(page)
    post = view(page, MAKE).locator(".post").nth(1)
    field = view(page, MAKE).get_by_role("textbox", name="row_splits", exact=True)
    for focused in (post, field):
        for key in PLAIN_KEYS:
            focused.focus()
            page.keyboard.press(key)
            assert cells_and_modes(page) == before, key
            assert page.evaluate(IN_HOST), key


def tab_leaves(page: Page) -> None:
    for key, end in (("Tab", "last"), ("Shift+Tab", "first")):
        view(page, MAKE).locator(".post").nth(1).focus()
        for _ in range(40):
            page.keyboard.press(key)
            if not page.evaluate(IN_HOST):
                break
        assert not page.evaluate(IN_HOST), end


def a_lost_kernel_is_said(page: Page, server: Server) -> None:
    """Another client restarts the kernel, which a page does not notice; then the user does."""
    notice = view(page, MAKE).locator(".notice")
    expect(notice).to_be_hidden()
    restart_elsewhere(page, server)
    enter(page, MAKE, "row_splits", "0, 1, 2, 3")
    expect(notice).to_contain_text("The kernel has not answered", timeout=SOON)
    shows(page, MAKE, "[[0,1,2,3]]")
    page.locator("[title*='Restart the kernel']").first.click()
    for i in (MAKE, AGAIN):
        expect(view(page, i).locator(".notice")).to_contain_text(
            "The kernel was restarted", timeout=SOON
        )
        shows(page, i, "[[0,1,2,3]]")
    enter(page, AGAIN, "row_splits", "0, 0, 3, 3")
    shows(page, MAKE, "[[0,0,3,3]]")
    expect(notice).to_contain_text("The kernel was restarted", timeout=SOON)


def restart_elsewhere(page: Page, server: Server) -> None:
    for kernel in kernels(page, server):
        assert page.request.post(f"{kernel}/restart", headers=headers(server)).ok


def headers(server: Server) -> dict[str, str]:
    return {"Authorization": f"token {server.token}"}


def kernels(page: Page, server: Server) -> list[str]:
    """Return the addresses of all kernels."""
    address = f"{server.address}api/kernels"
    found = page.request.get(address, headers=headers(server)).json()
    return [f"{address}/{kernel['id']}" for kernel in found]


def each_kind_reaches_the_kernel(page: Page) -> None:
    enter(page, TENSOR, "row_splits", "0, 1, 4, 7, 8")
    assert value_in_kernel(page, TENSOR + 1) == "[[3], [1, 4, 1], [5, 9, 2], [6]]"
    enter(page, SHAPES, "a, axis 0", "2")
    assert value_in_kernel(page, SHAPES + 1) == "(TensorShape([2, 3]), TensorShape([2, None]))"
    enter(page, SPARSE, "new_shape", "5, 6")
    assert value_in_kernel(page, SPARSE + 1) == "[5, 6]"
    view(page, STEPS).get_by_role("button", name="last step (End)").click()
    assert value_in_kernel(page, STEPS + 1) == "4 [4 0 4]"
    enter(page, QUIZ, "What is row_splits?", "0 2 2 3")
    expect(view(page, QUIZ).locator(".feedback")).to_contain_text("Right")
    assert value_in_kernel(page, QUIZ + 1) == "True [0, 2, 2, 3]"


def a_kernel_that_was_shut_down_is_said(page: Page, server: Server) -> None:
    for kernel in kernels(page, server):
        assert page.request.delete(kernel, headers=headers(server)).ok
    enter(page, TENSOR, "row_splits", "0, 2, 4, 7, 8")
    enter(page, SHAPES, "a, axis 0", "7")
    view(page, STEPS).get_by_role("button", name="first step (Home)").click()
    for i in (TENSOR, SHAPES, STEPS):
        expect(view(page, i).locator(".notice")).to_contain_text("kernel", timeout=SOON)
    shows(page, TENSOR, "[[0,2,4,7,8]]")
    shapes = view(page, SHAPES).locator("[data-shapes]")
    expect(shapes).to_have_attribute("data-shapes", "[[7,3],[2,null]]")
    expect(view(page, STEPS).locator("[data-position]")).to_have_attribute("data-position", "0")
    for i in (SPARSE, QUIZ):
        expect(view(page, i).locator(".raggedkit")).to_be_visible()


def paints_are_counted(page: Page) -> None:
    """Run the cell of an explorer some times; print how long it takes after the kernel's reply."""
    for n in range(PAINTS):
        page.wait_for_function("n => window.paints.length > n", arg=n, timeout=SOON)
        if n < PAINTS - 1:
            run(page, MAKE)
    times = page.evaluate("window.paints")
    assert len(times) >= PAINTS
    median = statistics.median(times)
    sys.stdout.write(f"drawn {median:.0f} ms after the reply, the median of {sorted(times)}\n")


def test_each_kind_in_jupyterlab(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.add_init_script(WATCH)
    open_notebook(page, server, PATHS["lab"].format("kinds"))
    run(page, TENSOR)
    paints_are_counted(page)
    for i in (SHAPES, SPARSE, STEPS, QUIZ):
        run(page, i)
    each_kind_reaches_the_kernel(page)
    a_kernel_that_was_shut_down_is_said(page, server)


@pytest.mark.parametrize("kind", PATHS)
def test_a_round_trip(context: BrowserContext, server: Server, kind: str) -> None:
    page = context.new_page()
    open_notebook(page, server, PATHS[kind].format(kind))
    shows_the_snapshot(page, trusted=True)
    an_edit_reaches_the_kernel(page)
    a_broken_rule_is_shown(page)
    all_views_follow_the_kernel_and_each_other(page)
    keys_stay_inside(page)
    tab_leaves(page)
    a_lost_kernel_is_said(page, server)


@pytest.mark.parametrize("kind", PATHS)
def test_an_untrusted_notebook_shows_the_snapshot(
    context: BrowserContext, server: Server, kind: str
) -> None:
    page = context.new_page()
    open_notebook(page, server, PATHS[kind].format(f"{kind}-untrusted"))
    shows_the_snapshot(page, trusted=False)
