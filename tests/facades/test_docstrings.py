"""Every public function of the Python face documents each of its arguments and shows its use."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import raggedkit_r as rr
from raggedkit._docstrings import sections

CLASSES = (rr.Vector, rr.RShape, rr.RaggedList, rr.NamedList)


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in rr.__all__:
        if callable(getattr(rr, name)) and not inspect.isclass(getattr(rr, name)):
            yield name, getattr(rr, name)
    for class_ in CLASSES:
        for name, member in vars(class_).items():
            function = getattr(member, "__func__", member)
            if not name.startswith("_") and inspect.isfunction(function):
                yield f"{class_.__name__}.{name}", function


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_each_argument_is_documented(name: str) -> None:
    function = PUBLIC[name]
    text = inspect.getdoc(function) or ""
    section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    named = {
        word.strip("* ")
        for line in re.findall(r"^(\S.*)$", section, re.MULTILINE)
        for word in line.partition(" : ")[0].split(",")
    }
    arguments = {*inspect.signature(function).parameters} - {"self", "cls"}
    assert named == arguments


@pytest.mark.parametrize("name", PUBLIC)
def test_results_errors_and_examples_are_documented(name: str) -> None:
    function = PUBLIC[name]
    found = sections(inspect.getdoc(function) or "")
    signature = inspect.signature(function)
    arguments = {*signature.parameters} - {"self", "cls"}
    assert "Returns" in found or not arguments or signature.return_annotation == "None"
    assert "Raises" in found or not arguments or name == "Vector.of"  # which checks nothing
    assert ">>> " in found["Examples"]


FUNCTIONS = [name for name in PUBLIC if "." not in name]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_shows_its_use(name: str) -> None:
    text = inspect.getdoc(getattr(rr, name)) or ""
    examples = text.partition("Examples\n--------\n")[2]
    assert re.search(rf"^>>> .*\b{name}\(", examples, re.MULTILINE) or name in NOT_SHOWN


# IPython calls them; `as_double` is `as_numeric`.
NOT_SHOWN = {"load_ipython_extension", "unload_ipython_extension", "as_double"}
