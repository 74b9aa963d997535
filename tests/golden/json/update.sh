#!/bin/sh
# Writes the golden files of the codec generator anew, after a change that is meant. Look at what git diff says then.
set -u
cd "$(dirname "$0")/../../.." || exit 1
make -s build/release/weft || exit 1
for header in tests/golden/json/*.h; do
    stem=${header%.h}
    case $stem in *.json) continue ;; esac
    marks=
    [ -f "$stem.marks" ] && marks="-m $stem.marks"
    # shellcheck disable=SC2086 # an option and its word, or nothing
    build/release/weft json "$header" $marks -o "$stem.json.c" || exit 1
done
for header in tests/golden/json/wrong/*.h; do
    build/release/weft json "$header" -o build/wrong.json.c 2>"${header%.h}.txt" && echo "$header is not wrong"
done
exit 0
