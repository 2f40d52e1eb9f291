"""Awkward Array, and scikit-hep's ragged, which wraps it in the array API.

Lazy results of Awkward, such as slices, are packed, so that all libraries do the same work.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.adapters.base import Adapter, Calls
from benchmarks.cases import Array, Data

__all__ = ["Awkward", "Ragged"]


class Awkward(Adapter):
    """ListOffsetArrays that share the input arrays."""

    package = "awkward"

    def tensor(self, values: Any, splits: Array) -> Any:
        ak = self.lib
        if isinstance(values, np.ndarray):
            values = ak.contents.NumpyArray(values)
        return ak.Array(ak.contents.ListOffsetArray(ak.index.Index64(splits), values))

    def load(self, data: Data) -> None:
        self.data = data
        self.x = self.tensor(data.values, data.splits)
        self.y = self.tensor(data.other, data.other_splits)
        self.twin = self.tensor(data.twin, data.other_splits)
        # The same splits object: libraries may skip the comparison of row lengths.
        self.shared = self.tensor(data.other, data.splits)
        self.third = self.tensor(data.third, data.third_splits)
        self.flags = self.tensor(data.flags, data.splits)
        self.deep = self.tensor(self.x.layout, data.outer_splits)

    def reductions(self) -> Calls:
        ak, x = self.lib, self.x

        def reduced(name: str, x: Any, axis: int | None = 1) -> Callable[[], Any]:
            function = getattr(ak, name)
            return lambda: function(x, axis=axis)

        names = "sum mean max min prod std argmax argmin count_nonzero"
        calls = {name: reduced(name, x) for name in names.split()}
        return calls | {
            "any": reduced("any", self.flags),
            "all": reduced("all", self.flags),
            "sum_columns": reduced("sum", x, 0),
            "sum_all": reduced("sum", x, None),
            "deep_sum_last": reduced("sum", self.deep, 2),
            "deep_sum_middle": reduced("sum", self.deep, 1),
        }

    def elementwise(self) -> Calls:
        ak, d, x = self.lib, self.data, self.x
        per_row = d.per_row[:, None, None] if d.case.inner else d.per_row
        return {
            "neg": lambda: -x,
            "exp": lambda: np.exp(x),
            "add_scalar": lambda: x + 1,
            "add_shared": lambda: x + self.shared,
            "add_equal": lambda: x + self.y,
            "compare": lambda: x > 0,
            "cast": lambda: ak.values_astype(x, np.float64),
            "mul_row": lambda: x * per_row,
        }

    def moves(self) -> Calls:
        ak, d, x = self.lib, self.data, self.x

        def packed(take: Callable[[], Any]) -> Callable[[], Any]:
            # Awkward's gathers return views with indices; packing makes the values contiguous, as
            # in the other libraries.
            return lambda: ak.to_packed(take())

        return {
            "slice_rows": lambda: x[d.first : d.stop],
            "slice_inner": packed(lambda: x[:, 1:3]),
            "last": packed(lambda: x[:, -1:]),
            "reverse_inner": packed(lambda: x[:, ::-1]),
            "mask_rows": packed(lambda: x[d.row_flags]),
            "mask_inner": packed(lambda: x[self.flags]),
            "gather": packed(lambda: x[d.order]),
            "concat_rows": lambda: ak.concatenate([x, self.third], axis=0),
            "concat_inner": lambda: ak.concatenate([x, self.third], axis=1),
            "concat_many": lambda: ak.concatenate([x, self.third] * 4, axis=0),
            "where": lambda: ak.where(self.flags, x, self.y),
            "merge_dims": lambda: ak.flatten(self.deep, axis=1),
            "deep_gather": packed(lambda: self.deep[d.outer_order]),
        }

    def rest(self) -> Calls:
        ak, d, x = self.lib, self.data, self.x
        return {
            "from_row_lengths": lambda: ak.unflatten(d.values, d.lengths).layout.offsets.data,
            "row_lengths": lambda: ak.num(x, axis=1),
            "value_rowids": lambda: ak.flatten(
                ak.broadcast_arrays(ak.local_index(x, axis=0), x)[0], axis=None
            ),
            "validate": lambda: ak.is_valid(x) and None,
            "softmax": lambda: ak.softmax(x, axis=-1),
            "sort": lambda: ak.sort(x, axis=1),
            "argsort": lambda: ak.argsort(x, axis=1),
            "diff": lambda: x[:, 1:] - x[:, :-1],
            "top_k": lambda: ak.to_packed(ak.sort(x, axis=1, ascending=False)[:, :2]),
            "column": lambda: ak.fill_none(ak.pad_none(x, 2, axis=1)[:, 1], 0),
            "equal": lambda: ak.array_equal(x, self.twin),
            "pickle": lambda: pickle.loads(pickle.dumps(x, 5)),
            "row": lambda: x[d.i],
            "iterate": lambda: [None for _ in x],
        }

    def forms(self) -> Calls:
        ak, d, x = self.lib, self.data, self.x
        calls: Calls = {}
        if d.has_lists:
            calls |= {"from_lists": lambda: ak.Array(d.lists), "to_list": lambda: ak.to_list(x)}
        if d.can_pad and not d.case.inner:
            calls["to_tensor"] = lambda: ak.to_numpy(
                ak.fill_none(ak.pad_none(x, d.width, axis=1, clip=True), 0)
            )
        return calls

    def calls(self) -> Calls:
        calls = self.elementwise() | self.reductions() | self.moves() | self.rest() | self.forms()
        if self.data.case.inner:
            for name in ("value_rowids", "column"):
                calls.pop(name)
        return calls

    def numbers(self, result: Any) -> Array | None:
        ak = self.lib
        if isinstance(result, ak.Array):
            # Empty rows give None here and 0 or NaN elsewhere; checksums count all of them as 0.
            flat = ak.flatten(ak.fill_none(result, 0), axis=None)
            return np.asarray(ak.to_numpy(flat))
        return super().numbers(result)

    def lengths(self, result: Any) -> Array | None:
        if not isinstance(result, self.lib.Array) or result.ndim < 2 or self.data.case.inner:
            return None
        return np.asarray(self.lib.num(result, axis=1))


class Ragged(Adapter):
    """Array API functions of ragged arrays."""

    package = "ragged"

    def load(self, data: Data) -> None:
        self.data, self.below, array = data, Awkward(), self.lib.array
        self.below.load(data)
        self.x, self.y = array(self.below.x), array(self.below.y)
        self.shared = array(self.below.shared)
        self.third, self.flags = array(self.below.third), array(self.below.flags)

    def calls(self) -> Calls:
        lib, d, x = self.lib, self.data, self.x

        def reduced(name: str, x: Any, axis: int | None = 1) -> Callable[[], Any]:
            function = getattr(lib, name)
            return lambda: function(x, axis=axis)

        names = "sum mean max min prod std argmax argmin sort argsort"
        calls: Calls = {name: reduced(name, x) for name in names.split()}
        calls |= {
            "any": reduced("any", self.flags),
            "all": reduced("all", self.flags),
            "sum_columns": reduced("sum", x, 0),
            "sum_all": reduced("sum", x, None),
            "neg": lambda: -x,
            "exp": lambda: lib.exp(x),
            "add_scalar": lambda: x + 1,
            "add_shared": lambda: x + self.shared,
            "add_equal": lambda: x + self.y,
            "compare": lambda: x > 0,
            "slice_rows": lambda: x[d.first : d.stop],
            "concat_rows": lambda: lib.concat([x, self.third], axis=0),
            "concat_inner": lambda: lib.concat([x, self.third], axis=1),
            "where": lambda: lib.where(self.flags, x, self.y),
            "row": lambda: x[d.i],
        }
        if d.has_lists:
            calls |= {"from_lists": lambda: lib.array(d.lists), "to_list": lambda: x.tolist()}
        return calls

    def numbers(self, result: Any) -> Array | None:
        # ragged wraps Awkward arrays and has no public access to the values.
        inside = getattr(result, "_impl", result)
        return self.below.numbers(inside)

    def lengths(self, result: Any) -> Array | None:
        found = self.below.lengths(getattr(result, "_impl", result))
        return None if found is None else np.asarray(found)
