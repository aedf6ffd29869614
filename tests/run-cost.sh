#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What ten variants of a problem cost together, in whole inputs that are filled and
# copied to the device, references that are made, and answers that are compared.
source "${top_srcdir:-.}/tests/functions.sh" || exit

driver_stand_in
cp "$top_builddir/tests/plugins/.libs/fake-nvml.so" \
  "$tmp/driver/libnvidia-ml.so.1"
virtual_clock 1000

rm -f "$tmp/costs"
printf '[costs]\nmin_samples = 10\nmax_samples = 10\naudit = no\n' >"$tmp/costs.ini"
COSTS=$tmp/costs LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost \
  -c "$tmp/costs.ini" -d cuda -o "$tmp/run.jsonl" \
  -p "$top_builddir/tests/plugins/.libs/costs.so"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 10

# Of each case three whole inputs go to the device, one of each kind.
expect_equal "$(grep -c '^uploads 3$' "$tmp/costs")" 10
# All kinds share memory, so they are filled in turn; their references are kept.
expect_equal "$(grep '^exact' "$tmp/costs")" 'exact 10 1 10'
expect_equal "$(grep '^normal' "$tmp/costs")" 'normal 10 1 10'
# For what is timed each case chooses anew what is compared, and each launch that is
# judged is compared once.
judged=$(records "$tmp/run.jsonl" type=case |
  sed 's/.*"launches":\([0-9]*\).*/\1/' | awk '{ n += $1 } END { print n }')
expect_equal "$(grep '^random' "$tmp/costs")" "random 10 10 $judged"

# The next problem gets the memory of the last: each kind has moved to where it is
# once.
rm -f "$tmp/costs"
printf '[%s]\nfamily = costs\nmax_samples = 10\n\n' one two >"$tmp/two.ini"
COSTS=$tmp/costs LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost \
  -c "$tmp/two.ini" -d cuda -o "$tmp/two.jsonl" \
  -p "$top_builddir/tests/plugins/.libs/costs.so"
expect_equal "$(grep '^moves' "$tmp/costs")" 'moves 3
moves 3'

# The judge's memory is one set of inputs, one copy of the outputs and a window,
# however many kinds of data there are: under 1.2 times the problem's buffers.
for device in cpu cuda; do
  rm -f "$tmp/costs"
  printf '[costs]\nvariant = cpu, a\nbytes = 16777216\nmax_samples = 5\n' \
    >"$tmp/large.ini"
  COSTS=$tmp/costs LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost \
    -c "$tmp/large.ini" -d "$device" -o "$tmp/large.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/costs.so"
  percent=$(sed -n 's/^memory //p' "$tmp/costs")
  if [ "$percent" -lt 100 ] || [ "$percent" -gt 120 ]; then
    fail "with $device the judge has $percent % of the problem's buffers"
  fi
done
