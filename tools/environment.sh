#!/bin/sh
# usage: tools/environment.sh
# Makes .venv with what the tests and the notebooks need: rpy2 too, of the line that fits the R that is there.
# Without R, or where rpy2 can't be built, it says so in one line and leaves it out; under CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

without() {
    echo "environment: rpy2 is left out, what needs it will be skipped: $1" >&2
    [ "${CI:-}" = true ] && exit 1
    tools/venv.sh .venv -e '.[dev]'
    exit 0
}

command -v Rscript >/dev/null 2>&1 || without "there is no R; tools/system.sh r installs it"
case "$(Rscript -e 'cat(getRversion() >= "4.5")' 2>/dev/null)" in
TRUE) tools/venv.sh .venv -e '.[dev]' 'rpy2>=3.6.7' && exit 0 ;;
*) tools/venv.sh .venv -e '.[dev,r]' && exit 0 ;;
esac
without "it could not be built, the lines above say why"
