"""Generator of docs/numpy_functions.md, the NumPy functions that accept a RaggedTensor.

The data is tests/_numpy/functions.toml, which tests verify, and raggedkit's table of refused
functions. ``--check`` only reports whether the page is up to date.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.pages import write_or_check  # a script has only its own folder on sys.path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests/_numpy/functions.toml"
PAGE = ROOT / "docs/numpy_functions.md"

HEADER = """\
# NumPy functions

The public functions of NumPy 2.5 that accept a `RaggedTensor`, including those of `numpy.linalg`,
`numpy.fft`, `numpy.strings` and `numpy.char`. Older versions of NumPy lack a few of the names. `rt`
is a `RaggedTensor`, `rk` is raggedkit.

Arguments, dtypes and axes are NumPy's: `axis=1` is along the rows, `axis=0` is along the columns
(over the rows that are long enough), and `axis=None` means all values. `out=` is keyword-only. A
result has the row lengths of the tensor, or is dense if the ragged axis is reduced.

`tests/_numpy/test_functions.py` compares each function with NumPy row by row. `tools/numpy_page.py`
generates this page from `tests/_numpy/functions.toml`.
"""

UFUNCS = """
## Ufuncs

Every ufunc works element-wise and broadcasts, including those of SciPy and of `np.frompyfunc`.
`where=` is not supported; use `np.where(condition, result, other)`.

| method | |
|---|---|
| `np.add(x, y)` | works |
| `np.add.reduce(rt, axis=1)` | works for every ufunc of two arguments; the axis is 0 by default |
| `np.add.accumulate(rt, axis=1)` | works, as `reduce` |
| `np.add.reduceat` | not supported: the rows are the segments |
| `np.add.outer` | not supported: add an axis to one operand, `rt[:, :, None]` |
| `np.add.at` | not supported: `rt.with_flat_values(...)` returns a new tensor |

"""


def table(path: Path = TABLE) -> dict[str, Any]:
    """Return the table: ``ufuncs``, ``works`` and ``others``, with names as in NumPy code."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def refused() -> dict[str, str]:
    """Return the functions that raggedkit refuses, with their alternatives."""
    from raggedkit._numpy.refusals import REFUSED

    return REFUSED


def page() -> str:
    """Return the page of the table."""
    return HEADER + "".join(_lines(table(), refused()))


def _lines(found: dict[str, Any], instead: dict[str, str]) -> Iterator[str]:
    for section, rows in found["works"].items():
        yield f"\n## {section}\n\n| works | |\n|---|---|\n"
        for name, note in rows.items():
            yield f"| `{name}` | {_cell(note)} |\n"
    yield UFUNCS
    yield from (f"{_names(names)}.\n\n" for names in found["ufuncs"].values())
    yield "## Not supported\n\n| function | alternative |\n|---|---|\n"
    # Neighbours with the same alternative share a row of the table.
    for way_out, names in groupby(instead, key=lambda name: instead[name]):
        yield f"| {_names(' '.join(names))} | {_cell(_short(way_out))} |\n"
    yield "\n## Names that accept no tensor\n\n"
    yield "Types, constants, modules, settings, and functions that create arrays. Calls such as\n"
    yield "`np.asarray(rt)` raise; use `rt.to_tensor()` or `rt.numpy()`.\n\n"
    yield from (f"{_names(names)}.\n\n" for names in list(found["others"].values())[:-1])
    yield f"Only in an older NumPy: {_names(list(found['others'].values())[-1])}.\n"


def _names(text: str) -> str:
    return ", ".join(f"`{name}`" for name in text.split())


def _short(text: str) -> str:
    return text.replace("raggedkit.", "rk.")


def _cell(text: str) -> str:
    # A bar ends a cell, also inside code.
    return text.replace("|", r"\|")


def main(argv: list[str] | None = None) -> int:
    """Write the page, or report whether it is up to date."""
    return write_or_check(
        page(), PAGE, table=TABLE, root=ROOT, tool="tools/numpy_page.py", about=__doc__, argv=argv
    )


if __name__ == "__main__":
    sys.exit(main())
