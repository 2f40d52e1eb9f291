"""The bridge through rpy2. R runs in processes of its own, as a crash would take pytest along."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.facades.test_r_package import missing

ROOT = Path(__file__).parents[3]
EMBEDDED = ROOT / "tests/facades/embedded_r"
FILES = sorted(path.name for path in EMBEDDED.glob("test_*.py"))


def python(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The output of a new Python with this checkout; an empty setting unsets a variable."""
    paths = [str(ROOT), str(ROOT / "facades")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **settings}
    env.pop("PYTHON_SESSION_INITIALIZED", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={name: value for name, value in env.items() if value},
        capture_output=True,
        text=True,
        check=False,
        timeout=3600,
    )


@pytest.fixture(scope="session")
def rpy2() -> None:
    if not shutil.which("R"):
        missing("R", "tools/system.sh r installs it")
    if importlib.util.find_spec("rpy2") is None:
        missing("rpy2", "pip install -e '.[r]'")


@pytest.mark.r
@pytest.mark.usefixtures("rpy2")
@pytest.mark.parametrize("name", FILES)
def test_embedded(name: str) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = python("-m", "pytest", *options, str(EMBEDDED / name), RAGGEDKIT_EMBEDDED_R="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def says(code: str, *expected: str, **settings: str) -> None:
    """Run code that must raise an error of one line, and not crash."""
    done = python("-c", code, **settings)
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    last = done.stderr.strip().splitlines()[-1]
    for text in expected:
        assert text in last, done.stderr


def test_importing_loads_neither_rpy2_nor_r() -> None:
    done = python(
        "-c", "import sys, raggedkit_r, raggedkit_r.border.rpy2; sys.exit('rpy2' in sys.modules)"
    )
    assert done.returncode == 0, done.stderr


CALLS = {
    "attach": "raggedkit_r.attach()",
    "to_r": "raggedkit_r.to_r(raggedkit_r.TensorShape([1]))",
    "from_r": "raggedkit_r.from_r(1)",
    "extension": "raggedkit_r.load_ipython_extension(None)",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_rpy2_missing(call: str) -> None:
    code = f"import sys; sys.modules['rpy2'] = None; import raggedkit_r; {call}"
    says(code, "ModuleNotFoundError: rpy2 is missing, through which Python talks to R; pip install")


@pytest.mark.parametrize(
    ("version", "pin"),
    [
        ("4.2.2", "pip install 'rpy2==3.5.17', which works with R 4.2.2"),
        ("4.4.3", "pip install 'rpy2==3.5.17', which works with R 4.4.3"),
        ("4.5.0", "pip install --upgrade rpy2, which works with R 4.5.0"),
        ("4.10.1", "pip install --upgrade rpy2, which works with R 4.10.1"),
    ],
)
def test_the_pin_that_fits_is_named(version: str, pin: str, tmp_path: Path) -> None:
    code = "import sys; sys.modules['rpy2'] = None; import raggedkit_r; raggedkit_r.attach()"
    says(code, pin, PATH=fake_r(tmp_path, version), R_HOME="")


def fake_r(folder: Path, version: str) -> str:
    command = folder / "R"
    command.write_text(f'#!/bin/sh\necho "R version {version} (2030-01-01) -- \\"A Name\\""\n')
    command.chmod(0o755)
    return str(folder)


def fake_rpy2(folder: Path, failure: str) -> str:
    """An rpy2 that fails on import as one does that was made for another R."""
    package = folder / "rpy2/rinterface_lib"
    package.mkdir(parents=True)
    (folder / "rpy2/__init__.py").write_text("")
    for name in ("rpy2-3.6.9", "rpy2_rinterface-3.6.8", "rpy2_robjects-3.6.5"):
        part, _, version = name.partition("-")
        (folder / f"{name}.dist-info").mkdir()
        told = f"Metadata-Version: 2.1\nName: {part}\nVersion: {version}\n"
        (folder / f"{name}.dist-info/METADATA").write_text(told)
    (package / "__init__.py").write_text("")
    (package / "embedded.py").write_text(failure)
    return os.pathsep.join([str(folder), str(ROOT), str(ROOT / "facades")])


FAILURES = {
    "cffi": "class error(Exception): ...\nraise error('undefined symbol: R_getVar')",
    "symbol": "raise ImportError('_rinterface_cffi_api.abi3.so: undefined symbol: R_getVar')",
    "library": "raise OSError('libR.so: cannot open shared object file')",
    "home": "raise ValueError('openrlib.R_HOME cannot be None.')",
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_an_rpy2_for_another_r(failure: str, tmp_path: Path) -> None:
    if not shutil.which("R"):
        missing("R", "tools/system.sh r installs it")
    path = fake_rpy2(tmp_path, failure)
    reason = failure.partition("('")[2].removesuffix("')")
    code = "import raggedkit_r; raggedkit_r.attach()"
    says(code, "ImportError: rpy2-rinterface 3.6.8 does not work with R ", reason, PYTHONPATH=path)


@pytest.mark.parametrize(
    ("version", "way_out"),
    [
        (
            "4.2.2",
            "pip uninstall rpy2-rinterface rpy2-robjects, then pip install 'rpy2==3.5.17', which",
        ),
        ("4.5.1", "; pip install --upgrade rpy2, which works with R 4.5.1"),
    ],
)
def test_two_lines_of_rpy2_are_not_mixed(version: str, way_out: str, tmp_path: Path) -> None:
    path = fake_rpy2(tmp_path, FAILURES["cffi"])
    folder = fake_r(tmp_path, version)
    says(
        "import raggedkit_r; raggedkit_r.attach()", way_out, PATH=folder, R_HOME="", PYTHONPATH=path
    )


def test_r_missing(tmp_path: Path) -> None:
    path = fake_rpy2(tmp_path, "raise ValueError('too far')")
    code = "import raggedkit_r; raggedkit_r.attach()"
    says(
        code,
        "RuntimeError: R is missing: there is no command R on PATH; install it (apt-get install",
        PATH=str(tmp_path),
        R_HOME="",
        PYTHONPATH=path,
    )
    says(code, "R_HOME must be its folder, got '/no/such'", R_HOME="/no/such", PYTHONPATH=path)


THREAD = """
import threading, raggedkit_r, raggedkit as rk
raggedkit_r.attach()
x = raggedkit_r.to_r(rk.array([[1.0]]))
caught = []
calls = [
    raggedkit_r.attach,
    lambda: raggedkit_r.to_r(rk.array([[1]])),
    lambda: raggedkit_r.from_r(x),
]
def call():
    for f in calls:
        try:
            f()
        except RuntimeError as error:
            caught.append(str(error))
thread = threading.Thread(target=call, name="worker")
thread.start()
thread.join()
print(len(caught), set(caught))
print(raggedkit_r.from_r(x))
"""


@pytest.mark.usefixtures("rpy2")
def test_another_thread_gets_an_error_not_a_crash() -> None:
    done = python("-c", THREAD)
    assert done.returncode == 0, done.stderr
    said = (
        "R must be called from the thread that started it (MainThread), got worker; make the call"
    )
    assert done.stdout.startswith(f"3 {{'{said}"), done.stdout
    assert done.stdout.endswith("<RaggedTensor [[1.0]]>\n")


LIVES: dict[str, str] = {
    # What R holds and what Python holds of the other's memory goes in any order.
    "values-at-exit": "kept = [from_r(to_r(rk.array([[1.0] * 1000]))) for _ in range(50)]",
    "r-objects-at-exit": "kept = [to_r(rk.array([['a', 'b'], []])) for _ in range(50)]",
    "collected": (
        "import gc\n"
        "for n in range(200):\n"
        "    x = to_r(rk.array([[float(n)] * 500, []])); y = from_r(x); del x\n"
        "    if n % 20 == 0: gc.collect(); evalr('gc()')\n"
        "    assert y[0, 0] == n"
    ),
    "cycle": "class A: pass\na = A(); a.me = a; a.x = from_r(evalr('as.numeric(1:10)')); del a",
    "error": (
        "for _ in range(20):\n"
        "    try: from_r(evalr('sum'))\n"
        "    except TypeError: pass"
    ),
    "error-of-r": (
        "from rpy2.rinterface_lib.embedded import RRuntimeError\n"
        "try: evalr('stop(1)')\n"
        "except RRuntimeError: pass\n"
        "assert len(from_r(evalr('list(1, 2)'))) == 2"
    ),
    "read-after-r-is-gone": (
        "import atexit\n"
        "y = from_r(evalr('as.numeric(1:10)'))\n"
        "atexit.register(lambda: print(len(y)))"
    ),
    "reload": (
        "import importlib, raggedkit_r.border.rpy2 as m\n"
        "importlib.reload(m).attach()\n"
        "m.to_r(1)"
    ),
    "robjects-first": "",
}  # fmt: skip


@pytest.mark.r
@pytest.mark.usefixtures("rpy2")
@pytest.mark.parametrize("name", LIVES)
def test_a_process_with_r_ends_well(name: str) -> None:
    first = "import rpy2.robjects\n" if name == "robjects-first" else ""
    start = "import raggedkit as rk\nfrom raggedkit_r import attach, from_r, to_r\nattach()\n"
    code = f"{first}{start}from rpy2.rinterface import evalr\n{LIVES[name]}\nprint('end')"
    done = python("-c", code)
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    assert "end" in done.stdout


@pytest.mark.usefixtures("rpy2")
def test_text_crosses_in_a_plain_c_locale() -> None:
    code = (
        "import raggedkit as rk\nfrom raggedkit_r import from_r, to_r\n"
        "rt = rk.array([['é', '日本'], []])\n"
        "print(from_r(to_r(rt)).identical(rt))"
    )
    done = python("-c", code, LC_ALL="C", PYTHONUTF8="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True\n"


@pytest.mark.r
@pytest.mark.usefixtures("rpy2")
def test_an_installed_copy_is_used_if_it_is_the_same(tmp_path: Path) -> None:
    code = (
        "import raggedkit_r\nraggedkit_r.attach()\nfrom rpy2.robjects import r\n"
        "print([p for p in r('search()') if 'raggedkit' in p], r('ragged(list(1))'))"
    )
    assert "['raggedkit (sourced)'] <RaggedTensor [[1.0]]>" in python("-c", code).stdout
    import raggedkit_r

    raggedkit_r.install_r(tmp_path)
    done = python("-c", code, R_LIBS=str(tmp_path))
    assert "['package:raggedkit'] <RaggedTensor [[1.0]]>" in done.stdout, done.stderr
    # One of this version whose functions are others, those of an older checkout, is not it.
    stale = tmp_path / "stale"
    shutil.copytree(ROOT / "facades/raggedkit_r/R", stale / "R")
    for name in ("DESCRIPTION", "NAMESPACE"):
        shutil.copy(ROOT / "facades/raggedkit_r" / name, stale)
    (stale / "R/ragged-head.R").write_text(
        (stale / "R/ragged-head.R").read_text(encoding="utf-8").replace("n = 6L", "n = 7L"),
        encoding="utf-8",
    )
    library = tmp_path / "yesterday"
    library.mkdir()
    command = ["R", "CMD", "INSTALL", "--no-byte-compile", f"--library={library}", str(stale)]
    subprocess.run(command, check=True, capture_output=True)
    done = python("-c", code, R_LIBS=str(library))
    assert "['raggedkit (sourced)']" in done.stdout, done.stdout + done.stderr

    description = tmp_path / "raggedkit/Meta/package.rds"
    change = (
        f"x <- readRDS('{description}'); x$DESCRIPTION[['Version']] <- '0.0.1'; "
        f"saveRDS(x, '{description}')"
    )
    subprocess.run(["Rscript", "-e", change], check=True)
    done = python("-c", code, R_LIBS=str(tmp_path))
    assert "['raggedkit (sourced)']" in done.stdout, done.stdout + done.stderr
