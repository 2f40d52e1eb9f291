"""raggedkit on NumPy alone, and with numba's compiled loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.adapters.base import Calls
from benchmarks.adapters.tensorflow import TensorFlowNames
from benchmarks.cases import Data

__all__ = ["Plain", "Fast"]


class Plain(TensorFlowNames):
    """raggedkit with NumPy alone."""

    package = "raggedkit"
    engine = "numpy"

    def __init__(self) -> None:
        super().__init__()
        self.lib.options(engine=self.engine)

    def load(self, data: Data) -> None:
        # Loading the same data again must not sort it again: a sort takes longer than most
        # operations.
        known = getattr(self, "data", None) is data
        super().load(data)
        if not data.case.inner and not known:
            self.ordered = self.lib.sort(self.x, axis=1)
            self.ranks = self.lib.argsort(self.x, axis=1)
        # A valid position in each row that is not empty.
        self.places = data.order % data.lengths.clip(min=1)

    def encodings(self) -> Calls:
        # A tensor caches its row ids and lengths, so each call gets a new tensor.
        # A new tensor per call: a kept encoding would be returned without being computed.
        def fresh() -> Any:
            return self.lib.RaggedTensor.from_row_splits(self.values, self.splits, validate=False)

        return super().encodings() | {
            "value_rowids": lambda: fresh().value_rowids(),
            "row_lengths": lambda: fresh().row_lengths(),
        }

    def elementwise(self) -> Calls:
        return super().elementwise() | {"exp": lambda: np.exp(self.x)}

    def rest(self) -> Calls:
        rk, d, x = self.lib, self.data, self.x
        calls = super().rest() | {
            "column": lambda: x.column(1, default=0),
            "pick": lambda: x.pick(self.places, default=0),
            "repeat": lambda: rk.repeat(x, d.counts, axis=0),
        }
        if d.case.inner:
            return calls | {"matmul": lambda: rk.matmul(x, d.weights)}
        return calls | self.row_by_row()

    def row_by_row(self) -> Calls:
        rk, d, x = self.lib, self.data, self.x
        return {
            "argmax": lambda: rk.argmax(x, axis=1, empty=0),
            "argmin": lambda: rk.argmin(x, axis=1, empty=0),
            "count_nonzero": lambda: rk.count_nonzero(x, axis=1),
            "median": lambda: rk.median(x, axis=1),
            "quantile": lambda: rk.quantile(x, 0.25, axis=1),
            "sort": lambda: rk.sort(x, axis=1),
            "argsort": lambda: rk.argsort(x, axis=1),
            "take_along": lambda: rk.take_along(x, self.ranks),
            "unique": lambda: rk.unique(x),
            "value_counts": lambda: rk.unique(x, return_counts=True)[1],
            "cumprod": lambda: rk.cumprod(x, axis=1),
            "diff": lambda: rk.diff(x, axis=1),
            "top_k": lambda: rk.top_k(x, 2),
            "searchsorted": lambda: rk.searchsorted(self.ordered, self.shared),
            "windows": lambda: rk.windows(x, 3),
            "group_by": lambda: rk.group_by(d.keys, d.values).values,
            "sum_of_runs": lambda: rk.reduce_sum(self.tensor(d.values, d.splits), axis=1),
            "equal": lambda: x.identical(self.twin),
        }


class Fast(Plain):
    """raggedkit as installed by ``pip install raggedkit[fast]``."""

    engine = "numba"  # not "auto", with which NumPy may serve the first calls

    def __init__(self) -> None:
        import numba

        del numba  # fail here if it is absent: otherwise this column would repeat the other one
        super().__init__()
