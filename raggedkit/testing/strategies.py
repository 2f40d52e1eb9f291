"""Strategies for hypothesis: ragged lists, row partitions and ragged tensors of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from raggedkit._typing import DTypeLike
from raggedkit._xp import INEXACT, INTEGERS, TIMES, as_dtype
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["DTYPES", "ragged_lists", "ragged_tensors", "row_partitions", "values_of"]

DTYPES = (
    *("bool", "int8", "int32", "int64", "uint8", "float32", "float64", "complex128"),
    *("U", "S", "StringDType", "datetime64[D]"),
)
_TEXT = st.text("ab é", max_size=3)


def ragged_lists(
    values: st.SearchStrategy[Any] | None = None,
    *,
    depth: int = 2,
    min_rows: int = 0,
    max_rows: int = 6,
    max_length: int = 5,
) -> st.SearchStrategy[list[Any]]:
    """Nested lists with all values at one depth and any lengths.

    Parameters
    ----------
    values
        Strategy of the values; small integers by default.
    depth
        Depth of the values: 2 for a list of rows.
    min_rows, max_rows
        Smallest and largest number of items of the outermost list.
    max_length
        Largest number of items of the inner lists.

    Returns
    -------
    SearchStrategy
        Of lists, nested ``depth`` deep.

    Raises
    ------
    hypothesis.errors.InvalidArgument
        If ``min_rows`` is larger than ``max_rows``.

    Examples
    --------
    >>> from hypothesis import find
    >>> from raggedkit.testing import strategies as rks
    >>> find(rks.ragged_lists(), lambda rows: any(rows) and not all(rows))
    [[], [0]]
    """
    inside = st.integers(-100, 100) if values is None else values
    for _ in range(depth - 1):
        inside = st.lists(inside, max_size=max_length)
    return st.lists(inside, min_size=min_rows, max_size=max_rows)


def values_of(dtype: DTypeLike, *, finite: bool = False) -> st.SearchStrategy[Any]:
    """Values that a dtype represents exactly: small numbers, NaN and infinities, short text.

    Parameters
    ----------
    dtype
        One of `DTYPES`, or a dtype of the same kinds.
    finite
        Leave out NaN, NaT and infinities.

    Returns
    -------
    SearchStrategy
        Of Python values; of NumPy scalars for times.

    Raises
    ------
    ValueError
        If ``dtype`` is of another kind.

    Examples
    --------
    >>> from hypothesis import find
    >>> from raggedkit.testing import strategies as rks
    >>> find(rks.values_of("uint8"), lambda n: n > 9)
    10
    """
    kind = as_dtype("str" if dtype == "StringDType" else dtype)
    if kind.kind == "b":
        return st.booleans()
    if kind.kind in INTEGERS:
        return st.integers(0 if kind.kind == "u" else -100, 100)
    if kind.kind in INEXACT:
        # Halves and quarters: their sums are exact in every order, also in float32.
        real = st.sampled_from([0.0, 1.0, -1.0, 0.5, 2.0, -3.25, 100.0])
        if not finite:
            real = real | st.sampled_from([float("nan"), float("inf"), -float("inf"), -0.0])
        return real if kind.kind == "f" else st.builds(complex, real, real)
    if kind.kind in "UT":
        return _TEXT
    if kind.kind == "S":
        # NumPy removes zeros at the end of bytes, so that they would not compare equal.
        return st.binary(max_size=3).map(lambda b: b.rstrip(b"\0"))
    if kind.kind in TIMES:
        whole = st.integers(-1000, 1000)
        return (whole if finite else whole | st.just("NaT")).map(
            lambda n: kind.type(n, _unit(kind))
        )
    raise ValueError(f"dtype must be of one of the kinds in DTYPES, got {dtype!r}")


def _unit(kind: np.dtype[Any]) -> Any:
    return np.datetime_data(kind)[0]


@st.composite
def row_partitions(
    draw: st.DrawFn,
    *,
    nrows: int | None = None,
    uniform: bool | None = None,
    dtype: DTypeLike | None = None,
    max_rows: int = 6,
    max_length: int = 5,
) -> RowPartition:
    """Row partitions, made from any of the six encodings.

    Parameters
    ----------
    nrows
        The number of rows; by default 0 to ``max_rows``.
    uniform
        Whether a uniform row length is declared; by default either.
    dtype
        int32 or int64; by default either.
    max_rows, max_length
        Largest number of rows, and of values in a row.

    Returns
    -------
    SearchStrategy
        Of `RowPartition`.

    Raises
    ------
    hypothesis.errors.InvalidArgument
        When an example is drawn: if ``nrows`` is negative.

    Examples
    --------
    >>> from hypothesis import find
    >>> from raggedkit.testing import strategies as rks
    >>> find(rks.row_partitions(uniform=False), lambda p: p.static_nvals > 1).row_lengths()
    array([2])
    """
    n = draw(st.integers(0, max_rows)) if nrows is None else nrows
    kind = draw(st.sampled_from(["int64", "int32"])) if dtype is None else dtype
    if draw(st.booleans()) if uniform is None else uniform:
        # hypothesis shrinks to the first item: rows of two show more than rows of one or none.
        length = draw(st.sampled_from([n for n in (2, 1, 3, 0, max_length) if n <= max_length]))
        return RowPartition.from_uniform_row_length(length, n * length, n, dtype=kind)
    lengths = draw(st.lists(st.integers(0, max_length), min_size=n, max_size=n))
    splits = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(kind)
    encoding = draw(st.sampled_from(["splits", "lengths", "starts", "limits", "rowids"]))
    if encoding == "lengths":
        return RowPartition.from_row_lengths(np.asarray(lengths, dtype=kind))
    if encoding == "starts":
        return RowPartition.from_row_starts(splits[:-1], int(splits[-1]))
    if encoding == "limits":
        return RowPartition.from_row_limits(splits[1:])
    if encoding == "rowids":
        rowids = [row for row, (a, b) in enumerate(pairwise(splits)) for _ in range(b - a)]
        return RowPartition.from_value_rowids(np.asarray(rowids, dtype=kind), n)
    return RowPartition.from_row_splits(splits)


@st.composite
def ragged_tensors(
    draw: st.DrawFn,
    *,
    ragged_rank: int | None = None,
    dtype: DTypeLike | st.SearchStrategy[DTypeLike] | None = None,
    uniform: bool | Sequence[bool | None] | None = None,
    inner: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike | None = None,
    values: st.SearchStrategy[Any] | None = None,
    finite: bool = False,
    min_rows: int = 0,
    max_rows: int = 5,
    max_length: int = 4,
) -> RaggedTensor:
    """Ragged tensors: some are slices of a larger one, some have read-only values.

    Parameters
    ----------
    ragged_rank
        The number of partitioned axes; 1 to 3 by default.
    dtype
        Dtype of the values; by default one of `DTYPES`.
    uniform
        Whether axes have a declared uniform length: one flag, or one per axis; by default either.
    inner
        Sizes of the inner dimensions; none, one or two by default.
    row_splits_dtype
        int32 or int64; by default either.
    values
        Strategy of the values; `values_of` the dtype by default.
    finite
        Leave out NaN, NaT and infinities.
    min_rows, max_rows
        Smallest and largest number of rows.
    max_length
        Largest number of items in a row of any partitioned axis.

    Returns
    -------
    SearchStrategy
        Of `RaggedTensor`.

    Raises
    ------
    ValueError
        When an example is drawn: if ``dtype`` is not one of `DTYPES`, or ``uniform`` does not have
        one flag for each axis.

    Examples
    --------
    >>> from hypothesis import find
    >>> from raggedkit.testing import strategies as rks
    >>> find(rks.ragged_tensors(ragged_rank=2, dtype="int64", uniform=False, inner=()),
    ...      lambda rt: rt.size > 1 and len(rt) > 1)
    <RaggedTensor [[], [[0, 0]]]>
    """
    rank = draw(st.integers(1, 3)) if ragged_rank is None else ragged_rank
    flags = [uniform] * rank if uniform is None or isinstance(uniform, bool) else list(uniform)
    # Repeated entries are drawn more often: most tensors have no inner dimension.
    shapes = [(), (), (), (), (2,), (2,), (1, 3), (0,)]
    shape = draw(st.sampled_from(shapes)) if inner is None else tuple(inner)
    splits_dtype = row_splits_dtype or draw(st.sampled_from(["int64", "int32"]))
    if dtype is None:
        dtype = draw(st.sampled_from(DTYPES))
    elif isinstance(dtype, st.SearchStrategy):
        dtype = draw(dtype)
    # Rows before and after are cut off again: the first offset of a slice is not 0.
    before, after = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (2, 1)]))
    n = before + draw(st.integers(min_rows, max_rows)) + after
    # Short rows in the inner axes: sizes multiply from axis to axis.
    longest = [max_length] + [min(max_length, 3)] * (rank - 1)
    parts = []
    for flag, most in zip(flags, longest, strict=True):
        part = draw(row_partitions(nrows=n, uniform=flag, dtype=splits_dtype, max_length=most))
        parts.append(part)
        n = part.static_nvals
    rt = RaggedTensor(_array(draw, (n, *shape), dtype, values, finite), parts)
    cut: RaggedTensor = rt[before : len(rt) - after]
    return cut


def _array(
    draw: st.DrawFn,
    shape: tuple[int, ...],
    dtype: DTypeLike,
    values: st.SearchStrategy[Any] | None,
    finite: bool,
) -> Any:
    """An array of at most 12 drawn values, repeated: drawing is slow, and the rows matter more."""
    kind = as_dtype("str" if dtype == "StringDType" else dtype)
    size = int(np.prod(shape))
    some = values_of(kind, finite=finite) if values is None else values
    drawn = draw(st.lists(some, min_size=min(size, 12), max_size=min(size, 12)))
    items = np.array([drawn[i % len(drawn)] for i in range(size)] or drawn, dtype=kind)
    array = items.reshape(shape)
    if draw(st.booleans()):  # an operation must not write to its input
        array.flags.writeable = False
    return array
