"""More data than the memory of a worker: `make campaign` runs it and prints what it took."""

from __future__ import annotations

import logging
import resource
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.interop.dask import (
    boolean_mask,
    from_delayed,
    from_parquet,
    from_ragged,
    map_rows,
    to_parquet,
)
from tests.campaign import TIMES
from tests.interop.dask.metadata import installed_beside

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
pq = pytest.importorskip("pyarrow.parquet")

pytestmark = pytest.mark.skipif(TIMES == 1, reason="`make campaign` runs it: 4 GB of files")

PART = 32 << 20  # bytes of values in a row group
WANTED = 4 << 30
LIMIT = 10**9  # bytes of memory of a worker


def drawn_now(seed: int) -> Any:
    """Return rows of ten values on average, some of them empty."""
    rng = np.random.default_rng(seed)
    n = PART // 8
    cuts = np.sort(rng.integers(0, n + 1, n // 10 - 1, dtype=np.int64))
    splits = np.concatenate([[0], cuts, [n]])
    return rk.RaggedTensor.from_row_splits(rng.random(n), splits)


drawn = dask.delayed(drawn_now, pure=True)


def peak() -> int:
    """Return the most memory that this process has had."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(installed_beside(folder / "site"))
        with (
            distributed.LocalCluster(
                n_workers=2,
                threads_per_worker=1,
                memory_limit=LIMIT,
                host="127.0.0.1",
                dashboard_address=None,
                local_directory=str(folder),
                silence_logs=logging.CRITICAL,
            ) as cluster,
            distributed.Client(cluster, timeout="180s") as found,
        ):
            yield found


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def timed(name: str, call: Any) -> Any:
    start = time.perf_counter()
    found = call()
    say(f"{name}: {time.perf_counter() - start:.1f} s")
    return found


def test_files_larger_than_the_workers(client: Any, tmp_path: Path) -> None:
    size = min(WANTED, shutil.disk_usage(tmp_path).free // 4)
    count = max(size // PART, 4)
    made = from_delayed([drawn(i) for i in range(count)], [PART // 80] * count, rk.array([[0.5]]))
    files = timed("write", lambda: to_parquet(made, tmp_path / "x", "x", compression="none"))
    on_disk = sum(Path(file).stat().st_size for file in files)
    say(f"{on_disk / 1e9:.2f} GB in {count} files, workers of {LIMIT / 1e9:.0f} GB")
    x = from_parquet(tmp_path / "x", "x")

    asked = {
        "sum": x.sum(),
        "max": x.max(),
        "mean": x.mean(),
        "largest row": np.sqrt(x).sum(axis=1).max(),
        "masked": boolean_mask(x, x > 0.9).sum(),
        "rows": (x.sum(axis=1) > 20).sum(),
        "medians": np.nansum(map_rows(rk.median, x, axis=1)),
    }
    (found,) = timed("reduced", lambda: dask.compute(asked))
    back = timed("selected and written", lambda: to_parquet(x[x.sum(axis=1) > 20], tmp_path / "y"))

    parts = []
    for file in files:  # one row group at a time in this process
        rt = rk.RaggedTensor.from_parquet(file, "x")
        rows = rt.sum(axis=1)
        medians = np.nansum(rt.median(axis=1))
        largest = np.sqrt(rt).sum(axis=1).max()
        parts.append(
            (rt.sum(), rt.max(), rt.size, largest, rt[rt > 0.9].sum(), (rows > 20).sum(), medians)
        )
    columns = dict(zip([*found], np.array(parts, dtype=float).T, strict=True))
    wanted = {name: column.sum() for name, column in columns.items()}
    wanted |= {name: columns[name].max() for name in ("max", "largest row")}
    wanted["mean"] = wanted["sum"] / columns["mean"].sum()
    assert {name: float(value) for name, value in found.items()} == pytest.approx(wanted)
    assert sum(from_parquet(back, "values").chunks[0]) == wanted["rows"]
    peaks = client.run(peak)
    say("most memory of the workers: " + ", ".join(f"{n / 1e6:.0f} MB" for n in peaks.values()))
    assert len(peaks) == 2
    assert all(n < LIMIT for n in peaks.values())
    assert on_disk > 3 * LIMIT or size < WANTED


def test_how_it_grows_with_partitions(tmp_path: Path) -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.arange(160_000.0), np.full(16_000, 10))
    for n in (1000, 4000, 16_000):
        x = timed(f"{n} partitions, from_ragged", lambda n=n: from_ragged(rt, n))
        sums = timed(
            f"{n} partitions, row sums",
            lambda x=x: x.sum(axis=1).compute(scheduler="synchronous"),
        )
        np.testing.assert_array_equal(sums, rt.sum(axis=1))
        path = tmp_path / f"{n}.parquet"
        import pyarrow as pa

        pq.write_table(pa.table({"x": rt.to_arrow()}), path, row_group_size=len(rt) // n)
        y = timed(f"{n} partitions, from_parquet", lambda path=path: from_parquet(path, "x"))
        assert y.npartitions == n
