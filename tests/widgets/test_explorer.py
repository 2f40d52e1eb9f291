"""Explorers in Python: values, traits, snapshots and pages, with anywidget and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traitlets

import raggedkit as rk
from raggedkit.reprs.html import partitions_html
from raggedkit.testing import assert_ragged_equal
from tests.widgets.conftest import ROOT


def explorer() -> Any:
    return rk.explore(rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]]))


MOVE = {"type": "move", "level": 0, "i": 1, "to": 3}
MOVED = [[3, 1, 4], [1], [5, 9, 2], [6]]


def test_an_event_of_the_page_changes_the_value() -> None:
    w = explorer()
    seen: list[Any] = []
    w.observe(lambda change: seen.append(change["new"].to_list()), "value")
    w.event = {**MOVE, "n": 1}
    assert w.value.to_list() == MOVED
    assert seen == [MOVED]
    assert w.state["n"] == 1
    assert w.row_splits == [0, 3, 4, 7, 8]


def test_the_same_event_twice_is_two_events() -> None:
    w = explorer()
    for n in (1, 2):
        w.event = {"type": "grow", "level": 0, "i": 1, "n": n}
    assert w.value.row_lengths().tolist() == [4, 2, 3, 1]


def test_an_event_that_changes_nothing_is_answered() -> None:
    w = explorer()
    w.event = {"type": "undo", "n": 7}
    assert w.state["n"] == 7


def test_a_value_that_is_set_is_shown() -> None:
    w = explorer()
    w.value = rk.ragged.constant([["a"], ["b", "c"]])
    assert w.state["levels"] == [[0, 1, 3]]
    assert w.state["texts"] == ["'a'", "'b'", "'c'"]
    assert repr(w) == "explore(<RaggedTensor [['a'], ['b', 'c']]>)"


@pytest.mark.parametrize("value", [3, None, [[1]], "text"])
def test_another_value_is_refused(value: Any) -> None:
    w = explorer()
    with pytest.raises(
        traitlets.TraitError, match="value must be a RaggedTensor or a RowPartition"
    ):
        w.value = value
    assert w.value.to_list() == [[3, 1, 4, 1], [], [5, 9, 2], [6]]


def test_plain_traits_are_linked() -> None:
    a, b = explorer(), explorer()
    traitlets.link((a, "row_splits"), (b, "row_splits"))
    a.event = {**MOVE, "n": 1}
    assert b.value.to_list() == MOVED
    b.row_splits = [0, 8]
    assert a.value.to_list() == [[3, 1, 4, 1, 5, 9, 2, 6]]


def test_the_state_is_linked() -> None:
    a, b = explorer(), explorer()
    traitlets.dlink((a, "state"), (b, "state"))
    a.event = {**MOVE, "n": 1}
    assert b.value.to_list() == MOVED


def test_row_splits_that_break_a_rule_are_refused() -> None:
    w = explorer()
    with pytest.raises(traitlets.TraitError, match=r"row_splits\[1:3\] = \[5, 4\]"):
        w.row_splits = [0, 5, 4, 8]
    assert w.row_splits == [0, 4, 4, 7, 8]
    assert w.state["levels"] == [[0, 4, 4, 7, 8]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"texts": ["7"]}, "texts", id="other-values"),
        pytest.param({"levels": [[0, 9]]}, "values must have 9 items", id="too-long"),
        pytest.param({"levels": [[0, 2, 1, 8]]}, "must not decrease", id="decreasing"),
        pytest.param({"items": [0, 1, 2, 3, 4, 5, 6, 99]}, "items must be", id="no-such-value"),
        pytest.param({"uniform": [2]}, "row lengths must be 2", id="not-uniform"),
        pytest.param({"levels": [[0, 1], [0, 8]]}, "levels must be 1", id="too-deep"),
        pytest.param(
            {"first": {"levels": [[0, 8]], "uniform": [None], "items": [*range(8)]}},
            "first",
            id="first",
        ),
    ],
)
def test_a_state_that_is_none_is_refused(change: dict[str, Any], message: str) -> None:
    w = explorer()
    with pytest.raises(traitlets.TraitError, match=message):
        w.state = {**w.state, **change}
    assert w.value.to_list() == [[3, 1, 4, 1], [], [5, 9, 2], [6]]


@pytest.mark.parametrize(
    "x", [3, [[1]], np.zeros((2, 2)), None, rk.Dimension(3)], ids=lambda x: type(x).__name__
)
def test_other_arguments_have_no_explorer(x: Any) -> None:
    with pytest.raises(TypeError, match="x must be a RaggedTensor"):
        rk.explore(x)


def test_the_snapshot_is_stored_beside_the_view() -> None:
    bundle, _ = explorer()._repr_mimebundle_()
    assert bundle["text/plain"] == "explore(<RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6]]>)"
    assert bundle["text/html"] == partitions_html(explorer().value)
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_first_state_is_sent_with_the_model() -> None:
    w = explorer()
    assert w.get_state()["state"]["levels"] == [[0, 4, 4, 7, 8]]
    assert "value" not in w.get_state()


def test_a_page_loads_nothing_and_has_the_state(tmp_path: Path) -> None:
    w = rk.explore(rk.ragged.constant([["</script><b>", "\u202e"], []]))
    w.to_html(tmp_path / "x.html")
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 300_000
    assert "default-src 'none'" in text
    data = text.partition('<script type="application/json">')[2].partition("</script>")[0]
    state = json.loads(data)
    assert state["texts"] == ["'</script><b>'", r"'\u202e'"]


def test_an_iframe_is_sandboxed_and_has_the_snapshot() -> None:
    frame = explorer().to_iframe(height=300)
    assert 'sandbox="allow-scripts"' in frame
    assert "<details><summary>static display</summary>" in frame
    assert frame._repr_html_() == frame


WITHOUT = """
import sys
sys.modules["anywidget"] = None
import raggedkit as rk
w = rk.explore(rk.ragged.constant([[3, 1], []]))
print(repr(w))
print("install raggedkit[notebook]" in w._repr_html_(), "text/html" in w._repr_mimebundle_())
w.send({"type": "move", "level": 0, "i": 1, "to": 1})
print(w.value, w.row_splits, w.state["levels"])
w.row_splits = [0, 0, 2]
w.value = rk.ragged.constant([[7]])
w.to_html(sys.argv[1])
print(w.row_splits, "ipywidgets" in sys.modules)
"""


def test_without_anywidget_it_is_a_static_display(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, str(tmp_path / "x.html")],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "explore(<RaggedTensor [[3, 1], []]>)",
        "True True",
        "<RaggedTensor [[3], [1]]> [0, 1, 2] [[0, 1, 2]]",
        "[0, 1] False",
    ]
    assert '"texts": ["7"]' in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_the_name_explore_imports_no_widget_library() -> None:
    script = (
        "import sys, raggedkit as rk; rk.explore, rk.widgets; print('anywidget' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"


def test_values_keep_their_dtype_and_their_inner_axes() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.arange(6, dtype=np.int8).reshape(3, 2), [1, 0, 2])
    w = rk.explore(rt)
    w.send({"type": "grow", "level": 0, "i": 1})
    expected = rk.RaggedTensor.from_row_lengths(
        np.array([[0, 1], [0, 0], [2, 3], [4, 5]], np.int8), [1, 1, 2]
    )
    assert_ragged_equal(w.value, expected)
    assert w.state["texts"] == ["[0, 1]", "[2, 3]", "[4, 5]"]


KINDS: dict[str, tuple[Any, list[str], dict[str, str]]] = {
    "float": ([1.5, float("nan"), float("-inf")], ["1.5", "nan", "-inf"], {"1": "nan", "2": "inf"}),
    "bool": ([True, False], ["True", "False"], {}),
    "text": (["a<b>", "\u202e", "x" * 50], ["'a<b>'", r"'\u202e'", f"'{'x' * 34}'..."], {}),
    "bytes": ([b"a", b"\xff"], ["b'a'", r"b'\xff'"], {}),
    "large": ([2**53 + 1, -(2**63)], ["9007199254740993", "-9223372036854775808"], {}),
    "complex": ([1 + 2j], ["1.0+2.0j"], {}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_values_go_to_the_page_as_texts(kind: str) -> None:
    values, texts, marks = KINDS[kind]
    w = rk.explore(rk.ragged.constant([values, []]))
    assert w.state["texts"] == texts
    assert w.state["marks"] == marks
    json.dumps(w.state, allow_nan=False)
    w.send({"type": "grow", "level": 0, "i": 1})
    assert_ragged_equal(w.value[:1], rk.ragged.constant([values]))
    assert w.value.dtype.kind == rk.ragged.constant([values]).dtype.kind


def test_times_go_to_the_page_as_texts() -> None:
    days = np.array(["2026-01-02", "NaT"], "datetime64[D]")
    w = rk.explore(rk.RaggedTensor.from_row_lengths(days, [1, 1]))
    assert w.state["texts"] == ["2026-01-02", "NaT"]
    assert w.state["marks"] == {"1": "nan"}
    w.send({"type": "grow", "level": 0, "i": 0})
    assert w.value.flat_values[1] == np.datetime64("1970-01-01")


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_ragged_ranks(rank: int) -> None:
    rows: Any = [3, 1]
    for _ in range(rank):
        rows = [rows, rows[:1]]
    w = rk.explore(rk.ragged.constant(rows, ragged_rank=rank))
    assert len(w.state["levels"]) == rank
    w.send({"type": "grow", "level": rank - 1, "i": 0})
    assert w.value.ragged_rank == rank
    w.send({"type": "undo"})
    assert w.value.to_list() == rows


def test_ipywidgets_compose_it() -> None:
    import ipywidgets

    w = explorer()
    assert repr(ipywidgets.HBox([w])).startswith(
        "HBox(children=(explore(<RaggedTensor [[3, 1, 4, 1]"
    )
    seen: list[Any] = []
    ipywidgets.interactive_output(lambda x: seen.append(x.to_list()), {"x": w})
    w.event = {**MOVE, "n": 1}
    assert seen == [[[3, 1, 4, 1], [], [5, 9, 2], [6]], MOVED]


def test_setting_another_equal_tensor_is_a_change_and_compares_nothing() -> None:
    w = explorer()
    seen: list[Any] = []
    w.observe(seen.append, "value")
    w.value = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("splits", "message"),
    [
        ([0, 4, 2, 5], "must not decrease"),
        ([3, 4, 5], "must start at 0"),
        ([0, 4, 9], "9 items, got 5"),
    ],
)
def test_splits_that_were_not_validated_are_refused(splits: list[int], message: str) -> None:
    rt = rk.RaggedTensor.from_row_splits(np.arange(5), splits, validate=False)
    with pytest.raises(ValueError, match=message):
        rk.explore(rt)


def test_malformed_events_leave_the_state_valid() -> None:
    w = explorer()
    for event in ({"type": 3}, {"n": "x"}, {"type": "edit"}, {"type": "move", "level": 0, "i": 1}):
        w.event = event
        w._now.check()
    assert w.value.to_list() == [[3, 1, 4, 1], [], [5, 9, 2], [6]]


def test_the_value_is_the_one_given_until_it_is_edited() -> None:
    rt = rk.ragged.constant([[3, 1], [], [4]])
    w = rk.explore(rt)
    assert w.value is rt
    w.send({"type": "grow", "level": 0, "i": 1})
    assert w.value is not rt
    w.send({"type": "undo"})
    assert w.value is rt
