#!/bin/sh
# SPDX-License-Identifier: MIT
# Every test of the project; `./dev test` installs what it needs first. Each step counts as one test, the C and Python
# suites count their own. The last line is the sum: N passed, N failed, N skipped.
set -u

root=$(cd -P "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
results=$root/build/test
passed=0
failed=0
skipped=0
failures=
skips=

count_failure() {
    failed=$((failed + 1))
    failures="$failures
FAILED: $1"
}

# step NAME COMMAND...: one test; what it prints is shown only when it fails
step() {
    name=$1
    shift
    started=$(date +%s)
    if "$@" >"$results/$name.log" 2>&1; then
        passed=$((passed + 1))
        echo "ok: $name ($(($(date +%s) - started)) s)"
    else
        cat "$results/$name.log"
        count_failure "$name"
        return 1
    fi
}

# attribute FILE NAME: a number of the first <testsuite> in a JUnit report, 0 if it is not there
attribute() {
    number=$(tr '\n\t' '  ' <"$1" | sed -n 's/^[^>]*>.*<testsuite \([^>]*\)>.*/\1/p; s/^<testsuite \([^>]*\)>.*/\1/p' |
        sed -n "s/.*\b$2=\"\([0-9]*\)\".*/\1/p")
    echo "${number:-0}"
}

# count_suite NAME STATUS: adds a suite's JUnit report; a suite that failed without a failed test counts as one failure
count_suite() {
    report=$results/$1.xml
    if [ ! -s "$report" ]; then
        count_failure "$1 (no report, exit status $2)"
        return
    fi
    bad=$(($(attribute "$report" failures) + $(attribute "$report" errors)))
    skip=$(($(attribute "$report" skipped) + $(attribute "$report" disabled)))
    passed=$((passed + $(attribute "$report" tests) - bad - skip))
    failed=$((failed + bad))
    skipped=$((skipped + skip))
    if [ "$bad" -gt 0 ]; then
        failures="$failures
FAILED: $1 ($bad)"
    elif [ "$2" -ne 0 ]; then
        count_failure "$1 (exit status $2)"
    fi
}

build() {
    step "build-$1" ./dev build "$1" -DPAVANE_WERROR=ON
}

run_ctest() {
    ctest --test-dir "build/$1" --output-on-failure --parallel "$(nproc)" --output-junit "$results/ctest-$1.xml"
    count_suite "ctest-$1" $?
}

# run_pytest NAME BUILD_PRESET PATHS...
run_pytest() {
    suite=$1
    preset=$2
    shift 2
    PAVANE_BUILD=$root/build/$preset LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1280x1024x24' \
        .venv/bin/python -m pytest -q -n "$(nproc)" --dist loadfile --timeout 900 --junitxml "$results/$suite.xml" "$@"
    status=$?
    [ "$status" -ne 5 ] || status=0 # pytest's "no tests were collected"
    count_suite "$suite" "$status"
}

# Makes the Blenders that are asked for while the C side is built.
check_blenders() {
    for version in $PAVANE_BLENDERS; do
        tools/blenders.sh check "$version" >"$results/blender-$version.version" 2>"$results/blender-$version.reason" ||
            rm "$results/blender-$version.version"
    done
}

# keep_available_blenders: one that cannot be had is one skipped test, told by name at the end
keep_available_blenders() {
    available=
    for version in $PAVANE_BLENDERS; do
        if [ -f "$results/blender-$version.version" ]; then
            available="$available $version"
        else
            skipped=$((skipped + 1))
            skips="$skips
Blender $version skipped: $(tail -n 1 "$results/blender-$version.reason")"
        fi
    done
    PAVANE_BLENDERS=${available# }
}

# Big files only slow the fuzzer down; the suites read them whole anyway.
fuzz() {
    seeds=$results/seeds-$1
    mkdir -p "$seeds"
    if [ "$1" = fuzz_unpack ]; then
        python3 tests/fuzz/make_seeds.py "$seeds"
    else
        find tests/golden -name '*.pav' -size -64k -exec cp {} "$seeds" \; 2>/dev/null
    fi
    dictionary=
    [ ! -f tests/fuzz/pav.dict ] || dictionary=-dict=tests/fuzz/pav.dict
    # shellcheck disable=SC2086 # nothing or one word
    "build/fuzz/$1" -max_total_time="${PAVANE_FUZZ_SECONDS:-30}" -timeout=10 -print_final_stats=1 $dictionary \
        -artifact_prefix="$results/" "$seeds"
}

# Each takes one core for its whole time, so all of them run at once.
fuzz_all() {
    for source in tests/fuzz/*.c; do
        name=$(basename "$source" .c)
        fuzz "$name" >"$results/$name.out" 2>&1 &
        echo "$!" >"$results/$name.pid"
    done
    for source in tests/fuzz/*.c; do
        name=$(basename "$source" .c)
        step "fuzz-$name" end_fuzz "$name"
    done
}

# end_fuzz NAME: its output and exit status
end_fuzz() {
    wait "$(cat "$results/$1.pid")"
    status=$?
    cat "$results/$1.out"
    return "$status"
}

rm -rf "$results"
mkdir -p "$results"
export PAVANE_BLENDERS="${PAVANE_BLENDERS:-system}"
check_blenders &
blenders=$!

for preset in debug asan; do
    if build "$preset"; then run_ctest "$preset"; fi
done
build mingw
step build-python tools/build_python.sh
if build fuzz; then fuzz_all; fi

wait "$blenders"
keep_available_blenders
run_pytest pytest debug tests --ignore=tests/viewer
# The viewer's tests run once, with its memory watched: a build without says nothing of them that this one does not.
# Mesa keeps memory to the end of the program, so leaks are looked for in the C tests alone.
ASAN_OPTIONS=detect_leaks=0 run_pytest pytest-viewer-asan asan tests/viewer

printf '%s\n' "$failures$skips" | sed '/^$/d'
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
