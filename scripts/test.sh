#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the tests. Arguments go to ctest:
#   scripts/test.sh -R core
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_packages "${build_packages[@]}" "${test_packages[@]}"
grep -qs '^BUILD_TESTING:BOOL=ON$' "$build/CMakeCache.txt" || configure -DBUILD_TESTING=ON
build_targets all
exec ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@"
