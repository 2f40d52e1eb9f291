"""TensorFlow, eager, on the processor."""

from __future__ import annotations

import os
from typing import Any

from benchmarks.adapters.base import Calls
from benchmarks.adapters.tensorflow_names import TensorFlowNames

__all__ = ["TensorFlow"]


class TensorFlow(TensorFlowNames):
    """The names as they are; what takes a ragged tensor only by accident is left out."""

    package = "tensorflow"

    def __init__(self) -> None:
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
        super().__init__()

    def constant(self, array: Any) -> Any:
        return self.lib.constant(array)

    def calls(self) -> Calls:
        calls, d = super().calls(), self.data
        if d.nrows > 10:  # iterating takes it about 0.4 ms a row
            del calls["iterate"]
        if d.dtype.kind != "f":
            del calls["mean"]  # of integers it is an integer
        return calls
