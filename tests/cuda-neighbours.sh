#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Kernels that crash, hang and write where they may not on one of several GPUs
# spoil their own rows alone: the same GPU and its neighbours go on.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
grep -q 'cuda:1' "$tmp/devices" || skip "needs two GPUs"
cat >"$tmp/a.ini" <<'END'
[suite]
family = transpose
dtype = i32
rows = 301
cols = 299
device = cuda:*
slow_margin = 1

[before]
variant = right

[faulty]
device = cuda:1
variant = bad-address, writes-past, hangs
timeout = 10

[after]
variant = right
cols = 300
END
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "+$top_builddir/tests/plugins/.libs/cuda-faults.so"

# expect_rows STATUS N DEVICE FIELD...: so many cases of a device.
expect_rows ()
{
  expect_equal \
    "$(count_records "$tmp/run.jsonl" type=case "status=$1" "device=$3" "${@:4}")" \
    "$2"
}

devices=$(grep -o 'cuda:[0-9][0-9]*' "$tmp/devices" | sort -u)
for device in $devices; do
  expect_rows ok 2 "$device" variant=right
done
for fault in 'bad-address failed' 'writes-past wrong' 'hangs timeout'; do
  expect_rows "${fault#* }" 1 cuda:1 "variant=${fault% *}"
done
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" \
  $((2 * $(wc -l <<<"$devices")))
