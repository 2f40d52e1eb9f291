"""raggedkit with R's habits: counted from 1, ``NA`` for what is missing, and no R needed.

Examples
--------
>>> from raggedkit_r import NA, c
>>> c(3, NA)
[1]  3 NA
"""

from raggedkit import TensorShape
from raggedkit_r.na import NA, NA_character_, NA_complex_, NA_integer_, NA_real_
from raggedkit_r.vectors import FALSE, NULL, TRUE, Vector
from raggedkit_r.vectors import combine as c

__all__ = [
    "FALSE",
    "NA",
    "NA_character_",
    "NA_complex_",
    "NA_integer_",
    "NA_real_",
    "NULL",
    "TRUE",
    "TensorShape",
    "Vector",
    "c",
]
