#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With cache = hot, a longer batch_time makes batches of more launches; a cold
# sample is one launch whatever it says.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# batch KEY=VALUE...: how many launches a sample had.
batch ()
{
  { printf '[copy]\nvariant = cpu-memcpy\nrows = 256\ncols = 256\ndtype = f32\n'
    printf 'max_samples = 3\ndevice = cpu\n'
    printf '%s\n' "$@"; } >"$tmp/a.ini"
  rm -f "$tmp/run.jsonl"
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
  launches=$(records "$tmp/run.jsonl" type=case status=ok |
    sed -n 's/.*"batch": *\([0-9]*\).*/\1/p')
}

batch 'cache = hot'
short=$launches
batch 'cache = hot' 'batch_time = 20ms'
[ "$launches" -gt $((20 * short)) ] ||
  fail "$launches launches in 20 ms, $short in 0.1 ms"
batch 'cache = cold' 'batch_time = 20ms'
expect_equal "$launches" 1

expect_status 2 gkhost -c "$tmp/a.ini" -s copy.batch_time=61
expect_grep 'batch_time'
