#!/usr/bin/env bash
# Installs what the tests need, builds, and runs every test. Last line: N passed, N failed.
#
#   scripts/test.sh            everything
#   scripts/test.sh unit …     only the named stages: style layers headers reference unit conformance scenario sanitize fuzz
set -uo pipefail
source "$(dirname "$0")/lib/common.sh"
cd "$root" || exit 1
stages=" ${*:-style layers headers reference unit conformance scenario sanitize fuzz} "
passed=0 failed=0

runs() { [[ $stages == *" $1 "* ]]; }
count() { # count NAME OK: one check of this script's own
  if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $1"; fi
}
# add_gtest LOG: adds the totals that GoogleTest programs printed
add_gtest() {
  passed=$((passed + $(sed -n 's/.*\[  PASSED  \] \([0-9]*\) tests\?\..*/\1/p' "$1" | awk '{n += $1} END {print n + 0}')))
  failed=$((failed + $(sed -n 's/.*\[  FAILED  \] \([0-9]*\) tests\?, listed below.*/\1/p' "$1" | awk '{n += $1} END {print n + 0}')))
}
# run_ctest PRESET [ARGUMENT…]: runs the unit tests of a build and adds their totals; a crash counts as one failure
run_ctest() {
  local log
  log=$(mktemp)
  (cd "$root/build/$1" && ctest -j2 --timeout 300 --no-tests=error -V "${@:2}") >"$log" 2>&1
  local code=$?
  local before=$failed
  add_gtest "$log"
  if [ $code -ne 0 ]; then
    grep -E '\[  FAILED  \]|Failure$|\*\*\*|ERROR: |runtime error|The following tests FAILED' -A4 "$log" | cut -c1-300 | head -80
    [ "$failed" -gt "$before" ] || count "tests of build $1 (a program crashed or timed out)" 1
  fi
  rm -f "$log"
}
# add_closing_line LOG CODE NAME: adds what a runner of ours printed as 'N passed, N failed'
add_closing_line() {
  local line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$1" | tail -1)
  if [ -z "$line" ]; then count "$3 (no closing line, exit $2)" 1; return; fi
  passed=$((passed + $(cut -d' ' -f1 <<<"$line"))) failed=$((failed + $(cut -d' ' -f3 <<<"$line")))
}

install_packages build test

if runs style; then
  say "Format"
  git ls-files '*.cpp' '*.hpp' | xargs -r clang-format --dry-run -Werror 2>&1 | head -20
  count "clang-format (run clang-format -i on the files above)" "${PIPESTATUS[1]}"
  if command -v cfn-lint >/dev/null; then
    cfn-lint templates/*.yaml
    count "cfn-lint (what it says stands above)" $?
  else
    echo "cfn-lint is not installed (it is no Debian package; pip has it): templates are not checked"
  fi
fi
if runs layers; then
  say "Layers"
  python3 cmake/check_layers.py .
  count layers $?
fi
if runs headers || runs reference || runs unit || runs conformance || runs scenario; then
  say "Build"
  cmake --preset ci >/dev/null && cmake --build --preset ci
  code=$?
  count build $code
  [ $code -eq 0 ] || { echo "$passed passed, $failed failed"; exit 1; }
fi
if runs headers; then
  say "Headers compile alone"
  cmake --build --preset ci --target check_headers >build/headers.log 2>&1
  code=$?
  [ $code -eq 0 ] || grep -E 'error' build/headers.log | head -20
  count headers $code
fi
if runs reference; then
  say "docs/reference is what the program says"
  python3 scripts/reference.py --check build/ci/bin/berthd
  count reference $?
fi
if runs unit; then
  say "Unit tests"
  run_ctest ci
fi
for stage in conformance scenario; do
  if runs $stage; then
    say "Tests: $stage"
    python3 tests/run.py --bin build/ci/bin "$stage" 2>&1 | tee "build/$stage.log"
    add_closing_line "build/$stage.log" "${PIPESTATUS[0]}" "$stage"
  fi
done
if runs sanitize; then
  say "Address and undefined-behaviour sanitizers: the pure modules and codecs"
  cmake --preset asan >/dev/null && cmake --build --preset asan --target sanitized_tests >build/asan.log 2>&1
  code=$?
  [ $code -eq 0 ] || grep -E 'error' build/asan.log | head -20
  count "build with sanitizers" $code
  [ $code -ne 0 ] || run_ctest asan -L sanitized
fi
if runs fuzz; then
  say "Fuzzing, some seconds each"
  cmake --preset fuzz >/dev/null && cmake --build --preset fuzz --target fuzzers >build/fuzz.log 2>&1
  code=$?
  [ $code -eq 0 ] || grep -E 'error' build/fuzz.log | head -20
  count "build with libFuzzer" $code
  fuzz_one() { # fuzz_one PROGRAM: some seconds from the corpus; leaves its exit code in build/NAME.code
    local name seconds=4
    name=$(basename "$1")
    case $name in fuzz_wire_* | fuzz_stack_template | fuzz_fathom_*) seconds=8 ;; esac # the wire and the large languages
    mkdir -p "build/corpus/$name"
    "$1" -max_total_time=$seconds -timeout=5 -rss_limit_mb=2048 -print_final_stats=0 -artifact_prefix="build/corpus/$name-" \
      "build/corpus/$name" $([ -d "fuzz/corpus/$name" ] && echo "fuzz/corpus/$name") >"build/$name.log" 2>&1
    echo $? >"build/$name.code"
  }
  rm -f build/fuzz_*.code
  for target in build/fuzz/fuzz/fuzz_*; do
    [ -x "$target" ] || continue
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    fuzz_one "$target" &
  done
  wait
  for result in build/fuzz_*.code; do
    [ -e "$result" ] || continue
    name=$(basename "$result" .code)
    code=$(cat "$result")
    [ "$code" -eq 0 ] || tail -20 "build/$name.log"
    count "$name" "$code"
  done
fi

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
