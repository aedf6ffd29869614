# SPDX-License-Identifier: BSD-3-Clause
"""A variant of copy, dst[i][j] = src[i][j], in Triton."""

import gkhost

try:
    import torch
    import triton
    import triton.language as tl
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None

    @triton.jit
    def copy_rows(src, dst, cols, src_pitch, dst_pitch, BLOCK: tl.constexpr):
        """Copies BLOCK elements of a row."""
        parts = tl.cdiv(cols, BLOCK)
        row = (tl.program_id(0) // parts).to(tl.int64)
        col = tl.program_id(0) % parts * BLOCK + tl.arange(0, BLOCK)
        value = tl.load(src + row * src_pitch + col, mask=col < cols)
        tl.store(dst + row * dst_pitch + col, value, mask=col < cols)


@gkhost.variant(
    "copy",
    name="@NAME@",
    device="cuda",
    dtypes=["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"],
    tunables={"block": [1024, 256, 4096]},
)
def launch(p, stream):
    """Copies a part of a row in each program of Triton's."""
    src, dst = p.state
    grid = (p.rows * triton.cdiv(p.cols, p.block),)
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        copy_rows[grid](src, dst, p.cols, src.stride(0), dst.stride(0), BLOCK=p.block)


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return torch.from_dlpack(p.src), torch.from_dlpack(p.dst)
