#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the tests. With --long also those that take
# minutes. Further arguments go to ctest:
#   scripts/test.sh -R core
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

which_tests=()
if [[ ${1-} == --long ]]; then
  which_tests=(-C long)
  shift
fi
need_packages "${build_packages[@]}" "${test_packages[@]}"
grep -qs '^BUILD_TESTING:BOOL=ON$' "$build/CMakeCache.txt" || configure -DBUILD_TESTING=ON
build_targets all
exec ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "${which_tests[@]}" "$@"
