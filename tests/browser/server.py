"""A Jupyter server on the loopback address, without a password and without files left behind."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Server", "jupyter"]

ROOT = Path(__file__).parents[2]
PATIENCE = 600  # seconds until the server has to answer
QUIET: dict[str, dict[str, object]] = {
    "@jupyterlab/apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
}


@dataclass(frozen=True)
class Server:
    """A running server: its folder, and the addresses of its pages."""

    folder: Path
    token: str
    address: str

    def page(self, path: str) -> str:
        """Return the address of a page in a fresh session."""
        return f"{self.address}{path}?token={self.token}&reset"

    def set_theme(self, theme: str) -> None:
        """Choose the theme of the pages that are opened from now on."""
        _write_setting(
            self.folder, "@jupyterlab/apputils-extension/themes", {"theme": f"JupyterLab {theme}"}
        )


@contextmanager
def jupyter(folder: Path) -> Iterator[Server]:
    """Run JupyterLab and Jupyter Notebook, both in one server, for as long as the block lasts.

    They show ``folder / "notebooks"``, and keep what else they write in the same folder.

    Raises
    ------
    RuntimeError
        If the server ends or does not answer; with what it wrote.
    """
    for setting, value in QUIET.items():
        _write_setting(folder, setting, value)
    token = secrets.token_hex()
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *("--ip=127.0.0.1", "--port=0", f"--IdentityProvider.token={token}"),
                *(
                    f"--ServerApp.root_dir={folder / 'notebooks'}",
                    "--LabApp.extension_manager=readonly",
                ),
            ],
            env=_environment(folder),
            cwd=folder,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Server(folder, token, _address(folder, process, log))
    finally:
        process.terminate()
        try:  # it waits for kernels that are starting; without a server they end by themselves
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _environment(folder: Path) -> dict[str, str]:
    names = {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    own = {name: str(folder / path) for name, path in names.items()}
    return {**os.environ, **own, "PYTHONPATH": str(ROOT)}


def _address(folder: Path, process: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address of the server, once it has printed it."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        for found in (folder / "runtime").glob("jpserver-*.json"):
            text = found.read_text(encoding="utf-8")
            if text.endswith("}"):  # written in full
                return f"http://127.0.0.1:{json.loads(text)['port']}/"
        time.sleep(0.1)
    raise RuntimeError(f"no Jupyter server after {PATIENCE} s; it wrote:\n{log.read_text()}")


def _write_setting(folder: Path, plugin: str, value: dict[str, object]) -> None:
    path = folder / "settings" / f"{plugin}.jupyterlab-settings"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
