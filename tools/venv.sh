#!/bin/sh
# usage: tools/venv.sh FOLDER PIP-ARGUMENT...
# Creates the environment FOLDER and installs the arguments with pip, once: a checksum of the arguments and of the
# requirement files is stored, so a second call returns at once.
set -eu
cd "$(dirname "$0")/.."

folder="$1"
shift
stamp="$folder/installed"
wanted="$({ echo "$PWD" "$@"; cat pyproject.toml tools/requirements-*.txt; } | cksum)"
if [ -x "$folder/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

if ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then # missing, or its creation was interrupted
    python="$(tools/python.sh)"
    echo "$folder: creating it with $("$python" --version)"
    rm -rf "$folder"
    "$python" -m venv "$folder"
fi
rm -f "$stamp"
echo "$folder: pip install $*"
"$folder/bin/python" -m pip install -qq --disable-pip-version-check --no-compile "$@"
# pip would compile on one core, and the tests of all libraries too: half of its time.
"$folder/bin/python" -m compileall -qq -j 2 -x '/tests?/' "$folder"/lib/python*/site-packages || true
echo "$wanted" >"$stamp"
