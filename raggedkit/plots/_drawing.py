"""Results of plots (`Drawing`), axes, legends, notes and axis labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._inputs import Cells

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure, SubFigure

__all__ = [
    "Drawing",
    "Texts",
    "axes",
    "axes_below",
    "counted",
    "set_ticks",
    "empty_rows_note",
    "finish",
    "text_color",
    "nothing_to_draw",
    "background",
    "row_axis",
    "lengths_summary",
    "not_finite_note",
    "value_label",
    "whole_numbers",
    "size_of",
]

NOTE = "raggedkit-note"  # the gid by which a later plot on the same axes finds the note
STRIP = "raggedkit-strip"  # the gid of narrow axes below others
STRIP_SHARE = 0.16  # of the height of both
MOST_LEGEND = 0.5  # of the height of the axes; a higher legend is beside them
MOST_TICKED = 12
MISSING = ("plots need matplotlib", "pip install matplotlib")


@dataclass(frozen=True)
class Texts:
    """Title and axis labels of one plot; plots take these parameters from here.

    Parameters
    ----------
    title
        Title above the plot; by default a description of the plot. ``""`` for none.
    xlabel, ylabel
        Labels of the axes, in place of the default ones; ``""`` for none.
    ax
        Axes to draw on; by default the current axes if they are empty, else new ones.
    """

    title: str | None = None
    xlabel: str | None = None
    ylabel: str | None = None

    def __post_init__(self) -> None:
        """Refuse anything other than text, before a figure is made."""
        for name, text in vars(self).items():
            if text is not None and not isinstance(text, str):
                raise TypeError(broken_rule(name, "be text", text))

    def put_on(self, ax: Axes, foot: Axes, title: str, pad: float | None = None) -> None:
        """Set the title, or the default one, and the given labels; ``foot`` has the x axis."""
        ax.set_title(title if self.title is None else self.title, loc="left", pad=pad)
        if self.xlabel is not None:
            foot.set_xlabel(self.xlabel)
        if self.ylabel is not None:
            ax.set_ylabel(self.ylabel)


@dataclass(frozen=True, eq=False, repr=False)
class Drawing:
    """Result of a plot: the axes, the artists by name, and a summary in words.

    Attributes
    ----------
    ax
        The matplotlib axes.
    artists
        The artists by name: collections, images, lines, containers.
    summary
        A description of the picture in words, as an alternative text.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> drawing = rk.plots.skyline(rk.array([[3, 1], [], [5]]), ax=Figure().subplots())
    >>> drawing
    <skyline of 3 rows: lengths 0 to 2, mean 1; 1 empty row>
    >>> sorted(drawing.artists)
    ['bars', 'empty', 'legend']
    >>> drawing["bars"].get_data().edges[-1]
    np.float64(2.5)
    """

    ax: Axes
    artists: Mapping[str, Any]
    summary: str

    @property
    def figure(self) -> Figure | SubFigure:
        """The figure of the axes."""
        return self.ax.figure

    def savefig(self, fname: Any, **options: Any) -> None:
        """Save the whole figure: ``drawing.savefig("rows.png")``.

        Parameters
        ----------
        fname
            Path or file object; a path's suffix decides the format.
        **options
            Options of `matplotlib.figure.Figure.savefig`. ``bbox_inches`` is ``"tight"`` by
            default, so that no label is cut; None keeps the size of the figure.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> from matplotlib.figure import Figure
        >>> png = io.BytesIO()
        >>> rk.plots.skyline(rk.array([[3, 1], [], [5]]), ax=Figure().subplots()).savefig(png)
        >>> png.getvalue()[1:4]
        b'PNG'
        """
        # Of a subfigure this is the outermost figure, which alone can be saved.
        self.ax.figure.figure.savefig(fname, **({"bbox_inches": "tight"} | options))

    def __getitem__(self, name: str) -> Any:
        """Return the artist of that name."""
        try:
            return self.artists[name]
        except KeyError:
            rule = f"be one of {', '.join(self.artists)}"
            raise KeyError(broken_rule("name", rule, name)) from None

    def __repr__(self) -> str:
        return f"<{self.summary}>"


def axes(ax: Any) -> Axes:
    """Return the axes to draw on: those given, the current ones if empty, else new ones."""
    with needed("matplotlib", *MISSING):
        from matplotlib import axes as kinds
    if isinstance(ax, kinds.Axes):
        return ax
    if ax is not None:
        way_out = "make one: fig, ax = plt.subplots()"
        raise TypeError(broken_rule("ax", "be one matplotlib Axes", ax, way_out))
    with needed("matplotlib", *MISSING):
        from matplotlib import pyplot as plt
    if not plt.get_fignums() or plt.gca().has_data():
        plt.figure(layout="constrained")
    return plt.gca()


def axes_below(ax: Axes) -> Axes:
    """Return narrow axes below ``ax`` with the same x axis, made on the first call."""
    siblings: list[Axes] = ax.get_shared_x_axes().get_siblings(ax)
    for other in siblings:
        if other.get_gid() == STRIP and _is_below(other, ax):
            return other
    figure, spec = ax.get_figure(), ax.get_subplotspec()
    assert figure is not None
    current = figure.gca()
    if spec is None:
        place = ax.get_position()
        foot = STRIP_SHARE * place.height
        ax.set_position((place.x0, place.y0 + 1.4 * foot, place.width, place.height - 1.4 * foot))
        strip = figure.add_axes((place.x0, place.y0, place.width, foot), sharex=ax)
    else:
        ratio = (1 - STRIP_SHARE) / STRIP_SHARE
        grid = spec.subgridspec(2, 1, height_ratios=[ratio, 1], hspace=0.12)
        ax.set_subplotspec(grid[0])
        strip = figure.add_subplot(grid[1], sharex=ax)
    figure.sca(current)  # pyplot's current axes must not change
    strip.set_gid(STRIP)
    strip.set_facecolor(background(ax))
    ax.tick_params(labelbottom=False)
    return strip


def _is_below(strip: Axes, ax: Axes) -> bool:
    one, other = strip.get_subplotspec(), ax.get_subplotspec()
    if one is None or other is None:
        return one is other and strip.get_position().x0 == ax.get_position().x0
    return one.get_gridspec() is other.get_gridspec()


def finish(
    name: str,
    ax: Axes,
    artists: dict[str, Any],
    texts: Texts,
    *,
    of: str,
    title: str,
    facts: Iterable[str] = (),
    notes: Iterable[str] = (),
    foot: Axes | None = None,
) -> Drawing:
    """Return the drawing with a title, a legend above the data and notes below the axes.

    ``title`` is the default of ``texts``. ``foot`` are the lowest axes: the notes are below their
    label. Facts are visible in the picture and are only in the summary; notes are in both.
    """
    foot = ax if foot is None else foot
    notes = [note for note in notes if note]
    lines = 0
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        columns = _columns(ax, labels)
        lines = -(-len(handles) // columns)
        artists["legend"] = _legend(ax, handles, labels, columns)
        if 14 * lines > MOST_LEGEND * size_of(ax)[1]:
            lines = 0
            artists["legend"] = _legend_beside(ax, handles, labels)
    texts.put_on(ax, foot, title, pad=6 + 14 * lines)
    if notes:
        artists["note"] = _note(ax, "; ".join(notes), foot)
    return Drawing(ax, artists, "; ".join([f"{name} of {of}", *filter(None, facts), *notes]))


def _columns(ax: Axes, labels: Sequence[str]) -> int:
    """Return the number of legend columns: about 5 points per letter, 35 for the mark."""
    room = size_of(ax)[0]
    for columns in range(len(labels), 1, -1):
        lines = -(-len(labels) // columns)  # legends are filled column by column
        tops = range(0, len(labels), lines)
        if sum(35 + 5 * max(map(len, labels[i : i + lines])) for i in tops) <= room:
            return columns
    return 1


def _legend(ax: Axes, handles: Sequence[Any], labels: Sequence[str], columns: int) -> Any:
    return ax.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        borderaxespad=0.1,
        borderpad=0.2,
        columnspacing=1.2,
        handletextpad=0.5,
        frameon=False,
        fontsize="small",
        ncols=columns,
    )


def _legend_beside(ax: Axes, handles: Sequence[Any], labels: Sequence[str]) -> Any:
    """Return a legend in one column, with letters small enough for the height of the axes."""
    letters = min(8.0, max(4.5, size_of(ax)[1] / (1.35 * len(labels))))
    return ax.legend(
        handles,
        labels,
        loc="upper left",
        bbox_to_anchor=(1.02, 1),
        borderaxespad=0.4,
        borderpad=0,
        handletextpad=0.5,
        labelspacing=0.2,
        frameon=False,
        fontsize=letters,
    )


def _note(ax: Axes, text: str, foot: Axes) -> Any:
    for old in [t for t in ax.texts if t.get_gid() == NOTE]:
        text = f"{old.get_text()}; {text}"
        old.remove()
    return ax.annotate(
        text,
        (0.5, 0),
        xycoords=foot.xaxis.label,
        xytext=(0, -3),
        textcoords="offset points",
        ha="center",
        va="top",
        fontsize="small",
        style="italic",
        color=text_color(ax),
        gid=NOTE,
    )


def nothing_to_draw(name: str, ax: Axes, why: str, texts: Texts, *, title: str) -> Drawing:
    """Return an empty drawing with the reason as its text."""
    texts.put_on(ax, ax, title)
    ax.set(xticks=[], yticks=[])
    note = ax.text(
        0.5, 0.5, why, transform=ax.transAxes, ha="center", va="center", color=text_color(ax)
    )
    return Drawing(ax, {"note": note}, f"{name} of {why}")


def size_of(ax: Axes) -> tuple[float, float]:
    """Return the approximate width and height of the axes in points; a layout changes them."""
    figure = ax.get_figure()  # of its figures the outermost: 3.9 has no get_figure(root=True)
    inches = (6.4, 4.8) if figure is None else figure.figure.get_size_inches()
    place = ax.get_position()
    return float(place.width * inches[0] * 72), float(place.height * inches[1] * 72)


def text_color(ax: Axes) -> Any:
    """Return the text colour of the axes, which is legible on their background."""
    return ax.xaxis.label.get_color()


def background(ax: Axes) -> Any:
    """Return the colour of the axes' background."""
    return ax.get_facecolor()


def set_ticks(axis: Axis, scale: str) -> None:
    """Set the ticks of an axis of numbers, dates or bools."""
    from matplotlib import dates as calendar

    dates: Any = calendar
    on_x = axis is axis.axes.xaxis
    if scale == "date":
        locator = dates.AutoDateLocator()
        axis.set_major_locator(locator)
        # The concise formatter writes an offset text, which on y would overlap the legend.
        formatter = (dates.ConciseDateFormatter if on_x else dates.AutoDateFormatter)(locator)
        if not on_x:  # days and hours, where Matplotlib has "03-01 19" and "01 19:30"
            formatter.scaled |= {1 / 24: "%m-%d %H:%M", 1 / 1440: "%m-%d %H:%M"}
        axis.set_major_formatter(formatter)
        low, high = dates.date2num(np.array(["0001-01-02", "9999-12-30"], "datetime64[D]"))
        limits = np.clip(axis.get_view_interval(), low, high)
        axis.axes.set(**{"xlim" if on_x else "ylim": limits})
    elif scale == "flag":
        axis.set_ticks([0, 1], labels=["False", "True"])
    elif not on_x:  # the offset text is beside the legend, not below it
        axis.get_offset_text().set_horizontalalignment("right")


def whole_numbers(axis: Axis, n: int | None = None) -> None:
    """Set ticks at whole numbers only, with thousands separators; at all ``n`` if few."""
    from matplotlib import ticker

    if n is not None and n <= MOST_TICKED:
        axis.set_ticks(np.arange(n))
        return
    most = 5 if axis is axis.axes.xaxis else 7
    axis.set_major_locator(
        ticker.MaxNLocator(most, integer=True, min_n_ticks=1, steps=[1, 2, 5, 10])
    )
    axis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))


def row_axis(axis: Axis, n: int, labels: Sequence[Any] | None, *, name: str = "row") -> None:
    """Label an axis of rows by their numbers or by the given names."""
    if labels is None:
        whole_numbers(axis, n)
        axis.set_label_text(name)
        return
    names = [str(label) for label in labels]
    if len(names) != n:
        rule = f"have one item for each of the {n} rows"
        raise ValueError(broken_rule("labels", rule, len(names)))
    step = max(1, -(-n // 40))
    axis.set_ticks(np.arange(0, n, step), labels=names[::step])
    axis.set_label_text("")


def counted(n: int, noun: str) -> str:
    """Return ``1 row``, ``2 rows``, ``1,000 rows``."""
    return f"{n:,} {noun if n == 1 else noun + 's'}"


def lengths_summary(lengths: Array) -> str:
    """Return a summary of row lengths in words."""
    if not len(lengths):
        return "no rows"
    low, high = int(lengths.min()), int(lengths.max())
    lengths_text = (
        f"all {low:,}" if low == high else f"{low:,} to {high:,}, mean {lengths.mean():.4g}"
    )
    return f"{counted(len(lengths), 'row')}: lengths {lengths_text}"


def empty_rows_note(lengths: Array) -> str:
    """Return the number of empty rows in words, or "" if there are none."""
    n = int(np.count_nonzero(lengths == 0))
    return counted(n, "empty row") if n else ""


def not_finite_note(n: int) -> str:
    """Return the number of non-finite values in words, or "" if there are none."""
    return f"{counted(n, 'value')} not finite, left out" if n else ""


def value_label(cells: Cells, name: str = "value") -> str:
    """Return the label of an axis of values: ``time`` for dates, ``time [s]`` for time spans."""
    if cells.scale == "date":
        return "time"
    return f"time [{cells.unit}]" if cells.unit else name
