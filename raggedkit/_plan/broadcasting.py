"""Broadcasting plans: the alignment of ragged and dense shapes, from partitions and sizes alone.

Shapes are compared from the right, layer by layer. In each layer an operand is *uniform* (a dense
dimension, or a partition of declared uniform length) or *ragged*. Then, as in TensorFlow:

* uniform against uniform: equal sizes, or one of them is 1 and is repeated;
* uniform against ragged: the uniform size is 1 and is repeated, or every row has that length;
* ragged against ragged: every row has the same length in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._typing import Array
from raggedkit._xp import INT32, INT64
from raggedkit.partition import RowPartition

__all__ = ["Layout", "Plan", "plan", "same_rows"]


@dataclass(frozen=True)
class Layout:
    """The shape of one operand: rows, partitions, inner dimensions."""

    name: str
    dims: tuple[int, ...]  # [nrows] where ragged, all dimensions where dense; [] for a scalar
    partitions: tuple[RowPartition, ...] = ()
    inner: tuple[int, ...] = ()  # the dense sizes after the partitions

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self.dims) + len(self.partitions) + len(self.inner)

    def notation(self) -> str:
        """The shape as text, ragged sizes in parentheses."""
        sizes = [str(d) for d in self.dims]
        for p in self.partitions:
            u = p.static_uniform_row_length
            sizes.append(f"(d{len(sizes)})" if u is None else str(u))
        return f"[{', '.join(sizes + [str(d) for d in self.inner])}]"


@dataclass(frozen=True)
class Plan:
    """How to bring operands to one shape.

    ``folds[i]`` is the number of leading dimensions of operand ``i``'s array that are merged into
    one, ``gathers[i]`` the items to take along that one (None: all of them, in order). An operand
    with ``folds[i] == 0`` has inner dimensions only, so NumPy broadcasts it.
    """

    partitions: tuple[RowPartition, ...]
    folds: tuple[int, ...]
    gathers: tuple[Array | None, ...]


def same_rows(a: Sequence[RowPartition], b: Sequence[RowPartition]) -> bool:
    """Whether two tensors have the same rows and declare the same axes uniform."""
    if a is b:
        return True
    if len(a) != len(b):
        return False
    return all(
        p is q or (p._dtype == q._dtype and p._uniform == q._uniform and p._same_cuts(q))
        for p, q in zip(a, b, strict=True)
    )


def plan(layouts: Sequence[Layout]) -> Plan:
    """Align these shapes; at least one of them has partitions.

    Raises
    ------
    ValueError
        If they can't be aligned: it names the axis, the first row that differs and both lengths.
    """
    xp = next(lay.partitions[0]._xp for lay in layouts if lay.partitions)
    dtypes = {p.dtype for lay in layouts for p in lay.partitions}
    dtype = INT32 if dtypes == {INT32} else INT64
    rank = max(lay.rank for lay in layouts)
    cut = max(len(lay.partitions) + rank - lay.rank for lay in layouts if lay.partitions)
    operands = [_Operand(lay, rank, cut) for lay in layouts]
    _check_inner(operands, layouts, rank, cut)

    nrows = _agree_uniform(operands, layouts, 0)
    for op in operands:
        if op.fold and op.sizes[0] != nrows:
            op.index = xp.zeros(nrows, dtype=dtype)
    parts: list[RowPartition] = []
    for layer in range(1, cut + 1):
        target = _layer(operands, layouts, layer, nrows, dtype, xp)
        parts.append(target)
        nrows = target.static_nvals
    folds = tuple(op.fold for op in operands)
    gathers = tuple(op.index if op.fold else None for op in operands)
    return Plan(tuple(parts), folds, gathers)


class _Operand:
    """The state of one operand while the layers are planned one after the other."""

    def __init__(self, layout: Layout, rank: int, cut: int) -> None:
        missing = rank - layout.rank
        layers: list[int | RowPartition] = [1] * missing
        layers += layout.dims
        layers += layout.partitions
        layers += layout.inner
        self.layers = layers
        self.sizes = [p._uniform if isinstance(p, RowPartition) else p for p in layers]
        self.fold = max(0, cut + 1 - missing - len(layout.partitions))
        # The row of the operand for each row of the result; None if they are the same rows.
        self.index: Array | None = None


def _agree_uniform(operands: list[_Operand], layouts: Sequence[Layout], layer: int) -> int:
    sizes = {op.sizes[layer] for op in operands} - {None, 1}
    if len(sizes) > 1:
        raise ValueError(_mismatch(operands, layouts, layer))
    return sizes.pop() if sizes else 1  # type: ignore[return-value]  # without None


def _layer(
    operands: list[_Operand],
    layouts: Sequence[Layout],
    layer: int,
    nrows: int,
    dtype: Any,
    xp: Any,
) -> RowPartition:
    """Return the common partition of one layer; update the index of each operand."""
    ragged = [op for op in operands if op.sizes[layer] is None]
    size = _agree_uniform(operands, layouts, layer)
    if ragged:
        target = _ragged_target(operands, ragged, layouts, layer, size, dtype)
    else:
        target = RowPartition._of_uniform(size, nrows, dtype, xp)
    for op in operands:
        mine = op.layers[layer]
        if not op.fold:
            continue
        if op.sizes[layer] == 1 and target._uniform != 1:
            rows = target._get_rowids()
            op.index = rows if op.index is None else op.index.take(rows)
        elif op.index is not None:
            if isinstance(mine, RowPartition):
                starts = mine._get_splits()[:-1].take(op.index)
            else:
                starts = op.index * mine
            op.index = _splits.ranges(starts, target._get_lengths())
    return target


def _ragged_target(
    operands: list[_Operand],
    ragged: list[_Operand],
    layouts: Sequence[Layout],
    layer: int,
    size: int,
    dtype: Any,
) -> RowPartition:
    first = next((op for op in ragged if op.index is None), ragged[0])
    chosen = first.layers[layer]
    assert isinstance(chosen, RowPartition)
    lengths = (
        chosen._get_lengths() if first.index is None else chosen._get_lengths().take(first.index)
    )
    for op in ragged:
        mine = op.layers[layer]
        assert isinstance(mine, RowPartition)
        if op is first or (op.index is None and first.index is None and mine._same_cuts(chosen)):
            continue
        theirs = mine._get_lengths() if op.index is None else mine._get_lengths().take(op.index)
        at = _splits.first_difference(lengths, theirs)
        if at >= 0 or lengths.shape != theirs.shape:
            raise ValueError(
                _row_mismatch(operands, layouts, layer, at, {first: lengths, op: theirs})
            )
    if size != 1:
        at = first_true(lengths != size)
        if at >= 0:
            other = next(op for op in operands if op.sizes[layer] == size)
            raise ValueError(
                _row_mismatch(operands, layouts, layer, at, {first: lengths, other: size})
            )
    if first.index is None:
        return chosen.with_dtype(dtype)
    return RowPartition._of_lengths(lengths.astype(dtype, copy=False))


def _check_inner(operands: list[_Operand], layouts: Sequence[Layout], rank: int, cut: int) -> None:
    for layer in range(cut + 1, rank):
        _agree_uniform(operands, layouts, layer)


def _shapes(layouts: Sequence[Layout]) -> str:
    return " and ".join(f"{lay.name} {lay.notation()}" for lay in layouts)


def _mismatch(operands: list[_Operand], layouts: Sequence[Layout], layer: int) -> str:
    sizes = [
        f"{op.sizes[layer]} in {lay.name}"
        for op, lay in zip(operands, layouts, strict=True)
        if op.sizes[layer] not in (None, 1)
    ]
    return (
        f"shapes must broadcast, got {_shapes(layouts)}: axis {layer} has size "
        f"{' and '.join(sizes)}; sizes must be equal, or 1{_left_aligned(layouts)}"
    )


def _row_mismatch(
    operands: list[_Operand],
    layouts: Sequence[Layout],
    layer: int,
    at: int,
    lengths: dict[_Operand, Any],
) -> str:
    told = []
    for op, lay in zip(operands, layouts, strict=True):
        if op in lengths:
            n = lengths[op]
            told.append(f"{int(n) if isinstance(n, int) else int(n[at])} in {lay.name}")
    return (
        f"shapes must broadcast, got {_shapes(layouts)}: on axis {layer} row {at} has length "
        f"{' and '.join(told)}; rows must have equal lengths{_left_aligned(layouts)}"
    )


def _left_aligned(layouts: Sequence[Layout]) -> str:
    """Return a hint if an operand has the first axes of another: the new axes that it needs."""
    ragged = max((lay for lay in layouts if lay.partitions), key=lambda lay: lay.rank, default=None)
    for lay in layouts:
        if ragged is not None and _begins(lay, ragged):
            axes = ", None" * (ragged.rank - lay.rank)
            return f". One number for each item? Give {lay.name} a new axis: {lay.name}[...{axes}]"
        if ragged is None or lay.partitions or not lay.dims or lay.rank >= ragged.rank:
            continue
        if lay.dims[0] == ragged.dims[0] and lay.dims[0] != 1:
            ones = [1] * (ragged.rank - lay.rank)
            shape = list(lay.dims) + ones
            return (
                f". One number for each row? Give {lay.name} the shape {shape}: "
                f"np.reshape({lay.name}, {tuple(shape)})"  # a pandas Series has no reshape
            )
    return ""


def _begins(lay: Layout, other: Layout) -> bool:
    """Whether a ragged shape is the beginning of another, longer one."""
    n = len(lay.partitions)
    if not n or lay.inner or lay.rank >= other.rank or lay.dims != other.dims:
        return False
    return all(p._same_cuts(q) for p, q in zip(lay.partitions, other.partitions[:n], strict=False))
