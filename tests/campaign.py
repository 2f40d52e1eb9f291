"""Effort of property tests: the number of examples in a daily run and under ``make campaign``."""

from __future__ import annotations

import os
import random

__all__ = ["SALT", "TIMES", "examples_for"]

TIMES = int(os.environ.get("RAGGEDKIT_CAMPAIGN") or 1)
# Of 100 examples a daily run tries 20: hypothesis starts with the small and odd ones, and `make
# test` has minutes. A campaign tries TIMES * 100.
DAILY = 0.2
# Added to the seeds of tests that try the same on every other run; a failure names it.
SALT = random.SystemRandom().getrandbits(32) if TIMES > 1 else 0


def examples_for(full: int) -> int:
    """Return the number of examples of this run for a test whose full number is ``full``."""
    return full * TIMES if TIMES > 1 else max(5, round(full * DAILY))
