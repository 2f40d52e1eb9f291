"""In CI a test that is skipped because a part is missing fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROBES = Path(__file__).with_name("skipped.py")


@pytest.mark.parametrize(
    ("ci", "newest", "closing"),
    [
        ("", "", "4 skipped"),
        ("true", "", "2 failed, 2 skipped"),
        ("true", "1", "3 failed, 1 skipped"),
    ],
    ids=["by hand", "CI", "newest"],
)
def test_a_missing_part(ci: str, newest: str, closing: str) -> None:
    env = os.environ | {"CI": ci, "RAGGEDKIT_NEWEST": newest}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PROBES)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip().splitlines()[-1].startswith(closing), done.stdout
