#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# packaging/architectures says what is wrong with a command line, and the part that
# it runs by an emulator is of tests that there are.
source "${top_srcdir:-.}/tests/functions.sh" || exit

script=$top_srcdir/packaging/architectures
expect_status 0 "$script" --help
expect_grep '^Usage: ' "$tmp/out"
# refused WHY ARG...
refused ()
{
  local why=$1

  shift
  expect_status 2 "$script" "$@"
  expect_grep "^architectures: $why; see .*--help"
}
: >"$tmp/a.tar.gz"
refused "no tarball is named"
refused "unknown option '--fast'" --fast
refused '--suite needs a value' --suite
refused '.*/b.tar.gz is not there: .*' "$tmp/b.tar.gz"
refused "unknown architecture 'vax'" "$tmp/a.tar.gz" i386 vax

sed -n "/^  cat <<'END'/,/^END/p" "$script-within" | sed '1d; $d' |
  tr ' ' '\n' >"$tmp/part"
expect_grep '^matmul-dtypes$' "$tmp/part"
while read -r test; do
  [ -f "$top_srcdir/tests/$test.sh" ] || fail "no test is called $test"
done <"$tmp/part"
