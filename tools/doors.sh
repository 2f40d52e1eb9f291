#!/bin/sh
# usage: tools/doors.sh [PYTEST-ARGUMENT...]
# Runs the tests of raggedkit/interop, and the docstrings that need its libraries, in .venv-doors. If the libraries
# cannot be installed, prints a message and exits with 0; under CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

alone=tools/requirements-doors-alone.txt # installed without what they require
if ! tools/venv.sh .venv-doors -r tools/requirements-doors.txt ||
    { [ -f "$alone" ] && ! .venv-doors/bin/python -m pip install -qq --disable-pip-version-check --no-deps -r "$alone"; }; then
    echo "doors: SKIPPED, the libraries could not be installed here (see the messages above)"
    [ "${CI:-}" = true ] && exit 1
    exit 0
fi

echo "doors: pytest of what other libraries take and give"
[ $# -gt 0 ] || set -- tests/interop raggedkit/interop raggedkit/_tensor raggedkit/table
# Other libraries warn about each other; the main run checks raggedkit's warnings.
PYTHONPATH=".:facades" exec .venv-doors/bin/python -m pytest -q -n 2 -m doors -o filterwarnings=default "$@"
