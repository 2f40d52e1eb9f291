"""A cluster of two processes: equal to one process, also after a worker has died."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.interop.dask import boolean_mask, from_parquet, from_ragged, map_rows, to_parquet
from tests.interop.dask.metadata import ROOT, installed_beside

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
distributed = pytest.importorskip("distributed")

# A loaded machine may take long to start a process or to answer; nothing here waits for the time.
PATIENT = {
    "distributed.comm.timeouts.connect": "180s",
    "distributed.comm.timeouts.tcp": "180s",
    "distributed.scheduler.worker-ttl": None,
    "distributed.scheduler.allowed-failures": 10,
    "distributed.worker.memory.terminate": False,
    "distributed.admin.tick.limit": "1h",
}
ROWS = 4000
RNG = np.random.default_rng(0)
LENGTHS = RNG.poisson(10, ROWS) * (RNG.random(ROWS) > 0.1)
RT = rk.RaggedTensor.from_row_lengths(RNG.random(LENGTHS.sum()), LENGTHS)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two workers with one thread each, which find raggedkit as if it were installed."""
    folder = tmp_path_factory.mktemp("cluster")
    site = installed_beside(folder / "site")
    with pytest.MonkeyPatch.context() as patch, dask.config.set(PATIENT):
        patch.syspath_prepend(site)  # workers get the path of this process
        with (
            distributed.LocalCluster(
                n_workers=2,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                local_directory=str(folder),
                silence_logs=logging.CRITICAL,
            ) as cluster,
            distributed.Client(cluster, timeout="180s") as found,
        ):
            yield found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    to_parquet(from_ragged(RT, 8), folder, "x")
    return folder


def test_workers_compute_means_of_tensors_that_a_task_makes(client: Any) -> None:
    """No task names `raggedkit.interop.dask`: only the entry point lets workers count values."""

    def loaded() -> list[str]:
        return [name for name in ("raggedkit.interop.dask", "dask.array") if name in sys.modules]

    def without_zeros(block: Any) -> Any:
        import raggedkit as rk

        return rk.RaggedTensor.from_tensor(block, padding=0)

    before = client.run(loaded)
    assert len(before) == 2
    assert list(before.values()) == [[], []]
    dense = RT.to_tensor()
    blocks = da.from_array(dense, chunks=(500, -1))
    x = blocks.map_blocks(without_zeros, meta=RT[:0], chunks=(blocks.chunks[0], np.nan))
    np.testing.assert_allclose(x.mean(axis=1).compute(), RT.mean(axis=1))
    assert float(x.std().compute()) == pytest.approx(float(RT.std()))


def test_equal_to_one_process(client: Any, files: Path) -> None:
    x = from_parquet(files, "x")
    np.testing.assert_allclose(np.sqrt(x).mean(axis=1).compute(), np.sqrt(RT).mean(axis=1))
    assert float(x.mean().compute()) == pytest.approx(float(RT.mean()))
    assert boolean_mask(x, x > 0.9).compute().identical(RT[RT > 0.9])
    assert x[x.sum(axis=1) > 6].compute().identical(RT[RT.sum(axis=1) > 6])
    np.testing.assert_array_equal(np.median(x, axis=1).compute(), np.median(RT, axis=1))
    assert map_rows(rk.sort, x, axis=1).compute().identical(rk.sort(RT, axis=1))
    assert (x * x - x).compute().identical(RT * RT - RT)


def test_files_written_by_workers(client: Any, files: Path, tmp_path: Path) -> None:
    written = to_parquet(np.sqrt(from_parquet(files, "x")), tmp_path, "y")
    assert len(written) == 8
    y = from_parquet(tmp_path, "y")
    assert y.chunks[0] == from_parquet(files, "x").chunks[0]
    assert y.compute().identical(np.sqrt(RT))


def test_data_of_the_client(client: Any) -> None:
    x = from_ragged(RT, 4).persist()
    distributed.wait(x)
    counted = client.run_on_scheduler(
        lambda dask_scheduler: sum(
            task.nbytes for task in dask_scheduler.tasks.values() if task.state == "memory"
        )
    )
    assert RT.nbytes <= counted < RT.nbytes + 20_000
    assert float(x.var().compute()) == pytest.approx(float(RT.var()))
    future = client.scatter(RT)
    assert (
        client.submit(lambda rt: rk.sort(rt, axis=1), future)
        .result()
        .identical(rk.sort(RT, axis=1))
    )


def test_errors_of_workers_name_the_partition(client: Any) -> None:
    def short(block: Any) -> Any:
        return block[:-1] if len(block) > 1000 else block

    sizes = from_ragged(RT, 3)
    with pytest.raises(ValueError, match=r"f\(partition \d\) must have the 133\d rows of the part"):
        map_rows(short, sizes, meta=RT).compute()


def test_a_worker_that_dies_in_the_middle(client: Any, files: Path, tmp_path: Path) -> None:
    """A task kills its worker the first time; its results and those in memory are made again."""
    once = str(tmp_path / "once")

    def dies_once(block: Any) -> Any:
        if len(block) and block.flat_values[0] == first:
            try:
                os.close(os.open(once, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return block * 2

    x = from_parquet(files, "x")
    first = x.blocks[5].compute().flat_values[0]  # in a late partition
    held = np.sqrt(x).persist()
    distributed.wait(held)
    y = map_rows(dies_once, x, meta=RT)
    total, root = dask.compute(y.sum(axis=1), held.sum(axis=1))
    assert os.path.exists(once)
    np.testing.assert_allclose(total, 2 * RT.sum(axis=1))
    np.testing.assert_allclose(root, np.sqrt(RT).sum(axis=1))
    folder = tmp_path / "after"
    to_parquet(y, folder, "x")
    assert from_parquet(folder, "x").compute().identical(RT * 2)


ENTRY = """
import sys
import {first}
print("raggedkit.interop.dask" in sys.modules, "dask.array" in sys.modules)
import dask.array as da, dask.array.dispatch
import numpy as np, raggedkit as rk
rt = rk.array([[3.0, 1.0], [], [5.0]])
assert not any("WhenImported" in type(x).__name__ for x in sys.meta_path)
x = da.Array({{("x", 0, 0): rt}}, "x", chunks=((3,), (np.nan,)), meta=rt[:0])
print(x.mean().compute(), "raggedkit.interop.dask" in sys.modules)
import importlib.util
print(type(importlib.util.find_spec("dask.array.dispatch").loader).__name__)
"""


@pytest.mark.parametrize("first", ["dask", "dask.array"])
def test_the_entry_point_is_lazy(first: str, tmp_path: Path) -> None:
    """It imports no more of dask than the program does."""
    path = os.pathsep.join([str(installed_beside(tmp_path)), str(ROOT), str(ROOT / "facades")])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ENTRY.format(first=first)],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded, mean, loader = done.stdout.splitlines()
    assert loaded == f"False {first == 'dask.array'}"
    assert mean == "3.0 True"
    assert loader == "SourceFileLoader"
