#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# By timer = kernel, kernels that spin lie on a line: its slope is the clock's
# within 1 %, and what it adds to the cycles is under 1 us (0.5 on an H200, 0.85 on
# an H100).  By events it is over twice that.  As many samples do for the one as for the other.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
requires_unsanitized
python=$(command -v python3) || skip 'needs python3'
cat >"$tmp/a.ini" <<'END'
[copy]
rows = 8
cols = 4
variant = spins-*
device = cuda:0
timer = kernel, events
min_time = 0.1
rounds = 3
END

# on_a_line: whether the records have such a line.
on_a_line ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/cuda-spins.so"
  "$python" - "$tmp/run.jsonl" <<'END'
import json, sys

cases = [r for r in map(json.loads, open(sys.argv[1])) if r["type"] == "case"]
clock = max(r["telemetry"]["clock_sm"] for r in cases)


def least(timer, cycles, field="median_s"):
    return min(
        r["time"][field]
        for r in cases
        if r["mode"]["timer"] == timer and r["variant"] == f"spins-{cycles}"
    )


ok = True
beyond = {}
for timer in "kernel", "events":
    rise = least(timer, 1000000) - least(timer, 1000)
    slope = rise / 999000 * clock
    more = [least(timer, n) - n / clock for n in (1000, 2000, 10000, 100000)]
    samples = least(timer, 1000, "samples")
    print(f"{timer}: slope {slope:.4f} of the clock's {clock / 1e6:.0f} MHz;",
          "over the cycles, in us:", *(f"{1e6 * m:.2f}" for m in more),
          f"; {samples} samples at least")
    ok = ok and 0.99 < slope < 1.01
    beyond[timer] = min(more)
    ok = ok and (timer == "events" or max(more) < 1e-6)
ok = ok and beyond["events"] > 2 * beyond["kernel"]
sys.exit(not ok)
END
}

grep -q 'is not found' <(gkhost -c "$tmp/a.ini" --only '*/spins-1000' \
  -s suite.rounds=1 -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/cuda-spins.so" 2>&1) &&
  skip 'needs CUPTI'
# What else uses the GPU, or its clock, is not gkhost's.
on_a_line || on_a_line || on_a_line || fail 'on no such line, thrice'
