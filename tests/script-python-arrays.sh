#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Scripts get the buffers of any family as arrays with the shape that the family
# describes, and as bytes where it describes none; numpy reads them, by the buffer
# protocol, the array interface and DLPack, without a copy.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
cat >"$tmp/probe.py" <<'END'
import gkhost
try:
    import numpy as np
except ImportError:
    np = None

@gkhost.variant("copy")
def probe(p, stream):
    if np is None:
        raise gkhost.Skip("needs numpy")
    src, dst = np.asarray(p.src), np.asarray(p.dst)
    assert src.dtype.itemsize * p.cols * p.rows == src.nbytes
    assert src.__array_interface__["data"][1] and not src.flags.writeable
    assert not hasattr(p.src, "__cuda_array_interface__")
    assert p.src.__dlpack_device__() == (1, 0)
    if p.dtype in ("f32", "i64", "c64", "u8", "f16"):
        same = np.from_dlpack(p.src)
        assert same.ctypes.data == src.ctypes.data == p.src.__array_interface__["data"][0]
        assert same.strides == src.strides and same.dtype == src.dtype
        del same
    else:
        assert src.dtype.itemsize == p.dst.__array_interface__["strides"][1]
    try:
        memoryview(p.dst).release()
        import _gkhost
        _gkhost.Array()
        raise AssertionError("an array of no memory")
    except (TypeError, BufferError):
        pass
    dst[...] = src

@gkhost.variant("matmul-square", dtypes=["f64", "i8"])
def product(p, stream):
    if np is None:
        raise gkhost.Skip("needs numpy")
    a, b, c = np.asarray(p.a), np.asarray(p.b), np.asarray(p.c)
    assert a.shape == b.shape == c.shape == (p.n, p.n)
    np.matmul(a.astype(c.dtype), b.astype(c.dtype), out=c)

@gkhost.variant("flat")
def raw(p, stream):
    assert p.out.shape == (4096,) and p.out.dtype == "u8"
    memoryview(p.out)[:] = b"\1" * 4096
END
cat >"$tmp/flat.c" <<'END'
#include <string.h>

#include "one-output.h"

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static struct problem problem;

  (void)host, (void)values;
  setup->work.bytes_written = 4096;
  return set_up_output (setup, &problem, sizeof problem, 4096);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const char *out = check->buffers[0];

  (void)host, (void)state;
  return out[0] == 1 && memcmp (out, out + 1, 4095) == 0 ? GK_OK : GK_WRONG;
}

static const gk_family family = { .name = "flat", .summary = "describes nothing",
  .setup = setup, .fill = fill_nothing, .verify = verify,
  .teardown = keep_all };

GK_FAMILY_PLUGIN ("flat", "1", "a family", &family)
END
build_plugin flat
cat >"$tmp/a.ini" <<'END'
[suite]
max_time = 10ms
[copy]
variant = probe
rows = 3
cols = 5
pad = 0, 2
dtype = f32, i64, c64, u8, f16, bf16, c128, i8, i16
[matmul-square]
variant = product
n = 9
pad = 1
dtype = f64, i8
layout = row, col
[flat]
variant = raw
END
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/probe.py" -p "$tmp/flat.so" -d cpu \
  -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=raw status=ok)" 1
if grep -q 'needs numpy' "$tmp/run.jsonl"; then
  skip "needs numpy"
fi
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 23

# A buffer has no elements itself.
cat >"$tmp/index.py" <<'END'
import gkhost

@gkhost.variant("copy")
def reads(p, stream):
    p.dst[0] = p.src[0, 1]

@gkhost.variant("copy")
def writes(p, stream):
    p.dst[0, 1] = 2
END
printf '[copy]\nvariant = reads, writes\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/index.py" -d cpu -o "$tmp/run.jsonl"
for line in 5 9; do
  expect_grep "index.py:$line: TypeError: a buffer of p can't be indexed: make an array of it by numpy, as in numpy.asarray(p.src)" \
    "$tmp/run.jsonl"
done

# What is easily mistaken is an error at its line.
cat >"$tmp/mistakes.py" <<'END'
import gkhost
import numpy as np

@gkhost.variant("copy")
def assigns(p, stream):
    p.dst = np.asarray(p.src)

@gkhost.variant("copy")
def misspelt(p, stream):
    np.asarray(p.dts)[:] = p.src

@gkhost.variant("copy")
def returned(p, stream):
    np.negative(p.src, out=p.dst)

@gkhost.variant("copy")
def keeps(p, stream):
    p.extra = p.state = 1
    assert p.extra == p.state and not hasattr(p, "other")
    np.asarray(p.dst)[:] = p.src
END
printf '[copy]\nvariant = assigns, misspelt, returned, keeps\ndtype = f32\n' >"$tmp/a.ini"
printf 'rows = 4\ncols = 4\nmax_time = 5ms\n' >>"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -p "+$tmp/mistakes.py" -d cpu -o "$tmp/run.jsonl"
# shown REASON: the reason of a row.
shown ()
{
  expect_grep "\"reason\":\"mistakes.py:$1" "$tmp/run.jsonl"
}
shown "6: AttributeError: p.dst can't be assigned to, .* write into numpy.asarray(p.dst)"
shown "10: AttributeError: p has no attribute 'dts'; it has rows, cols, dtype, .*src, dst, "
shown '14: TypeError: return arrays must be of ArrayType; .* out=numpy.asarray(p.dst)'
expect_equal "$(count_records "$tmp/run.jsonl" type=case variant=keeps status=ok)" 1
expect_no_grep 'bridge\.py' "$tmp/out"

# The default type of a problem is not the variant's.
sed 's/("copy")/("copy", dtypes=["f32", "f64"])/' "$tmp/mistakes.py" >"$tmp/floats.py"
printf '[copy]\nvariant = keeps\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/floats.py" -d cpu -s copy.dtype=i32
expect_grep '(keeps): takes f32, f64; the problem is i32$' "$tmp/out"
sed -i 's/"f32", "f64"/"i32"/' "$tmp/floats.py"
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/floats.py" -d cpu
expect_grep '(keeps): takes i32; the problem is f32: set dtype = i32$' "$tmp/out"

# The example at the top of script.py is right.
sed -n 's/^\(>>>\|[.]\{3\}\) //p' "$top_srcdir/python/gkhost/script.py" >"$tmp/top.py"
expect_status 0 gkhost check "$tmp/top.py"
expect_grep 'sound: ' "$tmp/out"

# The script in python/README.md is right.
# shellcheck disable=SC2016 # backquotes are the page's
sed -n '/^```py$/,/^```$/{/^```/d;p;}' "$top_srcdir/python/README.md" >"$tmp/mine.py"
# One of the types, and all sizes but the two largest, will do, but in .ci/nightly.
few=()
all_trials || few=(-s '*.dtype=f32' --only '*-[!67]*/*')
expect_status 0 gkhost check "$tmp/mine.py" "${few[@]}" -o "$tmp/check.jsonl"
expect_grep '"variant/blocks":' "$tmp/check.jsonl"
