# Sourced by run.sh and test.sh: installs what is missing, configures and builds.
# All that it prints goes to stderr: stdout belongs to the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${SCANBENCH_BUILD:-$root/build}

build_packages=(
  g++ cmake ninja-build
  libvulkan-dev mesa-vulkan-drivers glslang-tools spirv-tools
  libcli11-dev libfmt-dev nlohmann-json3-dev
)
test_packages=(
  libgtest-dev libgmock-dev vulkan-validationlayers python3 python3-pytest python3-jsonschema locales
)

say() { printf 'scanbench: %s\n' "$*" >&2; }

# Prints those of the named packages that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) == 'install ok installed' ]] ||
      printf '%s\n' "$package"
  done
}

# Installs the named packages, or prints the line that would and stops.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no apt here: install the counterparts of $* by hand, then run cmake and ninja"
    return
  fi
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)); then
    as_root=(sudo)
    # Without a terminal sudo must not ask for a password.
    if ! command -v sudo >/dev/null || { [[ ! -t 0 ]] && ! sudo -n true 2>/dev/null; }; then
      say "packages are missing and this user may not install them; run:"
      printf 'apt-get install %s\n' "${missing[*]}" >&2
      exit 1
    fi
  fi
  say "installing ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  # Its chatter only matters when it fails.
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" "${apt[@]}" update &&
         "${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } \
       >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say "apt failed; mend that and run this again"
    exit 1
  fi
  rm -f "$log"
}

configure() {
  say "configuring in $build"
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >&2
}

# Builds the named targets; says nothing where nothing is to be done.
build_targets() {
  ninja -C "$build" "$@" 2>&1 |
    { grep --line-buffered -vE 'Entering directory|Re-checking globbed|no work to do' || true; } >&2
}
