"""Docstrings that take their missing sections from another function's."""

from __future__ import annotations

import pytest

from raggedkit._docstrings import sections, sections_from


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
