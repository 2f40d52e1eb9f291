"""Adapters set the engine of their process; the tests restore it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import raggedkit as rk


@pytest.fixture(autouse=True)
def engine() -> Iterator[None]:
    with rk.options(engine="auto"):
        yield
