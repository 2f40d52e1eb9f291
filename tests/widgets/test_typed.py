"""Values that are typed in place of others: the texts of each dtype, history, saved states."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.widgets._state import MOST

DAY = "datetime64[D]"
STRING = np.dtypes.StringDType()


def explorer(values: Any, dtype: Any = None) -> Any:
    flat = np.array(values, dtype)
    return rk.explore(rk.RaggedTensor.from_row_lengths(flat, [0, len(flat)]))


def enter(w: Any, i: int, text: str) -> str:
    """Type a value; return the error."""
    w.send({"type": "set", "level": 0, "field": "flat_values", "i": i, "text": text})
    error = w.state["error"]
    if error is None:
        return ""
    assert error["field"] == "flat_values"
    return str(error["message"])


ACCEPTED: list[Any] = [
    pytest.param("int64", "-7", -7, "-7", id="int"),
    pytest.param("int8", " +127 ", 127, "127", id="largest"),
    pytest.param("uint64", str(2**64 - 1), 2**64 - 1, str(2**64 - 1), id="past-int64"),
    pytest.param("float64", ".5", 0.5, "0.5", id="float"),
    pytest.param("float64", "1e22", 1e22, "1e+22", id="exponent"),
    pytest.param("float64", "1e400", np.inf, "inf", id="overflow"),
    pytest.param("float32", "0.1", np.float32(0.1), "0.1", id="float32"),
    pytest.param("float16", "2049", 2048, "2048.0", id="float16-rounds"),
    pytest.param("float64", "-Infinity", -np.inf, "-inf", id="inf"),
    pytest.param("bool", "false", False, "False", id="bool"),
    pytest.param("bool", "1", True, "True", id="bool-of-1"),
    pytest.param("complex128", "2+1j", 2 + 1j, "2.0+1.0j", id="complex"),
    pytest.param("U1", "longer than before", "longer than before", "'longer than before'", id="U"),
    pytest.param("U1", "", "", "''", id="empty"),
    pytest.param(STRING, 'a "b"', 'a "b"', "'a \"b\"'", id="string"),
    pytest.param("O", "it's", "it's", '"it\'s"', id="object"),
    pytest.param("S1", "xyz", b"xyz", "b'xyz'", id="bytes"),
    pytest.param(DAY, "2026-12-01", np.datetime64("2026-12-01"), "2026-12-01", id="day"),
    pytest.param("timedelta64[s]", "7", np.timedelta64(7, "s"), "0 days 00:00:07", id="seconds"),
]
FIRST = {"U": "a", "T": "a", "O": "a", "S": b"a", "M": "2020-01-01"}


@pytest.mark.parametrize(("dtype", "text", "value", "shown"), ACCEPTED)
def test_a_dtype_reads_the_texts_of_its_values(
    dtype: Any, text: str, value: Any, shown: str
) -> None:
    first = FIRST.get(np.dtype(dtype).kind, 1)
    w = explorer([first, first], dtype)
    assert enter(w, 1, text) == ""
    flat = w.value.flat_values
    assert flat[1] == value
    assert flat[0] == np.array([first], dtype)[0]
    assert flat.dtype.kind == np.dtype(dtype).kind
    (typed,) = w.state["typed"].values()
    assert typed["text"] == shown
    json.dumps(w.state, allow_nan=False)


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        *[("int64", text) for text in ("1.5", "", "a", "1_000", "0x1", str(2**63), "1 2")],
        *[("int8", "128"), ("uint8", "-1"), ("bool", "2"), ("bool", "yes"), ("float64", "1,5")],
        *[("float64", "x"), ("float64", ""), ("complex128", "i"), (DAY, "x"), ("S1", "\u00e9")],
    ],
)
def test_other_texts_are_refused_by_the_dtype(dtype: str, text: str) -> None:
    w = explorer([FIRST.get(np.dtype(dtype).kind, 1)] * 3, dtype)
    before = w.value
    name = "bytes" if dtype == "S1" else dtype
    error = f"flat_values must represent values of dtype {name}, got flat_values[2] = {text!r}"
    assert enter(w, 2, text) == error
    assert w.value is before
    assert w.state["past"] == []


def test_the_words_are_those_of_a_cast() -> None:
    with pytest.raises(
        ValueError, match=r"x must represent values of dtype int64, got x\[0, 0\] = 'a'"
    ):
        rk.array([["a"]]).astype("int64")
    assert "must represent values of dtype int64, got flat_values[0] = 'a'" in enter(
        explorer([1]), 0, "a"
    )


def test_values_that_no_text_spells() -> None:
    w = rk.explore(rk.RaggedTensor.from_row_lengths(np.zeros((2, 3)), [2]))
    single = "flat_values must be single values to be typed, got values of shape [3]"
    assert enter(w, 0, "1") == single
    objects = explorer([{"a": 1}, "b"], object)
    assert enter(objects, 1, "c") == (
        "flat_values must have a dtype that a text can spell, got object"
    )
    assert enter(explorer(["a"]), 0, "x" * 201) == (
        "flat_values[0] must have at most 200 characters, got 201"
    )
    assert enter(explorer([1]), 1, "2") == "i must be from 0 to 0, got 1"
    positions = rk.explore(rk.RowPartition.from_row_lengths([2]))
    positions.send({"type": "set", "level": 0, "field": "flat_values", "i": 0, "text": "1"})
    assert positions.state["error"]["message"].startswith("field must be an encoding, got 'flat")


def test_undo_redo_and_reset_of_values() -> None:
    w = rk.explore(rk.array([[3, 1], [], [4]]))
    for i, text in ((0, "8"), (0, "9"), (2, "8")):
        assert enter(w, i, text) == ""
    w.send({"type": "set", "level": 0, "field": "value_rowids", "i": 0, "text": "2"})
    assert w.value.to_list() == [[1], [], [9, 8]]
    seen = []
    for kind in ("undo", "undo", "undo", "undo", "redo", "redo", "reset", "undo"):
        w.send({"type": kind})
        seen.append(w.value.to_list())
    given, one, two, three = [[3, 1], [], [4]], [[8, 1], [], [4]], [[9, 1], [], [4]], None
    three = [[9, 1], [], [8]]
    assert seen == [three, two, one, given, one, two, given, two]


def test_typed_values_that_no_history_has_are_forgotten() -> None:
    w = explorer([1])
    for text in "23":
        enter(w, 0, text)
    w.send({"type": "undo"})
    w.send({"type": "undo"})
    enter(w, 0, "4")
    assert [each["entry"] for each in w.state["typed"].values()] == ["4"]
    for n in range(250):
        enter(w, 0, str(n))
    assert len(w.state["typed"]) <= 101


def test_an_undone_text_does_not_widen_the_dtype() -> None:
    w = explorer(["a", "b"])
    enter(w, 0, "longer")
    assert w.value.dtype == "U6"
    w.send({"type": "undo"})
    assert w.value.dtype == "U1"


def test_an_inserted_value_is_typed() -> None:
    w = rk.explore(rk.array([[3, 1], [], [4]]))
    w.send({"type": "grow", "level": 0, "i": 1})
    assert enter(w, 2, "-5") == ""
    assert w.value.to_list() == [[3, 1], [-5], [4]]


def test_a_slice_picks_from_typed_values() -> None:
    w = rk.explore(rk.array([[3, 1], [], [4]]))
    enter(w, 1, "7")
    w.send({"type": "slice", "text": "rt > 3"})
    assert w.state["key"]["items"] == [1, 2]
    enter(w, 2, "0")
    assert w.state["key"]["items"] == [1]


def test_a_state_has_its_typed_values() -> None:
    a = rk.explore(rk.array([[3, 1], [], [4]]))
    b = rk.explore(rk.array([[3, 1], [], [4]]))
    enter(a, 1, "7")
    a.send({"type": "undo"})
    b.state = a.state
    b.send({"type": "redo"})
    assert b.value.to_list() == [[3, 7], [], [4]]
    wrong = json.loads(json.dumps(a.state))
    wrong["typed"]["-2"]["entry"] = "seven"
    with pytest.raises(Exception, match=re.escape("must represent values of dtype int64")):
        b.state = wrong
    wrong["typed"] = {}
    with pytest.raises(Exception, match="items must be from -1 to 2"):
        b.state = wrong


def test_typed_values_of_a_window_are_in_the_whole() -> None:
    w = rk.explore(rk.RaggedTensor.from_uniform_row_length(np.arange(3 * MOST), 3))
    w.send({"type": "window", "start": 100})
    enter(w, 4, "-9")
    w.send({"type": "window", "start": 0})
    assert w.value.flat_values[304] == -9
    assert w.value.flat_values.shape == (3 * MOST,)
