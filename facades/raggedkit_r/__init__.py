"""R's vectors, shapes and ragged lists in Python: `c`, ``NA``, positions from 1; no R needed.

R's ``x[2:3]``, ``x[-1]``, ``x[c(1, 3)]`` and ``x[[1]]`` are written the same way here, and
``x[1:2] <- c(NA, 99)`` with ``=``; functions have an underscore where R's have a dot.

Examples
--------
>>> from raggedkit_r import NA, NULL, c, merge, shape
>>> x = shape(NA, 28, 28, 1)
>>> x[2:3], x[-1], x[[1]]
(TensorShape([28, 28]), TensorShape([28, 28, 1]), None)
>>> x[1:2] = c(32, 64)
>>> x[[4]] = NULL
>>> x
TensorShape([32, 64, 28])
>>> merge(shape(NA, 2), shape(1, NA))
TensorShape([1, 2])
"""

from typing import TYPE_CHECKING, NoReturn

from raggedkit import TensorShape
from raggedkit_r.arranging import all_equal, head, identical, rep, rev, tail, unique
from raggedkit_r.border.install import install_r
from raggedkit_r.border.rpy2 import (
    attach,
    from_r,
    load_ipython_extension,
    to_r,
    unload_ipython_extension,
)
from raggedkit_r.ragged.bind import cbind, rbind
from raggedkit_r.ragged.build import as_ragged, ragged
from raggedkit_r.ragged.encodings import (
    is_empty,
    lengths,
    nrows,
    nvals,
    ragged_rank,
    ragged_shape,
    row_is_null,
    row_lengths,
    row_limits,
    row_splits,
    row_starts,
    value_rowids,
)
from raggedkit_r.ragged.extremes import row_max, row_min, row_which_max, row_which_min
from raggedkit_r.ragged.from_encodings import (
    flat_values,
    ragged_from_lengths,
    ragged_from_limits,
    ragged_from_rowids,
    ragged_from_splits,
    ragged_from_starts,
    with_values,
)
from raggedkit_r.ragged.matrix import as_matrix, row_range
from raggedkit_r.ragged.moments import mean, row_means, row_median, row_sd
from raggedkit_r.ragged.order import rev_rows, row_cumsum, sort_rows, unique_rows
from raggedkit_r.ragged.pick import apply_rows, row_first, row_last, row_nth
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.reduce import row_all, row_any, row_prod, row_sums
from raggedkit_r.ragged.verbs import levels, names, set_names, unlist
from raggedkit_r.shape.relations import (
    assert_has_rank,
    assert_is_compatible_with,
    assert_is_fully_defined,
    assert_same_rank,
    is_compatible_with,
    is_fully_defined,
    is_subtype_of,
    most_specific_common_supertype,
    most_specific_compatible_shape,
    num_elements,
    with_rank,
    with_rank_at_least,
    with_rank_at_most,
)
from raggedkit_r.shape.shape import RShape, shape
from raggedkit_r.vector.na import NA, NA_character_, NA_complex_, NA_integer_, NA_real_
from raggedkit_r.vector.names import NamedList
from raggedkit_r.vector.vector import FALSE, NULL, TRUE, Vector
from raggedkit_r.verbs import (
    as_character,
    as_double,
    as_integer,
    as_list,
    as_numeric,
    as_tensor,
    c,
    is_na,
    length,
    merge,
)

__all__ = ["FALSE", "NA", "NULL", "TRUE", "NA_character_", "NA_complex_", "NA_integer_", "NA_real_"]
__all__ += ["NamedList", "RShape", "RaggedList", "TensorShape", "Vector"]
# Functions of vectors, lists and shapes
__all__ += ["all_equal", "as_character", "as_double", "as_integer", "as_list", "as_numeric"]
__all__ += ["as_tensor", "c", "head", "identical", "is_na", "length", "merge", "rep", "rev", "tail"]
__all__ += ["unique"]
# Functions of shapes
__all__ += ["assert_has_rank", "assert_is_compatible_with", "assert_is_fully_defined"]
__all__ += ["assert_same_rank", "is_compatible_with", "is_fully_defined", "is_subtype_of"]
__all__ += ["most_specific_common_supertype", "most_specific_compatible_shape", "num_elements"]
__all__ += ["shape", "with_rank", "with_rank_at_least", "with_rank_at_most"]
# Functions of ragged lists
__all__ += ["apply_rows", "as_matrix", "as_ragged", "cbind", "flat_values", "is_empty", "lengths"]
__all__ += ["levels", "mean", "names", "nrows", "nvals", "ragged", "ragged_from_lengths"]
__all__ += ["ragged_from_limits", "ragged_from_rowids", "ragged_from_splits", "ragged_from_starts"]
__all__ += ["ragged_rank", "ragged_shape", "rbind", "rev_rows", "row_all", "row_any", "row_cumsum"]
__all__ += ["row_first", "row_is_null", "row_last", "row_lengths", "row_limits", "row_max"]
__all__ += ["row_means", "row_median", "row_min", "row_nth", "row_prod", "row_range", "row_sd"]
__all__ += ["row_splits", "row_starts", "row_sums", "row_which_max", "row_which_min", "set_names"]
__all__ += ["sort_rows", "unique_rows", "unlist", "value_rowids", "with_values"]
# Conversion to and from R
__all__ += ["attach", "from_r", "install_r", "load_ipython_extension", "to_r"]
__all__ += ["unload_ipython_extension"]


if not TYPE_CHECKING:  # to a type checker any name would be there

    def __getattr__(name: str) -> NoReturn:
        """Name the successor of a name that is gone."""
        if name == "RVector":
            raise AttributeError("raggedkit_r.RVector is gone; rows are a raggedkit_r.Vector")
        raise AttributeError(f"module 'raggedkit_r' has no attribute {name!r}")
