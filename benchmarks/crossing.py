"""How long 200 000 ragged rows take from R to Python and back: ``python -m benchmarks.crossing``.

The targets are 0.2 s and 1 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit_r import attach, from_r, to_r

ROWS = 200_000


def fastest(call: Callable[[], Any], rounds: int = 3) -> float:
    took = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return min(took)


def columns() -> dict[str, rk.RaggedTensor]:
    rng = np.random.default_rng(0)
    lengths = rng.integers(0, 10, ROWS)
    values = rng.normal(size=int(lengths.sum()))
    days = (values * 1000).astype("M8[D]")
    flat = {
        "float64": values,
        "int64": (values * 1000).astype(np.int64),
        "bool": values > 0,
        "str": values.astype("U8"),
        "datetime64[D]": days,
        "datetime64[us]": days.astype("M8[us]"),
    }
    return {name: rk.RaggedTensor.from_row_lengths(v, lengths) for name, v in flat.items()}


def main() -> None:
    attach()
    from rpy2.rinterface import evalr

    as_list = evalr("function(x) as.list(x)")
    with_na = evalr("function(x) lapply(as.list(x), function(row) c(row, NA))")
    print(f"{ROWS} rows of 0 to 9 values, seconds    Python -> R    R -> Python    R's plain list")
    for name, rt in columns().items():
        x = to_r(rt)
        assert from_r(x).identical(rt)
        plain = as_list(x)
        calls = (partial(to_r, rt), partial(from_r, x), partial(from_r, plain))
        row = [fastest(call) for call in calls]
        print(f"{name:>38} {row[0]:14.3f} {row[1]:14.3f} {row[2]:17.3f}")
    plain = with_na(to_r(columns()["int64"]))
    print(f"{'int64 with NA':>38} {'':14} {'':14} {fastest(partial(from_r, plain)):17.3f}")


if __name__ == "__main__":
    main()
