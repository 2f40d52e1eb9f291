"""Docstrings of plots: every argument has a paragraph, and shared arguments have one wording."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from raggedkit import plots

PLOTS = {
    name: getattr(plots, name) for name in plots.__all__ if inspect.isfunction(getattr(plots, name))
}
SHARED = ("ax", "axis", "order")


def paragraphs(plot: Callable[..., Any]) -> dict[str, str]:
    """The text of each argument in the section Parameters."""
    doc = inspect.cleandoc(plot.__doc__ or "")
    section = re.split(r"\n\n\w+\n-+\n", doc.partition("\nParameters\n----------\n")[2])[0]
    found = re.findall(r"^(\w[\w, ]*)\n((?:    .*\n?)+)", section, re.MULTILINE)
    return {
        name.strip(): " ".join(text.split()) for names, text in found for name in names.split(",")
    }


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_every_argument_has_a_paragraph(plot: Callable[..., Any]) -> None:
    assert list(paragraphs(plot)) == list(inspect.signature(plot).parameters)


@pytest.mark.parametrize("name", SHARED)
def test_a_shared_argument_has_one_wording(name: str) -> None:
    texts = {paragraphs(plot)[name] for plot in PLOTS.values() if name in paragraphs(plot)}
    assert len(texts) == 1


def test_names_of_rows_are_described_alike() -> None:
    texts = {paragraphs(plot).get("labels", "Names of ") for plot in PLOTS.values()}
    assert {text[:9] for text in texts} == {"Names of "}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_results_and_errors_are_described(plot: Callable[..., Any]) -> None:
    doc = inspect.cleandoc(plot.__doc__ or "")
    for section in ("Returns", "Raises", "Examples"):
        assert f"\n{section}\n{'-' * len(section)}\n" in doc, section
