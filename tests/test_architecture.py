"""Imports point down: the layer table as data, and the rules that follow from it.

Each rule takes the sources of a package and returns the lines that break it. Below, every rule is
run over raggedkit and must find nothing, and over a few invented lines and must find their fault.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "raggedkit"

# The first part of a module's name inside raggedkit -> its row. What is not named here is a public
# namespace of the top row, like `ragged` and `sparse`; a private module has to be named.
LAYERS = {
    "_typing": 0,
    "_xp": 0,
    "_utf8": 0,
    "errors": 0,
    "_caller": 0,
    "_arguments": 0,
    "_border": 0,
    "_missing": 0,
    "_depth": 0,
    "_docstrings": 0,
    "_optional": 0,
    "_options": 0,
    "_traces": 0,
    "_names": 0,
    "_kernels": 1,
    "_ranks": 2,
    "dimension": 2,
    "encodings": 2,
    "shape": 2,
    "_partition": 2,
    "partition": 2,
    "sparse_tensor": 2,
    "_tensor": 3,
    "tensor": 3,
    "_overloads": 3,
    "_rebuild": 3,
    "_plan": 4,
    "_engines": 5,
    "ops": 6,
    "_numpy": 7,
    "reprs": 7,
    "plots": 8,
    "table": 8,
    "interop": 8,
    "testing": 8,
    "widgets": 8,
}
TOP = 9
LIBRARIES = 8  # the row where optional libraries live
DISPLAY = 7  # from this row up NumPy may be named

# Data that forwards upward, but only once it is called.
HOOKS = {
    "_typing",  # names the class in `Tensor`, for type checkers
    "_options",  # imports dataclasses on first use of `fields`: it costs a tenth of the import
    "shape",
    "partition",
    "sparse_tensor",
    "tensor",
    "_tensor.arrays",
    "_tensor.operators",
    "_tensor.files",
    "_tensor.frameworks",
    "_tensor.interop",
    "ops.construct",
    "ops.groups",
    "interop._column_values",  # a column of lists is read by `_nested`, whose rows may be columns
    "interop.arrow._nodes",  # `nodes_of` reads capsules, which become nodes
    "table.arrow_methods",
    "table.dataset_methods",
    "table.file_methods",
    "_tensor.conversions",
    "_tensor.reductions",
    "_tensor.results",
    "_tensor.sorting",
    "_tensor.structure",
}
NUMPY_HOMES = {"_xp", "_typing", "_border", "_missing"}
LIBRARY_HOMES = {  # inside functions only
    "_kernels.compiled.machine": {"llvmlite"},
    "_kernels.compiled.store": {"llvmlite"},
    "_kernels.compiled.compiler": {"numba", "llvmlite"},
    "_kernels.compiled.llvm": {"numba", "llvmlite"},
}
LOADED_LATE = {
    "_kernels.compiled.compiler",
    "_kernels.compiled.llvm",
}  # with the first loop that is compiled, so it may import its library at once
OPTIONAL = {
    *("IPython", "anywidget", "ipywidgets", "matplotlib", "rpy2", "traitlets"),
    *("cupy", "numba", "llvmlite"),
    "raggedkit_r",  # its sister in the same wheel
    *(
        "awkward",
        "dask",
        "nanoarrow",
        "pandas",
        "polars",
        "pyarrow",
        "scipy",
        "tensorflow",
        "torch",
        "xarray",
        "zarr",
    ),
    "hypothesis",
    "tqdm",
}

Sources = dict[str, str]  # name inside the package ("" is the package itself) -> source text


@dataclass(frozen=True)
class Import:
    """One imported module, as seen from the module that imports it."""

    importer: str
    line: int
    target: str  # inside the package without its name, outside in full
    inside: bool  # of the package
    deferred: bool  # in a function
    typing_only: bool

    def __str__(self) -> str:
        target = f"{PACKAGE}.{self.target}".rstrip(".") if self.inside else self.target
        return f"{self.importer or '__init__'}:{self.line} imports {target}"

    @property
    def library(self) -> str:
        return self.target.partition(".")[0]


def layer_of(module: str) -> int:
    return LAYERS.get(module.partition(".")[0], TOP)


def sources_of(package: Path) -> Sources:
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        found[".".join(p for p in parts if p != "__init__")] = path.read_text(encoding="utf-8")
    return found


def imports_of(sources: Sources) -> list[Import]:
    packages = {m.rpartition(".")[0] for m in sources if m} | {""}
    return [
        found
        for module, text in sources.items()
        for found in _Collector(module, module in packages, set(sources)).collect(text)
    ]


class _Collector(ast.NodeVisitor):
    def __init__(self, module: str, is_package: bool, known: set[str]) -> None:
        self.module, self.is_package, self.known = module, is_package, known
        self.deferred = self.typing_only = False
        self.found: list[Import] = []

    def collect(self, text: str) -> list[Import]:
        self.visit(ast.parse(text))
        return self.found

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._add(node.lineno, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = node.module or ""
        if node.level:
            here = [PACKAGE, *filter(None, self.module.split("."))]
            here = here[: len(here) - node.level + self.is_package]
            base = ".".join([*here, *filter(None, [base])])
        for alias in node.names:
            # `from package import x` imports the module x where there is one, else a name in it
            self._add(node.lineno, base, alias.name)

    def _add(self, line: int, base: str, name: str = "") -> None:
        top, _, rest = base.partition(".")
        inside = top == PACKAGE
        target = rest if inside else base
        if inside and ".".join(filter(None, [rest, name])) in self.known:
            target = ".".join(filter(None, [rest, name]))
        self.found.append(
            Import(self.module, line, target, inside, self.deferred, self.typing_only)
        )

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        before, self.deferred = self.deferred, True
        self.generic_visit(node)
        self.deferred = before

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef

    def visit_If(self, node: ast.If) -> None:
        before = self.typing_only
        self.typing_only = before or ast.unparse(node.test).endswith("TYPE_CHECKING")
        for child in node.body:
            self.visit(child)
        self.typing_only = before
        for child in node.orelse:
            self.visit(child)


def private_modules_outside_the_table(sources: Sources) -> Iterator[str]:
    for module in sources:
        first = module.partition(".")[0]
        if first.startswith("_") and first not in LAYERS:
            yield f"{module} has no row: name it in LAYERS"


def imports_upward(sources: Sources) -> Iterator[str]:
    for i in imports_of(sources):
        hook = i.importer in HOOKS and (i.deferred or i.typing_only)
        if i.inside and layer_of(i.target) > layer_of(i.importer) and not hook:
            yield f"{i}, from row {layer_of(i.importer)} up to row {layer_of(i.target)}"


def imports_in_functions(sources: Sources) -> Iterator[str]:
    for i in imports_of(sources):
        library = not i.inside and not _is_standard(i.library) and i.library != "numpy"
        if i.deferred and i.importer not in HOOKS and not library:
            yield f"{i} in a function: only {', '.join(sorted(HOOKS))} forward that way"


def libraries_out_of_place(sources: Sources) -> Iterator[str]:
    for i in imports_of(sources):
        if i.inside or i.library == "numpy" or _is_standard(i.library):
            continue
        late = i.deferred or i.typing_only or i.importer in LOADED_LATE
        at_home = late and i.library in LIBRARY_HOMES.get(i.importer, ())
        if i.library not in OPTIONAL:
            yield f"{i}, which raggedkit does not know as an optional library"
        elif layer_of(i.importer) != LIBRARIES and not at_home:
            yield f"{i}: optional libraries belong to row {LIBRARIES}"


def numpy_below_the_displays(sources: Sources) -> Iterator[str]:
    for i in imports_of(sources):
        at_home = i.importer in NUMPY_HOMES or layer_of(i.importer) >= DISPLAY
        if not i.inside and i.library == "numpy" and not at_home:
            yield f"{i}: use array_namespace(...)"


def import_cycles(sources: Sources) -> Iterator[str]:
    graph: dict[str, set[str]] = {module: set() for module in sources}
    for i in imports_of(sources):
        if i.inside and not i.deferred and not i.typing_only:
            graph[i.importer].add(i.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield "cycle: " + " <- ".join(name or "__init__" for name in error.args[1])


def _is_standard(library: str) -> bool:
    return library in sys.stdlib_module_names


Rule = Callable[[Sources], Iterator[str]]
RULES: tuple[Rule, ...] = (
    private_modules_outside_the_table,
    imports_upward,
    imports_in_functions,
    libraries_out_of_place,
    numpy_below_the_displays,
    import_cycles,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_raggedkit_keeps_the_rule(rule: Rule) -> None:
    sources = sources_of(ROOT / PACKAGE)
    assert {"", "tensor", "_kernels.arrays.splits"} <= set(sources)
    assert list(rule(sources)) == []


TYPING = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "
BROKEN: dict[str, tuple[Rule, Sources, str]] = {
    "unlisted": (private_modules_outside_the_table, {"_helpers": ""}, "_helpers has no row"),
    "up": (imports_upward, {"shape": "import raggedkit.tensor"}, "row 2 up to row 3"),
    "up-from": (
        imports_upward,
        {"_kernels.arrays.splits": "from raggedkit import shape", "shape": ""},
        "row 1 up to row 2",
    ),
    "up-name": (imports_upward, {"ops.x": "from raggedkit import TensorShape"}, "up to row 9"),
    "up-relative": (
        imports_upward,
        {"_kernels.arrays.splits": "from ... import tensor", "tensor": ""},
        "row 1 up to row 3",
    ),
    "up-relative-package": (
        imports_upward,
        {"ops": "from ..reprs import text", "ops.x": ""},
        "row 6 up to row 7",
    ),
    "up-typing": (imports_upward, {"_xp": TYPING + "import raggedkit.shape"}, "row 0 up to row 2"),
    "up-deferred": (
        imports_upward,
        {"_plan.x": "def f():\n    from raggedkit.ops import x"},
        "row 4 up to row 6",
    ),
    "up-hook-at-once": (imports_upward, {"tensor": "from raggedkit.ops import x"}, "up to row 6"),
    "up-in-try": (imports_upward, {"_xp": "try:\n    import raggedkit.ops\nfinally: 0"}, "row 6"),
    "deferred": (
        imports_in_functions,
        {"ops.x": "def f():\n    def g():\n        from raggedkit import shape"},
        "ops.x:3 imports raggedkit",
    ),
    "deferred-standard": (
        imports_in_functions,
        {"plots.x": "async def f():\n    import json"},
        "plots.x:2 imports json in a function",
    ),
    "library": (libraries_out_of_place, {"ops.x": "import scipy.special"}, "belong to row 8"),
    "library-deferred": (
        libraries_out_of_place,
        {"reprs.x": "def f():\n    import pandas as pd"},
        "imports pandas: optional",
    ),
    "library-typing": (libraries_out_of_place, {"_xp": TYPING + "import cupy"}, "belong to row 8"),
    "library-top": (libraries_out_of_place, {"": "import matplotlib"}, "belong to row 8"),
    "library-at-once": (
        libraries_out_of_place,
        {"_kernels.compiled.machine": "import llvmlite"},
        "to row 8",
    ),
    "library-unknown": (libraries_out_of_place, {"plots.x": "import seaborn"}, "does not know"),
    "numpy": (numpy_below_the_displays, {"ops.x": "import numpy as np"}, "array_namespace"),
    "numpy-part": (numpy_below_the_displays, {"tensor": "from numpy.lib import x"}, "numpy.lib:"),
    "numpy-typing": (numpy_below_the_displays, {"shape": TYPING + "import numpy"}, "array_name"),
    "cycle": (
        import_cycles,
        {"ops.a": "from raggedkit.ops import b", "ops.b": "import raggedkit.ops.a"},
        "ops.a <- ops.b <- ops.a",
    ),
    "cycle-through-package": (
        import_cycles,
        {"ops": "from raggedkit.ops.a import f", "ops.a": "from raggedkit.ops import g"},
        "cycle: ops",
    ),
}


@pytest.mark.parametrize(("rule", "sources", "says"), BROKEN.values(), ids=BROKEN)
def test_rule_finds_the_broken_line(rule: Rule, sources: Sources, says: str) -> None:
    (found,) = rule(sources)
    assert says in found


ALLOWED: dict[str, Sources] = {
    "down": {"ops.x": "from raggedkit import tensor, shape", "tensor": "", "shape": ""},
    "own-row": {"ops.x": "from . import y\nfrom .y import f", "ops.y": "", "ops": ""},
    "names-of-a-module-below": {"tensor": "from raggedkit.shape import TensorShape", "shape": ""},
    "hook": {"tensor": "def f():\n    import raggedkit.ops", "ops": "import raggedkit.tensor"},
    "hook-types": {"shape": TYPING + "from raggedkit.tensor import x", "tensor": ""},
    "library-in-its-row": {"plots.x": "import anywidget\ndef f():\n    import IPython"},
    "library-at-home": {"_kernels.compiled.machine": "def f():\n    import llvmlite"},
    "library-loaded-late": {"_kernels.compiled.llvm": "from llvmlite import ir\nimport numba"},
    "numpy": {"_xp": "import numpy", "reprs.text": "import numpy as np", "plots": "import numpy"},
    "namespaces": {"": "from raggedkit import ragged", "ragged": "import json"},
    "types-in-a-circle": {"ops.a": TYPING + "import raggedkit.ops.b", "ops.b": "from . import a"},
}


@pytest.mark.parametrize("sources", ALLOWED.values(), ids=ALLOWED)
def test_rules_leave_good_lines_alone(sources: Sources) -> None:
    assert [line for rule in RULES for line in rule(sources)] == []


def loaded_beyond_numpy(statement: str) -> set[str]:
    """The third-party packages that ``statement`` loads into a fresh Python that has NumPy."""
    script = f"""
import json, sys, numpy
before = set(sys.modules)
{statement}
new = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(json.dumps(sorted(new - set(sys.stdlib_module_names) - {{"numpy"}})))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout))


def test_import_raggedkit_loads_numpy_and_nothing_else() -> None:
    assert loaded_beyond_numpy("import raggedkit") == {PACKAGE}


def test_a_library_loaded_on_import_would_be_seen() -> None:
    assert "hypothesis" in loaded_beyond_numpy("import hypothesis")
