"""Saved pages of quizzes in Chromium, with the network off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

import raggedkit as rk
from tests.widgets.looks import check_looks, opened
from tests.widgets.test_quiz import tensor

pytestmark = pytest.mark.widgets


def test_a_saved_quiz_works_with_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, rk.widgets.quiz(tensor(), "row_splits")) as page:
        field = page.get_by_role("textbox", name="What is row_splits?")
        field.focus()
        page.keyboard.type("3, 0, 2, 0")
        page.keyboard.press("Enter")
        feedback = page.locator(".feedback")
        expect(feedback).to_contain_text("You gave row lengths; splits start with 0")
        assert field.get_attribute("aria-invalid") == "true"
        assert page.locator(".item.wrong").count() == 4
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".hints li")).to_have_count(1)
        field.fill("0 3 3 5 5")
        page.get_by_role("button", name="check").click()
        expect(feedback).to_have_text("✓ Right: [0, 3, 3, 5, 5]")
        expect(page.locator(".score")).to_have_text("solved 1 of 1, tries 2")
        assert page.locator(".solution li").count() == 5
        page.get_by_label("level").select_option("3")
        page.get_by_role("button", name="next question").click()
        expect(page.locator(".board .none")).not_to_have_count(0)
        assert field.input_value() == ""
        assert field.evaluate("e => e.getRootNode().activeElement === e")
        page.get_by_role("button", name="show answer").click()
        expect(feedback).to_contain_text("The answer: [0, ")


SHOWN: dict[str, Callable[[], Any]] = {
    "encoding": lambda: rk.widgets.quiz(tensor(), "row_splits"),
    "operation": lambda: rk.widgets.quiz(tensor(), "sum", axis=1),
    "shape": lambda: rk.widgets.quiz((tensor(), np.ones((4, 1), int)), "shape"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_pages_are_accessible_in_each_look(browser: Browser, tmp_path: Path, name: str) -> None:
    w = SHOWN[name]()
    w.answer = [0, 3]
    w.send({"type": "hint"})
    w.send({"type": "reveal"})
    check_looks(browser, tmp_path, w, f"quiz.{name}")
