"""The step player: rules, the widget, the same rules in JavaScript, and its page in Chromium."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.widgets._moves.table import OPERATIONS
from raggedkit.widgets._playing import SPEEDS, filled
from tests.widgets.looks import FOCUSED, check_looks, opened

REPLAY = Path(__file__).parent / "js" / "replay.mjs"
EVALUATE = Path(__file__).parent / "js" / "evaluate.mjs"
ROWS = [[3, 1, 2], [], [4, 9], []]


def tensor() -> Any:
    return rk.ragged.constant(ROWS)


def player() -> Any:
    return rk.widgets.steps("sum", tensor(), axis=1)


events = st.one_of(
    st.sampled_from(["first", "last", "next", "previous", "jump", ""]).map(lambda t: {"type": t}),
    st.one_of(st.integers(-2, 9), st.none(), st.text(max_size=2)).map(
        lambda to: {"type": "go", "to": to}
    ),
    st.sampled_from([*SPEEDS, 3, None]).map(lambda speed: {"type": "speed", "speed": speed}),
)


# --- rules --------------------------------------------------------------------------------------


@given(st.lists(events, max_size=12))
def test_any_events_keep_a_position_of_the_steps(sequence: Any) -> None:
    w = player()
    last, position = len(w.state["steps"]), 0
    for event in sequence:
        w.send(event)
        expected = {
            "first": 0,
            "last": last,
            "next": min(position + 1, last),
            "previous": max(position - 1, 0),
        }.get(event["type"], position)
        if event["type"] == "go" and isinstance(event["to"], int) and 0 <= event["to"] <= last:
            expected = event["to"]
        assert w.position == w.state["position"] == expected
        assert w.state["speed"] in SPEEDS
        position = expected


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"type": "go", "to": 99}, "position must be an integer from 0 to 7"),
        ({"type": "go", "to": True}, "position must be an integer from 0 to 7"),
        ({"type": "speed", "speed": 3}, "speed must be one of 0.25, 0.5, 1, 2, 4"),
        ({"type": "jump"}, "event must be first, last, next, previous, go or speed"),
    ],
)
def test_a_broken_event_changes_nothing_but_the_error(event: Any, message: str) -> None:
    w = player()
    w.position = 2
    w.send(event)
    assert (w.position, w.state["error"]) == (2, message)
    w.send({"type": "next"})
    assert (w.position, w.state["error"]) == (3, "")


def test_cells_are_filled_and_accumulate() -> None:
    data = player().state
    assert filled(data, 0)["result"] == ["", "", "", ""]
    assert [filled(data, k)["result"][0] for k in range(1, 4)] == ["3", "4", "6"]
    assert filled(data, len(data["steps"]))["result"] == ["6", "0", "13", "0"]
    assert filled(data, 0)["flat"] == ["3", "1", "2", "4", "9"]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (np.array([1 / 3, np.nan, 2.0]), ["0.33333333", "nan", "2.0"]),
        (np.array(["b", "a'"]), ["'b'", '"a\'"']),
        (np.array([2**62, -1]), [str(2**62), "-1"]),
        (np.array([True, False]), ["True", "False"]),
    ],
    ids=["float", "text", "large", "bool"],
)
def test_values_are_written_as_displays_write_them(values: Any, texts: list[str]) -> None:
    rt = rk.RaggedTensor.from_row_lengths(values, [len(values)])
    w = rk.widgets.steps(rk.concat, [rt, rt], axis=0)
    data = json.loads(json.dumps(w.state, allow_nan=False))
    assert filled(data, len(data["steps"]))["result"] == texts * 2


def test_a_padding_of_another_type_has_its_own_text() -> None:
    w = rk.widgets.steps("to_tensor", tensor(), default_value=-1)
    texts = filled(w.state, len(w.state["steps"]))["result"]
    assert texts == ["3", "1", "2", "-1", "-1", "-1", "4", "9", "-1", "-1", "-1", "-1"]


# --- the widget ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "args", "kwargs"),
    [
        (np.sum, (tensor(),), {"axis": 0}),
        (tensor().sum, (), {"axis": 0}),
        ("reduce_sum", (tensor(), 0), {}),
        (np.add.reduce, (tensor(),), {}),
    ],
    ids=["numpy", "method", "tensorflow", "unknown"],
)
def test_an_operation_is_a_name_or_a_function(op: Any, args: Any, kwargs: Any) -> None:
    if op is not None and getattr(op, "__name__", "") == "reduce":
        with pytest.raises(ValueError, match="op must be one of add, all"):
            rk.widgets.steps(op, *args, **kwargs)
        return
    assert rk.widgets.steps(op, *args, **kwargs).value.tolist() == [7, 10, 2]


def test_operators_of_python_are_played() -> None:
    assert_ragged_equal(rk.widgets.steps(operator.mul, tensor(), 2).value, tensor() * 2)


def test_a_reduction_without_axis_gives_one_value() -> None:
    for name, expected in (("sum", 19), ("max", 9), ("mean", 3.8)):
        w = rk.widgets.steps(name, tensor())
        assert w.value == expected
        assert filled(w.state, len(w.state["steps"]))["result"] == [str(expected)]


def test_the_docstring_plays_every_operation() -> None:
    text = rk.widgets.steps.__doc__ or ""
    short = {"min": "np.min", "concat": "rk.concat"}
    assert [name for name in OPERATIONS if short.get(name, f'"{name}"') not in text] == []


@pytest.mark.parametrize(
    ("args", "error", "message"),
    [
        (("product", tensor()), ValueError, r"op must be one of .*, got 'product'"),
        (("concat", [tensor()]), TypeError, r"arguments of concat must be \(values, axis\), got"),
        (("sum", tensor(), 1, 2, 3), TypeError, r"must be \(rt, axis=None, empty=None\)"),
        (("take_along", tensor()), TypeError, r"arguments of take_along must be \(rt, indices\)"),
        (("sum", tensor(), 5), rk.RaggedIndexError, "axis"),
    ],
    ids=["name", "too-few", "too-many", "hidden", "axis"],
)
def test_errors(args: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        rk.widgets.steps(*args)


def test_options_that_moves_ignore_are_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'keepdims'"):
        rk.widgets.steps(np.sum, tensor(), axis=1, keepdims=True)


def test_the_position_is_a_trait() -> None:
    a, b = player(), player()
    seen: list[Any] = []
    a.observe(lambda change: seen.append(change["new"]), "position")
    a.observe(lambda change: seen.append(change["name"]), "value")
    traitlets.link((a, "position"), (b, "position"))
    a.event = {"type": "next", "n": 1}
    b.position = 3
    assert (a.position, b.position, seen) == (3, 3, [1, 3])
    with pytest.raises(traitlets.TraitError, match="position must be an integer from 0 to 7"):
        a.position = 8
    assert a.position == 3


def test_value_and_steps_are_not_set() -> None:
    w = player()
    with pytest.raises(traitlets.TraitError, match="value must not be set"):
        w.value = tensor()
    with pytest.raises(traitlets.TraitError, match="steps must be those of this widget"):
        w.state = {**w.state, "steps": []}
    w.state = {**w.state, "position": 4}
    assert w.text == "result[1] = 0"


def test_a_refused_operation_ends_with_its_error() -> None:
    w = rk.widgets.steps("max", tensor(), axis=1)
    assert w.value is None
    assert w.state["refused"].startswith("rt must have a value in every row, got none in row 1")
    assert repr(w) == "steps(max(RaggedTensor, axis=1): 4 steps, then an error)"
    assert "Refused: rt must have a value in every row" in w._snapshot()


def test_the_snapshot_has_boards_and_steps_within_bounds() -> None:
    text = player()._snapshot()
    for part in ("<b>flat</b>", "<td>6</td> <td>0</td> <td>13</td> <td>0</td>", "empty"):
        assert part in text
    assert "result[0] = result[0] + flat[1] = 3 + 1 = 4" in text
    rt = rk.ragged.constant([["<b>" * 30] * 40 for _ in range(4)])
    long = rk.widgets.steps("sort", rt)._snapshot()
    assert "<b><b>" not in long
    assert "more steps" in long
    assert len(long.encode()) < 32 * 1024


# --- JavaScript ---------------------------------------------------------------------------------


def test_javascript_has_the_same_rules(node: Callable[..., str]) -> None:
    sequences: list[Any] = []

    @given(st.lists(events, max_size=8))
    def collect(sequence: Any) -> None:
        sequences.append(sequence)

    collect()
    cases, expected = [], []
    for sequence in sequences:
        w = player()
        cases.append([{**w.state}, sequence])
        states = []
        for event in sequence:
            w.send(event)
            states.append(w.state)
        expected.append(states)
    assert json.loads(node(REPLAY, stdin=cases)) == expected


def test_javascript_fills_and_labels_the_same_cells(node: Callable[..., str]) -> None:
    deep = rk.ragged.constant([[[3], [1, 2]], [], [[4]]])
    players = [
        player(),
        rk.widgets.steps("to_tensor", tensor()),
        rk.widgets.steps("sum", deep, axis=2),
    ]
    calls = [[w.state, k] for w in players for k in range(len(w.state["steps"]) + 1)]
    ours = [filled(*call) for call in calls]
    assert json.loads(node(EVALUATE, stdin=["core/steps.js", "filled", calls])) == ours


# --- the page -----------------------------------------------------------------------------------


@pytest.mark.widgets
def test_a_saved_page_plays(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, player()) as page:
        shown, arithmetic = page.locator(".steps[data-position]"), page.locator(".arithmetic")

        def at(position: int) -> None:
            expect(shown).to_have_attribute("data-position", str(position))

        at(0)
        page.get_by_role("button", name="next step (right arrow)").click()
        page.locator("[role=group].boards").focus()
        page.keyboard.press("ArrowRight")
        at(2)
        assert arithmetic.inner_text() == "result[0] = result[0] + flat[1] = 3 + 1 = 4"
        assert page.locator(".target .text").all_inner_texts() == ["4"]
        assert page.locator(".source .text").all_inner_texts() == ["1", "4"]
        expect(page.locator(".live")).to_have_text(f"Step 2 of 7: {arithmetic.inner_text()}.")
        page.keyboard.press("End")
        at(7)
        expect(page.locator(".ending")).to_contain_text("Result: array([ 6,  0, 13,  0])")
        page.keyboard.press("Home")
        at(0)
        page.get_by_label("speed").select_option("4")
        page.locator("[role=group].boards").focus()
        page.keyboard.press(" ")
        assert page.get_by_role("button", name="pause (space)").is_visible()
        at(7)
        expect(page.get_by_role("button", name="play (space)")).to_be_visible()
        page.locator("input[type=range]").focus()
        page.keyboard.press("ArrowLeft")
        at(6)
        page.get_by_text("all steps").click()
        page.get_by_role("button", name="result[0] = flat[0] = 3").click()
        at(1)
        assert page.locator("[aria-current=step]").count() == 1
        assert page.evaluate(FOCUSED) == "result[0] = flat[0] = 3"


@pytest.mark.widgets
def test_a_page_ends_with_the_error(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, rk.widgets.steps("max", tensor(), axis=1)) as page:
        page.get_by_role("button", name="last step (End)").click()
        expect(page.locator(".ending")).to_contain_text("Refused: rt must have a value")


SHOWN: dict[str, Callable[[], Any]] = {
    "sum": player,
    "concat": lambda: rk.widgets.steps(rk.concat, [tensor(), tensor() * 10], axis=1),
}


@pytest.mark.widgets
@pytest.mark.parametrize("name", SHOWN)
def test_pages_are_accessible_in_each_look(browser: Browser, tmp_path: Path, name: str) -> None:
    def prepare(page: Page) -> None:
        page.get_by_text("all steps").click()

    w = SHOWN[name]()
    w.position = 7
    check_looks(browser, tmp_path, w, f"steps.{name}", prepare)


@pytest.mark.widgets
def test_what_is_written_is_marked_by_more_than_colour(browser: Browser, tmp_path: Path) -> None:
    w = player()
    w.position = 7
    with opened(browser, tmp_path, w, forced_colors="active") as page:
        borders = page.locator(".target .text").evaluate_all(
            "all => all.map((e) => getComputedStyle(e).borderTopWidth)"
        )
        assert set(borders) == {"3px"}
