"""Dimension against plain ints; values that are accepted as sizes of a shape, and others."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit.dimension import Dimension, Dims
from raggedkit.shape import TensorShape

sizes = st.none() | st.integers(0, 3)  # few values, so that sizes often agree


@given(sizes, sizes)
def test_dimensions_merge_like_shapes_of_one_axis(a: int | None, b: int | None) -> None:
    one, other = Dimension(a), Dimension(b)
    assert one.is_compatible_with(other) is TensorShape([a]).is_compatible_with([b])
    if one.is_compatible_with(b):
        assert [one.merge_with(other).value] == TensorShape([a]).merge_with([b]).as_list()
    else:
        with pytest.raises(ValueError, match=f"other must be {a} or None, got {b};"):
            one.merge_with(b)


ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


@given(sizes, sizes, st.sampled_from(ARITHMETIC))
def test_dimension_arithmetic_is_that_of_ints(a: int | None, b: int | None, op: Any) -> None:
    for x, y in ((Dimension(a), Dimension(b)), (Dimension(a), b), (a, Dimension(b))):
        if a is None or b is None:
            assert op(x, y).value is None
        elif b == 0 and op in (operator.floordiv, operator.mod):
            with pytest.raises(ZeroDivisionError):
                op(x, y)
        elif op(a, b) < 0:
            with pytest.raises(ValueError, match=f"value must be >= 0, got {op(a, b)};"):
                op(x, y)
        else:
            assert op(x, y).value == op(a, b)


@given(sizes, sizes, st.sampled_from(COMPARISONS))
def test_dimension_comparison_says_none_if_not_known(a: int | None, b: int | None, op: Any) -> None:
    expected = None if a is None or b is None else op(a, b)
    for x, y in ((Dimension(a), Dimension(b)), (Dimension(a), b), (a, Dimension(b))):
        assert op(x, y) is expected


def test_a_dimension_stands_for_its_int() -> None:
    three = Dimension(np.int64(3))
    assert int(three) == operator.index(three) == 3
    assert list(range(three)) == [0, 1, 2]
    assert "abcd"[three] == "d"
    assert np.zeros(Dimension(2)).shape == (2,)
    assert [bool(Dimension(n)) for n in (0, 1, None)] == [False, True, False]
    assert [str(Dimension(n)) for n in (0, None)] == ["0", "?"]
    assert repr(Dimension(Dimension(None))) == "Dimension(None)"
    assert pickle.loads(pickle.dumps(three)).value == 3
    assert Dimension(3) != "a"
    assert (Dimension(3) == -1) is False


class Foreign:
    """A shape of another library: it has a rank and ``as_list``, and can't always be iterated."""

    def __init__(self, dims: list[int | None] | None) -> None:
        self.rank, self._dims = None if dims is None else len(dims), dims

    def as_list(self) -> list[int | None]:
        if self._dims is None:
            raise ValueError("no rank")
        return self._dims


READ_ONLY = np.array([2, 3], np.int32)
READ_ONLY.flags.writeable = False

SHAPE_LIKE: dict[str, tuple[Any, Dims | None]] = {
    "none": (None, None),
    "int": (5, (5,)),
    "zero": (0, (0,)),
    "bool": (True, (1,)),
    "bool-in-a-list": ([2, False], (2, 0)),
    "huge": ([2**70], (2**70,)),
    "list": ([2, None], (2, None)),
    "empty": ([], ()),
    "empty-text": ("", ()),
    "range": (range(3), (0, 1, 2)),
    "iterator": (iter([1, None]), (1, None)),
    "generator": ((n for n in (1, 2)), (1, 2)),
    "set": ({3, 1}, (1, 3)),
    "shape": (TensorShape([1, None]), (1, None)),
    "shape-of-no-rank": (TensorShape(None), None),
    "dimension": (Dimension(3), (3,)),
    "unknown-dimension": (Dimension(None), (None,)),
    "dimensions": ([Dimension(3), Dimension(None), 2, None], (3, None, 2, None)),
    "numpy-int": (np.int32(3), (3,)),
    "numpy-ints": ([np.int64(2), np.uint8(3)], (2, 3)),
    "0-d": (np.array(3), (3,)),
    "0-d-in-a-list": ([np.array(3), None], (3, None)),
    "1-d": (np.array([1, 2]), (1, 2)),
    "1-d-empty": (np.array([], np.int64), ()),
    "1-d-read-only": (READ_ONLY, (2, 3)),
    "1-d-strided": (np.arange(6)[1::2], (1, 3, 5)),
    "1-d-objects": (np.array([2, None], object), (2, None)),
    "foreign": (Foreign([2, None]), (2, None)),
    "foreign-of-no-rank": (Foreign(None), None),
    "proto": ({"unknown_rank": False, "dim": [{"size": 2}, {"size": -1}]}, (2, None)),
    "proto-of-no-rank": ({"unknown_rank": True}, None),
    "proto-of-a-scalar": ({"unknown_rank": False}, ()),
}


@pytest.mark.parametrize(("given", "dims"), SHAPE_LIKE.values(), ids=SHAPE_LIKE)
def test_shape_like(given: Any, dims: Dims | None) -> None:
    shape = TensorShape(given)
    assert shape.dims == (None if dims is None else list(dims))
    assert dims is None or {type(n) for n in shape} <= {int, type(None)}


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        (-1, ValueError, r"^dims must be >= 0, got -1; write None"),
        ([-1], ValueError, r"^dims\[0\] must be >= 0, got -1; write None"),
        ([2, None, -3], ValueError, r"^dims\[2\] must be >= 0, got -3"),
        (np.array([4, -2]), ValueError, r"^dims\[1\] must be >= 0, got -2"),
        (2.0, TypeError, r"^dims must be an int or None, got 2\.0"),
        ([3, 2.5], TypeError, r"^dims\[1\] must be an int or None, got 2\.5; "),
        (np.array([3, 2.5]), TypeError, r"^dims\[0\] must be an int or None, got 3\.0"),
        (np.float64(2), TypeError, r"^dims must be an int or None, got 2\.0"),
        (["a"], TypeError, r"^dims\[0\] must be an int or None, got 'a'"),
        ("12", TypeError, r"^dims\[0\] must be an int or None, got '1'"),
        ([3, [1, 2]], TypeError, r"^dims\[1\] must be an int .* got \[1, 2\]; .* one flat list"),
        (np.array([[1, 2]]), TypeError, r"^dims\[0\] must be an int or None, got \[1, 2\]"),
        ([np.array([3])], TypeError, r"^dims\[0\] must be an int or None, got array\(\[3\]\)"),
        (np.array([True, False]), TypeError, r"^dims must contain ints, got array\(\[ True, False"),
        ([np.True_], TypeError, r"^dims\[0\] must be an int or None, got np\.True_"),
        pytest.param(
            object(), TypeError, r"^dims must be an int or None, got <object", id="object"
        ),
        ({"a": 1}, TypeError, r"^dims\[0\] must be an int or None, got 'a'"),
        ({"dim": [{"size": -2}]}, ValueError, r"^dims\[0\] must be >= 0, got -2"),
    ],
    ids=str,
)
def test_what_is_no_shape(given: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        TensorShape(given)


THREE: Any = Dimension(3)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: Dimension(-1), ValueError, r"^value must be >= 0, got -1"),
        (lambda: THREE.merge_with(1.5), TypeError, r"^other must be an int or None, got 1\.5"),
        (lambda: THREE.merge_with("a"), TypeError, r"must be an int or None, got 'a'"),
        (lambda: int(Dimension(None)), TypeError, r"^dimension must be known .* got None"),
        (lambda: THREE - -1, ValueError, r"^other must be >= 0, got -1"),
        (lambda: THREE + 1.5, TypeError, "unsupported operand"),
        (lambda: THREE < "a", TypeError, "not supported between"),
        (lambda: THREE / 2, TypeError, "unsupported operand"),
        (lambda: hash(THREE), TypeError, "unhashable"),
    ],
)
def test_errors(call: Callable[[], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_dimensions_cannot_be_changed() -> None:
    two = Dimension(2)
    with pytest.raises((AttributeError, TypeError)):
        setattr(two, "value", 3)  # noqa: B010
    assert two.value == 2
