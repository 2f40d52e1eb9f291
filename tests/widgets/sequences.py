"""Random tensors and events for the rules of the partition explorer, from a `random.Random`."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit.widgets._state import State

__all__ = ["FIELDS", "event", "plain", "tensor"]

FIELDS = (
    *("row_splits", "row_lengths", "value_rowids", "row_starts", "row_limits"),
    *("uniform_row_length", "nrows"),
)
KEYS = (
    *("1", "-1", "9", "0,0", "1,1", ":", ":2", "1:", "::-1", ":, ::-1", ":, :1", ":,0", ":,-1"),
    *("[0,1]", "[1,-1], 1:", "[7]", "0,0,0", "1,:,0", ":,:,0", ":,:,:1", "...", "...,0", "0,..."),
    *("...,1:", "::0", "1,", "[]", "[0],[0]", ":, [0]", "0,:1", "-1,0", ":,1,0", ":,:,:,0"),
    *("..., ::2", "5:1:-2", "[ 0, 1 ], 0", "", "rt > 3", "None", "x", "1 2", "0:1:-1, 0:"),
)
DTYPES = ("int8", "uint64", "float64", "float32", "float16", "bool", "U1", "M8[D]", "complex128")
ENTRIES = (
    *("0", "-1", "+7", "007", "128", "65536", "1e5", ".25", "-2.5", "3.", "1e-7", "123456789.125"),
    *(
        "nan",
        "-INF",
        "1e400",
        "0.1",
        "true",
        "False",
        "abc",
        "it's",
        '"',
        "\\",
        " b ",
        "\u00e9\u5b57",
    ),
    *("", " ", "1,5", "-0", "9" * 19, "9" * 45, "y" * 45, "z" * 201, "\u202e"),
)
HUGE = (2**62, 2**62, 2**63, 10**30, 10**45, 401, -(2**63) - 1)


def plain(state: State) -> dict[str, Any]:
    """Return the JSON of a state, as the page gets it."""
    found: dict[str, Any] = json.loads(json.dumps({"kind": "partition", **state.json()}))
    return found


def tensor(rng: Random) -> rk.RaggedTensor | rk.RowPartition:
    """Return a small tensor of ragged rank 1 to 3, or a partition; some are uniform."""
    kind = rng.random()
    if kind < 0.1:
        return rk.RowPartition.from_row_lengths(
            [rng.randint(0, 3) for _ in range(rng.randint(0, 4))]
        )
    if kind < 0.2:
        return rk.RaggedTensor.from_uniform_row_length(np.arange(6), rng.choice([1, 2, 3]))
    if kind < 0.25:
        inner = rk.ragged.constant([[1, 2], [], [3], [4, 5]])
        return rk.RaggedTensor.from_uniform_row_length(inner, 2)
    if kind < 0.5:
        flat = np.arange(4).astype(rng.choice(DTYPES))
        return rk.RaggedTensor.from_row_lengths(flat, [1, 0, 3])
    depth = rng.randint(1, 3)
    rt: rk.RaggedTensor = rk.ragged.constant(_rows(rng, depth), ragged_rank=depth)
    return rt


def _rows(rng: Random, depth: int) -> list[Any]:
    if not depth:
        return [rng.randint(0, 9) for _ in range(rng.randint(0, 3))]
    return [_rows(rng, depth - 1) for _ in range(rng.randint(0, 3))]


def event(rng: Random, state: State) -> dict[str, Any]:
    """Return an event: half of them typed vectors, valid or not."""
    level = rng.randrange(len(state.rows.levels))
    splits = state.rows.levels[level]
    if rng.random() < 0.5:
        field = rng.choice(FIELDS)
        text = _near(rng, splits, field) if rng.random() < 0.5 else _anything(rng)
        return {"type": "edit", "level": level, "field": field, "text": text}
    kind = rng.choice(
        [*("set", "move", "grow", "shrink", "add_row", "delete_row"), *("undo", "redo", "reset")]
        + ["slice", "slice"]
    )
    if kind in ("undo", "redo", "reset"):
        return {"type": kind}
    if kind == "slice":
        return {"type": kind, "text": rng.choice(KEYS)}
    found = {"type": kind, "level": level, "i": rng.randint(0, len(splits))}
    if kind == "set":
        found |= {"field": rng.choice(FIELDS), "text": str(rng.randint(-1, 5))}
        if rng.random() < 0.5:
            found |= {"field": "flat_values", "text": rng.choice(ENTRIES)}
    return found | ({"to": rng.randint(-1, 9)} if kind == "move" else {})


def _near(rng: Random, splits: tuple[int, ...], field: str) -> str:
    """Return the present vector with one number changed by one."""
    lengths = np.diff(splits).tolist()
    vectors: dict[str, list[int]] = {
        "row_splits": list(splits),
        "row_lengths": lengths,
        "row_starts": list(splits[:-1]),
        "row_limits": list(splits[1:]),
        "value_rowids": np.repeat(np.arange(len(lengths)), lengths).tolist(),
        "uniform_row_length": [rng.randint(0, 4)],
        "nrows": [len(lengths) + rng.randint(-2, 2)],
    }
    numbers = vectors[field]
    if len(numbers) > 1:
        numbers[rng.randrange(len(numbers))] += rng.randint(-1, 1)
    return str(numbers)


def _anything(rng: Random) -> str:
    numbers: list[Any] = [
        rng.choice([0, 0, 1, 2, 3, 4, 5, 8, -1]) for _ in range(rng.randint(0, 6))
    ]
    numbers = sorted(numbers) if rng.random() < 0.6 else numbers
    if rng.random() < 0.1:
        numbers.append(rng.choice(HUGE))
    if rng.random() < 0.1:
        numbers.append(rng.choice(["1.5", "a", "", "+3", "007", "'1'"]))
    return rng.choice([", ", "  ", ","]).join(map(str, numbers))
