"""PyTorch: nested tensors in the jagged layout, and functions on flat values."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.adapters.base import Adapter, Calls
from benchmarks.cases import Array, Data

__all__ = ["Torch"]


class Torch(Adapter):
    """The operations that jagged nested tensors support; most are missing."""

    package = "torch"

    def load(self, data: Data) -> None:
        self.data, from_numpy = data, self.lib.from_numpy
        self.offsets, self.values = from_numpy(data.splits), from_numpy(data.values)
        self.x, self.y = self.tensor(data.values), self.tensor(data.other)
        self.flags = self.tensor(data.flags)
        per_row = data.per_row[:, None, None] if data.case.inner else data.per_row[:, None]
        self.per_row = from_numpy(per_row)
        self.rowids, self.keys = from_numpy(data.rowids), from_numpy(data.keys)

    def tensor(self, values: Array) -> Any:
        return self.lib.nested.nested_tensor_from_jagged(
            # With the lengths given, torch need not compute them at the first use.
            self.lib.from_numpy(values),
            self.offsets,
            min_seqlen=0,
            max_seqlen=self.data.width,
        )

    def elementwise(self) -> Calls:
        x, y = self.x, self.y
        return {
            "neg": lambda: -x,
            "exp": lambda: x.exp(),
            "add_scalar": lambda: x + 1,
            "add_shared": lambda: x + y,
            "compare": lambda: x > 0,
            "clip": lambda: x.clip(-1, 1),
            "cast": lambda: x.double(),
            "mul_row": lambda: x * self.per_row,
        }

    def reductions(self) -> Calls:
        x, flags = self.x, self.flags
        return {
            "sum": lambda: x.sum(dim=1),
            "mean": lambda: x.mean(dim=1),
            "max": lambda: x.amax(dim=1),
            "min": lambda: x.amin(dim=1),
            "prod": lambda: x.prod(dim=1),
            "any": lambda: flags.any(dim=1),
            "all": lambda: flags.all(dim=1),
            "argmax": lambda: x.argmax(dim=1),
            "argmin": lambda: x.argmin(dim=1),
            "sum_all": lambda: x.sum(),
        }

    def flat(self) -> Calls:
        lib, d, values = self.lib, self.data, self.values
        slots = int(d.keys.max()) + 1 if d.nvals else 1

        # Nested tensors have no segment sums: flat values and ids are torch's shortest way.
        def added(count: int, ids: Any) -> Callable[[], Any]:
            shape = (count, *d.values.shape[1:])
            return lambda: lib.zeros(shape, dtype=values.dtype).index_add_(0, ids, values)

        return {
            "segment_sum": added(d.nrows, self.rowids),
            "unsorted_segment_sum": added(slots, self.keys),
            "sum_of_runs": lambda: lib.segment_reduce(values, "sum", offsets=self.offsets),
        }

    def rest(self) -> Calls:
        lib, d, x = self.lib, self.data, self.x
        calls: Calls = {
            "row_lengths": lambda: x.offsets().diff(),
            "softmax": lambda: lib.softmax(x, dim=1),
            "where": lambda: lib.where(self.flags, x, self.y),
            "mask_inner": lambda: lib.masked_select(x, self.flags),
            "pickle": lambda: pickle.loads(pickle.dumps(x, 5)),
            "iterate": lambda: [None for _ in x.unbind()],
        }
        if d.can_pad:
            calls["to_tensor"] = lambda: x.to_padded_tensor(0)
        if d.nrows <= 10:  # x[i] splits all rows first
            calls["row"] = lambda: x[d.i]
        if d.has_lists:
            jagged = lib.jagged
            kind = self.values.dtype
            calls["to_list"] = lambda: [row.tolist() for row in x.unbind()]
            calls["from_lists"] = lambda: lib.nested.nested_tensor(
                d.lists, dtype=kind, layout=jagged
            )
        if d.case.inner:
            weights = lib.from_numpy(d.weights)
            calls["matmul"] = lambda: x @ weights
        return calls

    def calls(self) -> Calls:
        return self.elementwise() | self.reductions() | self.flat() | self.rest()

    def numbers(self, result: Any) -> Array | None:
        if isinstance(result, self.lib.Tensor):
            return np.asarray(result.values() if result.is_nested else result)
        return super().numbers(result)

    def lengths(self, result: Any) -> Array | None:
        if isinstance(result, self.lib.Tensor) and result.is_nested:
            return np.asarray(result.offsets().diff())
        return None
