"""Ragged tensors in partitions, as `dask.array.Array`: more data than memory, several processes.

The functions here return plain dask arrays whose blocks are ragged tensors, so the methods and the
functions of dask work on them: ``x.mean(axis=1)``, ``np.sqrt(x)``, ``x[x.sum(axis=1) > 5]``. See
``docs/interop/dask.md`` for the operations that work and for those that dask refuses.
"""

from __future__ import annotations

from raggedkit.interop.dask._blocks import from_delayed, from_ragged
from raggedkit.interop.dask._files import from_parquet, to_parquet
from raggedkit.interop.dask._rows import boolean_mask, map_rows

__all__ = [
    "boolean_mask",
    "from_delayed",
    "from_parquet",
    "from_ragged",
    "map_rows",
    "to_parquet",
]
