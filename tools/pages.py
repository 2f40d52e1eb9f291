"""The command line of the generators of pages: write the page, or report that it is outdated."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

__all__ = ["write_or_check"]


def write_or_check(
    text: str,
    page: Path,
    *,
    table: Path,
    root: Path,
    tool: str,
    about: str | None,
    argv: list[str] | None,
) -> int:
    """Write the text to a page, or with ``--check`` report whether it is there; return the status.

    ``tool`` makes the page of the data in ``table``; ``root`` is left out of messages.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "--check", action="store_true", help="only report; fail if the page is outdated"
    )
    args = parser.parse_args(argv)
    if page.is_file() and page.read_text(encoding="utf-8") == text:
        return 0
    if args.check:
        outdated = f"{page.relative_to(root)} does not match {table.relative_to(root)}"
        print(f"{outdated}; run {tool}", file=sys.stderr)
        return 1
    page.parent.mkdir(exist_ok=True)
    page.write_text(text, encoding="utf-8")
    return 0
