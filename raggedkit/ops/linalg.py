"""Matrix products of ragged and dense tensors: batched `matmul`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from raggedkit._arguments import as_flag
from raggedkit._engines.elementwise import is_operand
from raggedkit._engines.inputs import operands
from raggedkit._kernels.arrays import matrices as _matrices
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import flat_of, flattened, mapped, partitioned, path_of, splits_dtype
from raggedkit._typing import Array, DType, Tensor, TensorLike
from raggedkit._xp import INT64, NUMBERS, array_namespace
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["matmul", "product"]


def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> Tensor:
    """Return the product of each matrix of ``a`` with the matrix of ``b`` at the same batch index.

    Parameters
    ----------
    a, b
        ``[batch, n, k]`` and ``[batch, k, m]``, with any number of batch axes; ragged tensors,
        arrays or nested lists. Any axis may be ragged, but each matrix must be rectangular. A dense
        matrix is used for the whole batch of a ragged tensor.
    transpose_a, transpose_b
        Multiply by the transpose.
    adjoint_a, adjoint_b
        Multiply by the transposed conjugate.

    Returns
    -------
    RaggedTensor or array
        ``[batch, n, m]``: ``n`` is ragged if it is in ``a``, ``m`` is dense if it is in ``b``. An
        array if there is no batch axis, or nothing is ragged. A matrix without rows matches any
        other and gives a matrix without rows; a product over no columns is zero.

    Raises
    ------
    TypeError
        If the values are not numbers.
    ValueError
        If the ranks or the batch axes differ, a matrix is not rectangular, or two matrices do not
        match; the error names the first one.

    Notes
    -----
    After TensorFlow's ``tf.linalg.matmul``. ``a @ b`` and ``np.matmul`` do the same and also take
    a dense vector on either side.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.RaggedTensor.from_row_lengths(np.arange(8).reshape(4, 2), [3, 0, 1])
    >>> rk.matmul(rt, [[1, 0, 2], [0, 1, 0]])
    <RaggedTensor [[[0, 1, 0], [2, 3, 4], [4, 5, 8]], [], [[6, 7, 12]]]>
    >>> rk.matmul(rt, rt, transpose_b=True).to_list()
    [[[1, 3, 5], [3, 13, 23], [5, 23, 41]], [], [[85]]]
    >>> rk.matmul(rt, rt)
    Traceback (most recent call last):
        ...
    ValueError: a and b must fit, got [3, 2] @ [3, 2] at [0]; columns on the left have to be rows \
on the right
    """
    transpose_a, transpose_b = (
        as_flag(transpose_a, "transpose_a"),
        as_flag(transpose_b, "transpose_b"),
    )
    adjoint_a, adjoint_b = as_flag(adjoint_a, "adjoint_a"), as_flag(adjoint_b, "adjoint_b")
    for side, both in (("a", transpose_a and adjoint_a), ("b", transpose_b and adjoint_b)):
        if both:
            rule = f"be given without transpose_{side}"
            raise ValueError(broken_rule(f"adjoint_{side}", rule, True, "it transposes as well"))
    tensors = operands(a, b, names="a b")
    for name, x in zip("ab", tensors, strict=True):
        values = flat_of(x)
        if values.dtype.kind not in NUMBERS:
            raise TypeError(broken_rule(name, "contain numbers", values.dtype))
        if x.ndim < 2:
            way_out = "give a vector one more axis, v[:, None], or use @"
            raise ValueError(broken_rule(name, "have at least 2 dimensions", x.ndim, way_out))
    left = _conjugate(tensors[0]) if adjoint_a else tensors[0]
    right = _conjugate(tensors[1]) if adjoint_b else tensors[1]
    return _multiplied(left, right, (transpose_a or adjoint_a, transpose_b or adjoint_b), ())


def _conjugate(x: Any) -> Any:
    if x.dtype.kind != "c":
        return x
    return mapped(x, lambda flat: flat.conj())


def product(x: Any, y: Any) -> Any:
    """Return ``x @ y``: `matmul` that also accepts a dense vector on either side.

    A vector is a row on the left and a column on the right; its axis is not in the result.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.RaggedTensor.from_row_lengths(np.arange(8.0).reshape(4, 2), [3, 0, 1])
    >>> rt @ np.array([1.0, 10.0])
    <RaggedTensor [[10.0, 32.0, 54.0], [], [76.0]]>
    """
    if not all(isinstance(o, RaggedTensor) or is_operand(o) for o in (x, y)):
        return NotImplemented
    x, y = operands(x, y, names="x y")
    row, column = x.ndim == 1, y.ndim == 1
    found = matmul(x[None] if row else x, y[:, None] if column else y)
    if column:
        found = _without_last(found)
    return _without_row(found, y) if row else found


def _without_last(x: Any) -> Any:
    """Drop the innermost axis, which is dense and of size 1."""
    return mapped(x, lambda flat: flat[..., 0])


def _without_row(x: Any, y: Any) -> Any:
    """Drop the axis of size 1 at the position of the rows of ``y``."""
    if not isinstance(x, RaggedTensor):
        return x[..., 0, :]
    at = y.ndim - 3  # the partition of that axis
    parts = (*x._parts[:at], *x._parts[at + 1 :])
    return RaggedTensor._make(x._flat, parts) if parts else x._flat


def _multiplied(a: Any, b: Any, turned: tuple[bool, bool], outer: tuple[RowPartition, ...]) -> Any:
    """Multiply the tensors inside these partitions, which are used in error messages only."""
    if not isinstance(a, RaggedTensor) and not isinstance(b, RaggedTensor):
        return _dense_product(a, b, turned)
    rank = max(a.ndim, b.ndim)
    for x in (a, b):
        one_for_all = x.ndim == 2 and not isinstance(x, RaggedTensor)
        if x.ndim != rank and not one_for_all:
            got = f"got {_shape(a)} and {_shape(b)}"
            way_out = "a dense matrix [k, m] serves every batch"
            raise ValueError(f"a and b must have the same rank, {got}; {way_out}")
    if rank == 2:
        # Without a batch axis a ragged tensor is a matrix only if all its rows have one length.
        return _dense_product(_matrix(a, "a"), _matrix(b, "b"), turned)
    if rank > 3:
        return _along_outer_axis(a, b, turned, outer)
    return _batch_product(a, b, turned, outer)


def _dense_product(a: Array, b: Array, turned: tuple[bool, bool]) -> Any:
    xp = array_namespace(a, b)
    left, right = (x.swapaxes(-1, -2) if t else x for x, t in zip((a, b), turned, strict=True))
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(_misfit(left.shape, right.shape, ""))
    try:
        return xp.matmul(left, right)
    except ValueError as error:
        got = f"got {list(a.shape[:-2])} and {list(b.shape[:-2])}"
        raise ValueError(f"batch axes of a and b must broadcast, {got}") from error


def _misfit(left: Any, right: Any, where: str) -> str:
    got = f"got {list(map(int, left))} @ {list(map(int, right))}{where}"
    return f"a and b must fit, {got}; columns on the left have to be rows on the right"


def _shape(x: Any) -> str:
    return str(x.shape if isinstance(x, RaggedTensor) else list(x.shape))


def _matrix(x: Any, name: str) -> Array:
    """Return a single matrix, possibly declared ragged, as an array."""
    if not isinstance(x, RaggedTensor):
        return x  # xp is Any
    part = x._parts[0]
    lengths = part._get_lengths()
    width = int(lengths[0]) if lengths.shape[0] else part._uniform or 0
    odd = first_true(lengths != width)
    if odd >= 0:
        got = f"got row {odd} of length {int(lengths[odd])} where row 0 has {width}"
        raise ValueError(f"{name} must have rows of one length, {got}")
    return x._flat.reshape(len(x), width)


def _along_outer_axis(
    a: Any, b: Any, turned: tuple[bool, bool], outer: tuple[RowPartition, ...]
) -> Any:
    """Merge an outer batch axis into one batch, and split the result again."""
    dtype = splits_dtype(a, b)
    # A dense matrix has no batch axis: it is multiplied with every matrix of the other operand.
    parts = [partitioned(x, dtype)._parts[0] for x in (a, b) if x.ndim > 2]
    if len(parts) == 2 and not parts[0]._same_cuts(parts[1]):
        raise ValueError(_unlike_batches(*parts))
    part = parts[0].with_dtype(dtype)
    left, right = [flattened(x) if x.ndim > 2 else x for x in (a, b)]
    found = _multiplied(left, right, turned, (*outer, part))
    if not isinstance(found, RaggedTensor):
        return RaggedTensor._make(found, (part,))
    return RaggedTensor._make(found._flat, (part, *found._parts))


def _unlike_batches(p: RowPartition, q: RowPartition) -> str:
    rule = "batch axes of a and b must have the same rows"
    if p._nrows != q._nrows:
        return f"{rule}, got {p._nrows} and {q._nrows} of them"
    at = _splits.first_difference(p._get_lengths(), q._get_lengths())
    got = f"{int(p._get_lengths()[at])} in a and {int(q._get_lengths()[at])} in b"
    return f"{rule}, got row {at} with {got}"


@dataclass(frozen=True, eq=False)
class _Matrices:
    """Matrices in flat storage: start and size of each, ``int64[batch]``."""

    flat: Array
    starts: Array
    rows: Array
    columns: Array
    free: Array  # bool[batch]: has no rows, so any number of columns

    def turned(self) -> tuple[Array, Array]:
        """The sizes of the transposes."""
        return self.columns, self.rows


def _batch_of(x: Any, count: int, name: str, outer: tuple[RowPartition, ...]) -> _Matrices:
    """Return the matrices of a tensor of rank 3, or a dense matrix repeated ``count`` times."""
    if not isinstance(x, RaggedTensor):
        xp = array_namespace(x)
        rows, columns = x.shape[-2:]
        if x.ndim == 2:
            # Every pair reads the same matrix, which is not copied.
            starts = xp.zeros(count, dtype=INT64)
        else:
            starts = xp.arange(x.shape[0], dtype=INT64) * (rows * columns)
        heights, widths = [xp.full(starts.shape[0], n, dtype=INT64) for n in (rows, columns)]
        none = xp.zeros(starts.shape[0], dtype=bool)
        return _Matrices(x.reshape(-1), starts, heights, widths, none)
    part = x._parts[0]
    xp = part._xp
    splits, rows = part._get_splits().astype(INT64), part._get_lengths().astype(INT64)
    none = xp.zeros(rows.shape[0], dtype=bool)
    width = x._flat.shape[1] if len(x._parts) == 1 else x._parts[1]._uniform
    if width is not None:
        columns = xp.full(rows.shape[0], width, dtype=INT64)
        return _Matrices(x._flat.reshape(-1), splits[:-1] * width, rows, columns, none)
    inner = x._parts[1]
    lengths = inner._get_lengths().astype(INT64)
    columns = xp.zeros(rows.shape[0], dtype=INT64)
    # The first row of a matrix determines its width; one without rows fits any width.
    filled = rows > 0
    columns[filled] = lengths.take(splits[:-1][filled])
    odd = first_true(lengths != _splits.repeat(columns, rows))
    if odd >= 0:
        i = int(part._get_rowids()[odd])
        got = f"row {odd - int(splits[i])} of length {int(lengths[odd])}"
        other = f"row 0 has {int(columns[i])}"
        rule = "must have rows of one length in each matrix"
        raise ValueError(f"{name} {rule}, got {got} where {other} at {path_of(outer, i)}")
    starts = inner._get_splits().astype(INT64).take(splits[:-1])
    return _Matrices(x._flat, starts, rows, columns, ~filled)


def _batch_product(
    a: Any, b: Any, turned: tuple[bool, bool], outer: tuple[RowPartition, ...]
) -> Any:
    count = len(a) if a.ndim == 3 else len(b)
    if b.ndim == 3 and len(b) != count:
        got = f"got {count} in a and {len(b)} in b"
        raise ValueError(f"a and b must have the same number of matrices, {got}")
    left, right = _batch_of(a, count, "a", outer), _batch_of(b, count, "b", outer)
    xp = array_namespace(left.starts)
    n, k = left.turned() if turned[0] else (left.rows, left.columns)
    k_right, m = right.turned() if turned[1] else (right.rows, right.columns)
    if not turned[0]:
        # A matrix without rows has no width of its own: it takes the size that fits.
        k = xp.where(left.free, k_right, k)
    if turned[1]:
        k_right = xp.where(right.free, k, k_right)
    odd = first_true(k != k_right)
    if odd >= 0:
        where = f" at {path_of(outer, odd)}"
        raise ValueError(_misfit((n[odd], k[odd]), (k_right[odd], m[odd]), where))
    flat = _flat_product(a, b, left, right, (n, k, m), turned)
    return _cut(flat, a, b, n, m, turned)


def _flat_product(
    a: Any,
    b: Any,
    left: _Matrices,
    right: _Matrices,
    sizes: tuple[Array, Array, Array],
    turned: tuple[bool, bool],
) -> Array:
    n, k, m = sizes
    if b.ndim == 2 and not turned[0]:  # one matrix on the right: a single product of all rows
        xp = array_namespace(left.flat)
        matrix = b.swapaxes(0, 1) if turned[1] else b
        rows: Array = xp.matmul(left.flat.reshape(int(n.sum()), matrix.shape[0]), matrix)
        return rows.reshape(-1)
    starts = left.starts, right.starts
    return _matrices.products(left.flat, right.flat, *starts, n, k, m, turned=turned)


def _cut(
    flat: Array, a: Any, b: Any, n: Array, m: Array, turned: tuple[bool, bool]
) -> RaggedTensor:
    """Return products split into matrices and rows, declared uniform if the operands are."""
    dtype = splits_dtype(a, b)
    height, width = a.shape[-1 if turned[0] else -2], b.shape[-2 if turned[1] else -1]
    if isinstance(a, RaggedTensor) and not turned[0]:
        # A product has the rows of its left operand, so their partition is shared.
        rows = a._parts[0].with_dtype(dtype)
    else:
        rows = _partition(height, n, dtype)
    dense = not isinstance(b, RaggedTensor) or (len(b._parts) == 1 and not turned[1])
    if dense:
        return RaggedTensor._make(flat.reshape(rows._nvals, width), (rows,))
    columns = _partition(width, _splits.repeat(m, n), dtype)
    return RaggedTensor._make(flat, (rows, columns))


def _partition(size: int | None, lengths: Array, dtype: DType) -> RowPartition:
    if size is not None:
        xp = array_namespace(lengths)
        return RowPartition._of_uniform(size, lengths.shape[0], dtype, xp)
    return RowPartition._of_lengths(lengths).with_dtype(dtype)
