#!/bin/sh
# usage: [TIMES=20] tools/campaign.sh [PYTEST-ARGUMENT...]
# Runs the property tests with random seeds and 2,000 examples each, not 30: in .venv, beside TensorFlow, and with R in
# the process. Then dask reduces 4 GB of files with workers of 1 GB. It takes hours. With arguments it runs pytest in
# .venv only, with these arguments.
# Add each failing example as an @example to its test.
cd "$(dirname "$0")/.."

export RAGGEDKIT_CAMPAIGN="${TIMES:-20}"
if [ $# -gt 0 ]; then
    exec .venv/bin/python -m pytest -q -m hypothesis "$@"
fi

status=0
.venv/bin/python -m pytest -q -n 2 -m hypothesis || status=1
.venv/bin/python -m pytest -q -n 2 tests/test_pickles.py tests/test_unvalidated.py -k "damaged or every" || status=1
.venv/bin/python -m pytest -q -n 2 -k "embedded or both_faces" tests/facades || status=1
tools/conformance.sh || status=1
RAGGEDKIT_HOSTILE_SEED=random RAGGEDKIT_HOSTILE_INPUTS=100000 \
    .venv/bin/python -m pytest -q -n 2 tests/hostile || status=1
tools/doors.sh -n 0 -s tests/interop/dask/test_large.py tests/interop/files/test_memory.py || status=1
exit "$status"
