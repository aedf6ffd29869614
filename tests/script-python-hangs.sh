#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A script that does not come back, which says where it is, ends its process, or leaves a thread computing or
# a process costs its own row and no other; what multiprocessing starts is no fault.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/hangs.py" <<'END'
import os
import subprocess
import sys
import threading
from multiprocessing import shared_memory
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
def in_prepare(p, stream):
    copy(p)

@in_prepare.prepare
def prepares(p):
    while True:
        pass

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
def starts(p, stream):
    copy(p)

@starts.prepare
def start_process(p):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])

@gkhost.variant("copy")
def shares(p, stream):
    copy(p)

@shares.prepare
def start_tracker(p):
    memory = shared_memory.SharedMemory(create=True, size=8)
    memory.close()
    memory.unlink()

class Pool:
    """Stands in for torch's compile workers."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    def shutdown_compile_workers(self):
        self.process.kill()
        self.process.wait()

@gkhost.variant("copy")
def compiles(p, stream):
    copy(p)

@compiles.prepare
def start_pool(p):
    sys.modules["torch._inductor.async_compile"] = Pool()

@gkhost.variant("copy")
def after(p, stream):
    copy(p)
    assert threading.active_count() == 1
END
cat >"$tmp/a.ini" <<END
[suite]
family = copy
rows = 4
cols = 4
dtype = i32
max_time = 10ms
[hang]
timeout = $((2 * seconds))s
variant = loops, waits, in_prepare
[copy]
timeout = $((5 * seconds))s
variant = ends, leaves, starts, shares, compiles, after
END
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/hangs.py" -d cpu -o "$tmp/run.jsonl"
for variant in loops waits; do
  records "$tmp/run.jsonl" type=case variant=$variant status=timeout >"$tmp/record"
  expect_grep '"reason":"did not finish within' "$tmp/record"
  # Where it was when the time was over.
  expect_grep "File .*/hangs.py.*, line [0-9]* in $variant" "$tmp/record"
done
records "$tmp/run.jsonl" type=case variant=ends status=crashed >"$tmp/record"
expect_grep '"reason":".*in launch' "$tmp/record"
records "$tmp/run.jsonl" type=case variant=leaves status=ok >"$tmp/record"
expect_grep '"log":\["gkhost: its threads still compute after the last launch"\]' "$tmp/record"
records "$tmp/run.jsonl" type=case variant=starts status=wrong >"$tmp/record"
expect_grep '"reason":"left the process changed: a child process; ' "$tmp/record"
for variant in shares compiles; do
  expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=$variant status=ok)" 1
done
records "$tmp/run.jsonl" type=case variant=after status=ok >"$tmp/record"
expect_grep '"done": *true' "$tmp/record"
records "$tmp/run.jsonl" type=case variant=in_prepare status=timeout >"$tmp/record"
expect_grep 'line [0-9]* in prepares' "$tmp/record"

# A family, too.
cat >"$tmp/family.py" <<'END'
import gkhost

@gkhost.family("endless", options={"n": 5})
def endless(s):
    s.input("src", "i32", s.n)
    s.output("dst", "i32", s.n)
    while s.n:
        pass

@endless.reference
def reference(p):
    return p.src

@gkhost.variant("endless")
def nothing(p, stream):
    pass
END
printf '[endless]\ntimeout = 2s\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "$tmp/family.py" -d cpu -o "$tmp/run.jsonl"
expect_grep 'did not finish within' "$tmp/out"
records "$tmp/run.jsonl" type=case variant=nothing >"$tmp/record"
expect_grep 'File .*family.py.*, line [0-9]* in endless' "$tmp/record"

# To load, a script has two minutes.
all_trials || exit 0
printf '\ndef ever():\n    while True:\n        pass\n\never()\n' >"$tmp/top.py"
expect_status 2 gkhost list -p "+$tmp/top.py"
expect_grep 'top.py: it did not answer within 120 s; it printed:'
expect_grep 'File .*top.py., line [34] in ever'
