#!/bin/sh
# usage: tools/newest.sh [PYTEST-ARGUMENT...]
# Runs the tests on the newest stack: Debian 13 in the folder .debian13, with its R, Python and reticulate,
# and the newest NumPy, numba and rpy2 that pip finds. Needs root on a Debian machine. Uses the mirror and the
# pip configuration of this machine. Mounts are visible to this script only.
set -eu
cd "$(dirname "$0")/.."

folder="$PWD/.debian13"
checkout=/raggedkit/checkout
r="r-base-core r-base-dev r-cran-testthat r-cran-matrix r-cran-reticulate r-cran-irkernel r-cran-vctrs r-cran-tibble
r-cran-dplyr r-cran-purrr r-cran-tidyr r-cran-data.table r-bioc-iranges"
packages="$r python3-dev python3-venv git make"

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1 || [ ! -e /etc/debian_version ]; then
    echo "test-newest: needs root on a Debian machine to build Debian 13 in a folder; nothing was run" >&2
    exit 1
fi
if [ -z "${MOUNTS_APART:-}" ]; then
    export MOUNTS_APART=1
    exec unshare --mount "$0" "$@"
fi

bootstrap() {
    command -v debootstrap >/dev/null 2>&1 ||
        DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends debootstrap >/dev/null
    mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' |
        head -n 1)"
    echo "test-newest: debootstrap of Debian 13 into .debian13"
    rm -rf "$folder"
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates trixie "$folder" "$mirror" \
        >"$folder.log" 2>&1 || {
        tail -n 20 "$folder.log" >&2
        exit 1
    }
    rm -f "$folder.log"
    mkdir -p "$folder$checkout"
}

# Network, certificates and package registries are configured as on this machine.
as_here() {
    cp -L /etc/resolv.conf "$folder/etc/resolv.conf"
    cp -L --remove-destination /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/"
    cp -r /etc/apt/apt.conf.d "$folder/etc/apt/"
    rm -f "$folder"/etc/apt/apt.conf.d/*appstream* "$folder"/etc/apt/apt.conf.d/*packagekit*
    for file in /etc/pip.conf "$HOME/.pip" "$HOME/.config/pip" /etc/xdg/pip; do
        [ ! -e "$file" ] || { mkdir -p "$folder$(dirname "$file")" && cp -r "$file" "$folder$(dirname "$file")/"; }
    done
    # Local folders in pip's configuration; the pages of an index refer to files next to it.
    named="$("$(tools/python.sh)" -m pip config list | grep -o "/[^' ]*" | sed -e 's#^//*#/#' -e 's#/simple/*$##')"
    for path in $(echo "$named" | sort -u); do
        [ ! -d "$path" ] || { mkdir -p "$folder$path" && mount --bind -o ro "$path" "$folder$path"; }
    done
    mount -t proc proc "$folder/proc"
    mount --rbind /dev "$folder/dev"
}

within() { chroot "$folder" /usr/bin/env HOME="$HOME" LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

wanted="$(echo "$packages" | cksum)"
[ -d "$folder$checkout" ] || bootstrap
as_here
if [ "$(cat "$folder/raggedkit/installed" 2>/dev/null)" != "$wanted" ]; then
    echo "test-newest: apt-get install" $packages
    within apt-get update -qq
    # shellcheck disable=SC2086 # many packages
    within apt-get install -qq -y --no-install-recommends $packages >/dev/null
    echo "$wanted" >"$folder/raggedkit/installed"
fi

# The current files of this checkout, and the recorded answers next to it.
find "$folder$checkout" -mindepth 1 -maxdepth 1 ! -name '.venv*' -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard | xargs -0 -r sh -c 'for f; do [ ! -f "$f" ] || printf "%s\0" "$f"; done' - |
    tar --create --null --files-from=- | tar --extract --directory="$folder$checkout"
if [ -d ../shared/oracles ]; then
    mkdir -p "$folder/raggedkit/shared"
    cp -r ../shared/oracles "$folder/raggedkit/shared/"
fi
within sh "$checkout/tools/newest_tests.sh" "$@"
