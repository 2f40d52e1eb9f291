#!/bin/sh
# usage: tools/venv.sh FOLDER PIP-ARGUMENT...
# Makes the environment FOLDER and installs the arguments into it, once: what was installed is remembered
# as a checksum of the arguments and the files that say what to install, so a second call is instant.
set -eu
cd "$(dirname "$0")/.."

folder="$1"
shift
stamp="$folder/installed"
wanted="$({ echo "$PWD" "$@"; cat pyproject.toml tools/requirements-*.txt; } | cksum)"
if [ -x "$folder/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

if ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then # absent, or making it was interrupted
    python="$(tools/python.sh)"
    echo "$folder: making it with $("$python" --version)"
    rm -rf "$folder"
    "$python" -m venv "$folder"
fi
rm -f "$stamp"
echo "$folder: pip install $*"
"$folder/bin/python" -m pip install -qq --disable-pip-version-check "$@"
echo "$wanted" >"$stamp"
