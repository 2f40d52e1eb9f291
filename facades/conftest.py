"""Which examples need R in their process: tests/facades/test_rpy2.py starts one for them."""

from __future__ import annotations

import os

collect_ignore = [] if os.environ.get("RAGGEDKIT_EMBEDDED_R") else ["raggedkit_r/border/rpy2.py"]
