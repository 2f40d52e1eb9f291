"""raggedkit with R's habits: `shape`, `c`, ``NA``, positions counted from 1; no R needed.

What R writes as ``x[2:3]``, ``x[-1]``, ``x[c(1, 3)]`` and ``x[[1]]`` is written the same way here,
and ``x[1:2] <- c(NA, 99)`` with ``=``; functions have an underscore where R's have a dot.

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

from raggedkit import TensorShape
from raggedkit_r.arranging import all_equal, head, identical, rep, rev, tail, unique
from raggedkit_r.install import install_r
from raggedkit_r.na import NA, NA_character_, NA_complex_, NA_integer_, NA_real_
from raggedkit_r.relations import (
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
from raggedkit_r.rpy2 import (
    attach,
    from_r,
    load_ipython_extension,
    to_r,
    unload_ipython_extension,
)
from raggedkit_r.shape import RShape, shape
from raggedkit_r.vectors import FALSE, NULL, TRUE, Vector
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

__all__ = [
    "FALSE",
    "NA",
    "NULL",
    "TRUE",
    "NA_character_",
    "NA_complex_",
    "NA_integer_",
    "NA_real_",
    "RShape",
    "TensorShape",
    "Vector",
    "all_equal",
    "as_character",
    "as_double",
    "as_integer",
    "as_list",
    "as_numeric",
    "as_tensor",
    "assert_has_rank",
    "assert_is_compatible_with",
    "assert_is_fully_defined",
    "assert_same_rank",
    "attach",
    "c",
    "from_r",
    "head",
    "identical",
    "install_r",
    "is_compatible_with",
    "is_fully_defined",
    "is_na",
    "is_subtype_of",
    "length",
    "load_ipython_extension",
    "merge",
    "most_specific_common_supertype",
    "most_specific_compatible_shape",
    "num_elements",
    "rep",
    "rev",
    "shape",
    "tail",
    "to_r",
    "unique",
    "unload_ipython_extension",
    "with_rank",
    "with_rank_at_least",
    "with_rank_at_most",
]
