#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What is known of the CPU begins with the shortest time that a launch can be
# seen to take: a variant that does nothing takes about as long.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

# floor: of the run's CPU, in whole nanoseconds.
floor ()
{
  records "$tmp/run.jsonl" type=run >"$tmp/record"
  sed -n 's/.*"name":"cpu",[^}]*"floor":\([^,}]*\).*/\1/p' "$tmp/record" |
    awk '{ printf "%.0f\n", $1 * 1e9 }'
}
# median: of the case, likewise.
median ()
{
  records "$tmp/run.jsonl" type=case status=ok |
    sed 's/.*"median_s":\([^,}]*\).*/\1/' | awk '{ printf "%.0f\n", $1 * 1e9 }'
}

# run ARG...: whether the case took no less than half of the floor.
run ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" "$@" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/naps.so"
  if ! [ "$(floor)" -gt 0 ] || ! [ "$(floor)" -lt 100000 ]; then
    fail "a floor of $(floor) ns"
  fi
  echo "floor $(floor) ns, nothing took $(median) ns"
  [ $((2 * $(median))) -ge "$(floor)" ]
}

printf '[copy]\nvariant = idles\nrows = 1\ncols = 1\nverify = no\n' >"$tmp/a.ini"
run || fail 'less than half of the floor'
run --in-process || fail 'less than half of the floor, in one process'

# Such a row tells no more than that, and says so.
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -s copy.verify=yes -s copy.variant=cpu-memcpy \
  -p "$top_builddir/plugins/copy/.libs/copy.so"
expect_grep '"verdicts":\[[^]]*"floor"' "$tmp/run.jsonl"

# What learners see.  A GPU is opened for it by no run, but by this.
floor='an empty launch takes [0-9.]* [num]s, the shortest time that can be measured'
expect_status 0 driver_copy right ''
expect_equal "$(grep -o '"floor":' "$tmp/run.jsonl" | grep -c .)" 1
virtual_clock 10000000
LD_LIBRARY_PATH=$tmp/driver "$gkhost" devices | tr -s '\n ' '  ' >"$tmp/line"
expect_grep "^cpu .* $floor .* cuda:0 .* $floor" "$tmp/line"
