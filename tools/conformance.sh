#!/bin/sh
# Runs tests/conformance with TensorFlow in .venv-tf. If TensorFlow cannot be installed, prints a message and exits
# with 0; under CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

if [ ! -d tests/conformance ]; then
    echo "conformance: tests/conformance is missing, nothing to compare with TensorFlow"
    exit 0
fi
if ! tools/venv.sh .venv-tf -r tools/requirements-tensorflow.txt; then
    echo "conformance: SKIPPED, TensorFlow could not be installed here (see the messages above)"
    [ "${CI:-}" = true ] && exit 1
    exit 0
fi

echo "conformance: pytest tests/conformance beside TensorFlow"
# TensorFlow warns at import, so warnings are no errors here; the main run checks raggedkit's warnings.
PYTHONPATH=".:facades" TF_CPP_MIN_LOG_LEVEL=3 CUDA_VISIBLE_DEVICES="" \
    .venv-tf/bin/python -m pytest -q -n 2 -o filterwarnings=default tests/conformance "$@"
