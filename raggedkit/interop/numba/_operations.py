"""What a compiled function does with a tensor: rows, slices of rows, values and splits."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import RefType, impl_ret_new_ref, iternext_impl, lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload, overload_attribute, overload_method
from numba.np.arrayobj import populate_array

from raggedkit.interop.numba._types import Partition, Ragged, Rows, constant

__all__ = ["pack"]


@intrinsic
def pack(typing: Any, flat: Any, splits: Any) -> Any:
    """Return a whole tensor of one ragged axis."""
    kind = Ragged(constant(flat), constant(splits), 1)

    def make(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        rt = cgutils.create_struct_proxy(kind)(context, builder)
        rt.flat = args[0]
        rt.splits = context.make_tuple(builder, types.UniTuple(kind.splits, 1), [args[1]])
        context.nrt.incref(builder, kind, rt._getvalue())
        return rt._getvalue()

    return kind(flat, splits), make


def _row_at(context: Any, builder: Any, kind: Ragged, value: Any, i: Any) -> Any:
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


def _count(context: Any, builder: Any, kind: Ragged, value: Any) -> Any:
    rt = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    (outer, *_) = cgutils.unpack_tuple(builder, rt.splits)
    array = context.make_array(kind.splits)(context, builder, outer)
    (size,) = cgutils.unpack_tuple(builder, array.shape)
    return builder.sub(size, context.get_constant(types.intp, 1))


@overload(len, strict=False)
def _len(rt: Any) -> Any:
    if isinstance(rt, Ragged):
        return lambda rt: _nrows(rt)
    if isinstance(rt, Partition):
        return lambda rt: len(rt._splits) - 1
    return None


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Ragged) and isinstance(args[1], types.Integer):
            return signature(args[0].row, args[0], types.intp)
        return None


# Not an overload: its error leaves the function that it is in, so there is no call to check.
@lower_builtin(operator.getitem, Ragged, types.Integer)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind, _), (rt, i) = sig.args, args
    nrows = _count(context, builder, kind, rt)
    negative = builder.icmp_signed("<", i, context.get_constant(types.intp, 0))
    at = builder.select(negative, builder.add(i, nrows), i)
    with builder.if_then(builder.icmp_unsigned(">=", at, nrows), likely=False):
        message = ("row must be one of the rows of rt",)
        context.call_conv.return_user_exc(builder, IndexError, message)
    return _row_at(context, builder, kind, rt, at)


@intrinsic
def _with_outer(typing: Any, rt: Any, splits: Any) -> Any:
    """Return the rows of a tensor that other outer splits cut from the same values."""
    kind = Ragged(rt.flat, rt.splits, rt.rank, whole=False)

    def make(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        old = cgutils.create_struct_proxy(rt)(context, builder, value=args[0])
        new = cgutils.create_struct_proxy(kind)(context, builder)
        new.flat = old.flat
        inner = cgutils.unpack_tuple(builder, old.splits)[1:]
        of = types.UniTuple(kind.splits, kind.rank)
        new.splits = context.make_tuple(builder, of, [args[1], *inner])
        context.nrt.incref(builder, kind, new._getvalue())
        return new._getvalue()

    return kind(rt, splits), make


@overload(operator.getitem, strict=False)
def _slice(rt: Any, key: Any) -> Any:
    if not isinstance(rt, Ragged) or not isinstance(key, types.SliceType):
        return None
    if key.has_step:
        raise TypingError("a slice of the rows of rt must have no step in a compiled function")

    def rows(rt: Any, key: Any) -> Any:
        start, stop, _ = key.indices(len(rt))
        return _with_outer(rt, rt._splits[0][start : max(start, stop) + 1])

    return rows


@overload_attribute(Ragged, "flat_values", strict=False)
def _flat_values(rt: Any) -> Any:
    if rt.whole:
        return lambda rt: rt._flat

    def values(rt: Any) -> Any:
        a, b = np.intp(0), np.intp(len(rt._splits[0]) - 1)
        for splits in rt._splits:
            a, b = np.intp(splits[a]), np.intp(splits[b])
        return rt._flat[a:b]

    return values


@overload_attribute(Ragged, "row_splits", strict=False)
def _row_splits(rt: Any) -> Any:
    if rt.whole:
        return lambda rt: rt._splits[0]
    return lambda rt: rt._splits[0] - rt._splits[0][0]


@overload_method(Ragged, "row_lengths", strict=False)
def _row_lengths(rt: Any) -> Any:
    return lambda rt: rt._splits[0][1:] - rt._splits[0][:-1]


@overload_method(Partition, "row_splits", strict=False)
def _partition_splits(part: Any) -> Any:
    return lambda part: part._splits


@overload_method(Partition, "row_lengths", strict=False)
def _partition_lengths(part: Any) -> Any:
    return lambda part: part._splits[1:] - part._splits[:-1]


@lower_builtin("getiter", Ragged)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    rows = context.make_helper(builder, sig.return_type)
    rows.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    rows.rt = args[0]
    context.nrt.incref(builder, sig.args[0], args[0])
    return impl_ret_new_ref(context, builder, sig.return_type, rows._getvalue())


@lower_builtin("iternext", Rows)
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
