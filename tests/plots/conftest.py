"""Shared fixtures of the plot tests: a backend without windows, and no figure left open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")


@pytest.fixture(autouse=True)
def no_figures_left() -> Iterator[None]:
    from matplotlib import pyplot as plt

    yield
    plt.close("all")
