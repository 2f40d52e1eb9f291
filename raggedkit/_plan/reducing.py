"""Reduction plans: which values are combined when axes are reduced. Looks at partitions only.

As in TensorFlow axes are reduced one after the other, the innermost first. Rows that are combined
are aligned at their starts: values at the same position in the rows of a group are combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from raggedkit._arguments import as_axis
from raggedkit._caller import at_callers_line
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import slots as _slots
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.limits import NUMBERED as _NUMBERED
from raggedkit._kernels.limits import NUMBERED_SLOTS as _MANY
from raggedkit._plan.operands import place_of
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, array_namespace, host_namespace, is_array
from raggedkit.encodings import check_start
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "Collapse",
    "Dense",
    "Rows",
    "Slots",
    "Spans",
    "are_in_order",
    "axes_to_reduce",
    "collapse",
    "rows_together",
    "spans_together",
]


@dataclass(eq=False, slots=True)
class Dense:
    """Some dense axes of an array go."""

    axes: tuple[int, ...]
    keepdims: bool

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Any:
        """Return the array without the axes."""
        return _segment.reduce_axes(ufunc, values, self.axes, dtype, keepdims=self.keepdims)

    def count(self, counts: Array, shape: tuple[int, ...]) -> Any:
        """Return how many values meet, given how many each item of such an array stands for."""
        total = counts.sum(axis=self.axes, keepdims=self.keepdims)
        for a in self.axes:
            total = total * (shape[a] if counts.shape[a] == 1 else 1)
        return total

    def spread(self, values: Any, shape: tuple[int, ...]) -> Any:
        """Return the reduced values so that they broadcast against what was reduced."""
        if self.keepdims:
            return values
        return values.reshape([1 if a in self.axes else n for a, n in enumerate(shape)])


@dataclass(eq=False, slots=True)
class Rows:
    """The innermost partitioned axis goes: each row becomes one item."""

    part: RowPartition
    keepdims: bool

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return an item for each row."""
        p = self.part
        splits, lengths = p._get_splits(), p._get_lengths()
        filled = p._get_filled()
        rows = _segment.reduce_rows(
            ufunc, values, splits, lengths, dtype, rowids=p._rowids, filled=filled
        )
        return rows[:, None] if self.keepdims else rows

    def count(self, counts: Array, shape: tuple[int, ...]) -> Array:
        """Return how many values each row stands for."""
        if counts.size == 1:
            lengths = self.part._get_lengths().astype(INT64) * counts.reshape(())
            return _column(lengths[:, None] if self.keepdims else lengths, counts.ndim - 1)
        return self.reduce("add", counts, INT64)

    def spread(self, values: Array, shape: tuple[int, ...]) -> Array:
        """Return each row's item at each of its values."""
        items = values[:, 0] if self.keepdims else values
        if items.shape[0] != self.part._nrows:
            xp = array_namespace(items)
            items = xp.broadcast_to(items, (self.part._nrows, *items.shape[1:]))
        return _splits.repeat(items, self.part._get_lengths())


class Slots:
    """An axis outside the innermost partitioned one goes: values meet at the slots they name."""

    def __init__(
        self,
        slots: Array | None,
        n: int,
        outermost: bool,
        groups: tuple[RowPartition, ...],
        spans: Spans | None = None,
    ) -> None:
        """Slots of None are those of ``spans``, made when asked for.

        Without spans they are the places of values in the rows of ``groups[0]``. ``outermost``
        says that a dense result is to keep axis 0; ``groups`` the group of each row, then the rows
        inside it.
        """
        self._slots, self._spans = slots, spans
        self.n, self.outermost, self.groups = n, outermost, groups

    @property
    def slots(self) -> Array:
        """The slot of each value."""
        if self._slots is None and self._spans is not None:
            self._slots, self._spans = self._spans.slots(), None
        return self.groups[0]._get_places() if self._slots is None else self._slots

    def columns(self) -> RowPartition | None:
        """Return the rows of which columns are left, where there are too many values to number."""
        part = self.groups[0]
        few = part._nvals <= _NUMBERED or part._places is not None
        known = self._slots is not None or self._spans is not None
        if known or few or part._xp is not host_namespace:
            return None
        check_start(part._get_splits(), "row_splits")  # validate=False may leave it invalid
        return part

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return an item for each slot."""
        part = self.columns()
        if self._spans is not None:
            items = self._spans.reduce(ufunc, values, dtype)
        elif part is None:
            items = _segment.reduce_slots(ufunc, values, self.slots, self.n, dtype)
        else:
            rows = part._get_splits(), part._get_lengths()
            items = _slots.reduce_columns(ufunc, values, *rows, self.n, dtype)
        return items[None] if self.outermost else items

    def count(self, counts: Array, shape: tuple[int, ...]) -> Array:
        """Return how many values each slot stands for."""
        if counts.size != 1:
            return self.reduce("add", counts, INT64)
        met = self.met()
        met *= counts.reshape(())
        return _column(met[None] if self.outermost else met, counts.ndim - 1)

    def met(self) -> Array:
        """Return how many values name each slot."""
        if self._spans is not None:
            return self._spans.met()
        part = self.columns()
        if part is None:
            slots = self.slots
            result: Array = array_namespace(slots).bincount(slots, minlength=self.n)
            return result
        xp = part._xp
        ends = xp.bincount(part._get_lengths(), minlength=self.n + 1)  # of so many rows
        reach: Array = part._nrows - xp.cumsum(ends)[: self.n]
        return reach

    def together(self) -> Iterator[tuple[Array, Array]]:
        """Return the order that brings the values of each slot side by side, as they stand.

        In pieces of whole slots, with the number of values in each of them.
        """
        part = self.groups[0]
        known = self._slots is not None or self._spans is not None
        if known or part._xp is not host_namespace:
            yield _sort.order(self.slots), self.met()
        else:
            check_start(part._get_splits(), "row_splits")  # validate=False may leave it invalid
            yield from _sort.column_blocks(part._get_splits(), part._get_lengths())

    def spread(self, values: Array, shape: tuple[int, ...]) -> Array:
        """Return each slot's item at each of its values."""
        items = values[0] if self.outermost else values
        return items.take(self.slots, axis=0)

    def places(self, axis: int) -> Array:
        """Return for each value its place along the axis that goes."""
        first, inner = self.groups[0], self.groups[1:]
        places = first._get_rowids() if axis == 0 else first.offsets_in_rows()
        for part in inner:
            places = places.take(part._get_rowids())
        return places


Step = Dense | Rows | Slots


@dataclass(eq=False, slots=True)
class Collapse:
    """The steps from the values to the result, and what the result is cut by."""

    name: str
    axes: tuple[int, ...] | None
    parts: tuple[RowPartition, ...]
    shapes: tuple[tuple[int, ...], ...]  # of the values before each step; the first size may vary
    steps: tuple[Step, ...]
    shape: tuple[int, ...] | None = None  # of a result whose axes all went and are kept

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Any:
        """Return the values that are left, flat."""
        for step in self.steps:
            values = at_callers_line(step.reduce, ufunc, values, dtype)
        return values if self.shape is None else values.reshape(self.shape)

    def count(self, values: Array) -> Any:
        """Return how many values meet in each that is left, ``int64``; broadcasts against them."""
        part = self.only_rows()
        if part is not None:
            return part._get_lengths().astype(INT64, copy=False)
        counts = array_namespace(values).ones((1,) * values.ndim, dtype=INT64)
        for step, shape in zip(self.steps, self.shapes, strict=True):
            counts = step.count(counts, shape)
        return counts if self.shape is None else counts.reshape(self.shape)

    def spread(self, values: Any) -> Any:
        """Return at each value the item that it fell into; the result broadcasts against them."""
        if self.shape is not None:
            values = values.reshape(())
        for step, shape in zip(reversed(self.steps), reversed(self.shapes), strict=True):
            values = step.spread(values, shape)
        return values

    def only_rows(self) -> RowPartition | None:
        """Return what cuts the values where nothing but each row becomes one number; else None."""
        step = self.steps[0] if len(self.steps) == 1 else None
        if not isinstance(step, Rows) or len(self.shapes[0]) != 1 or step.keepdims:
            return None
        return step.part

    def wrap(self, values: Any) -> Any:
        """Return the result: dense where no partitioned axis is left."""
        return RaggedTensor._make(values, self.parts) if self.parts else values

    def where(self, flat: int, values: Any) -> str:
        """Return where item ``flat`` of the result's flat values is, for an error message."""
        path = place_of(self.parts, values.shape, flat)
        if not path:
            return "none at all"
        return f"none in row {path[0]}" if len(path) == 1 else f"none at {path}"


def collapse(x: Any, axis: Any, *, keepdims: bool = False, name: str = "input_tensor") -> Collapse:
    """Plan which values of a ragged tensor or an array meet where these axes go.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If an axis is no integer.
    ValueError
        If an axis is named twice.
    """
    ragged = isinstance(x, RaggedTensor)
    parts = list(x._parts) if ragged else []
    values = x._flat if ragged else x
    axes = axes_to_reduce(axis, x.ndim)
    steps: list[Step] = []
    shapes: list[tuple[int, ...]] = []
    if axes is None:
        if values.ndim:
            steps, shapes = [Dense(tuple(range(values.ndim)), False)], [values.shape]
        shape = (1,) * x.ndim if keepdims else None
        return Collapse(name, None, (), tuple(shapes), tuple(steps), shape)

    depth = len(parts)
    inner = tuple(values.shape[1:]) if ragged else tuple(values.shape)
    if ragged and axes == (depth,) and values.ndim == 1:  # as a rule: one number for each row
        rows = Rows(parts.pop(), keepdims)
        return Collapse(name, axes, tuple(parts), (values.shape,), (rows,))
    dense = tuple(a - depth for a in axes if (a > depth if ragged else True))
    if dense:
        steps.append(Dense(dense, keepdims))
        shapes.append(values.shape)
        sizes = enumerate(values.shape[1:], 1) if ragged else enumerate(values.shape)
        inner = tuple(1 if a in dense else n for a, n in sizes if keepdims or a not in dense)
    if not ragged:
        return Collapse(name, axes, (), tuple(shapes), tuple(steps))
    nrows = parts[0]._nrows
    for k in sorted((a for a in axes if a <= depth), reverse=True):
        nvals = parts[-1]._nvals if parts else nrows
        shapes.append((nvals, *inner))
        if not parts:
            steps.append(Dense((0,), keepdims))
        elif k == len(parts):
            nrows = parts[-1]._nrows
            steps.append(Rows(parts.pop(), keepdims))
            inner = (1, *inner) if keepdims else inner
        else:
            step, parts = _together(parts, k, keepdims)
            steps.append(step)
    return Collapse(name, axes, tuple(parts), tuple(shapes), tuple(steps))


def axes_to_reduce(axis: Any, ndim: int) -> tuple[int, ...] | None:
    """Return axes counted from the front, ascending; None for all of them."""
    if axis is None:
        return None
    if type(axis) is int:
        return (as_axis(axis, ndim),)
    if is_array(axis):
        axis = axis.tolist()
    if not isinstance(axis, list | tuple):
        return (as_axis(axis, ndim),)
    axes = sorted(as_axis(a, ndim, f"axis[{i}]") for i, a in enumerate(axis))
    for a, b in pairwise(axes):
        if a == b:
            raise ValueError(broken_rule("axis", f"name axis {a} once", list(axis)))
    return tuple(axes)


def _together(
    parts: Sequence[RowPartition], k: int, keepdims: bool
) -> tuple[Slots, list[RowPartition]]:
    """Let axis ``k`` go, which has partitioned axes inside it."""
    groups, inside = (parts[0], parts[1:]) if k == 0 else (parts[k - 1], parts[k:])
    xp, dtype = groups._xp, groups._dtype
    slots: Array | None = None
    if k == 0:
        n = groups._get_longest()
        if inside:
            slots = groups._get_places()
    else:
        if xp is host_namespace:  # validate=False may leave it invalid; CuPy would wait
            check_start(groups._get_splits(), "row_splits")
        slots, n = groups._get_rowids(), groups._nrows
    first = n
    cuts: list[RowPartition] = []
    spans = None
    if slots is not None and k and are_in_order(groups, inside):
        spans, n, met = spans_together(groups, inside, slots, n)
        slots, cuts = None, list(met)
    elif slots is not None:
        slots, n, met = rows_together(inside, slots, n)
        cuts = list(met)
    every = k == 0 or bool(groups._uniform)  # whether each slot is that of some row
    cuts = [
        _declared(c, p, every or i > 0) for i, (c, p) in enumerate(zip(cuts, inside, strict=False))
    ]
    step = Slots(slots, n, keepdims and not cuts, (groups, *inside), spans)
    if keepdims and cuts:
        one = (first, 1) if k == 0 else (1, first)
        cuts.insert(0, RowPartition._of_uniform(*one, dtype, xp))
    return step, [*parts[: max(k - 1, 0)], *cuts]


def _declared(cut: RowPartition, part: RowPartition, every: bool) -> RowPartition:
    """Return the partition of rows that meet; as long as those of ``part`` if they are uniform."""
    if part._uniform is None or not every or cut._nvals != part._uniform * cut._nrows:
        return cut
    return RowPartition._of_uniform(part._uniform, cut._nrows, cut._dtype, cut._xp)


def _column(counts: Array, inner: int) -> Array:
    """Return counts with dimensions of size 1 behind them, to meet items that have some."""
    return counts.reshape(*counts.shape, *(1,) * inner)


@dataclass(eq=False, slots=True)
class Spans:
    """Groups of rows that meet, each in slots of its own: no value keeps the number of its slot."""

    starts: Array  # the slot of the first value of each row; those of the others count up
    rows: RowPartition
    row_cut: Array  # cuts the rows into groups
    slot_cut: Array  # cuts the slots into groups

    def slots(self) -> Array:
        """Return the slot of each value."""
        return _splits.ranges(self.starts, self.rows._get_lengths())

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return an item for each slot."""
        splits, cuts = self.rows._get_splits(), (self.row_cut, self.slot_cut)
        return _slots.reduce_spans(ufunc, values, splits, self.starts, *cuts, dtype)

    def met(self) -> Array:
        """Return how many values name each slot."""
        n = int(self.slot_cut[-1])
        return _slots.count_spans(self.starts, self.rows._get_lengths(), n)


def rows_together(
    parts: Sequence[RowPartition], slots: Array, n: int
) -> tuple[Array, int, tuple[RowPartition, ...]]:
    """Let rows that name the same of ``n`` slots meet, aligned at their starts.

    Returns the slot of each value, how many slots that makes, and what cuts these.
    """
    cuts = []
    for part in parts:
        if slots.shape[0] != part._nrows:  # which validate=False lets pass
            rule = f"end at the number of rows inside, {part._nrows}"
            raise ValueError(broken_rule("row_splits", rule, slots.shape[0]))
        splits, slots = _slots.align_slots(slots, part._get_splits(), part._get_lengths(), n)
        cuts.append(RowPartition._of_splits(splits))
        n = cuts[-1]._nvals
    return slots, n, tuple(cuts)


def _cut_together(part: RowPartition, slots: Array, n: int) -> tuple[RowPartition, Array]:
    """Return rows as long as the longest that names each slot, and where each row starts there."""
    splits, starts = _slots.align_starts(slots, part._get_lengths(), n)
    return RowPartition._of_splits(splits), starts


def are_in_order(groups: RowPartition, inside: Sequence[RowPartition]) -> bool:
    """Whether the blockwise form applies: many values, in partitions that pass validation."""
    rows = inside[-1]
    if rows._nvals <= _MANY or rows._xp is not host_namespace:
        return False
    if any(outer._nvals != part._nrows for outer, part in pairwise((groups, *inside))):
        return False
    every = (part._get_splits() for part in (groups, *inside))
    return all(not int(s[0]) and _splits.first_decrease(s) < 0 for s in every)


def spans_together(
    groups: RowPartition, inside: Sequence[RowPartition], slots: Array, n: int
) -> tuple[Spans, int, tuple[RowPartition, ...]]:
    """Do as `rows_together`, but don't make the slots of values."""
    slots, n, cuts = rows_together(inside[:-1], slots, n)
    rows = inside[-1]
    cut, starts = _cut_together(rows, slots, n)
    row_cut, slot_cut = groups._get_splits(), cuts[0]._get_splits() if cuts else cut._get_splits()
    for part in inside[:-1]:
        row_cut = part._get_splits().take(row_cut)
    for part in (*cuts, cut)[1:]:
        slot_cut = part._get_splits().take(slot_cut)
    return Spans(starts, rows, row_cut, slot_cut), cut._nvals, (*cuts, cut)
