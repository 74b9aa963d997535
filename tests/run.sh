#!/bin/sh
# Runs the tests: `make test`. With the word "everything" also with clang and in debug mode: `make check`.
# Each Criterion run prints its own summary; the last line adds all of them up.
set -u
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
# Criterion itself leaks a few bytes a run; whatever else leaks is a failure.
mkdir -p build
echo 'leak:libcriterion' > build/lsan.supp
export LSAN_OPTIONS="suppressions=$PWD/build/lsan.supp:print_suppressions=0"
jobs=$(nproc 2>/dev/null || echo 2)

# What a test needs, and the Debian package that has it.
need() {
    [ "$1" = header ] && [ -e "/usr/include/$2" ] && return
    [ "$1" = program ] && command -v "$2" >/dev/null 2>&1 && return
    missing="${missing:-} $3"
}

install_missing() {
    need header criterion/criterion.h libcriterion-dev
    need program gcc gcc
    need program curl curl
    need program python3 python3
    need program readelf binutils
    need program nginx nginx-light
    need program valgrind valgrind
    [ -z "${missing:-}" ] && return
    echo "installing what the tests need:$missing"
    sudo=
    [ "$(id -u)" = 0 ] || sudo="sudo -n"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "The tests need:$missing (names of Debian packages). Install them, then run make test again." >&2
        exit 1
    fi
    # shellcheck disable=SC2086 # a list of packages
    if ! { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing; } >/dev/null; then
        echo "They could not be installed. As root: apt-get install$missing" >&2
        exit 1
    fi
}

build() {
    make -s -j"$jobs" "$@" || { echo "the build failed: make $*" >&2; failed=$((failed + 1)); return 1; }
}

# suite TITLE "MAKE VARIABLES" FOLDER [CRITERION ARGUMENTS]: one Criterion program.
suite() {
    title=$1 variables=$2 folder=$3
    shift 3
    echo "== $title"
    # shellcheck disable=SC2086 # several variables
    build $variables "build/$folder/tests/all" || return
    out=$("build/$folder/tests/all" "$@" 2>&1)
    status=$?
    echo "$out" | grep -v '^\[SKIP\]'
    ok=$(echo "$out" | sed -n 's/.*Synthesis:.*Passing: \([0-9]*\).*/\1/p' | tail -1)
    bad=$(echo "$out" | sed -n 's/.*Failing: \([0-9]*\).*/\1/p' | tail -1)
    crashed=$(echo "$out" | sed -n 's/.*Crashing: \([0-9]*\).*/\1/p' | tail -1)
    passed=$((passed + ${ok:-0}))
    failed=$((failed + ${bad:-0} + ${crashed:-0}))
    [ "$status" = 0 ] || [ $((${bad:-0} + ${crashed:-0})) -gt 0 ] || failed=$((failed + 1))
}

# single TITLE COMMAND...: a program that is one test.
single() {
    title=$1
    shift
    if out=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "ok    $title${out:+: }$(echo "$out" | tail -1)"
    else
        failed=$((failed + 1))
        echo "$out"
        echo "FAIL  $title"
    fi
}

tool() {
    # shellcheck disable=SC2086
    build $2 "build/$3/tools/$4" && single "$1" "build/$3/tools/$4"
}

install_missing
echo "== building"
build all suite || { echo "0 passed, $failed failed"; exit 1; }
single "the rules of the house" python3 tests/lint.py
single "powers of ten" python3 tests/powers.py
single "JSON beside Python's and JavaScript's" python3 tests/json_differential.py
single "what is exported and what is needed" python3 tests/artifacts.py
single "the examples in the documentation" python3 tests/docs.py
build build/release/tools/operations && single "instructions of hot operations" python3 tests/instructions.py
tool "doubles and floats, against strtod and printf" "" release doubles && single "doubles and floats, against python3" python3 tests/doubles.py
tool "texts escaped, variant by variant" "" release escapes
build build/release/render && single "no hole of a template is broken out of" tests/escape/run.sh
tool "no allocation in steady state" "" release allocations
build build/release/bench/floor build/release/bench/load && single "the bench refuses what is wrong" python3 tests/bench.py
tool "nothing outside of a root, whoever swaps what" "" release hostile
tool "files that are large, and files that are many" "" release many
single "conditions and ranges beside nginx" python3 tests/static/nginx.py
tool "start and stop under load, thread sanitizer" MODE=tsan tsan storm
tool "start and stop under load, address sanitizer" MODE=asan asan storm
suite "the portable back end" POLL=poll release-poll --filter='net_*/*'
if [ "${1:-}" = everything ]; then
    single "random templates, and what C compilers say of them" python3 tests/fuzz/template.py 30 1
    single "machines with other words" tests/foreign.sh
    suite "debug" MODE=debug debug
    suite "clang" CC=clang release-clang
    build CC=clang build/release-clang/tools/operations &&
        single "instructions of hot operations, clang" python3 tests/instructions.py build/release-clang/tools/operations
    suite "clang, address and undefined behaviour sanitizers" "CC=clang MODE=asan" asan-clang
fi
suite "address and undefined behaviour sanitizers" MODE=asan asan
suite "release" "" release
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
