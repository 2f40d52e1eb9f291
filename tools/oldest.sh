#!/bin/sh
# usage: tools/oldest.sh [PYTEST-ARGUMENT...]
# Runs the tests on Python 3.11 with the oldest NumPy and other libraries that pyproject.toml allows.
set -eu
cd "$(dirname "$0")/.."

tools/environment.sh
mkdir -p build
.venv/bin/python tools/oldest.py >build/oldest.txt
export PYTHON="${PYTHON:-python3.11}"
r="$(command -v R >/dev/null 2>&1 && echo ,r || true)"
tools/venv.sh .venv-oldest -c build/oldest.txt -e ".[dev$r]"
echo "test-oldest: pytest with" the versions of build/oldest.txt
# Old libraries warn about their newer dependencies.
.venv-oldest/bin/python -m pytest -q -n 2 -W ignore::DeprecationWarning "$@"

[ $# -eq 0 ] || exit 0
.venv/bin/python tools/oldest.py tools/requirements-doors.txt >build/oldest-doors.txt
tools/venv.sh .venv-oldest-doors -r build/oldest-doors.txt
echo "test-oldest: pytest of tests/interop with the versions of build/oldest-doors.txt"
# PyTorch has no old version here; its tests are left out, as they are without it in `make test`.
PYTHONPATH=".:facades" exec .venv-oldest-doors/bin/python -m pytest -q -n 2 -m doors -o filterwarnings=default \
    --ignore=tests/interop/test_torch.py tests/interop
