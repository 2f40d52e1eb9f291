"""Which examples need R in their process: tests/facades/border/test_rpy2.py starts one for them."""

from __future__ import annotations

import importlib
import os

# As a whole before its modules one by one: pytest would put the room `shape` where the function is.
importlib.import_module("raggedkit_r")

collect_ignore = [] if os.environ.get("RAGGEDKIT_EMBEDDED_R") else ["raggedkit_r/border/rpy2.py"]
