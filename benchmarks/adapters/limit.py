"""Not a library: copying the bytes that an operation cannot do without, into memory at hand."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.adapters.base import Adapter, Calls
from benchmarks.data import Data
from benchmarks.operations import OPERATIONS

__all__ = ["Limit"]


class Limit(Adapter):
    """np.copyto for each operation that moves anything."""

    def load(self, data: Data) -> None:
        self.bytes = {
            name: count
            for name, operation in OPERATIONS.items()
            if operation.fits(data) and (count := operation.moves(data))
        }
        most = max(self.bytes.values())
        self.source, self.target = np.ones(most, np.uint8), np.ones(most, np.uint8)

    def calls(self) -> Calls:
        return {
            name: partial(np.copyto, self.target[:count], self.source[:count])
            for name, count in self.bytes.items()
        }
