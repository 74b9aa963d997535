#!/bin/sh
# Writes the golden files of the template compiler anew. Read the difference before you commit it.
cd "$(dirname "$0")/../../.." || exit 1
for template in tests/golden/page/*.html; do build/release/weft page "$template" || exit 1; done
for template in tests/golden/page/bad/*.html; do
    case $template in */layout.html) continue ;; esac
    build/release/weft page -o /dev/null "$template" 2>"${template%.html}.txt" && echo "$template has no mistake" >&2
done
exit 0
