#!/usr/bin/env bash
# Shows that the comparison of two builds neither cries wolf nor sleeps; see usage.
set -euo pipefail

usage() {
  cat <<'END'
usage: scripts/show-compare.sh [ARGS...]

Compares builds at 5 %, by `scanbench compare` on single runs and by `scripts/ab.sh`:
  - a build with itself, 20 times (ab.sh: 5): never slower
  - with one whose hillis-steele dispatches one pass in five twice, 10 times: slower each time
  - with one that dispatches each pass twice, 10 times: slower each time
and prints how often each verdict came. It ends in 1 when one of these was not so. ARGS are those
of the runs (default: --algo hillis-steele -n 1024,2^16). Needs what scripts/test.sh builds, and a
machine that does nothing else: about fifteen minutes.
END
}
[[ ${1-} == -h || ${1-} == --help ]] && { usage; exit 0; }
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
program=$build/scanbench
arguments=("$@")
((${#arguments[@]} > 0)) || arguments=(--algo hillis-steele -n '1024,2^16')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# One comparison of $1 with $2 by the way $3; prints its exit code.
compare_once() {
  local code=0
  if [[ $3 == ab ]]; then
    "$root/scripts/ab.sh" "$1" "$2" "${arguments[@]}" --quiet >"$folder/report" 2>/dev/null ||
      code=$?
  else
    "$1" "${arguments[@]}" --quiet --json >"$folder/base.json"
    "$2" "${arguments[@]}" --quiet --json >"$folder/new.json"
    "$program" compare "$folder/base.json" "$folder/new.json" >"$folder/report" 2>/dev/null ||
      code=$?
  fi
  cat "$folder/report" >&2
  printf '%d' "$code"
}

# $1 says what is compared; $2 the other program; $3 the way; $4 how often; $5 exit codes allowed.
series() {
  local counts=() code line="" i
  for ((i = 0; i < $4; ++i)); do
    code=$(compare_once "$program" "$2" "$3")
    counts[code]=$((${counts[code]:-0} + 1))
  done
  for code in "${!counts[@]}"; do
    line+=" exit $code: ${counts[code]}"
    [[ " $5 " == *" $code "* ]] || failed=1
  done
  printf '%-34s %-8s %2d tries:%s (allowed: %s)\n' "$1" "$3" "$4" "$line" "$5"
}

printf 'scanbench %s; 0 = same or faster, 4 = slower, 5 = cannot tell\n' "${arguments[*]}"
for way in compare ab; do
  series 'a build with itself' "$program" "$way" "$([[ $way == ab ]] && echo 5 || echo 20)" '0 5'
  series 'one pass in five twice' "$build/tests/scanbench_repeats_5" "$way" 10 '4'
  series 'each pass twice' "$build/tests/scanbench_repeats_1" "$way" 10 '4'
done
exit "$failed"
