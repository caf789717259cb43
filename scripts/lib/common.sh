# What demo.sh and test.sh share: messages, packages, builds. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export DEBIAN_FRONTEND=noninteractive

say() {
  local bold='' plain=''
  if [ -t 2 ]; then bold=$'\033[1m' plain=$'\033[0m'; fi
  printf '\n%s%s%s\n' "$bold" "$*" "$plain" >&2
}
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# packages_in SECTION...: the names below [SECTION] in apt-packages.txt
packages_in() {
  local section
  for section in "$@"; do
    awk -v want="[$section]" '/^\[/ {on = ($0 == want)} on && !/^(\[|#|$)/ {print $1}' "$root/apt-packages.txt"
  done
}

# install_packages SECTION...: installs what is missing, with sudo where we are not root
install_packages() {
  local missing=() name as_root=()
  for name in $(packages_in "$@"); do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -qq || say "apt-get update failed; trying with the lists at hand"
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "could not install the packages above; install them by hand and run this again"
}

# build PRESET [TARGET...]: configures and builds into build/PRESET
build() {
  local preset=$1
  shift
  (cd "$root" && cmake --preset "$preset" >/dev/null && cmake --build --preset "$preset" ${1:+--target "$@"})
}
