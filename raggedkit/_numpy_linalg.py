"""NumPy's matrix products of ragged tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._numpy_table import implements
from raggedkit.ops import linalg

__all__: list[str] = []


@implements(np.matmul, np.linalg.matmul)
def _matmul(x1: Any, x2: Any, /, **kwargs: Any) -> Any:
    for argument in kwargs:
        way_out = "raggedkit.matmul transposes, .astype(...) converts"
        msg = f"{argument} must not be given to np.matmul with a RaggedTensor; {way_out}"
        raise TypeError(msg)
    return linalg.product(x1, x2)
