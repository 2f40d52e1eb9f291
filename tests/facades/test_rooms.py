"""The rooms of the Python face of R: imports go one way, and to raggedkit's public modules only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FACE = ROOT / "facades/raggedkit_r"

# From the bottom up: a module imports from its own room and from those before it.
ROOMS = ("vector", "shape", "verbs", "ragged", "border", "raggedkit_r")
ROOM_OF = {"arranging": "verbs", "": "raggedkit_r"}
# The border copies values from a device, and gives text the dtype that raggedkit does. All rooms
# share the sections of docstrings by raggedkit's decorator.
PRIVATE = {("border", "raggedkit._xp")} | {(room, "raggedkit._docstrings") for room in ROOMS}

Sources = dict[str, str]  # name inside raggedkit_r ("" is the package itself) -> source text


def sources() -> Sources:
    found = {}
    for path in FACE.rglob("*.py"):
        parts = path.relative_to(FACE).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        found[name] = path.read_text(encoding="utf-8")
    return found


def room(name: str) -> str:
    first = name.partition(".")[0]
    return ROOM_OF.get(first, first)


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield node.module or "."
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def upward(found: Sources) -> Iterator[str]:
    """Return the imports of a room by one below it."""
    for name, source in found.items():
        for target in imported(source):
            package, _, inside = target.partition(".")
            if package != "raggedkit_r" or (inside and inside not in found):
                continue
            if ROOMS.index(room(inside)) > ROOMS.index(room(name)):
                yield f"{name} imports {target}"


def private(found: Sources) -> Iterator[str]:
    """Return the imports of raggedkit's private modules."""
    for name, source in found.items():
        for target in imported(source):
            package, _, inside = target.partition(".")
            hidden = inside.startswith("_") or inside.partition(".")[0] == "ops"
            home = ".".join(target.split(".")[:2])
            if package == "raggedkit" and hidden and (room(name), home) not in PRIVATE:
                yield f"{name} imports {target}"


def test_imports_go_one_way() -> None:
    found = sources()
    assert {room(name) for name in found} == set(ROOMS)
    assert list(upward(found)) == []


def test_raggedkit_is_used_by_its_public_names() -> None:
    assert list(private(sources())) == []


@pytest.mark.parametrize(
    ("name", "source", "wrong"),
    [
        ("vector.x", "from raggedkit_r.shape.shape import shape", "raggedkit_r.shape.shape"),
        ("verbs", "def f():\n    from raggedkit_r.ragged import x", "raggedkit_r.ragged.x"),
        ("shape.x", "import raggedkit_r", "raggedkit_r"),
    ],
)
def test_an_import_upward_is_found(name: str, source: str, wrong: str) -> None:
    known = {"": "", "shape.shape": "", "ragged.x": "", name: source}
    assert list(upward(known)) == [f"{name} imports {wrong}"]


@pytest.mark.parametrize("module", ["_kernels.dispatch", "ops.joining", "_typing"])
def test_an_import_of_something_private_is_found(module: str) -> None:
    found = list(private({"ragged.x": f"from raggedkit.{module} import name"}))
    assert f"ragged.x imports raggedkit.{module}" in found


def defined(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_each_name_is_defined_once() -> None:
    homes: dict[str, list[str]] = {}
    for name, source in sources().items():
        for word in set(defined(source)):
            if not word.startswith("_") and len(word) > 1:
                homes.setdefault(word, []).append(name)
    several = {word: names for word, names in homes.items() if len(names) > 1}
    # The same two words for lists and for ragged lists.
    assert set(several) <= {"element", "extract"}, several
    for word in ("KINDS", "kind_of", "NA_REAL", "COMPARISONS", "UFUNCS", "vector_text", "Vector"):
        assert len(homes[word]) == 1


def test_the_core_does_not_import_the_face() -> None:
    for path in (ROOT / "raggedkit").rglob("*.py"):
        names = set(imported(path.read_text(encoding="utf-8")))
        assert not any(name.partition(".")[0] == "raggedkit_r" for name in names), path
