"""Calls of ops, drawn as plain parts and put to either side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tests.conformance.bridge import (
    KEPT,
    Cut,
    Parts,
    Same,
    dense_to_tf,
    partners,
    ragged_meets_uniform,
    splits_dtypes,
    tf,
    to_rk,
    to_tf,
)

Draw = st.DrawFn


@dataclass(frozen=True)
class Call:
    """The arguments of one call: parts of tensors, arrays, dtypes and plain values."""

    args: tuple[Any, ...]
    named: dict[str, Any] = field(default_factory=dict)
    named_rk: dict[str, Any] = field(default_factory=dict)  # what only one side takes
    named_tf: dict[str, Any] = field(default_factory=dict)

    def of_rk(self, function: Callable[..., Any]) -> Any:
        named = {k: _for_rk(v) for k, v in (self.named | self.named_rk).items()}
        return function(*[_for_rk(a) for a in self.args], **named)

    def of_tf(self, function: Callable[..., Any]) -> Any:
        named = {k: _for_tf(v) for k, v in (self.named | self.named_tf).items()}
        return function(*[_for_tf(a) for a in self.args], **named)


def _for_rk(x: Any) -> Any:
    if isinstance(x, list | tuple):
        return type(x)(map(_for_rk, x))
    if isinstance(x, Sides):
        return x.rk()
    return to_rk(x) if isinstance(x, Parts) else x


def _for_tf(x: Any) -> Any:
    if isinstance(x, list | tuple):
        return type(x)(map(_for_tf, x))
    if isinstance(x, Sides):
        return x.tf()
    if isinstance(x, Parts):
        return to_tf(x)
    if isinstance(x, np.dtype):
        return tf.as_dtype(x)
    return dense_to_tf(x) if isinstance(x, np.ndarray) else x


@dataclass(frozen=True)
class Sides:
    """An argument that the two sides spell differently."""

    rk: Callable[[], Any]
    tf: Callable[[], Any]
    said: object = ""  # what a failing call shows of it

    def __repr__(self) -> str:
        return f"Sides({self.said})"


@dataclass(frozen=True)
class Op:
    """How an op is tried: the calls to draw, and how far the answers have to be the same."""

    draw: Callable[[Draw], Call]
    how: Same = KEPT
    examples: int = 16
    of_rk: Callable[[Any], Any] = lambda answer: answer  # what is compared of an answer
    of_tf: Callable[[Any], Any] = lambda answer: answer


# ------------------------------------------------------------------ values
nan, inf = float("nan"), float("inf")
POOLS: dict[str, tuple[tuple[str, ...], Sequence[Any]]] = {
    "reals": (
        ("float64", "float64", "float32"),
        (-2.5, -1.0, -0.5, 0.0, 0.25, 1.0, 3.0, nan, inf, -inf),
    ),
    "finite": (("float64", "float32"), (-2.5, -1.0, -0.5, 0.0, 0.25, 1.0, 3.0)),
    "nonzero": (("float64", "float32"), (-2.5, -1.0, -0.5, 0.25, 1.0, 3.0)),
    "positive": (("float64", "float32"), (0.125, 0.5, 1.0, 1.5, 2.0, 7.25)),
    "shares": (("float64", "float32"), (0.125, 0.25, 0.5, 0.75, 0.9375)),
    "inside": (("float64", "float32"), (-0.75, -0.5, 0.0, 0.25, 0.875)),
    "halves": (("float64", "float32"), (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, -0.25, 3.75, nan, inf)),
    "ints": (("int64", "int32"), (-5, -2, -1, 0, 1, 2, 3, 7)),
    "counts": (("int64", "int32"), (0, 1, 2, 3)),
    "divisors": (("int64", "int32"), (-3, -2, -1, 1, 2, 5)),
    "bytes": (("uint8",), (0, 1, 2, 127, 255)),
    "bools": (("bool",), (False, True)),
    "complex": (("complex128", "complex64"), (0.5 + 1j, -2.0, 1j, -0.25 - 0.5j, 3.0)),
    "words": (("S4",), (b"", b"a", b"B c", b"-1", b"dddd")),
}


def filled(draw: Draw, shape: tuple[int, ...], pool: str, dtype: str = "") -> Any:
    """Draw an array of a shape with values of a pool, repeating after a few."""
    dtypes, items = POOLS[pool]
    few = draw(st.lists(st.sampled_from(items), min_size=1, max_size=7))
    return np.resize(np.array(few), shape).astype(dtype or draw(st.sampled_from(dtypes)))


# With so few examples most have to hold values.
some = st.sampled_from((3, 4, 2, 3, 1, 4, 2, 3, 4, 0))
few = st.sampled_from((2, 0, 1, 3))
inner_shapes = st.sampled_from(((), (), (), (), (2,), (), (), (1,), (), (2, 3), (), (), (0,)))


def rows(draw: Draw, nrows: int) -> Cut:
    """Draw a partition into so many rows; every third is uniform."""
    if draw(st.integers(0, 2)) == 2:
        k = draw(some) % 4
        return Cut((k,) * nrows, k)
    return Cut(tuple(draw(few) for _ in range(nrows)))


def structure(
    draw: Draw,
    *,
    max_rank: int = 2,
    inner: st.SearchStrategy[tuple[int, ...]] = inner_shapes,
    splits: st.SearchStrategy[str] = splits_dtypes,
) -> Parts:
    """Draw a ragged tensor whose values are all 0."""
    chosen = [rows(draw, draw(some))]
    while len(chosen) < max_rank and draw(st.booleans()):
        chosen.append(rows(draw, chosen[-1].nvals))
    flat = np.zeros((chosen[-1].nvals, *draw(inner)), "int64")
    return Parts(flat, tuple(chosen), draw(splits))


def tensor(draw: Draw, pool: str, **kwargs: Any) -> Parts:
    """Draw a ragged tensor with values of a pool."""
    parts = structure(draw, **kwargs)
    return parts.over(filled(draw, parts.flat.shape, pool))


def partner(draw: Draw, x: Parts, pool: str) -> Any:
    """Draw an operand for ``x``: of the same rows, a scalar, or one that may broadcast."""
    how = draw(st.sampled_from(("same", "same", "scalar", "broadcast")))
    dtype = x.flat.dtype.str
    if how == "same":
        return x.over(filled(draw, x.flat.shape, pool, dtype))
    if how == "scalar":
        return filled(draw, (), pool, dtype)
    # with int32 splits TensorFlow refuses shapes that differ
    assume(x.splits_dtype == "int64")
    y = draw(partners(Parts(np.zeros(x.flat.shape, "int64"), x.cuts)))
    assume(not ragged_meets_uniform(x, y))
    return y.over(filled(draw, y.flat.shape, pool, dtype))


def unary(*pools: str, **named: Any) -> Callable[[Draw], Call]:
    """The argument of a function of one tensor."""

    def draw_call(draw: Draw) -> Call:
        drawn = {k: draw(v) for k, v in named.items()}
        return Call((tensor(draw, draw(st.sampled_from(pools))),), drawn)

    return draw_call


def binary(*pools: str | tuple[str, str], swap: bool = True) -> Callable[[Draw], Call]:
    """The arguments of a function of two tensors; a pair of pools is one for each."""

    def draw_call(draw: Draw) -> Call:
        chosen = draw(st.sampled_from(pools))
        left, right = (chosen, chosen) if isinstance(chosen, str) else chosen
        if draw(st.booleans()):
            x = tensor(draw, left)
            return Call((x, partner(draw, x, right)))
        y = tensor(draw, right)
        return Call((partner(draw, y, left), y))

    return draw_call


def as_bytes(rt: Any) -> Any:
    """Return text of numbers as bytes, as TensorFlow does."""
    flat = rt.flat_values
    return rt.with_flat_values(np.strings.encode(flat) if flat.dtype.kind == "U" else flat)
