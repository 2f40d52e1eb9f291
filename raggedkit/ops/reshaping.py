"""Reshape, broadcast_to, swapaxes and transpose of ragged tensors.

A ragged shape lists sizes and row lengths: ``[3, [2, 0, 1]]`` has three rows of 2, 0 and 1 items;
``[2, 2, [1, 0, 3, 1], 5]`` has two rows of two rows, with 1, 0, 3 and 1 vectors of size 5. A ragged
tensor given as a shape means its own shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, SupportsIndex

from raggedkit._arguments import array_of, as_axis, check_room
from raggedkit._depth import check_axes
from raggedkit._engines.elementwise import layout_of, moved_by_plan
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.rows import take_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._overloads import same_kind_as_tensor
from raggedkit._plan.broadcasting import Layout, plan
from raggedkit._plan.operands import flat_of, partitioned, rank_of, rewrap
from raggedkit._typing import DType, Tensor, TensorLike
from raggedkit._xp import INT64, INTEGERS, array_namespace, is_array, readonly
from raggedkit.encodings import LARGEST, index_vector
from raggedkit.errors import broken_rule, shown
from raggedkit.partition import RowPartition
from raggedkit.shape import ShapeLike, TensorShape
from raggedkit.tensor import RaggedTensor

__all__ = ["broadcast_to", "reshape", "swapaxes", "transpose"]


def reshape(tensor: TensorLike, shape: ShapeLike | TensorLike) -> Tensor:
    """Return the values of a tensor in another shape; nothing is copied.

    Parameters
    ----------
    tensor
        Dense or ragged.
    shape
        A list of sizes, with a vector of row lengths for a ragged axis: ``[3, [2, 0, 1]]``. One
        size may be -1 and is computed. Or a ragged tensor, whose shape is used.

    Returns
    -------
    RaggedTensor or array
        An array if all sizes are numbers.

    Raises
    ------
    ValueError
        If the shape does not have as many values as ``tensor``.

    Notes
    -----
    Empty rows of ``tensor`` do not affect the result. After TensorFlow's ``tf.reshape``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [1, 5, 9]])
    >>> rk.reshape(rt, [2, -1])
    array([[3, 1, 4],
           [1, 5, 9]])
    >>> rk.reshape(rt, [3, [2, 0, 4]])
    <RaggedTensor [[3, 1], [], [4, 1, 5, 9]]>
    >>> rk.reshape(rt, [4, 2])
    Traceback (most recent call last):
        ...
    ValueError: shape must contain the 6 values there are, got [4, 2]
    """
    x = as_tensor(tensor, name="tensor")
    flat = flat_of(x)
    dtype = x._parts[0]._dtype if isinstance(x, RaggedTensor) else INT64
    target = _Shape.of(shape, array_namespace(flat), dtype).filled(int(flat.size))
    check_room([n for n in target.flat_shape if n], flat.dtype.itemsize, "shape", shape)
    values = flat.reshape(target.flat_shape)
    if target.parts:
        return RaggedTensor._make(values, target.parts)
    return readonly(values) if isinstance(x, RaggedTensor) else values


def broadcast_to(input: TensorLike, shape: ShapeLike | TensorLike) -> Tensor:
    """Return a tensor broadcast to a shape: repeated along axes of size 1 and new outer axes.

    Parameters
    ----------
    input
        Dense or ragged.
    shape
        A list of sizes, with a vector of row lengths for a ragged axis: ``[3, [2, 0, 1]]``. Or a
        ragged tensor, whose shape is used.

    Returns
    -------
    RaggedTensor or array
        Of the shape asked for; an array if all sizes are numbers and ``input`` is dense.

    Raises
    ------
    ValueError
        If the tensor does not broadcast to the shape.

    Notes
    -----
    The result is empty where the shape has an empty row. After TensorFlow's ``tf.broadcast_to``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.broadcast_to([[7], [8], [9]], [3, [2, 0, 1]])
    <RaggedTensor [[7, 7], [], [9]]>
    >>> rk.broadcast_to(0, rk.ragged.constant([[1.5], [], [2.5, 3.5]]))
    <RaggedTensor [[0], [], [0, 0]]>
    >>> rk.broadcast_to([[7], [8]], [3, [2, 0, 1]])
    Traceback (most recent call last):
        ...
    ValueError: shapes must broadcast, got input [2, 1] and shape [3, (d1)]: axis 0 has size 2 in \
input and 3 in shape; sizes must be equal, or 1
    """
    x = as_tensor(input, name="input")
    flat = flat_of(x)
    xp = array_namespace(flat)
    dtype = x._parts[0]._dtype if isinstance(x, RaggedTensor) else INT64
    target = _Shape.of(shape, xp, dtype)
    if not target.parts and isinstance(x, RaggedTensor):
        target = target.cut_to(len(x._parts) + target.rank - x.ndim)
    if not target.parts:
        _check_dense(x, target.inner, shape)
        return xp.broadcast_to(x, target.inner)
    layout = Layout("shape", (target.nrows,), target.parts, target.inner)
    todo = plan([layout_of("input", x), layout])
    # If the plan had to repeat the target, the input is larger than the target in some axis.
    if todo.gathers[1] is not None or rank_of(x) > target.rank:
        raise ValueError(broken_rule("shape", f"be one that {_said(x)} broadcasts to", shape))
    moved = xp.asarray(moved_by_plan(x, todo, 0))
    # the plan partitions inner axes too if the input has partitions there
    depth = len(target.parts)
    inner = target.inner[len(todo.partitions) - depth :]
    flat = xp.broadcast_to(moved, (todo.partitions[-1]._nvals, *inner))
    flat = flat.reshape(target.parts[-1]._nvals, *target.inner)
    return RaggedTensor._make(flat, todo.partitions[:depth])


def _check_dense(x: Any, sizes: tuple[int, ...], shape: Any) -> None:
    """Raise unless an array broadcasts to these sizes and their product fits int64."""
    pairs = zip(x.shape[::-1], sizes[::-1], strict=False)
    if min(sizes, default=0) < 0 or x.ndim > len(sizes) or any(m not in (1, n) for m, n in pairs):
        raise ValueError(broken_rule("shape", f"be one that {_said(x)} broadcasts to", shape))
    check_room([n for n in sizes if n], x.dtype.itemsize, "shape", shape)


def _said(x: Any) -> str:
    return layout_of("input", x).notation()


class _Shape:
    """A shape as number of rows, partitions and inner sizes; dense if there are no partitions."""

    def __init__(self, nrows: int, parts: tuple[RowPartition, ...], inner: tuple[int, ...]) -> None:
        self.nrows, self.parts, self.inner = nrows, parts, inner

    @classmethod
    def of(cls, shape: Any, xp: Any, dtype: DType) -> _Shape:
        """Read a shape in any of its notations."""
        if isinstance(shape, RaggedTensor):
            return cls(len(shape), shape._parts, shape._flat.shape[1:])
        sizes = cls._sizes(shape)
        vectors = [i for i, n in enumerate(sizes) if not isinstance(n, int)]
        if not vectors:
            return cls(0, (), tuple(sizes))
        depth = vectors[-1]
        if not depth:
            raise ValueError(broken_rule("shape", "begin with the number of rows", shape))
        nrows = sizes[0]
        if not isinstance(nrows, int):
            raise ValueError(broken_rule("shape", "begin with the number of rows", shape))
        if nrows == -1 and depth and not isinstance(sizes[1], int):
            nrows = len(sizes[1])
        parts: list[RowPartition] = []
        rows = nrows
        for axis in range(1, depth + 1):
            parts.append(cls._cut(sizes[axis], axis, rows, xp, dtype))
            rows = parts[-1]._nvals
        return cls(nrows, tuple(parts), tuple(sizes[depth + 1 :]))

    @staticmethod
    def _sizes(shape: Any) -> list[Any]:
        """Return ints and vectors of ints."""
        if isinstance(shape, TensorShape):
            shape = shape.as_list()
        elif is_array(shape):
            shape = shape.tolist()
        if isinstance(shape, int):
            shape = [shape]
        if not isinstance(shape, list | tuple):
            raise TypeError(broken_rule("shape", "be a list of sizes or a ragged tensor", shape))
        sizes: list[Any] = []
        for n in shape:
            array = array_of(-1 if n is None else n, "shape", "contain sizes, or vectors of them")
            if array.ndim > 1 or (array.size and array.dtype.kind not in INTEGERS):
                raise ValueError(broken_rule("shape", "contain sizes, or vectors of them", n))
            if not array.ndim and int(array) > LARGEST[INT64]:
                raise ValueError(broken_rule("shape", "contain sizes that fit int64", n))
            if array.ndim:
                array = array.astype(INT64) if not array.size else array
            sizes.append(array if array.ndim else int(array))
            if bool((array < (-1 if not array.ndim else 0)).any()):
                raise ValueError(broken_rule("shape", "not contain negative sizes", n))
        check_axes(len(sizes), "shape")
        if math.prod(n for n in sizes if isinstance(n, int) and n > 0) > LARGEST[INT64]:
            raise ValueError(broken_rule("shape", "have no more items than int64 can count", shape))
        return sizes

    @staticmethod
    def _cut(size: Any, axis: int, rows: int, xp: Any, dtype: DType) -> RowPartition:
        if isinstance(size, int):
            if size < 0 or rows < 0:
                rule = "give the sizes outside its last ragged axis"
                raise ValueError(broken_rule("shape", rule, -1))
            return RowPartition._of_uniform(size, rows, dtype, xp)
        if size.shape[0] != rows:
            rule = f"have a length for each of the {rows} rows of axis {axis}"
            raise ValueError(broken_rule("shape", rule, size.shape[0]))
        lengths = xp.asarray(index_vector(size, f"shape[{axis}]", None))
        # A bound on the sum that cannot overflow, unlike the sum in the dtype of the lengths.
        fits = not lengths.size or int(lengths.max()) * lengths.size <= LARGEST[dtype]
        return RowPartition._of_lengths(lengths.astype(dtype if fits else INT64))

    @property
    def rank(self) -> int:
        # With partitions the number of rows is one more axis; without them it is part of inner.
        return bool(self.parts) + len(self.parts) + len(self.inner)

    @property
    def flat_shape(self) -> tuple[int, ...]:
        """The shape of the values."""
        return (self.parts[-1]._nvals, *self.inner) if self.parts else self.inner

    def filled(self, size: int) -> _Shape:
        """Return the shape for a number of values, with -1 replaced."""
        known = math.prod(n for n in self.flat_shape if n != -1)
        holes = self.inner.count(-1)
        inner = self.inner
        if holes == 1 and known and size % known == 0:
            inner = tuple(size // known if n == -1 else n for n in inner)
        elif holes or known != size:
            said = [p._get_lengths().tolist() for p in self.parts]
            sizes = [self.nrows, *said, *self.inner] if self.parts else list(self.inner)
            raise ValueError(f"shape must contain the {size} values there are, got {shown(sizes)}")
        return _Shape(self.nrows, self.parts, inner)

    def cut_to(self, depth: int) -> _Shape:
        """Return a dense shape with uniform partitions in place of inner sizes."""
        if depth < 1 or depth >= len(self.inner) or -1 in self.inner:
            rule = "have at least the axes of the input, all sizes known"
            raise ValueError(broken_rule("shape", rule, list(self.inner)))
        rows, parts = self.inner[0], []
        for size in self.inner[1 : depth + 1]:
            parts.append(RowPartition._of_uniform(size, rows, INT64))
            rows *= size
        return _Shape(self.inner[0], tuple(parts), self.inner[depth + 1 :])


@same_kind_as_tensor
def swapaxes(tensor: TensorLike, axis1: SupportsIndex, axis2: SupportsIndex) -> Tensor:
    """Return a tensor with two axes exchanged; ragged axes must be adjacent.

    Parameters
    ----------
    tensor
        Dense or ragged.
    axis1, axis2
        The axes to exchange.

    Returns
    -------
    RaggedTensor or array
        An array if ``tensor`` is one.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If one of them is partitioned and the other is not adjacent to it.

    See Also
    --------
    transpose : reorders all axes of a tensor.

    Notes
    -----
    Row ``j`` of the result has item ``j`` of every row that is long enough, in order. Rows that are
    too short are skipped. A second exchange therefore restores the rows only if no shorter row
    comes before a longer one. Empty rows do not appear in the result.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [1], [], [5, 9]])
    >>> rk.swapaxes(rt, 0, 1)
    <RaggedTensor [[3, 1, 5], [1, 9], [4]]>
    >>> rk.swapaxes(rk.ragged.constant([[[1, 2], [3]], [[4]]]), 1, 2)
    <RaggedTensor [[[1, 3], [2]], [[4]]]>
    >>> rk.swapaxes(rk.ragged.constant([[[1, 2], [3]], [[4]]]), 0, 2)
    Traceback (most recent call last):
        ...
    ValueError: axes must be adjacent if one is partitioned, got 0 and 2; exchange them step \
by step
    """
    x = as_tensor(tensor, name="tensor")
    a, b = sorted((as_axis(axis1, x.ndim, "axis1"), as_axis(axis2, x.ndim, "axis2")))
    if not isinstance(x, RaggedTensor):
        return array_namespace(x).swapaxes(x, a, b)
    depth = len(x._parts)
    if a == b:
        return x
    if a > depth:
        xp = array_namespace(x._flat)
        return RaggedTensor._make(xp.swapaxes(x._flat, a - depth, b - depth), x._parts)
    if b != a + 1:
        msg = f"axes must be adjacent if one is partitioned, got {a} and {b}"
        raise ValueError(f"{msg}; exchange them step by step")
    return _exchanged(partitioned(x, x._parts[0]._dtype, b), a)


def _exchanged(rt: RaggedTensor, a: int) -> RaggedTensor:
    """Exchange axes ``a`` and ``a + 1``; each is the outermost or a partitioned axis."""
    inner = rt._parts[a]
    xp, dtype = inner._xp, inner._dtype
    if a:
        groups = rt._parts[a - 1]
    else:  # all rows form one group
        groups = RowPartition._of_uniform(len(rt), 1, dtype, xp)
    columns = _columns(groups, inner)
    is_last = a + 1 == len(rt._parts)
    if a:
        # new row of an item: first column of its group plus its column
        target = columns._get_splits()[:-1].take(groups._get_rowids()).take(inner._get_rowids())
        target += inner.offsets_in_rows()
        # A stable order: items of one new row keep the order of the old rows.
        order = _gather.order_by(target, columns._nvals)
        lengths = xp.bincount(target, minlength=columns._nvals)
        values: Any = _gather.take(rt._flat, order) if is_last else None
    else:
        blocks = _sort.column_blocks(inner._get_splits(), inner._get_lengths())
        if is_last:  # by block: the column index of each value is not stored
            pairs = [(_gather.take(rt._flat, some), counts) for some, counts in blocks]
        else:
            pairs = list(blocks)
        values = order = xp.concatenate([some for some, _ in pairs])
        lengths = xp.concatenate([counts for _, counts in pairs])
    if groups._uniform is not None and inner._uniform is not None:
        new = RowPartition._of_uniform(groups._uniform, columns._nvals, dtype, xp)
    else:
        new = RowPartition._of_lengths(lengths.astype(dtype, copy=False))
    outer = (*rt._parts[: a - 1], columns) if a else ()
    if not is_last:
        values = take_rows(RaggedTensor._make(rt._flat, rt._parts[a + 1 :]), order)
    exchanged: RaggedTensor = rewrap((*outer, new), values)
    return exchanged


def _columns(groups: RowPartition, inner: RowPartition) -> RowPartition:
    """Return the partition of columns by group; the longest row of a group sets their number."""
    xp, dtype = inner._xp, inner._dtype
    if inner._uniform is not None:
        return RowPartition._of_uniform(inner._uniform, groups._nrows, dtype, xp)
    longest = _segment.reduce_rows(
        "maximum", inner._get_lengths(), groups._get_splits(), groups._get_lengths(), dtype
    )
    return RowPartition._of_lengths(xp.maximum(longest, 0))


@same_kind_as_tensor
def transpose(tensor: TensorLike, perm: Sequence[int] | None = None) -> Tensor:
    """Return a tensor with its axes in another order.

    Parameters
    ----------
    tensor
        Dense or ragged.
    perm
        The axis of ``tensor`` for each axis of the result; by default the reverse order. At most
        two adjacent partitioned axes may be exchanged.

    Returns
    -------
    RaggedTensor or array
        An array if ``tensor`` is one.

    Raises
    ------
    ValueError
        If ``perm`` is not a permutation of the axes, or moves partitioned axes further than that.

    See Also
    --------
    swapaxes : describes the exchange of ragged axes.

    Notes
    -----
    Empty rows do not appear in the result. After TensorFlow's ``tf.transpose``, which takes no
    ragged tensor.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [1], [], [5, 9]])
    >>> rk.transpose(rt)
    <RaggedTensor [[3, 1, 5], [1, 9], [4]]>
    >>> rk.transpose(rt, [0, 0])
    Traceback (most recent call last):
        ...
    ValueError: perm must name each of the 2 axes once, got [0, 0]
    """
    x = as_tensor(tensor, name="tensor")
    ndim = rank_of(x)
    try:
        perm = None if perm is None else list(perm)
    except TypeError:
        raise TypeError(broken_rule("perm", "be a list of axes", perm)) from None
    axes = list(range(ndim))[::-1] if perm is None else [as_axis(a, ndim, "perm") for a in perm]
    if sorted(axes) != list(range(ndim)):
        raise ValueError(broken_rule("perm", f"name each of the {ndim} axes once", list(axes)))
    if not isinstance(x, RaggedTensor):
        return array_namespace(x).transpose(x, axes)
    depth = len(x._parts)
    moved = [k for k in range(depth + 1) if axes[k] != k]
    if not moved:
        inner = [0, *[a - depth for a in axes[depth + 1 :]]]
        flat = array_namespace(x._flat).transpose(x._flat, inner)
        return RaggedTensor._make(flat, x._parts)
    # Only exchanging neighbouring axes is defined on partitioned axes; anything else raises below.
    a = moved[0]
    swapped = list(range(ndim))
    if a + 1 < ndim:
        swapped[a], swapped[a + 1] = a + 1, a
    if axes != swapped:
        rule = "exchange only two adjacent axes if axes are partitioned"
        raise ValueError(broken_rule("perm", rule, list(axes), "use swapaxes step by step"))
    return swapaxes(x, a, a + 1)
