"""Optional libraries that are installed but do not work, in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from raggedkit._optional import fault_of, needed

ROOT = Path(__file__).parents[1]
TOO_NEW = "raise ImportError('Numba needs NumPy 2.3 or less. Got NumPy 2.4.')"
# What the file numba/__init__.py of each false numba has in it, and the reason that is given.
FALSE_NUMBA = {
    "import-error": (TOO_NEW, "ImportError: Numba needs NumPy 2.3 or less. Got NumPy 2.4."),
    "system-error": ("raise SystemError('initialization of _internal failed')", "SystemError: i"),
    "attribute-error": ("import numpy\nnumpy.no_such_name", "AttributeError: module 'numpy'"),
    "own-dependency": ("import no_such_llvmlite", "ModuleNotFoundError: No module named 'no_s"),
    "empty": ("", "ModuleNotFoundError: No module named 'numba."),
}
LARGE = """
import warnings
import numpy as np
import raggedkit as rk
x = rk.RaggedTensor.from_row_lengths(np.arange(100_000.0), [40_000, 0, 60_000])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    first, second = x.sum(axis=1), x[x > 5].sort()
assert first.tolist() == [799980000.0, 0.0, 4199970000.0], first
assert second.size == 99_994
for w in caught:
    print(w.category.__name__, w.filename, w.message, sep="|")
try:
    rk.options(engine="numba")
except ImportError as error:
    print("refused", error, sep="|")
print(rk.get_options().engine)
"""


def run(code: str, *folders: Path, kept: Path | None = None) -> list[str]:
    """Run a program and return its output; ``kept`` is the folder of compiled loops."""
    path = os.pathsep.join(map(str, [*folders, ROOT]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"NUMBA_CACHE_DIR": str(kept)} if kept else {}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def package(folder: Path, name: str, text: str) -> Path:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("text", "reason"), FALSE_NUMBA.values(), ids=FALSE_NUMBA.keys())
def test_a_numba_that_does_not_import(tmp_path: Path, text: str, reason: str) -> None:
    warning, refused, engine = run(LARGE, package(tmp_path, "numba", text))
    category, file, message = warning.split("|")
    assert (category, file) == ("RuntimeWarning", "<string>")
    assert message.startswith(f"numba is installed but does not work ({reason}")
    assert refused.startswith(f"refused|engine='numba' needs a numba that works; {reason}")
    assert engine == "auto"


FAILS_TO_COMPILE = """
import numba.core.compiler as compiler
real = compiler.compile_extra
def fails(typing, target, loop, *more):
    {when}
    raise RuntimeError("LLVM ERROR: no such target\\nmore of it")
compiler.compile_extra = fails
"""


@pytest.mark.parametrize(
    "when",
    ["", "if loop.__name__ == '_plus_one': return real(typing, target, loop, *more)"],
    ids=["the probe", "a loop"],
)
def test_a_numba_that_does_not_compile(when: str, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    warning, refused, engine = run(FAILS_TO_COMPILE.format(when=when) + LARGE, kept=tmp_path)
    assert "does not work (RuntimeError: LLVM ERROR: no such target); NumPy works" in warning
    assert refused.endswith("needs a numba that works; RuntimeError: LLVM ERROR: no such target")
    assert engine == "auto"


def test_a_numba_that_is_not_there_is_no_news() -> None:
    refused, engine = run("import sys\nsys.modules['numba'] = None\n" + LARGE)
    assert refused == "refused|engine='numba' needs numba; pip install 'raggedkit[fast]' brings it"
    assert engine == "auto"


def test_an_engine_that_stops_working_says_so(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    code = """
import numpy as np, raggedkit as rk
rk.options(engine="numba")
import numba.core.compiler as compiler
def fails(*arguments):
    raise AttributeError("numba has changed")
compiler.compile_extra = fails
x = rk.RaggedTensor.from_row_lengths(np.arange(100_000.0), [40_000, 60_000])
try:
    x.sum(axis=1)
except ImportError as error:
    print(error)
"""
    (said,) = run(code, kept=tmp_path)
    assert said == "engine='numba' needs a numba that works; AttributeError: numba has changed"


def test_errors_that_are_not_of_numba_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    from raggedkit._kernels import dispatch as engine

    def fails() -> object:
        raise ZeroDivisionError("sort_rows")

    monkeypatch.setattr(engine, "compiled_forms", {"sort_rows": fails})
    with pytest.raises(ZeroDivisionError, match="sort_rows"):
        engine._compiled("sort_rows", ())
    assert fault_of("numba") is None or not fault_of("numba").installed


# ------------------------------------------------------------------ libraries nothing replaces
USES = {
    "scipy": ("rk.array([[1]]).to_scipy()", "SciPy's sparse arrays need SciPy"),
    "scipy-special": ("rk.special.zeta(2.0, 1.0)", "raggedkit.special.zeta needs SciPy"),
    "matplotlib": ("rk.array([[1]]).plot.skyline()", "plots need matplotlib"),
}
TRY = """
import raggedkit as rk
for _ in range(2):
    try:
        {use}
    except ImportError as error:
        print(type(error).__name__, error.name, error, sep="|")
"""


@pytest.mark.parametrize(("use", "says"), USES.values(), ids=USES.keys())
def test_a_library_that_is_broken_gives_its_reason(tmp_path: Path, use: str, says: str) -> None:
    library = "matplotlib" if "plot" in use else "scipy"
    folder = package(tmp_path, library, "raise SystemError('built for another NumPy')")
    reason = "which is installed but does not work: SystemError: built for another NumPy"
    assert run(TRY.format(use=use), folder) == [f"ImportError|{library}|{says}, {reason}"] * 2


@pytest.mark.parametrize(("use", "says"), USES.values(), ids=USES.keys())
def test_a_library_that_is_missing_names_what_brings_it(use: str, says: str) -> None:
    library = "matplotlib" if "plot" in use else "scipy"
    code = f"import sys\nsys.modules[{library!r}] = None\n" + TRY.format(use=use)
    said = f"ModuleNotFoundError|{library}|{says}; pip install {library}"
    assert run(code) == [said] * 2


def test_a_missing_part_of_a_library_is_not_the_library() -> None:
    with (
        pytest.raises(ImportError, match=r"does not work: ModuleNotFoundError: .*no_such_part"),
        needed("scipy", "this needs SciPy", "pip install scipy"),
    ):
        import scipy.no_such_part  # noqa: F401
