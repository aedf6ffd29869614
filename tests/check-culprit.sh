#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A callback of a family that writes where it may not, or names ranges that can't
# be, fails its cases, and the reason names the callback and the buffer.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# culprit FAULT REASON [BYTES]: so is the next case of the problem.
culprit ()
{
  local mode

  printf '[lazy]\nn = %s\nfault = %s\nvariant = plain\ncache = cold, hot\n' \
    "${3-100}" "$1" >"$tmp/a.ini"
  for mode in '' --in-process; do
    expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" ${mode:+"$mode"} \
      -p "$top_builddir/tests/plugins/.libs/lazy-judge.so"
    records "$tmp/run.jsonl" type=case status=failed >"$tmp/failed"
    expect_equal "$(grep -c "\"reason\":\"family lazy: $2" "$tmp/failed" || :)" 2
  done
}

culprit fill-behind "fill: it wrote behind the end of 'src', which has 100 bytes by setup\""
culprit fill-wide "fill: it wrote behind the end of 'src'" 1000000
culprit fill-before "fill: it wrote before 'src', which has 100 bytes by setup\""
culprit vary-behind "vary: it wrote behind the end of 'src'"
culprit vary-before "vary: it wrote before 'src'"
culprit outside-range "vary: range 0 lies outside of 'src', which has 100 bytes by setup\""
culprit output-range "vary: range 0 is in 'dst', which is no input\""
culprit many-ranges 'vary: 65 ranges, at most 64; let one cover several changes"'
culprit all-ranges 'vary: 1000 ranges, at most 64; let one cover several changes"'
culprit verify-input "verify: it wrote to input 'src', which is const; let it change a copy\""
culprit verify-output "verify: it wrote to output 'dst', which is const; let it change a copy\""

# gkhost check says the same.
for fault in fill-behind vary-before verify-input; do
  expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/lazy-judge.so" \
    --only 'lazy-[23]/plain' -s "*.fault=$fault"
  expect_grep "${fault%-*}: it wrote [a-z ]*'src', which" "$tmp/out"
  expect_no_grep wrong "$tmp/out"
done
# A crash is one as before; a sanitizer exits.
printf '[lazy]\nfault = verify-reads\nvariant = plain\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/tests/plugins/.libs/lazy-judge.so"
expect_grep 'family lazy: the judge \(was ended by signal 11 (Segm.*)\|exited by itself with status 1\) in verify[":]' \
  "$tmp/run.jsonl"
