#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A device that can't be used as devices are looked for fails its own cases, for
# that reason, and no others; a run that is resumed when it is back has them run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

keep_limits

export BESIDE_SECONDS=60 BESIDE_DEVICES=0 FAKE_DRIVER_ON=2
suite="[copy]
rows = 501, 502
$beside_keys
device = cpu, cuda:*
variant = cpu-memcpy, meets"

# lost WHY: of a run in which cuda:2 is.
lost ()
{
  expect_status 1 beside "$suite"
  expect_grep "^gkhost: cuda:2 is lost: $1; its cases fail$"
  expect_grep "^cuda:2  lost: $1" "$tmp/out"
  records "$tmp/run.jsonl" device=cuda:2 status=failed >"$tmp/failed"
  expect_equal "$(grep -c "\"reason\":\"device lost: $1\"" "$tmp/failed")" 2
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 8
  records "$tmp/run.jsonl" type=run >"$tmp/record"
  expect_grep "{\"name\":\"cuda:2\",\"lost\":\"$1\"}" "$tmp/record"
}

export FAKE_DRIVER_REFUSES=cuDeviceTotalMem_v2:1=46
lost 'reading its properties: the device is unavailable'
# Nothing else than its own cases is to fail.
expect_status 0 beside "$suite" -d cpu,cuda:1
# The others are shown.
LD_LIBRARY_PATH=$tmp/driver FAKE_DRIVER_DEVICES=4 \
  expect_status 0 gkhost devices
expect_equal "$(grep -c '^cuda:[013]  a stand-in, ' "$tmp/out")" 3
expect_grep '^cuda:2  lost: reading its properties: the device is unavailable$' \
  "$tmp/out"
# In one process it is the same.
expect_status 1 beside "$suite" --in-process
expect_grep '^gkhost: cuda:2 is lost: '
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 8
unset FAKE_DRIVER_REFUSES

FAKE_DRIVER_DIES=cuDeviceTotalMem_v2:1=0 \
  lost 'the worker was ended by signal 9 .*'

# It is back.
expect_status 0 beside "$suite" --resume
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:2 status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:1)" 2
# What ran on it is not replaced by failures when it is lost again.
FAKE_DRIVER_REFUSES=cuDeviceTotalMem_v2:1=46 \
  expect_status 2 beside "$suite" --resume
expect_grep 'cuda:2 was a stand-in.*, and is lost here; '
