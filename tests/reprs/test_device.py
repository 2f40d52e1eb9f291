"""Displays of arrays on a device: the same as on the host, and only what is shown is moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from raggedkit import RaggedTensor
from raggedkit._xp import to_host
from raggedkit.reprs import counts, tree
from tests.strict_array import StrictArray

LENGTHS = np.array([4, 0, 30, 1, 0] * 2000)
VALUES = np.arange(LENGTHS.sum()) / 4


def ragged(array: Callable[[Any], Any]) -> RaggedTensor:
    rt = RaggedTensor.from_row_lengths(array(VALUES), array(LENGTHS))
    return RaggedTensor.from_row_lengths(rt, array(np.full(5000, 2)))


@pytest.mark.parametrize("show", [repr, lambda x: x._repr_html_()], ids=["text", "html"])
@pytest.mark.parametrize("part", [lambda rt: rt, lambda rt: rt.values, lambda rt: rt.partitions[1]])
def test_only_what_is_shown_is_moved(
    part: Callable[[RaggedTensor], Any],
    show: Callable[[Any], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved = []

    def counting(array: Any) -> Any:
        moved.append(int(array.size))
        return to_host(array)

    on_device = part(ragged(StrictArray))
    for module in (tree, counts):
        monkeypatch.setattr(module, "to_host", counting)
    StrictArray.host_transfers.clear()
    shown = show(on_device)
    assert set(StrictArray.host_transfers) == {"get"}
    assert len(StrictArray.host_transfers) == len(moved) < 25
    assert sum(moved) < 3000
    monkeypatch.undo()
    assert shown == show(part(ragged(np.asarray)))
