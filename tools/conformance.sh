#!/bin/sh
# Runs tests/conformance beside TensorFlow, in .venv-tf. Where TensorFlow cannot be installed it says so and
# goes on; under CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

if [ ! -d tests/conformance ]; then
    echo "conformance: tests/conformance is not there, nothing to compare with TensorFlow"
    exit 0
fi
if ! tools/venv.sh .venv-tf -r tools/requirements-tensorflow.txt; then
    echo "conformance: SKIPPED, TensorFlow could not be installed here (the lines above say why)"
    [ "${CI:-}" = true ] && exit 1
    exit 0
fi

echo "conformance: pytest tests/conformance beside TensorFlow"
# TensorFlow's own imports warn; raggedkit's warnings are errors in the main run.
PYTHONPATH=".:facades" TF_CPP_MIN_LOG_LEVEL=3 CUDA_VISIBLE_DEVICES="" \
    .venv-tf/bin/python -m pytest -q -n 2 -o filterwarnings=default tests/conformance "$@"
