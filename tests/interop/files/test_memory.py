"""Files larger than the memory that a process may allocate: memory maps, batches of Parquet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign import TIMES

pytest.importorskip("pyarrow")
ROOT = Path(__file__).parents[3]
MB = 1_000_000
# Size of the values and bytes that may be allocated; the second size is for `make campaign`.
SIZES = {
    "maps": ((400 * MB, 60 * MB), (4000 * MB, 500 * MB)),
    "parquet": ((400 * MB, 200 * MB), (4000 * MB, 200 * MB)),
}


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the limit is one of Linux")
@pytest.mark.parametrize("kind", SIZES)
def test_files_larger_than_the_memory_that_is_allowed(kind: str, tmp_path: Path) -> None:
    size, more = SIZES[kind][TIMES > 1]
    code = [sys.executable, "-m", "tests.interop.files.memory", kind, str(tmp_path)]
    # The pool of the system returns memory at once; each thread would have an arena of its own.
    settings = {"ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_ARENA_MAX": "2"}
    environment = {**os.environ, **settings, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*code, str(size), str(more)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    sys.stdout.write(done.stdout)
