"""Explorers in notebooks without a page: links of traits, committed outputs, exported HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import ipywidgets
import nbformat
import pytest
import traitlets
from nbconvert import HTMLExporter

import raggedkit as rk
from raggedkit.reprs.html import partitions_html
from tools import nb

bleach = pytest.importorskip("bleach")  # nbconvert's sanitiser

MOVE = {"type": "move", "level": 0, "i": 1, "to": 3}
MAKE = "import raggedkit as rk\nw = rk.explore(rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6]]))\nw"
TABLE = {"table", "caption", "thead", "tbody", "tr", "th", "td", "details", "summary", "p", "div"}


def explorer() -> Any:
    return rk.explore(rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6]]))


class Text(HTMLParser):
    """The text that a reader sees, without spaces: elements of a line may touch each other."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self._words: list[str] = []
        self._inside: list[str] = []
        self.feed(html)

    @property
    def text(self) -> str:
        return "".join(self._words)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ("style", "script"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script"):
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self._words += data.split()


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a notebook in the form that is committed, after a kernel ran it."""
    path = tmp_path_factory.mktemp("notebooks") / "explorer.ipynb"
    box = "import ipywidgets\nipywidgets.HBox([w])"
    cells = [nbformat.v4.new_code_cell(source) for source in (MAKE, box)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return nb.run(path)


def test_a_committed_output_is_the_snapshot(committed: Any) -> None:
    (shown,), (boxed,) = (cell.outputs for cell in committed.cells)
    assert set(shown.data) == {"text/html", "text/plain"}
    assert shown.data["text/html"] == partitions_html(explorer().value)
    assert shown.data["text/plain"] == repr(explorer())
    assert set(boxed.data) == {"text/plain"}
    assert boxed.data["text/plain"] == f"HBox(children=({explorer()!r},))"
    assert "widgets" not in committed.metadata


def test_exported_html_has_the_snapshot(committed: Any) -> None:
    page, _ = HTMLExporter().from_notebook_node(committed)
    assert Text(partitions_html(explorer().value)).text in Text(page).text
    before_the_fold = page[: page.index("<details>")]
    assert '<th scope="row">row_splits</th>' in before_the_fold
    assert "widget-view" not in page


def test_a_sanitiser_keeps_the_words_in_order(committed: Any) -> None:
    html = committed.cells[0].outputs[0].data["text/html"]
    clean = bleach.clean(html, tags=TABLE, attributes={}, strip=True)
    # A sanitiser removes the element `style`, but not always the text inside.
    expected = Text(html).text
    assert expected.startswith("RaggedTensor")
    assert expected in Text(clean).text


def test_plain_traits_are_linked_with_other_widgets() -> None:
    w = explorer()
    text = ipywidgets.Text()
    traitlets.dlink((w, "row_splits"), (text, "value"), str)
    w.event = {**MOVE, "n": 1}
    assert text.value == "[0, 3, 4, 7, 8]"
    number = ipywidgets.IntSlider(value=1)
    traitlets.dlink((number, "value"), (w, "row_splits"), lambda n: [0, n, 4, 7, 8])
    number.value = 2
    assert w.value.to_list() == [[3, 1], [4, 1], [5, 9, 2], [6]]


def test_the_value_is_linked() -> None:
    a, b = explorer(), explorer()
    traitlets.dlink((a, "value"), (b, "value"))
    a.event = {**MOVE, "n": 1}
    assert b.value is a.value
    assert b.state["levels"] == [[0, 3, 4, 7, 8]]


def test_an_output_follows_the_value_and_the_children_of_a_box() -> None:
    a, b = explorer(), explorer()
    seen: list[Any] = []
    ipywidgets.interactive_output(
        lambda x, y: seen.append((x.nrows(), y.nrows())), {"x": a, "y": b}
    )
    box = ipywidgets.VBox([ipywidgets.HBox([a, b]), b])
    assert repr(box).count("explore(") == 3
    a.event = {"type": "add_row", "level": 0, "i": 4, "n": 1}
    b.value = rk.array([[1]])
    assert seen == [(4, 4), (5, 4), (5, 1)]
