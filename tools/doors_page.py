"""Generator of docs/interop.md, what other libraries and formats take from raggedkit and give.

The data is tests/interop/doors.toml, which tests run. ``--check`` only reports whether the page is
up to date.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import raggedkit as rk

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
    (): "there are none",
}
SHARED = {
    "both": "both ways",
    "out": "on the way out",
    "in": "on the way back",
    "map": "on the way back: a memory map",
    "no": "copied",
}

HEADER = """\
# From other libraries and files, and to them

`rk.array(data)` recognises what it is given: lists, arrays, a column of a data frame or of an Arrow
table, an Awkward array. The table has the function of each library and format in both directions.
The libraries are imported when one of these functions is called; `import raggedkit` needs NumPy
alone.

"""
FOOTER = """
`write_group` is in `raggedkit.interop.buffers`, `from_ragged` in `raggedkit.interop.dask`; `file`
is a group of h5py or Zarr, and `path` a file.

*Values* says in which direction the values keep their memory. What is shared is read-only: a change
through one library would change the tensors of the other. *From version* is the oldest version that
raggedkit supports; the tests run with the newest.

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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="only report; fail if the page is outdated"
    )
    args = parser.parse_args(argv)
    text = page(doors())
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    if args.check:
        outdated = f"{PAGE.relative_to(ROOT)} does not match {TABLE.relative_to(ROOT)}"
        print(f"{outdated}; run tools/doors_page.py", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
