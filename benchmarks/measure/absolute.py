"""Absolute costs of raggedkit: overhead per call, growth, peak memory, exchange with R."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import raggedkit as rk
from benchmarks.adapters import OURS, adapter_of
from benchmarks.cases import Case, Data, typical_lengths
from benchmarks.measure.processes import ROOT, memory_bytes
from benchmarks.measure.worker import seconds_per_call, timed
from benchmarks.operations import OPERATIONS
from benchmarks.report.page import publish
from benchmarks.results import COPY, FOLDER, Results

__all__ = [
    "growth_rows",
    "measure_growth",
    "measure_memory",
    "measure_overhead",
    "measure_r_exchange",
    "memory_rows",
    "overhead_rows",
    "peak_memory",
]

Call = Callable[[], Any]
Row = dict[str, Any]

SIZES = (10**4, 10**5, 10**6, 10**7, 10**8)
BYTES_NEEDED = 60  # per value: the most that the data and any operation of the growth table use
R_ROWS = 200_000


# ------------------------------------------------------------------ overhead per call
def _overhead_calls() -> dict[str, tuple[str, Call, Call]]:
    """Return name -> family, raggedkit's call, NumPy's call on the bare arrays."""
    d = Data(Case("small"))
    v, s, n = d.values, d.splits, d.nrows
    x = rk.RaggedTensor.from_row_splits(v, s)
    y = x.with_values(d.other)
    present = np.flatnonzero(d.lengths)
    starts, order = s[:-1][present], d.order
    positions = np.concatenate([np.arange(s[i], s[i + 1]) for i in order])
    inner = np.concatenate([np.arange(s[i], s[i + 1])[1:3] for i in range(n)])
    inside = np.arange(d.width) < d.lengths[:, None]
    hundred = rk.RaggedTensor.from_row_lengths(np.zeros(500, np.float32), np.full(100, 5))
    flat = hundred.flat_values.reshape(100, 5)

    def reduced(ufunc: np.ufunc) -> Call:
        def bare() -> Any:
            out = np.zeros(n, v.dtype)
            out[present] = ufunc.reduceat(v, starts)
            return out

        return bare

    def padded() -> Any:
        out = np.zeros(inside.shape, v.dtype)
        out[inside] = v
        return out

    moved = "slices, gather, to_tensor"
    return {
        "-x": ("elementwise", lambda: -x, lambda: -v),
        "x + 1": ("elementwise", lambda: x + 1, lambda: v + 1),
        "x + y": ("elementwise", lambda: x + y, lambda: v + d.other),
        "x > 0": ("elementwise", lambda: x > 0, lambda: v > 0),
        "np.exp(x)": ("elementwise", lambda: np.exp(x), lambda: np.exp(v)),
        "np.maximum(x, y)": (
            "elementwise",
            lambda: np.maximum(x, y),
            lambda: np.maximum(v, d.other),
        ),
        "reduce_sum(x, axis=1)": (
            "reductions",
            lambda: rk.reduce_sum(x, axis=1),
            reduced(np.add),
        ),
        "reduce_max(x, axis=1)": (
            "reductions",
            lambda: rk.reduce_max(x, axis=1),
            reduced(np.maximum),
        ),
        "x.sum(axis=1)": ("reductions", lambda: x.sum(axis=1), reduced(np.add)),
        "x.mean(axis=1)": (
            "reductions",
            lambda: x.mean(axis=1),
            lambda: reduced(np.add)() / d.lengths,
        ),
        "x[1:3]": (moved, lambda: x[1:3], lambda: (v[s[1] : s[3]], s[1:4] - s[1])),
        "x[:, 1:3]": (moved, lambda: x[:, 1:3], lambda: v.take(inner)),
        "gather(x, rows)": (moved, lambda: rk.gather(x, order), lambda: v.take(positions)),
        "x.to_tensor()": (moved, lambda: x.to_tensor(), padded),
        "x[2]": ("one row", lambda: x[2], lambda: v[s[2] : s[3]]),
        "for row in x (a row)": (
            "one row of many",
            lambda: [None for _ in hundred],
            lambda: [None for _ in flat],
        ),
    }


def overhead_rows(rounds: int = 15, seconds: float = 5e-3) -> list[Row]:
    """Return the microseconds of each call on 5 rows, alternating with the bare NumPy call."""
    found = []
    with np.errstate(all="ignore"):
        for name, (family, ours, bare) in _overhead_calls().items():
            times: tuple[list[float], list[float]] = ([], [])
            loops = [max(1, int(seconds / max(_warm(call), 1e-7))) for call in (ours, bare)]
            for _ in range(rounds):
                for kept, call, count in zip(times, (ours, bare), loops, strict=True):
                    kept.append(seconds_per_call(call, count) * 1e6)
            each = 100 if family == "one row of many" else 1
            mine, theirs = (round(median(t) / each, 3) for t in times)
            found.append({"call": name, "family": family, "ours": mine, "numpy": theirs})
    return found


def _warm(call: Call) -> float:
    call()
    return seconds_per_call(call, 3)


def measure_overhead(folder: Path = FOLDER) -> None:
    """Measure, print and save the overhead per call."""
    rows = overhead_rows()
    for row in rows:
        over = row["ours"] - row["numpy"]
        print(f"{row['call']:24s} {row['ours']:8.2f} µs, {over:7.2f} more than NumPy")
    _save("overhead", rows, folder)


def _save(part: str, rows: list[Row], folder: Path) -> None:
    results = Results.read(folder / "results.json")
    results.parts[part] = rows
    publish(results, folder)


# ---------------------------------------------------------------------------- growth
def growth_rows(library: str, values: int) -> list[Row]:
    """Return nanoseconds and peak bytes per value, for float32 in rows of typical lengths."""
    rk.options(engine="numpy" if library == "raggedkit" else "numba")
    lengths = typical_lengths(max(1, round(values / 9.9)), np.random.default_rng(0))
    data = Data(Case("typical"), lengths)
    x = rk.RaggedTensor.from_row_splits(data.values, data.splits, validate=False)
    given = data.values.nbytes + data.splits.nbytes
    target = np.ones_like(data.values)
    calls: dict[str, tuple[int, Call]] = {
        COPY: (given + target.nbytes, lambda: np.copyto(target, data.values)),
        "x + 1": (given, lambda: x + 1),
        "reduce_sum(x, axis=1)": (given, lambda: rk.reduce_sum(x, axis=1)),
        "gather(x, rows)": (given + data.order.nbytes, lambda: rk.gather(x, data.order)),
        "x.to_tensor()": (given, lambda: x.to_tensor()),
        "sort(x, axis=1)": (given, lambda: rk.sort(x, axis=1)),
    }
    found = []
    for op, (input_bytes, call) in calls.items():
        if op == COPY and library != OURS[0]:
            continue
        call()
        loops = max(1, 200_000 // values)
        times = [seconds_per_call(call, loops) for _ in range(5 if values < 10**7 else 3)]
        cost = median(times) / data.nvals * 1e9
        peak = (peak_memory(call)[0] + input_bytes) / data.nvals
        found.append({"op": op, "engine": library, "values": values, "ns": cost, "bytes": peak})
    return found


def measure_growth(folder: Path = FOLDER, most: float = SIZES[-1], limit: float = 180) -> None:
    """Measure, print and save every size up to ``most`` that fits into half of the memory."""
    rows: list[Row] = []
    for library in OURS:
        for values in SIZES:
            if values > most or BYTES_NEEDED * values > memory_bytes() / 2:
                rows.append({"engine": library, "values": values, "why": "would not fit"})
                continue
            try:
                found = _growth_in_a_process(library, values, limit)
            except subprocess.TimeoutExpired:
                why = f"more than {limit:g} s"
                rows.append({"engine": library, "values": values, "why": why})
                continue
            for row in found:
                rows.append(row | {k: float(f"{row[k]:.4g}") for k in ("ns", "bytes")})
                print("{engine}: {op}, {values:.0e}: {ns:.3g} ns, {bytes:.3g} bytes".format(**row))
    _save("growth", rows, folder)


def _growth_in_a_process(library: str, values: int, limit: float) -> list[Row]:
    """Return `growth_rows` of a new process, so that every size starts with fresh memory."""
    command = [sys.executable, "-m", "benchmarks", "growth", "--one", library, str(values)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=limit)
    rows: list[Row] = json.loads(done.stdout)
    return rows


# ---------------------------------------------------------------------------- memory
def peak_memory(call: Call) -> tuple[int, Any]:
    """Return the peak bytes allocated during a call (as tracemalloc counts), and its result."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    try:
        result = call()
        return tracemalloc.get_traced_memory()[1] - before, result
    finally:
        tracemalloc.stop()


def memory_rows(library: str, case: Case, ops: Collection[str] | None = None) -> list[Row]:
    """Return each operation's peak memory divided by that of its input and output together."""
    adapter, data = adapter_of(library), Data(case)
    found = []
    adapter.load(data)
    for name in adapter.calls():
        operation = OPERATIONS[name]
        if not operation.fits(data) or "lists" in operation.needs or (ops and name not in ops):
            continue
        adapter.load(data)  # new tensors without cached partitions
        peak, result = peak_memory(adapter.calls()[name])
        given = operation.input_bytes(data)
        ratio = round((given + peak) / max(1, given + min(peak, _bytes_of(result))), 2)
        row = {"case": str(case), "engine": library, "op": name, "peak": peak, "ratio": ratio}
        found.append(row)
        del result
    return found


def _bytes_of(result: Any) -> int:
    """Return the size of the arrays of a result; a list counts as large as its peak."""
    if isinstance(result, np.ndarray):
        return result.nbytes
    if isinstance(result, tuple):
        return sum(map(_bytes_of, result))
    if hasattr(result, "dense_shape"):
        return _bytes_of(result.indices) + _bytes_of(result.values)
    if hasattr(result, "nested_row_splits"):
        return _bytes_of(result.flat_values) + _bytes_of(tuple(result.nested_row_splits))
    return 2**62 if isinstance(result, list) else 0


def measure_memory(
    folder: Path = FOLDER,
    kinds: Collection[str] = ("large", "skewed"),
    ops: Collection[str] | None = None,
) -> None:
    """Measure, print and save the peak memory of every operation; other rows are kept."""
    rows = []
    for kind in kinds:
        for library in OURS:
            for row in memory_rows(library, Case(kind), ops):
                rows.append(row)
                print(f"{row['case']}, {library}: {row['op']:20s} {row['ratio']:6.2f}", flush=True)
    new = {(row["case"], row["engine"], row["op"]) for row in rows}
    old = Results.read(folder / "results.json").parts.get("memory", [])
    kept = [row for row in old if (row["case"], row["engine"], row["op"]) not in new]
    _save("memory", kept + rows, folder)


# ------------------------------------------------------------------- exchange with R
def _r_columns(nrows: int) -> dict[str, rk.RaggedTensor]:
    rng = np.random.default_rng(0)
    lengths = rng.integers(0, 10, nrows)
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


def measure_r_exchange(nrows: int = R_ROWS) -> None:
    """Print the seconds that ragged rows take from Python to R and back."""
    from raggedkit_r import attach, from_r, to_r

    attach()
    from rpy2.rinterface import evalr

    def fastest(call: Call, rounds: int = 3) -> float:
        return min(timed(call)[0] for _ in range(rounds))

    as_list = evalr("function(x) as.list(x)")
    with_na = evalr("function(x) lapply(as.list(x), function(row) c(row, NA))")
    print(f"{nrows} rows of 0 to 9 values, seconds    Python -> R    R -> Python    R's plain list")
    columns = _r_columns(nrows)
    for name, rt in columns.items():
        x = to_r(rt)
        assert from_r(x).identical(rt)
        calls = (partial(to_r, rt), partial(from_r, x), partial(from_r, as_list(x)))
        row = [fastest(call) for call in calls]
        print(f"{name:>38} {row[0]:14.3f} {row[1]:14.3f} {row[2]:17.3f}")
    plain = with_na(to_r(columns["int64"]))
    print(f"{'int64 with NA':>38} {'':14} {'':14} {fastest(partial(from_r, plain)):17.3f}")
