"""Pip constraints with the oldest version of every requirement that pyproject.toml allows.

``numpy>=2.0`` becomes ``numpy==2.0.*``: the last release of the oldest series. ``tools/oldest.sh``
runs the tests with these versions. usage: python tools/oldest.py [REQUIREMENTS-FILE]
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def oldest(requirement: Requirement) -> str:
    """Return the constraint for the oldest version that a requirement allows.

    Raises
    ------
    ValueError
        If the requirement has no lower bound.
    """
    bounds = re.findall(r"(>=|==)\s*([\d.]+)", str(requirement.specifier))
    if len(bounds) != 1:
        msg = f"a requirement must have one lower bound, got {str(requirement)!r}"
        raise ValueError(msg)
    version = bounds[0][1]
    # Three numbers name one release; two name a series, of which the last release is taken.
    exact = bounds[0][0] == "==" or version.count(".") > 1
    series = version if "." in version else f"{version}.0"
    return f"{requirement.name}=={version if exact else f'{series}.*'}"


def constraints(project: dict[str, object]) -> list[str]:
    """Return the constraints of the dependencies and of the extras, each package once."""
    extras = project["optional-dependencies"]
    assert isinstance(extras, dict)
    assert isinstance(project["dependencies"], list)
    lines = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    wanted = [Requirement(line) for line in lines]
    # An extra may require the project itself, with other extras.
    return sorted({oldest(need) for need in wanted if need.name != project["name"]})


def constraints_of(text: str) -> list[str]:
    """Return the constraints of a file of requirements."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    found = []
    for need in (Requirement(line) for line in lines if line):
        extras = f"[{','.join(sorted(need.extras))}]" if need.extras else ""
        found.append(oldest(need).replace("==", f"{extras}==", 1))
    return found


if __name__ == "__main__":
    if sys.argv[1:]:
        found = constraints_of(Path(sys.argv[1]).read_text(encoding="utf-8"))
    else:
        found = constraints(tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"])
    print(*found, sep="\n")
