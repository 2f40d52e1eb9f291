"""`numpy.round` of arrays, in a module that rejects NumPy's warnings (see `raggedkit._caller`)."""

from __future__ import annotations

from functools import wraps
from typing import Any

import numpy as np

from raggedkit._arguments import as_int
from raggedkit._caller import REFUSED

__all__ = ["rounded"]

__warningregistry__ = REFUSED


@wraps(np.round)
def rounded(a: Any, decimals: Any = 0, out: Any = None) -> Any:
    """Return the array rounded by its own method; `numpy.round` warns at a line of NumPy."""
    return a.round(as_int(decimals, "decimals"), out)
