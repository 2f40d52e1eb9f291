"""The same calls to raggedkit and to a live TensorFlow: equal results, or both raise.

Equal means equal in structure too: dtypes, partitions, declared uniformity. Where there is no
TensorFlow, all of this is skipped.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
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
    cuts,
    dense_to_tf,
    examples,
    inner_shapes,
    keys,
    one_in_five,
    partners,
    ragged,
    ragged_meets_uniform,
    small,
    splits_dtypes,
    to_rk,
    to_tf,
    values,
    vectors,
)

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.filterwarnings("ignore:invalid value encountered:RuntimeWarning"),  # inf - inf
]


# ------------------------------------------------------------------ parts and encodings
def described(rt: Any) -> list[Any]:
    return [
        *(rt.values, rt.flat_values, rt.row_splits, rt.nested_row_splits, rt.uniform_row_length),
        *(rt.ragged_rank, rt.shape, rt.get_shape(), rt.dtype, rt.nrows(), rt.row_starts()),
        *(rt.row_limits(), rt.value_rowids(), rt.nested_row_lengths(), rt.nested_value_rowids()),
        *(rt.bounding_shape(), rt.to_list()),
    ]


@examples(100)
@given(
    ragged(),
    small,
    st.lists(st.integers(0, 4), min_size=1, max_size=3),
    st.sampled_from(("int32", "int64")),
)
def test_parts(parts: Parts, axis: int, axes: list[int], dtype: str) -> None:
    mine, yours = to_rk(parts), to_tf(parts)
    agree(lambda: described(mine), lambda: described(yours))
    agree(lambda: mine.row_lengths(axis), lambda: yours.row_lengths(axis))
    if axis >= 0:  # TensorFlow counts no axis from the end here
        agree(lambda: mine.bounding_shape(axis), lambda: yours.bounding_shape(axis))
    agree(lambda: mine.bounding_shape(axes), lambda: yours.bounding_shape(axes))
    agree(
        lambda: mine.bounding_shape(out_type=dtype),
        lambda: yours.bounding_shape(out_type=tf.as_dtype(dtype)),
    )
    agree(lambda: mine.nrows(dtype), lambda: yours.nrows(tf.as_dtype(dtype)))
    agree(
        lambda: mine.with_row_splits_dtype(dtype),
        lambda: yours.with_row_splits_dtype(tf.as_dtype(dtype)),
    )


@examples(100)
@given(st.data(), ragged(), st.booleans(), one_in_five)
def test_with_values(data: st.DataObject, parts: Parts, deep: bool, wrong: bool) -> None:
    cut = parts.cuts[-1 if deep else 0]
    count = data.draw(st.integers(0, 4)) if wrong else cut.nvals
    flat = values(data, (count, *data.draw(inner_shapes)), data.draw(st.sampled_from(DTYPES)))
    new = Parts(flat)
    if data.draw(st.booleans()):
        new = Parts(flat, (data.draw(cuts(count)),), parts.splits_dtype)
        new = new.over(values(data, (new.cuts[0].nvals, *flat.shape[1:]), "float64"))
    name = "with_flat_values" if deep else "with_values"
    agree(
        lambda: getattr(to_rk(parts), name)(to_rk(new)),
        lambda: getattr(to_tf(parts), name)(to_tf(new)),
    )


@examples(200)
@given(ragged(), small, small)
def test_merge_dims(parts: Parts, outer: int, inner: int) -> None:
    agree(
        lambda: to_rk(parts).merge_dims(outer, inner),
        lambda: to_tf(parts).merge_dims(outer, inner),
    )


# ------------------------------------------------------------------ out and in
defaults: dict[str, tuple[Any, ...]] = {
    "f": (0.5, 1, -2.0),
    "i": (7, -1, 1.5),
    "b": (True, 1),
    "S": (b"x", b""),
}


@examples(200)
@given(st.data(), ragged())
def test_to_tensor(data: st.DataObject, parts: Parts) -> None:
    # TensorFlow refuses a uniform axis of another size than 0 that no row reaches (2.21).
    assume(all(len(c.lengths) or not c.uniform for c in parts.cuts))
    mine, yours = to_rk(parts), to_tf(parts)
    default: Any = data.draw(st.none() | st.sampled_from(defaults[parts.flat.dtype.kind]))
    wrong = default in (1.5, 1) and parts.flat.dtype.kind in "ib"  # one mistake at a time
    if parts.flat.ndim > 1 and data.draw(st.booleans()):
        # A vector for inner axes of more than one TensorFlow reads from the left, as NumPy doesn't.
        kind, inner = parts.flat.dtype.kind, parts.flat.shape[1:]
        default = np.full(inner, defaults[kind][0], parts.flat.dtype)
    size = st.none() | st.integers(0, 4)
    rank = parts.ndim + (0 if wrong else data.draw(st.sampled_from((0, 0, 0, 0, 1))))
    shape = data.draw(st.none() | st.lists(size, min_size=rank, max_size=rank))
    given_to_tf = dense_to_tf(default) if isinstance(default, np.ndarray) else default
    agree(
        lambda: mine.to_tensor(default, shape=shape),
        lambda: yours.to_tensor(given_to_tf, shape=shape),
    )


@examples(150)
@given(ragged())
def test_numpy_and_sparse(parts: Parts) -> None:
    mine, yours = to_rk(parts), to_tf(parts)
    agree(lambda: mine.numpy(), lambda: yours.numpy())
    agree(lambda: mine.to_sparse(), lambda: yours.to_sparse())


dense_shapes = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple)


@examples(250)
@given(st.data(), dense_shapes, st.integers(0, 4), splits_dtypes, st.sampled_from(DTYPES))
def test_from_tensor(
    data: st.DataObject, shape: tuple[int, ...], ragged_rank: int, splits: str, dtype: str
) -> None:
    dense = values(data, shape, dtype)
    rest: dict[str, Any] = {"ragged_rank": ragged_rank} if data.draw(st.booleans()) else {}
    how = data.draw(st.sampled_from(("full", "lengths", "padding", "nested", "both")))
    rank = rest.get("ragged_rank", 1)
    if how in ("lengths", "both"):
        nrows = int(np.prod(shape[:rank]))
        exact = st.lists(st.integers(-1, 4), min_size=nrows, max_size=nrows)
        lengths = data.draw(exact if data.draw(st.integers(0, 5)) else vectors)
        rest["lengths"] = np.asarray(lengths, splits)
    if how in ("padding", "both") and dense.size:
        rest["padding"] = np.asarray(dense.reshape(-1, *shape[rank + 1 :])[-1], dense.dtype)
        # NaN, which equals nothing, never pads in TensorFlow: tests/ops/test_convert.py has ours.
        assume(bool((rest["padding"] == rest["padding"]).all()))
    if how == "nested":
        depth, nrows = data.draw(st.integers(1, 3)), shape[0]
        rest["lengths"] = []
        for width in shape[1 : depth + 1]:
            lengths = data.draw(st.lists(st.integers(0, width), min_size=nrows, max_size=nrows))
            # TensorFlow has one row at least use up each axis; raggedkit also answers elsewhere.
            assume(max(lengths, default=-1) == width)
            rest["lengths"].append(np.asarray(lengths, splits))
            nrows = sum(lengths)
        rest["lengths"] = tuple(rest["lengths"])
    theirs = dict(rest)
    if dtype == "bytes" and "padding" in rest:
        theirs["padding"] = dense_to_tf(rest["padding"])
    agree(
        lambda: rk.RaggedTensor.from_tensor(dense, row_splits_dtype=splits, **rest),
        lambda: tf.RaggedTensor.from_tensor(
            dense_to_tf(dense), row_splits_dtype=tf.as_dtype(splits), **theirs
        ),
    )


@examples(120)
@given(st.lists(st.integers(0, 3), max_size=4), st.booleans(), st.integers(0, 2), splits_dtypes)
def test_from_sparse(lengths: list[int], gap: bool, wider: int, splits: str) -> None:
    indices = [[i, j] for i, n in enumerate(lengths) for j in range(n)]
    if gap and indices:
        indices[-1][1] += wider
    shape = [len(lengths), max(lengths, default=0) + 1 + wider]
    array = np.array(indices, "int64").reshape(-1, 2)
    flat = np.arange(len(indices)) * 1.5
    agree(
        lambda: rk.RaggedTensor.from_sparse(
            rk.SparseTensor(array, flat, shape), row_splits_dtype=splits
        ),
        lambda: tf.RaggedTensor.from_sparse(
            tf.SparseTensor(array, flat, shape), row_splits_dtype=tf.as_dtype(splits)
        ),
    )


# ------------------------------------------------------------------ rt[key]
@examples(400)
@given(ragged(), keys)
def test_getitem(parts: Parts, key: Any) -> None:
    given_keys = key if isinstance(key, tuple) else (key,)
    assume(sum(k is Ellipsis for k in given_keys) < 2)  # TensorFlow takes more than NumPy does
    # Where rows are picked one by one, TensorFlow forgets that the axes inside them are uniform.
    first, *others = given_keys or (None,)
    one_run = not isinstance(first, slice) or first.step in (None, 1)
    how = Same(uniform=one_run and all(k is None or k is Ellipsis for k in others))
    agree(lambda: to_rk(parts)[key], lambda: to_tf(parts)[key], how)


@examples(60)
@given(ragged())
def test_iteration(parts: Parts) -> None:
    agree(lambda: list(to_rk(parts)), lambda: list(to_tf(parts)))


# ------------------------------------------------------------------ operators
numeric = ragged(dtypes=("int64", "float64"), splits=st.just("int64"))


def elementwise(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """TensorFlow's == or !=, with bools, or an error, in place of its one bool."""

    def compared(x: Any, y: Any) -> Any:
        answer = compare(x, y)
        if not isinstance(answer, bool):
            return answer
        zeros = tf.zeros_like(x, dtype=tf.int64) + tf.zeros_like(y, dtype=tf.int64)
        return tf.ragged.map_flat_values(lambda v: tf.fill(tf.shape(v), answer), zeros)

    return compared


OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "maximum": None,
}
THEIRS: dict[str, Any] = {
    **OPERATORS,
    "==": elementwise(operator.eq),
    "!=": elementwise(operator.ne),
    "maximum": tf.maximum,
}


@examples(60)
@given(st.data(), ragged(dtypes=("int64", "float64")), st.sampled_from(sorted(OPERATORS)))
def test_same_rows(data: st.DataObject, x: Parts, name: str) -> None:
    y = x.over(values(data, x.flat.shape, x.flat.dtype.str))
    ours, theirs = OPERATORS[name] or np.maximum, THEIRS[name]
    agree(lambda: ours(to_rk(x), to_rk(y)), lambda: theirs(to_tf(x), to_tf(y)))


# int64 splits alone: with int32 TensorFlow refuses shapes that differ ("cannot compute Mul").
@examples(300)
@given(st.data(), numeric, st.sampled_from(sorted(OPERATORS)), st.booleans())
def test_broadcasting(data: st.DataObject, x: Parts, name: str, swapped: bool) -> None:
    y = data.draw(partners(x))
    assume(not ragged_meets_uniform(x, y))
    pair = (y, x) if swapped else (x, y)
    ours, theirs = OPERATORS[name] or np.maximum, THEIRS[name]
    agree(lambda: ours(*map(to_rk, pair)), lambda: theirs(*map(to_tf, pair)))


scalars = st.sampled_from((2, -1, 0, 1.5))


@examples(100)
@given(numeric, scalars, st.sampled_from(sorted(OPERATORS)), st.booleans())
def test_scalars(x: Parts, scalar: float, name: str, swapped: bool) -> None:
    assume(x.flat.dtype.kind == "f" or isinstance(scalar, int))  # int and 1.5 is NumPy's affair
    ours, theirs = OPERATORS[name] or np.maximum, THEIRS[name]
    mine, yours = to_rk(x), to_tf(x)
    if swapped:
        agree(lambda: ours(scalar, mine), lambda: theirs(scalar, yours))
    else:
        agree(lambda: ours(mine, scalar), lambda: theirs(yours, scalar))


@examples(60)
@given(
    st.data(),
    ragged(dtypes=("bytes", "bool"), splits=st.just("int64")),
    st.sampled_from(("==", "!=")),
)
def test_equality_of_text_and_bools(data: st.DataObject, x: Parts, name: str) -> None:
    y = data.draw(partners(x))
    assume(not ragged_meets_uniform(x, y))
    compare = OPERATORS[name]
    assert compare is not None
    agree(lambda: compare(to_rk(x), to_rk(y)), lambda: THEIRS[name](to_tf(x), to_tf(y)))


@examples(100)
@given(st.data(), ragged(dtypes=("int64",)), st.booleans())
def test_map_flat_values(data: st.DataObject, x: Parts, other_rows: bool) -> None:
    y = x.over(values(data, x.flat.shape, "int64"))
    if other_rows:
        y = data.draw(ragged(dtypes=("int64",), splits=st.just(x.splits_dtype)))
        # No rows of uniform length 1 and no rows of length 2 are the same rows to raggedkit alone.
        assume(all(cut.lengths for cut in x.cuts + y.cuts))
    agree(
        lambda: rk.ragged.map_flat_values(np.add, to_rk(x), to_rk(y)),
        lambda: tf.ragged.map_flat_values(tf.add, to_tf(x), to_tf(y)),
    )
