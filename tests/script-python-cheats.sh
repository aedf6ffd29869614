#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A script that claims a time for work that it does not do gets none: it repeats its
# last answer, leaves its work to a thread, writes its inputs, or patches the bridge.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/cheats.py" <<'END'
import ctypes
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
def honest(p, stream):
    copy(p)
END
printf '[copy]\nrows = 8\ncols = 8\ndtype = i32\nmax_time = 20ms\n' >"$tmp/a.ini"
printf 'variant = replays, later, spoils, nothing, skips, returns_none, honest\n' >>"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/cheats.py" -d cpu -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case >"$tmp/cases"
grep -v '"variant":"honest"' "$tmp/cases" >"$tmp/cheats"
expect_equal "$(wc -l <"$tmp/cheats")" 6
expect_no_grep '"median_s"' "$tmp/cheats"
expect_no_grep '"status":"ok"' "$tmp/cheats"
expect_equal "$(count_records "$tmp/cases" variant=honest status=ok)" 1
