#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# How long a script's objects last: p.cache as long as the process, for one problem and its
# tunables; p until release; garbage until prepare has returned, never until a launch.
# The record has the versions of what was imported.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/keeps.py" <<'END'
import gc
import weakref
import gkhost

class Garbage:
    """Lives until garbage is collected."""

    made = []

    def __init__(self):
        self.me = self
        Garbage.made.append(weakref.ref(self))

    @staticmethod
    def count():
        return sum(made() is not None for made in Garbage.made)

assert gc.isenabled()
gc.set_threshold(0)
Garbage()
kept = []

@gkhost.variant("copy", tunables={"step": [1, 2]})
def keeps(p, stream):
    assert not gc.isenabled() and Garbage.count() == 0
    src, dst = memoryview(p.src), memoryview(p.dst)
    for i in range(p.rows):
        for j in range(p.cols):
            dst[i, j] = src[i, j]

@keeps.prepare
def prepare(p):
    """Of the script's top, and of the release before, none is left."""
    assert not gc.isenabled() and Garbage.count() == 0
    assert all(not vars(before) for before in kept)
    kept.append(p)
    p.cache.setdefault("seen", []).append((p.cols, p.step))
    gkhost.log(f"seen {p.cache['seen']}")
    Garbage()

@keeps.release
def release(p):
    Garbage()
END
cat >"$tmp/a.ini" <<'END'
[copy]
variant = keeps
rows = 4
cols = 4, 5
step = 1, 2
dtype = i32
cache = cold, hot
max_time = 5ms
END
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/keeps.py" -d cpu --in-process -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 8
for cols in 4 5; do
  for step in 1 2; do
    expect_equal "$(grep -c "\"seen \\[($cols, $step)\\]\"" "$tmp/run.jsonl")" 1
    expect_equal "$(grep -c "\"seen \\[($cols, $step), ($cols, $step)\\]\"" "$tmp/run.jsonl")" 1
  done
done

# Packages, as far as they were imported.
mkdir "$tmp/modules"
echo '__version__ = "7.8"' >"$tmp/modules/numba.py"
echo '__version__ = "9"' >"$tmp/modules/triton.py"
sed -i "1i import sys; sys.path.insert(0, '$tmp/modules'); import numba" "$tmp/keeps.py"
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/keeps.py" -d cpu -s copy.cache=hot \
  -s copy.cols=4 -o "$tmp/run.jsonl"
records "$tmp/run.jsonl" type=case >"$tmp/cases"
expect_grep '"library":"Python 3[0-9.]*, numba 7.8"' "$tmp/cases"
