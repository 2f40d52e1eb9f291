"""Ragged (variable-length-row) tensors on NumPy: work with them, see them, teach them.

Operators, NumPy's functions and ``rt[...]`` work row by row. Methods follow NumPy, the functions
below follow TensorFlow.

Make
    array from_offsets group_by split_at split_where implode ragged zeros_like ones_like one_hot
    sparse RaggedTensor RaggedTable SparseTensor RowPartition TensorShape Dimension
Look
    diagram Diagram explore plots widgets options get_options Options rank size debugging
Pick
    column pick first last slice_rows take_along gather batch_gather gather_nd boolean_mask where
    mask top_k unique searchsorted RaggedIndexError
Reorder and reshape
    sort argsort reverse roll transpose swapaxes reshape squeeze expand_dims broadcast_to
    as_uniform pad_to clip_to repeat tile identity
Combine and split
    concat stack split explode windows cartesian dynamic_partition matmul add_n bucket_by_length
Reduce
    reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_any reduce_all reduce_std
    reduce_variance reduce_logsumexp argmax argmin count_nonzero bincount value_counts median
    quantile percentile segment_sum segment_mean segment_max segment_min segment_prod
    unsorted_segment_sum unsorted_segment_mean unsorted_segment_max unsorted_segment_min
    unsorted_segment_prod unsorted_segment_sqrt_n
Along rows
    cumsum cumprod diff softmax interp
Element by element
    cast saturate_cast bitcast clip_by_value complex sigmoid rsqrt squared_difference nextafter
    scalar_mul divide_no_nan multiply_no_nan reciprocal_no_nan truncatediv truncatemod xdivy xlog1py
    xlogy special nn
Your own functions
    apply_rows
Text
    strings
Out
    io, and the methods to_tensor, to_list, numpy, to_sparse, to_scipy
"""

import importlib as _importlib
import typing as _t

from raggedkit import _names, _traces
from raggedkit._options import Options, get_options, options
from raggedkit.dimension import Dimension
from raggedkit.errors import RaggedIndexError
from raggedkit.partition import RowPartition
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

if _t.TYPE_CHECKING:
    from raggedkit import debugging, io, nn, plots, ragged, sparse, special, strings, widgets
    from raggedkit.ops.batching import bucket_by_length
    from raggedkit.ops.casting import bitcast, cast, saturate_cast
    from raggedkit.ops.columns import column
    from raggedkit.ops.construct import array
    from raggedkit.ops.counting import bincount, value_counts
    from raggedkit.ops.crossing import cartesian
    from raggedkit.ops.extremes import argmax, argmin
    from raggedkit.ops.filling import clip_by_value, one_hot, ones_like, zeros_like
    from raggedkit.ops.gather import batch_gather, gather
    from raggedkit.ops.gather_nd import gather_nd
    from raggedkit.ops.grouping import from_offsets, split_at, split_where
    from raggedkit.ops.groups import group_by
    from raggedkit.ops.interpolation import interp
    from raggedkit.ops.joining import concat, stack
    from raggedkit.ops.linalg import matmul
    from raggedkit.ops.masking import boolean_mask, where
    from raggedkit.ops.mathematics import (
        add_n,
        complex,
        divide_no_nan,
        multiply_no_nan,
        nextafter,
        reciprocal_no_nan,
        rsqrt,
        scalar_mul,
        squared_difference,
        truncatediv,
        truncatemod,
        xdivy,
        xlog1py,
        xlogy,
    )
    from raggedkit.ops.moments import reduce_logsumexp, reduce_mean, reduce_std, reduce_variance
    from raggedkit.ops.neural import sigmoid
    from raggedkit.ops.padding import clip_to, mask, pad_to
    from raggedkit.ops.partitions import dynamic_partition, explode, implode
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
    from raggedkit.ops.repeating import repeat, tile
    from raggedkit.ops.reshaping import broadcast_to, reshape, swapaxes, transpose
    from raggedkit.ops.reversing import reverse, roll
    from raggedkit.ops.rows import first, last, pick, slice_rows, take_along
    from raggedkit.ops.scans import cumprod, cumsum, diff, softmax
    from raggedkit.ops.searching import searchsorted
    from raggedkit.ops.segments import (
        segment_max,
        segment_mean,
        segment_min,
        segment_prod,
        segment_sum,
        unsorted_segment_max,
        unsorted_segment_mean,
        unsorted_segment_min,
        unsorted_segment_prod,
        unsorted_segment_sqrt_n,
        unsorted_segment_sum,
    )
    from raggedkit.ops.sorting import argsort, sort, top_k
    from raggedkit.ops.splitting import split
    from raggedkit.ops.structure import as_uniform, expand_dims, identity, rank, size, squeeze
    from raggedkit.ops.uniques import unique
    from raggedkit.ops.windowing import windows
    from raggedkit.reprs.diagram import Diagram, diagram
    from raggedkit.table import RaggedTable
    from raggedkit.table.applying import apply_rows
    from raggedkit.widgets import explore

__version__ = "0.1.0"

_traces.watch()

__all__ = [
    "Diagram",
    "Dimension",
    "Options",
    "RaggedIndexError",
    "RaggedTable",
    "RaggedTensor",
    "RowPartition",
    "SparseTensor",
    "TensorShape",
    "add_n",
    "apply_rows",
    "argmax",
    "argmin",
    "argsort",
    "array",
    "as_uniform",
    "batch_gather",
    "bincount",
    "bitcast",
    "boolean_mask",
    "broadcast_to",
    "bucket_by_length",
    "cartesian",
    "cast",
    "clip_by_value",
    "clip_to",
    "column",
    "complex",
    "concat",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "debugging",
    "diagram",
    "diff",
    "divide_no_nan",
    "dynamic_partition",
    "expand_dims",
    "explode",
    "explore",
    "first",
    "from_offsets",
    "gather",
    "gather_nd",
    "get_options",
    "group_by",
    "identity",
    "implode",
    "interp",
    "io",
    "last",
    "mask",
    "matmul",
    "median",
    "multiply_no_nan",
    "nextafter",
    "nn",
    "one_hot",
    "ones_like",
    "options",
    "pad_to",
    "percentile",
    "pick",
    "plots",
    "quantile",
    "ragged",
    "rank",
    "reciprocal_no_nan",
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
    "repeat",
    "reshape",
    "reverse",
    "roll",
    "rsqrt",
    "saturate_cast",
    "scalar_mul",
    "searchsorted",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "sigmoid",
    "size",
    "slice_rows",
    "softmax",
    "sort",
    "sparse",
    "special",
    "split",
    "split_at",
    "split_where",
    "squared_difference",
    "squeeze",
    "stack",
    "strings",
    "swapaxes",
    "take_along",
    "tile",
    "top_k",
    "transpose",
    "truncatediv",
    "truncatemod",
    "unique",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
    "value_counts",
    "where",
    "widgets",
    "windows",
    "xdivy",
    "xlog1py",
    "xlogy",
    "zeros_like",
]

# Names that `import raggedkit` does not load, so that it adds little to importing NumPy: the
# module of each name. Type checkers read the imports above; a test compares the two.
_HOMES = {
    "": "debugging io nn plots ragged sparse special strings widgets",
    "ops.batching": "bucket_by_length",
    "ops.casting": "bitcast cast saturate_cast",
    "ops.columns": "column",
    "ops.construct": "array",
    "ops.counting": "bincount value_counts",
    "ops.crossing": "cartesian",
    "ops.extremes": "argmax argmin",
    "ops.filling": "clip_by_value one_hot ones_like zeros_like",
    "ops.gather": "batch_gather gather",
    "ops.gather_nd": "gather_nd",
    "ops.grouping": "from_offsets split_at split_where",
    "ops.groups": "group_by",
    "ops.interpolation": "interp",
    "ops.joining": "concat stack",
    "ops.linalg": "matmul",
    "ops.masking": "boolean_mask where",
    "ops.mathematics": (
        "add_n complex divide_no_nan multiply_no_nan nextafter reciprocal_no_nan rsqrt "
        "scalar_mul squared_difference truncatediv truncatemod xdivy xlog1py xlogy"
    ),
    "ops.moments": "reduce_logsumexp reduce_mean reduce_std reduce_variance",
    "ops.neural": "sigmoid",
    "ops.padding": "clip_to mask pad_to",
    "ops.partitions": "dynamic_partition explode implode",
    "ops.quantiles": "median percentile quantile",
    "ops.reductions": (
        "count_nonzero reduce_all reduce_any reduce_max reduce_min reduce_prod reduce_sum"
    ),
    "ops.repeating": "repeat tile",
    "ops.reshaping": "broadcast_to reshape swapaxes transpose",
    "ops.reversing": "reverse roll",
    "ops.rows": "first last pick slice_rows take_along",
    "ops.scans": "cumprod cumsum diff softmax",
    "ops.searching": "searchsorted",
    "ops.segments": (
        "segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max "
        "unsorted_segment_mean unsorted_segment_min unsorted_segment_prod "
        "unsorted_segment_sqrt_n unsorted_segment_sum"
    ),
    "ops.sorting": "argsort sort top_k",
    "ops.splitting": "split",
    "ops.structure": "as_uniform expand_dims identity rank size squeeze",
    "ops.uniques": "unique",
    "ops.windowing": "windows",
    "reprs.diagram": "Diagram diagram",
    "table": "RaggedTable",
    "table.applying": "apply_rows",
    "widgets": "explore",
}
# Names in `raggedkit.nn`. They work here, too, as in TensorFlow code, but are not listed.
_OF_NN = (
    "dropout elu gelu leaky_relu log_sigmoid log_softmax relu relu6 selu "
    "sigmoid_cross_entropy_with_logits silu softplus softsign"
)
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


# Named tuples that functions return. Pickles name them by the package, so their modules may move.
_RESULTS = {"Groups": "ops.groups", "TopK": "ops.sorting", "ValueCounts": "ops.counting"}


def __getattr__(name: str) -> _t.Any:
    home = _HOME_OF.get(name)
    if name in _RESULTS:
        return getattr(_importlib.import_module(f"raggedkit.{_RESULTS[name]}"), name)
    if name == "install_r":  # of raggedkit_r, the other package in the wheel
        return _importlib.import_module("raggedkit_r").install_r
    if name in _OF_NN.split():
        return getattr(_importlib.import_module("raggedkit.nn"), name)
    if home is None:
        raise _names.missing(name)
    if not home:
        return _importlib.import_module(f"raggedkit.{name}")
    value = getattr(_importlib.import_module(f"raggedkit.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
