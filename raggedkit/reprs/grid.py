"""Grid of a sparse tensor: the occupied cells, and their bounding box.

If the shape is too large for one box per cell, a box represents a block of cells and shows the
number of values in it. Of more than 2**18 coordinates only a regular sample is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from raggedkit._options import Options
from raggedkit._typing import Array
from raggedkit._xp import array_namespace, to_host
from raggedkit.reprs import tree
from raggedkit.reprs.parts import Box, Cell, GridParts
from raggedkit.reprs.values import columns as text_columns
from raggedkit.reprs.values import writer_of
from raggedkit.sparse_tensor import SparseTensor

__all__ = ["MARK", "BoundingBox", "bounding_box", "grid_of"]

MARK = "●"  # instead of a value that has no room
_MOST = 1 << 18  # coordinates that are read
_ROOM = 12  # characters of a value
_PAGE = 45  # characters across on a page of 400 pixels
_BORDER = 1.3  # characters that the border of a box and the space in it take


@dataclass(frozen=True)
class BoundingBox:
    """The smallest shape that contains all values."""

    sizes: list[int]
    sampled: bool  # from a sample of the values, so it may be too small


def bounding_box(indices: Array) -> BoundingBox:
    """Return the bounding box from the origin; all sizes are 0 if there are no values."""
    count, rank = indices.shape
    if not count or not rank:
        return BoundingBox([0] * rank, False)
    step = _step(indices)
    largest = to_host(indices[::step].max(axis=0)) + 1
    return BoundingBox(largest.tolist(), step > 1)


def grid_of(st: SparseTensor, box: BoundingBox, options: Options) -> GridParts:
    """Return the grid of a sparse tensor of rank 1 (a single row) or 2.

    It has fewer columns, or marks instead of values, if it would be wider than a narrow page.
    """
    columns = options.max_items
    grid = _grid(st, box, options, columns)
    while _width(grid) > _PAGE and grid.block != (1, 1) and columns > 2:
        columns = max(columns * 2 // 3, 2)
        grid = _grid(st, box, options, columns)
    if grid.block != (1, 1) or _width(grid) <= _PAGE:
        return grid
    boxes = tuple(tuple(replace(b, text=MARK * bool(b.count)) for b in row) for row in grid.boxes)
    return replace(grid, boxes=boxes, marked=True)


def _width(grid: GridParts) -> float:
    """Return the width in characters."""
    texts = zip(grid.columns, *([b.text for b in row] for row in grid.boxes), strict=True)
    labels = max((len(label) for label in grid.rows), default=0)
    return labels + sum(max(map(text_columns, column)) + _BORDER for column in texts)


def _grid(st: SparseTensor, box: BoundingBox, options: Options, columns: int) -> GridParts:
    sizes, bounds = [int(n) for n in st._dense_shape.tolist()], box.sizes
    if len(sizes) == 1:
        sizes, bounds = [1, *sizes], [1, *bounds]
    height = max(-(-sizes[0] // tree.lines_inside(options.max_rows)), 1)
    width = max(-(-sizes[1] // columns), 1)
    down, across = -(-sizes[0] // height), -(-sizes[1] // width)
    step = _step(st._indices)
    indices = st._indices[::step]
    inside, places = _places(indices, sizes, height, width, across)
    bincount = array_namespace(places).bincount
    counts = to_host(bincount(places, minlength=down * across)).tolist()
    if height == width == step == 1:
        texts: Mapping[int, Cell] = _texts(st, to_host(inside), to_host(places), options.precision)
    else:
        texts = dict(enumerate(Cell(str(n)) for n in counts))
    boxes = [
        Box(
            text=texts[place].text if counts[place] else "",
            mark=texts[place].mark if counts[place] else "",
            count=counts[place],
            bounded=place // across * height < bounds[0] and place % across * width < bounds[1],
        )
        for place in range(down * across)
    ]
    return GridParts(
        rows=_spans(sizes[0], height),
        columns=_firsts(sizes[1], width),
        boxes=tuple(tuple(boxes[row * across : (row + 1) * across]) for row in range(down)),
        block=(height, width),
        counted=int(indices.shape[0]),
        outside=int(indices.shape[0]) - int(inside.shape[0]),
    )


def _step(indices: Array) -> int:
    """Return the step of the sample of coordinates."""
    return -(-int(indices.size) // _MOST) or 1


def _places(
    indices: Array, sizes: list[int], height: int, width: int, across: int
) -> tuple[Array, Array]:
    """Return the values inside the declared shape, and the box of each of them."""
    xp = array_namespace(indices)
    columns = indices[:, -1]
    rows = indices[:, 0] if indices.shape[1] > 1 else xp.zeros_like(columns)
    within = (rows >= 0) & (rows < sizes[0]) & (columns >= 0) & (columns < sizes[1])
    (inside,) = xp.nonzero(within)
    places = rows[inside] // height * across + columns[inside] // width
    return inside, places


def _texts(
    st: SparseTensor, inside: Array, places: Array, precision: int | None
) -> dict[int, Cell]:
    """Return the value of each occupied cell, the first one if there are several."""
    found, firsts, counts = np.unique(places, return_index=True, return_counts=True)
    values = tree.take(st._values, inside[firsts])
    shown = writer_of(values, precision)(values, _ROOM)
    return {
        place: cell if count == 1 else Cell(f"{cell.text} +{count - 1:,} more", cell.mark)
        for place, cell, count in zip(found.tolist(), shown, counts.tolist(), strict=True)
    }


def _firsts(size: int, block: int) -> tuple[str, ...]:
    """Return short labels of the blocks: the first position of each."""
    return tuple(map(str, range(0, size, block)))


def _spans(size: int, block: int) -> tuple[str, ...]:
    """Return the labels of the blocks: ``0``, or the first and last position ``0–82``."""
    starts = range(0, size, block)
    if block == 1:
        return tuple(map(str, starts))
    return tuple(f"{at}–{min(at + block, size) - 1}" for at in starts)
