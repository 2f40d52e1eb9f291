"""The metadata of an installed raggedkit, for tests with a checkout on the path."""

from __future__ import annotations

import tomllib
from pathlib import Path

__all__ = ["installed_beside"]

ROOT = Path(__file__).parents[3]


def installed_beside(folder: Path) -> Path:
    """Write the entry points of ``pyproject.toml`` as pip does, and return the folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made = folder / f"raggedkit-{project['version']}.dist-info"
    made.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: raggedkit\nVersion: {project['version']}\n"
    (made / "METADATA").write_text(head, encoding="utf-8")
    lines = []
    for group, names in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {path}" for name, path in names.items()), ""]
    (made / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder
