"""HTML tables of shapes and of sparse tensors: a box per axis, a grid of the occupied cells."""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit.reprs.grid import MARK
from raggedkit.reprs.line import fitted
from raggedkit.reprs.markup import Html, element, escape, table_row
from raggedkit.reprs.parts import Box, Cell, GridParts, Node, Run, SparseParts
from raggedkit.reprs.tables import (
    amount,
    facts,
    folded,
    heading,
    inline,
    notation,
    note,
    percent,
    strips,
    table,
)
from raggedkit.reprs.values import shortened
from raggedkit.shape import TensorShape

__all__ = ["shape_table", "sparse_tables"]

_SHAPE_ROOM = 200
_AXES = 4  # axes side by side on a narrow page
_INDICES = 26  # characters


def shape_table(shape: TensorShape, sizes: Run | None) -> Html:
    """Return a box for each axis with its size; the box of an unknown size is dashed."""
    if sizes is None:
        unknown = element("td", "? axes", class_="unknown")
        said = heading("TensorShape", "of unknown rank: the number of axes is unknown")
        return Html(said + table([], [table_row([unknown])], "shape"))
    ragged = notation(shortened(shape.notation, _SHAPE_ROOM), _axis)
    said = heading("TensorShape", ragged, f"rank {sizes.length}")
    if not sizes.length:
        return Html(said + table([], [note("no axes: a single value", 1)]))
    axes: list[tuple[str, Html, str]] = [
        (str(axis), _size(size), _kind(axis, size)) for axis, size in sizes.shown
    ]
    if sizes.hidden:
        more = element("td", f"+{sizes.hidden:,} more", class_="more")
        axes.insert(len(sizes.head), ("...", more, ""))
    groups = [axes[at : at + _AXES] for at in range(0, len(axes), _AXES)]
    return Html(said + strips(map(_axes_table, groups)))


def _axis(axis: int) -> str:
    return f"the size of axis {axis} is unknown, or its rows differ in length"


def _axes_table(axes: Sequence[tuple[str, Html, str]]) -> Html:
    header = [element("th", "axis", scope="row")]
    header += [element("th", name, scope="col") for name, _, _ in axes]
    sizes = [element("th", "size", scope="row"), *(size for _, size, _ in axes)]
    kinds = [element("td", kind, class_="more") for _, _, kind in axes]
    rows = [table_row(sizes), table_row([element("th", "kind", scope="row"), *kinds])]
    return table(header, rows, "shape")


def _size(size: Node) -> Html:
    known = isinstance(size, Cell) and size.text != "None"
    return element("td", inline(size) if known else "?", class_="" if known else "unknown")


def _kind(axis: int, size: Node) -> str:
    if isinstance(size, Cell) and size.text != "None":
        return "rows" if not axis else "uniform"
    return "unknown"


def sparse_tables(parts: SparseParts) -> Html:
    """Return the grid of a sparse tensor, and a table of its indices and values."""
    sizes, count = parts.dense_shape, parts.values.length
    filled = f" ({percent(count, parts.ncells)})" if count and parts.ncells else ""
    many = f"{amount(count, 'value')} in {amount(parts.ncells, 'cell')}{filled}"
    said = heading("SparseTensor", Html(f"{inline(sizes)} {escape(parts.dtype)}"), many)
    if parts.grid is None:
        return Html(said + _listed(parts) + facts(_box(parts)))
    listed = folded("indices and values", _listed(parts))
    return Html(said + _grid(parts.grid) + facts(*_legend(parts.grid), _box(parts)) + listed)


def _box(parts: SparseParts) -> str:
    if parts.bounding is None or not parts.values.length:
        return ""
    sampled = " of a sample of the values" if parts.at_least else ""
    box = f"bounding box{sampled} {inline(parts.bounding)}"
    mark = " (its empty cells are marked ·)" if parts.grid and _has_empty(parts.grid) else ""
    if parts.fills:
        return f"bounding box fills the declared shape {inline(parts.dense_shape)}{mark}"
    declared = f"declared shape {inline(parts.dense_shape)}"
    return f"{box}{mark}, {declared}: sparse.reset_shape(st) declares the box"


def _has_empty(grid: GridParts) -> bool:
    return any(box.bounded and not box.count for line in grid.boxes for box in line)


def _grid(grid: GridParts) -> Html:
    head = [element("td"), *(element("th", c, scope="col") for c in grid.columns)]
    largest = max([1, *(box.count for line in grid.boxes for box in line)])
    if grid.block == (1, 1):
        largest = 0  # one cell per box: the shade has no meaning
    rows = [
        table_row([element("th", name, scope="row"), *(_cell(box, largest) for box in line)])
        for name, line in zip(grid.rows, grid.boxes, strict=True)
    ]
    return table(head, rows, "grid")


def _legend(grid: GridParts) -> list[str]:
    height, width = grid.block
    outside = amount(grid.outside, "value is", "values are")
    return [
        f"each number counts the values in {height:,} × {width:,} cells, "
        "labelled by their rows and their first column"
        if height * width > 1
        else "",
        f"{MARK}: a value; the list below shows it" if grid.marked else "",
        f"{outside} outside of the declared shape" if grid.outside else "",
    ]


def _cell(box: Box, largest: int) -> Html:
    """Return a box: a value, or the number of values; a darker box has more of them."""
    if not box.count:
        return element("td", "·" if box.bounded else "", class_="pad" if box.bounded else "out")
    text = element("em", box.text) if box.mark else escape(box.text)
    return element("td", text, class_=f"s{-(-3 * box.count // largest) if largest else 2}")


def _listed(parts: SparseParts) -> Html:
    rank = parts.dense_shape.length
    # With more axes than a narrow page has room for, the indices of a value share one cell.
    names = [f"axis {axis}" for axis in range(rank)] if rank <= _AXES else ["indices"]
    header = [element("th", name, scope="col") for name in [*names, "value"]]
    rows = []
    for (_, at), (_, value) in zip(parts.indices.shown, parts.values.shown, strict=True):
        assert isinstance(at, Run)
        texts = [inline(i) for _, i in at.shown] if rank <= _AXES else [fitted(at, _INDICES)]
        place = [element("th", text, scope="row") for text in texts]
        rows.append(table_row([*place, element("td", inline(value))]))
    if not parts.values.length:
        rows.append(note("no values", len(header)))
    elif parts.values.hidden:
        hidden = amount(parts.values.hidden, "more value", "more values")
        rows.insert(len(parts.values.head), note(f"+{hidden}", len(header)))
    return table(header, rows, "listed")
