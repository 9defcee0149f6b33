#!/usr/bin/env bash
# Goes through what matters on a device and leaves two files; see usage.
set -uo pipefail

usage() {
  cat <<'END'
usage: scripts/device-check.sh FOLDER OUT

FOLDER holds scanbench and, where the device is an NVIDIA GPU, cub_scan; a libvulkan.so.1 in it is
used. Needs bash, GNU timeout and python3. On the default device: every algorithm at awkward sizes,
in every type and both kinds; tune; a sweep; and CUB's scan. Leaves OUT.json (all reports) and
OUT.txt (what to take from them) within eight minutes; a step that is cut short counts as what it has
finished. Exit code: as scanbench's, the worst of the steps; CUB's does not count without its GPU.

From the environment:
  LARGEST   the largest n, 1024 or more (default 268435456, which is 2^28)
  BUDGET_S  seconds for all steps together, 20 or more (default 450)
END
}

refuse() {
  printf 'scanbench: %s\n' "$1" >&2
  exit 2
}

[[ ${1-} == -h || ${1-} == --help ]] && { usage; exit 0; }
(($# == 2)) || refuse "two arguments are needed, FOLDER and OUT: --help says what they are"
folder=$(cd -- "$1" 2>/dev/null && pwd) && [[ -x $folder/scanbench ]] ||
  refuse "no program 'scanbench' in '$1': give the folder of a build"
out=$2
for file in "$out.json" "$out.txt"; do
  [[ -w $(dirname -- "$file") && ! -d $file && (! -e $file || -w $file) ]] ||
    refuse "'$file' cannot be written: give another OUT"
done
largest=${LARGEST:-268435456}
[[ $largest =~ ^[1-9][0-9]{3,9}$ ]] && ((largest >= 1024)) ||
  refuse "LARGEST '$largest' is no size: give 1024 or more"
budget_s=${BUDGET_S:-450}
[[ $budget_s =~ ^[1-9][0-9]{1,3}$ ]] && ((budget_s >= 20)) ||
  refuse "BUDGET_S '$budget_s' is no number of seconds: give 20 or more"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
export LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export XDG_CACHE_HOME=$scratch/cache  # this check's own tuning, and nobody else's
mkdir "$XDG_CACHE_HOME"

# step NAME PERCENT PROGRAM ARGS...: one report, with so much of the budget.
step() {
  local name=$1 limit_s=$((budget_s * $2 / 100)) code=0
  shift 2
  printf 'scanbench: %s: %s\n' "$name" "${*/#$folder\//}" >&2
  # An interrupted run still reports the rows it has finished. In the background timeout would
  # signal the whole group, and so the program twice, which ends it at once.
  timeout --foreground --preserve-status -s INT -k 20 "$((limit_s > 0 ? limit_s : 1))" \
    "$@" --json >"$scratch/$name.json" 2>"$scratch/$name.err" || code=$?
  printf '%s\n' "$code" >"$scratch/$name.code"
}

# The sizes of the list that are not above LARGEST.
up_to_largest() {
  printf '%s\n' "$@" | awk -v most="$largest" '$1 <= most' | sort -nu | paste -sd,
}

awkward=$(up_to_largest 1 2 7 255 256 257 1023 1025 4095 4097 65535 65537 1000003 4194311)
for type in f32 u32 i32 f64 u64 i64; do
  for kind in exclusive inclusive; do
    step "correctness-$type-$kind" 2 "$folder/scanbench" --algo all -n "$awkward" --type "$type" \
      --kind "$kind" --input random --repeat 1 --warmup 0 --quiet
  done
done
# What is found at an n holds for an eighth to eight times of it.
step tune 22 "$folder/scanbench" tune -n "$(up_to_largest 65536 4194304 "$largest")" --type u32 \
  --max-time 0.1
# The largest first, in case the rest is cut short.
step largest 20 "$folder/scanbench" --algo all -n "$largest" --type u32 --quiet
step sweep 24 "$folder/scanbench" --algo all -n "1024..$(((largest + 4092) / 4))x4" --type u32 \
  --max-time 0.3 --quiet
if [[ -x $folder/cub_scan ]]; then
  step cub 10 "$folder/cub_scan" -n "1024..${largest}x4" --type u32
fi
# Exits with the worst code of the steps.
python3 "$(dirname -- "${BASH_SOURCE[0]}")/device_check_summary.py" "$scratch" "$out"
code=$?
[[ -e $out.txt ]] && printf 'scanbench: left %s.json and %s.txt\n' "$out" "$out" >&2
exit "$code"
