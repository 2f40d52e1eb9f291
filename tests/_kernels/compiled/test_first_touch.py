"""The first large calls of a process: their bits, the compiler's thread, files, forks and Ctrl-C.

Each program runs in a process of its own, with a folder for loops that is empty or has them all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True, scope="module")
def form() -> str:
    """Once, not once for each form of the kernels: the programs choose it."""
    return "as it comes"


def started(code: str, kept: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(kept), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", DATA + code]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)


def ended(process: subprocess.Popen[str]) -> list[str]:
    said, complaints = process.communicate(timeout=600)
    assert (process.returncode, complaints) == (0, "")
    return said.splitlines()


def run(code: str, kept: Path) -> list[str]:
    return ended(started(code, kept))


DATA = """
import os, signal, sys, threading, time
import numpy as np
import raggedkit as rk
from raggedkit._kernels.compiled import bridge, store, worker

rng = np.random.default_rng(3)
lengths = rng.integers(0, 20, 6000)
numbers = rng.standard_normal(lengths.sum()) * 1e3
numbers[rng.integers(0, lengths.sum(), 300)] = np.repeat([0.0, -0.0, np.inf], 100)
x = rk.RaggedTensor.from_row_lengths(numbers, lengths)
"""
BITS = """
import zlib
n = np.where(rng.random(numbers.shape[0]) < 0.01, -0.0, numbers)
odd = x.with_values(np.where(rng.random(n.shape[0]) < 0.001, np.nan, n))
whole = x.with_values(rng.integers(-100, 100, n.shape[0]))
single = rk.cast(x.with_values(n), "float32")
rows, flags = rng.permutation(6000), x.with_values(rng.random(n.shape[0]) < 0.5)
groups = rng.integers(0, 50, n.shape[0])
np.seterr(all="ignore")
def exact():
    for t in (odd, single, whole):
        yield from (t[flags], t[:, 1:], t[:, ::-1], rk.gather(t, rows), t.to_tensor(), t[rows > 9])
        yield from (rk.where(flags, t, t), rk.concat([t, t], 1), rk.argmax(t, 1, empty=0))
        yield from (rk.cumsum(t, 1), rk.cumprod(t, 1), t.any(axis=1), rk.count_nonzero(t, axis=1))
        yield rk.unsorted_segment_sum(t.flat_values, groups, 50)
    yield from (whole.sum(axis=1), whole.max(axis=1, empty=0), rk.reduce_sum(flags, 1))
def inexact():
    for t in (odd, single):
        yield from (t.sum(axis=1), t.std(axis=1), t.prod(axis=1), rk.softmax(t), t.mean(axis=1))
        yield from (t.max(axis=1, empty=0), rk.sort(t, 1))
    yield from (whole.mean(axis=1), whole.std(axis=1))
def digits(*kinds):
    found = 0
    for results in kinds:
        for r in results():
            values = r.flat_values if isinstance(r, rk.RaggedTensor) else np.asarray(r)
            if values.dtype.kind == "f":
                values = np.where(values != values, np.nan, values)  # NaN counts as one value
            found = zlib.crc32(np.ascontiguousarray(values).tobytes(), found)
            found = zlib.crc32(str((values.dtype, values.shape)).encode(), found)
    return found
def settle():
    while worker._thread is not None:
        time.sleep(0.05)
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("loops")


@pytest.fixture(scope="module")
def cold(kept: Path) -> list[str]:
    """The digits of a process that finds no loop: of the first call, the tenth, and later ones."""
    code = """
calls = [digits(exact, inexact) for _ in range(10)]
settle()
print(*dict.fromkeys([*calls, digits(exact, inexact)]), "numba" in sys.modules)
"""
    return run(BITS + code, kept)[0].split()


def test_bits_are_those_of_the_first_call(cold: list[str]) -> None:
    digits, compiled = cold
    assert digits.isdigit()
    assert compiled == "True"


def test_bits_do_not_depend_on_what_is_on_disk(cold: list[str], kept: Path) -> None:
    warm = run(BITS + "print(digits(exact, inexact), 'numba' in sys.modules)", kept)
    assert warm[0].split() == [cold[0], "False"]  # and no loop needs numba any more


@pytest.mark.parametrize("threads", [1, 8])
def test_bits_do_not_depend_on_threads(cold: list[str], kept: Path, threads: int) -> None:
    few = f"os.cpu_count = lambda: {threads}\nbridge._SHARE = 2000\n"
    assert run(few + BITS + "print(digits(exact, inexact))", kept) == [cold[0]]


def test_operations_that_do_not_wait_have_the_bits_of_numpy(cold: list[str], kept: Path) -> None:
    code = """
found = []
for engine in ("numpy", "numba"):
    with rk.options(engine=engine):
        found.append(digits(exact))
print(*found)
"""
    one, other = run(BITS + code, kept)[0].split()
    assert one == other


# ------------------------------------------------------------------ the compiler's thread
SUM = "print((x.sum(axis=1) == np.array([row.sum() for row in x])).all() or 'close')\n"
SLOW = """
real = worker.Job.run
def slow(self):
    time.sleep(1)
    real(self)
worker.Job.run = slow
"""


def test_a_process_ends_while_a_loop_is_compiled(tmp_path: Path) -> None:
    code = "print(x[x > 5].nrows(), worker._thread is not None)"
    assert run(code, tmp_path) == ["6000 True"]


def test_numpy_serves_while_a_loop_is_compiled(tmp_path: Path) -> None:
    code = "print(x[x > 5].nrows(), bridge.made, 'numba' in sys.modules)"
    assert run(SLOW + code, tmp_path) == ["6000 [] False"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_the_wait_and_the_next_call_works(tmp_path: Path) -> None:
    code = """
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
interrupt = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
interrupt.start()
try:
    x.sum(axis=1)
except KeyboardInterrupt:
    print("interrupted")
print(x.sum(axis=1).shape, [made.name for made in bridge.made])
"""
    assert run(SLOW + code, tmp_path) == ["interrupted", "(6000,) ['sum_rows_with_rest']"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_forked_process_has_no_thread_and_compiles_what_it_needs(tmp_path: Path) -> None:
    code = """
x[x > 5]  # a loop is compiled in the background
child = os.fork()
if not child:
    kept = x[x > 5].nrows()  # NumPy's form, for good
    assert kept == 6000 and threading.active_count() == 1 and worker._thread is None
    assert x.sum(axis=1).shape == (6000,)
    assert bridge.made[-1].name == "sum_rows_with_rest"
    assert threading.active_count() == 1
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert run(code, tmp_path) == ["0"]


def test_a_process_that_can_start_no_thread_waits(tmp_path: Path) -> None:
    code = """
def refuses(self):
    raise RuntimeError("can't start new thread")
worker.threading.Thread.start = refuses
print(x[x > 5].nrows(), len(bridge.made), x.sum(axis=1).shape, len(bridge.made))
"""
    assert run(code, tmp_path) == ["6000 0 (6000,) 1"]


# ------------------------------------------------------------------ files
LOADED = "x.sum(axis=1)\nprint('numba' in sys.modules, [made.path is None for made in bridge.made])"


@pytest.fixture(scope="module")
def one_loop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the loop that LOADED compiles."""
    folder = tmp_path_factory.mktemp("loop")
    assert run(LOADED, folder) == ["True [False]"]
    return folder


def test_a_loop_on_disk_is_loaded_without_numba(one_loop: Path) -> None:
    assert run(LOADED, one_loop) == ["False []"]


def test_two_processes_may_compile_one_loop_at_once(tmp_path: Path) -> None:
    both = [started(LOADED, tmp_path) for _ in range(2)]
    assert {line for process in both for line in ended(process)} <= {"True [False]", "False []"}
    assert run(LOADED, tmp_path) == ["False []"]
    assert [file.suffix for file in tmp_path.rglob("*") if file.is_file()] == [".loop"]


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for _ in range(2):
        assert run(LOADED, tmp_path / "file") == ["True [True]"]


@pytest.mark.parametrize("damage", ["short", "other bytes", "empty", "stale"])
def test_a_file_that_does_not_fit_is_written_again(
    one_loop: Path, tmp_path: Path, damage: str
) -> None:
    shutil.copytree(one_loop, tmp_path, dirs_exist_ok=True)
    (file,) = tmp_path.rglob("*.loop")
    whole = file.read_bytes()
    at = whole.index(b'"stamp": "') + 10
    broken = {
        "short": whole[:-9],
        "other bytes": whole[:-1] + b"x" * (1 + (whole[-1:] == b"x")),
        "empty": b"",
        "stale": whole[:at] + b"00000000" + whole[at + 8 :],
    }[damage]
    file.write_bytes(broken)
    assert run(LOADED, tmp_path) == ["True [False]"]
    assert file.read_bytes() == whole
