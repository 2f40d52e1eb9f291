#!/bin/sh
# usage: tools/system.sh [r] [chromium] [venv]      (default: all three)
# Installs the parts that pip cannot install, with apt-get (as root or with passwordless sudo) or Homebrew. Without
# these, prints the missing parts and how to install them. Under CI=true a missing part is an error.
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
    r)
        echo r-base-core r-base-dev r-cran-testthat r-cran-irkernel r-cran-matrix \
            r-cran-dplyr r-cran-tidyr r-cran-purrr r-cran-data.table
        ;;
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
            $as_root apt-get update -qq || true # an outdated list is often sufficient
            updated=yes
        fi
        # shellcheck disable=SC2046 # a part can have several packages
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

# Prints the missing requirements of R's tests, notebook, sparse matrices, tables, and of building rpy2. Only these
# are skipped without them, so R itself does not count as missing.
r_lacks() {
    Rscript -e 'need <- c("testthat", "IRkernel", "Matrix", "dplyr", "tidyr", "purrr", "data.table")' \
        -e 'for (p in need) if (!nzchar(system.file(package = p))) cat(p, "")' \
        -e 'if (!nzchar(Sys.which("cc"))) cat("a C compiler")' 2>/dev/null || true
}

complete_r() {
    [ -n "$(r_lacks)" ] || return 0
    if can_apt; then install r || true; fi
    lacks="$(r_lacks)"
    [ -z "$lacks" ] || echo "system: R lacks ${lacks% }; tests that need it will be skipped:" \
        "install.packages(c('testthat', 'IRkernel', 'Matrix', 'dplyr', 'tidyr', 'purrr', 'data.table')) in R  or  apt-get install $(apt_package r)" >&2
}

[ $# -gt 0 ] || set -- r chromium venv
missing=""
for part in "$@"; do
    is_there "$part" || install "$part" || true
    if ! is_there "$part"; then
        missing="$missing $part"
    elif [ "$part" = r ]; then
        complete_r
    fi
done

for part in $missing; do
    echo "system: $part is missing, tests that need it will be skipped:" \
        "apt-get install $(apt_package "$part")  or  brew install $(brew_package "$part")" >&2
done
if [ -n "$missing" ] && [ "${CI:-}" = true ]; then
    echo "system: a missing part is an error under CI=true" >&2
    exit 1
fi
