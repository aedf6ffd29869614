#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A Python script brings a family: its options, arrays and reference, by which gkhost
# judges variants of that script and others, and whose faults are its own.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
"$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")" -c 'import numpy' 2>/dev/null ||
  skip "needs numpy"
cat >"$tmp/softmax.py" <<'END'
"""A softmax."""
import gkhost
import numpy as np

@gkhost.family("softmax", options={"rows": 10, "cols": gkhost.Size(30, 2),
                                   "dtype": ["f32", "f64"]})
def softmax(s):
    "Of each row."
    s.input("src", s.dtype, (s.rows, s.cols))
    s.output("dst", s.dtype, (s.rows, s.cols))
    s.terms, s.one_sign = s.cols, True
    s.work(5 * s.rows * s.cols)

@softmax.reference
def reference(p):
    x = gkhost.as_float(p.src)
    assert x.shape == (p.rows, p.cols)
    below = x.max(axis=1, keepdims=True) - x
    e = np.exp(-below)
    value = e / e.sum(axis=1, keepdims=True)
    return gkhost.Scaled(value, value * (1 + below))

@gkhost.variant("softmax")
def stable(p, stream):
    x = np.asarray(p.src)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    np.divide(e, e.sum(axis=1, keepdims=True), out=np.asarray(p.dst))

@gkhost.variant("softmax")
def wrong(p, stream):
    stable(p)
    np.asarray(p.dst)[-1, -1] *= 1.001
END
cat >"$tmp/other.py" <<'END'
import gkhost
import numpy as np

@gkhost.variant("softmax")
def beside(p, stream):
    for x, y in zip(np.asarray(p.src), np.asarray(p.dst)):
        e = np.exp(x - x.max())
        y[:] = e / e.sum()
END
cat >"$tmp/a.ini" <<'END'
[softmax]
rows = 3, 40
cols = 7
dtype = f32, f64
max_time = 10ms
END
expect_status 0 gkhost list softmax -p "$tmp/softmax.py"
expect_grep 'cols .* 2 to 1099511627776; default 30' "$tmp/out"
expect_grep 'dtype .*: f32, f64; default f32' "$tmp/out"
expect_status 1 gkhost -c "$tmp/a.ini" -p "$tmp/softmax.py" -p "$tmp/other.py" -d cpu \
  -o "$tmp/run.jsonl"
for variant in stable beside; do
  expect_equal "$(records "$tmp/run.jsonl" type=case variant="$variant" status=ok |
    grep -c '"done": *true')" 4
done
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=wrong status=wrong)" 4
expect_grep '"method":"each element"' "$tmp/run.jsonl"
expect_status 1 gkhost -c "$tmp/a.ini" -p "$tmp/softmax.py" -p "$tmp/other.py" -d cpu \
  --in-process
expect_grep '12 cases: 8 ok, 4 wrong' "$tmp/out"
# One of the two types will do, but in .ci/nightly.
few=()
all_trials || few=(-s '*.dtype=f64')
expect_status 0 gkhost check "$tmp/softmax.py" --only '*/stable' "${few[@]}"
expect_grep ': sound: ' "$tmp/out"

# Arrays of other kinds, several outputs, and integers.
cat >"$tmp/kinds.py" <<'END'
import gkhost
import numpy as np

@gkhost.family("kinds", options={"n": 20, "by": 3, "mode": ["plain", 2], "factor": 0.5,
                                 "up": True, "deep": range(1, 4)},
               help={"mode": "how it adds"})
def kinds(s):
    assert s.mode in ("plain", 2) and s.factor == 0.5 and s.up is True and s.deep == 1
    s.input("src", "f32", (s.deep, s.n, s.by))
    s.constant("weight", "f64", s.by)
    s.indexes("index", "i32", s.n, below=s.n)
    s.offsets("offset", "i64", parts=s.n, total=3 * s.n)
    s.inout("sum", "f64", np.int64(s.n))
    s.output("parts", "i64", (s.n,))
    s.output("whole", "u8", (2, s.n))

@kinds.reference
def reference(p):
    src, index, offset = (np.asarray(a) for a in (p.src, p.index, p.offset))
    assert src.shape == (p.deep, p.n, p.by) and not hasattr(p, "parts")
    products = src[0].astype("f8") @ np.asarray(p.weight)
    return {
        "sum": np.asarray(p.sum) + products[index],
        "parts": np.diff(offset),
        "whole": np.stack([index % 256, 255 - index]).astype("u8"),
    }

@gkhost.variant("kinds")
def right(p, stream):
    src, index, offset = (np.asarray(a) for a in (p.src, p.index, p.offset))
    np.asarray(p.sum)[:] += (src[0].astype("f8") @ np.asarray(p.weight))[index]
    np.asarray(p.parts)[:] = np.diff(offset)
    np.asarray(p.whole)[:] = np.stack([index % 256, 255 - index])

@gkhost.variant("kinds")
def wrong(p, stream):
    right(p)
    np.asarray(p.whole)[1, 3] ^= 1
END
printf '[kinds]\nmax_time = 10ms\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "$tmp/kinds.py" -d cpu -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=right status=ok)" 1
records "$tmp/run.jsonl" type=case variant=wrong status=wrong >"$tmp/record"
expect_grep '"reason":"whole\[1\]\[3\] is ' "$tmp/record"

# fault PATTERN EDIT: the softmax edited so by sed fails with that reason.
fault ()
{
  sed "$2" "$tmp/softmax.py" >"$tmp/bad.py"
  printf '[softmax]\nvariant = stable\nmax_time = 10ms\n' >"$tmp/a.ini"
  expect_status 1 gkhost -c "$tmp/a.ini" -p "$tmp/bad.py" -d cpu -o "$tmp/run.jsonl"
  expect_grep "\"reason\":\"[^\"]*$1" "$tmp/run.jsonl"
}
fault 'bad.py:16: ZeroDivisionError: ' 's,x = gkhost.as_float.*,1 / 0,'
expect_grep 'line 16, in reference' "$tmp/run.jsonl"
fault 'bad.py:[0-9]*: ValueError: the reference returned an array of shape (30, 10) for dst, whose shape is (10, 30)' \
  's/return gkhost.Scaled.*/return value.T/'
# NaN is no variant's fault.
fault 'family softmax: verify: bad.py:[0-9]*: ValueError: the reference returned NaN for dst\[0, 2\] of inputs that are finite' \
  's/return gkhost.Scaled.*/value[0, 2] = np.nan; return value/'
fault 'bad.py:[0-9]*: ValueError: the reference returned 2 of 1 outputs' \
  's/return gkhost.Scaled.*/return value, value/'
fault "bad.py:[0-9]*: ValueError: src is of 'f33'; there is i8, " 's/input("src", s.dtype/input("src", "f33"/'
fault 'bad.py:[0-9]*: ValueError: it has no output; call setup.output' '/s.output/d'
# A variant could keep its answer.
none='bad.py:[0-9]*: ValueError: it has no input that changes between launches, so a variant'
fault "$none could keep its answer; call setup.input" '/s.input/d'
fault "$none" 's/s.input(/s.constant(/'
fault 'bad.py:[0-9]*: ValueError: the shape of dst is (0, 1); give 1 to 6 positive integers' \
  's/output("dst", s.dtype, .*/output("dst", s.dtype, (0, 1))/'
fault "bad.py:[0-9]*: ValueError: an array can't be named 'rows': p.rows is an option, another array" \
  's/output("dst"/output("rows"/'
fault "bad.py:[0-9]*: AttributeError: s has no attribute 'cells'; the options are rows, cols, dtype" \
  's/s.one_sign = s.cols/s.one_sign = s.cells/'
fault 'array src: it has over 2^59 elements' 's/(s.rows, s.cols)/(1 << 40, 1 << 40)/'

# A variant for a family that is not here, but nearly this one.
sed '/^def wrong/,$d; s/^@gkhost.variant("softmax/&x/' "$tmp/softmax.py" | sed '$d' >"$tmp/bad.py"
printf '[softmax]\n' >"$tmp/a.ini"
expect_status 2 gkhost -c "$tmp/a.ini" -p "$tmp/bad.py" -d cpu
expect_grep "no variant of family softmax is selected by \*; variant stable of plugin bad is for family 'softmaxx', which is not here: did you mean 'softmax'?"

# broken PATTERN EDIT: it is not even listed.
broken ()
{
  sed "$2" "$tmp/softmax.py" >"$tmp/bad.py"
  expect_status 2 gkhost list -p "$tmp/bad.py"
  expect_grep "^gkhost: $tmp/bad\\.py: bad\\.py:$1"
}
broken '5: family softmax has no reference; decorate a function with @softmax.reference' \
  's/^@softmax.reference//'
broken "5: ValueError: 'Soft' is no name of a family" 's/family("softmax"/family("Soft"/'
broken "5: TypeError: the option 'rows' is None; give a list of values .*, a size, or a float" \
  's/"rows": 10/"rows": None/'
broken "5: ValueError: the option 'factors' has the name of another attribute of the problem; rename it" \
  's/"rows": 10/"rows": 10, "factors": 2/'
printf '%s\n' '@gkhost.family("two", options={})' 'def two(s): pass' >>"$tmp/softmax.py"
broken '[0-9]*: a second family, two; write a script for each' ''

# Numbers of 8 bits, read by the definition of their types and by as_float.
cat >"$tmp/bytes.py" <<'END'
import gkhost
import numpy as np

@gkhost.family("bytes", options={"n": 999, "dtype": ["f8_e4m3", "f8_e5m2"]})
def family(s):
    "Wider numbers."
    s.input("src", s.dtype, s.n)
    s.output("dst", "f32", s.n)

@family.reference
def reference(p):
    return gkhost.as_float(p.src)

@gkhost.variant("bytes", dtypes=["f8_e4m3", "f8_e5m2"])
def decoded(p, stream):
    mantissa, bias = (3, 7) if p.dtype == "f8_e4m3" else (2, 15)
    x = np.asarray(p.src).astype("i4")
    exponent, rest = (x & 0x7F) >> mantissa, x & ((1 << mantissa) - 1)
    hidden = np.where(exponent > 0, 1 << mantissa, 0)
    np.asarray(p.dst)[:] = np.where(x < 128, 1.0, -1.0) * (hidden + rest) * (
        2.0 ** (np.maximum(exponent, 1) - bias - mantissa))
END
printf '[bytes]\ndtype = f8_e4m3, f8_e5m2\nmax_time = 10ms\naudit = no\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$tmp/bytes.py" -d cpu -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
