"""Moves of played operations: replayed without raggedkit, they give the real operation's answer."""

import ast
import itertools
import math
import operator
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.widgets._moves.table import OPERATIONS, play
from raggedkit.widgets._moves.tape import MOST_CELLS

# --- a replay that knows nothing of raggedkit ---------------------------------------------------

_DO: dict[str, Any] = {
    "copy": lambda x: x,
    "bool": bool,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": lambda x, y: np.divide(x, y).item(),
    "maximum": lambda x, y: np.maximum(x, y).item(),
    "minimum": lambda x, y: np.minimum(x, y).item(),
    "logical_and": lambda x, y: bool(x) and bool(y),
    "logical_or": lambda x, y: bool(x) or bool(y),
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "less": operator.lt,
    "less_equal": operator.le,
    "equal": operator.eq,
    "not_equal": operator.ne,
}


def same(x: Any, y: Any, rounded: Any = False) -> bool:
    """Whether two values or lists are equal; NaN equals NaN; rounded text to three digits."""
    if isinstance(x, list) or isinstance(y, list):
        return (
            isinstance(x, list)
            and isinstance(y, list)
            and len(x) == len(y)
            and all(same(a, b, True) for a, b in zip(x, y, strict=True))
        )
    if isinstance(x, float) or isinstance(y, float):
        if math.isnan(x) or math.isnan(y):
            return math.isnan(x) and math.isnan(y)
        return math.isclose(x, y, rel_tol=6e-4 if rounded else 1e-12, abs_tol=1e-3 * rounded)
    return x == y and isinstance(x, bool) == isinstance(y, bool)


def replay(played: Any, boards: Any = None) -> Any:
    """Carry out the moves of a play and check each text on the way; return the boards."""
    layout = {board.name: board for board in played.boards}
    now = {b.name: list(b.cells) if b.given else [None] * b.size for b in played.boards}
    for step in played.steps:
        before = {name: list(cells) for name, cells in now.items()}
        for move in step.moves:
            sources = [now[name][i] for name, i in move.sources]
            assert None not in sources, (step.text, move)
            if move.do == "f":
                value = played.function(np.asarray(sources[0])).item()
            else:
                value = move.value if move.do == "fill" else _DO[move.do](*sources)
            assert same(value, move.value), (step.text, move)
            now[move.target[0]][move.target[1]] = value
        for name, i in step.looks:
            assert 0 <= i < layout[name].size
        assert check_text(step.text, before, now, layout, played.function) >= 1, step.text
    return now


def check_text(text: Any, before: Any, after: Any, layout: Any, function: Any = None) -> int:
    """Check each chain of a text: the first part after the step, the others before it."""
    checked = 0
    for clause in text.split("; "):
        parts = re.split(r" (=|≈) ", clause)
        first = evaluate(parts[0], after, layout, function)
        for sign, part in zip(parts[1::2], parts[2::2], strict=True):
            value = evaluate(part, before, layout, function)
            assert same(first, value, sign == "≈"), (clause, first, value)
            checked += 1
    return checked


def evaluate(text: Any, boards: Any, layout: Any, function: Any) -> Any:
    """Evaluate an expression over the boards: numbers, subscripts, arithmetic, nothing else."""
    text = re.sub(r"\brow (\d+)", r"ROW[\1]", text)
    tree = ast.parse(text.replace("nan", "NAN").replace("inf", "INF"), mode="eval").body
    return _Evaluator(boards, layout, function).value(tree)


class _Evaluator:
    def __init__(self, boards: Any, layout: Any, function: Any) -> None:
        self.boards, self.layout, self.function = boards, layout, function

    def value(self, node: Any) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id="NAN"):
                return math.nan
            case ast.Name(id="INF"):
                return math.inf
            case ast.List(elts=items):
                return [self.value(item) for item in items]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.value(operand)
            case ast.BinOp(left=left, op=op, right=right):
                signs = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply"}
                x, y = self.value(left), self.value(right)
                if isinstance(op, ast.Div):
                    return _DO["divide"](x, y)
                return _DO[signs[type(op)]](x, y)
            case ast.BoolOp(op=op, values=[left, right]):
                x, y = self.value(left), self.value(right)
                return (x and y) if isinstance(op, ast.And) else (x or y)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                names = {
                    ast.Eq: "equal",
                    ast.NotEq: "not_equal",
                    ast.Lt: "less",
                    ast.LtE: "less_equal",
                    ast.Gt: "greater",
                    ast.GtE: "greater_equal",
                }
                return _DO[names[type(op)]](self.value(left), self.value(right))
            case ast.Call(func=ast.Name(id="f"), args=[argument]):
                return self.function(np.asarray(self.value(argument))).item()
            case ast.Call(func=ast.Name(id=name), args=arguments):
                known: dict[str, Any] = {"min": min, "max": max, "bool": bool, "len": len}
                if name in ("min", "max") and len(arguments) == 2:
                    known = {"min": _DO["minimum"], "max": _DO["maximum"]}
                return known[name](*map(self.value, arguments))
            case ast.Subscript(value=ast.Name(id="ROW"), slice=index):
                return self.row(self.value(index))
            case ast.Subscript(value=whole, slice=index):
                return self.item(whole, index)
        raise AssertionError(ast.dump(node))

    def row(self, i: Any) -> Any:
        name = next(name for name in ("flat", "x.flat") if name in self.layout)
        splits = self.layout[name].splits[-1]
        return self.boards[name][splits[i] : splits[i + 1]]

    def item(self, whole: Any, index: Any) -> Any:
        name = ast.unparse(whole)
        cells = self.boards[name] if name in self.boards else self.value(whole)
        if isinstance(index, ast.Tuple):
            columns = self.layout[name].shape[1]
            row = self.value(index.elts[0])
            cells = cells[row * columns : (row + 1) * columns]
            index = index.elts[1]
        if isinstance(index, ast.Slice):
            ends = (index.lower, index.upper, index.step)
            return cells[slice(*(None if end is None else self.value(end) for end in ends))]
        at = self.value(index)
        assert isinstance(at, int)
        assert 0 <= at < len(cells)
        return cells[at]


def answer_of(played: Any, now: Any) -> Any:
    """Build the nested lists that the boards of the answer describe."""
    answer = played.answer
    values = now[answer.values]
    assert None not in values or answer.shape == ()
    if answer.shape == ():
        return values[0]
    if answer.shape is not None:
        rows, columns = answer.shape
        return [values[i * columns : (i + 1) * columns] for i in range(rows)]
    for name in reversed(answer.splits):
        splits = now[name]
        values = [values[a:b] for a, b in itertools.pairwise(splits)]
    return values


def plain(result: Any) -> Any:
    if result is None or isinstance(result, int | float | str):
        return result
    return result.to_list() if isinstance(result, rk.RaggedTensor) else result.tolist()


def agrees(*args: Any, **kwargs: Any) -> Any:
    played = play(*args, **kwargs)
    assert not played.error
    got = answer_of(played, replay(played))
    assert same(got, plain(played.result), True), (got, plain(played.result))
    return played


# --- properties ---------------------------------------------------------------------------------

ints = st.integers(-9, 9)
floats = st.sampled_from([0.5, -1.25, 3.0, math.nan, 1 / 3])
rows = st.lists(st.lists(ints, max_size=4), min_size=1, max_size=5)
float_rows = st.lists(st.lists(floats, max_size=4), min_size=1, max_size=4)
deep = st.lists(st.lists(st.lists(ints, max_size=3), max_size=3), min_size=1, max_size=3)
ENCODINGS = [
    "row_splits",
    "row_lengths",
    "value_rowids",
    "row_starts",
    "row_limits",
    "uniform_row_length",
]


def tensor(nested: Any, dtype: Any = "int64", ragged_rank: Any = None) -> Any:
    return rk.ragged.constant(nested, dtype=dtype, ragged_rank=ragged_rank or 1)


@given(rows, st.sampled_from(ENCODINGS), st.sampled_from(ENCODINGS))
def test_encodings(nested: Any, source: Any, target: Any) -> None:
    rt = tensor(nested)
    uniform = len({len(row) for row in nested}) == 1
    if source == target or (source == "uniform_row_length" and not uniform):
        with pytest.raises(ValueError, match=r"target|source"):
            play("encoding", rt, source, target)
        return
    agrees("encoding", rt, source, target)
    agrees("encoding", rt.partitions[0], source, target)


keys = st.one_of(st.slices(5), st.lists(st.integers(0, 0), max_size=3))


@given(rows, keys, st.slices(4))
def test_rows_and_slices(nested: Any, key: Any, inner: Any) -> None:
    rt = tensor(nested)
    agrees("getitem", rt, key)
    agrees("getitem", rt, (key, inner))
    agrees("getitem", rt, len(nested) - 1)
    agrees("getitem", rt, -1)
    agrees("getitem", rt, (0, inner))
    if nested[0]:
        agrees("getitem", rt, (0, -1))


@given(rows, st.data())
def test_gather_and_take_along(nested: Any, data: Any) -> None:
    rt = tensor(nested)
    agrees(
        "gather",
        rt,
        np.array(data.draw(st.lists(st.integers(0, len(nested) - 1), max_size=4)), int),
    )
    flat = np.arange(10) * 10
    agrees(
        rk.gather,
        flat,
        tensor(data.draw(st.lists(st.lists(st.integers(0, 9), max_size=3), max_size=3))),
    )
    within = [
        data.draw(st.lists(st.integers(-len(row), len(row) - 1), max_size=3)) if row else []
        for row in nested
    ]
    agrees("take_along", rt, tensor(within))
    agrees("getitem", rt, tensor(within))


@given(rows)
def test_masks(nested: Any) -> None:
    rt = tensor(nested)
    agrees("boolean_mask", rt, rt > 0)
    agrees("getitem", rt, rt > 0)
    agrees("where", rt > 0, rt, 0)
    agrees("where", rt > 0, -1, rt)
    agrees("where", rt > 0, rt, -rt)


@given(rows, st.sampled_from([0, 1]))
def test_joining(nested: Any, axis: Any) -> None:
    rt = tensor(nested)
    other = tensor([row[::-1][:2] for row in nested])
    agrees("concat", [rt, other], axis)
    agrees("concat", [rt, other, rt], axis=axis)
    agrees("stack", [rt, other], axis)
    agrees("repeat", rt, 2, axis)
    agrees("repeat", rt, [k % 3 for k in range(len(nested))], 0)
    agrees("tile", rt, [2, axis])
    agrees("tile", rt, [1, 2])


@given(
    st.one_of(rows.map(tensor), float_rows.map(lambda x: tensor(x, "float64"))),
    st.sampled_from([0, 1]),
)
def test_reductions(rt: Any, axis: Any) -> None:
    for name in ("sum", "prod", "mean", "any", "all"):
        if name in ("any", "all") and rt.dtype.kind == "f":
            continue
        agrees(name, rt, axis=axis)
        agrees(name, rt)
    agrees("cumsum", rt, axis)
    agrees("sort", rt)
    agrees("sort", rt, descending=True)


@given(rows.map(tensor), st.sampled_from(["max", "min"]))
def test_extremes(rt: Any, name: Any) -> None:
    agrees(name, rt, axis=1, empty=99)
    agrees(name, rt, axis=0)
    empty = [i for i, n in enumerate(rt.row_lengths().tolist()) if n == 0]
    if not empty:
        agrees(name, rt, axis=1)
        return
    played = play(name, rt, axis=1)
    with pytest.raises(ValueError, match="must have a value in every row") as error:
        getattr(rt, name)(axis=1)
    assert played.error == str(error.value)
    assert played.answer is None
    replay(played)
    assert played.steps[-1].note == f"result[{empty[0]}] has no values to take the {name} of."


@given(deep, st.sampled_from([0, 1, 2]))
def test_reductions_of_two_ragged_axes(nested: Any, axis: Any) -> None:
    rt = tensor(nested, ragged_rank=2)
    for name in ("sum", "mean", "any"):
        agrees(name, rt, axis=axis)
    agrees("merge_dims", rt, 0, 1)
    agrees("merge_dims", rt, 1, 2)
    agrees("map_flat_values", np.square, rt)


@given(rows, st.sampled_from(["add", "subtract", "multiply", "maximum", "less", "equal"]), ints)
def test_broadcasting(nested: Any, name: Any, number: Any) -> None:
    rt = tensor(nested)
    width = max(map(len, nested))
    agrees(name, rt, rt[:, ::-1])
    agrees(name, rt, number)
    agrees(name, number, rt)
    agrees(name, rt, np.arange(len(nested))[:, None])
    if all(len(row) == width for row in nested) and width:
        agrees(name, rt, np.arange(width))


@given(rows.filter(lambda nested: any(len(row) > 1 for row in nested)))
def test_a_pair_that_does_not_fit_stops_at_its_first_row(nested: Any) -> None:
    row = next(i for i, items in enumerate(nested) if len(items) > 1)
    other = tensor([[*items, 0] if i == row else items for i, items in enumerate(nested)])
    played = play("add", tensor(nested), other)
    with pytest.raises(ValueError, match=f"row {row}") as error:
        tensor(nested) + other
    assert played.error == str(error.value)
    assert played.steps[-1].note.startswith(f"Row {row} has ")
    replay(played)


@given(rows)
def test_rectangles(nested: Any) -> None:
    rt = tensor(nested)
    agrees("to_tensor", rt)
    agrees("to_tensor", rt, default_value=-1)
    agrees("to_sparse", rt)
    agrees("from_tensor", rt.to_tensor(), rt.row_lengths())


@given(st.lists(st.tuples(ints, st.integers(0, 2)), max_size=6))
def test_segment_sum(pairs: Any) -> None:
    ids = np.cumsum([step for _, step in pairs]).astype(int)
    agrees("segment_sum", np.array([x for x, _ in pairs], int), ids)


# --- edges --------------------------------------------------------------------------------------


def test_every_operation_is_played_above() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert not [
        name
        for name in OPERATIONS
        if f'"{name}"' not in text
        and name not in ("divide", "minimum", "greater", "greater_equal", "less_equal", "not_equal")
    ]


@pytest.mark.parametrize(
    "name", ["divide", "minimum", "greater", "greater_equal", "less_equal", "not_equal"]
)
def test_other_binary_operations(name: Any) -> None:
    agrees(name, tensor([[3.0, 1.0], [], [4.0]], "float64"), 2.0)


@pytest.mark.parametrize("nested", [[], [[]], [[], []], [[], [1]], [[1], []], [[1]]], ids=str)
def test_empty_rows(nested: Any) -> None:
    rt = tensor(nested)
    agrees("sum", rt, axis=1)
    agrees("concat", [rt, rt], 1)
    agrees("to_tensor", rt)
    agrees("encoding", rt, "row_lengths", "value_rowids")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, for a division by zero
def test_nan_and_zero() -> None:
    rt = tensor([[1.0, math.nan, 0.0, -2.0], [math.nan, 3.0]], "float64")
    for name in ("maximum", "minimum", "divide", "add"):
        agrees(name, rt, rt[:, ::-1])
        agrees(name, rt, 0.0)
        agrees(name, 0.0, rt)
    for name in ("max", "min"):
        agrees(name, rt, axis=1)
        agrees(name, rt)


def test_text_of_strings() -> None:
    rt = rk.array([["b", "a'"], [], ["c"]])
    agrees("sort", rt)
    agrees("concat", [rt, rt], 0)
    agrees("getitem", rt, (slice(None), slice(None, 1)))


def test_a_wrong_text_is_found() -> None:
    played = play("encoding", tensor([[1, 2], [3]]), "row_lengths", "row_splits")
    step = played.steps[-1]
    assert step.text == "row_splits[2] = row_splits[1] + row_lengths[1] = 2 + 1 = 3"
    layout = {board.name: board for board in played.boards}
    before = {"row_splits": [0, 2, None], "row_lengths": [2, 1]}
    after = {"row_splits": [0, 2, 3], "row_lengths": [2, 1]}
    assert check_text(step.text, before, after, layout) == 3
    for wrong in ("row_splits[2] = 2 + 1 = 4", "row_splits[2] = row_splits[0] + row_lengths[1]"):
        with pytest.raises(AssertionError):
            check_text(wrong, before, after, layout)


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (("nothing", tensor([[1]])), ValueError, "op must be one of .*, got 'nothing'"),
        (("sum", [[1]]), TypeError, r"rt must be a RaggedTensor, got \[\[1\]\]"),
        (("sort", rk.ragged.constant([[[1]]])), ValueError, "rt must have 1 ragged axis .*, got 2"),
        (("encoding", tensor([[1]]), "splits", "row_lengths"), ValueError, "source must be one of"),
        (("getitem", tensor([[1]]), (slice(None), 0)), rk.RaggedIndexError, "axis 1 is ragged"),
        (
            ("sum", tensor([list(range(MOST_CELLS))])),
            ValueError,
            "args must have at most 400 cells",
        ),
    ],
    ids=lambda x: x[0] if isinstance(x, tuple) else "",
)
def test_errors(call: Any, error: Any, message: Any) -> None:
    with pytest.raises(error, match=message):
        play(*call)
