#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A script that claims a time for work that it does not do gets none, and its record has
# the class of what was seen: it repeats its last answer, does half of its work or leaves
# it to a thread or a child, writes its inputs, computes in fewer bits, patches the bridge,
# or reads the judge's memory.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/cheats.py" <<'END'
import ctypes
import os
import subprocess
import sys
import threading
import time
import gkhost
import _gkhost
from gkhost import bridge

def copy(p):
    src, dst = memoryview(p.src), memoryview(p.dst)
    for i in range(p.rows):
        for j in range(p.cols):
            dst[i, j] = src[i, j]

def address(array):
    return array.__array_interface__["data"][0]

@gkhost.variant("copy")
def replays(p, stream):
    """Computes once, and repeats that answer."""
    if "answer" not in p.cache:
        copy(p)
        p.cache["answer"] = ctypes.string_at(address(p.dst), 4 * p.rows * p.cols)
    ctypes.memmove(address(p.dst), p.cache["answer"], len(p.cache["answer"]))

@gkhost.variant("copy")
def later(p, stream):
    """Leaves the work to a thread."""
    def work():
        time.sleep(0.001)
        copy(p)

    threading.Thread(target=work).start()

@gkhost.variant("copy")
def spoils(p, stream):
    """Writes zeros to both sides."""
    ctypes.memset(address(p.src), 0, 4 * p.rows * p.cols)
    ctypes.memset(address(p.dst), 0, 4 * p.rows * p.cols)

@gkhost.variant("copy")
def nothing(p, stream):
    """Leaves the poison, and makes empty launches slow."""

@nothing.prepare
def patch(p):
    def slow(p, stream):
        for _ in range(10000):
            pass
    bridge.launch_nothing = slow
    bridge.explain_callback = lambda error, owner: (0, "")
    _gkhost.metric = lambda *any: None

@gkhost.variant("copy")
def skips(p, stream):
    """Raises what a callback may not return."""
    copy(p)
    raise gkhost.Skip("not that one")

@gkhost.variant("copy")
def returns_none(p, stream):
    """Has the bridge call an exception a success."""
    bridge.explain_callback = lambda error, owner: (0, "")
    raise ValueError

@gkhost.variant("copy")
def half(p, stream):
    """Leaves the lower half to the launch before."""
    src, dst = memoryview(p.src), memoryview(p.dst)
    for i in range(p.rows // 2):
        for j in range(p.cols):
            dst[i, j] = src[i, j]

@gkhost.variant("copy")
def child(p, stream):
    """Has a child of another session write later."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(0.001)
        copy(p)
        os._exit(0)

@gkhost.variant("copy")
def stays(p, stream):
    """Leaves a child behind."""
    copy(p)

@stays.prepare
def start(p):
    p.cache["child"] = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(9)"],
                                        start_new_session=True)

@gkhost.variant("copy")
def judge(p, stream):
    """Looks for the judge's process, and reads what is right in its memory."""
    copy(p)
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (os.getpid(), 1):
            read_memory(int(name))

def read_memory(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if b"judge" not in file.read():
                return
        with open(f"/proc/{pid}/maps") as file:
            begin = int(file.readline().split("-")[0], 16)
        with open(f"/proc/{pid}/mem", "rb", 0) as file:
            file.seek(begin)
            found = len(file.read(4096))
    except OSError as error:
        found = -error.errno
    raise RuntimeError(f"read {found} bytes of a judge")

@gkhost.variant("copy")
def honest(p, stream):
    copy(p)
END
printf '[copy]\nrows = 8\ncols = 8\ndtype = i32\nmax_time = 20ms\n' >"$tmp/a.ini"
printf 'variant = replays, later, spoils, nothing, skips, returns_none, half, child, stays, judge, honest\n' >>"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/cheats.py" -d cpu -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case >"$tmp/cases"
grep -v '"variant":"honest"' "$tmp/cases" >"$tmp/cheats"
expect_equal "$(wc -l <"$tmp/cheats")" 10
expect_no_grep '"median_s"' "$tmp/cheats"
expect_no_grep '"status":"ok"' "$tmp/cheats"
expect_equal "$(count_records "$tmp/cases" variant=honest status=ok)" 1
# What was seen of each; of what writes later, that depends on when it does.
while read -r variant class; do
  records "$tmp/cases" variant="$variant" status=wrong >"$tmp/record"
  expect_grep "\"class\":\"\($class\)\"" "$tmp/record"
done <<'END'
replays repeats
later unwritten\|differs\|late
spoils inputs
nothing unwritten
returns_none unwritten
half unwritten
child unwritten\|differs\|late\|process
stays process
END
# Some kernels can't keep a worker from it.
gkhost devices >"$tmp/devices" || :
records "$tmp/cases" variant=judge status=failed >"$tmp/record"
grep -q '^timing workers: ' "$tmp/devices" ||
  expect_grep '"reason":"cheats.py:[0-9]*: RuntimeError: read -[0-9]* bytes of a judge"' "$tmp/record"

# Fewer bits than the type has.
"$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")" -c 'import numpy' 2>/dev/null ||
  skip "needs numpy"
cat >"$tmp/bits.py" <<'END'
import gkhost
import numpy as np

def compute(p, dtype):
    x = np.asarray(p.src).astype(dtype)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    np.asarray(p.dst)[:] = e / e.sum(axis=1, keepdims=True, dtype=dtype)

@gkhost.variant("softmax", dtypes=["f32"])
def half(p, stream):
    compute(p, "f2")

@gkhost.variant("softmax", dtypes=["f32"])
def single(p, stream):
    compute(p, "f4")
END
printf '[softmax]\nvariant = half, single\nrows = 40\ncols = 30\nmax_time = 10ms\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/bits.py" -d cpu -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case variant=half status=wrong >"$tmp/record"
expect_grep '"class":"precision"' "$tmp/record"
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=single status=ok)" 1
