"""Boolean masks: `boolean_mask`, `where` and the positions of nonzero values."""

from __future__ import annotations

from typing import Any, overload

from raggedkit._engines.elementwise import align
from raggedkit._engines.inputs import as_tensor, operands
from raggedkit._engines.rows import taken_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.broadcasting import same_rows
from raggedkit._plan.fills import number_beside
from raggedkit._plan.operands import declaring, flat_of, partitioned, rank_of, rewrap, splits_dtype
from raggedkit._typing import Array, DType, Tensor, TensorLike
from raggedkit._xp import (
    BOOL,
    NUMBERS,
    array_namespace,
    encoded_beside,
    holds_bytes,
    is_array,
    is_text,
)
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.tensor import RaggedTensor

__all__ = ["boolean_mask", "coordinates", "where"]


@overload
def boolean_mask(data: RaggedTensor, mask: RaggedTensor) -> RaggedTensor: ...


@overload
def boolean_mask(data: TensorLike, mask: TensorLike) -> Tensor: ...


def boolean_mask(data: TensorLike, mask: TensorLike) -> Tensor:
    """Return the items of ``data`` where ``mask`` is True; the row structure is kept.

    Parameters
    ----------
    data
        Dense or ragged.
    mask
        Bools, dense or ragged, in the shape of the first axes of ``data``.

    Returns
    -------
    RaggedTensor or array
        An array if ``data`` is one and the mask is a vector; otherwise ragged along the last axis
        of the mask.

    Raises
    ------
    ValueError
        If the mask is a scalar, does not contain bools, or has other rows than ``data``.

    See Also
    --------
    where : selects from two tensors and keeps the shape.

    Notes
    -----
    A row without True becomes empty. After TensorFlow's ``tf.ragged.boolean_mask``;
    ``tf.boolean_mask`` returns the ``flat_values`` of this result.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [5, 9]])
    >>> rk.boolean_mask(rt, rt > 3)
    <RaggedTensor [[4], [], [5, 9]]>
    >>> rk.boolean_mask(rt, [True, True, False])
    <RaggedTensor [[3, 1, 4], []]>
    >>> rk.boolean_mask([[1, 2], [3, 4]], [[True, False], [False, False]])
    <RaggedTensor [[1], []]>
    >>> rk.boolean_mask(rt, [True, False])
    Traceback (most recent call last):
        ...
    ValueError: mask must have the 3 rows of data, got 2
    """
    data, mask = operands(data, mask, names="data mask")
    marks = flat_of(mask)
    # An empty list is a float array and still a valid mask of no rows.
    if marks.dtype.kind != "b" and mask.size:
        raise ValueError(broken_rule("mask", "be bools", marks.dtype, "compare first (x != 0)"))
    if not rank_of(mask):
        raise ValueError(broken_rule("mask", "have at least one axis", mask))
    if rank_of(mask) > rank_of(data):
        rule = f"have no more axes than data, {rank_of(data)}"
        raise ValueError(broken_rule("mask", rule, rank_of(mask)))
    dtype = splits_dtype(data, mask)
    if not isinstance(data, RaggedTensor) and not isinstance(mask, RaggedTensor):
        shape = data.shape[: mask.ndim]
        if mask.shape != shape:
            rule = f"have the shape of the first axes of data, {shape}"
            raise ValueError(broken_rule("mask", rule, mask.shape))
    if len(mask) != len(data):
        raise ValueError(broken_rule("mask", f"have the {len(data)} rows of data", len(mask)))
    return _kept(data, mask, rank_of(mask) - 1, dtype)


def _kept(data: Any, mask: Any, depth: int, dtype: DType) -> Any:
    """Return the items that a mask with ``depth`` inner axes marks."""
    if not depth:
        kept = array_namespace(mask).flatnonzero(mask)
        return _items(data, kept)
    data, mask = partitioned(data, dtype, depth), partitioned(mask, dtype, depth)
    for axis in range(depth):
        _check_rows(data._parts[axis], mask._parts[axis], axis + 1)
    splits = mask._parts[depth - 1]._get_splits().astype(dtype, copy=False)
    outer = tuple(map(declaring, zip(data._parts, mask._parts[: depth - 1], strict=False)))
    if depth == len(data._parts):
        flat, splits = _gather.keep(data._flat, mask._flat, splits)
        return RaggedTensor._make(flat, aligned((*outer, RowPartition._of_splits(splits)), flat))
    # The mask has fewer axes than data: its values select whole inner rows, not single values.
    cut = RowPartition._of_splits(_splits.splits_of_kept(mask._flat, splits))
    inner = RaggedTensor._make(data._flat, data._parts[depth:])
    kept = array_namespace(mask._flat).flatnonzero(mask._flat)
    return rewrap((*outer, cut), _items(inner, kept))


def _items(data: Any, kept: Array) -> Any:
    if not isinstance(data, RaggedTensor):
        return _gather.take(data, kept)
    flat, parts = taken_rows(data._flat, data._parts, kept)
    return RaggedTensor._make(flat, parts)


def _check_rows(rows: RowPartition, found: RowPartition, axis: int) -> None:
    if rows._same_cuts(found):
        return
    wrong = rows._get_lengths() != found._get_lengths()
    at = int(wrong.argmax())
    want, got = int(rows._get_lengths()[at]), int(found._get_lengths()[at])
    msg = f"mask must have the rows of data, length {want} for row {at} of axis {axis}, got {got}"
    raise ValueError(msg)


@overload
def where(condition: RaggedTensor, x: RaggedTensor, y: TensorLike | complex) -> RaggedTensor: ...


@overload
def where(
    condition: RaggedTensor, x: TensorLike | complex, y: TensorLike | complex
) -> RaggedTensor: ...


@overload
def where(
    condition: TensorLike,
    x: TensorLike | complex | None = None,
    y: TensorLike | complex | None = None,
) -> Tensor: ...


def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None
) -> Tensor:
    """Return ``x`` where a condition is True and ``y`` elsewhere; or the positions of True.

    Parameters
    ----------
    condition
        Bools, dense or ragged.
    x, y
        Values, dense, ragged or scalar; give both or neither. All three arguments broadcast. Python
        numbers do not affect the dtype.

    Returns
    -------
    RaggedTensor or array
        With ``x`` and ``y``: the shape that the arguments broadcast to. Without: ``int64[n,
        ndim]``, the index of each True value.

    Raises
    ------
    TypeError
        If text and numbers would be mixed.
    ValueError
        If only one of ``x`` and ``y`` is given, the condition does not contain bools, or the shapes
        do not broadcast.

    See Also
    --------
    boolean_mask : keeps only the items where the mask is True.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.where``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.where(rt == 1, 0, rt)
    <RaggedTensor [[3, 0, 4, 0], [], [5, 9, 2]]>
    >>> rk.where(rt > 3)
    array([[0, 2],
           [2, 0],
           [2, 1]])
    >>> rk.where([True, False, True], rt, 0)
    Traceback (most recent call last):
        ...
    ValueError: shapes must broadcast, got condition [3] and x [3, (d1)] and y []: on axis 1 row 0 \
has length 3 in condition and 4 in x; rows must have equal lengths. One number for each row? Give \
condition the shape [3, 1]: np.reshape(condition, (3, 1))
    """
    if (x is None) != (y is None):
        raise ValueError(broken_rule("x and y", "be given both or neither", x if y is None else y))
    condition = as_tensor(condition, name="condition")
    if x is None:
        return coordinates(condition)
    if flat_of(condition).dtype.kind != "b":
        got = flat_of(condition).dtype
        raise ValueError(broken_rule("condition", "be bools", got, "compare first (x != 0)"))
    return choose(condition, x, y)


def choose(condition: Any, x: Any, y: Any) -> Any:
    """Return ``x`` where the condition is not zero and ``y`` elsewhere."""
    # Equal rows and dtypes need no broadcasting plan, which costs more than a small selection.
    if type(condition) is type(x) is type(y) is RaggedTensor and _meet(condition, x, y):
        chosen = _gather.choose(condition._flat, x._flat, y._flat)
        return RaggedTensor._make(chosen, condition._parts)
    x, y = _meeting(x, y)
    ragged = any(isinstance(t, RaggedTensor) for t in (condition, x, y))
    xp = array_namespace(*[flat_of(t) for t in (condition, x, y) if is_array(flat_of(t))])
    arrays, parts = [condition, x, y], ()
    if ragged:
        arrays, parts = align((condition, x, y), "condition", "x", "y")
    try:
        flat = _gather.choose(*arrays) if _are_alike(arrays) else xp.where(*arrays)
    except TypeError as error:
        got = " and ".join(str(getattr(a, "dtype", a)) for a in arrays[1:])
        raise TypeError(f"x and y must be of one kind, got {got}") from error
    return _declared(RaggedTensor._make(flat, parts), (condition, x, y)) if ragged else flat


def _meet(condition: RaggedTensor, x: RaggedTensor, y: RaggedTensor) -> bool:
    """Whether both operands are arrays of one dtype and shape, with a flag for each pair."""
    return (
        x._flat.dtype.kind in NUMBERS
        and _are_alike([condition._flat, x._flat, y._flat])
        and same_rows(condition._parts, x._parts)
        and same_rows(condition._parts, y._parts)
    )


def _are_alike(arrays: list[Any]) -> bool:
    """Whether there is one flag for each pair of values, and the values have one dtype."""
    flags, x, y = arrays
    if not (is_array(x) and is_array(y) and is_array(flags)):
        return False
    return bool(flags.shape == x.shape == y.shape and x.dtype == y.dtype) and flags.dtype == BOOL


def _declared(chosen: RaggedTensor, operands: tuple[Any, ...]) -> RaggedTensor:
    """Return the tensor with the uniform row lengths that an operand of the same rows declares."""
    parts = chosen._parts
    # If the rows are equal, a uniform length that one operand declares holds for all of them.
    for x in operands:
        if not isinstance(x, RaggedTensor) or len(x._parts) != len(parts):
            continue
        if all(map(_declares_nothing, x._parts)):
            continue
        if all(p._same_cuts(q) for p, q in zip(parts, x._parts, strict=True)):
            pairs = zip(parts, x._parts, strict=True)
            parts = tuple(p if q._uniform is None else q.with_dtype(p._dtype) for p, q in pairs)
    return RaggedTensor._make(chosen._flat, parts)


def _declares_nothing(part: RowPartition) -> bool:
    return part.static_uniform_row_length is None


def _meeting(x: Any, y: Any) -> tuple[Any, Any]:
    """Return two operands as tensors; raise if one is text and the other is not."""
    tensors = [_as_operand(t, name) for t, name in ((x, "x"), (y, "y"))]
    flats = [flat_of(t) for t in tensors]
    texts = {is_text(f.dtype) if is_array(f) else isinstance(f, str | bytes) for f in flats}
    if len(texts) > 1:
        rule = "be both text or both numbers"
        raise TypeError(broken_rule("x and y", rule, [getattr(f, "dtype", f) for f in flats]))
    for i, f in enumerate(flats):
        if is_array(f) and holds_bytes(f) and not isinstance(tensors[1 - i], RaggedTensor):
            tensors[1 - i] = encoded_beside(tensors[1 - i], f)
        if is_array(f):
            tensors[1 - i] = number_beside(tensors[1 - i], f.dtype, array_namespace(f))
    return tensors[0], tensors[1]


def _as_operand(x: Any, name: str) -> Any:
    return x if isinstance(x, int | float | complex | str | bytes) else as_tensor(x, name=name)


def coordinates(condition: Any) -> Array:
    """Return the index of each value that is not zero, ``int64[n, ndim]``."""
    flat = flat_of(condition)
    xp = array_namespace(flat)
    # argwhere returns the platform's index type, which is 32 bits wide on some platforms.
    inner = xp.argwhere(flat).astype("int64", copy=False)
    if not isinstance(condition, RaggedTensor):
        return inner  # xp is Any
    at = inner[:, 0]
    columns = [inner[:, k] for k in range(1, flat.ndim)]
    for part in reversed(condition._parts):
        rows = part._get_rowids().take(at)
        # From the innermost axis outwards: the position in the row is one column, and the row
        # number is the position for the next axis.
        columns.insert(0, at - part._get_splits().take(rows))
        at = rows
    stacked: Array = xp.stack([at, *columns], axis=1).astype("int64", copy=False)
    return stacked
