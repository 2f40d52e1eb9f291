"""PyArrow: large lists and compute functions; row reductions group by the row number."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.adapters.base import Adapter, Calls
from benchmarks.cases import Array, Data

__all__ = ["PyArrow"]


class PyArrow(Adapter):
    """LargeListArrays that share the input arrays, with as few calls as possible."""

    package = "pyarrow"

    def load(self, data: Data) -> None:
        if data.case.inner:
            raise NotImplementedError("rows of vectors are left out")
        pa = self.lib
        self.data, self.compute = data, import_module("pyarrow.compute")
        self.x = self.tensor(data.values, data.splits)
        self.y = self.tensor(data.other, data.other_splits)
        self.twin = self.tensor(data.twin, data.other_splits)
        self.third = self.tensor(data.third, data.third_splits)
        self.flags = self.tensor(data.flags, data.splits)
        self.deep = pa.LargeListArray.from_arrays(pa.array(data.outer_splits), self.x)
        # Scalars of the dtype of the values: a Python 1 would promote float32 to float64.
        self.one, self.plus, self.minus = (pa.scalar(data.dtype.type(i)) for i in (1, 1, -1))

    def tensor(self, values: Array, splits: Array) -> Any:
        return self.lib.LargeListArray.from_arrays(self.lib.array(splits), self.lib.array(values))

    def elementwise(self) -> Calls:
        pa, pc, x, y = self.lib, self.compute, self.x, self.y
        again = pa.LargeListArray.from_arrays

        def add() -> Any:
            # The check belongs to the operation: the other libraries compare row lengths, too.
            if not x.offsets.equals(y.offsets):
                raise ValueError("rows differ")
            return again(x.offsets, pc.add(x.values, y.values))

        flags = pa.array(self.data.flags)
        return {
            "neg": lambda: again(x.offsets, pc.negate(x.values)),
            "exp": lambda: again(x.offsets, pc.exp(x.values)),
            "add_scalar": lambda: again(x.offsets, pc.add(x.values, self.one)),
            "add_shared": lambda: again(x.offsets, pc.add(x.values, y.values)),
            "add_equal": add,
            "compare": lambda: again(x.offsets, pc.greater(x.values, 0)),
            "clip": lambda: again(
                x.offsets,
                pc.max_element_wise(pc.min_element_wise(x.values, self.plus), self.minus),
            ),
            "cast": lambda: x.cast(pa.large_list(pa.float64())),
            "where": lambda: again(x.offsets, pc.if_else(flags, x.values, y.values)),
        }

    def reductions(self) -> Calls:
        pa, pc = self.lib, self.compute

        def grouped(name: str, x: Any) -> Callable[[], Any]:
            def reduce() -> Any:
                rows = {"r": pc.list_parent_indices(x), "v": x.flatten()}
                return pa.table(rows).group_by("r").aggregate([("v", name)])

            return reduce

        names = {name: name for name in ("sum", "mean", "max", "min")}
        names |= {"prod": "product", "std": "stddev"}
        calls: Calls = {ours: grouped(theirs, self.x) for ours, theirs in names.items()}
        return calls | {
            "any": grouped("any", self.flags),
            "all": grouped("all", self.flags),
            "sum_all": lambda: pc.sum(self.x.values).as_py(),
        }

    def rest(self) -> Calls:
        pa, pc, d, x = self.lib, self.compute, self.data, self.x
        order, flags, outer = pa.array(d.order), pa.array(d.row_flags), pa.array(d.outer_order)
        kind = pa.large_list(pa.from_numpy_dtype(d.dtype))
        calls: Calls = {
            "value_rowids": lambda: pc.list_parent_indices(x),
            "row_lengths": lambda: pc.list_value_length(x),
            "validate": lambda: x.validate(full=True),
            "slice_rows": lambda: x[d.first : d.stop],
            "slice_inner": lambda: pc.list_slice(x, 1, 3),
            "mask_rows": lambda: x.filter(flags),
            "gather": lambda: x.take(order),
            "concat_rows": lambda: pa.concat_arrays([x, self.third]),
            "concat_many": lambda: pa.concat_arrays([x, self.third] * 4),
            "merge_dims": lambda: self.deep.flatten(),
            "deep_gather": lambda: self.deep.take(outer),
            "equal": lambda: x.equals(self.twin),
            "pickle": lambda: pickle.loads(pickle.dumps(x, 5)),
            "row": lambda: x[d.i],
            "iterate": lambda: [None for _ in x],
        }
        if d.has_lists:
            calls |= {
                "from_lists": lambda: pa.array(d.lists, kind),
                "to_list": lambda: x.to_pylist(),
            }
        return calls

    def calls(self) -> Calls:
        return self.elementwise() | self.reductions() | self.rest()

    def numbers(self, result: Any) -> Array | None:
        pa = self.lib
        if isinstance(result, pa.Table):  # in any order, without the empty rows
            name = next(name for name in result.column_names if name != "r")
            found = result.column(name).to_numpy()
            of_empty_row = int(name in ("v_product", "v_all"))
            # Grouping returns no group for an empty row; its neutral value makes results
            # comparable.
            every = np.full(self.data.nrows, of_empty_row, found.dtype)
            every[result.column("r").to_numpy()] = found
            return every
        if isinstance(result, pa.Scalar):
            return np.asarray(result.as_py())
        if isinstance(result, pa.Array):
            while pa.types.is_large_list(result.type) or pa.types.is_list(result.type):
                result = result.flatten()
            return np.asarray(result.to_numpy(zero_copy_only=False))
        return super().numbers(result)

    def lengths(self, result: Any) -> Array | None:
        if isinstance(result, self.lib.LargeListArray):
            return np.asarray(self.compute.list_value_length(result))
        return None
