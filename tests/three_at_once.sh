#!/usr/bin/env bash
# Runs a command three times at once; fails if any of them does.
set -euo pipefail
copies=()
for _ in 1 2 3; do
  "$@" &
  copies+=($!)
done
for copy in "${copies[@]}"; do wait "$copy"; done
