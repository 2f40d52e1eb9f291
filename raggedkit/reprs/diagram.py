"""`raggedkit.diagram`: an SVG picture of rows, row boundaries and values."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raggedkit._arguments import as_flag, is_word
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.reprs.draw_rows import ENCODINGS
from raggedkit.reprs.pictures import (
    Picture,
    of_partition,
    of_ragged,
    of_shape,
    of_sparse,
    padded_of,
)
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["Diagram", "diagram"]

Drawable = RaggedTensor | RowPartition | TensorShape | SparseTensor
# focusable, so that the keyboard can scroll it
_SCROLLING = 'style="overflow-x:auto" role="group" aria-label="diagram" tabindex="0"'
_SHOWN = ("value_rowids", "row_lengths", "row_splits")


@dataclass(frozen=True, repr=False)
class Diagram:
    """An SVG picture: a notebook displays it, `save` writes it to a file.

    It is deterministic and has a description in words. In a page it uses the text colour of the
    page; a saved picture adapts to the reader's light or dark theme.

    Examples
    --------
    >>> import raggedkit as rk
    >>> picture = rk.diagram(rk.ragged.constant([[3, 1], []]))
    >>> picture
    <Diagram of RaggedTensor [2, (d1)], int64>
    >>> picture.svg.startswith("<svg")
    True
    """

    _picture: Picture

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file.

        Examples
        --------
        >>> import raggedkit as rk
        >>> "<title>TensorShape [2, (d1)]</title>" in rk.diagram(rk.TensorShape([2, None])).svg
        True
        """
        return self._document(alone=True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path
            Its name ends in ``.svg``.

        Raises
        ------
        ValueError
            If the name ends otherwise.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.diagram(rk.TensorShape([2])).save("shape.png")
        Traceback (most recent call last):
            ...
        ValueError: path must end in .svg, got 'shape.png'; the picture is kept as SVG only
        """
        target = Path(path)
        if target.suffix.lower() != ".svg":
            way_out = "the picture is kept as SVG only"
            raise ValueError(broken_rule("path", "end in .svg", os.fspath(path), way_out))
        target.write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Diagram of {self._picture.title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return it for a page, whose text colour it then has, and as a file of its own."""
        inside = self._document(alone=False)
        return {
            "text/plain": repr(self),
            "text/html": f"<div {_SCROLLING}>\n{inside}</div>",
            "image/svg+xml": self.svg,
        }

    def _document(self, *, alone: bool) -> str:
        picture = self._picture
        return picture.canvas.document(picture.title, picture.description, alone=alone)


def diagram(
    x: Drawable,
    *,
    highlight: int | tuple[int, ...] | Iterable[int | tuple[int, ...]] = (),
    encodings: str | Iterable[str] = _SHOWN,
    padded: bool = False,
) -> Diagram:
    """Return a picture of a ragged tensor, a partition, a shape or a sparse tensor.

    The rows of a partition are bands side by side, above their values. A vertical line marks each
    row boundary, with its row split below it; an empty row is between two lines with the same
    split. There is a level of bands for each of the first four partitions. Of long rows the
    picture shows the ends and counts the rest, within the limits of `raggedkit.options`.

    Parameters
    ----------
    x
        The object to draw.
    highlight
        Rows to mark: a number, or a list of numbers; negative ones count from the end. A tuple
        names an inner row: ``[(0, 2)]``. For a shape, the axes to mark. Marked rows are always
        shown.
    encodings
        Encodings to write below the bands: some of ``"value_rowids"``, ``"row_lengths"``,
        ``"row_starts"``, ``"row_limits"``, ``"row_splits"`` and ``"uniform_row_length"``, or
        ``"all"``, or none: ``()``.
    padded
        Whether to draw the rows below each other, as `RaggedTensor.to_tensor` pads them; padding
        is hatched. An empty row is padding only.

    Returns
    -------
    Diagram

    Raises
    ------
    TypeError
        If ``x`` is nothing of these, or ``highlight`` holds something else than ints; if what is
        to be ``padded`` is no ragged tensor.
    ValueError
        If there is no such encoding.
    RaggedIndexError
        If there is no such row to highlight.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.diagram(rt, highlight=2, encodings=["row_splits"])
    <Diagram of RaggedTensor [3, (d1)], int64>
    >>> rk.diagram(rk.ragged.constant([[]]), padded=True)
    <Diagram of RaggedTensor [1, (d1)], float64, padded>
    >>> rk.diagram(rt, highlight=7)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: highlight must name rows from -3 to 2, got 7
    """
    names = _names(encodings)
    x = _drawable(x)
    if as_flag(padded, "padded") and not isinstance(x, RaggedTensor):
        raise TypeError(broken_rule("x", "be a RaggedTensor to be padded", type(x).__name__))
    if isinstance(x, RaggedTensor):
        return Diagram(padded_of(x, highlight) if padded else of_ragged(x, highlight, names))
    if isinstance(x, RowPartition):
        return Diagram(of_partition(x, highlight, names))
    if isinstance(x, TensorShape):
        return Diagram(of_shape(x, highlight))
    return Diagram(of_sparse(x, highlight))


def _drawable(x: object) -> Drawable:
    if isinstance(x, RaggedTensor | RowPartition | TensorShape | SparseTensor):
        return x
    rule = "be a RaggedTensor, RowPartition, TensorShape or SparseTensor"
    way_out = "raggedkit.array(x) makes a ragged tensor of nested lists"
    raise TypeError(broken_rule("x", rule, x, way_out))


def _names(encodings: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(encodings, str):
        encodings = ENCODINGS if encodings == "all" else (encodings,)
    if not isinstance(encodings, Iterable):
        raise TypeError(broken_rule("encodings", f"be of {', '.join(ENCODINGS)}", encodings))
    names = tuple(encodings)
    for name in names:
        if not is_word(name, ENCODINGS):
            raise ValueError(broken_rule("encodings", f"be of {', '.join(ENCODINGS)}", name))
    return names
