"""Declared sizes: every operation keeps a size that follows from the shapes alone.

The model is plain arithmetic on lists of sizes, None where an axis is ragged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from tests import every_call

Sizes = list[int | None]
Model = Callable[[Sizes, int], Sizes]


@st.composite
def tensors(draw: st.DrawFn) -> tuple[rk.RaggedTensor, Sizes]:
    """A tensor of two or three partitions, some declared uniform, and its sizes."""
    nrows = draw(st.integers(1, 3))
    sizes: Sizes = [nrows]
    cuts: list[Any] = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            size = draw(st.integers(1, 3))
            cuts.append((size, nrows))
            sizes.append(size)
            nrows *= size
        else:
            lengths = draw(st.lists(st.integers(1, 3), min_size=nrows, max_size=nrows))
            cuts.append(np.array(lengths, draw(st.sampled_from(["i4", "i8"]))))
            sizes.append(None)
            nrows = sum(lengths)
    inner = draw(st.sampled_from([(), (2,)]))
    x: Any = np.arange(float(nrows * (inner[0] if inner else 1))).reshape(nrows, *inner)
    for cut in reversed(cuts):
        if isinstance(cut, tuple):
            x = rk.RaggedTensor.from_uniform_row_length(x, cut[0], nrows=cut[1])
        else:
            x = rk.RaggedTensor.from_row_lengths(x, cut)
    return x, [*sizes, *inner]


def times(size: int | None, n: int) -> int | None:
    return None if size is None else n * size


def changed(s: Sizes, axis: int, size: int | None) -> Sizes:
    return [*s[:axis], size, *s[axis + 1 :]]


def dropped(s: Sizes, axis: int) -> Sizes:
    """Sizes without an axis. A ragged one may be empty, and then nothing is inside it."""
    if axis and s[axis] is None:
        return [*s[:axis], *([None] * len(s[axis + 1 : axis + 2])), *s[axis + 2 :]]
    return s[:axis] + s[axis + 1 :]


def kept(s: Sizes, axis: int) -> Sizes:
    found = dropped(s, axis)
    return [*found[:axis], 1, *found[axis:]]


SAME: Model = lambda s, axis: s  # noqa: E731
DROPPED: Model = dropped
# Each call with the model of its sizes.
CALLS: dict[str, tuple[Callable[[Any, int], Any], Model]] = {
    **{
        f.__name__: (lambda x, a, f=f: f(x, axis=a), DROPPED)  # type: ignore[misc]
        for f in (rk.reduce_sum, rk.reduce_mean, rk.reduce_max, rk.reduce_variance, rk.reduce_std)
    },
    "keepdims": (
        lambda x, a: rk.reduce_mean(x, axis=a, keepdims=True),
        kept,
    ),
    "average": (lambda x, a: np.average(x, axis=a), DROPPED),
    "var": (lambda x, a: x.var(axis=a), DROPPED),
    "any": (lambda x, a: (x > 1).any(axis=a), DROPPED),
    "cumsum": (lambda x, a: rk.cumsum(x, a), SAME),
    "cumprod-reverse": (lambda x, a: rk.cumprod(x, a, reverse=True), SAME),
    "np.cumsum": (lambda x, a: np.cumsum(x, axis=a), SAME),
    "accumulate": (lambda x, a: np.maximum.accumulate(x, axis=a), SAME),
    "softmax": (lambda x, a: rk.softmax(x, a), SAME),
    "sort": (lambda x, a: rk.sort(x), SAME),
    "reverse": (lambda x, a: rk.reverse(x, [a]), SAME),
    "sum": (lambda x, a: x + x, SAME),
    "unary": (lambda x, a: np.exp(-x), SAME),
    "where": (lambda x, a: rk.where(x > 2, x, 0), SAME),
    "compare": (lambda x, a: x == x, SAME),
    "cast": (lambda x, a: rk.cast(x, "int64"), SAME),
    "concat-2": (lambda x, a: rk.concat([x, x], a), lambda s, a: changed(s, a, times(s[a], 2))),
    "concat-3": (lambda x, a: rk.concat([x, x, x], a), lambda s, a: changed(s, a, times(s[a], 3))),
    "concat-5": (lambda x, a: rk.concat([x] * 9, a), lambda s, a: changed(s, a, times(s[a], 9))),
    "stack": (lambda x, a: rk.stack([x, x], a), lambda s, a: [*s[:a], 2, *s[a:]]),
    "expand_dims": (lambda x, a: rk.expand_dims(x, a), lambda s, a: [*s[:a], 1, *s[a:]]),
    "squeeze": (lambda x, a: rk.squeeze(rk.expand_dims(x, a), a), SAME),
    "tile": (
        lambda x, a: rk.tile(x, [2 if i == a else 1 for i in range(x.ndim)]),
        lambda s, a: changed(s, a, times(s[a], 2)),
    ),
    "repeat": (lambda x, a: rk.repeat(x, 2, axis=a), lambda s, a: changed(s, a, times(s[a], 2))),
    "gather": (lambda x, a: rk.gather(x, [0, 0, 0]), lambda s, a: [3, *s[1:]]),
    "gather-2d": (lambda x, a: rk.gather(x, [[0, 0, 0]]), lambda s, a: [1, 3, *s[1:]]),
    "gather-many": (lambda x, a: rk.gather(x, np.zeros(99, int)), lambda s, a: [99, *s[1:]]),
    "take": (lambda x, a: x[[0, 0]], lambda s, a: [2, *s[1:]]),
    "rows": (lambda x, a: x[:1], lambda s, a: [1, *s[1:]]),
    "mask-of-rows": (lambda x, a: rk.boolean_mask(x, np.ones(len(x), bool)), SAME),
    "split": (lambda x, a: rk.split(x, [1, len(x) - 1])[0], lambda s, a: [1, *s[1:]]),
    "top_k": (lambda x, a: x.copy(), SAME),
    "pickle": (lambda x, a: __import__("pickle").loads(__import__("pickle").dumps(x)), SAME),
}


@pytest.mark.parametrize("name", CALLS)
@given(st.data(), tensors())
def test_sizes_follow_from_shapes(
    name: str, data: st.DataObject, drawn: tuple[rk.RaggedTensor, Sizes]
) -> None:
    (x, sizes), (call, model) = drawn, CALLS[name]
    axis = data.draw(st.integers(0, x.ndim - 1), "axis")
    got = call(x, axis).shape
    wanted = model(sizes, axis)
    if isinstance(got, tuple):  # dense: all sizes are known
        assert len(got) == len(wanted)
        wanted = [n if w is None else w for n, w in zip(got, wanted, strict=True)]
    # A size may be known beside those of the model, where rows meet along an outer axis.
    assert [g if w is not None else None for g, w in zip(got, wanted, strict=True)] == wanted


# ------------------------------------------------------------------ twins
UNIFORM = rk.RaggedTensor.from_uniform_row_length(
    rk.RaggedTensor.from_row_lengths(np.arange(6.0), [1, 2, 0, 3]), 2
)
ALL = rk.RaggedTensor.from_uniform_row_length(
    rk.RaggedTensor.from_uniform_row_length(np.arange(12.0), 3), 2
)
# Results whose sizes are those of values, or of what TensorFlow leaves ragged on purpose.
BY_VALUES = frozenset({"rk.ragged.range", "rk.where", "numpy.where", "RaggedTensor.nonzero"})


def test_no_operation_of_equal_shapes_loses_what_another_keeps() -> None:
    """Operations that return the rows of their argument keep its declared sizes."""
    lost = []
    with np.errstate(all="ignore"):
        for name, function in every_call.operations():
            if name in BY_VALUES:
                continue
            for args in ((UNIFORM.copy(),), (UNIFORM.copy(), 1)):
                try:
                    result = function(*args)
                except Exception:
                    continue
                if not isinstance(result, rk.RaggedTensor) or result.ndim != 3:
                    continue
                same = all(
                    p._same_cuts(q)
                    for p, q in zip(result.partitions, UNIFORM.partitions, strict=False)
                )
                if same and result.shape.as_list() != [2, 2, None]:
                    lost.append((name, args[1:], result.shape))
    assert not lost


def test_lengths_by_chance_are_not_declared() -> None:
    x = rk.ragged.constant([[1, 2], [3, 4]])
    assert rk.concat([x, x], 1).shape.as_list() == [2, None]
    assert rk.tile(x, [1, 2]).shape.as_list() == [2, None]
    assert rk.gather(x, [0, 1]).shape.as_list() == [2, None]
    assert rk.stack([x, x], 1).shape.as_list() == [2, 2, None]
    assert rk.boolean_mask(ALL, ALL >= 0).shape.as_list() == [2, 2, None]
