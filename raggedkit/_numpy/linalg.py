"""NumPy matrix products of ragged tensors: ``np.matmul``."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._numpy.table import implements, refuse
from raggedkit.ops import linalg

__all__: list[str] = []


@implements(np.matmul, np.linalg.matmul)
def _matmul(x1: Any, x2: Any, /, **kwargs: Any) -> Any:
    refuse("np.matmul", "raggedkit.matmul transposes, .astype(...) converts", **kwargs)
    return linalg.product(x1, x2)
