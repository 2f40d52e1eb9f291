"""Generator of docs/tensorflow_ops.md, the raggedkit spelling of each TensorFlow op.

The data is tests/conformance/ops.toml, which tests verify. ``--check`` only reports whether the
page is up to date.
"""

from __future__ import annotations

import importlib
import operator
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.pages import write_or_check  # a script has only its own folder on sys.path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests/conformance/ops.toml"
PAGE = ROOT / "docs/tensorflow_ops.md"

OPERATORS: dict[str, Callable[..., Any]] = {
    "-x": operator.neg,
    "abs(x)": operator.abs,
    "x != y": operator.ne,
    "x % y": operator.mod,
    "x & y": operator.and_,
    "x * y": operator.mul,
    "x ** y": operator.pow,
    "x + y": operator.add,
    "x - y": operator.sub,
    "x / y": operator.truediv,
    "x // y": operator.floordiv,
    "x < y": operator.lt,
    "x << y": operator.lshift,
    "x <= y": operator.le,
    "x == y": operator.eq,
    "x > y": operator.gt,
    "x >= y": operator.ge,
    "x >> y": operator.rshift,
    "x ^ y": operator.xor,
    "x | y": operator.or_,
    "~x": operator.invert,
}

HEADER = """\
# TensorFlow op → raggedkit

Every op of TensorFlow 2.21 that accepts ragged input, and its spelling in raggedkit. Arguments are
TensorFlow's, in the same order, except `name=`; differences are noted. Two spellings on one line
take the same arguments. `rk` is raggedkit, `np` NumPy, `rt` a `RaggedTensor`; `rk.special` and
`scipy.special` need SciPy.

`tests/conformance` compares each line with TensorFlow. `tools/ops_page.py` generates this page from
`tests/conformance/ops.toml`.
"""


@dataclass(frozen=True)
class Row:
    """One op: its spellings, or the reason why it has none."""

    section: str
    name: str
    use: tuple[str, ...] = ()
    note: str = ""
    left_out: str = ""


def rows(table: Path = TABLE) -> list[Row]:
    """Return the rows of the table in order."""
    sections = tomllib.loads(table.read_text(encoding="utf-8"))
    return [
        Row(section, name, **{**entry, "use": tuple(entry.get("use", ()))})
        for section, ops in sections.items()
        for name, entry in ops.items()
    ]


def resolved(spelling: str) -> Any:
    """Return the object that a spelling refers to."""
    if spelling in OPERATORS:
        return OPERATORS[spelling]
    package, *names = spelling.split(".")
    found: Any = importlib.import_module(package)
    for i, name in enumerate(names):
        if not hasattr(found, name):
            # Submodules such as scipy.special are attributes only after their import.
            importlib.import_module(".".join([package, *names[: i + 1]]))
        found = getattr(found, name)
    return found


def page(table: list[Row]) -> str:
    """Return the page of a table."""
    return HEADER + "".join(_lines(table))


def _lines(table: list[Row]) -> Iterator[str]:
    for section, members in groupby(table, key=lambda row: row.section):
        heading = section if "." in section else section[0].upper() + section[1:]
        yield f"\n## {heading}\n\n| TensorFlow | raggedkit | |\n|---|---|---|\n"
        for row in members:
            use = "<br>".join(f"`{_short(s)}`" for s in row.use) or "left out"
            yield f"| `{row.name}` | {_cell(use)} | {_cell(_short(row.note or row.left_out))} |\n"


def _short(spelling: str) -> str:
    """Return text with the usual short names of the packages."""
    for package, short in (("raggedkit", "rk"), ("numpy", "np")):
        spelling = re.sub(rf"\b{package}\.", f"{short}.", spelling)
    return spelling


def _cell(text: str) -> str:
    # A bar ends a cell, also inside code.
    return text.replace("|", r"\|")


def main(argv: list[str] | None = None) -> int:
    """Write the page, or report whether it is up to date."""
    return write_or_check(
        page(rows()),
        PAGE,
        table=TABLE,
        root=ROOT,
        tool="tools/ops_page.py",
        about=__doc__,
        argv=argv,
    )


if __name__ == "__main__":
    sys.exit(main())
