"""The quiz: answers, typical mistakes, rules, the widget, and the same rules in JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.widgets._answers import answer_of, feedback, python_of, read, same, written
from raggedkit.widgets._moves.encodings import ENCODINGS
from raggedkit.widgets._moves.table import OPERATIONS

REPLAY = Path(__file__).parent / "js" / "replay.mjs"
ROWS = [[3, 1, 2], [], [4, 9], []]
SPLITS = [0, 3, 3, 5, 5]


def tensor(rows: Any = ROWS) -> Any:
    return rk.ragged.constant(rows)


def asked(x: Any, ask: str, answer: Any, *args: Any, **kwargs: Any) -> Any:
    w = rk.widgets.quiz(x, ask, *args, **kwargs)
    w.answer = answer
    return w


# --- answers ------------------------------------------------------------------------------------

leaves = st.one_of(
    st.integers(-(2**40), 2**40),
    st.floats(-1e6, 1e6).map(lambda x: round(x, 3)),
    st.booleans(),
    st.none(),
    st.text("abc ?[,", max_size=4),
)
nested = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4), max_leaves=8)


@given(st.lists(nested, max_size=4))
def test_a_written_answer_is_read_and_is_right(value: Any) -> None:
    answer = answer_of(value)
    assert same(answer, read(written(answer), answer))
    assert python_of(read(written(answer), answer)) == value


@pytest.mark.parametrize(
    ("text", "expected", "answer"),
    [
        ("0 3, 3", ["1"], ["0", "3", "3"]),
        ("(0, 3,)", ["1"], ["0", "3"]),
        ("[1, 2]", [["1"], []], [["1", "2"]]),
        ("[1], []", [["1"], []], [["1"], []]),
        ("[[1], []]", [["1"], []], [["1"], []]),
        ("[]", ["1"], []),
        ("[]", [["1"]], [[]]),
        ("5", ["1"], ["5"]),
        ("5", "1", "5"),
        ("[5]", "1", ["5"]),
        ("TRUE na ? NaN", ["1"], ["True", "None", "None", "nan"]),
        ("'a b' \"c'\"", ["1"], ["'a b'", "'c''"]),
        ("error", ["1"], "error"),
        ("+7", "1", "7"),
    ],
)
def test_texts_are_read(text: str, expected: Any, answer: Any) -> None:
    assert read(text, expected) == answer


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "answer must not be empty"),
        (" , ", "answer must not be empty"),
        ("[1", "answer must close each bracket"),
        ("1]", "answer must open each bracket, got ] too many"),
        ("1 'a", "answer must close each quote, got 'a"),
        ("1, x", "answer must have numbers, True, False, None, nan or text in quotes, got x"),
        ("1" * 2001, "answer must have at most 2000 characters, got 2001"),
    ],
)
def test_unreadable_texts_are_no_tries(text: str, message: str) -> None:
    w = rk.widgets.quiz(tensor(), "row_splits")
    w.send({"type": "answer", "text": text})
    assert w.message.startswith(message)
    assert (w.state["tries"], w.answer, w.solved) == (0, None, False)
    with pytest.raises(traitlets.TraitError, match="answer must"):
        w.answer = text


def test_rounded_floats_are_right() -> None:
    w = asked(rk.ragged.constant([[1.0, 0.0, 0.0], []]), "mean", "0.333, nan", axis=1)
    assert w.solved
    assert not same("0.333333", "0.34")
    assert not same("3", "3.0001")
    assert same("3", "3.0")
    assert not same("3", "[3]")


# --- typical mistakes ---------------------------------------------------------------------------

MISTAKES = [
    ("row_splits", [3, 0, 2, 0], "You gave row lengths; splits start with 0"),
    ("row_splits", [3, 3, 5, 5], "The first split is missing"),
    ("row_splits", [0, 3, 3, 5], "The last split is missing: .*, 5"),
    ("row_splits", [1, 4, 4, 6, 6], "Each number is 1 too large"),
    ("row_splits", [0, 3, 5], "Empty rows are missing: an empty row repeats a split"),
    ("row_splits", [0, 0, 0, 2, 2], "You gave row ids"),
    ("row_lengths", SPLITS, "You gave row splits"),
    ("row_lengths", [3, 0, 2], "Empty rows at the end are missing"),
    ("row_lengths", [3, 2], "Empty rows are missing: each has length 0"),
    ("row_lengths", [4, 1, 3, 1], "Each number is 1 too large"),
    ("value_rowids", [1, 1, 1, 3, 3], "Each number is 1 too large: rows are counted from 0"),
    ("value_rowids", [0, 0, 0, 1, 1], "Empty rows are counted"),
    ("value_rowids", [0, 1, 2, 3], "one number per row"),
    ("value_rowids", [0, 2], "Each row number appears once"),
    ("value_rowids", [0, 1, 2, 0, 1], "positions inside the rows"),
    ("row_starts", SPLITS, "without the last split"),
    ("row_starts", [3, 3, 5, 5], "You gave row limits"),
    ("row_starts", [1, 4, 4, 6], "Each number is 1 too large"),
    ("row_starts", [0, 3], "Empty rows are missing: an empty row starts"),
    ("row_limits", SPLITS, "without the first 0"),
    ("row_limits", [0, 3, 3, 5], "You gave row starts"),
    ("row_limits", [2, 2, 4, 4], "Each number is 1 too small"),
    ("row_limits", [3, 5], "Empty rows are missing: an empty row ends"),
    ("uniform_row_length", 3, "Only the longest rows"),
    ("uniform_row_length", 0, "Only the shortest rows"),
    ("uniform_row_length", [3, 0, 2, 0], "there is no uniform one"),
    ("uniform_row_length", 4, "You gave the number of rows"),
    ("uniform_row_length", 1.25, "You gave the mean length"),
]


@pytest.mark.parametrize(
    ("rt", "expected"),
    [
        (rk.RaggedTensor.from_row_lengths([3, 1, 4, 1], [2, 2]), "2"),
        (rk.RaggedTensor.from_uniform_row_length([3, 1, 4, 1], 2), "2"),
        (rk.RaggedTensor.from_row_lengths([3, 1, 4, 1], [3, 1]), "None"),
        (rk.RaggedTensor.from_row_lengths([3], [0, 1]), "None"),
    ],
    ids=["equal", "declared", "different", "empty-row"],
)
def test_the_uniform_length_that_is_asked_is_one_to_declare(rt: Any, expected: Any) -> None:
    question = rk.widgets.quiz(rt, "uniform_row_length").state["questions"][0]
    assert question["prompt"] == (
        "Which uniform_row_length can be declared for these rows? Write None if there is none."
    )
    assert question["expected"] == expected
    if expected != "None":
        declared = rk.RaggedTensor.from_uniform_row_length(rt.flat_values, int(expected))
        assert declared.to_list() == rt.to_list()
    assert any("only after from_uniform_row_length" in hint for hint in question["hints"])


@pytest.mark.parametrize(("ask", "answer", "message"), MISTAKES)
def test_typical_mistakes_are_explained(ask: str, answer: Any, message: str) -> None:
    w = asked(tensor(), ask, answer)
    assert not w.solved
    (explained,) = [
        m for m in w.state["questions"][0]["mistakes"] if same(m["answer"], answer_of(answer))
    ]
    assert w.message.endswith(explained["message"])
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(explained["message"])


def test_each_encoding_has_at_least_three_mistakes() -> None:
    counts = {name: sum(m[0] == name for m in MISTAKES) for name in ENCODINGS}
    assert min(counts.values()) >= 3, counts


@given(st.lists(st.lists(st.integers(0, 3), max_size=3), max_size=5), st.sampled_from(ENCODINGS))
def test_no_mistake_is_the_right_answer(rows: Any, ask: str) -> None:
    rt = rk.RaggedTensor.from_row_lengths(
        np.array([v for row in rows for v in row], int), [len(row) for row in rows]
    )
    data = rk.widgets.quiz(rt, ask).state["questions"][0]
    assert feedback(data, data["expected"])[0]
    answers = [m["answer"] for m in data["mistakes"]]
    assert [a for a in answers if same(data["expected"], a)] == []
    assert [a for i, a in enumerate(answers) if a in answers[:i]] == []


@pytest.mark.parametrize(
    ("ask", "args", "kwargs", "answer", "message"),
    [
        ("sum", (), {"axis": 1}, [7, 10, 2], "That is the result along axis 0."),
        ("sum", (), {"axis": 1}, [6, 13], "a row that gives 0 counts too"),
        ("mean", (), {"axis": 1}, [2.0, 0, 6.5, 0], "it gives nan, not 0"),
        ("mean", (), {"axis": 1}, [6, 0, 13, 0], "That is the sum"),
        ("sort", (), {}, [[3, 2, 1], [], [9, 4], []], "the other way round"),
        ("sort", (), {}, [[1, 2, 3], [4, 9]], "Empty rows are missing"),
        ("sort", (), {}, [1, 2, 3, 4, 9], "their rows are lost"),
        ("boolean_mask", (tensor() > 2,), {}, [[1, 2], [], [], []], "where the mask is False"),
        ("where", (tensor(), 0), {}, [[0, 1, 2], [], [0, 0], []], "are swapped"),
        ("repeat", (2,), {"axis": 1}, [[3, 1, 2] * 2, [], [4, 9] * 2, []], "as tile does"),
        ("max", (), {"axis": 1}, None, "None is no result"),
        ("max", (), {"axis": 1}, [3, 0, 9, 0], "Look again"),
        ("sum", (), {"axis": 1}, "error", "It is not refused"),
        ("sum", (), {}, [19], "One value is asked"),
        (
            "sum",
            (),
            {"axis": 1},
            [6, 1, 13],
            "Position 1 is not 1. The result has 4 items, you gave 3",
        ),
    ],
)
def test_mistakes_of_operations(
    ask: Any, args: Any, kwargs: Any, answer: Any, message: str
) -> None:
    x = tensor() > 2 if ask == "where" else tensor()
    w = rk.widgets.quiz(x, ask, *args, **kwargs)
    w.send({"type": "answer", "text": written(answer_of(answer)) if answer != "error" else answer})
    assert message in w.message
    assert not w.solved


@pytest.mark.parametrize(
    ("y", "answer", "message"),
    [
        (1, [4, 3], "A ragged axis has no single length"),
        (np.ones((4, 1)), [4, 1], "That is the shape of y alone"),
        (np.ones((4, 1)), [None, 4], "in the wrong order"),
        (np.ones((4, 1)), [None], "the number of rows, is missing"),
        (tensor([[1], [2], [3, 3, 3], []]), [4, None], "row lengths must be equal"),
    ],
)
def test_mistakes_of_shapes(y: Any, answer: Any, message: str) -> None:
    assert message in asked((tensor(), y), "shape", answer).message


# --- rules --------------------------------------------------------------------------------------


def test_a_question_is_solved_once() -> None:
    w = asked(tensor(), "row_splits", [0, 3])
    assert (
        w.message == "2 of 5 numbers are right. There is one split more than rows, 5, you gave 2."
    )
    assert w.state["marks"] == [True, True]
    w.answer = SPLITS
    w.answer = [0]
    w.answer = SPLITS
    assert (w.solved, w.state["points"], w.state["tries"]) == (True, [1, 1], 2)


def test_hints_are_graded_and_end() -> None:
    w = rk.widgets.quiz(tensor(), "row_splits")
    hints = w.state["questions"][0]["hints"]
    assert hints[-1] == "It begins with [0, 3, 3, ..."
    for n in (1, 2, 3, 3):
        w.send({"type": "hint"})
        assert w.state["hints"] == n


def test_a_revealed_answer_does_not_count() -> None:
    w = rk.widgets.quiz(tensor(), "row_splits")
    w.send({"type": "reveal"})
    assert w.message == "The answer: [0, 3, 3, 5, 5]"
    w.answer = SPLITS
    assert (w.solved, w.state["points"]) == (False, [0, 1])


@pytest.mark.parametrize("level", [1, 2, 3])
def test_next_questions_have_their_level(level: int) -> None:
    w = rk.widgets.quiz(tensor(), "row_lengths")
    w.send({"type": "level", "level": level})
    seen = []
    for _ in range(8):
        w.send({"type": "next"})
        assert w.value.row_lengths().tolist() == python_of(
            w.state["questions"][w.state["at"]]["expected"]
        )
        seen.append(w.value.row_lengths().tolist())
    assert all((0 in lengths) == (level > 1) for lengths in seen)
    assert all((lengths[-1] == 0) == (level == 3) for lengths in seen)
    assert len({str(lengths) for lengths in seen}) > 3
    assert w.state["points"] == [0, 9]
    w.send({"type": "next"})
    assert w.value.row_lengths().tolist() == seen[0]


def test_the_seed_chooses_the_questions() -> None:
    def made(**seed: Any) -> Any:
        return rk.widgets.quiz(tensor(), "sum", axis=1, **seed).state["questions"]

    assert made() == made(seed=0)
    assert made() != made(seed=1)
    assert made(seed=None)[1:] != made(seed=None)[1:]


ARGUMENTS: dict[str, Any] = {
    "getitem": (tensor(), (slice(None), slice(0, 2))),
    "gather": (tensor(), np.array([2, 0])),
    "take_along": (tensor(), tensor([[-1], [], [0, 0], []])),
    "boolean_mask": (tensor(), tensor() > 2),
    "where": (tensor() > 2, tensor(), 0),
    "concat": ([tensor(), tensor()], 1),
    "stack": ([tensor(), tensor()], 0),
    "repeat": (tensor(), 2, 1),
    "tile": (tensor(), [1, 2]),
    "cumsum": (tensor(), 1),
    "segment_sum": (np.array([5, 1, 2]), np.array([0, 0, 2])),
    "from_tensor": (np.array([[3, 1], [4, 0]]), np.array([2, 1])),
    "merge_dims": (rk.ragged.constant([[[3], [1, 2]], [[4]]]), 1, 2),
    "map_flat_values": (np.square, tensor()),
    "encoding": (tensor(), "row_lengths", "row_splits"),
    "max": (tensor(), 1),
    "add": (tensor(), np.array([[1], [2], [3], [4]])),
}
UNARY = {"sort", "to_tensor", "to_sparse", "sum", "prod", "mean", "any", "all", "min"}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_random_questions_of_each_level(name: str) -> None:
    default = (tensor(),) if name in UNARY else (tensor(), tensor())
    x, *args = ARGUMENTS.get(name, default)
    w = rk.widgets.quiz(x, name, *args)
    questions = w.state["questions"]
    assert [sum(q["level"] == level for q in questions) for level in range(4)] == [1, 8, 8, 8]
    json.dumps(w.state, allow_nan=False)
    right = [feedback(q, q["expected"])[0] for q in questions]
    assert all(right)
    assert len({json.dumps(q["boards"]) for q in questions}) > 15
    if name != "encoding":
        assert not any("row_splits" in board["name"] for q in questions for board in q["boards"])


# --- the widget ---------------------------------------------------------------------------------


def test_traits_are_for_exercises() -> None:
    w = rk.widgets.quiz(tensor(), "row_splits")
    seen: list[Any] = []
    w.observe(lambda change: seen.append(change["new"]), "solved")
    w.event = {"type": "answer", "text": "0 3 3 5 5", "n": 1}
    assert (w.answer, w.solved, seen) == (SPLITS, True, [True])
    assert repr(w) == "quiz(row_splits, solved)"
    with pytest.raises(traitlets.TraitError, match="solved must not be set"):
        w.solved = False


@pytest.mark.parametrize(
    "answer", [SPLITS, tuple(SPLITS), np.array(SPLITS), "[0, 3, 3, 5, 5]", "0 3 3 5 5"], ids=str
)
def test_answers_are_set_in_many_forms(answer: Any) -> None:
    assert asked(tensor(), "row_splits", answer).solved


def test_a_tensor_is_an_answer() -> None:
    assert asked(tensor(), "sort", tensor([[1, 2, 3], [], [4, 9], []])).solved
    with pytest.raises(
        traitlets.TraitError, match="answer must be numbers, nested lists or a text"
    ):
        asked(tensor(), "sort", object())


def test_a_new_value_is_a_new_question() -> None:
    w = asked(tensor(), "row_splits", SPLITS)
    w.value = tensor([[1], []])
    assert not w.solved
    w.answer = [0, 1, 1]
    assert w.solved


def test_a_state_of_another_quiz_is_refused() -> None:
    a, b = rk.widgets.quiz(tensor(), "row_splits"), rk.widgets.quiz(tensor(), "row_splits")
    traitlets.dlink((a, "state"), (b, "state"))
    a.answer = SPLITS
    assert b.solved
    with pytest.raises(traitlets.TraitError, match="questions must be those of this quiz"):
        b.state = rk.widgets.quiz(tensor(), "row_lengths").state


def test_the_snapshot_folds_the_answer() -> None:
    text = rk.widgets.quiz(tensor(), "row_splits")._snapshot()
    before, _, after = text.partition("<summary>answer</summary>")
    assert "[0, 3, 3, 5, 5]" in after
    assert "[0, 3, 3, 5, 5]" not in before
    assert "<b>rt</b>" in before


@pytest.mark.parametrize(
    ("args", "error", "message"),
    [
        ((tensor(), "splits"), ValueError, r"ask must be an encoding .*, got 'splits'"),
        (([[1]], "row_splits"), TypeError, "x must be a RaggedTensor or a RowPartition"),
        (
            (tensor([[[1]]]), "row_splits"),
            ValueError,
            "x must have 1 ragged axis to be asked, got 2",
        ),
        ((tensor([list(range(61))]), "row_splits"), ValueError, "at most 60 values"),
        ((tensor(), "shape"), TypeError, r"x must be two operands, \(x, y\)"),
        (((1, 2), "shape"), TypeError, "x must include a RaggedTensor"),
        ((tensor(), "concat"), TypeError, "arguments of concat must be"),
        ((tensor(), "row_splits", 1), TypeError, "must have no further arguments"),
    ],
    ids=["ask", "list", "deep", "many", "one", "dense", "arguments", "further"],
)
def test_errors(args: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        rk.widgets.quiz(*args)


# --- JavaScript ---------------------------------------------------------------------------------

typed = st.one_of(
    st.text("0123459 ,[]()-.'\"ex?é\u00a0", max_size=16),
    st.lists(st.integers(0, 5), max_size=6).map(str),
    st.sampled_from(["error", "None", "[[3], []]", "nan, TRUE", "0 3 3 5 5", "2.0 nan 6.5 nan"]),
)
events = st.one_of(
    typed.map(lambda text: {"type": "answer", "text": text}),
    st.sampled_from(["hint", "reveal", "next", "", "answer"]).map(lambda t: {"type": t}),
    st.sampled_from([1, 2, 3, 4, None]).map(lambda level: {"type": "level", "level": level}),
)


def test_javascript_has_the_same_rules(node: Callable[..., str]) -> None:
    made = [
        rk.widgets.quiz(tensor(), "row_splits"),
        rk.widgets.quiz(tensor(), "mean", axis=1),
        rk.widgets.quiz(tensor(), "sort"),
        rk.widgets.quiz((tensor(), 1), "shape"),
    ]
    cases: list[Any] = []
    expected: list[Any] = []

    def replay(w: Any, sequence: Any) -> None:
        w.value = w._now.questions[0].value  # from the beginning
        cases.append([w.state, sequence])
        states = []
        for event in sequence:
            w.send(event)
            states.append(w.state)
        expected.append(states)

    @given(st.sampled_from(made), st.lists(events, max_size=8))
    def collect(w: Any, sequence: Any) -> None:
        replay(w, sequence)

    collect()
    for w in made:  # every typical mistake, too
        data = w.state["questions"][0]
        answers = [*(m["answer"] for m in data["mistakes"]), data["expected"]]
        replay(w, [{"type": "answer", "text": written(answer)} for answer in answers])
    assert json.loads(node(REPLAY, stdin=cases)) == expected
