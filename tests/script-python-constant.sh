#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family in a script whose result does not depend on its inputs is refused in a run;
# one whose result is mostly the same is not.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
"$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")" -c 'import numpy' 2>/dev/null ||
  skip "needs numpy"

# try STATUS DTYPE OUT REFERENCE [SETTING]...: runs a family of these types whose
# reference, of x and the constants w, counts its calls.
try ()
{
  local status=$1 dtype=$2 out=$3 reference=$4

  shift 4
  cat >"$tmp/family.py" <<PY
import gkhost
import numpy as np

@gkhost.family("tried", options={"n": 30, "m": gkhost.Size(40)})
def tried(s):
    s.input("src", "$dtype", (s.n, s.m))
    s.constant("weight", "f64", s.m)
    s.output("dst", "$out", s.n)

def compute(p):
    x, w = gkhost.as_float(p.src), np.asarray(p.weight)
    return $reference

@tried.reference
def reference(p):
    with open("$tmp/calls", "a") as file:
        print(file=file)
    return np.broadcast_to(compute(p), p.n)

@gkhost.variant("tried")
def right(p, stream):
    np.asarray(p.dst)[:] = compute(p)
PY
  printf '%s\n' '[tried]' max_time=10ms audit=no "$@" >"$tmp/a.ini"
  rm -f "$tmp/calls"
  expect_status "$status" gkhost -c "$tmp/a.ini" -p "$tmp/family.py" -d cpu -o "$tmp/run.jsonl"
  [ "$status" = 0 ] ||
    expect_grep '"reason":"family tried: verify: family.py:[0-9]*: ValueError: the reference.s result does not depend on its inputs, so that a variant that writes a constant' \
      "$tmp/run.jsonl"
}

# Whatever the inputs are, or but for rounding, or of what stays between launches.
try 1 f32 f32 'np.ones(p.n)'
try 1 i32 i32 'np.arange(p.n)'
for out in f32 f64; do
  try 1 f64 $out '(lambda e: e / e.sum(1, keepdims=True))(np.exp(x - x.max(1, keepdims=True))).sum(1)' \
    data=normal
done
try 1 f32 f32 'np.arange(p.n) + w.sum()'
# Each further case, too.
try 1 f32 f32 'np.ones(p.n)' cache=cold,hot
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=failed)" 2

# Often the same: bits, numbers of few values, and results that one draw of 50 changes.
try 0 i32 u8 'x.sum(1) > 0'
try 0 i32 i32 'x.argmax(1)'
try 0 i32 u8 'x[0, 0] > 0' n=2
try 0 i32 u8 '(x > 0.9994 * 2.0**31).any()' n=3 m=20
# Where a size is 1 there may be one result.
try 0 f32 i32 'x.argmax(1)' m=1

# What depends on its inputs costs no further call: one for each answer of n elements.
try 0 f32 f32 'x.sum(1)' max_samples=1 min_samples=1
checked=$(sed -n 's/.*"checked":\([0-9]*\).*/\1/p' "$tmp/run.jsonl")
expect_equal "$(wc -l <"$tmp/calls")" $((checked / 30))
