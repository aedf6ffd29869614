#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Sums, dots, copies and scans of more elements than 31 bits count are right: by
# each variant on a GPU, where there is one, and by some on the CPU.
source "${top_srcdir:-.}/tests/functions.sh" || exit

all_trials || skip 'takes half an hour: set GKHOST_ALL_TRIALS=1, as .ci/nightly does'
requires_unsanitized
# 17 GB of a scan for the variant and as much for its judge, and room beside them.
available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
[ "${available:-0}" -ge $((48 << 20)) ] ||
  skip "needs 48 GiB of free memory; there are $((${available:-0} >> 20))"

expect_status 0 gkhost -c "$top_srcdir/tests/huge.ini" -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
for family in reduce stream scan; do
  [ "$(count_records "$tmp/run.jsonl" "family=$family" status=ok)" -ge 1 ] ||
    fail "nothing of $family ran"
done
