"""Generator of docs/interop.md, the table of conversions to other libraries and formats.

The data is tests/interop/doors.toml, which tests run. ``--check`` only reports whether the page is
up to date.
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import raggedkit as rk

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.pages import write_or_check  # a script has only its own folder on sys.path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests/interop/doors.toml"
PAGE = ROOT / "docs/interop.md"
REQUIREMENTS = [
    *sorted((ROOT / "tools").glob("requirements-doors*.txt")),
    ROOT / "tools/requirements-tensorflow.txt",
]
WORDS = ("fill_missing", "return_mask", "missing_rows")
MISSING = {
    WORDS: "[four rules](interop/missing_values.md)",
    (): "has none",
}
SHARED = {
    "both": "shared both ways",
    "out": "shared on the way out",
    "in": "shared on the way back",
    "map": "shared on the way back: a memory map",
    "no": "copied",
}

HEADER = """\
# From other libraries and files, and to them

`rk.array(data)` recognises the type of its argument: lists, arrays, a column of a data frame or of
an Arrow table, an Awkward array. The table lists one function for each direction: *out* converts a
tensor `rt` into an object or a file, *back* reads the object (`obj`) or the file. A library is
imported when one of its functions is called; `import raggedkit` needs NumPy alone.

Several columns of equal row lengths are a [RaggedTable](tables.md), and most of these functions
exist for tables, too. For libraries that need no function of raggedkit (DuckDB, shapely, NetworkX,
scikit-learn, JAX) see the [recipes](interop/recipes.md).

"""
FOOTER = """
`write_group` is in `raggedkit.interop.buffers`, `from_ragged` in `raggedkit.interop.dask`; `file`
is a group of h5py or Zarr, and `path` a file.

- *Values*: a shared result uses the memory of the original, so the values are not copied. Shared
  memory is read-only, since a change through one library would change the data of the other.
  PyTorch has no read-only tensors: see [its page](interop/torch.md).
- *Missing values*: they are refused by default, and three arguments allow them. These are the
  [four rules](interop/missing_values.md).
- *From version*: the oldest version that raggedkit supports. The tests run with the newest. The
  version of NetCDF is that of netCDF4, of HDF5 that of h5py, and of npz that of NumPy.

For data larger than memory, or several processes: [Dask](interop/dask.md).

`tests/interop/test_doors.py` runs each line. `tools/doors_page.py` writes this page from
`tests/interop/doors.toml`.
"""


@dataclass(frozen=True)
class Door:
    """One library or format: how a tensor goes there and comes back."""

    name: str
    out: str
    back: str
    shared: str
    function: str = ""
    file: str = ""
    address: str = ""
    needs: str = ""
    where: str = ""
    title: str = ""
    page: str = ""

    @property
    def module(self) -> str:
        """The module that the expressions use."""
        return self.name.partition(".")[0]

    @property
    def missing(self) -> tuple[str, ...]:
        """The rules for missing values that the reading function has."""
        if not self.function:
            return ()
        found: Any = rk
        for name in self.function.split(".")[1:]:
            found = getattr(found, name)
        return tuple(word for word in WORDS if word in inspect.signature(found).parameters)

    @property
    def version(self) -> str:
        """The oldest supported version, from the requirements of the tests."""
        wanted = rf"^{re.escape(self.needs or self.module)}(?:-cpu)?(?:\[[^]]*\])?[>~]=([\d.]+)"
        lines = "\n".join(path.read_text(encoding="utf-8") for path in REQUIREMENTS)
        found = re.search(wanted, lines, re.MULTILINE | re.IGNORECASE)
        return found[1] if found else ""


def doors(table: Path = TABLE) -> list[Door]:
    """Return the lines of the table in order."""
    entries = tomllib.loads(table.read_text(encoding="utf-8"))
    return [Door(name, **entry) for name, entry in entries.items()]


def page(table: Iterable[Door]) -> str:
    """Return the page of a table."""
    lines = [
        "| library or format | out | back | values | missing values | from version |",
        "|---|---|---|---|---|---|",
    ]
    for door in table:
        title = door.title or door.name
        cells = [
            f"[{title}](interop/{door.page}.md)" if door.page else title,
            f"`{door.out}`",
            f"`{door.back}`",
            SHARED[door.shared],
            MISSING[door.missing],
            door.version,
        ]
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return HEADER + "\n".join(lines) + "\n" + FOOTER


def main(argv: list[str] | None = None) -> int:
    """Write the page, or report whether it is up to date."""
    return write_or_check(
        page(doors()),
        PAGE,
        table=TABLE,
        root=ROOT,
        tool="tools/doors_page.py",
        about=__doc__,
        argv=argv,
    )


if __name__ == "__main__":
    sys.exit(main())
