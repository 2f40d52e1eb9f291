"""The place of raggedkit's R-style face; so far it only hands on ``TensorShape``.

The R-style functions (``shape``, 1-based list indexing, ``c``, the rpy2 extension) are not here
yet. What is here is raggedkit's own class, with Python's 0-based indexing.

Examples
--------
>>> import raggedkit_r
>>> raggedkit_r.TensorShape([2, None])
TensorShape([2, None])
"""

from raggedkit import TensorShape

__all__ = ["TensorShape"]
