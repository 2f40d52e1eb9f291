"""Constructors of tensors, partitions and shapes, in raggedkit and in a live TensorFlow.

Equal answers, structure included, or both refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import raggedkit as rk

tf = pytest.importorskip(
    "tensorflow", reason="needs TensorFlow: `make conformance` runs it in .venv-tf"
)

from tests.conformance.bridge import (  # noqa: E402 - not where there is no TensorFlow
    DTYPES,
    Parts,
    Same,
    agree,
    ascending,
    cuts,
    dense_to_tf,
    examples,
    from_zero,
    inner_shapes,
    numbers,
    one_in_five,
    ragged,
    small,
    splits_dtypes,
    to_rk,
    to_tf,
    values,
    vectors,
)

pytestmark = pytest.mark.tensorflow


# ------------------------------------------------------------------ constructors
NAMES = ("splits", "lengths", "starts", "limits", "value_rowids", "uniform")


@st.composite
def encodings(draw: st.DrawFn) -> tuple[str, list[Any], int]:
    """Draw the name of a constructor, its arguments, and how many values they most likely cut."""
    name = draw(st.sampled_from(NAMES))
    if name == "uniform":
        k, n = draw(numbers), draw(numbers)
        nrows = draw(st.sampled_from((None, None, n, n)))
        return "uniform_row_length", [k, nrows], max(k, 0) * max(n, 0)
    if draw(one_in_five):
        code = draw(vectors)
    elif name == "lengths":
        code = draw(st.lists(st.integers(0, 3), max_size=5))
    else:
        code = draw(ascending if name in ("limits", "value_rowids") else from_zero)
    last = code[-1] if code else 0
    if name == "value_rowids":
        nrows = draw(st.sampled_from((None, None, last + 1, last + 3)) | numbers)
        return name, [code, nrows], len(code)
    nvals = {"lengths": sum(code), "starts": last + draw(st.integers(0, 2))}.get(name, last)
    return f"row_{name}", [code], max(nvals, 0)


def cut_nothing_into_no_rows(name: str, code: list[Any], nvals: int) -> bool:
    """Whether values are cut into no rows by starts, which TensorFlow lets pass: row_splits=[3]."""
    return name == "row_starts" and not len(code[0]) and nvals != 0


@examples(300)
@given(st.data(), encodings(), splits_dtypes, one_in_five)
def test_encodings(data: st.DataObject, call: Any, dtype: str, wrong: bool) -> None:
    name, code, nvals = call
    count = data.draw(st.integers(0, 6)) if wrong else nvals
    assume(not cut_nothing_into_no_rows(name, code, count))
    code = [None if a is None else np.asarray(a, dtype) for a in code]
    flat = values(data, (count, *data.draw(inner_shapes)), data.draw(st.sampled_from(DTYPES)))
    parts = Parts(flat)
    if count and data.draw(st.booleans()):
        parts = Parts(flat, (data.draw(cuts(count)),), dtype)
        parts = parts.over(values(data, (parts.cuts[0].nvals, *flat.shape[1:]), "int64"))
    agree(
        lambda: getattr(rk.RaggedTensor, f"from_{name}")(to_rk(parts), *code),
        lambda: getattr(tf.RaggedTensor, f"from_{name}")(to_tf(parts), *code),
    )


def properties(p: Any) -> list[Any]:
    return [
        *(p.row_splits(), p.row_lengths(), p.row_starts(), p.row_limits(), p.value_rowids()),
        *(p.offsets_in_rows(), p.nrows(), p.nvals(), p.uniform_row_length()),
        *(p.is_uniform(), p.dtype),
    ]


@examples(250)
@given(encodings(), splits_dtypes, numbers, st.sampled_from(("int32", "int64")), one_in_five)
def test_row_partition(call: Any, dtype: str, n: int, other: str, wrong: bool) -> None:
    name, code, nvals = call
    assume(not cut_nothing_into_no_rows(name, code, n if wrong else nvals))
    if name == "uniform_row_length":
        assume((code[1] or 0) >= 0 and (n if wrong else nvals) >= 0)  # TensorFlow makes -1 rows
    count = np.asarray(n if wrong else nvals, dtype)
    code = [None if a is None else np.asarray(a, dtype) for a in code]
    if name in ("row_starts", "uniform_row_length"):
        code = [code[0], count, *code[1:]]
    ours = agree(
        lambda: getattr(rk.RowPartition, f"from_{name}")(*code),
        lambda: getattr(tf.experimental.RowPartition, f"from_{name}")(*code),
    )
    if ours is not None:
        theirs = getattr(tf.experimental.RowPartition, f"from_{name}")(*code)
        agree(lambda: properties(ours), lambda: properties(theirs))
        assert ours.static_nrows == theirs.static_nrows
        assert ours.static_uniform_row_length == theirs.static_uniform_row_length
        assert theirs.static_nvals in (ours.static_nvals, None)  # TensorFlow doesn't always know
        agree(lambda: ours.with_dtype(other), lambda: theirs.with_dtype(other))


@examples(80)
@given(ragged(), st.booleans())
def test_nested_constructors(parts: Parts, short: bool) -> None:
    mine, flat = to_rk(parts), dense_to_tf(parts.flat)
    rowids, lengths = mine.nested_value_rowids(), mine.nested_row_lengths()
    nrows = [p.nrows() for p in mine.partitions][short:]
    for name, code in (
        ("row_splits", [mine.nested_row_splits]),
        ("row_lengths", [lengths]),
        ("value_rowids", [rowids]),
        ("value_rowids", [rowids, nrows]),
    ):
        agree(
            partial(getattr(rk.RaggedTensor, f"from_nested_{name}"), parts.flat, *code),
            partial(getattr(tf.RaggedTensor, f"from_nested_{name}"), flat, *code),
        )


# ------------------------------------------------------------------ nested lists
def nested(depth: int) -> st.SearchStrategy[Any]:
    leaf: st.SearchStrategy[Any] = st.integers(-9, 9)
    for _ in range(depth):
        leaf = st.lists(leaf, max_size=3)
    return leaf


pylists = st.one_of(
    *[nested(d) for d in (1, 2, 3, 4)],
    st.lists(
        st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), max_size=2), max_size=3
    ),
    st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, max_size=3), max_leaves=8),
)


def leaves(pylist: Any) -> Iterator[int]:
    if isinstance(pylist, int):
        yield pylist
    else:
        for item in pylist:
            yield from leaves(item)


def rectangular(pylist: Any) -> bool:
    try:
        return np.array(pylist).dtype.kind != "O"
    except ValueError:
        return False


@examples(400)
@given(
    pylists,
    st.none() | st.integers(-1, 4),
    st.none() | st.sampled_from(((), (2,), (1,), (0,), (2, 2))),
    st.sampled_from((None, "float64", "int32")),
    splits_dtypes,
)
def test_constant(
    pylist: Any, ragged_rank: int | None, inner: Any, dtype: str | None, splits: str
) -> None:
    # An empty list that comes first decides a shape for TensorFlow, whatever follows.
    assume(ragged_rank != 0 or rectangular(pylist))
    # TensorFlow fills any inner shape with one value, and one of size 0 with none of many.
    assume(not inner or (len(list(leaves(pylist))) != 1 and 0 not in inner))
    typed = None if dtype is None else tf.as_dtype(dtype)
    agree(
        lambda: rk.ragged.constant(pylist, dtype, ragged_rank, inner, row_splits_dtype=splits),
        lambda: tf.ragged.constant(
            pylist, typed, ragged_rank, inner, row_splits_dtype=tf.as_dtype(splits)
        ),
        Same(width=dtype is not None, family=not inner),
    )


@st.composite
def range_arguments(draw: st.DrawFn) -> list[Any]:
    nrows = draw(st.integers(0, 3))
    number: st.SearchStrategy[Any] = st.integers(-4, 6)
    if draw(st.booleans()):
        number = number.map(lambda n: n / 2)
    row = st.lists(number, min_size=nrows, max_size=nrows)
    odd = st.lists(number, max_size=2)
    one = st.one_of(row, row, row, number, odd)
    return [draw(one) for _ in range(draw(st.integers(1, 3)))]


@examples(200)
@given(range_arguments(), st.sampled_from(("int64", "int32", "float64")), splits_dtypes)
def test_range(arguments: list[Any], dtype: str, splits: str) -> None:
    assume([] not in arguments)  # its dtype is either side's choice
    ours: Any = rk.ragged.range
    agree(
        lambda: ours(*arguments, row_splits_dtype=splits),
        lambda: tf.ragged.range(*arguments, row_splits_dtype=tf.as_dtype(splits)),
        Same(width=False),
    )
    if all(isinstance(n, int) for a in arguments for n in (a if isinstance(a, list) else [a])):
        arrays = [np.asarray(a, dtype) for a in arguments]
        agree(lambda: ours(*arrays), lambda: tf.ragged.range(*arrays))


@examples(100)
@given(from_zero, ascending | vectors, splits_dtypes)
def test_segment_ids(splits: list[int], ids: list[int], dtype: str) -> None:
    array = np.asarray(splits, dtype)  # right ones: TensorFlow checks none of them
    agree(
        lambda: rk.ragged.row_splits_to_segment_ids(array),
        lambda: tf.ragged.row_splits_to_segment_ids(tf.constant(array)),
    )
    array = np.asarray(ids, dtype)
    agree(
        lambda: rk.ragged.segment_ids_to_row_splits(array),
        lambda: tf.ragged.segment_ids_to_row_splits(tf.constant(array)),
    )


# ------------------------------------------------------------------ TensorShape
sizes = st.none() | st.integers(0, 3)
shapes = st.none() | st.lists(sizes, max_size=4)
PAIRED = (
    *("is_compatible_with", "assert_is_compatible_with", "merge_with", "concatenate"),
    *("most_specific_compatible_shape", "assert_same_rank", "is_subtype_of"),
    *("__eq__", "__ne__", "__add__", "__radd__"),
)
RANKED = ("with_rank", "with_rank_at_least", "with_rank_at_most", "assert_has_rank")
ALONE = ("as_list", "num_elements", "is_fully_defined", "assert_is_fully_defined")
PROPERTIES = ("rank", "ndims", "dims")


@examples(200)
@given(shapes, shapes, st.integers(0, 5), st.one_of(small, st.slices(5)))
def test_tensor_shape(a: Any, b: Any, n: int, key: Any) -> None:
    mine, yours = rk.TensorShape(a), tf.TensorShape(a)
    other, its = rk.TensorShape(b), tf.TensorShape(b)
    for name in PAIRED:
        agree(partial(getattr(mine, name), other), partial(getattr(yours, name), its))
    for name in RANKED:
        agree(partial(getattr(mine, name), n), partial(getattr(yours, name), n))
    for name in ALONE:
        agree(getattr(mine, name), getattr(yours, name))
    for name in PROPERTIES:
        agree(partial(getattr, mine, name), partial(getattr, yours, name))
    for function in (len, list, bool, str, repr):
        agree(partial(function, mine), partial(function, yours))
    agree(lambda: mine[key], lambda: yours[key])
    agree(
        lambda: mine.most_specific_common_supertype([other]),
        lambda: yours.most_specific_common_supertype([its]),
    )
