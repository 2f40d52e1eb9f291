"""TensorShape against models on plain tuples."""

from __future__ import annotations

import copy
import math
import pickle
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit.dimension import Dimension
from raggedkit.errors import RaggedIndexError
from raggedkit.shape import TensorShape

Dims = tuple[int | None, ...] | None

sizes = st.none() | st.integers(0, 3)  # few values, so that shapes often agree
known_ranks = st.lists(sizes, max_size=4).map(tuple)
all_dims = st.none() | known_ranks
indices = st.none() | st.integers(-6, 6)


def dims_of(shape: TensorShape) -> Dims:
    return None if shape.rank is None else tuple(shape)


# ------------------------------------------------------------------ against models


def represents(dims: Dims, full: tuple[int, ...]) -> bool:
    """Whether a shape that is partly known can stand for one that is fully known."""
    return dims is None or (
        len(dims) == len(full) and all(a in (None, b) for a, b in zip(dims, full, strict=True))
    )


def filled(dims: tuple[int | None, ...], partner: Dims) -> tuple[int, ...]:
    """Fill unknown sizes with the partner's where it has any."""
    fits = partner if partner is not None and len(partner) == len(dims) else (None,) * len(dims)
    return tuple(
        next(n for n in (a, b, 0) if n is not None) for a, b in zip(dims, fits, strict=True)
    )


@given(all_dims, all_dims)
def test_compatible_shapes_have_a_full_shape_in_common(a: Dims, b: Dims) -> None:
    known = b if a is None else a
    common = filled(known or (), b if a is not None else None)
    expected = represents(a, common) and represents(b, common)
    assert TensorShape(a).is_compatible_with(b) is expected
    assert TensorShape(b).is_compatible_with(TensorShape(a)) is expected


@given(all_dims, all_dims)
def test_merge_knows_what_either_knows(a: Dims, b: Dims) -> None:
    if not TensorShape(a).is_compatible_with(b):
        with pytest.raises(ValueError, match=r"other.* must .*most_specific_compat"):
            TensorShape(a).merge_with(b)
        with pytest.raises(ValueError, match=r"other.* must "):
            TensorShape(a).assert_is_compatible_with(b)
        return
    TensorShape(a).assert_is_compatible_with(b)
    merged = dims_of(TensorShape(a).merge_with(b))
    if a is None or b is None:
        assert merged == (b if a is None else a)
    else:
        pairs = zip(a, b, strict=True)
        assert merged == tuple(y if x is None else x for x, y in pairs)


@given(all_dims, all_dims)
def test_most_specific_compatible_shape_keeps_what_is_equal(a: Dims, b: Dims) -> None:
    if a is None or b is None or len(a) != len(b):
        expected: Dims = None
    else:
        expected = tuple(x if x == y else None for x, y in zip(a, b, strict=True))
    assert dims_of(TensorShape(a).most_specific_compatible_shape(b)) == expected


@given(all_dims, st.lists(all_dims, max_size=3))
def test_common_supertype_is_the_least_one(a: Dims, others: list[Dims]) -> None:
    shape = TensorShape(a)
    common = shape.most_specific_common_supertype(TensorShape(other) for other in others)
    assert common is not None
    for dims in [a, *others]:
        assert TensorShape(dims).is_subtype_of(common)
    everything = [a, *others]
    if None not in everything and len({len(d) for d in everything if d is not None}) == 1:
        columns = zip(*(d for d in everything if d is not None), strict=True)
        assert dims_of(common) == tuple(c[0] if len(set(c)) == 1 else None for c in columns)
    else:
        assert common.rank is None


@given(all_dims, all_dims, all_dims)
def test_subtypes_are_an_order(a: Dims, b: Dims, c: Dims) -> None:
    x, y, z = map(TensorShape, (a, b, c))
    assert x.is_subtype_of(x)
    expected = b is None or (
        a is not None
        and len(a) == len(b)
        and all(q in (None, p) for p, q in zip(a, b, strict=True))
    )
    assert x.is_subtype_of(y) is expected
    if x.is_subtype_of(y) and y.is_subtype_of(x):
        assert x == y
    if x.is_subtype_of(y) and y.is_subtype_of(z):
        assert x.is_subtype_of(z)


@given(all_dims, all_dims)
def test_concatenation_is_that_of_tuples(a: Dims, b: Dims) -> None:
    expected = None if a is None or b is None else a + b
    shape = TensorShape(a)
    assert dims_of(shape.concatenate(b)) == expected
    assert dims_of(shape + b) == expected
    assert dims_of(a + TensorShape(b)) == expected
    assert dims_of(shape.__concat__(TensorShape(b))) == expected


@given(all_dims, all_dims)
def test_equal_shapes_have_equal_dims_and_hashes(a: Dims, b: Dims) -> None:
    shape = TensorShape(a)
    assert (shape == TensorShape(b)) is (a == b)
    assert (shape != b) is (a != b)
    assert (b == shape) is (a == b)
    assert hash(shape) == hash(a)
    assert {shape: 1}.get(TensorShape(b)) == (1 if a == b else None)


@given(all_dims)
def test_what_a_shape_says_of_itself(a: Dims) -> None:
    shape = TensorShape(a)
    full = a is not None and None not in a
    assert shape.rank == shape.ndims == (None if a is None else len(a))
    assert shape.dims == (None if a is None else list(a))
    assert bool(shape) is (a is not None)
    assert shape.is_fully_defined() is full
    product = math.prod(n for n in a if n is not None) if a is not None and full else None
    assert shape.num_elements() == product
    assert repr(shape) == f"TensorShape({None if a is None else list(a)})"
    assert str(shape) == ("<unknown>" if a is None else str(a))
    for again in (
        TensorShape(shape),
        TensorShape(shape.as_proto()),  # type: ignore[arg-type]
        pickle.loads(pickle.dumps(shape)),
        copy.copy(shape),
        copy.deepcopy([shape])[0],
    ):
        assert type(again) is TensorShape
        assert dims_of(again) == a


@given(known_ranks, st.slices(6), st.integers(-5, 4))
def test_indexing_is_that_of_tuples(dims: tuple[int | None, ...], key: slice, axis: int) -> None:
    shape = TensorShape(dims)
    assert shape[key] == TensorShape(dims[key])
    assert len(shape) == len(dims)
    assert list(shape) == shape.as_list() == list(dims)
    if -len(dims) <= axis < len(dims):
        assert shape[axis] == shape[np.int64(axis)] == dims[axis]
    else:
        with pytest.raises(RaggedIndexError, match=f"axis must .*, got {axis};"):
            shape[axis]


@given(all_dims, st.integers(0, 5))
def test_rank_demands(dims: Dims, rank: int) -> None:
    shape, n = TensorShape(dims), None if dims is None else len(dims)
    demands: list[tuple[Callable[[int], object], bool]] = [
        (shape.assert_has_rank, n in (None, rank)),
        (shape.with_rank, n in (None, rank)),
        (shape.with_rank_at_least, n is None or n >= rank),
        (shape.with_rank_at_most, n is None or n <= rank),
        (lambda r: shape.assert_same_rank([None] * r), n in (None, rank)),
    ]
    for demand, met in demands:
        if met:
            demand(rank)
        else:
            with pytest.raises(ValueError, match=rf"shape must have rank .*{rank}, got \("):
                demand(rank)


# ------------------------------------------------------------------ edges


@pytest.mark.parametrize(
    ("key", "dims"),
    [
        (slice(None), None),
        (slice(1, None), None),
        (slice(-1, 2), None),
        (slice(None, -1), None),
        (slice(None, 3), (None, None, None)),
        (slice(1, 3), (None, None)),
        (slice(3, 1), ()),
    ],
    ids=str,
)
def test_slices_of_an_unknown_rank(key: slice, dims: Dims) -> None:
    assert dims_of(TensorShape(None)[key]) == dims


def test_a_dimension_of_an_unknown_rank_is_not_known() -> None:
    assert TensorShape(None)[0] is None
    assert TensorShape(None)[-7] is None


def test_rank_given_to_an_unknown_shape() -> None:
    unknown, scalar = TensorShape(None), TensorShape([])
    assert dims_of(unknown.with_rank(2)) == (None, None)
    assert dims_of(unknown.with_rank(0)) == ()
    assert dims_of(unknown.with_rank(np.int64(1))) == (None,)
    assert unknown.with_rank(None) is unknown
    assert unknown.with_rank_at_least(2) is unknown
    assert scalar.with_rank_at_most(0) is scalar


def test_shapes_equal_what_is_shaped_alike() -> None:
    assert TensorShape([1]) == 1
    assert TensorShape([1, 2]) == np.array([1, 2])
    assert TensorShape([1, None]) == [Dimension(1), Dimension(None)]
    assert TensorShape([1]) != "a"
    assert TensorShape([1]) != [1.0]
    assert TensorShape([1]) != object()
    assert TensorShape([1]).__eq__("a") is NotImplemented


def test_supertype_of_no_list_is_refused() -> None:
    with pytest.raises(TypeError, match="others must be a list of shapes, got 5"):
        TensorShape([2]).most_specific_common_supertype(5)  # type: ignore[arg-type]


def test_supertype_and_subtype_are_about_shapes_alone() -> None:
    assert TensorShape([2]).most_specific_common_supertype([[2]]) is None
    assert TensorShape(None).most_specific_common_supertype([3]) is None
    assert TensorShape([2]).most_specific_common_supertype([]) == [2]
    assert TensorShape([2]).is_subtype_of([2]) is False
    assert TensorShape([2]).is_subtype_of(None) is False


def test_lists_handed_out_are_copies() -> None:
    shape = TensorShape([2, 3])
    for mine in (shape.dims, shape.as_list()):
        assert mine is not None
        mine.append(4)
    assert shape == [2, 3]


@pytest.mark.parametrize(
    ("dims", "written"),
    [
        (None, "[...]"),
        ([], "[]"),
        ([4], "[4]"),
        ([None], "[d0]"),
        ([2, None, 3], "[2, (d1), 3]"),
        ([None, None, None], "[d0, (d1), (d2)]"),
    ],
    ids=str,
)
def test_notation(dims: Any, written: str) -> None:
    assert TensorShape(dims).notation == written


def test_format_takes_a_width() -> None:
    assert f"{TensorShape([1, None])}" == "(1, None)"
    assert f"{TensorShape(None):>10}" == " <unknown>"


def test_html_is_left_to_the_displays(monkeypatch: pytest.MonkeyPatch) -> None:
    displays: Any = ModuleType("raggedkit.reprs")
    displays.shape_html = lambda shape: f"<b>{shape.notation}</b>"
    monkeypatch.setitem(sys.modules, "raggedkit.reprs", displays)
    assert TensorShape([2, None])._repr_html_() == "<b>[2, (d1)]</b>"


def test_as_proto_has_the_fields_of_the_message() -> None:
    dims = [{"size": 2}, {"size": -1}]
    assert TensorShape([2, None]).as_proto() == {"unknown_rank": False, "dim": dims}
    assert TensorShape(None).as_proto() == {"unknown_rank": True, "dim": []}
    assert TensorShape([]).as_proto() == {"unknown_rank": False, "dim": []}


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_arrays_and_shapes(dtype: Any) -> None:
    array = np.array([2, 3], dtype)
    added = array + TensorShape([0, 2])
    assert added.dtype == dtype
    assert added.tolist() == [2, 5]
    assert (TensorShape([5, 5]) - array).tolist() == [3, 2]
    assert (array == TensorShape([2, None])).tolist() == [True, False]
    assert (array == TensorShape(None)).tolist() == [False, False]
    assert (TensorShape(None) != np.array([0.5])).tolist() == [True]  # type: ignore[attr-defined]
    assert TensorShape([0, 2]) + array == [0, 2, 2, 3]
    assert array + TensorShape([0, None]) == [2, 3, 0, None]
    assert dims_of(array + TensorShape(None)) is None
    shape: Any = TensorShape([2, 3])
    assert np.zeros(shape).shape == (2, 3)
    assert np.add.reduce(shape) == 5


def test_a_float_array_stays_one_beside_a_shape() -> None:
    assert (np.array([0.5, 1.5]) * TensorShape([2, 4])).tolist() == [1.0, 6.0]


# ------------------------------------------------------------------ errors


TWO: Any = TensorShape([2, None])
UNKNOWN: Any = TensorShape(None)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: TWO.merge_with([3, 4]), ValueError, r"^other\[0\] must be 2 or None as in \(2, N"),
        (lambda: TWO.merge_with([3, 4]), ValueError, r"got 3 in \(3, 4\); most_specific_compat"),
        (lambda: TWO.merge_with(2), ValueError, r"^other must have rank 2 as .*, got \(2,\) of"),
        (lambda: TWO.merge_with([0, 1.5]), TypeError, r"^other\[1\] must be an int .* got 1\.5"),
        (lambda: TWO.concatenate("x"), TypeError, r"^other\[0\] must be an int or None, got 'x'"),
        (lambda: -1 + TWO, ValueError, r"^other must be >= 0, got -1; write None"),
        (lambda: "x" + TWO, TypeError, r"^other\[0\] must be an int or None, got 'x'"),
        (lambda: UNKNOWN.is_compatible_with("x"), TypeError, r"^other\[0\] must be an int"),
        (lambda: TWO == [2, -1], ValueError, r"^other\[1\] must be >= 0, got -1; write None"),
        (lambda: TWO.assert_is_fully_defined(), ValueError, r"got \(2, None\) without dims\[1\]; "),
        (lambda: UNKNOWN.assert_is_fully_defined(), ValueError, r"got <unknown> without the rank"),
        (lambda: TWO.with_rank(3), ValueError, r"^shape must have rank 3, got .* rank 2; expand_"),
        (lambda: TWO.with_rank_at_least(3), ValueError, r"^shape must have rank at least 3, got"),
        (lambda: TWO.with_rank_at_most(1), ValueError, r"^shape must have rank at most 1, got"),
        (lambda: TWO.with_rank(1.5), TypeError, r"^rank must be an int, got 1\.5"),
        (lambda: UNKNOWN.with_rank(-1), ValueError, r"^rank must be >= 0, got -1; a scalar has"),
        (lambda: UNKNOWN.assert_has_rank("a"), TypeError, r"^rank must be an int, got 'a'"),
        (lambda: UNKNOWN.as_list(), ValueError, r"^shape must have a rank to be listed, got"),
        (lambda: len(UNKNOWN), ValueError, r"^shape must have a rank to be measured, got"),
        (lambda: list(UNKNOWN), ValueError, r"^shape must have a rank to be iterated over, got"),
        (lambda: 1 in UNKNOWN, ValueError, r"^shape must have a rank to be iterated over, got"),
        (lambda: TWO[2], RaggedIndexError, r"^axis must name one of the 2 axes of .*, got 2"),
        (lambda: TensorShape([])[-1], RaggedIndexError, r"^axis must name one of the 0 axes"),
        (lambda: TWO["a"], TypeError, r"^axis must be an int or a slice, got 'a'"),
        (lambda: UNKNOWN[0, 1], TypeError, r"^axis must be an int or a slice, got \(0, 1\); sev"),
        (lambda: TWO[::0], ValueError, "step cannot be zero"),
        (lambda: UNKNOWN[::2], ValueError, r"^slice step must be left out, got 2; the rank is not"),
    ],
)  # fmt: skip
def test_errors(call: Callable[[], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize("name", ["_dims", "rank", "new"])
def test_shapes_cannot_be_changed(name: str) -> None:
    shape = TensorShape([2, 3])
    with pytest.raises((AttributeError, TypeError)):
        setattr(shape, name, (4,))
    assert shape == [2, 3]
    assert not hasattr(shape, "new")


@pytest.mark.parametrize("name", ["_dims", "anything"])
def test_no_attribute_can_be_set(name: str) -> None:
    shape = TensorShape([2, None])
    with pytest.raises(AttributeError, match=name):
        setattr(shape, name, None)
    with pytest.raises(AttributeError, match=name):
        delattr(shape, name)
    assert shape == [2, None]


@pytest.mark.parametrize("dims", [None, [], [2, None], [0]], ids=str)
def test_pickle_and_copies_are_equal(dims: Any) -> None:
    shape = TensorShape(dims)
    copies = [pickle.loads(pickle.dumps(shape)), copy.copy(shape), copy.deepcopy(shape)]
    assert [repr(c) for c in copies] == [repr(shape)] * 3
