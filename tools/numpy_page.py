"""Writes docs/numpy_functions.md: which functions of NumPy work on a RaggedTensor.

The table is tests/_numpy/functions.toml, whose tests prove it, with the refusals that raggedkit
raises; ``--check`` only says whether the page is what the table says.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests/_numpy/functions.toml"
PAGE = ROOT / "docs/numpy_functions.md"

HEADER = """\
# NumPy functions

Which public functions of NumPy 2.5 take a `RaggedTensor`, those of `numpy.linalg`, `numpy.fft`,
`numpy.strings` and `numpy.char` among them. An older NumPy lacks a few of the names. `rt` is a
`RaggedTensor`, `rk` is raggedkit.

Arguments, dtypes and axes are NumPy's: `axis=1` is along the rows, `axis=0` down the columns, where
short rows have no part, and `axis=None` means all values. `out=` is given by name. The rows of a
result are those of the tensor, or it is dense where the ragged axis is reduced.

Each function below is run by `tests/_numpy/test_functions.py` against NumPy row by row. This page
is made from `tests/_numpy/functions.toml` by `tools/numpy_page.py`.
"""

UFUNCS = """
## Ufuncs

Every ufunc works value by value and broadcasts: also those of SciPy and of `np.frompyfunc`.
`where=` is refused: `np.where(condition, result, other)` chooses.

| method | |
|---|---|
| `np.add(x, y)` | works |
| `np.add.reduce(rt, axis=1)` | works for every ufunc of two arguments; the axis is 0 by default |
| `np.add.accumulate(rt, axis=1)` | works, as `reduce` |
| `np.add.reduceat` | refused: the rows are the segments |
| `np.add.outer` | refused: give one operand a new axis, `rt[:, :, None]` |
| `np.add.at` | refused: `rt.with_flat_values(...)` makes another tensor |

"""


def table(path: Path = TABLE) -> dict[str, Any]:
    """Return the table: ``ufuncs``, ``works`` and ``others``, names as NumPy's users write them."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def refused() -> dict[str, str]:
    """Return the refusals of raggedkit: names, and what to call in place of them."""
    sys.path.insert(0, str(ROOT))
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
    yield "## Refused\n\n| refused | in place of it |\n|---|---|\n"
    for way_out, names in groupby(instead, key=lambda name: instead[name]):
        yield f"| {_names(' '.join(names))} | {_cell(_short(way_out))} |\n"
    yield "\n## Names that take no tensor\n\n"
    yield "Types, constants, modules, settings, and functions that make arrays. `np.asarray(rt)`\n"
    yield "and the like are refused: `rt.to_tensor()` or `rt.numpy()` makes an array.\n\n"
    yield from (f"{_names(names)}.\n\n" for names in list(found["others"].values())[:-1])
    yield f"Only in an older NumPy: {_names(list(found['others'].values())[-1])}.\n"


def _names(text: str) -> str:
    return ", ".join(f"`{name}`" for name in text.split())


def _short(text: str) -> str:
    return text.replace("raggedkit.", "rk.")


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def main(argv: list[str] | None = None) -> int:
    """Run the tool: write the page, or say whether it has to be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail where it would")
    args = parser.parse_args(argv)
    text = page()
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    if args.check:
        said = f"{PAGE.relative_to(ROOT)} is not what {TABLE.relative_to(ROOT)} says"
        print(f"{said}; run tools/numpy_page.py", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
