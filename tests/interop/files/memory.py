"""Files larger than the memory that a process may allocate: `python -m tests.interop.files.memory`.

The limit of the system counts what is allocated, not the pages of files that are mapped. So a
step that copies a file to memory ends with a MemoryError.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit._typing import Array

ROW = 100  # values of a row on average
PIECE = 1 << 20  # values that are written at a time


def allocated() -> int:
    """Return the bytes that the process has allocated."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * int(next(x.split()[1] for x in lines if x.startswith("VmData")))


@contextmanager
def at_most(more: int) -> Iterator[None]:
    """Allow the process ``more`` bytes than it has now."""
    was = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (allocated() + more, was[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, was)


def fails_above(more: int) -> bool:
    """Whether the limit works: an array of twice its size is refused."""
    try:
        with at_most(more):
            np.ones(more // 4)
    except MemoryError:
        return True
    return False


def splits_of(count: int) -> Array:
    """Return row splits of rows of 50 and 150 values."""
    lengths = np.tile([ROW // 2, ROW + ROW // 2], count // (2 * ROW))
    return np.append(np.insert(lengths.cumsum(), 0, 0), count)


def maps(folder: Path, size: int, more: int) -> None:
    """Use a tensor over memory maps of ``size`` bytes, and write the result into another one."""
    count = size // 8
    values = np.lib.format.open_memmap(folder / "values.npy", "w+", np.float64, (count,))
    for first in range(0, count, PIECE):
        values[first : first + PIECE] = np.arange(first, min(count, first + PIECE)) % 1000
    np.save(folder / "row_splits.npy", splits_of(count))
    made = np.lib.format.open_memmap(folder / "made.npy", "w+", np.float64, (count,))
    began = time.perf_counter()
    with at_most(more):
        held = {name: np.load(folder / f"{name}.npy", "r") for name in ("values", "row_splits")}
        rt = rk.RaggedTensor.from_buffers(held)
        assert np.shares_memory(rt.flat_values, held["values"])
        some = rt[1000:2000].sum(axis=1)
        sums = rt.sum(axis=1)
        assert sums[1000:2000].tolist() == some.tolist()
        into: Any = rt.with_flat_values(made)
        rows: Any = rt
        np.add(rows, 1, out=into)
    assert float(sums.sum()) == count / 1000 * 499_500
    assert made[-1] == rt.flat_values[-1] + 1
    report(size, more, time.perf_counter() - began)


def parquet(folder: Path, size: int, more: int) -> None:
    """Reduce a file with ``size`` bytes of values batch by batch."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path, rows = folder / "rows.parquet", PIECE // ROW
    rng = np.random.default_rng(0)
    total, written = 0.0, 0
    kind = pa.schema([("values", pa.large_list(pa.float64()))])
    options = {"use_dictionary": False, "compression": None, "write_page_checksum": True}
    with pq.ParquetWriter(path, kind, **options) as writer:
        while written < size // 8:
            lengths = np.full(rows, ROW)
            rt = rk.RaggedTensor.from_row_lengths(rng.random(rows * ROW), lengths)
            writer.write_batch(pa.record_batch({"values": rt.to_arrow()}))  # a row group each
            total += float(rt.flat_values.sum())
            written += rows * ROW
    groups = pq.read_metadata(path).num_row_groups
    began = time.perf_counter()
    with at_most(more):
        found, count = 0.0, 0
        for rt in rk.RaggedTensor.iter_parquet(path, batch_size=10_000):
            found += float(rt.sum())
            count += len(rt)
    assert count == written // ROW
    assert abs(found - total) < 1e-6 * total
    report(path.stat().st_size, more, time.perf_counter() - began, f"{groups} row groups")


def report(size: int, more: int, seconds: float, note: str = "") -> None:
    """Print the figures of a run."""
    text = f"{size / 1e6:.0f} MB of file, {more / 1e6:.0f} MB allowed, {seconds:.1f} s {note}"
    sys.stdout.write(text.strip() + "\n")


if __name__ == "__main__":
    # Compiled loops would start within the limit, and a compiler allocates much.
    rk.options(engine="numpy")
    kind, where, size, more = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    assert fails_above(more)
    (maps if kind == "maps" else parquet)(where, size, more)
