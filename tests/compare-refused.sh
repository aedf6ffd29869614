#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost compare refuses what can't be compared, and names it: another device,
# another driver, another setting, nothing in common.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# run FILE DEVICE DRIVER NOISE ROWS
run ()
{
  cat >"$tmp/$1" <<END
{"type":"run","format":2,"devices":[{"name":"cuda:0","description":"$2","driver":"$3"}]}
{"type":"case","case":0,"problem":0,"job":"j","family":"copy","variant":"v","device":"cuda:0","status":"ok","params":{"rows":$5},"mode":{"cache":"cold"},"time":{"median_s":1e-3},"spent":{"total_s":1},"settings":{"noise":$4,"timeout":$5}}
{"type":"end"}
END
}

run a 'NVIDIA H200' 13.0 0.01 9
run device 'NVIDIA H100' 13.0 0.01 9
run driver 'NVIDIA H200' 12.9 0.01 9
run noise 'NVIDIA H200' 13.0 0.02 9
run rows 'NVIDIA H200' 13.0 0.01 8

expect_status 0 gkhost compare "$tmp/a" "$tmp/a"
expect_status 2 gkhost compare "$tmp/a" "$tmp/device"
expect_grep '^gkhost: cuda:0 was NVIDIA H200.* in .*/a and is NVIDIA H100.* in .*/device: .*--across$'
expect_status 2 gkhost compare "$tmp/a" "$tmp/driver"
expect_grep 'driver 13.0 in .* driver 12.9 in'
expect_status 2 gkhost compare "$tmp/a" "$tmp/noise"
expect_grep '^gkhost: j/v was measured with noise = 0.01 in .* 0.02 in'
for other in device driver noise; do
  expect_status 0 gkhost compare "$tmp/a" "$tmp/$other" --across
done
expect_status 2 gkhost compare "$tmp/a" "$tmp/rows" --across
expect_grep 'have no case in common'

# Files and options.
cat "$tmp/a" "$tmp/a" >"$tmp/two"
expect_status 2 gkhost compare "$tmp/a" "$tmp/two"
expect_grep '/two has 2 runs: .* tail -n +4$'
expect_status 2 gkhost compare "$tmp/a" "$tmp/none"
expect_grep "none can't be read"
expect_status 2 gkhost compare
expect_grep '^gkhost: compare needs the records of two runs'
expect_status 2 gkhost compare "$tmp/a"
expect_grep '/a is of no run with --compare: give the records of another run'
expect_status 2 gkhost compare "$tmp/a" "$tmp/a" "$tmp/a"
expect_grep 'one argument too many'
for margin in 1x -1% 100% 1 nan inf '' % 1%% 1%x '1 %' ' 1%' 1e999 .01x; do
  expect_status 2 gkhost compare "$tmp/a" "$tmp/a" --margin "$margin"
  expect_grep '^gkhost: --margin '
done
expect_status 2 gkhost devices --margin 1%
expect_grep '^gkhost: devices does not accept --margin'
expect_status 2 gkhost compare "$tmp/a" "$tmp/a" -o "$tmp/b"
expect_grep '^gkhost: compare does not accept -o'
