"""Ragged (variable-length-row) tensors on NumPy: work with them, see them, teach them.

``raggedkit.array`` makes one from nested lists, lists of arrays and the like; operators, NumPy's
ufuncs and ``rt[...]`` then work row by row. Names and meanings are TensorFlow's, dtypes NumPy's.
"""

from raggedkit import ragged
from raggedkit._options import Options, get_options, options
from raggedkit.dimension import Dimension
from raggedkit.errors import RaggedIndexError
from raggedkit.ops.construct import array
from raggedkit.ops.extremes import argmax, argmin
from raggedkit.ops.moments import reduce_logsumexp, reduce_mean, reduce_std, reduce_variance
from raggedkit.ops.quantiles import median, percentile, quantile
from raggedkit.ops.reductions import (
    count_nonzero,
    reduce_all,
    reduce_any,
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from raggedkit.ops.scans import cumprod, cumsum, diff, log_softmax, softmax
from raggedkit.ops.searching import searchsorted
from raggedkit.ops.segments import (
    unsorted_segment_max,
    unsorted_segment_mean,
    unsorted_segment_min,
    unsorted_segment_prod,
    unsorted_segment_sqrt_n,
    unsorted_segment_sum,
)
from raggedkit.ops.sorted_segments import (
    segment_max,
    segment_mean,
    segment_min,
    segment_prod,
    segment_sum,
)
from raggedkit.ops.sorting import argsort, sort, top_k
from raggedkit.ops.uniques import unique
from raggedkit.partition import RowPartition
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__version__ = "0.1.0"

__all__ = [
    "Dimension",
    "Options",
    "RaggedIndexError",
    "RaggedTensor",
    "RowPartition",
    "SparseTensor",
    "TensorShape",
    "argmax",
    "argmin",
    "argsort",
    "array",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "diff",
    "get_options",
    "log_softmax",
    "median",
    "options",
    "percentile",
    "quantile",
    "ragged",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_std",
    "reduce_sum",
    "reduce_variance",
    "searchsorted",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "softmax",
    "sort",
    "top_k",
    "unique",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
]
