"""The explorer of one shape, or of two shapes that are compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from raggedkit.errors import broken_rule
from raggedkit.reprs.markup import Html, element, page, table_row
from raggedkit.reprs.tables import heading, table
from raggedkit.shape import TensorShape
from raggedkit.widgets._base import Explorer, Numbers
from raggedkit.widgets._shapes import MOST_AXES, Shapes, State, changed, step

__all__ = ["ShapeExplorer"]


class ShapeExplorer(Explorer):
    """A widget in which each axis of a shape can be edited, and two shapes are compared.

    Parameters
    ----------
    x
        A shape of at most 64 axes.
    other
        A second shape. With it, the widget shows whether the two are compatible, which of them is
        more specific, and what `TensorShape.merge_with`, `TensorShape.concatenate` and
        `TensorShape.most_specific_compatible_shape` return, with the reason for each axis.

    Attributes
    ----------
    value
        The present shape, or the tuple of both. It can be observed, and set.
    dims
        The sizes as plain lists, which `traitlets.link` accepts: one list for each shape, None for
        a shape of unknown rank.
    state
        The same with the history, as a plain dict.

    Raises
    ------
    TypeError
        If an argument is not a `TensorShape`.
    ValueError
        If a shape has more than 64 axes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> w = rk.widgets.ShapeExplorer(rk.TensorShape([None, 3]), rk.TensorShape([2, None]))
    >>> w
    explore(TensorShape([None, 3]), TensorShape([2, None]))
    >>> w.send({"type": "size", "shape": 0, "axis": 0, "text": "5"})
    >>> w.value
    (TensorShape([5, 3]), TensorShape([2, None]))
    >>> w.dims = [[2, 3], None]
    >>> w.value
    (TensorShape([2, 3]), TensorShape(None))
    """

    kind = "shapes"
    dims = Numbers()

    def __init__(self, x: TensorShape, other: TensorShape | None = None) -> None:
        super().__init__(x, other)

    def _initial(self, x: TensorShape, other: TensorShape | None) -> State:
        shapes = (_checked(x, "x"),) if other is None else (_checked(x, "x"), _checked(other))
        return State(shapes, shapes)

    def _step(self, state: State, event: Mapping[str, Any]) -> State:
        return step(state, event)

    def _value(self, state: State) -> Any:
        return state.shapes if len(state.shapes) > 1 else state.shapes[0]

    def _state_of(self, value: Any) -> State:
        n = len(self._now.shapes)
        shapes = value if isinstance(value, tuple | list) else (value,)
        if len(shapes) != n or not all(isinstance(shape, TensorShape) for shape in shapes):
            rule = "be a pair of TensorShapes" if n > 1 else "be a TensorShape"
            raise TypeError(broken_rule("value", rule, value))
        new = tuple(_checked(shape, "value") for shape in shapes)
        return State(new, new)

    def _json(self, state: State) -> dict[str, Any]:
        return state.json()

    def _from_json(self, data: Mapping[str, Any]) -> State:
        now: State = self._now
        return now.with_json(data)

    def _linked(self, state: State) -> dict[str, list[Any]]:
        return {"dims": [shape.dims for shape in state.shapes]}

    def _assigned(self, state: State, name: str, value: list[Any]) -> State:
        if len(value) != len(state.shapes):
            raise ValueError(f"dims must have {len(state.shapes)} lists, got {len(value)}")
        try:
            shapes = tuple(_checked(TensorShape(dims), "dims") for dims in value)
        except TypeError as error:
            raise ValueError(str(error)) from None
        return changed(state, shapes)

    def _snapshot(self) -> str:
        shapes: Shapes = self._now.shapes
        tables = [shape._repr_html_() for shape in shapes]
        if len(shapes) > 1:
            tables.append(page(lambda options: _compared(*shapes), "comparison of shapes"))
        return "\n".join(tables)

    def __repr__(self) -> str:
        return f"explore({', '.join(map(repr, self._now.shapes))})"


def _compared(a: TensorShape, b: TensorShape) -> Html:
    """Return a table of the methods of two shapes and their results."""
    try:
        merged = repr(a.merge_with(b))
    except ValueError as error:
        merged = str(error)
    results = {
        "a.is_compatible_with(b)": str(a.is_compatible_with(b)),
        "a.merge_with(b)": merged,
        "a.most_specific_compatible_shape(b)": repr(a.most_specific_compatible_shape(b)),
        "a.concatenate(b)": repr(a.concatenate(b)),
        "a.is_subtype_of(b)": str(a.is_subtype_of(b)),
        "b.is_subtype_of(a)": str(b.is_subtype_of(a)),
    }
    rows = [
        table_row([element("th", code, scope="row"), element("td", result)])
        for code, result in results.items()
    ]
    return Html(heading("Comparison", f"of a = {a!r} and b = {b!r}") + table([], rows))


def _checked(shape: Any, name: str = "other") -> TensorShape:
    if not isinstance(shape, TensorShape):
        raise TypeError(broken_rule(name, "be a TensorShape", shape))
    if shape.rank is not None and shape.rank > MOST_AXES:
        rule = f"have at most {MOST_AXES} axes in an explorer"
        raise ValueError(broken_rule(name, rule, shape.rank))
    return shape
