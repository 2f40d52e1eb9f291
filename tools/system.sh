#!/bin/sh
# usage: tools/system.sh [r] [chromium] [venv]      (all three when none is named)
# Installs the parts that pip cannot bring, where apt-get (as root or with passwordless sudo) or Homebrew is
# there; otherwise says in one line what is missing and how to get it. Under CI=true a missing part is an error.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

is_there() {
    case "$1" in
    r) have R ;;
    chromium)
        have chromium || have chromium-browser || have google-chrome ||
            [ -x "/Applications/Chromium.app/Contents/MacOS/Chromium" ] ||
            [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ]
        ;;
    venv) "$(dirname "$0")/python.sh" >/dev/null 2>&1 ;;
    *)
        echo "tools/system.sh: no part called '$1'; the parts are r, chromium, venv" >&2
        exit 2
        ;;
    esac
}

apt_package() {
    case "$1" in
    r) echo r-base-core r-cran-testthat ;;
    chromium) echo chromium ;;
    venv) echo python3-venv ;;
    esac
}

brew_package() {
    case "$1" in
    r) echo r ;;
    chromium) echo "--cask chromium" ;;
    venv) echo python@3.13 ;;
    esac
}

as_root=""
can_apt() {
    have apt-get || return 1
    [ "$(id -u)" -eq 0 ] && return 0
    as_root="sudo -n"
    have sudo && sudo -n true 2>/dev/null
}

updated=""
install() {
    if can_apt; then
        echo "system: apt-get install $(apt_package "$1")"
        if [ -z "$updated" ]; then
            $as_root apt-get update -qq || true # an old list is often good enough
            updated=yes
        fi
        # shellcheck disable=SC2046 # one part can be two packages
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends \
            $(apt_package "$1") >/dev/null
    elif have brew; then
        echo "system: brew install $(brew_package "$1")"
        # shellcheck disable=SC2046 # "--cask name" is two words on purpose
        brew install --quiet $(brew_package "$1")
    else
        return 1
    fi
}

# What R's tests run in. Only they are skipped without it, so it makes no part missing.
has_testthat() {
    Rscript -e 'quit(status = !requireNamespace("testthat", quietly = TRUE))' >/dev/null 2>&1
}

[ $# -gt 0 ] || set -- r chromium venv
missing=""
for part in "$@"; do
    if is_there "$part"; then
        [ "$part" != r ] || has_testthat || ! can_apt || install r || true
        continue
    fi
    install "$part" || true
    is_there "$part" || missing="$missing $part"
done

for part in $missing; do
    echo "system: $part is missing, what needs it will be skipped:" \
        "apt-get install $(apt_package "$part")  or  brew install $(brew_package "$part")" >&2
done
if [ -n "$missing" ] && [ "${CI:-}" = true ]; then
    echo "system: a missing part is an error under CI=true" >&2
    exit 1
fi
