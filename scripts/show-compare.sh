#!/usr/bin/env bash
# Shows that the comparison of two builds neither cries wolf nor sleeps; see usage.
set -euo pipefail

usage() {
  cat <<'END'
usage: scripts/show-compare.sh [WAY...]

Compares builds at 5 %, in three ways:
  single   scanbench compare, one run a side
  several  scanbench compare, ten runs a side, those of the base first
  ab       scripts/ab.sh, ten pairs of runs
and each way
  - a build with itself, 20 times: never slower
  - with one whose hillis-steele dispatches one pass in five twice, 10 times: slower each time, or,
    with one run a side, at least never faster or the same
  - with one that dispatches each pass twice, 10 times: slower each time
and prints how often each exit code came. It ends in 1 when one of these was not so. Needs what
scripts/test.sh builds, and a machine that does nothing else, for about forty minutes.

From the environment:
  ARGUMENTS       of the runs (default: --algo hillis-steele -n 2^15 --max-time 0.5)
  LP_NUM_THREADS  threads of Mesa's software device (default 0: in the caller's own; where more of
                  them land differs from run to run, and is most of the noise)
END
}
[[ ${1-} == -h || ${1-} == --help ]] && { usage; exit 0; }
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
export LP_NUM_THREADS=${LP_NUM_THREADS-0}
program=$build/scanbench
read -ra arguments <<<"${ARGUMENTS:---algo hillis-steele -n 2^15 --max-time 0.5}"
ways=("$@")
((${#ways[@]} > 0)) || ways=(single several ab)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
rounds=10

# Runs $1 $3 times into $folder/$2….json and prints the comma-separated names.
runs_of() {
  local i files=""
  for ((i = 1; i <= $3; ++i)); do
    "$1" "${arguments[@]}" --quiet --json --output "$folder/$2$i.json"
    files+=${files:+,}$folder/$2$i.json
  done
  printf '%s' "$files"
}

# One comparison of $1 with $2 by the way $3; prints its exit code.
compare_once() {
  local code=0 runs=1 base new
  if [[ $3 == ab ]]; then
    ROUNDS=$rounds "$root/scripts/ab.sh" "$1" "$2" "${arguments[@]}" --quiet >"$folder/report" \
      2>/dev/null || code=$?
  else
    [[ $3 == single ]] || runs=$rounds
    base=$(runs_of "$1" base "$runs")
    new=$(runs_of "$2" new "$runs")
    "$program" compare "$base" "$new" >"$folder/report" 2>/dev/null || code=$?
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
  printf '%-8s %-24s %2d tries:%s (allowed: %s)\n' "$3" "$1" "$4" "$line" "$5"
}

printf 'scanbench %s; 0 = same or faster, 4 = slower, 5 = cannot tell\n' "${arguments[*]}"
for way in "${ways[@]}"; do
  fifth='4'
  [[ $way != single ]] || fifth='4 5'
  series 'with itself' "$program" "$way" 20 '0 5'
  series 'one pass in five twice' "$build/tests/scanbench_repeats_5" "$way" 10 "$fifth"
  series 'each pass twice' "$build/tests/scanbench_repeats_1" "$way" 10 '4'
done
exit "$failed"
