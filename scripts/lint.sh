#!/usr/bin/env bash
# Format and static analysis over the whole tree: clang-format, then clang-tidy.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_packages "${build_packages[@]}" "${test_packages[@]}" clang-format clang-tidy
cd "$root"
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror
# Without precompiled headers, which are the compiler's own; only generated sources are built.
build=$build/lint
[[ -f $build/build.ninja ]] ||
  configure -DBUILD_TESTING=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
git ls-files 'src/*.cpp' 'tests/*.cpp' 'scripts/*.cpp' |
  xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option
say "lint: nothing found"
