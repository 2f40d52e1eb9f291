"""Special functions, element by element, under TensorFlow's names in ``tf.math``.

They need SciPy, apart from ``xdivy``, ``xlogy`` and ``xlog1py``.
"""

from raggedkit.interop import special as _special
from raggedkit.interop.special import *  # noqa: F403
from raggedkit.ops.mathematics import xdivy, xlog1py, xlogy

__all__ = ["xdivy", "xlog1py", "xlogy"]
__all__ += _special.__all__
