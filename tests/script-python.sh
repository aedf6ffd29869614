#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A Python script is a plugin: its variants are listed, timed and verified beside
# those of C, with the problem's options, arrays and tunables, and their records have
# metrics, work, log and versions.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/Mine 1.py" <<'END'
"""Transposes without a library."""
import gkhost

@gkhost.variant("transpose", dtypes=["i32", "u8"], warmup=2,
                tunables={"order": ["rows", "columns"], "step": range(1, 5), "up": True},
                help={"order": "which loop is outside"})
def plain(p, stream):
    "Loops over a memoryview."
    assert stream is None and p.device == "cpu" and p.state == ["made"]
    assert p.src.dtype == p.dtype and p.src.shape == (p.rows, p.cols)
    assert p.order in ("rows", "columns") and p.step in range(1, 5) and p.up in (True, False)
    src, dst = memoryview(p.src), memoryview(p.dst)
    assert src.strides[0] == (p.cols + p.pad) * src.itemsize and src.readonly
    for i in range(p.rows):
        for j in range(p.cols):
            dst[j, i] = src[i, j]

@plain.prepare
def make(p):
    p.cache["turns"] = p.cache.get("turns", 0) + 1
    gkhost.log(f"turn {p.cache['turns']} of {p!r}")
    return ["made"]

@plain.release
def undo(p):
    gkhost.metric("answer", 42, "B")

@plain.work
def count(p):
    return 3 * p.rows, "i32"

assert plain.name == "plain" and callable(plain)
END
script="$tmp/Mine 1.py"

expect_status 0 gkhost list transpose/plain -p "+$script"
expect_grep 'Loops over a memoryview' "$tmp/out"
expect_grep 'order .*which loop is outside' "$tmp/out"
expect_grep '1 to 4' "$tmp/out"

cat >"$tmp/a.ini" <<'END'
[suite]
max_time = 10ms
[transpose]
variant = plain, cpu-naive
rows = 7
cols = 5, 9
dtype = i32, u8
pad = 0, 3
order = rows
[again]
family = transpose
variant = plain
rows = 3
cols = 4
order = columns
step = 4
up = no
END
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$script" -d cpu -o "$tmp/run.jsonl"
expect_equal "$(records "$tmp/run.jsonl" type=case variant=plain status=ok |
  grep -c '"done": *true')" 9
records "$tmp/run.jsonl" type=case job=again >"$tmp/record"
for part in '"plugin":"mine-1"' '"ops":9.0,"op_class":"i32"' '"variant/answer":42' \
  '"library":"Python 3' '"turn 1 of Problem(rows=3, cols=4, dtype=.i32., pad=0, order=.columns., step=4, up=False, '; do
  expect_grep "$part" "$tmp/record"
done

# In one process, and as the only plugin that is named.
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$script" -d cpu --in-process
expect_status 2 gkhost -c "$tmp/a.ini" -p "$script"
expect_grep 'no plugin named with -p brings a family'
expect_status 0 gkhost check "$script"
expect_grep "$script: sound: " "$tmp/out"

# A script that changes during the run is another plugin.
cat >"$tmp/edits.py" <<'END'
import gkhost

@gkhost.variant("copy")
def edits(p, stream):
    with open(__file__, "a") as file:
        file.write("#\n")
END
printf '[copy]\nvariant = edits\nrows = 4\ncols = 4\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/edits.py" -d cpu -o "$tmp/edits.jsonl"
expect_grep 'edits.py was replaced during' "$tmp/edits.jsonl"
