"""Parts as HTML: tables that read in order without their style, and no script.

The text of a page is its content and nothing else, so that copying a table, or stripping it of
style and classes as some sites do, leaves what a reader needs.
"""

from __future__ import annotations

from collections.abc import Iterable

from raggedkit._options import Options
from raggedkit.partition import RowPartition
from raggedkit.reprs.describe import (
    describe_partition,
    describe_ragged,
    describe_shape,
    describe_sparse,
)
from raggedkit.reprs.markup import Html, element, escape, page, table_row
from raggedkit.reprs.parts import (
    Cell,
    Encoding,
    Line,
    Node,
    PartitionParts,
    RaggedParts,
    Run,
    SparseParts,
    lines_of,
)
from raggedkit.reprs.values import shortened
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["partition_html", "ragged_html", "shape_html", "sparse_html"]

_MOST_PARTITIONS = 6
_STORED = ("row_splits", "row_lengths", "value_rowids")  # what a tensor shows of its partitions
_SHAPE_ROOM = 200
_UNITS = ("KiB", "MiB", "GiB", "TiB")


def ragged_html(rt: RaggedTensor) -> str:
    """Return the rows as a table, each value in a box, and how they are stored, folded.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = ragged_html(rk.ragged.constant([[3, 1], []]))
    >>> '<td class="length">2</td> <td>3</td> <td>1</td>' in page
    True
    """
    return page(lambda options: _ragged(describe_ragged(rt, options, table=True)))


def _ragged(parts: RaggedParts) -> Html:
    lines = list(lines_of(parts.rows))
    opened = any(line.opened for line in lines)
    width = max([1, *(len(_items(line.row)) for line in lines if line.row and not line.opened)])
    varied = "length (d1)" if not opened and parts.partitions[0].uniform is None else "length"
    header = [
        element("th", "row", scope="col"),
        element("th", varied, scope="col", class_="length"),
        element("th", "values", scope="col", colspan=width),
    ]
    rows = [_line(line, width, opened) for line in lines] or [_note("no rows", width + 2)]
    folded = [_folded(i, p) for i, p in enumerate(parts.partitions[:_MOST_PARTITIONS])]
    more = len(parts.partitions) - len(folded)
    if more:
        folded.append(element("p", f"+{_count(more, 'more partition', 'more partitions')}"))
    kinds = " ".join(["words"] * parts.text + ["path"] * opened)
    return Html(_table(_ragged_caption(parts), header, rows, kinds) + "".join(folded))


def _ragged_caption(parts: RaggedParts) -> Html:
    splits = sum(p.nbytes for p in parts.partitions)
    share = f"{_size(parts.nbytes)} of values, {_size(splits)} of row splits"
    return _caption(
        "RaggedTensor",
        f"{shortened(parts.notation, _SHAPE_ROOM)}, {parts.dtype}, {_count(parts.size, 'value')}",
        f"{shortened(parts.shape, _SHAPE_ROOM)}, {_size(parts.nbytes + splits)} ({share})",
    )


def _line(line: Line, width: int, opened: bool) -> Html:
    if line.row is None:
        inside = f" of row {_path(line)}" if line.path else ""
        more = f"+{_count(line.hidden, 'more row', 'more rows')}{inside}"
        return _note(more, width + 2)
    heading = element("th", _path(line), scope="rowgroup" if line.opened else "row")
    length = element("td", str(line.row.length), class_="length")
    values = _values(line.row, width)
    if line.opened:
        values = [element("td", class_="more", colspan=width)]
    group = "group" if opened and len(line.path) == 1 else ""
    return table_row([heading, length, *values], class_=group)


def _path(line: Line) -> str:
    return ", ".join(map(str, line.path))


def _values(row: Run, width: int) -> list[Html]:
    """Return a cell for each value, in columns; lists differ in width, so they share a cell."""
    if not row.length:
        return [element("td", "empty", class_="more", colspan=width)]
    if any(isinstance(item, Run) for _, item in row.shown):
        lists = _items(row, "span")
        return [element("td", Html(" ".join(lists)), class_="flow", colspan=width)]
    return _items(row)


def _items(run: Run, name: str = "td") -> list[Html]:
    """Return an element for each item, and one for those left out."""
    items = [element(name, _inline(item)) for _, item in run.shown]
    if run.hidden:
        items.insert(len(run.head), element(name, f"+{run.hidden} more", class_="more"))
    return items


def _inline(node: Node) -> Html:
    """Return a value, or a list in Python's notation with its length where it is cut."""
    if isinstance(node, Cell):
        return element("em", node.text) if node.mark else escape(node.text)
    items = [_inline(item) for _, item in node.shown]
    if node.hidden:
        items.insert(len(node.head), Html("..."))
    length = f" ({node.length})" if node.hidden else ""
    return Html(f"[{', '.join(items)}]{length}")


def partition_html(partition: RowPartition) -> str:
    """Return the encodings of a partition, one below the other.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = partition_html(rk.RowPartition.from_row_lengths([2, 0, 1]))
    >>> '<th scope="row">row_lengths</th>' in page
    True
    """

    def render(options: Options) -> Html:
        parts = describe_partition(partition, options)
        uniform = "" if parts.uniform is None else f", uniform_row_length {parts.uniform}"
        what = f"nrows {parts.nrows}, nvals {parts.nvals}, {parts.dtype}{uniform}"
        return _encodings(_caption("RowPartition", what), parts.encodings)

    return page(render)


def _folded(axis: int, parts: PartitionParts) -> Html:
    uniform = "" if parts.uniform is None else f", uniform_row_length {parts.uniform}"
    name = f"partitions[{axis}]: nrows {parts.nrows}, nvals {parts.nvals}, {parts.dtype}{uniform}"
    encodings = [e for e in parts.encodings if e.name in _STORED]
    table = _encodings(Html(), encodings)
    return Html(element("details", element("summary", name), Html("\n"), table) + "\n")


def _encodings(caption: Html, encodings: Iterable[Encoding]) -> Html:
    numbers = [_items(e.numbers) for e in encodings]
    header = [
        element("th", "encoding", scope="col"),
        element("th", "meaning", scope="col"),
        element("th", "numbers", scope="col", colspan=max([1, *map(len, numbers)])),
    ]
    rows = [
        table_row(
            [
                element("th", e.name, scope="row"),
                element("td", e.meaning, class_="more"),
                *(items or [element("td", "empty", class_="more")]),
            ]
        )
        for e, items in zip(encodings, numbers, strict=True)
    ]
    return _table(caption, header, rows, class_="path")


def sparse_html(st: SparseTensor) -> str:
    """Return a table of the values and where they are.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = sparse_html(rk.SparseTensor([[0, 3]], [10], [2, 4]))
    >>> '<th scope="row">0</th> <th scope="row">3</th> <td>10</td>' in page
    True
    """
    return page(lambda options: _sparse(describe_sparse(st, options, table=True)))


def _sparse(parts: SparseParts) -> Html:
    sizes = parts.dense_shape
    axes = [f"axis {axis}" for axis, _ in sizes.shown]
    if sizes.hidden:
        axes.insert(len(sizes.head), "...")
    header = [element("th", name, scope="col") for name in [*axes, "value"]]
    rows = []
    for (_, at), (_, value) in zip(parts.indices.shown, parts.values.shown, strict=True):
        assert isinstance(at, Run)
        place = [element("th", _inline(i), scope="row") for _, i in at.shown]
        if at.hidden:
            place.insert(len(at.head), element("th", "..."))
        rows.append(table_row([*place, element("td", _inline(value))]))
    count = parts.values.length
    if not count:
        rows.append(_note("no values", len(header)))
    elif parts.values.hidden:
        hidden = _count(parts.values.hidden, "more value", "more values")
        rows.insert(len(parts.values.head), _note(f"+{hidden}", len(header)))
    what = f"{_inline(sizes)}, {parts.dtype}, {_count(count, 'value')} in {parts.ncells} cells"
    kinds = "words" if parts.text else ""
    return _table(_caption("SparseTensor", what), header, rows, class_=kinds)


def shape_html(shape: TensorShape) -> str:
    """Return a box for each axis with its size; what is not known has a dashed border.

    Examples
    --------
    >>> import raggedkit as rk
    >>> '<td>2</td> <td class="unknown">None</td>' in shape_html(rk.TensorShape([2, None]))
    True
    """
    return page(lambda options: _shape(shape, describe_shape(shape, options)))


def _shape(shape: TensorShape, sizes: Run | None) -> Html:
    if sizes is None:
        unknown = element("td", "any number of axes", class_="unknown")
        return _table(_caption("TensorShape", "of unknown rank"), [], [table_row([unknown])])
    what = f"{shortened(shape.notation, _SHAPE_ROOM)}, rank {sizes.length}"
    if not sizes.length:
        return _table(_caption("TensorShape", what), [], [_note("no axes: one value", 1)])
    axes = [element("th", str(axis), scope="col") for axis, _ in sizes.shown]
    boxes = [_size_box(size) for _, size in sizes.shown]
    if sizes.hidden:
        axes.insert(len(sizes.head), element("th", "..."))
        boxes.insert(len(sizes.head), element("td", f"+{sizes.hidden} more", class_="more"))
    header = [element("th", "axis", scope="row"), *axes]
    legend = "" if shape.is_fully_defined() else "None: not known, or different from row to row"
    row = table_row([element("th", "size", scope="row"), *boxes])
    return _table(_caption("TensorShape", what, legend), header, [row])


def _size_box(size: Node) -> Html:
    text = _inline(size)
    return element("td", text, class_="unknown" if text == "None" else "")


def _table(caption: Html, header: list[Html], rows: list[Html], class_: str = "") -> Html:
    head = element("thead", table_row(header)) if header else Html()
    body = element("tbody", *rows)
    return Html(element("table", Html("\n"), caption, head, body, class_=class_) + "\n")


def _caption(name: str, what: str, more: str = "") -> Html:
    """Return what the table shows, on two lines if there is more to say."""
    second = [Html("<br>\n"), element("small", more)] if more else []
    return element("caption", element("b", name), f" {what}", *second)


def _note(text: str, width: int) -> Html:
    return table_row([element("td", text, class_="more", colspan=width)])


def _count(count: int, unit: str, units: str = "") -> str:
    return f"{count} {unit if count == 1 else units or unit + 's'}"


def _size(nbytes: int) -> str:
    if nbytes < 10_000:
        return f"{nbytes} bytes"
    size, unit = float(nbytes), 0
    while size >= 1024 and unit < len(_UNITS):
        size, unit = size / 1024, unit + 1
    return f"{size:.3g} {_UNITS[unit - 1]}" if size < 1000 else f"{size:.0f} {_UNITS[unit - 1]}"
