"""Row-wise sorting in rectangles: rows of similar length are sorted by one call.

``splits: int[nrows + 1]``, ``lengths: int[nrows]`` cut ``values: [nvals]``, vectors of fixed-size
items on the host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from raggedkit._kernels.arrays.gather import compact, pad, take_ranges
from raggedkit._kernels.arrays.splits import alike_rows, lengths_to_splits, ranges, row_blocks
from raggedkit._kernels.limits import LARGE_BLOCK as _BLOCK
from raggedkit._kernels.limits import LONG_SORTED as _LONG
from raggedkit._kernels.limits import LOOSE as _LOOSE
from raggedkit._kernels.limits import PER_LENGTH as _MANY
from raggedkit._kernels.limits import SHORT_SORTED as _SHORT
from raggedkit._kernels.limits import SPARE as _SPARE
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace, host_namespace

__all__ = ["by_rectangles"]


def by_rectangles(
    values: Array,
    splits: Array,
    lengths: Array,
    ordered: Callable[[Array], Array],
    dtype: DType,
    fill: Any,
    most: int | None = None,
) -> Array:
    """Return the joined results of ``ordered`` for all rows: the first ``most`` items (None: all).

    ``ordered`` is a function of a rectangle ``[n, width]`` that returns one of ``dtype``. It keeps
    the padding, whose value is ``fill``, at the end of each row.

    Many rows of one length form their own rectangle. A single rectangle has all other rows; if
    it would be mostly padding, there is one for each power of two.
    """
    xp = array_namespace(values)
    kept = lengths if most is None else xp.minimum(lengths, most)
    ends = splits if most is None else lengths_to_splits(kept)
    out: Array = xp.empty(int(ends[-1]), dtype=dtype)
    values = xp.ascontiguousarray(values)
    for a, b in row_blocks(splits, _BLOCK, _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        some, width = lengths[a:b], int(lengths[a:b].max())
        size, cells = limit - start, width * (b - a)
        if not width or most == 0:
            continue
        if cells == size:
            done = ordered(values[start:limit].reshape(-1, width))
            out[int(ends[a]) : int(ends[b])] = done[:, :most].reshape(-1)
        elif cells <= _LOOSE * size + _SPARE and size < _MANY * width and width <= _LONG:
            done = ordered(pad(values[start:limit], some, width, fill))
            out[int(ends[a]) : int(ends[b])] = compact(done[:, :most], kept[a:b])
        else:
            cut, places = splits[a:b], ends[a:b]
            for rows, one_length in _alike(some, size >= _MANY * min(width, _SHORT)):
                starts, at = cut.take(rows), places.take(rows)
                if one_length:
                    done = ordered(_read(values, starts, one_length))
                    _write(out, at, done[:, :most])
                else:
                    alike = some.take(rows)
                    picked = take_ranges(values, starts, alike)
                    done = ordered(pad(picked, alike, int(alike.max()), fill))
                    alike = kept[a:b].take(rows)
                    out[ranges(at, alike)] = compact(done[:, :most], alike)
    return out


def _alike(lengths: Array, many: bool) -> Iterator[tuple[Array, int]]:
    """Return groups of rows: of one length, with it; of similar lengths, with 0."""
    xp = array_namespace(lengths)
    rest = xp.flatnonzero(lengths)
    if many:
        digits = xp.minimum(lengths, _SHORT + 1).astype("uint8")
        order = digits.argsort(kind="stable")
        ends = xp.bincount(digits, minlength=_SHORT + 2).cumsum().tolist()
        for length in range(1, _SHORT + 1):
            if ends[length - 1] < ends[length]:
                yield order[ends[length - 1] : ends[length]], length
        rest = order[ends[_SHORT] :]
    one_by_one = lengths.take(rest) > _LONG
    for row in rest[one_by_one].tolist():
        yield xp.asarray([row]), int(lengths[row])
    rest = rest[~one_by_one]
    if rest.shape[0]:
        for rows in alike_rows(lengths.take(rest)):
            yield rest.take(rows), 0


def _windows(values: Array, width: int) -> Array:
    """Return ``[nvals - width + 1]``: at each position the next ``width`` values as one item."""
    size = values.dtype.itemsize
    count = values.shape[0] - width + 1
    shape, item = (count,), f"V{width * size}"
    items: Array = host_namespace.ndarray(shape, item, values, strides=(size,))
    return items


def _read(values: Array, starts: Array, width: int) -> Array:
    """Return a copy of the rows of ``width`` values at these starts, ``[n, width]``."""
    items = _windows(values, width)[starts]
    rectangle: Array = items.view(values.dtype).reshape(-1, width)
    return rectangle


def _write(out: Array, starts: Array, rectangle: Array) -> None:
    """Write the rows of a rectangle into a vector at these starts; they don't overlap."""
    width = rectangle.shape[1]
    rows = host_namespace.ascontiguousarray(rectangle)
    _windows(out, width)[starts] = rows.view(f"V{width * out.dtype.itemsize}")[:, 0]
