#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check examines families: wrong answers that verify passes, fills and
# changes of inputs that don't follow from their seed, or are not told.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# check_judge FAULT ARG...: the family with it, on 31 and on 128 bytes.
check_judge ()
{
  local fault=$1

  shift
  gkhost check "$top_builddir/tests/plugins/.libs/lazy-judge.so" \
    --only 'lazy-[23]' -s "*.fault=$fault" -o "$tmp/run.jsonl" "$@"
}

# has_finding FAULT CALLBACK REASON: the last run printed and recorded it, once.
has_finding ()
{
  expect_grep "^gkhost: family lazy: $2: $3"
  tr -s ' \n' ' ' <"$tmp/out" >"$tmp/line"
  expect_grep "failed: family lazy, $2 ([^)]*fault=$1), on cpu: $3" "$tmp/line"
  records "$tmp/run.jsonl" type=fault "callback=$2" status=failed |
    grep -e "$3" >"$tmp/fault"
  expect_equal "$(wc -l <"$tmp/fault")" 1
}

# lazy FAULT CALLBACK REASON [HOW ARG...]: a check of the family finds this; both cases
# are HOW (right).
lazy ()
{
  expect_status 1 check_judge "$1" "${@:5}"
  expect_grep "^plain: 2 cases ${4:-right}$" "$tmp/out"
  expect_grep ': not sound$' "$tmp/out"
  has_finding "$@"
}

# only: there was no other finding.
only ()
{
  expect_equal "$(count_records "$tmp/run.jsonl" type=fault)" 1
}

expect_status 0 check_judge none
expect_grep '^plain: 2 cases right$' "$tmp/out"
expect_grep ': sound: [0-9]* case' "$tmp/out"

lazy passes-all verify 'it passes outputs that were never written'
for reason in 'zeros in place' 'results with bytes of 0xff' \
  'results with a flipped bit' 'results with 16 bytes inverted' \
  'results with two elements exchanged' 'the results of an earlier generation' \
  'the results of another seed'; do
  has_finding passes-all verify "it passes $reason"
done
lazy passes-unwritten verify 'it passes outputs that were never written' && only
lazy passes-zeros verify 'it passes zeros in place of the result' && only
lazy passes-ones verify 'it passes results with bytes of 0xff, which are NaN in' && only
lazy masks-bits verify 'it passes results with a flipped bit, more'
lazy samples verify 'it passes results with 16 bytes inverted'
lazy sums verify 'it passes results with two elements exchanged' && only
# A second verdict of one case, as the audit may ask for, would find it wrong.
lazy keeps-reference verify 'it passes the results of an earlier generation' \
  right -s '*.audit=no'
has_finding keeps-reference verify 'it passes the results of another seed'
lazy fill-counts fill 'it gives other bytes each time' && only
lazy vary-counts vary 'a generation has other bytes when it is made again' && only
lazy varies-nothing vary 'an input stays as it was' && only

# What was not told never came to the device.
lazy varies-beside vary 'it changes bytes that it does not report' wrong && only
# All in one process finds the same.
lazy fill-counts fill 'it gives other bytes each time' right --in-process
