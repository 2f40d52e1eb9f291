"""TensorFlow in eager mode on the CPU, and the calls that raggedkit spells the same way."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.adapters.base import Adapter, Calls
from benchmarks.cases import Array, Data

__all__ = ["TensorFlow", "TensorFlowNames"]


class TensorFlowNames(Adapter):
    """Objects and calls with the names of TensorFlow's documentation."""

    def constant(self, array: Any) -> Any:
        """Return an array as the library's own dense array type."""
        return array

    def named(self, *names: str) -> Callable[..., Any]:
        """Return the function with the first of these names that the library has."""
        for name in names:
            found = self.lib
            for part in name.split("."):
                found = getattr(found, part, None)
            if found is not None:
                return found  # type: ignore[no-any-return]  # looked up by name

        # Raised when called, so that one absent function does not remove the other operations.
        def missing(*args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError(names[0])

        return missing

    def tensor(self, values: Array, splits: Array) -> Any:
        c = self.constant
        return self.lib.RaggedTensor.from_row_splits(c(values), c(splits), validate=False)

    def load(self, data: Data) -> None:
        self.data, c = data, self.constant
        self.values, self.splits = c(data.values), c(data.splits)
        self.x = self.tensor(data.values, data.splits)
        self.equal = self.tensor(data.other, data.other_splits)
        # Equal splits in another array: row lengths must be compared.
        self.twin = self.tensor(data.twin, data.other_splits)
        self.shared = self.x.with_values(c(data.other))
        self.third = self.tensor(data.third, data.third_splits)
        self.flags = self.x.with_values(c(data.flags))
        self.deep = self.lib.RaggedTensor.from_row_splits(
            self.x, c(data.outer_splits), validate=False
        )
        self.order, self.outer_order = c(data.order), c(data.outer_order)
        self.row_flags, self.lengths_given = c(data.row_flags), c(data.lengths)
        self.rowids, self.keys = c(data.rowids), c(data.keys)
        self.per_row = c(data.per_row[:, None, None] if data.case.inner else data.per_row[:, None])
        self.padded = c(data.padded) if data.can_pad else None

    def encodings(self) -> Calls:
        d, ragged = self.data, self.lib.RaggedTensor
        v, s = self.values, self.splits
        return {
            "from_row_lengths": lambda: ragged.from_row_lengths(v, self.lengths_given).row_splits,
            "from_value_rowids": lambda: (
                ragged.from_value_rowids(v, self.rowids, nrows=d.nrows).row_splits
            ),
            "value_rowids": lambda: self.x.value_rowids(),
            "row_lengths": lambda: self.x.row_lengths(),
            "validate": lambda: ragged.from_row_splits(v, s, validate=True),
        }

    def elementwise(self) -> Calls:
        x, one = self.x, self.data.dtype.type(1)
        exp, clip = self.named("exp", "math.exp"), self.named("clip_by_value")
        cast = self.named("cast")
        return {
            "neg": lambda: -x,
            "exp": lambda: exp(x),
            "add_scalar": lambda: x + one,
            "add_shared": lambda: x + self.shared,
            "add_equal": lambda: x + self.equal,
            "compare": lambda: x > 0,
            "clip": lambda: clip(x, -one, one),
            "cast": lambda: cast(x, "float64"),
            "mul_row": lambda: x * self.per_row,
        }

    def reductions(self) -> Calls:
        x, deep = self.x, self.deep
        names = "sum mean max min prod std any all logsumexp"
        reduce = {n: self.named(f"reduce_{n}", f"math.reduce_{n}") for n in names.split()}

        def reduced(name: str, x: Any, axis: int | None = 1) -> Callable[[], Any]:
            return lambda: reduce[name](x, axis=axis)

        calls: Calls = {n: reduced(n, self.flags if n in ("any", "all") else x) for n in reduce}
        return calls | {
            "sum_columns": reduced("sum", x, 0),
            "sum_all": reduced("sum", x, None),
            "deep_sum_last": reduced("sum", deep, 2),
            "deep_sum_middle": reduced("sum", deep, 1),
        }

    def moves(self) -> Calls:
        d, x, third = self.data, self.x, self.third
        gather, concat, tile = self.named("gather"), self.named("concat"), self.named("tile")
        mask = self.named("ragged.boolean_mask", "boolean_mask")
        where, stack = self.named("where"), self.named("stack")
        tiled = [1, 2, 1] if d.case.inner else [1, 2]
        return {
            "slice_rows": lambda: x[d.first : d.stop],
            "slice_inner": lambda: x[:, 1:3],
            "last": lambda: x[:, -1:],
            "reverse_inner": lambda: x[:, ::-1],
            "mask_rows": lambda: mask(x, self.row_flags),
            "mask_inner": lambda: mask(x, self.flags),
            "gather": lambda: gather(x, self.order),
            "concat_rows": lambda: concat([x, third], 0),
            "concat_inner": lambda: concat([x, third], 1),
            "concat_many": lambda: concat([x, third] * 4, 0),
            "tile": lambda: tile(x, tiled),
            "stack": lambda: stack([x, self.equal], 1),
            "where": lambda: where(self.flags, x, self.equal),
            "merge_dims": lambda: self.deep.merge_dims(0, 1),
            "deep_gather": lambda: gather(self.deep, self.outer_order),
        }

    def forms(self) -> Calls:
        d, x, ragged = self.data, self.x, self.lib.RaggedTensor
        constant, zero = self.named("ragged.constant"), d.dtype.type(0)
        calls: Calls = {"pickle": lambda: pickle.loads(pickle.dumps(x, 5))}
        if d.can_pad:
            calls |= {
                "to_tensor": lambda: x.to_tensor(),
                "from_tensor": lambda: ragged.from_tensor(self.padded, lengths=self.lengths_given),
                "from_padding": lambda: ragged.from_tensor(self.padded, padding=zero),
            }
        if not d.case.inner:
            sparse = self.tensor(
                d.values, d.splits
            ).to_sparse()  # not self.x, which would cache its row ids
            calls |= {
                "to_sparse": lambda: x.to_sparse(),
                "from_sparse": lambda: ragged.from_sparse(sparse),
            }
        if d.has_lists:
            calls |= {
                "from_lists": lambda: constant(d.lists, dtype=d.case.dtype),
                "to_list": lambda: x.to_list(),
            }
        return calls

    def rest(self) -> Calls:
        d, x = self.data, self.x
        softmax, cumsum = self.named("nn.softmax", "softmax"), self.named("cumsum", "math.cumsum")
        expand, every = self.named("expand_dims"), self.named("reduce_all")
        segment = self.named("math.segment_sum", "segment_sum")
        unsorted = self.named("math.unsorted_segment_sum", "unsorted_segment_sum")
        range_of, starts, limits = self.named("ragged.range"), self.splits[:-1], self.splits[1:]
        slots = int(d.keys.max()) + 1 if d.nvals else 1
        return {
            "softmax": lambda: softmax(x),
            "cumsum": lambda: cumsum(x, axis=1),
            "expand_dims": lambda: expand(x, 2),
            "range": lambda: range_of(starts, limits),
            "segment_sum": lambda: segment(self.values, self.rowids),
            "unsorted_segment_sum": lambda: unsorted(self.values, self.keys, slots),
            "equal": lambda: bool(every((x == self.twin).flat_values)),
            "row": lambda: x[d.i],
            "iterate": lambda: [None for _ in x],
        }

    def calls(self) -> Calls:
        groups = (self.encodings, self.elementwise, self.reductions, self.moves, self.forms)
        calls: Calls = {}
        for group in (*groups, self.rest):
            calls |= group()
        return calls

    def numbers(self, result: Any) -> Array | None:
        if hasattr(result, "dense_shape"):
            return np.asarray(result.values)
        if hasattr(result, "flat_values"):
            return np.asarray(result.flat_values)
        return super().numbers(result)

    def lengths(self, result: Any) -> Array | None:
        if hasattr(result, "nested_row_splits"):
            return np.asarray(result.row_splits[1:] - result.row_splits[:-1])
        return None


class TensorFlow(TensorFlowNames):
    """TensorFlow, without the calls that accept ragged tensors only by accident."""

    package = "tensorflow"

    def __init__(self) -> None:
        # Both are read when TensorFlow is imported, which super().__init__ does.
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
        super().__init__()

    def constant(self, array: Any) -> Any:
        return self.lib.constant(array)

    def calls(self) -> Calls:
        calls, d = super().calls(), self.data
        if d.nrows > 10:  # iteration takes about 0.4 ms per row
            del calls["iterate"]
        if d.dtype.kind != "f":
            del calls["mean"]  # the mean of integers is an integer
        return calls
