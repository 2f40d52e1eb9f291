"""Joining of strings: value by value, and along an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, overload

from raggedkit._arguments import as_flag
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.mathematics import value_by_value
from raggedkit._engines.texts import (
    check_text,
    like,
    numpy_is_right,
    python_values,
    rebuilt,
    texts,
)
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import flat_of
from raggedkit._plan.reducing import Dense, Rows, Step, collapse
from raggedkit._typing import Array, Axes, Scalar, Tensor, TensorLike, TensorT
from raggedkit._xp import (
    array_namespace,
    holds_bytes,
    host_namespace,
    object_array,
)
from raggedkit.errors import broken_rule
from raggedkit.ops.strings.substrings import _encoded
from raggedkit.tensor import RaggedTensor

__all__ = ["join", "reduce_join"]


@overload
def join(inputs: Sequence[TensorT], separator: str = "") -> TensorT: ...


@overload
def join(inputs: Sequence[TensorLike], separator: str = "") -> Tensor: ...


def join(inputs: Sequence[TensorLike], separator: str = "") -> Tensor:
    """Return texts of several tensors joined element by element.

    Parameters
    ----------
    inputs
        Tensors of text that broadcast. The result is bytes if one of them is.
    separator
        The text between two values.

    Returns
    -------
    RaggedTensor or array
        Of the shape that the inputs broadcast to. A single text for single texts.

    Raises
    ------
    TypeError
        If an input does not contain text.
    ValueError
        If the shapes do not broadcast, or there is no input.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.strings.join([rk.array([["a", "b"], []]), "x"], separator="-")
    <RaggedTensor [['a-x', 'b-x'], []]>
    """
    if not isinstance(inputs, list | tuple) or not inputs:
        way_out = "reduce_join joins the items of each row"
        raise ValueError(broken_rule("inputs", "be a list of tensors", inputs, way_out))
    check_text(separator, "separator")

    def joined(*arrays: Any) -> Array:
        ready = [texts(a, f"inputs[{i}]") for i, a in enumerate(arrays)]
        if any(map(holds_bytes, ready)):
            ready = [a if holds_bytes(a) else _encoded(a) for a in ready]
        between = like(separator, ready[0])
        # NumPy's fixed-width text drops trailing NUL characters, so such values are joined by
        # Python.
        if not all(map(numpy_is_right, ready)) or like("\0", separator) in separator:
            return _joined_one_by_one(ready, between)
        add, result = host_namespace.strings.add, ready[0]
        for a in ready[1:]:
            result = add(add(result, between) if separator else result, a)
        return result

    return value_by_value(joined, *inputs, names="inputs")


def _joined_one_by_one(arrays: list[Array], between: Any) -> Array:
    together = host_namespace.broadcast_arrays(*arrays)
    rows = zip(*[a.ravel().tolist() for a in together], strict=True)
    return rebuilt([between.join(row) for row in rows], together[0])


def reduce_join(
    inputs: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    separator: str = "",
) -> Tensor | Scalar:
    """Return the texts joined along axes, for example the texts of each row.

    Parameters
    ----------
    inputs
        A tensor of text, ragged or dense.
    axis
        The axis to join along: an int, or several; by default all. The innermost axis is joined
        first, for an array the first one in the list, as in TensorFlow.
    keepdims
        Whether joined axes are kept with size 1.
    separator
        The text between two values.

    Returns
    -------
    RaggedTensor, array or text
        An empty row gives an empty text.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.

    Examples
    --------
    >>> import raggedkit as rk
    >>> lines = rk.array([["so", "it", "goes"], [], ["on"]])
    >>> rk.strings.reduce_join(lines, axis=1, separator=" ")
    array(['so it goes', '', 'on'], dtype='<U10')
    >>> rk.strings.reduce_join(lines, separator="/")
    np.str_('so/it/goes/on')
    >>> rk.strings.reduce_join(lines, axis=0)
    array(['soon', 'it', 'goes'], dtype='<U4')
    """
    check_text(separator, "separator")
    tensor = as_tensor(inputs, name="inputs")
    plan = collapse(tensor, axis, keepdims=as_flag(keepdims, "keepdims"), name="inputs")
    values = texts(flat_of(tensor), "inputs")
    named = _named_order(tensor, axis)
    for step in plan.steps:
        values = _joined(values, step, separator, named)
    if plan.shape is not None:
        values = values.reshape(plan.shape)
    result = plan.wrap(values)
    if isinstance(result, RaggedTensor) or result.ndim or result.dtype.kind == "O":
        return result
    return result[()]


def _named_order(tensor: Any, axis: Any) -> tuple[int, ...] | None:
    """Return the axes of an array in the order given, last to be joined first."""
    if isinstance(tensor, RaggedTensor) or not isinstance(axis, list | tuple):
        return None
    return tuple(a % tensor.ndim for a in reversed(axis))


def _joined(
    values: Array, step: Step, separator: str, named: tuple[int, ...] | None = None
) -> Array:
    """Join the texts of one step of a reduction plan."""
    xp = array_namespace(values)
    between = like(separator, values)
    if isinstance(step, Dense):
        gone = named or tuple(sorted({a % values.ndim for a in step.axes}))
        kept = [a for a in range(values.ndim) if a not in gone]
        shape = tuple(values.shape[a] for a in kept)
        # Axes to join go last: each run of adjacent values is then one result.
        ordered = values.transpose(*kept, *gone)
        width, count = math.prod(values.shape[a] for a in gone), math.prod(shape)
        splits = [width * i for i in range(count + 1)]
        joined = _runs(ordered, splits, between).reshape(shape)
        return xp.expand_dims(joined, gone) if step.keepdims else joined
    if isinstance(step, Rows):
        joined = _inner_runs(values, step.part._get_splits(), between)
        return joined[:, None] if step.keepdims else joined
    order = _gather.order_by(step.slots, step.n)
    cuts = _splits.rowids_to_splits(step.slots, step.n)
    joined = _inner_runs(values[order], cuts, between)
    return joined[None] if step.outermost else joined


def _inner_runs(values: Array, splits: Array, between: Any) -> Array:
    """Join runs along the first axis, for each position of the inner axes."""
    cuts = splits.tolist()
    if values.ndim == 1:
        return _runs(values, cuts, between)
    inner = values.shape[1:]
    width = math.prod(inner)
    if not width or len(cuts) < 2:
        return texts(values[:0], "inputs").reshape(len(cuts) - 1, *inner)
    columns = values.reshape(values.shape[0], width)
    xp = array_namespace(values)
    joined = [_runs(columns[:, i], cuts, between) for i in range(width)]
    stacked: Array = xp.stack(joined, axis=1)
    return stacked.reshape(len(cuts) - 1, *inner)


def _runs(values: Array, cuts: list[int], between: Any) -> Array:
    items = python_values(values)
    rows = [between.join(items[a:b]) for a, b in pairwise(cuts)]
    # Objects, since the width of the longest result is known only afterwards.
    return rebuilt(rows, object_array(rows)) if rows else texts(values.ravel()[:0], "inputs")
