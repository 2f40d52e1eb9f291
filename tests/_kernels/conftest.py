"""Every test of a kernel runs in its three forms: small, NumPy's, and compiled by numba."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from raggedkit._kernels import dispatch as engine
from raggedkit._kernels.compiled import bridge as numba


@pytest.fixture(autouse=True, scope="module", params=["small", "numpy", "numba"])
def form(request: pytest.FixtureRequest) -> Iterator[str]:
    """The form of the kernels; the compiled one takes the smallest arrays too, in several parts."""
    compiled = request.param == "numba"
    if compiled and find_spec("numba") is None:
        if os.environ.get("CI"):
            pytest.fail("numba is missing, which is an error in CI: pip install numba")
        pytest.skip("numba is missing: pip install 'raggedkit[fast]'")

    def in_force(array: Any) -> bool:
        return compiled and isinstance(array, np.ndarray)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "in_force", in_force)
        patch.setattr(engine, "COMPILED_FROM", 0)
        patch.setattr(numba, "_SHARE", 4)
        if request.param != "small":
            patch.setattr(engine, "small_forms", defaultdict(lambda: lambda *args: None))
        if compiled:
            # A loop that is missing is waited for, though NumPy's form would give the same.
            patch.setattr(numba, "same_bits", lambda *_: False)
            patch.setattr("raggedkit._kernels.compiled.segment._BLOCK", 4)
            patch.setattr("raggedkit._kernels.compiled.segment._SHORT", 0)
        yield request.param
