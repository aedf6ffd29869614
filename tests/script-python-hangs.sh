#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A script that does not come back, ends its process, or leaves a thread computing
# costs its own row and no other.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/hangs.py" <<'END'
import os
import threading
import gkhost

def copy(p):
    src, dst = memoryview(p.src), memoryview(p.dst)
    for i in range(p.rows):
        for j in range(p.cols):
            dst[i, j] = src[i, j]

@gkhost.variant("copy")
def loops(p, stream):
    while True:
        pass

@gkhost.variant("copy")
def waits(p, stream):
    threading.Event().wait()

@gkhost.variant("copy")
def ends(p, stream):
    os._exit(0)

def spin():
    while True:
        pass

@gkhost.variant("copy")
def leaves(p, stream):
    copy(p)

@leaves.prepare
def start(p):
    threading.Thread(target=spin, daemon=True).start()

@gkhost.variant("copy")
def after(p, stream):
    copy(p)
    assert threading.active_count() == 1
END
cat >"$tmp/a.ini" <<END
[copy]
rows = 4
cols = 4
dtype = i32
max_time = 10ms
timeout = $((2 * seconds))s
variant = loops, waits, ends, leaves, after
END
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/hangs.py" -d cpu -o "$tmp/run.jsonl"
for variant in loops waits; do
  records "$tmp/run.jsonl" type=case variant=$variant status=timeout >"$tmp/record"
  expect_grep '"reason":"did not finish within' "$tmp/record"
done
records "$tmp/run.jsonl" type=case variant=ends status=crashed >"$tmp/record"
expect_grep '"reason":".*in launch' "$tmp/record"
records "$tmp/run.jsonl" type=case variant=leaves status=ok >"$tmp/record"
expect_grep '"log":\["gkhost: its threads still compute after the last launch"\]' "$tmp/record"
records "$tmp/run.jsonl" type=case variant=after status=ok >"$tmp/record"
expect_grep '"done": *true' "$tmp/record"
