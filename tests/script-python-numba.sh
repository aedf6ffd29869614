#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A function that numba compiles is a variant, on one core and on several, and its record
# has numba's version.  Numba is that of the virtual environment that NUMBA_ENV names.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
requires_unsanitized
python=$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")
if [ -n "${NUMBA_ENV-}" ]; then
  export VIRTUAL_ENV=$NUMBA_ENV
  python=$NUMBA_ENV/bin/python
fi
"$python" -c 'import numba' 2>/dev/null ||
  skip "needs numba: set NUMBA_ENV to an environment that has it"

cat >"$tmp/jit.py" <<'END'
import gkhost
import numba
import numpy as np

@numba.njit
def transpose(src, dst):
    for i in range(src.shape[0]):
        for j in range(src.shape[1]):
            dst[j, i] = src[i, j]

@numba.njit(parallel=True)
def transpose_rows(src, dst):
    for i in numba.prange(src.shape[0]):
        for j in range(src.shape[1]):
            dst[j, i] = src[i, j]

def add(function):
    @gkhost.variant("transpose", name=function.__name__, dtypes=["f32"])
    def launch(p, stream):
        function(*p.state)

    @launch.prepare
    def prepare(p):
        state = np.asarray(p.src), np.asarray(p.dst)
        if not p.cache:
            function.compile(tuple(map(numba.typeof, state)))
            p.cache["compiled"] = len(function.signatures)
        return state

for function in transpose, transpose_rows:
    add(function)
END
cat >"$tmp/a.ini" <<'END'
[transpose]
variant = transpose, transpose_rows
rows = 64
cols = 33
pad = 3
dtype = f32
max_time = 10ms
END
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/jit.py" -d cpu -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
expect_equal "$(records "$tmp/run.jsonl" type=case |
  grep -c '"library":"Python 3[^"]*, numpy [0-9][^"]*, numba [0-9]')" 2
