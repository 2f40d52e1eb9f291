"""Tests that are skipped, which tests/tools/test_ci.py starts."""

from __future__ import annotations

import pytest


def test_a_module() -> None:
    pytest.importorskip("no_such_module")


def test_a_part() -> None:
    pytest.skip("R is missing: tools/system.sh r installs it")


def test_reticulate() -> None:
    pytest.skip("reticulate >= 1.41 is missing: Debian's is too old")


def test_another_platform() -> None:
    pytest.skip("Windows has no fork")
