"""Cartesian products of the rows of several tensors: `cross` and `cartesian`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from raggedkit._engines.inputs import operands
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import partitioned, splits_dtype
from raggedkit._typing import Array, TensorLike
from raggedkit._utf8 import to_utf8
from raggedkit._xp import (
    INT64,
    INTEGERS,
    array_namespace,
    as_array,
    bytes_array,
    holds_bytes,
    host_namespace,
    is_host,
    object_array,
    text_array,
)
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["cartesian", "cross"]

_MOST = 1 << 48  # more combinations do not fit memory


def cross(inputs: Sequence[TensorLike]) -> RaggedTensor:
    """Return all combinations of the values of each row as text, joined by ``_X_``.

    A row of the result is empty if the row of any input is.

    Parameters
    ----------
    inputs
        Tensors with two axes and the same number of rows, of integers, text or bytes: ragged, dense
        or sparse (with the values row by row).

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1)]``; the value of the last input varies fastest. Text, or bytes if an input
        has bytes. Row splits are ``int32`` if all ragged inputs have ``int32``.

    Raises
    ------
    TypeError
        If ``inputs`` is not a list, or its values are on a device.
    ValueError
        If an input does not have two axes, the number of rows differs, or values have any other
        kind.

    See Also
    --------
    raggedkit.cartesian : the same combinations as one tensor per input, of any dtype.

    Notes
    -----
    After ``tf.ragged.cross``, which returns bytes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> a = rk.ragged.constant([["a"], [], ["b", "c"]])
    >>> rk.ragged.cross([a, [[1, 2], [3, 4], [5, 6]]])
    <RaggedTensor [['a_X_1', 'a_X_2'], [], ['b_X_5', 'b_X_6', 'c_X_5', 'c_X_6']]>
    >>> rk.ragged.cross([a, [[1, 2]]])
    Traceback (most recent call last):
        ...
    ValueError: inputs[1] must have 3 rows, as inputs[0], got 1
    """
    rows = _rows(inputs)
    for i, rt in enumerate(rows):
        _check_texts(rt._flat, f"inputs[{i}]")
    if not rows:
        none = RowPartition.from_row_splits([0])
        return RaggedTensor._make(as_array([""])[:0], (none,))
    cut, taken = _combined(inputs, rows)
    return RaggedTensor._make(_joined([rt._flat for rt in rows], taken), (cut,))


def cartesian(inputs: Sequence[TensorLike]) -> tuple[RaggedTensor, ...]:
    """Return all combinations of the values of each row, as one tensor for each input.

    A row of the results is empty if the row of any input is.

    Parameters
    ----------
    inputs
        Tensors of the same number of rows, ``[nrows, (d1), ...]``: ragged, dense or sparse, of any
        dtypes.

    Returns
    -------
    tuple of RaggedTensor
        One tensor for each input, all with the same rows. Values at the same position form one
        combination; the value of the last input varies fastest.

    Raises
    ------
    TypeError
        If ``inputs`` is not a list.
    ValueError
        If the number of rows differs, or an input has fewer than two axes or rows of rows.

    See Also
    --------
    raggedkit.ragged.cross : the combinations as joined text.

    Examples
    --------
    >>> import raggedkit as rk
    >>> x = rk.ragged.constant([[1, 2], [3], []])
    >>> y = rk.ragged.constant([[10, 20], [30], [40]])
    >>> a, b = rk.cartesian([x, y])
    >>> a, b
    (<RaggedTensor [[1, 1, 2, 2], [3], []]>, <RaggedTensor [[10, 20, 10, 20], [30], []]>)
    >>> abs(a - b)
    <RaggedTensor [[9, 19, 8, 18], [27], []]>
    >>> rk.cartesian([x, [1, 2, 3]])
    Traceback (most recent call last):
        ...
    ValueError: inputs[1] must have rows, got shape [3]
    """
    rows = _rows(inputs, inner=True)
    if not rows:
        return ()
    cut, taken = _combined(inputs, rows)
    return tuple(
        RaggedTensor._make(_gather.take(rt._flat, at), (cut,))
        for rt, at in zip(rows, taken, strict=True)
    )


def _rows(inputs: Any, *, inner: bool = False) -> list[RaggedTensor]:
    """Return every input as a tensor of one partition, checked for equal numbers of rows."""
    if not isinstance(inputs, list | tuple):
        raise TypeError(broken_rule("inputs", "be a list of tensors", inputs))
    dense = iter(operands(*[x for x in inputs if not isinstance(x, SparseTensor)], names="inputs"))
    rows: list[RaggedTensor] = []
    for i, x in enumerate(inputs):
        rt = _of_sparse(x, i) if isinstance(x, SparseTensor) else _of_tensor(next(dense), i, inner)
        if len(rt) != len(rows[0] if rows else rt):
            rule = f"have {len(rows[0])} rows, as inputs[0]"
            raise ValueError(broken_rule(f"inputs[{i}]", rule, len(rt)))
        rows.append(rt)
    return rows


def _of_tensor(x: Any, i: int, inner: bool) -> RaggedTensor:
    shape = x.shape.as_list() if isinstance(x, RaggedTensor) else list(x.shape)
    if x.ndim < 2:
        raise ValueError(f"inputs[{i}] must have rows, got shape {shape}")
    rt = partitioned(x, INT64)
    if len(rt._parts) > 1 or (x.ndim > 2 and not inner):
        way_out = "merge the inner ones first (rt.merge_dims)"
        raise ValueError(f"inputs[{i}] must have two axes, got shape {shape}; {way_out}")
    return rt


def _of_sparse(st: SparseTensor, i: int) -> RaggedTensor:
    if st.rank != 2:
        raise ValueError(broken_rule(f"inputs[{i}]", "have two axes", st.shape))
    xp = array_namespace(st._values)
    rowids = st._indices[:, 0]
    # The cells of a sparse tensor may be in any order.
    order = xp.argsort(rowids, kind="stable")
    splits = _splits.rowids_to_splits(rowids, int(st._dense_shape[0]))
    return RaggedTensor._make(st._values.take(order), (RowPartition._of_splits(splits),))


def _combined(inputs: Any, rows: list[RaggedTensor]) -> tuple[RowPartition, list[Array]]:
    dtype = splits_dtype(*inputs)
    parts = [rt._parts[0] for rt in rows]
    # Counted as floats before the kernel: its int64 counts could wrap around.
    total = _how_many(parts)
    if total > _MOST:
        rule = "have combinations that fit memory"
        raise ValueError(f"inputs must {rule}, got {total:.3g} of them")
    dtype = dtype if total <= LARGEST[dtype] else INT64
    counts, taken = _gather.product_rows(
        [p._get_splits()[:-1] for p in parts], [p._get_lengths() for p in parts]
    )
    return RowPartition._of_lengths(counts.astype(dtype, copy=False)), taken


def _how_many(parts: list[RowPartition]) -> float:
    """Return the approximate number of combinations, which may exceed int64."""
    each = parts[0]._get_lengths().astype("float64")
    for part in parts[1:]:
        each = each * part._get_lengths()
    return float(each.sum())


def _check_texts(values: Array, name: str) -> None:
    if not is_host(values):
        raise TypeError(
            f"{name} must be on the host, as all text is; use rt.to_device('cpu') first"
        )
    if values.dtype.kind not in "iuSUTO":
        raise ValueError(broken_rule(name, "contain integers, text or bytes", values.dtype))


def _joined(values: Sequence[Array], taken: Sequence[Array]) -> Array:
    """Join the selected values of each input."""
    as_bytes = any(map(holds_bytes, values))
    arrays = [_texts(v, as_bytes) for v in values]
    kind = "S" if as_bytes else "U"
    between: Any = b"_X_" if as_bytes else "_X_"
    if len(arrays) == 1 or not all(a.dtype.kind == kind for a in arrays) or _wide(arrays, taken):
        return _joined_one_by_one(arrays, taken, between)
    add = host_namespace.strings.add
    joined = arrays[0].take(taken[0])
    for array, at in zip(arrays[1:], taken[1:], strict=True):
        # The separator is added to the distinct values, before they are repeated.
        joined = add(joined, add(between, array).take(at))
    return joined


def _wide(arrays: Sequence[Array], taken: Sequence[Array]) -> bool:
    """Whether fixed-width text would need much more memory than the characters."""
    n = taken[0].shape[0]
    width = sum(a.dtype.itemsize for a in arrays)
    lengths = [host_namespace.strings.str_len(a) for a in arrays]
    total = sum(int(some.take(at).sum()) for some, at in zip(lengths, taken, strict=True))
    return bool(n * width > max(1 << 20, 2 * (16 * n + total)))


def _joined_one_by_one(arrays: Sequence[Array], taken: Sequence[Array], between: Any) -> Array:
    """Join Python strings: they keep trailing NULs and need no fixed width."""
    joined: Any = None
    for array, at in zip(arrays, taken, strict=True):
        pieces = array.astype(object).take(at)
        joined = pieces if joined is None else joined + between + pieces
    return bytes_array(joined) if isinstance(between, bytes) else text_array(joined)


def _texts(values: Array, as_bytes: bool) -> Array:
    """Return values as text, or all as bytes."""
    if values.dtype.kind in INTEGERS:
        values = text_array(object_array(list(map(str, values.tolist()))))
    if not as_bytes or holds_bytes(values) or values.dtype.kind == "S":
        return values
    return bytes_array(object_array([to_utf8(x, "inputs") for x in values.tolist()]))
