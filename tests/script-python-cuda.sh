#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# On a GPU, for which a stand-in of the driver will do, a script gets arrays with CUDA's
# array interface, and the number of the stream; it is listed without one.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
driver_stand_in
cat >"$tmp/gpu.py" <<'END'
import gkhost

@gkhost.variant("copy", device="cuda")
def gpu(p, stream):
    """On a GPU."""
    raise gkhost.Skip(f"a stream: {isinstance(stream, int) and stream > 0}")

@gpu.prepare
def prepare(p):
    known = p.src.__cuda_array_interface__
    assert p.device == "cuda:0" and p.src.__dlpack_device__() == (2, 0)
    assert known["shape"] == (p.rows, p.cols) and known["typestr"] == "<f4"
    assert known["strides"] == (4 * (p.cols + p.pad), 4) and known["version"] == 3
    assert known["data"][0] % 256 == 0 and known["data"][1] and known["stream"] is None
    assert not p.dst.__cuda_array_interface__["data"][1]
    assert not hasattr(p.src, "__array_interface__")
    try:
        memoryview(p.src)
    except BufferError:
        return
    raise AssertionError("a view of a device's memory")
END
expect_status 0 gkhost list copy -p "+$tmp/gpu.py"
expect_grep 'gpu .*(cuda.*) On a GPU' "$tmp/out"
printf '[copy]\nvariant = gpu\nrows = 8\ncols = 6\npad = 2\ndevice = cuda:0\n' >"$tmp/a.ini"
LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/gpu.py" \
  -o "$tmp/run.jsonl"
expect_grep '"reason":"a stream: True"' "$tmp/run.jsonl"
