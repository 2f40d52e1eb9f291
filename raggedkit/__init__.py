"""Ragged (variable-length-row) tensors on NumPy: work with them, see them, teach them.

``raggedkit.array`` makes one from nested lists, lists of arrays and the like; operators, NumPy's
ufuncs and ``rt[...]`` then work row by row. Names and meanings are TensorFlow's, dtypes NumPy's.
"""

from raggedkit import ragged
from raggedkit._options import Options, get_options, options
from raggedkit.dimension import Dimension
from raggedkit.errors import RaggedIndexError
from raggedkit.ops.construct import array
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
    "array",
    "get_options",
    "options",
    "ragged",
]
