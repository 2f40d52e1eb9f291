"""numba's types of tensors and partitions, and how they come from Python and go back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import typeof
from numba.core import cgutils, types
from numba.core.typing.arraydecl import get_array_index_type
from numba.extending import NativeValue, box, make_attribute_wrapper, models, register_model, unbox

from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["Partition", "Ragged", "Rows", "constant", "type_of"]


class Ragged(types.IterableType):
    """The type of a tensor: that of its values, of its splits, and how many axes are ragged."""

    def __init__(self, flat: Any, splits: Any, rank: int, *, whole: bool = True) -> None:
        self.flat, self.splits, self.rank, self.whole = flat, splits, rank, whole
        # The splits of a whole tensor start at 0, those of a row of a larger one do not.
        super().__init__(f"RaggedTensor({flat}, {splits}, {rank}, {whole})")

    @property
    def row(self) -> Any:
        """The type of ``rt[i]``."""
        if self.rank > 1:
            return Ragged(self.flat, self.splits, self.rank - 1, whole=False)
        return get_array_index_type(self.flat, types.slice2_type).result

    @property
    def iterator_type(self) -> Any:
        return Rows(self)


class Rows(types.SimpleIteratorType):
    def __init__(self, rt: Ragged) -> None:
        self.rt = rt
        super().__init__(f"iter({rt})", rt.row)


class Partition(types.Type):
    def __init__(self, splits: Any) -> None:
        self.splits = splits
        super().__init__(f"RowPartition({splits})")


def type_of(value: RaggedTensor | RowPartition) -> Any:
    """Return numba's type of a tensor or a partition, None if numba has none for its values."""
    if isinstance(value, RowPartition):
        return Partition(constant(typeof(value._get_splits())))
    flat: Any = typeof(value._flat) if isinstance(value._flat, np.ndarray) else None
    if flat is None:
        return None
    return Ragged(constant(flat), _splits_of(value._parts[0].dtype), len(value._parts))


def constant(array: Any) -> Any:
    """Return an array type whose items cannot be assigned."""
    return array.copy(readonly=True)


def _splits_of(dtype: Any) -> Any:
    return types.Array(typeof(np.dtype(dtype)).dtype, 1, "C", readonly=True)


@register_model(Ragged)
class _RaggedModel(models.StructModel):
    def __init__(self, manager: Any, kind: Ragged) -> None:
        splits = types.UniTuple(kind.splits, kind.rank)
        super().__init__(manager, kind, [("flat", kind.flat), ("splits", splits)])


@register_model(Rows)
class _RowsModel(models.StructModel):
    def __init__(self, manager: Any, kind: Rows) -> None:
        index = types.EphemeralPointer(types.intp)
        super().__init__(manager, kind, [("rt", kind.rt), ("index", index)])


@register_model(Partition)
class _PartitionModel(models.StructModel):
    def __init__(self, manager: Any, kind: Partition) -> None:
        super().__init__(manager, kind, [("splits", kind.splits)])


make_attribute_wrapper(Ragged, "flat", "_flat")
make_attribute_wrapper(Ragged, "splits", "_splits")
make_attribute_wrapper(Partition, "splits", "_splits")


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


@unbox(Ragged)
def _unbox_tensor(kind: Ragged, obj: Any, c: Any) -> Any:
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


@unbox(Partition)
def _unbox_partition(kind: Partition, obj: Any, c: Any) -> Any:
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


@box(Ragged)
def _box_tensor(kind: Ragged, value: Any, c: Any) -> Any:
    rt = cgutils.create_struct_proxy(kind)(c.context, c.builder, value=value)
    splits = cgutils.unpack_tuple(c.builder, rt.splits)
    arrays = [c.box(kind.flat, rt.flat), *(c.box(kind.splits, s) for s in splits)]
    return _call(c, _tensor_of if kind.whole else _tensor_of_row, arrays)


@box(Partition)
def _box_partition(kind: Partition, value: Any, c: Any) -> Any:
    part = cgutils.create_struct_proxy(kind)(c.context, c.builder, value=value)
    return _call(c, _partition_of, [c.box(kind.splits, part.splits)])
