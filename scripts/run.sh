#!/usr/bin/env bash
# Installs what is missing, builds scanbench if it is not up to date, and runs it:
#   scripts/run.sh --algo blelloch -n 1024
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_packages "${build_packages[@]}"
[[ -f $build/build.ninja ]] || configure
build_targets scanbench
exec "$build/scanbench" "$@"
