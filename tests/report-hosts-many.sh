#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The records of many hosts merge in little time and memory: of ten times as many
# it takes ten times as long, whatever the machine, and the report stays a page.
# Of 1,000 hosts with 8 GPUs and 50 cases each it may take 20 s and 1 GB: here, of
# 100 with 10 cases, time that the slowest machine has.
#
#   HOSTS=1000 CASES=50 top_srcdir=. bash tests/report-hosts-many.sh
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

# seconds FOLDER: what a report takes of the processor; its memory is bounded.
# The slow device makes it fail.
seconds ()
{
  local TIMEFORMAT='%U %S' status=0

  { time (
    ulimit -v 1000000
    gkhost report "$1"/* >"$tmp/out" 2>"$tmp/err"
  ) || status=$?; } 2>"$tmp/time"
  [ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
  expect_equal "$status" 1
  awk '{ print $1 + $2 }' "$tmp/time"
}

hosts=${HOSTS-100}
for n in $((hosts / 10)) "$hosts"; do
  mkdir "$tmp/$n"
  awk -v "hosts=$n" -v gpus=8 -v "cases=${CASES-10}" -v noise=0.01 -v slow=7:5 \
    -v wrong=3:2 -v "to=$tmp/$n" -f "$top_srcdir/tests/many-hosts.awk"
done

took=
for _ in 1 2 3; do
  few=$(seconds "$tmp/$((hosts / 10))")
  many=$(seconds "$tmp/$hosts")
  took="$took, $many ($few of a tenth)"
  if awk -v few="$few" -v many="$many" -v most="$((8 * hosts * ${CASES-10}))" \
    'BEGIN { exit !(many < most / 2000 && many < 15 * few + 0.1) }'; then
    few=
    break
  fi
done
[ -z "$few" ] || fail "a report took${took#,} s"
echo "took${took#,} s"

expect_grep "^$hosts hosts, $hosts runs, $((8 * hosts)) devices, " "$tmp/out"
expect_grep "^$((8 * hosts - 2)) ok, 1 slow, 1 wrong\$" "$tmp/out"
expect_grep "^node0007 rank 7 cuda:5, slow: 0.9[0-9]*x its siblings' speed, " "$tmp/out"
[ "$(wc -l <"$tmp/out")" -lt 60 ] || fail 'the report is no page'
awk 'length > 80 { exit 1 }' "$tmp/out" || fail 'a line has over 80 columns'
