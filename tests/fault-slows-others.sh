#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant can't change what the run's other processes pass on to workers; what
# a family changes of it is said, and set back before the next worker starts.
source "${top_srcdir:-.}/tests/functions.sh" || exit

keep_limits

printf '[copy]\nrows = 16\ncols = 16\nvariant = looks\n' >"$tmp/alone.ini"
printf '[copy]\nrows = 16\ncols = 16\nvariant = slows, looks\nrounds = 2\n' \
  >"$tmp/variant.ini"
printf '%s\n' '[broken]' 'fault = slows-others' '[copy]' 'rows = 16' \
  'cols = 16' 'variant = looks' >"$tmp/family.ini"

# inherited STATUS NAME: the settings that the variant looks ran with.
inherited ()
{
  expect_status "$1" gkhost -c "$tmp/$2.ini" -o "$tmp/$2.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so" \
    -p "$top_builddir/tests/plugins/.libs/untidy.so"
  records "$tmp/$2.jsonl" type=case variant=looks |
    sed 's/.*"inherited \([^"]*\)".*/\1/' | sort -u
}

inherited 0 alone >"$tmp/alone"
expect_grep '^[0-9]' "$tmp/alone"

gkhost devices >"$tmp/devices" 2>/dev/null
if ! grep -q '^timing workers: .*seccomp' "$tmp/devices"; then
  inherited 0 variant | diff "$tmp/alone" - ||
    fail 'a variant changed what another inherits'
  expect_no_grep 'gkhost.s own process' "$tmp/err"
fi

# Under a filter that denies further ones, devices says what is missing.
if "$top_builddir/tests/unit/confine" --confine true; then
  "$top_builddir/tests/unit/confine" --confine "$top_builddir/gkhost" devices \
    >"$tmp/devices" 2>"$tmp/err"
  expect_grep '^timing workers: .*no seccomp filter' "$tmp/devices"
fi

# A worker that another one changed while it was idle is as it was when it began.
printf '[copy]\naudit = no\nrows = 16, 17\ncols = 16\nvariant = tells-cpus, slows\n' \
  >"$tmp/idle.ini"
expect_status 0 gkhost -c "$tmp/idle.ini" -o "$tmp/idle.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/cpus.so" \
  -p "$top_builddir/tests/plugins/.libs/untidy.so"
records "$tmp/idle.jsonl" type=case variant=tells-cpus >"$tmp/idle"
expect_equal "$(grep -c 'another process changed .* of the worker' "$tmp/idle")" 1
expect_equal "$(grep -o 'processors [0-9 ]*, units' "$tmp/idle" | sort -u |
  grep -c .)" 1

# Both the supervisor and the runner find it.
inherited 1 family | diff "$tmp/alone" - ||
  fail 'what a family changed is inherited'
said="policy, a resource limit of gkhost's own process: this is"
expect_equal "$(grep -c "$said set back" "$tmp/err")" 2
expect_equal "$(count_records "$tmp/family.jsonl" type=fault status=failed)" 2
