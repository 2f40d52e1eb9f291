"""Every test of the checkout, examples and notebooks included, runs without a user's settings."""

from __future__ import annotations

from tools.isolation import isolate

isolate()
