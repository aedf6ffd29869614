#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Two ranks of a host do not measure one GPU at once: the second is refused
# before anything runs, takes another GPU, and takes that one when the first is
# gone, even killed.  On a stand-in for the driver.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Its bus is no other test's.
FAKE_DRIVER_DOMAIN=$(printf '%08x' $$)
export FAKE_DRIVER_DOMAIN FAKE_DRIVER_DEVICES=2
driver_stand_in
cp "$top_builddir/tests/plugins/.libs/fake-nvml.so" \
  "$tmp/driver/libnvidia-ml.so.1"
export LD_LIBRARY_PATH=$tmp/driver
printf '[copy]\nrows = 31\ncols = 17\nvariant = right\ntimeout = 600\nslow_margin = 1\n' \
  >"$tmp/a.ini"

# rank N DEVICE ARG...
rank ()
{
  local rank=$1 device=$2

  shift 2
  env SLURM_PROCID="$rank" SLURM_NTASKS=2 SLURM_LOCALID="$rank" \
    "$top_builddir/gkhost" -c "$tmp/a.ini" -d "$device" -o "$tmp/%r.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/driver-copy.so" "$@"
}

FAKE_DRIVER_PIDS=$tmp/opened FAKE_DRIVER_HANGS=cuStreamSynchronize:4=0 \
  SLURM_PROCID=0 SLURM_NTASKS=2 "$top_builddir/gkhost" -c "$tmp/a.ini" \
  -d cuda:0 -o "$tmp/%r.jsonl" -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/driver-copy.so" >"$tmp/out-0" 2>&1 &
pid=$!
trap 'kill "$pid" 2>/dev/null || :; remove_tmp' EXIT
until [ -s "$tmp/opened" ]; do
  kill -0 "$pid" 2>/dev/null || fail "rank 0 is gone: $(cat "$tmp/out-0")"
  sleep 0.02
done

expect_status 2 rank 1 'cuda:*'
expect_grep "rank 1: cuda:0 ($FAKE_DRIVER_DOMAIN:02:00.0) is being measured by another rank of this host: start one rank a host, or give each"
# But what ASan has to say of stacks that change.
expect_equal "$(grep -c -v '^==' "$tmp/err")" 1
[ ! -e "$tmp/1.jsonl" ] || fail "there are records"
expect_status 0 rank 1 cuda:1
# The CPU is nobody's, nor is what no launcher started asked.
expect_status 0 rank 1 cpu -s copy.variant=cpu-memcpy
expect_status 0 env SLURM_NTASKS=1 SLURM_PROCID=0 "$top_builddir/gkhost" \
  -c "$tmp/a.ini" -d cuda:0 -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/driver-copy.so"

kill -9 "$pid"
wait "$pid" 2>/dev/null || :
expect_status 0 rank 1 'cuda:*'
expect_equal "$(count_records "$tmp/1.jsonl" type=case status=ok)" 2
