#!/bin/sh
# Prints the Python for new environments: the newest of 3.13, 3.12, 3.11 that works and has venv.
# PYTHON=... in the environment overrides the search.
set -eu

version_ok='import sys; sys.exit(sys.version_info < (3, 11))'
can_make_venv='import ensurepip, venv'

newest=""
for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
    "$candidate" -c "$version_ok" >/dev/null 2>&1 || continue
    if "$candidate" -c "$can_make_venv" >/dev/null 2>&1; then
        echo "$candidate"
        exit 0
    fi
    newest="${newest:-$candidate}"
done

if [ -n "$newest" ]; then
    version="$("$newest" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
    echo "$newest cannot create environments (no ensurepip): apt-get install python$version-venv," \
        "or set PYTHON to another Python >= 3.11" >&2
else
    echo "no Python >= 3.11 found (tried: ${PYTHON:-python3.13 python3.12 python3.11 python3}):" \
        "install one, or set PYTHON to it" >&2
fi
exit 1
