#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A cold time in which no device could do the work that a variant declares is
# suspect: the record says so and why, the time is shown and compared with
# nothing, and the exit status is 1.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 driver_copy works 'max_samples = 10
baseline = works'
records "$tmp/run.jsonl" variant=works status=ok >"$tmp/works"
expect_grep '"verdicts":\["suspect"\]' "$tmp/works"
expect_grep '"reason":"[0-9.]* [mun]s is less than the 30.5 s that cuda:0 needs ' \
  "$tmp/works"
expect_equal "$(records "$tmp/run.jsonl" variant=right | grep -c suspect || :)" 0
expect_grep '^works  *[0-9.]* [mun]s .* -  yes, suspect$' "$tmp/out"
expect_grep '^right?  .* baseline  yes' "$tmp/out"
expect_grep '^speed-up over right (the named baseline, works, has' \
  "$tmp/out"
expect_grep '^2 cases: 2 ok (1 suspect)$' "$tmp/out"
expect_grep '^suspect: copy/works ' "$tmp/out"

# Nor does a warm cache help it; of a variant that is right nothing is said.
expect_status 1 driver_copy works $'max_samples = 10\ncache = hot'
expect_equal "$(grep -c '"verdicts":\["suspect"\]' "$tmp/run.jsonl")" 1
expect_status 0 driver_copy right 'max_samples = 10'
expect_no_grep 'suspect' "$tmp/run.jsonl"

# A plugin with such a variant is not sound.
expect_status 1 env LD_LIBRARY_PATH="$tmp/driver" "$top_builddir/gkhost" check \
  "$top_builddir/tests/plugins/.libs/driver-copy.so" --only works \
  -p "$top_builddir/plugins/copy/.libs/copy.so" -s '*.dtype=f32, i8'
# (One of padded matrices is wrong, whose time is not judged.)
expect_grep '^works: [0-9]* cases suspect, [0-9]* wrong' "$tmp/out"
expect_grep '^  suspect: copy-1/works ' "$tmp/out"
expect_grep 'driver-copy.so: not sound$' "$tmp/out"
