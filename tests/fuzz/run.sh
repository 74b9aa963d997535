#!/bin/sh
# tests/fuzz/run.sh [SECONDS [TARGET...]]: builds the fuzz targets into build/fuzz and runs each for SECONDS (60), or
# those that are named. What a run finds lies in build/fuzz/TARGET: corpus/, and crash-* for each failure, which
#     build/fuzz/TARGET/run build/fuzz/TARGET/crash-...
# shows again. Needs clang with its runtime library (Debian: clang libclang-rt-14-dev).
set -u
cd "$(dirname "$0")/../.." || exit 1
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- tests/fuzz/*.c
clang=${CLANG:-clang}
flags="-std=c17 -O1 -g -Wall -Wextra -Iinclude -I. -Itests/golden/json -D_GNU_SOURCE -DWEFT_DEBUG=1 -fno-omit-frame-pointer -pthread
       -fsanitize=address,undefined -fno-sanitize-recover=all"
failed=0

mkdir -p build/fuzz/lib || exit 1
objects=
for source in src/base/*.c src/http/*.c src/cdecl/*.c template/gen/*.c static/condition.c static/range.c static/coding.c \
    json/*.c json/gen/*.c tests/golden/json/*.json.c; do
    object=build/fuzz/lib/$(echo "$source" | tr / -).o
    objects="$objects $object"
    # shellcheck disable=SC2086 # a list of flags
    $clang $flags -fsanitize=fuzzer-no-link -c "$source" -o "$object" || exit 1
done

for target in "$@"; do
    target=$(basename "$target" .c)
    folder=build/fuzz/$target
    mkdir -p "$folder/corpus"
    # shellcheck disable=SC2086 # lists of flags and objects
    $clang $flags -fsanitize=fuzzer "tests/fuzz/$target.c" $objects -o "$folder/run" || exit 1
    nice "$folder/run" -max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$folder/" "$folder/corpus" >"$folder/log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log")
    seen=$(sed -n 's/.*cov: \([0-9]*\) ft: \([0-9]*\) corp: \([0-9]*\).*/\1 edges, \2 features, \3 inputs/p' "$folder/log" | tail -1)
    if [ $status = 0 ]; then
        echo "ok    $target: ${runs:-?} runs; $seen"
    else
        failed=$((failed + 1))
        echo "FAIL  $target, see $folder/log"
        grep -E '^SUMMARY|^tests/|^src/|Test unit written' "$folder/log" | head -5
    fi
done
[ $failed = 0 ]
