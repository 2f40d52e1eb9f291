"""HTML tables of shapes and of sparse tensors: a box per axis, a grid of the occupied cells."""

from __future__ import annotations

from raggedkit.reprs.markup import Html, element, escape, table_row
from raggedkit.reprs.parts import Box, Cell, GridParts, Node, Run, SparseParts
from raggedkit.reprs.tables import amount, caption, facts, inline, note, percent, table
from raggedkit.reprs.values import shortened
from raggedkit.shape import TensorShape

__all__ = ["shape_table", "sparse_tables"]

_SHAPE_ROOM = 200


def shape_table(shape: TensorShape, sizes: Run | None) -> Html:
    """Return a box for each axis with its size; the box of an unknown size is dashed."""
    if sizes is None:
        unknown = element("td", "? axes", class_="unknown")
        said = caption("TensorShape", "of unknown rank: the number of axes is unknown")
        return table(said, [], [table_row([unknown])])
    what = f"{shortened(shape.notation, _SHAPE_ROOM)}, rank {sizes.length}"
    if not sizes.length:
        return table(caption("TensorShape", what), [], [note("no axes: a single value", 1)])
    axes = [element("th", str(axis), scope="col") for axis, _ in sizes.shown]
    boxes = [_size(size) for _, size in sizes.shown]
    meanings = [element("td", _meaning(*pair), class_="more") for pair in sizes.shown]
    if sizes.hidden:
        at = len(sizes.head)
        axes.insert(at, element("th", "...", scope="col"))
        boxes.insert(at, element("td", f"+{sizes.hidden:,} more", class_="more"))
        meanings.insert(at, element("td", class_="more"))
    header = [element("th", "axis", scope="row"), *axes]
    rows = [
        table_row([element("th", "size", scope="row"), *boxes]),
        table_row([element("th", "kind", scope="row"), *meanings]),
    ]
    return table(caption("TensorShape", what), header, rows, class_="shape")


def _size(size: Node) -> Html:
    known = isinstance(size, Cell) and size.text != "None"
    return element("td", inline(size) if known else "?", class_="" if known else "unknown")


def _meaning(axis: int, size: Node) -> str:
    """Return the kind of an axis; the first one is never ragged, so None is unknown there."""
    if isinstance(size, Cell) and size.text != "None":
        return "rows" if not axis else "uniform"
    return "ragged or unknown" if axis else "unknown"


def sparse_tables(parts: SparseParts) -> Html:
    """Return the grid of a sparse tensor, and a table of its indices and values."""
    sizes, count = parts.dense_shape, parts.values.length
    filled = f" ({percent(count, parts.ncells)})" if count and parts.ncells else ""
    many = f"{amount(count, 'value')} in {amount(parts.ncells, 'cell')}{filled}"
    said = caption("SparseTensor", f"{inline(sizes)}, {parts.dtype}")
    if parts.grid is None:
        return Html(_listed(parts, said) + facts(many, _box(parts)))
    folded = element("details", element("summary", "indices and values"), _listed(parts, Html()))
    return Html(_grid(parts.grid, said) + facts(many, _box(parts)) + folded + "\n")


def _box(parts: SparseParts) -> str:
    if parts.bounding is None or not parts.values.length:
        return ""
    box = f"bounding box {'at least ' * parts.at_least}{inline(parts.bounding)}"
    mark = " (its empty cells are marked ·)" if parts.grid and _has_empty(parts.grid) else ""
    if parts.fills:
        return f"bounding box fills the declared shape {inline(parts.dense_shape)}{mark}"
    declared = f"declared shape {inline(parts.dense_shape)}"
    return f"{box}{mark}, {declared}: sparse.reset_shape(st) declares the box"


def _has_empty(grid: GridParts) -> bool:
    return any(box.bounded and not box.count for line in grid.boxes for box in line)


def _grid(grid: GridParts, said: Html) -> Html:
    head = [element("td", class_="more"), *(element("th", c, scope="col") for c in grid.columns)]
    largest = max([1, *(box.count for line in grid.boxes for box in line)])
    if grid.block == (1, 1):
        largest = 0  # one cell per box: the shade has no meaning
    rows = [
        table_row([element("th", name, scope="row"), *(_cell(box, largest) for box in line)])
        for name, line in zip(grid.rows, grid.boxes, strict=True)
    ]
    rows += [note(text, len(head)) for text in _legend(grid) if text]
    return table(said, head, rows, class_="grid")


def _legend(grid: GridParts) -> list[str]:
    height, width = grid.block
    outside = amount(grid.outside, "value is", "values are")
    return [
        f"each number counts the values in a block of {height:,} × {width:,} cells"
        if height * width > 1
        else "",
        f"{outside} outside of the declared shape" if grid.outside else "",
    ]


def _cell(box: Box, largest: int) -> Html:
    """Return a box: a value, or the number of values; a darker box has more of them."""
    if not box.count:
        return element("td", "·" if box.bounded else "", class_="inside" if box.bounded else "out")
    text = element("em", box.text) if box.mark else escape(box.text)
    return element("td", text, class_=f"s{-(-3 * box.count // largest) if largest else 2}")


def _listed(parts: SparseParts, said: Html) -> Html:
    sizes = parts.dense_shape
    axes = [f"axis {axis}" for axis, _ in sizes.shown]
    if sizes.hidden:
        axes.insert(len(sizes.head), "...")
    header = [element("th", name, scope="col") for name in [*axes, "value"]]
    rows = []
    for (_, at), (_, value) in zip(parts.indices.shown, parts.values.shown, strict=True):
        assert isinstance(at, Run)
        place = [element("th", inline(i), scope="row") for _, i in at.shown]
        if at.hidden:
            place.insert(len(at.head), element("th", "..."))
        rows.append(table_row([*place, element("td", inline(value))]))
    if not parts.values.length:
        rows.append(note("no values", len(header)))
    elif parts.values.hidden:
        hidden = amount(parts.values.hidden, "more value", "more values")
        rows.insert(len(parts.values.head), note(f"+{hidden}", len(header)))
    return table(said, header, rows, class_="words" if parts.text else "")
