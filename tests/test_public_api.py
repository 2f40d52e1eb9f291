"""Public names are those of ``__all__``, and each has an example in its docstring."""

from __future__ import annotations
import __future__

import ast
import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import re
import types
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest

import raggedkit
from raggedkit._docstrings import sections
from tests.test_architecture import LIBRARIES, layer_of

# Name -> why it needs no example of its own.
NO_EXAMPLE: dict[str, str] = {}


def modules() -> list[types.ModuleType]:
    """Every module of the package, those apart whose optional library is not installed here."""
    found = [raggedkit]
    for info in pkgutil.walk_packages(raggedkit.__path__, "raggedkit."):
        try:
            found.append(importlib.import_module(info.name))
        except ModuleNotFoundError as error:
            if (error.name or "raggedkit").partition(".")[0] == "raggedkit":
                raise
    return found


def public_namespaces() -> list[types.ModuleType]:
    """The public namespaces: the package, and its modules from the row of the libraries up."""
    inside = [(m, m.__name__.removeprefix("raggedkit").removeprefix(".")) for m in modules()]
    return [
        m
        for m, name in inside
        if name[:1] != "_" and "." not in name and layer_of(name) >= LIBRARIES
    ]


def all_complaints(module: types.ModuleType) -> Iterator[str]:
    """The faults of the ``__all__`` of one module."""
    names = list(module.__all__)
    for name in sorted(set(names)):
        if names.count(name) > 1:
            yield f"{name} is listed {names.count(name)} times"
        if not hasattr(module, name):
            yield f"{name} does not exist"
        if name.startswith("_") and name != "__version__":
            yield f"{name} is public and starts with an underscore"


def bound_names(module: types.ModuleType) -> set[str]:
    """The names a module binds for its users; submodules only where ``__all__`` lists them."""
    no_api = types.ModuleType | __future__._Feature
    bound = {n for n, v in vars(module).items() if n[0] != "_" and not isinstance(v, no_api)}
    return bound | {name for name in module.__all__ if hasattr(module, name)}


def public_objects(module: types.ModuleType) -> Iterator[tuple[str, object]]:
    """The functions and classes in ``__all__``, and the classes' public methods and properties."""
    for name in module.__all__:
        value = getattr(module, name, None)
        if inspect.isclass(value):
            if value.__module__.partition(".")[0] in ("typing", "numpy", "collections"):
                continue  # an alias in `raggedkit.typing`
            yield name, value
            for attribute in list(vars(value)):
                getattr(value, attribute, None)  # a first look-up completes a docstring
                member = vars(value)[attribute]
                member = getattr(member, "__func__", member)
                is_code = inspect.isfunction(member) or isinstance(
                    member, property | cached_property
                )
                if is_code and not attribute.startswith("_"):
                    yield f"{name}.{attribute}", member
        elif inspect.isroutine(value):
            yield name, value


def example_complaint(value: object) -> str | None:
    """Return the fault of the documentation of a function, method, property or class."""
    doc = inspect.getdoc(value)
    if not doc:
        return "has no docstring"
    if isinstance(value, property | cached_property):
        return None  # a sentence says what it is; the examples of the class show it
    _, heading, examples = re.sub(r"\A", "\n", doc).partition("\nExamples\n--------\n")
    examples = re.split(r"\n\S[^\n]*\n-{3,}\n", examples)[0]
    if not heading:
        return "has no Examples section"
    if ">>>" not in examples:
        return "has an Examples section without a >>> line"
    return None


def section_complaints(function: types.FunctionType) -> Iterator[str]:
    """The missing numpydoc sections of one function."""
    found = sections(function.__doc__ or "")
    signature = inspect.signature(function)
    entries = re.findall(r"^(\*{0,2}\w[\w, *]*?)(?: : .*)?$", found.get("Parameters", ""), re.M)
    described = {name.strip("* ") for entry in entries for name in entry.split(",")}
    for name in signature.parameters:
        if name not in described and name not in ("self", "cls"):
            yield f"Parameters lacks {name}"
    arguments = signature.parameters.keys() - {"self", "cls"}
    method = len(arguments) < len(signature.parameters)
    # The first line of a method without arguments describes a result that nothing changes.
    if "Returns" not in found and signature.return_annotation not in ("None", None):
        if arguments or not method:
            yield "has no Returns section"
    if "Raises" not in found and arguments:
        yield "has no Raises section"
    if re.search(r"^    As (in )?`[\w.]+`\.$", "\n".join(found.values()), re.M):
        yield "refers to another docstring"


NAMESPACES = [pytest.param(m, id=m.__name__) for m in public_namespaces() if hasattr(m, "__all__")]


@pytest.mark.parametrize("module", [pytest.param(m, id=m.__name__) for m in modules()])
def test_all_names_exist_once(module: types.ModuleType) -> None:
    if module.__name__ == "raggedkit" or hasattr(module, "__all__"):
        assert list(all_complaints(module)) == []


def test_raggedkit_binds_what_all_says() -> None:
    assert bound_names(raggedkit) == set(raggedkit.__all__)


def test_help_lists_each_public_name_once_by_task() -> None:
    tasks = re.findall(r"^    (.*)", raggedkit.__doc__ or "", re.M)
    listed = re.findall(r"[\w.]+", " ".join(tasks).partition(", and the methods")[0])
    assert sorted(listed) == sorted(raggedkit.__all__), "give each public name a task in help(rk)"


def test_neural_functions_work_by_both_names() -> None:
    for name in raggedkit._OF_NN.split():
        assert getattr(raggedkit, name) is getattr(raggedkit.nn, name)
        assert name not in dir(raggedkit)


def test_names_that_wait_for_their_use_are_where_type_checkers_find_them() -> None:
    source = ast.parse(inspect.getsource(raggedkit))
    (typed,) = [node for node in source.body if isinstance(node, ast.If)]
    told = {
        alias.name: (node.module or "").removeprefix("raggedkit").removeprefix(".")
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told == raggedkit._HOME_OF
    assert all(hasattr(raggedkit, name) for name in told)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        raggedkit.__getattr__("nothing")


@pytest.mark.parametrize("module", NAMESPACES)
def test_everything_public_shows_its_use(module: types.ModuleType) -> None:
    found = {name: example_complaint(value) for name, value in public_objects(module)}
    assert {k: v for k, v in found.items() if v and k not in NO_EXAMPLE} == {}


# Modules that users import, such as `raggedkit.interop.scipy`; they are no namespaces of ``rk``.
IMPORTED = [
    pytest.param(m, id=m.__name__)
    for m in modules()
    if re.fullmatch(r"raggedkit\.(interop|plots|testing)(\.[a-z]\w*)+", m.__name__)
]


@pytest.mark.parametrize("module", NAMESPACES + IMPORTED)
def test_functions_have_whole_sections(module: types.ModuleType) -> None:
    functions = {n: v for n in module.__all__ if inspect.isfunction(v := getattr(module, n))}
    found = {name: list(section_complaints(f)) for name, f in functions.items()}
    assert {k: v for k, v in found.items() if v and k != "get_options"} == {}


CLASSES = [
    raggedkit.RaggedTensor,
    raggedkit.RowPartition,
    raggedkit.TensorShape,
    raggedkit.SparseTensor,
    raggedkit.Dimension,
    raggedkit.RaggedTable,
]


# They return False for any object of another type.
NEVER_RAISES = {"identical", "is_subtype_of"}


@pytest.mark.parametrize("cls", CLASSES)
def test_methods_have_whole_sections(cls: type) -> None:
    """Methods of the mixins too: `public_objects` sees those of the class alone."""
    found = {}
    for name in (n for n in dir(cls) if n[0] != "_"):
        method = getattr(cls, name, None)  # the first look-up completes the docstring
        method = getattr(method, "__func__", method)
        if inspect.isfunction(method):
            lacks = list(section_complaints(method))
            if name in NEVER_RAISES:
                lacks.remove("has no Raises section")
            found[name] = lacks or example_complaint(method)
    assert len(found) >= 2
    assert {k: v for k, v in found.items() if v} == {}


OF_MIXINS = [raggedkit.RaggedTensor, raggedkit.RowPartition, raggedkit.RaggedTable]


@pytest.mark.parametrize("cls", OF_MIXINS)
def test_examples_of_inherited_methods_run(cls: type) -> None:
    """No other test finds those of mixins: `own_methods` gives methods the module of the class."""
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for mixin in cls.__mro__[1:-1]:
        for name in (n for n in vars(mixin) if n[0] != "_"):
            method = inspect.getattr_static(cls, name)
            method = getattr(method, "_method", method)  # a docstring that is not completed yet
            function = getattr(method, "__func__", method)
            doc = function.__doc__ if inspect.isfunction(function) else None
            if doc and ">>>" in doc and not _needs_absent(doc):
                runner.run(parser.get_doctest(doc, {}, name, None, None))
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 20


def _needs_absent(doc: str) -> bool:
    """Whether an example imports a library that only `make test-doors` installs."""
    names = re.findall(r">>> import (\w+)", doc)
    return any(importlib.util.find_spec(name) is None for name in names)


def test_every_family_has_a_public_function() -> None:
    """A family is reached from a public namespace, a method or NumPy's protocols."""
    package = Path(raggedkit.__file__).parent
    above = [
        ast.parse(p.read_text())
        for p in (
            *package.glob("*.py"),
            *package.glob("_tensor/*.py"),
            *package.glob("_numpy/*.py"),
        )
    ]
    used = {f"raggedkit.{home}" for home in raggedkit._HOMES}
    for node in (n for tree in above for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)):
        used |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    families = [m for m in modules() if re.match(r"raggedkit\.ops\.", m.__name__)]
    alone = [
        m.__name__
        for m in families
        if not hasattr(m, "__path__") and not (getattr(m, "__all__", ()) and m.__name__ in used)
    ]
    assert len(families) > 40
    assert alone == []


@pytest.mark.parametrize(
    ("doc", "says"),
    [
        pytest.param("", "Parameters lacks x", id="argument"),
        pytest.param("It.\n\nRaises\n------\nE\n    If.", "has no Returns", id="returns"),
        pytest.param("It.\n\nReturns\n-------\nint", "has no Raises", id="raises"),
        pytest.param("It.\n\nRaises\n------\nE\n    As in `f`.", "refers to", id="reference"),
    ],
)
def test_a_missing_section_is_seen(doc: str, says: str) -> None:
    def documented(x: int) -> int:
        return x

    documented.__doc__ = doc
    assert any(complaint.startswith(says) for complaint in section_complaints(documented))  # type: ignore[arg-type]


def test_exemptions_are_still_needed() -> None:
    lacking = {
        name
        for module in public_namespaces()
        if hasattr(module, "__all__")
        for name, value in public_objects(module)
        if example_complaint(value)
    }
    assert set(NO_EXAMPLE) <= lacking


def fake_module(source: str) -> types.ModuleType:
    module = types.ModuleType("fake")
    exec(source, vars(module))
    return module


@pytest.mark.parametrize(
    ("source", "says"),
    [
        pytest.param("__all__ = ['f']", "f does not exist", id="absent"),
        pytest.param("f = 1; __all__ = ['f', 'f']", "f is listed 2 times", id="twice"),
        pytest.param("_f = 1; __all__ = ['_f']", "_f is public and starts", id="underscore"),
    ],
)
def test_a_wrong_all_is_seen(source: str, says: str) -> None:
    (found,) = all_complaints(fake_module(source))
    assert says in found


def test_a_name_bound_beside_all_is_seen() -> None:
    module = fake_module("import json\nfrom math import pi, tau\n_x = 1\n__all__ = ['pi']")
    assert bound_names(module) == {"pi", "tau"}


@pytest.mark.parametrize(
    ("doc", "says"),
    [
        pytest.param("", "no docstring", id="none"),
        pytest.param("It returns.", "no Examples section", id="no-section"),
        pytest.param("It returns.\n\nUse\n---\n>>> 1\n1", "no Examples section", id="elsewhere"),
        pytest.param("It.\n\nExamples\n--------\nSee f.", "without a >>> line", id="no-line"),
        pytest.param(
            "It.\n\nExamples\n--------\nSee f.\n\nNotes\n-----\n>>> 1\n1",
            "without a >>> line",
            id="line-in-next-section",
        ),
    ],
)
def test_a_missing_example_is_seen(doc: str, says: str) -> None:
    def undocumented() -> None: ...

    undocumented.__doc__ = doc
    assert says in str(example_complaint(undocumented))


def test_an_example_is_enough() -> None:
    def documented() -> None:
        """It returns.

        Examples
        --------
        >>> 1 + 1
        2
        """

    assert example_complaint(documented) is None


def test_methods_are_looked_at_but_not_private_ones() -> None:
    module = fake_module(
        "class C:\n"
        "    def f(self): ...\n"
        "    @classmethod\n"
        "    def g(cls): ...\n"
        "    @property\n"
        "    def p(self): ...\n"
        "    def _h(self): ...\n"
        "__all__ = ['C']"
    )
    assert {name for name, _ in public_objects(module)} == {"C", "C.f", "C.g", "C.p"}
