#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the tests. First may stand one of:
#   --long      also those that take minutes
#   --sanitize  all under the address and undefined-behaviour sanitizers, in a build of its own
#   --coverage  all, counting the lines of src/ that run; the table comes last
# Further arguments go to ctest:
#   scripts/test.sh -R core
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

how=()
options=(-DBUILD_TESTING=ON)
mode=${1-}
case $mode in
  --long) how=(-C long) ;;
  --sanitize)
    build=$build/sanitize
    # A compiler that sanitizes warns of what it has put there itself.
    options+=(-DSCANBENCH_SANITIZE=ON -DSCANBENCH_WARNINGS_AS_ERRORS=OFF)
    # An exit code that no test expects.
    export ASAN_OPTIONS=exitcode=99
    export UBSAN_OPTIONS=print_stacktrace=1
    export LSAN_OPTIONS=suppressions=$root/tests/leaks_of_others.supp:print_suppressions=0
    ;;
  --coverage)
    build=$build/coverage
    test_packages+=(gcovr)
    options+=(-DSCANBENCH_COVERAGE=ON -DCMAKE_BUILD_TYPE=Debug)
    ;;
  *) mode= ;;
esac
[[ -z $mode ]] || shift
need_packages "${build_packages[@]}" "${test_packages[@]}"
grep -qs '^BUILD_TESTING:BOOL=ON$' "$build/CMakeCache.txt" || configure "${options[@]}"
build_targets all
test=(ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "${how[@]}" "$@")
[[ $mode == --coverage ]] || exec "${test[@]}"
find "$build" -name '*.gcda' -delete
"${test[@]}"
gcovr --root "$root" --filter "$root/src/" "$build"
