"""No operation returns or keeps a writeable array that is a row encoding of a tensor."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from raggedkit import RaggedTensor
from tests import unvalidated_calls as every


def encodings(rt: Any) -> list[Any]:
    kept = [(p._splits, p._lengths, p._rowids, p._places) for p in rt.partitions]
    return [a for four in kept for a in four if a is not None and a.size]


def flat() -> Any:
    return RaggedTensor.from_row_lengths(np.arange(4), [2, 0, 1, 1])


@pytest.mark.parametrize("make", [flat, lambda: RaggedTensor.from_row_lengths(flat(), [2, 2])])
def test_what_can_be_written_to_cuts_no_rows(make: Callable[[], Any]) -> None:
    found = set()
    for name, call in every.calls().items():
        x = make()
        owner = x.partitions[0] if name.startswith("RowPartition.") else x
        for offered in every.arguments(owner):
            told, args, kwargs = offered()
            if every.is_method(name) and args[0] is not owner:
                continue
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                try:
                    results = call(*args, **kwargs)
                except Exception:  # noqa: BLE001, RUF100  # another test looks at errors
                    continue
            for one in results if isinstance(results, tuple | list) else [results]:
                ragged = isinstance(one, RaggedTensor)
                kept = encodings(x) + (encodings(one) if ragged else [])
                writeable = [one._flat if ragged else one, *(args if ragged else ())]
                if any(
                    isinstance(a, np.ndarray) and a.flags.writeable and np.shares_memory(a, e)
                    for a in writeable
                    for e in kept
                ):
                    found.add(f"{name}({told})")
    assert not found - {"RaggedTensor.__reduce__(x)", "RowPartition.__reduce__(x)"}
