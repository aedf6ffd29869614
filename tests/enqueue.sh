#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A record has the time in which the host enqueues a launch: of one launch, however many
# a sample has, and of a device that launches are enqueued to.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# enqueue VARIANT: nanoseconds of its launch, as in the last run's record.
enqueue ()
{
  records "$tmp/run.jsonl" type=case variant="$1" status=ok |
    sed -n 's/.*"enqueue_s":\([^,}]*\).*/\1/p' | awk '{ printf "%.0f", 1e9 * $1 }'
}

# expect_ratio A B LEAST MOST: A is so many times B.
expect_ratio ()
{
  awk -v a="$1" -v b="$2" "BEGIN { exit !(a >= $3 * b && a <= $4 * b && b > 0) }" ||
    fail "$1 is not $3 to $4 times $2"
}

# 1500 copies, and one, which a busy machine delays more.
expect_status 0 driver_copy many 'max_time = 20ms'
many=$(enqueue many)
expect_ratio "$many" "$(enqueue right)" 4 100000
# Two hundred launches in a sample, each of which is as short.
expect_status 0 driver_copy many 'max_time = 20ms
cache = hot
batch_time = 10ms'
expect_grep '"batch":[0-9][0-9]' "$tmp/run.jsonl"
expect_ratio "$many" "$(enqueue right)" 20 100000

# On the CPU it is the launch.
printf '[copy]\nvariant = cpu-memcpy\nmax_time = 5ms\nrows = 8\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl"
expect_no_grep '"enqueue_s"' "$tmp/run.jsonl"
