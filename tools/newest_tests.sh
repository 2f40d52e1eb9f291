#!/bin/sh
# usage: tools/newest_tests.sh [PYTEST-ARGUMENT...]
# The part of tools/newest.sh that runs inside Debian 13: the environment, and all tests except those in a browser.
set -eu
cd "$(dirname "$0")/.."

export CI=true RAGGEDKIT_NEWEST=1
tools/environment.sh
.venv/bin/python - <<'PYTHON'
import platform
import subprocess
from importlib.metadata import distributions

shown = ("numpy", "numba", "pandas", "scipy", "matplotlib", "rpy2", "rpy2-rinterface")
found = {d.name: d.version for d in distributions() if d.name in shown}
print("test-newest: Python", platform.python_version(), *(f"{k} {v}" for k, v in sorted(found.items())))
code = 'cat(R.version.string, "reticulate", format(packageVersion("reticulate")))'
print("test-newest:", subprocess.check_output(["Rscript", "-e", code], text=True))
PYTHON
exec .venv/bin/python -m pytest -q -n 2 -m "not browser" "$@"
