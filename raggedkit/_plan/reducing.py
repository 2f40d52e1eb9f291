"""Reduction plans: which values are combined when axes are reduced. They read partitions only.

As in TensorFlow axes are reduced one after the other, the innermost first. Rows that are combined
are aligned at their starts: values at the same position in the rows of a group are combined. A
slot is an item of the result; each value is combined into one slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from raggedkit._arguments import as_axis
from raggedkit._caller import as_the_caller, is_refused
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
    """A step that reduces dense axes of an array."""

    axes: tuple[int, ...]
    keepdims: bool

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Any:
        """Return the array reduced over the axes."""
        return _segment.reduce_axes(ufunc, values, self.axes, dtype, keepdims=self.keepdims)

    def count(self, counts: Array, shape: tuple[int, ...]) -> Any:
        """Return the number of values in each slot, from the number in each item of the array."""
        total = counts.sum(axis=self.axes, keepdims=self.keepdims)
        # An axis of ``counts`` may have size 1: then every item along it has the same count.
        for a in self.axes:
            total = total * (shape[a] if counts.shape[a] == 1 else 1)
        return total

    def spread(self, values: Any, shape: tuple[int, ...]) -> Any:
        """Return the reduced values in a shape that broadcasts against the unreduced ones."""
        if self.keepdims:
            return values
        return values.reshape([1 if a in self.axes else n for a, n in enumerate(shape)])


@dataclass(eq=False, slots=True)
class Rows:
    """A step that reduces the innermost partitioned axis: each row becomes one item."""

    part: RowPartition
    keepdims: bool

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return an item for each row."""
        p = self.part
        splits, lengths = p._get_splits(), p._get_lengths()
        filled = p._get_filled()
        rows = _segment.reduce_rows(ufunc, values, splits, lengths, dtype, p._rowids, filled)
        return rows[:, None] if self.keepdims else rows

    def count(self, counts: Array, shape: tuple[int, ...]) -> Array:
        """Return the number of values in each row, from the number in each item."""
        # One count for all items: the row lengths are enough, without a pass over the values.
        if counts.size == 1:
            lengths = self.part._get_lengths().astype(INT64) * counts.reshape(())
            return _column(lengths[:, None] if self.keepdims else lengths, counts.ndim - 1)
        return self.reduce("add", counts, INT64)

    def spread(self, values: Array, shape: tuple[int, ...]) -> Array:
        """Return the items repeated: one for each value of the row."""
        items = values[:, 0] if self.keepdims else values
        if items.shape[0] != self.part._nrows:
            xp = array_namespace(items)
            items = xp.broadcast_to(items, (self.part._nrows, *items.shape[1:]))
        return _splits.repeat(items, self.part._get_lengths())


class Slots:
    """A step that reduces an axis outside of the innermost partitioned one, slot by slot."""

    def __init__(
        self,
        slots: Array | None,
        n: int,
        outermost: bool,
        groups: tuple[RowPartition, ...],
        spans: Spans | None = None,
    ) -> None:
        """If ``slots`` is None, they are computed on first use.

        They come from ``spans``, or without spans they are the positions of the values in the rows
        of ``groups[0]``. With ``outermost`` a dense result keeps axis 0. ``groups`` are the
        partition of rows into groups, and the partitions inside of it.
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
        """Return the rows to reduce column by column, or None if every value gets its slot.

        For many values an array of slots would cost as much as the values themselves.
        """
        part = self.groups[0]
        # Asked here and not by the dispatcher: a column per value is kept in the partition, which
        # a kernel does not see.
        few = part._nvals <= _NUMBERED or part._places is not None
        known = self._slots is not None or self._spans is not None
        if known or few or part._xp is not host_namespace:
            return None
        check_start(part._get_splits(), "row_splits")  # validate=False may leave it invalid
        return part

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return the reduced value of each slot."""
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
        """Return the number of values in each slot, from the number in each item."""
        if counts.size != 1:
            return self.reduce("add", counts, INT64)
        items = self.slot_sizes()
        items *= counts.reshape(())
        return _column(items[None] if self.outermost else items, counts.ndim - 1)

    def slot_sizes(self) -> Array:
        """Return the number of items in each slot."""
        if self._spans is not None:
            return self._spans.slot_sizes()
        part = self.columns()
        if part is None:
            slots = self.slots
            result: Array = array_namespace(slots).bincount(slots, minlength=self.n)
            return result
        xp = part._xp
        # A row of length 3 has an item in columns 0, 1 and 2: column j has an item for each row
        # that is longer than j.
        ending = xp.bincount(part._get_lengths(), minlength=self.n + 1)
        sizes: Array = part._nrows - xp.cumsum(ending)[: self.n]
        return sizes

    def together(self) -> Iterator[tuple[Array, Array]]:
        """Return the stable order of values by slot, with the number of values in each slot.

        It comes in pieces of whole slots.
        """
        part = self.groups[0]
        known = self._slots is not None or self._spans is not None
        if known or part._xp is not host_namespace:
            yield _sort.order(self.slots), self.slot_sizes()
        else:
            check_start(part._get_splits(), "row_splits")  # validate=False may leave it invalid
            yield from _sort.column_blocks(part._get_splits(), part._get_lengths())

    def spread(self, values: Array, shape: tuple[int, ...]) -> Array:
        """Return the items repeated: one for each value of the slot."""
        items = values[0] if self.outermost else values
        return items.take(self.slots, axis=0)

    def places(self, axis: int) -> Array:
        """Return the position of each value along the reduced axis."""
        first, inner = self.groups[0], self.groups[1:]
        places = first._get_rowids() if axis == 0 else first.offsets_in_rows()
        for part in inner:
            places = places.take(part._get_rowids())
        return places


Step = Dense | Rows | Slots


@dataclass(eq=False, slots=True)
class Collapse:
    """The steps from the values to the result, and the partitions of the result."""

    name: str
    axes: tuple[int, ...] | None
    parts: tuple[RowPartition, ...]
    shapes: tuple[tuple[int, ...], ...]  # of the values before each step; the first size may vary
    steps: tuple[Step, ...]
    shape: tuple[int, ...] | None = None  # of a result with all axes reduced and kept as size 1

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Any:
        """Return the flat values of the result."""
        for step in self.steps:
            try:
                values = step.reduce(ufunc, values, dtype)
            except TypeError as error:
                if not is_refused(error):
                    raise
                values = as_the_caller(step.reduce, ufunc, values, dtype)
        return values if self.shape is None else values.reshape(self.shape)

    def count(self, values: Array) -> Any:
        """Return the number of values in each item of the result, ``int64``; it broadcasts."""
        part = self.only_rows()
        if part is not None:
            return part._get_lengths().astype(INT64, copy=False)
        counts = array_namespace(values).ones((1,) * values.ndim, dtype=INT64)
        for step, shape in zip(self.steps, self.shapes, strict=True):
            counts = step.count(counts, shape)
        return counts if self.shape is None else counts.reshape(self.shape)

    def spread(self, values: Any) -> Any:
        """Return the item of the result that each value is part of; it broadcasts against them."""
        if self.shape is not None:
            values = values.reshape(())
        for step, shape in zip(reversed(self.steps), reversed(self.shapes), strict=True):
            values = step.spread(values, shape)
        return values

    def only_rows(self) -> RowPartition | None:
        """Return the partition if the plan reduces each row to one number and nothing else."""
        step = self.steps[0] if len(self.steps) == 1 else None
        if not isinstance(step, Rows) or len(self.shapes[0]) != 1 or step.keepdims:
            return None
        return step.part

    def wrap(self, values: Any) -> Any:
        """Return the result, an array if no partitioned axis is left."""
        return RaggedTensor._make(values, self.parts) if self.parts else values

    def where(self, flat: int, values: Any) -> str:
        """Return where item ``flat`` of the result's flat values is, for an error message."""
        path = place_of(self.parts, values.shape, flat)
        if not path:
            return "none at all"
        return f"none in row {path[0]}" if len(path) == 1 else f"none at {path}"


def collapse(x: Any, axis: Any, *, keepdims: bool = False, name: str = "input_tensor") -> Collapse:
    """Return the plan that reduces these axes of a ragged tensor or an array.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If an axis is not an integer.
    ValueError
        If an axis is repeated.
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
    if ragged and axes == (depth,) and values.ndim == 1:  # the usual case: one number per row
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
            got = f"got {list(axis)}: two of them are axis {a}"
            raise ValueError(f"axis must not repeat an axis, {got}")
    return tuple(axes)


def _together(
    parts: Sequence[RowPartition], k: int, keepdims: bool
) -> tuple[Slots, list[RowPartition]]:
    """Return the step that reduces axis ``k``, outside of partitioned axes, and what is left."""
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
        spans, n, aligned = spans_together(groups, inside, slots, n)
        slots, cuts = None, list(aligned)
    elif slots is not None:
        slots, n, aligned = rows_together(inside, slots, n)
        cuts = list(aligned)
    if cuts:
        every = k == 0 or bool(groups._uniform)  # whether each group has a row: no slot is empty
        cuts = [
            _declared(c, p, every or i > 0)
            for i, (c, p) in enumerate(zip(cuts, inside, strict=False))
        ]
    step = Slots(slots, n, keepdims and not cuts, (groups, *inside), spans)
    if keepdims and cuts:
        # The kept axis: for axis 0 a single row of all slots, else rows of one item.
        one = (first, 1) if k == 0 else (1, first)
        cuts.insert(0, RowPartition._of_uniform(*one, dtype, xp))
    return step, [*parts[: max(k - 1, 0)], *cuts]


def _declared(cut: RowPartition, part: RowPartition, every: bool) -> RowPartition:
    """Return the partition of combined rows, declared uniform if that of the rows is."""
    if part._uniform is None or not every or cut._nvals != part._uniform * cut._nrows:
        return cut
    return RowPartition._of_uniform(part._uniform, cut._nrows, cut._dtype, cut._xp)


def _column(counts: Array, inner: int) -> Array:
    """Return counts with ``inner`` axes of size 1 appended, to broadcast against items."""
    return counts.reshape(*counts.shape, *(1,) * inner)


@dataclass(eq=False, slots=True)
class Spans:
    """Slots of groups of rows, as one start per row instead of one slot per value."""

    starts: Array  # the slot of the first value of each row; the next values have the next slots
    rows: RowPartition
    row_cut: Array  # splits of the rows into groups
    slot_cut: Array  # splits of the slots into groups

    def slots(self) -> Array:
        """Return the slot of each value."""
        return _splits.ranges(self.starts, self.rows._get_lengths())

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return the reduced value of each slot."""
        splits, cuts = self.rows._get_splits(), (self.row_cut, self.slot_cut)
        return _slots.reduce_spans(ufunc, values, splits, self.starts, *cuts, dtype)

    def slot_sizes(self) -> Array:
        """Return the number of values in each slot."""
        n = int(self.slot_cut[-1])
        return _slots.count_spans(self.starts, self.rows._get_lengths(), n)


def rows_together(
    parts: Sequence[RowPartition], slots: Array, n: int
) -> tuple[Array, int, tuple[RowPartition, ...]]:
    """Combine the rows of each of ``n`` slots, aligned at their starts.

    Returns the slot of each value, the number of slots, and the partitions of the slots.
    """
    cuts = []
    for part in parts:
        if slots.shape[0] != part._nrows:  # possible for splits made with validate=False
            rule = f"end at the number of rows inside, {part._nrows}"
            raise ValueError(broken_rule("row_splits", rule, slots.shape[0]))
        splits, slots = _slots.align_slots(slots, part._get_splits(), part._get_lengths(), n)
        cuts.append(RowPartition._of_splits(splits))
        n = cuts[-1]._nvals
    return slots, n, tuple(cuts)


def _cut_together(part: RowPartition, slots: Array, n: int) -> tuple[RowPartition, Array]:
    """Return a row per slot, as long as its longest row, and the first slot of each row's items."""
    splits, starts = _slots.align_starts(slots, part._get_lengths(), n)
    return RowPartition._of_splits(splits), starts


def are_in_order(groups: RowPartition, inside: Sequence[RowPartition]) -> bool:
    """Whether the blockwise form applies: many values, in partitions that pass validation."""
    rows = inside[-1]
    if rows._nvals <= _MANY or rows._xp is not host_namespace:
        return False
    if any(outer._nvals != part._nrows for outer, part in pairwise((groups, *inside))):
        return False
    # The blockwise kernels read these splits unchecked.
    every = (part._get_splits() for part in (groups, *inside))
    return all(not int(s[0]) and _splits.first_decrease(s) < 0 for s in every)


def spans_together(
    groups: RowPartition, inside: Sequence[RowPartition], slots: Array, n: int
) -> tuple[Spans, int, tuple[RowPartition, ...]]:
    """Return the result of `rows_together` with `Spans` instead of the slot of each value."""
    slots, n, cuts = rows_together(inside[:-1], slots, n)
    rows = inside[-1]
    cut, starts = _cut_together(rows, slots, n)
    row_cut, slot_cut = groups._get_splits(), cuts[0]._get_splits() if cuts else cut._get_splits()
    for part in inside[:-1]:
        row_cut = part._get_splits().take(row_cut)
    for part in (*cuts, cut)[1:]:
        slot_cut = part._get_splits().take(slot_cut)
    return Spans(starts, rows, row_cut, slot_cut), cut._nvals, (*cuts, cut)
