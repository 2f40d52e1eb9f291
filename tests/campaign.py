"""Effort of property tests: under ``make campaign`` 20 times the examples, with random seeds."""

from __future__ import annotations

import os
import random

__all__ = ["SALT", "TIMES"]

TIMES = int(os.environ.get("RAGGEDKIT_CAMPAIGN") or 1)
# Added to the seeds of tests that try the same on every other run; a failure names it.
SALT = random.SystemRandom().getrandbits(32) if TIMES > 1 else 0
