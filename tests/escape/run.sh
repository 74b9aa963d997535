#!/bin/sh
# Whether any hole of a template can be broken out of: tests/escape/run.sh [COUNT] [LISTS]
# COUNT random values (2000 unless said) beside the list that hostile.mjs composes, and every line of the files in the folder LISTS.
# Needs node and npm, which fetches two libraries of pinned versions into build/escape; says so and is content without them.
cd "$(dirname "$0")/../.." || exit 1
count=${1:-2000} lists=${2:-} here=tests/escape there=build/escape
if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    echo "not run: it needs node and npm"
    exit 0
fi
mkdir -p "$there"
if ! cmp -s "$here/package-lock.json" "$there/package-lock.json" || [ ! -d "$there/node_modules" ]; then
    cp "$here/package.json" "$there/"
    cp "$here/package-lock.json" "$there/"
    if ! (cd "$there" && npm ci --silent --no-audit --no-fund --ignore-scripts); then
        rm -f "$there/package-lock.json"
        echo "not run: npm could not fetch parse5 and css-tree"
        exit 0
    fi
fi
# shellcheck disable=SC2086 # two words or none
exec node "$here/check.mjs" "${RENDER:-build/release/render}" --random "$count" ${lists:+--lists "$lists"}
