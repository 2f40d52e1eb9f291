"""Generator of the tables in docs/interop/dask.md from tests/interop/dask/operations.toml.

Run it without arguments. The text between two marks is replaced, the rest of the page stays.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

__all__ = ["PAGE", "main", "page"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/interop/dask.md"
TABLE = ROOT / "tests/interop/dask/operations.toml"
_HEADS = {
    "refused": ("refused by dask", "use"),
    "both": ("refused in memory too", "use"),
    "eager": ("computed at once, with a warning", "lazy"),
    "metadata": ("right, with wrong metadata", "use"),
}


def page() -> str:
    """Return the page with the tables as they are in the file."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    text = PAGE.read_text(encoding="utf-8")
    for mark, lines in {"equal": _equal(data["equal"]), "other": _others(data)}.items():
        part = re.compile(f"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
        new = "\n".join(lines).replace("\\", r"\\")
        text, count = part.subn(rf"\g<1>{new}\n\g<2>", text)
        if count != 1:
            raise ValueError(f"{PAGE.name} must have the marks of {mark} once, got {count}")
    return text


def _equal(groups: dict[str, str]) -> list[str]:
    made = ["| | lazy, and equal to the result in memory |", "|---|---|"]
    for name, text in groups.items():
        shown = ", ".join(f"`{line}`" for line in text.strip().splitlines())
        made.append(f"| {name} | {shown} |")
    return made


def _others(data: dict[str, Any]) -> list[str]:
    made: list[str] = []
    for kind, heads in _HEADS.items():
        made += ["", f"| {heads[0]} | {heads[1]} |", "|---|---|"]
        for expression, way_out in data[kind].items():
            made.append(f"| `{expression}` | {f'`{way_out}`' if way_out else ''} |")
    return made[1:]


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
