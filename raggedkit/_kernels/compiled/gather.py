"""Copies and sorts compiled by numba, with the signatures of NumPy's forms.

Each returns None for input that NumPy's form must handle: objects, wide items, indices that reach
outside.
"""

from __future__ import annotations

import math
from typing import Any

from raggedkit._kernels.compiled import moves
from raggedkit._kernels.compiled.bridge import (
    covers,
    is_plain,
    is_shared,
    machine_code,
    run,
    share,
    share_range,
    usable,
)
from raggedkit._kernels.limits import MARKS_PER_PART as _PART
from raggedkit._kernels.limits import SAMPLED_ROWS as _LOOKS
from raggedkit._typing import Array
from raggedkit._xp import INT64, REALS, as_dtype, host_namespace

__all__ = [
    "choose",
    "compact",
    "count_unpadded",
    "count_up",
    "interleave",
    "keep",
    "keep_columns",
    "offsets_in_rows",
    "pad",
    "ranges",
    "sort_rows",
    "spans_of_rows",
    "splits_of_kept",
    "splits_to_rowids",
    "take_in_rows",
    "take_ranges",
]

_BOOL, _UINT64 = as_dtype("bool"), as_dtype("uint64")
_MOVED = "biufcmMSUV"  # kinds of dtypes whose items may be moved as bytes


def _bits(array: Array) -> Array | None:
    """Return items as unsigned integers of their size, or as rows of such; None for objects."""
    dtype = array.dtype
    if dtype.kind not in _MOVED or dtype.hasobject or not array.flags.c_contiguous:
        return None
    width = dtype.itemsize * math.prod(array.shape[1:])
    # The widest unit that divides an item moves it in the fewest steps.
    unit = next((n for n in (8, 4, 2, 1) if width and dtype.itemsize % n == 0), 0)
    if not unit or not array.shape[0] or array.ctypes.data % unit:
        return None
    units = array.reshape(array.shape[0], -1).view(f"u{unit}")
    return units[:, 0] if width == unit else units


def _bytes(array: Array) -> tuple[Array, int] | None:
    """Return the items as one vector of bytes, and the bytes per item; None for objects."""
    dtype = array.dtype
    width = dtype.itemsize * math.prod(array.shape[1:])
    if dtype.kind not in _MOVED or dtype.hasobject or not array.flags.c_contiguous or not width:
        return None
    return array.reshape(-1).view("u1"), width


def _work(array: Array) -> int:
    """Return the work of copying items, in items for `share`: one per two words of memory.

    A word is copied so fast that a second thread pays only for many of them.
    """
    return int(array.nbytes) // 16


def ranges(
    starts: Array, lengths: Array, step: int = 1, splits: Array | None = None
) -> Array | None:
    """Return ``start, start + step, ...`` for each row, as `splits.ranges` does."""
    if starts.shape != lengths.shape:
        return None
    return _filled(_added_up(lengths) if splits is None else splits, starts, step)


def _added_up(lengths: Array) -> Array:
    """Return the splits of lengths; they decrease for a negative one, which the loops reject."""
    splits: Array = host_namespace.empty(lengths.shape[0] + 1, dtype=INT64)
    splits[0] = 0
    lengths.cumsum(out=splits[1:])
    return splits


def _filled(splits: Array, starts: Array, step: int) -> Array | None:
    """Return ``start, start + step, ...`` of all rows, joined."""
    total = int(splits[-1])
    # Invalid lengths or splits; NumPy's form handles them.
    if total < 0 or int(splits[0]):
        return None
    out: Array = host_namespace.empty(total, dtype=starts.dtype)
    done = run(moves.fill_ranges, splits, _flat(starts), step, out=out, items=_work(out))
    return out if done else None


def _flat(numbers: Array) -> Array:
    """Return the vector with contiguous items."""
    return host_namespace.ascontiguousarray(numbers)


def splits_to_rowids(splits: Array, lengths: Array) -> Array | None:
    """Return the row of each value, as `splits.splits_to_rowids` does."""
    # A step of 0 repeats the number of the row.
    return _filled(splits, host_namespace.arange(lengths.shape[0], dtype=splits.dtype), 0)


def offsets_in_rows(splits: Array, lengths: Array) -> Array | None:
    """Return the position of each value in its row, as `splits.offsets_in_rows` does."""
    return _filled(splits, host_namespace.zeros(lengths.shape[0], dtype=splits.dtype), 1)


def spans_of_rows(splits: Array, rows: Array) -> tuple[Array, Array, Array] | None:
    """Return the starts of rows, their lengths and splits, as `splits.spans_of_rows` does."""
    if rows.ndim != 1 or rows.dtype.kind != "i":
        return None
    if int(splits[-1]) * rows.shape[0] >= 1 << 63:  # a sum that wraps around would go unnoticed
        return None
    starts, found = (host_namespace.empty(rows.shape[0], dtype=splits.dtype) for _ in range(2))
    cut: Array = host_namespace.empty(rows.shape[0] + 1, dtype=splits.dtype)
    cut[0] = 0
    compiled = machine_code(moves.span_rows)
    fixed = usable(splits), usable(rows)
    return (starts, found, cut) if compiled(0, rows.shape[0], *fixed, starts, found, cut) else None


def take_ranges(
    values: Array, starts: Array, lengths: Array, step: int = 1, splits: Array | None = None
) -> Array | None:
    """Return the values of ranges, end to end, as `gather.take_ranges` does."""
    items = _bytes(values)
    if items is None or starts.shape != lengths.shape or abs(step) > values.shape[0]:
        return None
    if splits is None:
        splits = _added_up(lengths)
    total, nrows = int(splits[-1]), lengths.shape[0]
    if total < 0 or int(splits[0]) or splits.shape[0] != nrows + 1:
        return None
    # A sample of the lengths decides: their maximum would need a pass over all of them.
    if nrows and total <= nrows and int(lengths[:: nrows // _LOOKS + 1].max()) <= 1:
        return None  # probably one value per row, for which NumPy's take is as fast
    out: Array = host_namespace.empty((total, *values.shape[1:]), dtype=values.dtype)
    starts, (bits, width), units = _flat(starts), items, _bits(values)
    if step == 1:
        moved = out.reshape(-1).view("u1")
        fixed = starts, _jump(starts), width, bits
        done = run(moves.copy_rows, splits, *fixed, out=moved, items=_work(out))
        return out if done else None
    if units is None or units.ndim > 1:
        moved, stepping = out.reshape(-1).view("u1"), (starts, step, width, bits)
        done = run(moves.copy_wide_steps, splits, *stepping, out=moved, items=_work(out))
        return out if done else None
    moved = out.reshape(-1).view(units.dtype)
    # As unsigned numbers negative starts are too large, so the loop compares once, as in `run`.
    if step == -1:
        starts = starts.view(f"u{starts.dtype.itemsize}")
        done = run(moves.reverse_rows, splits, starts, units, out=moved, items=_work(out))
        return out if done else None
    return out if run(moves.copy_steps, splits, starts, step, units, out=moved) else None


def _jump(starts: Array) -> bool:
    """Whether the rows are probably scattered, and not consecutive."""
    # A few pairs of neighbours decide; the answer affects only the speed.
    every = starts.shape[0] // _LOOKS + 1
    return bool((starts[1::every] < starts[:-1:every]).any())


def take_in_rows(
    values: Array, splits: Array, indices: Array, cut: Array, from_end: bool
) -> Array | None:
    """Return items by their positions in rows, as `gather.take_in_rows` does."""
    bits = _bits(values)
    if bits is None or bits.ndim > 1 or indices.dtype.kind != "i" or splits.shape != cut.shape:
        return None
    if int(cut[0]) or int(cut[-1]) != indices.shape[0]:
        return None
    out: Array = host_namespace.empty((indices.shape[0], *values.shape[1:]), dtype=values.dtype)
    moved, cuts = out.reshape(-1).view(bits.dtype), usable(splits)
    done = run(moves.take_in_rows, cut, _flat(indices), cuts, from_end, bits, out=moved)
    return out if done else None


def pad(
    values: Array,
    lengths: Array,
    width: int,
    fill: Any,
    dtype: Any = None,
    left: bool = False,
    splits: Array | None = None,
) -> Array | None:
    """Return rows padded to a rectangle, as `gather.pad` does."""
    items = _bytes(values)
    if items is None or not width or (dtype is not None and as_dtype(dtype) != values.dtype):
        return None
    # One row of padding. The loop copies it as bytes, so one form serves every dtype.
    blank: Array = host_namespace.zeros((width, *values.shape[1:]), dtype=values.dtype)
    if fill is not None:
        blank[...] = fill
    if splits is None:
        splits = _added_up(lengths)
    nrows = lengths.shape[0]
    if splits.shape[0] != nrows + 1 or int(splits[0]) or int(splits[-1]) != values.shape[0]:
        return None
    out: Array = host_namespace.empty((nrows, *blank.shape), dtype=values.dtype)
    filled, cells = (a.reshape(-1).view("u1") for a in (blank, out))
    fixed = items[0], filled, items[1], left
    done = run(moves.pad_rows, splits, *fixed, out=cells, items=_work(out))
    return out if done else None


def choose(flags: Array, x: Array, y: Array) -> Array | None:
    """Return items of one array or the other, as `gather.choose` does."""
    # The loop selects by bit operations, for which an item must be one machine integer.
    if x.dtype.itemsize not in (1, 2, 4, 8) or not (x.dtype.isnative and flags.flags.c_contiguous):
        return None
    one, other = (_bits(a.reshape(-1)) if a.flags.c_contiguous else None for a in (x, y))
    if one is None or other is None:
        return None
    out: Array = host_namespace.empty(x.shape, dtype=x.dtype)
    chosen = _bits(out.reshape(-1))
    assert chosen is not None
    compiled = machine_code(moves.choose_items)
    frozen = [usable(a) for a in (flags.reshape(-1), one, other)]
    share_range(compiled.bind(*frozen, chosen), x.size)
    return out


def compact(dense: Array, lengths: Array, splits: Array | None = None) -> Array | None:
    """Return the first items of each row of a rectangle, as `gather.compact` does."""
    items = _bytes(dense) if dense.ndim > 1 else None
    if items is None or lengths.shape[0] != dense.shape[0]:
        return None
    if splits is None:
        splits = _added_up(lengths)
    total = int(splits[-1])
    if total < 0 or int(splits[0]) or splits.shape[0] != lengths.shape[0] + 1:
        return None
    out: Array = host_namespace.empty((total, *dense.shape[2:]), dtype=dense.dtype)
    cells, whole = items
    placed = out.reshape(-1).view("u1")
    fixed = cells, whole, whole // dense.shape[1]
    done = run(moves.compact_rows, splits, *fixed, out=placed, items=_work(out))
    return out if done else None


def count_unpadded(dense: Array, pad: Array) -> Array | None:
    """Return the lengths of rows without padding, as `gather.count_unpadded` does."""
    plain = dense.ndim == 2 and dense.size and is_plain(dense)
    if not plain or pad.ndim or pad.dtype.kind not in REALS:
        return None
    if pad.dtype != dense.dtype:
        pad = pad.astype(dense.dtype)
    out: Array = host_namespace.empty(dense.shape[0], dtype=INT64)
    compiled, cells = machine_code(moves.count_padding), usable(dense)
    rows: Array = host_namespace.arange(0, dense.size + 1, dense.shape[1])
    share(compiled.bind(rows, cells, pad[()], out), rows, dense.size)
    return out


def count_up(cells: Array, nrows: int, dtype: Any) -> Array | None:
    """Return the splits of cells that come in order without a gap, as `coordinates.count_up`."""
    if cells.dtype != INT64 or cells.ndim != 2 or cells.shape[1] != 2:
        return None
    out: Array = host_namespace.empty(nrows + 1, dtype=dtype)
    compiled = machine_code(moves.count_up)
    return out if compiled(0, cells.shape[0], usable(cells), nrows, out) else None


def interleave(
    sources: list[Array], splits: list[Array], starts: list[Array], dtype: Any
) -> Array | None:
    """Return the rows of all sources in turns, as `gather.interleave` does."""
    total = sum(source.shape[0] for source in sources)
    out: Array = host_namespace.empty((total, *sources[0].shape[1:]), dtype=dtype)
    placed = out.reshape(-1).view("u1") if _bytes(out) is not None else None
    # The loop copies bytes and converts nothing.
    parts = [_bytes(source) for source in sources if source.dtype == dtype]
    if placed is None or len(parts) < len(sources):
        return None
    for items, source, cut, at in zip(parts, sources, splits, starts, strict=True):
        if items is None or int(cut[0]) or int(cut[-1]) != source.shape[0]:
            return None
        bits, width = items
        if at.shape[0] + 1 != cut.shape[0] or not run(
            moves.place_rows, cut, _flat(at), width, bits, out=placed, items=_work(source)
        ):
            return None
    return out


def keep(values: Array, kept: Array, splits: Array) -> tuple[Array, Array] | None:
    """Return the marked values and their splits, as `gather.keep` does."""
    bits = _bits(values)
    if bits is None or bits.ndim > 1 or not _are_marks(kept, splits):
        return None
    if values.shape[0] != kept.shape[0]:
        return None
    out: Array = host_namespace.empty((_count(kept), *values.shape[1:]), dtype=values.dtype)
    left = _kept(kept, splits, bits, out.reshape(-1).view(bits.dtype))
    return None if left is None else (out, left)


def keep_columns(
    columns: list[Array], kept: Array, splits: Array
) -> tuple[list[Array], Array] | None:
    """Return the marked values of each array, as `gather.keep_columns` does.

    The loop reads the marks again for each array: a list of their positions costs more.
    """
    if any(_bits(values) is None for values in columns):
        return None
    left, out = None, []
    for values in columns:
        found = keep(values, kept, splits)
        if found is None:
            return None
        out.append(found[0])
        left = found[1]
    return None if left is None else (out, left)


def splits_of_kept(kept: Array, splits: Array) -> Array | None:
    """Return the splits of the marked values, as `splits.splits_of_kept` does."""
    if not _are_marks(kept, splits):
        return None
    marks = kept.view("u1")
    return _kept(kept, splits, marks, host_namespace.empty(_count(kept), dtype=marks.dtype))


def _are_marks(kept: Array, splits: Array) -> bool:
    """Whether the flags are contiguous, one for each value of the rows."""
    plain = kept.dtype == _BOOL and kept.ndim == 1 and kept.flags.c_contiguous
    return plain and not int(splits[0]) and int(splits[-1]) == kept.shape[0]


def _count(kept: Array) -> int:
    return int(host_namespace.count_nonzero(kept))


def _kept(kept: Array, splits: Array, bits: Array, out: Array) -> Array | None:
    """Fill ``out`` with the marked values and return their splits."""
    left: Array = host_namespace.empty(splits.shape[0], dtype=splits.dtype)
    left[0] = 0
    compiled = machine_code(moves.keep_marked)
    fixed = [usable(a) for a in (splits.view(f"u{splits.dtype.itemsize}"), kept.view("u1"), bits)]
    before: Array = host_namespace.empty(_PART, dtype=INT64)
    # The form is found here, before threads call it; `before` is passed for its type.
    compiled.require(0, 0, *fixed, before, _UINT64.type(0), left, out)

    def work(first: int, limit: int) -> Any:
        at = int(splits[first])
        before = host_namespace.empty(_PART, dtype=INT64)  # one for each thread
        # Splits made with validate=False may be out of bounds; the loop returns False for them.
        count = _UINT64.type(_count(kept[:at]) if 0 < at <= kept.shape[0] else 0)
        return compiled(first, limit, *fixed, before, count, left, out)

    # All marks are read, however few values are kept.
    return left if share(work, splits, max(_work(out), kept.shape[0] // 2)) else None


def sort_rows(
    values: Array, splits: Array, lengths: Array | None, descending: bool = False
) -> Array | None:
    """Return the values of each row in order, as `sort.sort_rows` does."""
    if descending or values.ndim > 1 or not is_plain(values, "iuf") or not is_shared(values):
        return None
    if values.shape[0] > 3 * (splits.shape[0] - 1):  # NumPy's sort is faster for longer rows
        return None
    if not covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=values.dtype)
    run(moves.sort_rows, splits, values, out=out)
    return out
