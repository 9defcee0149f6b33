#!/usr/bin/env bash
# Runs two builds in turn and compares them; see usage.
set -euo pipefail

usage() {
  cat <<'END'
usage: scripts/ab.sh PROGRAM_A PROGRAM_B ARGS...

Runs `PROGRAM_A ARGS` (before) and `PROGRAM_B ARGS` (now) in turn, in the order A B, B A, A B, ...,
so that a machine that changes its speed slowly hits both alike, and compares them pair by pair
with `PROGRAM_B compare`, whose report and exit code these are: 0 nothing slower, 1 a wrong answer,
4 slower, 5 cannot tell.

  scripts/ab.sh before/scanbench build/scanbench --algo blelloch -n 1024,65536

From the environment:
  ROUNDS      pairs of runs, 2 to 1000 (default 10)
  THRESHOLD   the least change that counts (default 5%)
  FORMAT      text (default), markdown or json
  KEEP        a folder for the reports of the runs (default: none are kept)
END
}

fail() {
  printf 'scanbench: %s\n' "$1" >&2
  exit 2
}

[[ ${1-} == -h || ${1-} == --help ]] && { usage; exit 0; }
(($# >= 2)) || fail "ab.sh needs two programs: see scripts/ab.sh --help"
declare -A program=([A]=$1 [B]=$2)
shift 2
for build in A B; do
  [[ -x ${program[$build]} && ! -d ${program[$build]} ]] ||
    fail "'${program[$build]}' is no program: give PROGRAM_A and PROGRAM_B"
  # A bare name would be sought in PATH.
  [[ ${program[$build]} == */* ]] || program[$build]=./${program[$build]}
done
for argument in "$@"; do
  case $argument in
    --json | --format | --format=* | --output | --output=*)
      fail "$argument is ab.sh's own business: set FORMAT, and redirect stdout" ;;
    devices | algorithms | compare)
      fail "'$argument' measures nothing: give the arguments of a run" ;;
  esac
done
rounds=${ROUNDS:-10}
[[ $rounds =~ ^[0-9]{1,4}$ ]] || rounds=0
rounds=$((10#$rounds))
((rounds >= 2 && rounds <= 1000)) ||
  fail "ROUNDS '$ROUNDS' is not a number it takes: give a whole number from 2 to 1000"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Builds are judged by what they choose themselves, not by what `scanbench tune` has kept for one.
export XDG_CACHE_HOME=$scratch/cache
mkdir "$XDG_CACHE_HOME"

if [[ -n ${KEEP-} ]]; then
  folder=$KEEP
  [[ $folder != *,* ]] || fail "KEEP '$folder' has a comma: give a folder without one"
  mkdir -p "$folder" 2>/dev/null || fail "cannot make the folder '$folder': give another to KEEP"
else
  folder=$scratch
fi

judge() {
  "${program[B]}" compare "$1" "$2" --threshold "${THRESHOLD:-5%}" --format "${FORMAT:-text}"
}

# Bad settings are to be found before the runs, not after them.
report='{"schema": "scanbench.run", "schema_version": "1.1", "results": []}'
printf '%s' "$report" >"$folder/probe.json"
code=0
complaint=$(judge "$folder/probe.json" "$folder/probe.json" 2>&1 >/dev/null) || code=$?
rm -f "$folder/probe.json"
((code == 5)) || fail "'${program[B]}' cannot compare (exit $code): ${complaint#scanbench: }"

measure() {
  local build=$1 file=$2 code=0
  shift 2
  [[ ! -t 2 ]] || printf 'scanbench: %s\n' "$file" >&2
  "${program[$build]}" "$@" --json >"$file" || code=$?
  # 1 is a wrong answer: a finding, which the comparison reports.
  ((code <= 1)) && return
  printf 'scanbench: %s ended in %d: see the line above\n' "${program[$build]}" "$code" >&2
  exit "$code"
}

declare -A files=([A]="" [B]="")
for ((round = 1; round <= rounds; ++round)); do
  order=(A B)
  ((round % 2)) || order=(B A)
  for build in "${order[@]}"; do
    file=$folder/$build$round.json
    measure "$build" "$file" "$@"
    files[$build]+=${files[$build]:+,}$file
  done
done
code=0
judge "${files[A]}" "${files[B]}" || code=$?
exit "$code"
