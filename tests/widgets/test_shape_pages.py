"""Saved pages of shapes and sparse tensors in Chromium, with the network off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import raggedkit as rk
from tests.widgets.looks import FOCUSED, check_looks, opened
from tests.widgets.test_pages import enter

pytestmark = pytest.mark.widgets


def pair() -> Any:
    return rk.explore(rk.TensorShape([None, 3]), rk.TensorShape([2, None]))


def sparse() -> Any:
    cells = [[0, 0], [1, 2], [1, 4], [3, 1]]
    return rk.explore(rk.SparseTensor(cells, [10, 20, 30, 40], [5, 7]))


def deep() -> Any:
    cells = [[0, 0, 1], [1, 2, 3], [1, 0, 0]]
    return rk.explore(rk.SparseTensor(cells, [1.5, np.nan, 3], [2, 3, 5]))


def large() -> Any:
    n = np.arange(1000)
    return rk.explore(rk.SparseTensor(np.stack([n, n % 60], 1), n, [1000, 60]))


def shapes(page: Page) -> Any:
    return page.locator("[data-shapes]").evaluate("e => JSON.parse(e.dataset.shapes)")


def shape(page: Page) -> Any:
    return page.locator("[data-shape]").evaluate("e => JSON.parse(e.dataset.shape)")


def result(page: Page, method: str) -> str:
    card = page.locator(".card").filter(has_text=f".{method}(").first
    return card.locator(".result").inner_text()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, right: float, down: float, *, drop: bool = True) -> None:
    x, y = middle(page, ".corner")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=6)
    if drop:
        page.mouse.up()


def cell_size(page: Page) -> tuple[float, float]:
    box = page.locator(".cell").first.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def test_two_shapes_are_edited_and_compared(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pair()) as page:
        assert result(page, "merge_with") == "TensorShape([2, 3])"
        enter(page, "a, axis 0", "5")
        assert shapes(page) == [[5, 3], [2, None]]
        with pytest.raises(ValueError, match="other") as info:
            rk.TensorShape([5, 3]).merge_with([2, None])
        assert result(page, "merge_with") == str(info.value)
        expect(page.locator(".said")).to_have_text(
            "Not compatible: axis 0 has size 5 in a and 2 in b."
        )
        page.get_by_role("button", name="the size of axis 0 of a is unknown").click()
        page.get_by_role("button", name="add an axis to b").click()
        assert shapes(page) == [[None, 3], [2, None, None]]
        page.get_by_role("button", name="delete axis 2 of b").click()
        page.get_by_role("button", name="swap").click()
        assert shapes(page) == [[2, None], [None, 3]]
        page.get_by_role("button", name="undo").click()
        page.get_by_role("button", name="redo").click()
        page.get_by_role("button", name="reset").click()
        assert shapes(page) == [[None, 3], [2, None]]


def test_a_broken_rule_is_beside_its_axis(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pair()) as page:
        enter(page, "b, axis 1", "x")
        field = page.get_by_role("textbox", name="b, axis 1")
        assert field.get_attribute("aria-invalid") == "true"
        assert field.input_value() == "x"
        alert = page.get_by_role("alert").filter(has_text="dims")
        with pytest.raises(TypeError, match="dims") as info:
            rk.TensorShape([2, "x"])  # type: ignore[list-item]
        assert alert.inner_text() == str(info.value)
        field.press("Escape")
        assert field.get_attribute("aria-invalid") is None
        assert shapes(page) == [[None, 3], [2, None]]


def test_shapes_are_edited_by_the_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pair()) as page:
        for _ in range(2):
            page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == "a, axis 0"
        page.keyboard.press("?")
        assert shapes(page)[0] == [1, 3]
        page.keyboard.press("ArrowUp")
        assert shapes(page)[0] == [2, 3]
        assert page.evaluate(FOCUSED) == "a, axis 0"
        assert page.locator(".axis.lit").count() == 2
        page.keyboard.press("Tab")
        page.keyboard.press("Control+z")  # on a button
        assert shapes(page)[0] == [1, 3]
        stops: list[str] = []
        while len(stops) < 60 and stops[-1:] != ["copy"]:  # of the code line, at the end
            page.keyboard.press("Tab")
            stops.append(str(page.evaluate(FOCUSED)))
        assert stops[-1] == "copy"
        assert {"dims", "rank", "copy the R code: Merge", "Python"} <= set(stops)


def test_code_of_each_method_is_copied(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pair(), permissions=["clipboard-write"]) as page:
        codes = page.locator(".spelling.Python code").all_inner_texts()
        values = [repr(eval(code, {"rk": rk})) for code in codes]
        assert values == page.locator(".result").all_inner_texts()
        page.get_by_role("button", name="copy the R code: Merge").click()
        card = page.locator(".card").filter(has_text="merge_with").first
        expect(card.locator(".spelling.R [role=status]")).not_to_have_text("")
        assert card.locator(".spelling.R code").inner_text() == "merge(shape(NA, 3), shape(2, NA))"


@pytest.mark.parametrize(
    ("right", "down", "expected"),
    [
        pytest.param(2, 1, [6, 9], id="larger"),
        pytest.param(0, 2, [7, 7], id="rows"),
        pytest.param(9, 9, [8, 10], id="to-the-end-of-the-grid"),
        pytest.param(0.3, 0.3, [5, 7], id="less-than-a-cell"),
        pytest.param(-1, 0, [5, 7], id="smaller-is-refused"),
    ],
)
def test_the_corner_is_dragged(
    browser: Browser, tmp_path: Path, right: float, down: float, expected: Any
) -> None:
    with opened(browser, tmp_path, sparse()) as page:
        width, height = cell_size(page)
        drag(page, right * width, down * height)
        assert shape(page) == expected
        code = page.locator("pre code").inner_text().split("\n")
        names: dict[str, Any] = {"rk": rk}
        exec("\n".join(code[:-1]), names)
        assert eval(code[-1], names).dense_shape.tolist() == expected


def test_a_refused_shape_shows_what_it_cuts(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, sparse()) as page:
        width, height = cell_size(page)
        drag(page, -3 * width, -2 * height, drop=False)
        st = sparse().value
        with pytest.raises(ValueError, match="new_shape") as info:
            rk.sparse.reset_shape(st, [3, 4])
        expect(page.locator(".said")).to_have_text(
            f"{info.value}. [3, 4] would cut 2 values: at [1, 4], [3, 1]."
        )
        assert page.locator(".cut").all_inner_texts() == ["30", "40"]
        page.keyboard.press("Escape")
        page.mouse.up()
        assert page.locator(".cut").count() == 0
        assert shape(page) == [5, 7]
        drag(page, -3 * width, -2 * height)
        expect(page.get_by_role("alert").first).to_have_text(str(info.value))
        page.get_by_role("button", name="tight box").click()
        assert shape(page) == [4, 5]
        assert page.locator(".cut").count() == 0
        page.get_by_role("button", name="undo").click()
        assert shape(page) == [5, 7]


def test_a_shape_is_typed_and_moved_by_keys(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, sparse()) as page:
        enter(page, "new_shape", "[9, 50]")
        assert shape(page) == [9, 50]
        expect(page.locator(".rest")).to_have_text(
            "Shown: columns 0 to 39 of 50, with 4 of 4 values."
        )
        enter(page, "new_shape", "")
        assert shape(page) == [4, 5]
        page.locator(".corner").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert shape(page) == [5, 6]
        assert str(page.evaluate(FOCUSED)).startswith("corner of the shape [5,6]")
        page.keyboard.press("Control+z")
        assert shape(page) == [4, 6]
        page.locator(".cell").first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("End")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".said")).to_have_text("indices[1] = [1, 2], values[1] = 20")
        assert page.locator(".list .lit").count() == 1


def test_a_finger_drags_the_corner(browser: Browser, tmp_path: Path) -> None:
    look = {"has_touch": True, "is_mobile": True, "viewport": {"width": 400, "height": 800}}
    with opened(browser, tmp_path, sparse(), **look) as page:
        width, _ = cell_size(page)
        x, y = middle(page, ".corner")
        client = page.context.new_cdp_session(page)
        moves = [("Move", width * k / 3) for k in range(1, 7)]
        for kind, dx in [("Start", 0.0), *moves, ("End", 0.0)]:
            points = [] if kind == "End" else [{"x": x + dx, "y": y}]
            client.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        expect(page.locator("[data-shape='[5,9]']")).to_have_count(1)


def test_another_matrix_is_chosen(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, deep()) as page:
        assert page.locator(".cell.value").all_inner_texts() == ["1.5"]
        enter(page, "index on axis 0", "1")
        assert page.locator(".cell.value").all_inner_texts() == ["3.0", "nan"]
        enter(page, "index on axis 0", "7")
        expect(page.get_by_role("alert").first).to_have_text("index must be from 0 to 1, got 7")
        width, height = cell_size(page)
        drag(page, width, height)
        assert shape(page) == [2, 4, 6]


SHOWN: dict[str, Callable[[], Any]] = {
    "pair": pair,
    "unknown": lambda: rk.explore(rk.TensorShape(None), rk.TensorShape([2] * 9)),
    "shape": lambda: rk.explore(rk.TensorShape([2, None, 3])),
    "sparse": sparse,
    "deep": deep,
    "vector": lambda: rk.explore(rk.SparseTensor([[0], [3]], ["a <b>", "\u05e9" * 50], [6])),
    "large": large,
}


@pytest.mark.parametrize("name", SHOWN)
def test_pages_are_accessible_in_each_look(browser: Browser, tmp_path: Path, name: str) -> None:
    def prepare(page: Page) -> None:
        if name == "pair":
            enter(page, "a, axis 0", "-5")
        if name == "sparse":
            enter(page, "new_shape", "2, 2")
            assert page.locator(".cut").count() == 3

    check_looks(browser, tmp_path, SHOWN[name](), f"shapes.{name}", prepare)


def test_a_large_tensor_has_few_cells(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, large()) as page:
        assert (tmp_path / "page.html").stat().st_size < 300_000
        assert page.locator(".cell").count() == 1600
        assert (
            "with 40 of 1,000 values. The corner is outside" in page.locator(".rest").inner_text()
        )
        enter(page, "new_shape", "1000, 61")
        assert shape(page) == [1000, 61]


def test_unknown_and_cut_are_marked_by_more_than_colour(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pair(), forced_colors="active") as page:
        style = "e => getComputedStyle(e).borderTopStyle"
        boxes = page.locator(".axes > .axis")
        assert [boxes.nth(k).evaluate(style) for k in range(4)] == [
            *("dashed", "solid"),
            *("solid", "dashed"),
        ]
    with opened(browser, tmp_path, sparse(), forced_colors="active") as page:
        enter(page, "new_shape", "2, 2")
        line = "e => getComputedStyle(e).textDecorationLine"
        assert page.locator(".cut").first.evaluate(line) == "line-through"
