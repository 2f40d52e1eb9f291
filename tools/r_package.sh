#!/bin/sh
# usage: tools/r_package.sh LIBRARY
# Installs the R package into the folder LIBRARY, for notebooks that use the R kernel. Installs again only if a file
# of the package changed. Without R, prints a message.
set -eu
cd "$(dirname "$0")/.."

package=facades/raggedkit_r
library="$1"
if ! command -v R >/dev/null 2>&1; then
    echo "r-package: R is missing, the notebook with the R kernel will be skipped: tools/system.sh r installs it" >&2
    exit 0
fi
wanted="$({ R --version | head -n 1; cat "$package/DESCRIPTION" "$package/NAMESPACE" "$package"/R/*.R; } | cksum)"
if [ "$(cat "$library/installed" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi
mkdir -p "$library"
rm -f "$library/installed"
R CMD INSTALL --no-docs --no-test-load --library="$library" "$package" >"$library/log" 2>&1 || {
    cat "$library/log" >&2
    exit 1
}
echo "$wanted" >"$library/installed"
