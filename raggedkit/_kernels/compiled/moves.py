"""Loops that copy or sort items, compiled by numba; see `loops` for the rules.

Most of them treat items as bytes, so one compiled loop serves every dtype, and items that are
vectors. Splits may be invalid (validate=False): a loop checks each row before it reads it, and
returns False at the first row that is out of bounds. The caller discards the output then. A loop
compares splits before it subtracts them: signed overflow is undefined for the compiler, which may
remove a check of a difference that wrapped around.

A mispredicted branch costs as much as copying twenty values. So rows are copied whole, or in
blocks of eight that may write past the end of the row; the neighbouring row is written next and
overwrites the excess. Positions are unsigned there, because numba adds a branch to each signed
index, which may count from the end.

The loops call three functions, `hint`, `move` and `lay`; `llvm` compiles each of them to a few
instructions.
"""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array
from raggedkit._xp import as_dtype

__all__ = [
    "UNSIGNED",
    "choose_items",
    "compact_rows",
    "copy_rows",
    "copy_steps",
    "copy_wide_steps",
    "count_padding",
    "count_up",
    "fill_ranges",
    "hint",
    "keep_marked",
    "lay",
    "move",
    "pad_rows",
    "place_rows",
    "reverse_rows",
    "sort_rows",
    "span_rows",
    "take_in_rows",
]

_AHEAD = 12  # rows between a prefetch and the read: about the latency of memory
_LINE = 64  # bytes of a cache line
_SHORT = 256  # bytes of a row up to which filling the whole row beats filling its padding only
_INSERTED = 40  # values of a row up to which insertion sort beats Shell's sort
_NARROW = 64  # items of a row up to which comparing all beats a search from the end
_unsigned, _int32 = as_dtype("uint64").type, as_dtype("int32").type
_NONE, _ONE, _EIGHT, _ALL = _unsigned(0), _unsigned(1), _unsigned(8), _unsigned((1 << 64) - 1)


def hint(array: Array, at: int) -> None:
    """Prefetch an item, which need not be in bounds; as plain Python it does nothing."""


def move(out: Array, to: int, source: Array, at: int, count: int) -> None:
    """Copy a run of items; compiled it is one call without bounds checks."""
    out[to : to + count] = source[at : at + count]


def lay(out: Array, to: int, source: Array, at: int, count: int, end: int) -> None:
    """Copy a run of items; it may also overwrite items after the run, up to ``end``.

    Compiled, a short run is copied as a block of fixed size if there is room before ``end``.
    """
    out[to : to + count] = source[at : at + count]


def span_rows(
    first: int, limit: int, splits: Array, rows: Array, starts: Array, lengths: Array, out: Array
) -> bool:
    """Write the starts and lengths of the given rows, and the splits of these rows joined."""
    nrows = splits.shape[0] - 1
    total, most = 0, splits[nrows]
    for i in range(first, limit):
        ahead = rows[min(i + _AHEAD, limit - 1)]
        # The rows may be anywhere, so the splits of a later row are prefetched.
        hint(splits, ahead)
        row = rows[i]
        if row < 0 or row >= nrows:
            return False
        start, stop = splits[row], splits[row + 1]
        if start < 0 or stop < start or stop > most:
            return False
        length = stop - start
        starts[i] = start
        lengths[i] = length
        total += length
        out[i + 1] = total
        # Repeated rows may have more values in total than the dtype of `out` can count.
        if out[i + 1] != total:
            return False
    return True


def copy_rows(
    first: int,
    limit: int,
    splits: Array,
    starts: Array,
    jumps: bool,
    width: int,
    values: Array,
    out: Array,
) -> bool:
    """Join runs of items of ``width`` bytes; with ``jumps`` the runs are prefetched."""
    have, room = values.shape[0] // width, out.shape[0] // width
    # `lay` may write after its run, but not after this share: another thread writes there.
    end = max(0, min(splits[limit], room)) * width
    for i in range(first, limit):
        if jumps:
            ahead = starts[min(i + _AHEAD, limit - 1)] * width
            hint(values, ahead)
            # A run often extends into the next cache line.
            hint(values, ahead + _LINE)
        to, stop = splits[i], splits[i + 1]
        if to < 0 or stop < to or stop > room:
            return False
        n = stop - to
        # The start of an empty run may be out of bounds: nothing is read there.
        at = starts[i] if n > 0 else 0
        if at < 0 or at > have - n:
            return False
        lay(out, to * width, values, at * width, n * width, end)
    return True


def copy_steps(
    first: int, limit: int, splits: Array, starts: Array, step: int, values: Array, out: Array
) -> bool:
    """Join ``values[start], values[start + step], ...`` of all rows."""
    have, room = values.shape[0], out.shape[0]
    for i in range(first, limit):
        at, to, stop = starts[i], splits[i], splits[i + 1]
        if to < 0 or stop < to or stop > room:
            return False
        n = stop - to
        if n == 0:
            continue
        # The positions of a run rise or fall, so all are in bounds if both ends are.
        last = at + (n - 1) * step
        if at < 0 or at >= have or last < 0 or last >= have:
            return False
        for j in range(to, stop):
            out[j] = values[at]
            at += step
    return True


def copy_wide_steps(
    first: int,
    limit: int,
    splits: Array,
    starts: Array,
    step: int,
    width: int,
    values: Array,
    out: Array,
) -> bool:
    """Join every ``step``-th item of all rows, items of ``width`` bytes."""
    have, room = values.shape[0] // width, out.shape[0] // width
    end = max(0, min(splits[limit], room)) * width
    for i in range(first, limit):
        at, to, stop = starts[i], splits[i], splits[i + 1]
        if to < 0 or stop < to or stop > room:
            return False
        n = stop - to
        if n == 0:
            continue
        last = at + (n - 1) * step
        if at < 0 or at >= have or last < 0 or last >= have:
            return False
        to, at, stop = to * width, at * width, stop * width
        while to < stop:
            lay(out, to, values, at, width, end)
            to += width
            at += step * width
    return True


def reverse_rows(
    first: int, limit: int, splits: Array, starts: Array, values: Array, out: Array
) -> bool:
    """Join ``values[start], values[start - 1], ...`` of all rows, the last row first.

    A block may write items before its row; the row before is written next and overwrites them.
    """
    have, room, low = _unsigned(values.shape[0]), _unsigned(out.shape[0]), splits[first]
    for back in range(limit - first):
        i = limit - 1 - back
        to, stop = splits[i], splits[i + 1]
        if to > stop or stop > room:
            return False
        if to == stop:
            continue
        # The run is read upwards: its end is `start + 1`, and unsigned numbers have no -1.
        n, at = stop - to, starts[i] + _ONE
        if at > have or at < n:
            return False
        at -= n
        # A block of eight must fit before the row and in the values after the run.
        if to >= low + _EIGHT and at + n + _EIGHT <= have:
            while stop > to:
                for k in range(_EIGHT):
                    out[stop - _ONE - k] = values[at + k]
                stop -= min(_EIGHT, stop - to)
                at += _EIGHT
        else:
            while stop > to:
                stop -= _ONE
                out[stop] = values[at]
                at += _ONE
    return True


def fill_ranges(
    first: int, limit: int, splits: Array, starts: Array, step: int, out: Array
) -> bool:
    """Join the ranges ``start, start + step, ...``.

    A block may write items after its row; the next row is written next and overwrites them.
    """
    end = _unsigned(splits[limit])
    if end > _unsigned(out.shape[0]):
        return False
    for i in range(first, limit):
        # `+ 0` widens int32, so that adding the step does not change the type of `at`.
        at, to, stop = starts[i] + 0, _unsigned(splits[i]), _unsigned(splits[i + 1])
        if to > stop or stop > end:
            return False
        # There is room for a block: the excess is in later rows of this share.
        if stop + _EIGHT <= end:
            while to < stop:
                for _ in range(8):
                    out[to] = at
                    to += _ONE
                    at += step
        else:
            while to < stop:
                out[to] = at
                to += _ONE
                at += step
    return True


def place_rows(
    first: int, limit: int, splits: Array, starts: Array, width: int, values: Array, out: Array
) -> bool:
    """Copy each row to its start in ``out``, items of ``width`` bytes."""
    have, room = values.shape[0] // width, out.shape[0] // width
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        if at < 0 or stop < at or stop > have:
            return False
        n = stop - at
        # The start of an empty row may be out of bounds: nothing is written there.
        to = starts[i] if n > 0 else 0
        if to < 0 or to > room - n:
            return False
        # Exact copies: rows are written in any order, so no later row overwrites an excess.
        move(out, to * width, values, at * width, n * width)
    return True


def pad_rows(
    first: int,
    limit: int,
    splits: Array,
    values: Array,
    blank: Array,
    width: int,
    left: bool,
    out: Array,
) -> bool:
    """Copy rows into a rectangle whose rows are padded with ``blank``, items of ``width`` bytes."""
    have, whole = values.shape[0] // width, blank.shape[0]
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        if at < 0 or stop < at or stop > have:
            return False
        size = (stop - at) * width
        if size > whole:
            return False
        to = i * whole
        if whole <= _SHORT:
            move(out, to, blank, 0, whole)
        else:
            move(out, to if left else to + size, blank, 0, whole - size)
        move(out, to + whole - size if left else to, values, at * width, size)
    return True


def compact_rows(
    first: int, limit: int, splits: Array, dense: Array, whole: int, width: int, out: Array
) -> bool:
    """Join the first items of each row of a rectangle of ``whole`` bytes per row."""
    room = out.shape[0] // width
    end = max(0, min(splits[limit], room)) * width
    for i in range(first, limit):
        to, stop = splits[i], splits[i + 1]
        if to < 0 or stop < to or stop > room or (stop - to) * width > whole:
            return False
        lay(out, to * width, dense, i * whole, (stop - to) * width, end)
    return True


def keep_marked(
    first: int,
    limit: int,
    splits: Array,
    kept: Array,
    values: Array,
    before: Array,
    count: Any,
    left: Array,
    out: Array,
) -> bool:
    """Join the marked values of rows from position ``count`` on, and write the new splits.

    Without a branch: every value is written, and the next one overwrites it if it isn't marked.
    Values after the last marked one are skipped, as they could be written out of bounds.
    ``before`` counts the marks before each value of a block.
    """
    block, row, final = _unsigned(before.shape[0]), _unsigned(first + 1), _unsigned(limit)
    begin, end = _unsigned(splits[first]), _unsigned(splits[limit])
    if begin > end or end > _unsigned(kept.shape[0]):
        return False
    last = end
    while last > begin and not kept[last - _ONE]:
        last -= _ONE
    while begin < last:
        size = min(block, last - begin)
        for j in range(size):
            before[j] = count
            out[count] = values[begin + j]
            count += _unsigned(kept[begin + j] != 0)
        while row <= final and splits[row] < begin + size:
            if splits[row] < begin:
                return False
            left[row] = before[splits[row] - begin]
            row += _ONE
        begin += size
    # Rows that end at or after the last marked value.
    while row <= final:
        if splits[row] < last or splits[row] > end:
            return False
        left[row] = count
        row += _ONE
    return True


def take_in_rows(
    first: int,
    limit: int,
    splits: Array,
    indices: Array,
    cuts: Array,
    from_end: bool,
    values: Array,
    out: Array,
) -> bool:
    """Take items of each row by their positions in the row."""
    have, room = values.shape[0], out.shape[0]
    for i in range(first, limit):
        start, end, begin, stop = cuts[i], cuts[i + 1], splits[i], splits[i + 1]
        if begin > stop or begin < 0 or stop > room:
            return False
        if start < 0 or end < start or end > have:
            return False
        n = end - start
        for j in range(begin, stop):
            at = indices[j]
            if at < 0 and from_end:
                at += n
            if at < 0 or at >= n:
                return False
            out[j] = values[start + at]
    return True


def count_padding(
    first: int, limit: int, splits: Array, dense: Array, pad: Any, out: Array
) -> bool:
    """Count the items of each row up to the last that isn't padding; NaN may be the padding."""
    width, usual = dense.shape[1], pad == pad
    if width <= _NARROW:
        for i in range(first, limit):
            most = _int32(0)
            for j in range(_unsigned(width)):
                item = dense[i, j]
                there = (item != pad) & ((item == item) | usual)
                most = max(most, _int32(j + _ONE) if there else _int32(0))
            out[i] = most
        return True
    for i in range(first, limit):
        # From the end: the first item that isn't padding ends the search.
        n = width
        while n > 0:
            item = dense[i, n - 1]
            if item != pad and (item == item or usual):
                break
            n -= 1
        out[i] = n
    return True


def count_up(first: int, limit: int, cells: Array, nrows: int, out: Array) -> bool:
    """Write the splits of rows from their cells ``[row, column]``, which must be without gaps."""
    row = -1
    column = 0
    if first < limit and cells[first, 0] < 0:
        return False
    for j in range(first, limit):
        found = cells[j, 0]
        if found != row:
            if found < row or found >= nrows:
                return False  # out of order, or out of bounds
            while row < found:
                row += 1
                out[row] = j
            column = 0
        if cells[j, 1] != column:
            return False
        column += 1
    while row < nrows:
        row += 1
        out[row] = limit
    return True


def choose_items(first: int, limit: int, flags: Array, x: Array, y: Array, out: Array) -> None:
    """Take each item, an unsigned number, from one of two arrays."""
    for j in range(_unsigned(first), _unsigned(limit)):
        other = y[j]
        # With bit operations: a branch on the flag would be mispredicted.
        out[j] = other ^ ((x[j] ^ other) & (_ALL if flags[j] else _NONE))


def sort_rows(first: int, limit: int, splits: Array, values: Array, out: Array) -> None:
    """Sort the values of each row, NaN last: short rows by insertion, long ones by Shell's sort."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        if stop - start <= _INSERTED:
            for j in range(start, stop):
                value = values[j]
                k = j - 1
                # A NaN stays last, nothing is moved for it.
                if value == value:
                    # `not <=` instead of `>`: a NaN before a number moves behind it.
                    while k >= start and not out[k] <= value:
                        out[k + 1] = out[k]
                        k -= 1
                out[k + 1] = value
            continue
        for j in range(start, stop):
            out[j] = values[j]
        gap = stop - start
        while gap > 1:
            # Gaps shrink by 9 / 4, as in Tokuda's sequence.
            gap = max(gap * 4 // 9, 1)
            for j in range(start + gap, stop):
                value = out[j]
                k = j - gap
                if value == value:
                    while k >= start and not out[k] <= value:
                        out[k + gap] = out[k]
                        k -= gap
                out[k + gap] = value


# Loops whose splits are to be viewed as unsigned numbers.
UNSIGNED = {fill_ranges, keep_marked, reverse_rows}
