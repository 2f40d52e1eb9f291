"""Displays of arrays on a device: the same as on the host; only shown values are copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import RaggedTensor, SparseTensor
from raggedkit._xp import to_host
from raggedkit.reprs import counts, tree
from tests.strict_cupy.array import StrictArray

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


def sparse(array: Callable[[Any], Any]) -> SparseTensor:
    at = np.array([[0, 0], [2, 5], [1, 1], [1, 1]])
    return SparseTensor(array(at), array(np.arange(4.0)), array(np.array([5, 7])))


SHOWS: dict[str, Callable[[Any], str]] = {
    "html": lambda x: x._repr_html_(),
    "diagram": lambda x: rk.diagram(x, highlight=0, encodings="all").svg,
}


@pytest.mark.parametrize("show", SHOWS.values(), ids=SHOWS)
@pytest.mark.parametrize("make", [ragged, sparse], ids=["ragged", "sparse"])
def test_the_same_as_on_the_host(
    make: Callable[[Callable[[Any], Any]], Any], show: Callable[[Any], str]
) -> None:
    assert show(make(StrictArray)) == show(make(np.asarray))


def test_padding_is_the_same_as_on_the_host() -> None:
    on_device, on_host = (
        rk.diagram(ragged(array), padded=True).svg for array in (StrictArray, np.asarray)
    )
    assert on_device == on_host
