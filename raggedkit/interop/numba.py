"""Ragged tensors in functions that numba compiles, and `Builder`, which makes rows in them.

`RaggedTensor` and `RowPartition` are arguments of ``@numba.njit`` functions: ``len(rt)``,
``rt[i]``, ``for row in rt``, ``rt.flat_values`` and ``rt.row_splits`` work inside, for a partition
``len(part)`` and ``part.row_splits()``; a function may return both. A row is a read-only array, a
view of the values; with more ragged axes it is a ragged tensor again.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import njit, typeof
from numba.core import cgutils, types
from numba.core.imputils import RefType, impl_ret_new_ref, iternext_impl, lower_builtin
from numba.core.typing.arraydecl import get_array_index_type
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.experimental import structref
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    make_attribute_wrapper,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_model,
    unbox,
)
from numba.np.arrayobj import populate_array

from raggedkit.interop.numba_extension import init
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["Builder"]


class _Ragged(types.IterableType):
    """The type of a tensor: that of its values, of its splits, and how many axes are ragged."""

    def __init__(self, flat: Any, splits: Any, rank: int, *, whole: bool = True) -> None:
        self.flat, self.splits, self.rank, self.whole = flat, splits, rank, whole
        # The splits of a whole tensor start at 0, those of a row of a larger one do not.
        super().__init__(f"RaggedTensor({flat}, {splits}, {rank}, {whole})")

    @property
    def row(self) -> Any:
        """The type of ``rt[i]``."""
        if self.rank > 1:
            return _Ragged(self.flat, self.splits, self.rank - 1, whole=False)
        return get_array_index_type(self.flat, types.slice2_type).result

    @property
    def iterator_type(self) -> Any:
        return _Rows(self)


class _Rows(types.SimpleIteratorType):
    def __init__(self, rt: _Ragged) -> None:
        self.rt = rt
        super().__init__(f"iter({rt})", rt.row)


class _Partition(types.Type):
    def __init__(self, splits: Any) -> None:
        self.splits = splits
        super().__init__(f"RowPartition({splits})")


def type_of(value: RaggedTensor | RowPartition) -> Any:
    """Return numba's type of a tensor or a partition, None if numba has none for its values."""
    if isinstance(value, RowPartition):
        return _Partition(_constant(typeof(value._get_splits())))
    flat: Any = typeof(value._flat) if isinstance(value._flat, np.ndarray) else None
    if flat is None:
        return None
    return _Ragged(_constant(flat), _splits_of(value._parts[0].dtype), len(value._parts))


def _constant(array: Any) -> Any:
    """Return an array type whose items cannot be assigned."""
    return array.copy(readonly=True)


def _splits_of(dtype: Any) -> Any:
    return types.Array(typeof(np.dtype(dtype)).dtype, 1, "C", readonly=True)


@register_model(_Ragged)
class _RaggedModel(models.StructModel):
    def __init__(self, manager: Any, kind: _Ragged) -> None:
        splits = types.UniTuple(kind.splits, kind.rank)
        super().__init__(manager, kind, [("flat", kind.flat), ("splits", splits)])


@register_model(_Rows)
class _RowsModel(models.StructModel):
    def __init__(self, manager: Any, kind: _Rows) -> None:
        index = types.EphemeralPointer(types.intp)
        super().__init__(manager, kind, [("rt", kind.rt), ("index", index)])


@register_model(_Partition)
class _PartitionModel(models.StructModel):
    def __init__(self, manager: Any, kind: _Partition) -> None:
        super().__init__(manager, kind, [("splits", kind.splits)])


make_attribute_wrapper(_Ragged, "flat", "_flat")
make_attribute_wrapper(_Ragged, "splits", "_splits")
make_attribute_wrapper(_Partition, "splits", "_splits")


# ---- from Python, and back
def _arrays_of(rt: RaggedTensor) -> tuple[Any, ...]:
    return (rt._flat, *(part._get_splits() for part in rt._parts))


def _tensor_of(flat: Any, *splits: Any) -> RaggedTensor:
    return RaggedTensor.from_nested_row_splits(flat, splits)


def _tensor_of_row(flat: Any, *splits: Any) -> RaggedTensor:
    """Return a tensor of the part of larger arrays that the first splits cut."""
    a, b, cuts = 0, len(splits[0]) - 1, []
    for s in splits:
        start, end = int(s[a]), int(s[b])
        cuts.append(s[a : b + 1] - start)
        a, b = start, end
    return _tensor_of(flat[a:b], *cuts)


def _partition_of(splits: Any) -> RowPartition:
    return RowPartition.from_row_splits(splits)


@unbox(_Ragged)
def _unbox_tensor(kind: _Ragged, obj: Any, c: Any) -> Any:
    helper = c.pyapi.unserialize(c.pyapi.serialize_object(_arrays_of))
    arrays = c.pyapi.call_function_objargs(helper, [obj])
    c.pyapi.decref(helper)
    rt = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    failed = cgutils.alloca_once_value(c.builder, cgutils.is_null(c.builder, arrays))
    with c.builder.if_then(cgutils.is_not_null(c.builder, arrays)):
        native = [
            c.unbox(of, c.pyapi.tuple_getitem(arrays, i))
            for i, of in enumerate([kind.flat] + [kind.splits] * kind.rank)
        ]
        rt.flat = native[0].value
        of = types.UniTuple(kind.splits, kind.rank)
        rt.splits = c.context.make_tuple(c.builder, of, [a.value for a in native[1:]])
        for array in native:
            either = c.builder.or_(c.builder.load(failed), array.is_error)
            c.builder.store(either, failed)
        c.pyapi.decref(arrays)
    return NativeValue(rt._getvalue(), is_error=c.builder.load(failed))


@unbox(_Partition)
def _unbox_partition(kind: _Partition, obj: Any, c: Any) -> Any:
    splits = c.pyapi.call_method(obj, "_get_splits", ())
    native = c.unbox(kind.splits, splits)
    c.pyapi.decref(splits)
    part = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    part.splits = native.value
    return NativeValue(part._getvalue(), is_error=native.is_error)


def _call(c: Any, function: Any, arrays: list[Any]) -> Any:
    """Call a Python function with these objects, and release them."""
    helper = c.pyapi.unserialize(c.pyapi.serialize_object(function))
    found = c.pyapi.call_function_objargs(helper, arrays)
    for obj in [helper, *arrays]:
        c.pyapi.decref(obj)
    return found


@box(_Ragged)
def _box_tensor(kind: _Ragged, value: Any, c: Any) -> Any:
    rt = cgutils.create_struct_proxy(kind)(c.context, c.builder, value=value)
    splits = cgutils.unpack_tuple(c.builder, rt.splits)
    arrays = [c.box(kind.flat, rt.flat), *(c.box(kind.splits, s) for s in splits)]
    return _call(c, _tensor_of if kind.whole else _tensor_of_row, arrays)


@box(_Partition)
def _box_partition(kind: _Partition, value: Any, c: Any) -> Any:
    part = cgutils.create_struct_proxy(kind)(c.context, c.builder, value=value)
    return _call(c, _partition_of, [c.box(kind.splits, part.splits)])


# ---- inside compiled functions
@intrinsic
def _pack(typing: Any, flat: Any, splits: Any) -> Any:
    """Return a whole tensor of one ragged axis."""
    kind = _Ragged(_constant(flat), _constant(splits), 1)

    def make(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        rt = cgutils.create_struct_proxy(kind)(context, builder)
        rt.flat = args[0]
        rt.splits = context.make_tuple(builder, types.UniTuple(kind.splits, 1), [args[1]])
        context.nrt.incref(builder, kind, rt._getvalue())
        return rt._getvalue()

    return kind(flat, splits), make


def _row_at(context: Any, builder: Any, kind: _Ragged, value: Any, i: Any) -> Any:
    # By hand: ``rt._flat[a:b]`` counts references to both arrays, which takes 60 ns for each row.
    rt = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    splits = cgutils.unpack_tuple(builder, rt.splits)
    outer = context.make_array(kind.splits)(context, builder, splits[0])
    one = context.get_constant(types.intp, 1)
    start, stop = (
        context.cast(
            builder, builder.load(builder.gep(outer.data, [at])), kind.splits.dtype, types.intp
        )
        for at in (i, builder.add(i, one))
    )
    length = builder.sub(stop, start)
    if kind.rank == 1:
        row = _cut(context, builder, kind.flat, kind.row, rt.flat, start, length)
    else:
        of = kind.splits
        first = _cut(context, builder, of, of, splits[1], start, builder.add(length, one))
        inner = cgutils.create_struct_proxy(kind.row)(context, builder)
        inner.flat = rt.flat
        of = types.UniTuple(of, kind.rank - 1)
        inner.splits = context.make_tuple(builder, of, [first, *splits[2:]])
        row = inner._getvalue()
    context.nrt.incref(builder, kind.row, row)
    return row


def _cut(context: Any, builder: Any, of: Any, to: Any, value: Any, start: Any, length: Any) -> Any:
    """Return a view of ``length`` items of an array."""
    array = context.make_array(of)(context, builder, value)
    strides = cgutils.unpack_tuple(builder, array.strides)
    view = context.make_array(to)(context, builder)
    populate_array(
        view,
        data=cgutils.pointer_add(
            builder, array.data, builder.mul(start, strides[0]), return_type=array.data.type
        ),
        shape=[length, *cgutils.unpack_tuple(builder, array.shape)[1:]],
        strides=strides,
        itemsize=array.itemsize,
        meminfo=array.meminfo,
        parent=array.parent,
    )
    return view._getvalue()


@intrinsic
def _nrows(typing: Any, rt: Any) -> Any:
    """Return the number of rows of a tensor."""

    def make(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _count(context, builder, rt, args[0])

    return types.intp(rt), make


def _count(context: Any, builder: Any, kind: _Ragged, value: Any) -> Any:
    rt = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    (outer, *_) = cgutils.unpack_tuple(builder, rt.splits)
    array = context.make_array(kind.splits)(context, builder, outer)
    (size,) = cgutils.unpack_tuple(builder, array.shape)
    return builder.sub(size, context.get_constant(types.intp, 1))


@overload(len, strict=False)
def _len(rt: Any) -> Any:
    if isinstance(rt, _Ragged):
        return lambda rt: _nrows(rt)
    if isinstance(rt, _Partition):
        return lambda rt: len(rt._splits) - 1
    return None


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], _Ragged) and isinstance(args[1], types.Integer):
            return signature(args[0].row, args[0], types.intp)
        return None


# Not an overload: its error leaves the function that it is in, so there is no call to check.
@lower_builtin(operator.getitem, _Ragged, types.Integer)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind, _), (rt, i) = sig.args, args
    nrows = _count(context, builder, kind, rt)
    negative = builder.icmp_signed("<", i, context.get_constant(types.intp, 0))
    at = builder.select(negative, builder.add(i, nrows), i)
    with builder.if_then(builder.icmp_unsigned(">=", at, nrows), likely=False):
        message = ("row must be one of the rows of rt",)
        context.call_conv.return_user_exc(builder, IndexError, message)
    return _row_at(context, builder, kind, rt, at)


@overload_attribute(_Ragged, "flat_values", strict=False)
def _flat_values(rt: Any) -> Any:
    if rt.whole:
        return lambda rt: rt._flat

    def values(rt: Any) -> Any:
        a, b = np.intp(0), np.intp(len(rt._splits[0]) - 1)
        for splits in rt._splits:
            a, b = np.intp(splits[a]), np.intp(splits[b])
        return rt._flat[a:b]

    return values


@overload_attribute(_Ragged, "row_splits", strict=False)
def _row_splits(rt: Any) -> Any:
    if rt.whole:
        return lambda rt: rt._splits[0]
    return lambda rt: rt._splits[0] - rt._splits[0][0]


@overload_method(_Partition, "row_splits", strict=False)
def _partition_splits(part: Any) -> Any:
    return lambda part: part._splits


@lower_builtin("getiter", _Ragged)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    rows = context.make_helper(builder, sig.return_type)
    rows.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    rows.rt = args[0]
    context.nrt.incref(builder, sig.args[0], args[0])
    return impl_ret_new_ref(context, builder, sig.return_type, rows._getvalue())


@lower_builtin("iternext", _Rows)
@iternext_impl(RefType.NEW)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    (kind,) = sig.args
    rows = context.make_helper(builder, kind, value=args[0])
    nrows = _count(context, builder, kind.rt, rows.rt)
    i = builder.load(rows.index)
    inside = builder.icmp_signed("<", i, nrows)
    result.set_valid(inside)
    with builder.if_then(inside):
        result.yield_(_row_at(context, builder, kind.rt, rows.rt, i))
        builder.store(builder.add(i, context.get_constant(types.intp, 1)), rows.index)


# ---- rows made inside
@structref.register
class _BuilderType(types.StructRef):
    def preprocess_fields(self, fields: Any) -> Any:
        return tuple((name, types.unliteral(of)) for name, of in fields)


class Builder(structref.StructRefProxy):
    """Rows made one value after the other, in a compiled function or outside.

    Parameters
    ----------
    dtype
        The dtype of the values, as ``np.float64``.

    Examples
    --------
    >>> import numba, numpy as np, raggedkit as rk
    >>> from raggedkit.interop.numba import Builder
    >>> @numba.njit
    ... def increasing(rt):
    ...     made = Builder(np.int64)
    ...     for row in rt:
    ...         for i in range(1, len(row)):
    ...             if row[i] > row[i - 1]:
    ...                 made.append(row[i])
    ...         made.end_row()
    ...     return made.build()
    >>> increasing(rk.array([[3, 1, 4], [], [1, 5]]))
    <RaggedTensor [[4], [], [5]]>
    """

    def __new__(cls, dtype: Any) -> Any:
        """Return a builder without rows."""
        return _started(np.empty(0, dtype))

    def append(self, value: Any) -> None:
        """Append a value to the row that is being made."""
        _append(self, value)

    def end_row(self) -> None:
        """End the row; without a value since the last end it is empty."""
        _end_row(self)

    def build(self) -> RaggedTensor:
        """Return the rows that were ended as a ragged tensor, a copy.

        Raises
        ------
        ValueError
            If values were appended after the last ``end_row``.
        """
        rt: RaggedTensor = _build(self)
        return rt


structref.define_boxing(_BuilderType, Builder)


def _builder_type(dtype: Any) -> Any:
    values, splits = types.Array(dtype, 1, "C"), types.Array(types.int64, 1, "C")
    fields = [("values", values), ("splits", splits), ("nvals", types.intp), ("nrows", types.intp)]
    return _BuilderType(fields)


@overload(Builder, strict=False)
def _new_builder(dtype: Any) -> Any:
    kind = _builder_type(dtype.dtype)  # a NumPy scalar class, or a dtype

    def make(dtype: Any) -> Any:
        builder = structref.new(kind)
        builder.values = np.empty(16, dtype)
        builder.splits = np.zeros(16, np.int64)
        builder.nvals = 0
        builder.nrows = 0
        return builder

    return make


@njit
def _started(values: Any) -> Any:
    return Builder(values.dtype)


@overload_method(_BuilderType, "append", strict=False)
def _append_inside(builder: Any, value: Any) -> Any:
    def append(builder: Any, value: Any) -> None:
        n = builder.nvals
        if n == len(builder.values):
            grown = np.empty(2 * n, builder.values.dtype)
            grown[:n] = builder.values
            builder.values = grown
        builder.values[n] = value
        builder.nvals = n + 1

    return append


@overload_method(_BuilderType, "end_row", strict=False)
def _end_row_inside(builder: Any) -> Any:
    def end_row(builder: Any) -> None:
        n = builder.nrows + 1
        if n == len(builder.splits):
            grown = np.empty(2 * n, np.int64)
            grown[:n] = builder.splits
            builder.splits = grown
        builder.splits[n] = builder.nvals
        builder.nrows = n

    return end_row


@overload_method(_BuilderType, "build", strict=False)
def _build_inside(builder: Any) -> Any:
    def build(builder: Any) -> Any:
        n = builder.nrows
        if builder.splits[n] != builder.nvals:
            raise ValueError("end_row must be called after the last append")
        # Copies: the builder can go on without a change of what it returned.
        values = builder.values[: builder.nvals].copy()
        return _pack(values, builder.splits[: n + 1].copy())

    return build


@njit
def _append(builder: Any, value: Any) -> None:
    builder.append(value)


@njit
def _end_row(builder: Any) -> None:
    builder.end_row()


@njit
def _build(builder: Any) -> Any:
    return builder.build()


init()
