#!/bin/sh
# The tests of numbers, texts and JSON on other processors, by qemu: 32 bits (i386, whose floating point is its own), and
# 64 bits with the bytes the other way round (s390x). Needs gcc-i686-linux-gnu, gcc-s390x-linux-gnu and
# qemu-user-static (Debian); what is not there is left out, and said to be.
set -u
cd "$(dirname "$0")/.." || exit 1
folder=build/elsewhere
mkdir -p $folder
sources="src/base/*.c json/*.c tests/tools/alone/main.c tests/base/decimal.c tests/base/shortest.c tests/base/num.c tests/json/codec.c
         tests/json/read.c tests/json/write.c tests/json/text.c tests/json/record.c tests/json/records.c"
failed=0
for machine in i686:qemu-i386-static s390x:qemu-s390x-static; do
    compiler=${machine%%:*}-linux-gnu-gcc emulator=${machine##*:}
    if ! command -v "$compiler" >/dev/null || ! command -v "$emulator" >/dev/null; then
        echo "left out: $compiler and $emulator are not there"
        continue
    fi
    # shellcheck disable=SC2086 # a list of files
    "$compiler" -std=c17 -O1 -static -Itests/tools/alone -Iinclude -I. -D_GNU_SOURCE -DWEFT_DEBUG=1 -w $sources -lm -pthread \
        -o "$folder/$compiler" || { failed=1; continue; }
    printf '%s: ' "${machine%%:*}"
    "$emulator" "$folder/$compiler" || failed=1
done
exit $failed
