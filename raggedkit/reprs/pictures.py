"""Contents of each diagram: a title, a description in words, and a canvas.

If a picture exceeds the maximum size or width, it is drawn again with fewer rows and values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from raggedkit._options import Options, get_options
from raggedkit._typing import Array
from raggedkit.partition import RowPartition
from raggedkit.reprs import tree
from raggedkit.reprs.band_table import partition_summary
from raggedkit.reprs.bands import bands_of, chosen
from raggedkit.reprs.counts import count_rows, odd_values
from raggedkit.reprs.describe import describe_partition, name_of
from raggedkit.reprs.draw_grid import draw_axes, draw_grid, draw_padding, draw_unknown
from raggedkit.reprs.draw_rows import Labels, draw_rows
from raggedkit.reprs.grid import bounding_box, grid_of
from raggedkit.reprs.highlights import rows_named, rows_of_levels
from raggedkit.reprs.line import fitted
from raggedkit.reprs.markup import fewer
from raggedkit.reprs.parts import Cell, Node, PartitionParts, Run
from raggedkit.reprs.strip import place
from raggedkit.reprs.svg import Canvas, Mark
from raggedkit.reprs.tables import amount, percent
from raggedkit.reprs.values import shortened
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["Picture", "of_partition", "of_ragged", "of_shape", "of_sparse", "padded_of"]

_CAP = 32 * 1024 - 512  # bytes
_LEVELS = 4
_ROWS = 8
_FEW_ROWS = 4
_ITEMS = 3  # times max_items: the number of drawn values
_MARKED = 8  # highlighted rows that are always drawn
_ROOM = 14
_TOP = 32.0  # below the title
_WIDTH = 800.0  # a page of 900 pixels shows it in full size, a narrower one smaller


@dataclass(frozen=True)
class Picture:
    """A drawing with its title and description."""

    title: str
    description: str
    canvas: Canvas


def _drawn(title: str, description: str, draw: Callable[[Canvas, Options], None]) -> Picture:
    """Return the picture with the current options, or reduced ones if it is too long."""
    options = get_options()
    options = replace(
        options,
        max_rows=min(options.max_rows, 100),
        max_items=min(options.max_items, 100),
        max_cols=min(options.max_cols, 200),
    )
    while True:
        canvas = Canvas()
        canvas.line(10, [Mark(0, title, "start")], bold=True)
        draw(canvas, options)
        picture = Picture(title, description, canvas)
        size = len(canvas.document(title, description, alone=True).encode())
        if size <= _CAP and canvas.width <= _WIDTH:
            return picture
        smaller = fewer(options) if size > _CAP else _narrower(options)
        if smaller == options:
            return picture
        options = smaller


def _narrower(options: Options) -> Options:
    """Return the options for a narrower picture: fewer rows, then fewer values of each."""
    few = fewer(options)
    if options.max_rows > _FEW_ROWS or few.max_items == options.max_items:
        return replace(options, max_rows=few.max_rows)
    return replace(options, max_items=few.max_items)


def of_ragged(rt: RaggedTensor, highlight: Any, encodings: Sequence[str]) -> Picture:
    """Return the picture of a ragged tensor: its levels and values."""
    partitions = rt._parts[:_LEVELS]
    lit = rows_of_levels(highlight, rt._parts)[:_LEVELS]
    last = len(partitions) - 1
    labels = Labels(
        levels=tuple(f"partitions[{level}]" for level in range(len(partitions))),
        values="values" if last + 1 == len(rt._parts) else f"rows of [{last + 1}]",
    )
    nvals = rt._flat.shape[0]
    if last + 1 < len(rt._parts):
        nvals = rt._parts[last + 1].static_nrows

    def draw(canvas: Canvas, options: Options) -> None:
        def fetch(at: Array) -> list[Node]:
            return tree.items_at(rt, last, at, options, _ROOM)

        _draw_levels(canvas, options, partitions, fetch, nvals, labels, lit, encodings)

    odd = odd_values(rt._flat).replace(", ", " and ")
    said = f"{_description(partitions)}{f' The values include {odd}.' * bool(odd)}"
    return _drawn(_title(rt), said, draw)


def of_partition(partition: RowPartition, highlight: Any, encodings: Sequence[str]) -> Picture:
    """Return the picture of a partition; its values are their positions."""
    lit = rows_of_levels(highlight, [partition])
    labels = Labels(("rows",), "positions")
    nvals = partition.static_nvals

    def draw(canvas: Canvas, options: Options) -> None:
        def fetch(at: Array) -> list[Node]:
            return [Cell(str(i)) for i in at.tolist()]

        _draw_levels(canvas, options, [partition], fetch, nvals, labels, lit, encodings)

    title = f"RowPartition, nrows {partition.static_nrows:,}, nvals {nvals:,}, {partition.dtype}"
    return _drawn(title, _description([partition]), draw)


def _draw_levels(
    canvas: Canvas,
    options: Options,
    partitions: Sequence[RowPartition],
    fetch: Callable[[Array], list[Node]],
    nvals: int,
    labels: Labels,
    lit: Sequence[set[int]],
    encodings: Sequence[str],
) -> None:
    nrows = partitions[0].static_nrows
    marked = [set(sorted(rows)[:_MARKED]) for rows in lit]
    rows = chosen(0, nrows, min(_ROWS, options.max_rows), marked[0])
    limits = [2 * options.max_rows] * (len(partitions) - 1) + [_ITEMS * options.max_items]
    most = options.max_items
    bands = bands_of(partitions, rows, limits, most, fetch, nvals=nvals, also=marked[1:])
    strip = place(bands, nrows, len(partitions), labels.width(encodings))
    parts = [describe_partition(p, options) for p in partitions]
    draw_rows(canvas, strip, parts, labels, encodings, lit, _TOP)


def _title(rt: RaggedTensor) -> str:
    return f"RaggedTensor {shortened(rt.shape.notation, 60)}, {name_of(rt.dtype)}"


def _description(partitions: Sequence[RowPartition]) -> str:
    """Return a description of the rows: their number, lengths and first splits."""
    said = []
    for level, partition in enumerate(partitions):
        parts = describe_partition(partition, Options())
        inside = "rows" if level + 1 < len(partitions) else "values"
        parts = replace(parts, counts=count_rows(partition), items=inside)
        said.append(f"{_of(level, partitions)}{partition_summary(parts)}. {_splits(parts)}")
    return " ".join(said)


def _of(level: int, partitions: Sequence[RowPartition]) -> str:
    return f"Level {level}: " if len(partitions) > 1 else ""


def _splits(parts: PartitionParts) -> str:
    splits = parts.splits
    numbers = [item.text for _, item in splits.shown if isinstance(item, Cell)]
    if splits.hidden:
        numbers.insert(len(splits.head), "...")
    return f"Row splits: {', '.join(numbers)}."


def padded_of(rt: RaggedTensor, highlight: Any) -> Picture:
    """Return the picture of the padded rows."""
    partition = rt._parts[0]
    nrows, nvals = partition.static_nrows, rt._flat.shape[0]
    if len(rt._parts) > 1:
        nvals = rt._parts[1].static_nrows
    lit = rows_named(highlight, nrows)
    counts = count_rows(partition)
    note = ""
    if counts is not None and nrows * counts.longest:
        cells = nrows * counts.longest
        waste = max(cells - nvals, 0)
        note = f"{amount(cells, 'cell')}, {waste:,} of them padding ({percent(waste, cells)})"

    def draw(canvas: Canvas, options: Options) -> None:
        limit = min(max(tree.lines_inside(options.max_rows), 1), 24)
        at = tree.vector(chosen(0, nrows, limit, sorted(lit)[:_MARKED]))
        starts = tree.starts_of(partition)
        ends = [starts(at).tolist(), starts(at + 1).tolist()]
        begins = [min(max(n, 0), nvals) for n in ends[0]]
        lengths = [min(max(n, b), nvals) - b for n, b in zip(ends[1], begins, strict=True)]
        longest = max([counts.longest if counts is not None else 0, *lengths])
        columns = chosen(0, longest, options.max_items)
        wanted = [[c for c in columns if c < length] for length in lengths]
        positions = [b + c for b, row in zip(begins, wanted, strict=True) for c in row]
        nodes = iter(tree.items_at(rt, 0, tree.vector(positions), options, _ROOM))
        texts = [dict(zip(row, map(_text, nodes), strict=False)) for row in wanted]
        rows = list(zip(at.tolist(), lengths, texts, strict=True))
        draw_padding(canvas, rows, nrows, columns, longest, lit, _TOP, note)

    description = f"{_description([partition])}{f' Padded: {note}.' * bool(note)}"
    return _drawn(f"{_title(rt)}, padded", description, draw)


def _text(node: Node) -> tuple[str, bool]:
    text = fitted(node, _ROOM) if isinstance(node, Run) else node.text
    return text, bool(node.mark)


def of_shape(shape: TensorShape, highlight: Any) -> Picture:
    """Return the picture of a shape: one box per axis."""
    title = f"TensorShape {shortened(shape.notation, 60)}"
    dims = shape.dims
    if dims is None:
        rows_named(highlight, 0, "axes")
        return _drawn(
            "TensorShape of unknown rank",
            "The number of axes is unknown.",
            lambda canvas, _: draw_unknown(canvas, _TOP),
        )
    lit = rows_named(highlight, len(dims), "axes")

    def draw(canvas: Canvas, options: Options) -> None:
        shown = chosen(0, len(dims), options.max_items, sorted(lit)[:_MARKED])
        draw_axes(canvas, [(axis, dims[axis]) for axis in shown], len(dims), lit, _TOP)

    unknown = sum(size is None for size in dims)
    said = f"{len(dims)} axes, {unknown} of them unknown."
    return _drawn(title, said, draw)


def of_sparse(st: SparseTensor, highlight: Any) -> Picture:
    """Return the picture of a sparse tensor: the last two axes as a grid, others superimposed."""
    sizes = [int(n) for n in st._dense_shape.tolist()]
    flat = st
    if not sizes:
        flat = SparseTensor(st._indices.sum(axis=1)[:, None], st._values, [1])
    elif len(sizes) > 2:
        flat = SparseTensor(st._indices[:, -2:], st._values, sizes[-2:])
    shown = [int(n) for n in flat._dense_shape.tolist()]
    box = bounding_box(st._indices)
    lit = rows_named(highlight, shown[0] if len(shown) > 1 else 1)
    count = int(st._indices.shape[0])
    dashed = ", dashed" * (all(box.sizes[-2:]) and all(shown))
    size = shortened(str(box.sizes), 60)
    notes = [f"bounding box {'at least ' * box.sampled}{size}{dashed}"] if count else ["no values"]
    if len(sizes) > 2:
        notes.append(f"the last two of {len(sizes)} axes; all others are superimposed")

    def draw(canvas: Canvas, options: Options) -> None:
        grid = grid_of(flat, replace(box, sizes=box.sizes[-2:] or [1]), options)
        height, width = grid.block
        blocks = [f"each number counts the values in {height:,} × {width:,} cells"] * (
            height * width > 1
        )
        draw_grid(canvas, grid, lit, _TOP, [*notes, *blocks])

    title = f"SparseTensor {shortened(str(sizes), 60)}, {name_of(st.dtype)}"
    said = f"{amount(count, 'value')}. Declared shape {shortened(str(sizes), 60)}."
    if count:
        said += f" {notes[0].capitalize()}."
    return _drawn(title, said, draw)
