#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Under valgrind, what the program does from end to end has no error, no leak
# and no descriptor left open, in the supervisor, judges and workers: a run with
# right, wrong and crashing variants, one gone on with, each report, lists, a
# check, and suites with mistakes.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_uninstrumented
requires command -v valgrind

# memcheck STATUS ARG...: gkhost ends with this status, and nothing was found.
memcheck ()
{
  local status=$1

  shift
  expect_status "$status" env top_builddir="$top_builddir" \
    "$top_srcdir/tests/under-valgrind" "$top_builddir/host/gkhost" "$@"
}

plugins=(-p "$top_builddir/plugins/transpose/.libs/transpose.so"
  -p "$top_builddir/tests/plugins/.libs/faults.so")

# Where all is slow, times mean nothing: no audit.
printf '%s\n' '[suite]' 'max_samples = 3' 'min_samples = 2' 'timeout = 60' \
  'audit = no' '[transpose]' 'rows = 31' 'cols = 17' \
  'variant = cpu-naive, right, wrong, crashes' >"$tmp/a.ini"
memcheck 1 -c "$tmp/a.ini" -o "$tmp/run.jsonl" "${plugins[@]}"
expect_grep '^4 cases: 2 ok, 1 wrong, 1 crashed' "$tmp/out"

# Its end and its last case are cut off.
head -n -2 "$tmp/run.jsonl" >"$tmp/cut.jsonl"
memcheck 1 -c "$tmp/a.ini" -o "$tmp/cut.jsonl" --resume "${plugins[@]}"
expect_grep '^4 cases: 2 ok, 1 wrong, 1 crashed' "$tmp/out"

sed 's/audit = no/audit = yes/; /^variant/d' "$tmp/a.ini" >"$tmp/inside.ini"
echo 'variant = right' >>"$tmp/inside.ini"
memcheck 0 -c "$tmp/inside.ini" --in-process "${plugins[@]}"

for format in 1:table 1:markdown 0:csv 0:jsonl; do
  memcheck ${format%:*} report "$tmp/run.jsonl" --format "${format#*:}"
done
memcheck 0 list transpose "${plugins[@]}"
memcheck 0 devices
memcheck 0 check "${plugins[1]}" --only 'transpose-1/cpu-naive'
memcheck 0 -c "$tmp/a.ini" --dry-run "${plugins[@]}"

printf '[transpose]\nrows = x\nrow = 3\nvariant = none\n[nothing]\n' \
  >"$tmp/bad.ini"
memcheck 2 -c "$tmp/bad.ini" "${plugins[@]}"
memcheck 2 report "$tmp/a.ini"
