#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An exception in a callback of a script is the fault of its own row: the reason
# begins with the script's file and line, and the traceback is shown with it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/bad.py" <<'END'
import sys
import gkhost

def inner(p):
    raise ValueError(f"bad rows {p.rows}\nand more")

@gkhost.variant("copy")
def in_launch(p, stream):
    inner(p)

@gkhost.variant("copy")
def returns(p, stream):
    return [1]

@gkhost.variant("copy")
def exits(p, stream):
    sys.exit("enough")

@gkhost.variant("copy")
def wrong_index(p, stream):
    memoryview(p.src)[0, 0] = 1

def copy(p):
    src, dst = memoryview(p.src), memoryview(p.dst)
    for i in range(p.rows):
        for j in range(p.cols):
            dst[i, j] = src[i, j]

@gkhost.variant("copy")
def in_prepare(p, stream):
    copy(p)

@in_prepare.prepare
def prepare(p):
    1 / 0

@gkhost.variant("copy")
def skips(p, stream):
    copy(p)

@skips.prepare
def skip(p):
    raise gkhost.Skip("needs another machine")

@gkhost.variant("copy")
def in_work(p, stream):
    copy(p)

@in_work.work
def work(p):
    return "many"

@gkhost.variant("copy")
def other_unit(p, stream):
    copy(p)

@other_unit.work
def work_of_unit(p):
    return 1, "f128"

@gkhost.variant("copy")
def in_release(p, stream):
    copy(p)

@in_release.release
def release(p):
    p.nothing

@gkhost.variant("copy")
def sound(p, stream):
    copy(p)
END
printf '[copy]\nrows = 4\ncols = 4\ndtype = i32\nmax_time = 10ms\nvariant = %s\n' \
  'in_launch, returns, exits, wrong_index, in_prepare, skips, in_work, other_unit, in_release, sound' \
  >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/bad.py" -d cpu -o "$tmp/run.jsonl"

# reason VARIANT STATUS TEXT [PRINTED]: its row has the reason, and the traceback.
reason ()
{
  records "$tmp/run.jsonl" type=case variant="$1" status="$2" >"$tmp/record"
  expect_grep "\"reason\":\"$3" "$tmp/record"
  [ -z "${4-}" ] || expect_grep "$4" "$tmp/record"
}

reason in_launch failed 'bad\.py:5: ValueError: bad rows 4"' 'line 9, in in_launch.*and more'
reason returns failed 'bad\.py:11: TypeError: the variant returned an object of type list'
reason exits failed 'bad\.py:17: SystemExit: enough"'
reason wrong_index failed 'bad\.py:21: TypeError: cannot modify read-only memory"'
reason in_prepare failed 'bad\.py:35: ZeroDivisionError: ' 'line 35, in prepare'
reason skips skipped 'needs another machine"'
reason in_work failed 'bad\.py:4[0-9]: TypeError: work returned'
reason other_unit failed 'bad\.py:[0-9]*: ValueError: work returned the unit .f128.; there is none, i32,'
reason in_release failed "bad\\.py:67: AttributeError: p has no attribute 'nothing'; it has rows, cols, dtype, "
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=sound status=ok)" 1
expect_grep 'it printed:' "$tmp/out"
expect_grep '^      Traceback (most recent call last):$' "$tmp/out"
expect_grep '^        File "' "$tmp/out"
expect_grep '^          inner(p)$' "$tmp/out"
expect_no_grep 'bridge\.py' "$tmp/out"
