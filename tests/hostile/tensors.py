"""Generated tensors and partitions: ordinary, unusual, and with invalid encodings."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTable, RaggedTensor, RowPartition, SparseTensor
from tests.hostile.values import numbers_of

__all__ = ["ODD", "partition", "plain", "sliced", "sparse", "table", "unvalidated", "vector"]

KINDS = ["int64", "float64", "bool"]  # what compiled loops are made for in this test
MORE = ["int8", "uint8", "int32", "uint64", "float16", "float32", "complex128", "U2", "S2"]
TIMES = ["M8[D]", "m8[s]", "M8[ns]", "m8[Y]", "longdouble", ">i8", ">f4"]
FAR = [2**20, 2**31 - 1, 2**31, 2**33, 2**40, 2**62, 2**63 - 1]
LENGTHS = [[], [0], [3], [0, 0], [3, 0, 1], [0, 2, 3], [1, 2, 0], [2, 2], [1, 1, 1], [4, 0, 0, 4]]
WRAPPED = [[0, 2**62, -(2**63), -(2**62), 0], [0, 2**63 - 1, -(2**63), 4], [0, -(2**62), 4]]


def _dtype(rng: Random, kinds: list[str] | None) -> str:
    if kinds is not None or rng.random() < 0.5:
        return rng.choice(kinds or KINDS)
    return rng.choice(MORE + TIMES)


def plain(rng: Random, kinds: list[str] | None = None) -> RaggedTensor:
    """Return an ordinary ragged tensor of any kind: depths, inner sizes, dtypes of the splits."""
    lengths = rng.choice(LENGTHS)
    inner = rng.choice([(), (), (), (), (2,), (0,), (1, 2)])
    splits = rng.choice(["int64", "int64", "int32"])
    values = numbers_of(rng, sum(lengths), _dtype(rng, kinds), inner)
    kind = rng.random()
    if kind < 0.1:
        part = RowPartition.from_uniform_row_length(2, nrows=rng.choice([0, 2]), dtype=splits)
        return RaggedTensor(numbers_of(rng, part.static_nvals or 0, _dtype(rng, kinds)), part)
    rt = RaggedTensor.from_row_lengths(values, np.array(lengths, splits))
    if kind < 0.3:
        outer = [len(lengths) - len(lengths) // 2, 0, len(lengths) // 2]
        return RaggedTensor.from_row_lengths(rt, np.array(outer, splits))
    return sliced(rng, rt) if kind > 0.8 else rt


def sliced(rng: Random, rt: RaggedTensor) -> RaggedTensor:
    """Return rows out of a tensor: their first offset need not be 0."""
    sliced: RaggedTensor = rt[rng.choice([slice(1, None), slice(None, -1), slice(None, None, -1)])]
    return sliced


def vector(rng: Random, nvals: int) -> Any:
    """Return row splits that break the rules: they wrap, decrease, end far, are short or long."""
    if rng.random() < 0.3:
        return np.array(rng.choice(WRAPPED))
    dtype, most = rng.choice([("int32", 2**31 - 1), ("int64", 2**63 - 1)])
    far = [n for n in FAR if n <= most]
    items = [rng.choice([*range(-2, 8), rng.choice(far) * rng.choice([1, -1])]) for _ in range(4)]
    if rng.random() < 0.7:
        items[0] = 0
    if rng.random() < 0.7:
        items[-1] = nvals
    return np.array(items, dtype)


def unvalidated(rng: Random, kinds: list[str] | None = None) -> RaggedTensor:
    """Return a tensor that was not validated, or an ordinary one if even that raises."""
    values = numbers_of(rng, rng.choice([0, 4, 6]), rng.choice(kinds or KINDS))
    make = rng.choice(["from_row_splits", "from_row_lengths", "from_row_limits", "from_row_starts"])
    try:
        rt: RaggedTensor = getattr(RaggedTensor, make)(
            values, vector(rng, len(values)), validate=False
        )
        if rng.random() < 0.2:
            rt = RaggedTensor.from_row_splits(rt, vector(rng, len(rt)), validate=False)
    except ValueError:
        return plain(rng, kinds)
    return rt


def _wide(rng: Random) -> RaggedTensor:
    """A tensor of 2**30 values that take no memory."""
    n = rng.choice([2**30, 2**31 - 1])
    return RaggedTensor.from_row_splits(np.zeros((n, 0)), np.array([0, n], np.int32))


def _deep(rng: Random) -> RaggedTensor:
    rt: Any = np.arange(2.0)
    for _ in range(rng.choice([5, 30, 62])):
        rt = RaggedTensor.from_row_lengths(rt, [len(rt)])
    return rt  # type: ignore[no-any-return]


def _many(rng: Random) -> RaggedTensor:
    lengths = np.array([rng.choice([0, 1, 5]) for _ in range(60)])
    return RaggedTensor.from_row_lengths(numbers_of(rng, int(lengths.sum()), "int64"), lengths)


ODD: dict[str, Callable[[Random], Any]] = {
    "unvalidated": unvalidated,
    "unvalidated-again": unvalidated,
    "wide": _wide,
    "deep": _deep,
    "many": _many,
    "uniform": lambda rng: RaggedTensor.from_uniform_row_length(
        np.zeros((0, 2)), rng.choice([0, 3, 2**40]), nrows=0
    ),
    "uniform-0": lambda rng: RaggedTensor.from_uniform_row_length(
        [], 0, nrows=rng.choice([0, 5, 2**28])
    ),
    "strings": lambda rng: rk.array([["a", "\ud800"], [], ["a\0b"]]),
    "bytes": lambda rng: rk.array([[b"\xff\x00"], [], [b"a"]]),
    "zero-stride": lambda rng: RaggedTensor.from_row_lengths(
        np.broadcast_to(np.int64(7), (4,)), [1, 3]
    ),
    "large-rows": lambda rng: RaggedTensor.from_row_splits(
        np.zeros((2**30, 0)), np.array([0, 2**29, 2**30], rng.choice(["int32", "int64"]))
    ),
    "partition": lambda rng: partition(rng),
    "sparse": lambda rng: sparse(rng),
    "shape": lambda rng: rk.TensorShape(rng.choice([None, [], [2, None], [0, 2**62, 2**62]])),
    "table": lambda rng: table(rng),
    "dimension": lambda rng: rk.Dimension(rng.choice([None, 0, 3, 2**62])),
}


def partition(rng: Random) -> RowPartition:
    """Return a partition, ordinary or not validated."""
    if rng.random() < 0.7:
        return RowPartition.from_row_lengths(rng.choice(LENGTHS))
    try:
        return RowPartition.from_row_splits(vector(rng, 4), validate=False)
    except ValueError:
        return RowPartition.from_uniform_row_length(0, nrows=rng.choice([0, 2**28]))


def table(rng: Random) -> RaggedTable:
    """Return a table of one to three columns with a label, now and then not validated."""
    rt = (unvalidated if rng.random() < 0.2 else plain)(rng)
    columns = {"x": rt}
    try:
        for name in rng.choice([(), ("y",), ("y", "z")]):
            n = rt.flat_values.shape[0]
            columns[name] = rt.with_flat_values(numbers_of(rng, n, _dtype(rng, None)))
        labels = numbers_of(rng, len(rt), rng.choice(["int64", "float64", "U2"]))
        return RaggedTable(columns, {"id": labels})
    except (ValueError, TypeError):
        return RaggedTable({"x": rk.array([[1, 2], [], [3]])}, {"id": [5, 5, 6]})


def sparse(rng: Random) -> SparseTensor:
    """Return a sparse tensor, often with indices out of order or twice."""
    n, rank = rng.choice([0, 1, 3]), rng.choice([1, 2, 2, 3])
    indices = [[rng.choice([0, 1, 2]) for _ in range(rank)] for _ in range(n)]
    shape = [rng.choice([3, 3, 4, 2**20]) for _ in range(rank)]
    if rng.random() < 0.6:
        indices.sort()
    values = numbers_of(rng, n, rng.choice([*KINDS, "float32", "U2"]))
    return SparseTensor(np.array(indices, np.int64).reshape(n, rank), values, shape)
