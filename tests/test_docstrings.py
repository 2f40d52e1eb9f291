"""Docstrings that take their missing sections from another function's."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import typing
from typing import Any

import pytest

from raggedkit import RaggedTensor, RowPartition
from raggedkit._docstrings import sections, sections_from
from raggedkit.ops.quantiles import quantile
from raggedkit.ops.reshaping import reshape


def source(x: int, y: int, *, mode: str = "a") -> int:
    """Return one.

    Parameters
    ----------
    x, y
        Numbers.

        Two paragraphs.
    mode
        A letter.

    Returns
    -------
    int
        Their sum.

    Raises
    ------
    ValueError
        Always.

    Examples
    --------
    >>> 1
    1
    """
    return x + y


def test_missing_sections_are_copied_and_own_ones_stay() -> None:
    @sections_from(source)
    def product(x: int, z: int, *, mode: str = "a") -> int:
        """Return another.

        Parameters
        ----------
        z
            One more.

        Raises
        ------
        TypeError
            Never.

        Examples
        --------
        >>> 2
        2
        """
        return x * z

    found = sections(product.__doc__ or "")
    assert list(found) == ["", "Parameters", "Returns", "Raises", "Examples"]
    assert found["Parameters"] == (
        "x\n    Numbers.\n\n    Two paragraphs.\nz\n    One more.\nmode\n    A letter."
    )
    assert found["Returns"] == "int\n    Their sum."
    assert found["Raises"] == "TypeError\n    Never."
    assert found["Examples"] == ">>> 2\n2"


def test_arguments_with_one_description_stay_together() -> None:
    @sections_from(source)
    def alike(y: int, x: int) -> int:
        """Return a third."""
        return x + y

    assert "\ny, x\n    Numbers.\n" in (alike.__doc__ or "")
    assert "mode" not in (alike.__doc__ or "")


def test_an_argument_that_neither_describes_is_named() -> None:
    with pytest.raises(KeyError, match="depth"):

        @sections_from(source)
        def forgotten(x: int, depth: int) -> int:
            """Return nothing."""
            return x + depth


def test_functions_without_docstrings_stay_as_they_are() -> None:
    @sections_from(source)
    def bare(x: int) -> int:
        return x

    assert bare.__doc__ is None


class Base:
    @sections_from("ops.quantiles.quantile")
    def upper(self, q: float, axis: int = 1) -> RaggedTensor:
        """Return a quantile."""
        return self.of(q, axis)

    @sections_from("upper")
    @classmethod
    def of(cls, q: float, axis: int) -> RaggedTensor:
        """Return another.

        Returns
        -------
        RaggedTensor or array
            Of one row.
        """
        raise NotImplementedError(q, axis)

    @sections_from("upper")
    def check(self, axis: int) -> None:
        """Raise an error."""


class Derived(Base):
    pass


def test_a_method_is_the_plain_function_after_its_first_look_up() -> None:
    bound: Any = Derived().upper
    assert inspect.isfunction(vars(Base)["upper"])
    assert bound.__func__ is vars(Base)["upper"]
    found = sections(Base.upper.__doc__ or "")
    whole = sections(quantile.__doc__ or "")
    assert found["Parameters"].startswith("q\n    A fraction from 0 to 1")
    assert "\naxis\n" in found["Parameters"]
    assert "values\n" not in found["Parameters"]
    assert (found["Returns"], found["Raises"]) == (whole["Returns"], whole["Raises"])
    assert "Examples" not in found


def test_a_class_method_takes_sections_of_a_method() -> None:
    with pytest.raises(NotImplementedError, match=r"0.5, 1"):
        Derived.of(0.5, 1)
    assert isinstance(vars(Base)["of"], classmethod)
    found = sections(Base.of.__doc__ or "")
    assert found["Returns"] == "RaggedTensor\n    Of one row."  # the annotation excludes arrays
    assert found["Parameters"] == sections(Base.upper.__doc__ or "")["Parameters"]


def test_a_method_that_returns_nothing_takes_no_returns() -> None:
    assert list(sections(Base().check.__doc__ or "")) == ["", "Parameters", "Raises"]


def test_the_first_argument_of_the_function_is_this_tensor() -> None:
    assert "``tensor``" in (reshape.__doc__ or "")
    assert "as many values as this tensor" in (RaggedTensor.reshape.__doc__ or "")


@pytest.mark.parametrize("cls", [RaggedTensor, RowPartition])
def test_methods_of_mixins_have_the_name_of_the_class(cls: type) -> None:
    found = 0
    for name in dir(cls):
        method = getattr(cls, name, None) if name[0] != "_" else None
        function = getattr(method, "__func__", method)
        if inspect.isfunction(function) and function.__name__ == name:
            assert function.__qualname__ == f"{cls.__name__}.{name}"
            assert pickle.loads(pickle.dumps(method)) == method
            found += 1
    assert found >= 10


def test_errors_of_python_name_the_class() -> None:
    rt: Any = RaggedTensor.from_row_lengths([1, 2], [2, 0])
    with pytest.raises(TypeError, match=r"^RaggedTensor\.sort\(\) got an unexpected .*'key'"):
        rt.sort(key=len)
    with pytest.raises(TypeError, match=r"^RaggedTensor\.sum\(\) takes from 1 to 2 positional"):
        rt.sum(1, 2)
    partition: Any = RowPartition
    with pytest.raises(TypeError, match=r"^RowPartition\.from_row_splits\(\) got an unexpected"):
        partition.from_row_splits([0], rows=1)
    assert len(typing.get_overloads(RaggedTensor.sum)) == 2


def test_examples_of_methods_that_wait_are_run() -> None:
    code = (
        "import doctest, raggedkit._tensor.sorting as module\n"
        "assert type(vars(module.SortingMethods)['sort']).__name__ == '_Method'\n"
        "found = [t.name for t in doctest.DocTestFinder().find(module) if t.examples]\n"
        "assert 'raggedkit._tensor.sorting.SortingMethods.sort' in found, found\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
