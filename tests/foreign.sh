#!/bin/sh
# tests/foreign.sh: what must not depend on the machine, on other machines: with words of 32 bits (and the arithmetic of
# the x87), with the highest byte first, and with ARM's vectors. Built for each by a cross compiler, run by QEMU. A
# machine whose compiler or QEMU is not installed is left out, with a note. Debian's packages:
#     gcc-i686-linux-gnu libc6-dev-i386-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross \
#     gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
set -u
cd "$(dirname "$0")/.." || exit 1
failed=0 ran=0
flags="-std=c17 -O2 -g -Wall -Wextra -Werror -Iinclude -I. -D_GNU_SOURCE -DWEFT_DEBUG=1 -pthread -static -Wno-psabi"

# on COMPILER QEMU PROGRAM SOURCES -- ARGUMENTS
on() {
    compiler=$1 qemu=$2 program=build/foreign/$1/$3
    shift 3
    sources=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        sources="$sources $1"
        shift
    done
    [ $# -gt 0 ] && shift
    mkdir -p "$(dirname "$program")"
    # shellcheck disable=SC2086 # lists of flags and files
    if $compiler $flags $sources -o "$program" -lm && out=$($qemu "$program" "$@" 2>&1); then
        ran=$((ran + 1))
        echo "ok    $compiler: $(basename "$program"): $(echo "$out" | tail -1)"
    else
        failed=$((failed + 1))
        echo "${out:-}" | tail -20
        echo "FAIL  $compiler: $(basename "$program")"
    fi
}

for machine in "i686-linux-gnu-gcc qemu-i386-static" "s390x-linux-gnu-gcc qemu-s390x-static" \
    "aarch64-linux-gnu-gcc qemu-aarch64-static"; do
    compiler=${machine% *} qemu=${machine#* }
    if ! command -v "$compiler" >/dev/null 2>&1 || ! command -v "$qemu" >/dev/null 2>&1; then
        echo "left out: $compiler and $qemu are not both installed"
        continue
    fi
    on "$compiler" "$qemu" doubles tests/tools/doubles.c src/base/*.c -- 20000
    on "$compiler" "$qemu" json -Itests/tools/alone tests/tools/alone/main.c tests/json/text.c tests/json/read.c tests/json/write.c \
        tests/json/codec.c tests/json/record.c tests/json/records.c json/*.c src/base/*.c
    on "$compiler" "$qemu" escapes tests/tools/escapes.c template/page.c template/text.c template/format.c src/base/*.c -- 20000
done
echo "$ran programs on other machines, $failed failed"
[ "$failed" = 0 ]
