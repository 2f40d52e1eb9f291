"""The names and signatures of the stand-in for CuPy are those of CuPy."""

from __future__ import annotations

import inspect
import warnings
from pathlib import Path
from typing import Any

import pytest

from tests.strict_cupy.rules import AT, CUPY_NAMES, SIGNATURES


def cupy_signatures(cupy: Any) -> list[str]:
    """The lines of `cupy_signatures.txt`."""
    homes = {"": cupy, "linalg.": cupy.linalg, "ndarray.": cupy.ndarray}
    found = []
    for prefix, home in homes.items():
        names = cupy.linalg.__all__ if prefix == "linalg." else dir(home)
        for name in names:
            member = getattr(home, name)
            if name[0] == "_" or not callable(member) or isinstance(member, type | cupy.ufunc):
                continue
            parameters = _parameters(member)
            if parameters is not None:
                found.append((f"{prefix}{name}", ", ".join(parameters)))
    return [f"{name}({parameters})" for name, parameters in sorted(found)]


def _parameters(function: Any) -> list[str] | None:
    try:
        signature = inspect.signature(function)
    except ValueError:  # compiled: the first line of the docstring says it, with C types
        line = (function.__doc__ or "").partition("\n")[0]
        inside = line.partition("(")[2].rpartition(")")[0]
        pairs = [part.partition("=") for part in filter(None, inside.split(", "))]
        return [name.split()[-1] + equals for name, equals, _ in pairs] if "(" in line else None
    text = [
        str(p.replace(annotation=p.empty, default=p.empty)) + ("=" if p.default != p.empty else "")
        for p in signature.parameters.values()
    ]
    kinds = [p.kind for p in signature.parameters.values()]
    if inspect.Parameter.POSITIONAL_ONLY in kinds:
        text.insert(kinds.count(inspect.Parameter.POSITIONAL_ONLY), "/")
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        keywords = [t for t, k in zip(text, kinds, strict=False) if k <= 1]
        text.insert(len(keywords) + ("/" in text), "*")
    return text


@pytest.fixture
def cupy() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = pytest.importorskip("cupy", reason="the names are CuPy's: compared where it is")
    if not found.__version__.startswith("14.2."):
        pytest.skip(f"the names are those of CuPy 14.2, this is {found.__version__}")
    return found


def test_the_names_are_cupy_s(cupy: Any) -> None:
    assert sorted(CUPY_NAMES) == sorted(n for n in dir(cupy) if n[0] != "_")


def test_the_signatures_are_cupy_s(cupy: Any) -> None:
    lines = cupy_signatures(cupy)
    text = Path(__file__).with_name("cupy_signatures.txt").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line[0] != "#"] == lines


def test_the_ufuncs_are_cupy_s(cupy: Any) -> None:
    ufuncs = {n: f for n, f in vars(cupy).items() if isinstance(f, cupy.ufunc)}
    scattering = {f.name.removeprefix("cupy_") for f in ufuncs.values() if f._scatter_op}
    assert scattering == set(AT)
    for name, function in ufuncs.items():
        assert name not in SIGNATURES
        if name not in {"add", "multiply"}:  # these two would go on, and fail on None
            with pytest.raises(NotImplementedError, match="reduce"):
                function.reduce(None)
