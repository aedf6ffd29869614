#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A device that hangs when it is asked what it is fails its own cases, and holds
# up those of the others for as long as the manual says.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000
export BESIDE_SECONDS=60 BESIDE_DEVICES=2 FAKE_DRIVER_DEVICES=4
export FAKE_DRIVER_ON=2 FAKE_DRIVER_HANGS=cuDeviceTotalMem_v2:1=0
why="it did not answer within 10 s of another's answer"
beside_run "[copy]
rows = 501, 502
$beside_keys
device = cpu, cuda:*
variant = cpu-memcpy, meets"

expect_status 1 "${beside_run[@]}"
expect_grep "^gkhost: cuda:2 is lost: $why; its cases fail$"
records "$tmp/run.jsonl" device=cuda:2 status=failed >"$tmp/failed"
expect_equal "$(grep -c "\"reason\":\"device lost: $why\"" "$tmp/failed")" 2
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 8

# A reading takes so long that `gkhost devices' has measured a limit at once.
virtual_clock 10000000
LD_LIBRARY_PATH=$tmp/driver gkhost devices --format jsonl >"$tmp/devices"
expect_equal "$(grep -c '"name":"cuda:[013]","description":"a stand-in"' \
  "$tmp/devices")" 3
expect_grep "\"name\":\"cuda:2\",\"lost\":\"$why\"" "$tmp/devices"
