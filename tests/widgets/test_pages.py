"""Saved pages of explorers in Chromium, with the network off."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import raggedkit as rk
from tests.widgets.looks import FOCUSED, check_looks, opened


def explorer() -> Any:
    return rk.explore(rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]]))


def deep() -> Any:
    return rk.explore(rk.ragged.constant([[[3, 1, 4, 1], []], [], [[5, 9, 2], [6], []]]))


def splits(page: Page) -> Any:
    return page.locator(".raggedkit[data-splits]").evaluate("e => JSON.parse(e.dataset.splits)")


def said(page: Page) -> str:
    return page.locator(".said").inner_text()


def post(page: Page, i: int, level: int = 0) -> Any:
    return page.locator(".board").nth(level).locator(".post").nth(i)


def drag(page: Page, i: int, by: float, height: float = 10) -> None:
    box = post(page, i).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + height
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y, steps=6)
    page.mouse.up()


def enter(page: Page, name: str, text: str) -> None:
    field = page.get_by_role("textbox", name=name, exact=True).first
    field.fill(text)
    field.press("Enter")


def test_a_saved_page_is_editable(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        enter(page, "row_splits", "0, 1, 4, 7, 8")
        assert splits(page) == [[0, 1, 4, 7, 8]]
        enter(page, "row_splits", "0, 5, 4, 8")
        field = page.get_by_role("textbox", name="row_splits")
        assert field.get_attribute("aria-invalid") == "true"
        described = (field.get_attribute("aria-describedby") or "").split()
        texts = [page.locator(f"[id='{name}']").inner_text() for name in described]
        assert "row_splits must not decrease, got row_splits[1:3] = [5, 4]" in texts
        assert splits(page) == [[0, 1, 4, 7, 8]]
        page.get_by_role("button", name="undo").click()
        assert splits(page) == [[0, 4, 4, 7, 8]]
        assert field.get_attribute("aria-invalid") is None
        page.get_by_role("button", name="redo").click()
        page.get_by_role("button", name="reset").click()
        assert splits(page) == [[0, 4, 4, 7, 8]]
        assert not page.locator("[data-snapshot]").is_visible()


def test_without_scripts_a_page_shows_the_snapshot(browser: Browser, tmp_path: Path) -> None:
    explorer().to_html(tmp_path / "page.html")
    context = browser.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert "5" in page.locator("[data-snapshot] table").first.inner_text()
    context.close()


@pytest.mark.widgets
@pytest.mark.parametrize(
    ("i", "by", "height", "expected"),
    [
        pytest.param(1, -75, 10, [0, 2, 4, 7, 8], id="left"),
        pytest.param(1, -75, -100, [0, 2, 4, 7, 8], id="by-its-line"),
        pytest.param(2, 80, 10, [0, 4, 6, 7, 8], id="right"),
        pytest.param(2, 900, 10, [0, 4, 7, 7, 8], id="stops-at-its-neighbour"),
        pytest.param(0, 80, 10, [0, 4, 4, 7, 8], id="the-first-is-fixed"),
        pytest.param(4, -80, 10, [0, 4, 4, 7, 8], id="the-last-is-fixed"),
        pytest.param(3, 8, 10, [0, 4, 4, 7, 8], id="less-than-a-value"),
    ],
)
def test_a_boundary_is_dragged(
    browser: Browser, tmp_path: Path, i: int, by: float, height: float, expected: Any
) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        drag(page, i, by, height)
        assert splits(page) == [expected]
        assert page.get_by_role("button", name="undo").is_enabled() == (expected != [0, 4, 4, 7, 8])


@pytest.mark.widgets
def test_a_drag_is_given_up_with_escape(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        box = post(page, 1).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 13, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] - 60, box["y"] + 10, steps=5)
        assert splits(page) == [[0, 2, 4, 7, 8]]
        page.keyboard.press("Escape")
        page.mouse.up()
        assert splits(page) == [[0, 4, 4, 7, 8]]


@pytest.mark.widgets
@pytest.mark.parametrize("zoom", ["zoom: 0.5", "zoom: 2", "transform: scale(0.5)"])
def test_a_drag_counts_values_in_a_scaled_page(browser: Browser, tmp_path: Path, zoom: str) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        page.evaluate("style => (document.querySelector('main').style.cssText = style)", zoom)
        scale = float(zoom.rstrip(")").replace("(", " ").split()[-1])
        drag(page, 1, -75 * scale, 10 * scale)
        assert splits(page) == [[0, 2, 4, 7, 8]]


@pytest.mark.widgets
def test_boundaries_of_an_empty_row_are_targets_of_their_own(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        boxes = [post(page, i).bounding_box() for i in range(5)]
        lefts = [box["x"] for box in boxes if box]
        assert all(b - a >= 24 for a, b in pairwise(lefts))
        small = page.locator("button:visible, .cell:visible, .post:visible").evaluate_all(
            "all => all.map((e) => e.getBoundingClientRect())"
            ".filter((r) => r.width < 24 || r.height < 24).length"
        )
        assert small == 0


@pytest.mark.widgets
def test_one_part_is_lit_in_every_view_and_said(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        page.locator(".items .cell").nth(5).hover()
        assert said(page) == "row 2, item 1 = flat value 5 (9), between splits 4 and 7"
        for view in (".nested", ".items", ".value_rowids", ".grid"):
            assert page.locator(f"{view} .lit").count() == 1, view
        page.locator(".row_lengths .cell").nth(1).hover()
        assert said(page) == "row 1 is empty: splits 4 and 4 are equal"
        assert page.locator(".post.lit").count() == 2
        post(page, 3).hover()
        assert said(page) == "row_splits[3] = 7: end of row 2, start of row 3"
        page.locator(".cells .padding").first.hover()
        assert said(page) == "row 1 has no item 0: padding"
        page.mouse.move(0, 0)
        assert said(page) == "4 rows (1 empty), 8 values"
        page.locator(".nested .value").nth(7).click()
        page.mouse.move(0, 0)
        assert said(page) == "row 3, item 0 = flat value 7 (6), between splits 7 and 8"
        live = page.locator(".live")
        assert live.get_attribute("aria-live") == "polite"
        assert live.inner_text() == said(page)
        page.locator(".items .cell").nth(7).focus()
        page.keyboard.press("Escape")
        assert page.locator(".lit").count() == 0


@pytest.mark.widgets
def test_buttons_of_rows(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        page.get_by_role("button", name="append a value to row 1").click()
        assert splits(page) == [[0, 4, 5, 8, 9]]
        assert page.locator(".items .new").inner_text() == "0"
        page.get_by_role("button", name="delete the last value of row 0").click()
        assert splits(page) == [[0, 3, 4, 7, 8]]
        page.get_by_role("button", name="delete row 2").click()
        assert splits(page) == [[0, 3, 4, 5]]
        page.get_by_role("button", name="add empty row").click()
        assert splits(page) == [[0, 3, 4, 5, 5]]
        assert page.get_by_role("button", name="delete the last value of row 3").is_disabled()


@pytest.mark.widgets
def test_the_keyboard_edits_a_partition(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        post(page, 1).focus()
        page.keyboard.press("Shift+ArrowLeft")
        assert splits(page) == [[0, 3, 4, 7, 8]]
        assert page.evaluate(FOCUSED).startswith("row_splits[1] = 3")
        page.keyboard.press("ArrowRight")
        assert page.evaluate(FOCUSED).startswith("row_splits[2] = 4")
        page.keyboard.press("End")
        assert page.evaluate(FOCUSED).startswith("row_splits[4] = 8")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowUp")
        assert page.evaluate(FOCUSED).startswith("row_limits[0] = 3")
        page.keyboard.press("+")
        assert splits(page) == [[0, 4, 5, 8, 9]]
        page.keyboard.press("-")
        page.keyboard.press("Delete")
        assert splits(page) == [[0, 1, 4, 5]]
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        assert splits(page) == [[0, 3, 4, 7, 8]]
        page.keyboard.press("Control+Shift+z")
        assert splits(page) == [[0, 4, 5, 8, 9]]


@pytest.mark.widgets
def test_a_number_is_typed_in_its_place(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        page.locator(".value_rowids .cell").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.type("2")
        page.keyboard.press("Enter")
        assert splits(page) == [[0, 3, 3, 7, 8]]
        assert page.locator(".items .cell").all_inner_texts() == list("14135926")
        page.locator(".row_lengths .cell").nth(1).dblclick()
        page.keyboard.type("2")
        page.keyboard.press("Escape")
        assert splits(page) == [[0, 3, 3, 7, 8]]
        page.keyboard.press("Enter")
        page.keyboard.type("x")
        page.keyboard.press("Enter")
        alert = page.get_by_role("alert").filter(has_text="row_lengths")
        assert alert.inner_text() == "row_lengths must contain integers, got row_lengths[0] = x"
        post(page, 1).focus()
        page.keyboard.press("F2")
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        assert splits(page) == [[0, 1, 3, 7, 8]]
        assert page.evaluate(FOCUSED).startswith("row_splits[1] = 1")


@pytest.mark.widgets
def test_a_value_is_typed_in_its_cell(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        page.locator(".items .cell").nth(5).dblclick()
        assert page.locator(".inline").input_value() == "9"
        page.keyboard.type("-12")
        page.keyboard.press("Enter")
        assert page.evaluate(FOCUSED) == (
            "row 2, item 1 = flat value 5 (-12, typed), between splits 4 and 7"
        )
        for view in (".nested", ".items", ".grid"):
            assert page.locator(f"{view} .typed").inner_text() == "-12", view
        code = page.locator("pre code")
        expected = "[3, 1, 4, 1, 5, -12, 2, 6], [0, 4, 4, 7, 8]"
        assert code.inner_text() == f"rk.RaggedTensor.from_row_splits({expected})"
        page.locator(".grid .value").first.focus()
        page.keyboard.press("F2")
        page.keyboard.type("3.5")
        page.keyboard.press("Enter")
        error = "flat_values must represent values of dtype int64, got flat_values[0] = '3.5'"
        expect(page.locator(".live")).to_have_text(error)
        page.mouse.move(0, 0)
        page.keyboard.press("Escape")
        assert said(page) == error
        page.locator(".grid .value").first.dblclick()
        page.keyboard.type("8")
        page.keyboard.press("Escape")
        page.keyboard.press("Control+z")
        assert page.locator(".typed").count() == 0
        assert page.locator(".items .cell").all_inner_texts() == list("31415926")


@pytest.mark.widgets
def test_a_page_without_python_types_texts_but_no_dates(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, SHOWN["words"]()) as page:
        page.locator(".items .cell").first.dblclick()
        assert page.locator(".inline").input_value() == "a <b>"
        page.keyboard.type("it's <i>")
        page.keyboard.press("Enter")
        assert page.locator(".items .cell").first.inner_text() == '"it\'s <i>"'
    days = np.array(["2026-01-02"], "datetime64[D]")
    with opened(browser, tmp_path, rk.explore(rk.RaggedTensor.from_row_lengths(days, [1]))) as page:
        page.locator(".items .cell").first.dblclick()
        assert page.locator(".inline").input_value() == "2026-01-02"
        page.keyboard.type("2026-01-03")
        page.keyboard.press("Enter")
        expect(page.locator(".live")).to_have_text(
            "Without Python, values of dtype datetime64[D] cannot be typed."
        )


@pytest.mark.widgets
def test_a_row_is_added_after_the_selected_one(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        add = page.locator("button[name=add_row]")
        assert add.inner_text() == "add empty row"
        page.locator(".items .cell").nth(5).click()
        assert add.inner_text() == "add empty row after row 2"
        add.click()
        assert splits(page) == [[0, 4, 4, 7, 7, 8]]
        post(page, 1).focus()
        assert add.inner_text() == "add empty row after row 0"
        add.click()
        post(page, 0).focus()
        assert add.inner_text() == "add empty row before row 0"
        add.click()
        assert splits(page) == [[0, 0, 4, 4, 4, 7, 7, 8]]
        page.locator(".grid .label").nth(1).focus()
        page.keyboard.press("Insert")
        assert splits(page) == [[0, 0, 4, 4, 4, 4, 7, 7, 8]]
        page.keyboard.press("Escape")
        assert add.inner_text() == "add empty row"
        add.click()
        assert splits(page) == [[0, 0, 4, 4, 4, 4, 7, 7, 8, 8]]
    with opened(browser, tmp_path, deep()) as page:
        page.locator(".board").nth(1).locator(".row_lengths .cell").nth(3).click()
        assert page.locator("button[name=add_row]").inner_text() == "add empty row after row 2, 1"
        page.locator("button[name=add_row]").click()
        assert splits(page) == [[0, 2, 2, 6], [0, 4, 4, 7, 8, 8, 8]]


@pytest.mark.widgets
def test_tab_reaches_each_view_once_and_leaves(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        stops = []
        for _ in range(25):
            page.keyboard.press("Tab")
            stops.append(page.evaluate(FOCUSED))
            if "copy" in stops[-2:-1]:
                break
        names = [str(stop).split(":")[0].split(",")[0] for stop in stops[:4]]
        assert names == ["row 0", "row 0", "add_row", "row_splits"]
        assert stops[4:13] == [
            *("row_lengths", "value_rowids", "nrows", "row_starts", "row_limits"),
            *("uniform_row_length", "index expression", "Python", "copy"),
        ]


@pytest.mark.widgets
def test_levels_have_strips_of_their_own(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, deep()) as page:
        post(page, 1, level=0).focus()
        page.keyboard.press("Shift+ArrowLeft")
        assert splits(page) == [[0, 1, 2, 5], [0, 4, 4, 7, 8, 8]]
        page.get_by_role("button", name="append an empty inner row to row 0").click()
        assert splits(page) == [[0, 2, 3, 6], [0, 4, 4, 4, 7, 8, 8]]
        page.locator(".board").nth(0).locator(".items .cell").nth(3).hover()
        assert said(page) == "row 2, 0: flat values 4 to 6; length 7 - 4 = 3"
        assert page.locator(".grid .value.lit").count() == 3


@pytest.mark.widgets
def test_the_slice_box_picks_values(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        enter(page, "index expression", "1:3, :2")
        assert page.locator(".items .picked").all_inner_texts() == ["5", "9"]
        assert page.locator(".grid .picked").count() == 2
        result = page.locator(".result")
        assert result.inner_text().split() == [
            "[[],",
            "[5,",
            "9]]",
            "row_splits",
            "[0,",
            "0,",
            "2]",
        ]
        enter(page, "index expression", ":, 0")
        expect(page.locator(".slice .error")).to_contain_text("axis 1 is ragged")
        enter(page, "index expression", "rt > 3")
        expect(page.locator(".slice .error")).to_contain_text("Without Python")
        enter(page, "index expression", "2, 1")
        assert result.inner_text().split() == ["9", "one", "value"]
        enter(page, "index expression", "")
        assert not result.is_visible()
        assert page.locator(".picked").count() == 0


@pytest.mark.widgets
def test_code_in_two_languages(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer()) as page:
        code = page.locator("pre code")
        assert eval(code.inner_text(), {"rk": rk}).to_list() == explorer().value.to_list()
        page.get_by_role("tab", name="Python").focus()
        page.keyboard.press("ArrowRight")
        values = "c(3L, 1L, 4L, 1L, 5L, 9L, 2L, 6L)"
        assert code.inner_text() == f"ragged_from_splits({values}, c(0, 4, 4, 7, 8))"
        assert page.get_by_role("tab", name="R").get_attribute("aria-selected") == "true"


@pytest.mark.widgets
def test_a_finger_drags_a_boundary(browser: Browser, tmp_path: Path) -> None:
    look = {"has_touch": True, "is_mobile": True, "viewport": {"width": 400, "height": 800}}
    with opened(browser, tmp_path, explorer(), **look) as page:
        box = post(page, 1).bounding_box()
        assert box is not None
        x, y = box["x"] + 13, box["y"] + 12
        client = page.context.new_cdp_session(page)
        for kind, dx in [("Start", 0), *(("Move", -15 * k) for k in range(1, 6)), ("End", 0)]:
            points = [] if kind == "End" else [{"x": x + dx, "y": y}]
            touch = {"type": f"touch{kind}", "touchPoints": points}
            client.send("Input.dispatchTouchEvent", touch)
        page.wait_for_function(
            "document.querySelector('.raggedkit-explorer').shadowRoot"
            ".querySelector('[data-splits]').dataset.splits === '[[0,2,4,7,8]]'"
        )


SHOWN: dict[str, Callable[[], Any]] = {
    "small": explorer,
    "deep": deep,
    "partition": lambda: rk.explore(rk.RowPartition.from_row_lengths([2, 0, 3])),
    "words": lambda: rk.explore(rk.ragged.constant([["a <b>", "\u05e9\u05dc"], ["x" * 90], []])),
    "large": lambda: rk.explore(rk.RaggedTensor.from_uniform_row_length(np.arange(3000), 3)),
}


@pytest.mark.widgets
@pytest.mark.parametrize("name", SHOWN)
def test_pages_are_accessible_in_each_look(browser: Browser, tmp_path: Path, name: str) -> None:
    def prepare(page: Page) -> None:
        if name == "small":
            enter(page, "row_splits", "0, 5, 4, 8")
            enter(page, "index expression", "2:")
        page.locator(".items .cell").first.click()

    check_looks(browser, tmp_path, SHOWN[name](), f"explore.{name}", prepare)


@pytest.mark.widgets
def test_rows_are_marked_by_more_than_colour(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, explorer(), forced_colors="active") as page:
        styles = page.locator(".items .cell").evaluate_all(
            "all => all.map((e) => getComputedStyle(e).borderBottomStyle)"
        )
        assert styles == ["solid"] * 7 + ["dashed"]
        line = "e => getComputedStyle(e, '::before').forcedColorAdjust"
        assert post(page, 1).evaluate(line) == "none"


@pytest.mark.widgets
def test_a_large_tensor_has_a_window_with_few_cells(browser: Browser, tmp_path: Path) -> None:
    rt = rk.RaggedTensor.from_uniform_row_length(np.arange(10_000_000), 4)
    w = rk.explore(rt)
    with opened(browser, tmp_path, w) as page:
        assert (tmp_path / "page.html").stat().st_size < 300_000
        assert page.locator(".items .cell").count() <= 400
        text = page.locator(".overview label").inner_text()
        assert text.startswith("Shown: rows 0 to 23 of 2,500,000 rows with 10,000,000 values")
        page.locator("input[type=range]").fill("1000")
        page.locator("input[type=range]").dispatch_event("change")
        expect(page.locator(".said")).to_contain_text("Without Python")
