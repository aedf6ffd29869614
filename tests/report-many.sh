#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Reports and comparisons of many records, and of many hosts, take little time and
# memory: of ten times as many they take ten times as long, whatever the machine.
# A report of 100,000 records may take 6 s and 200 MB, of 1,000 hosts with 8 GPUs
# and 50 cases each 20 s and 1 GB: here, of fewer, and time that a slow machine
# takes.
#
#   HOSTS=1000 CASES=50 top_srcdir=. bash tests/report-many.sh
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_uninstrumented

# many NAME CASES NAME=VALUE...: writes records to $tmp/NAME.
many ()
{
  local name=$1 cases=$2 setting words=()

  shift 2
  for setting; do
    words+=(-v "$setting")
  done
  awk "${words[@]}" -v cases="$cases" -f "$top_srcdir/tests/many-records.awk" \
    >"$tmp/$name"
}

# Half of the records, in half of the memory besides what the program takes, will do
# but in .ci/nightly.
records=10000 memory=36000
! all_trials || records=20000 memory=64000

# few_and_many NAME=VALUE...: writes a tenth of the records to $tmp/few.
few_and_many ()
{
  many few $((records / 10)) "$@"
  many many "$records" "$@"
}

# seconds STATUS KIB ARG...: what gkhost takes of the processor, in so much memory,
# that of the program itself and its libraries included.
seconds ()
{
  local TIMEFORMAT='%U %S' status=0

  { time (
    ulimit -v "$2" -t 60
    gkhost "${@:3}" >"$tmp/out" 2>"$tmp/err"
  ) || status=$?; } 2>"$tmp/time"
  [ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
  expect_equal "$status" "$1"
  awk '{ print $1 + $2 }' "$tmp/time"
}

# expect_quick STATUS KIB ARG...: one of three is made in time: another process may
# slow the others.  A % of the arguments is few, and then many.
most=10
expect_quick ()
{
  local few many took='' args=("${@:3}")

  for _ in 1 2 3; do
    # shellcheck disable=SC2068 # names of files with patterns
    few=$(seconds "$1" "$2" ${args[@]//%/few})
    # shellcheck disable=SC2068
    many=$(seconds "$1" "$2" ${args[@]//%/many})
    awk -v few="$few" -v many="$many" -v most="$most" \
      'BEGIN { exit !(many < most && many < 15 * few + 0.1) }' && return
    took="$took, $many ($few of a tenth)"
  done
  fail "gkhost ${*:3} took${took#,} s"
}

# ---- Reports, whether of many problems, of many variants or devices in one, or of
# many skips ----

few_and_many devices=1 variants=20
for format in table markdown csv junit html jsonl; do
  expect_quick 0 "$memory" report "$tmp/%" --format "$format"
done
expect_equal "$(wc -l <"$tmp/out")" $((records + 2))
few_and_many "devices=$records" variants=1
expect_quick 0 "$memory" report "$tmp/%"
few_and_many devices=1 "variants=$records"
expect_quick 0 "$memory" report "$tmp/%"
few_and_many devices=1 "variants=$records" status=skipped
expect_quick 0 "$memory" report "$tmp/%"
expect_grep "^$records cases: $records skipped; nothing ran\$" "$tmp/out"

# Each case a problem.
many many $((records * 5 / 2)) devices=1 variants=1
seconds 0 $((memory * 5 / 4)) report "$tmp/many" >/dev/null
expect_grep "^$((records * 5 / 2)) cases: $((records * 5 / 2)) ok\$" "$tmp/out"

# ---- Comparisons of many problems, with a peer in each, and of many cases that
# each fail for a reason of their own ----

few_and_many devices=1 variants=10 peer=v0
expect_quick 0 unlimited compare "$tmp/%" "$tmp/%" --format jsonl
expect_equal "$(count_records "$tmp/out" type=change verdict=unsure)" "$records"
for name in few many; do
  n=$([ $name = few ] && echo $((records / 10)) || echo "$records")
  many "$name" "$n" devices=1 variants="$n"
  many "$name-new" "$n" devices=1 variants="$n" status=wrong reason=so
done
expect_quick 1 unlimited compare "$tmp/%" "$tmp/%-new" --format markdown
expect_grep "^- wrong: so v$((records - 1))\$" "$tmp/out"

# ---- Hosts: the report stays a page ----

hosts=${HOSTS-100}
rm "$tmp"/few* "$tmp"/many*
for name in few many; do
  mkdir "$tmp/$name"
  awk -v "hosts=$([ $name = few ] && echo $((hosts / 10)) || echo "$hosts")" \
    -v gpus=8 -v "cases=${CASES-10}" -v noise=0.01 -v slow=7:5 -v wrong=3:2 \
    -v "to=$tmp/$name" -f "$top_srcdir/tests/many-hosts.awk"
done
most=$((8 * hosts * ${CASES-10} / 2000))
# The slow device makes it fail.
expect_quick 1 1000000 report "$tmp/%/*"
expect_grep "^$hosts hosts, $hosts runs, $((8 * hosts)) devices, " "$tmp/out"
expect_grep "^$((8 * hosts - 2)) ok, 1 slow, 1 wrong\$" "$tmp/out"
expect_grep "^node0007 rank 7 cuda:5, slow: 0.[89][0-9]*x its siblings' speed, " "$tmp/out"
[ "$(wc -l <"$tmp/out")" -lt 60 ] || fail 'the report is no page'
awk 'length > 80 { exit 1 }' "$tmp/out" || fail 'a line has over 80 columns'
