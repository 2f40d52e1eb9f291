#!/bin/sh
# usage: tools/environment.sh
# Creates .venv with the requirements of tests and notebooks, including the rpy2 version that matches the installed R.
# Without R, or if rpy2 cannot be built, prints a message and omits rpy2; under CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

without() {
    echo "environment: rpy2 is omitted, tests that need it will be skipped: $1" >&2
    [ "${CI:-}" = true ] && exit 1
    tools/venv.sh .venv -e '.[dev]'
    exit 0
}

command -v Rscript >/dev/null 2>&1 || without "R is missing; tools/system.sh r installs it"
case "$(Rscript -e 'cat(getRversion() >= "4.5")' 2>/dev/null)" in
TRUE) tools/venv.sh .venv -e '.[dev]' 'rpy2>=3.6.7' && exit 0 ;;
*) tools/venv.sh .venv -e '.[dev,r]' && exit 0 ;;
esac
without "it could not be built, see the messages above"
