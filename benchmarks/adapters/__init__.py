"""The compared libraries: one adapter per library, and the table of them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib import import_module

from benchmarks.adapters.base import Adapter

__all__ = ["LIBRARIES", "OURS", "PEERS", "Library", "adapter_of"]


@dataclass(frozen=True)
class Library:
    """A column of the tables: its title, its adapter, and the packages it needs."""

    title: str
    adapter: str  # module.Class
    packages: tuple[str, ...]  # their versions are reported; the column needs the last one
    extra: str = ""

    @property
    def variable(self) -> str:
        return "BENCH_PYTHON_" + self.packages[0].upper()

    @property
    def python(self) -> str:
        """The interpreter with the library: this one, unless the environment variable is set."""
        return os.environ.get(self.variable, sys.executable)

    def how_to_get(self) -> str:
        install = self.extra or self.packages[-1]
        return f"pip install {install}, or set {self.variable} to an interpreter that has it"


LIBRARIES = {
    "raggedkit": Library("raggedkit", "raggedkit.Plain", ("raggedkit",)),
    "raggedkit-fast": Library(
        "raggedkit[fast]", "raggedkit.Fast", ("raggedkit", "numba"), "raggedkit[fast]"
    ),
    "limit": Library("copy", "base.CopyLimit", ("numpy",)),
    "tensorflow": Library("TensorFlow", "tensorflow.TensorFlow", ("tensorflow",), "tensorflow-cpu"),
    "awkward": Library("Awkward", "awkward.Awkward", ("awkward",)),
    "pyarrow": Library("PyArrow", "pyarrow.PyArrow", ("pyarrow",)),
    "ragged": Library("ragged", "awkward.Ragged", ("ragged",)),
    "torch": Library("torch", "torch.Torch", ("torch",)),
}
OURS = ("raggedkit", "raggedkit-fast")
PEERS = tuple(name for name in LIBRARIES if name not in (*OURS, "limit"))


def adapter_of(name: str) -> Adapter:
    """Import a library and return its adapter."""
    module, kind = LIBRARIES[name].adapter.split(".")
    found: Adapter = getattr(import_module(f"benchmarks.adapters.{module}"), kind)()
    return found
