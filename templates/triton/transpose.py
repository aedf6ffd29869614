# SPDX-License-Identifier: BSD-3-Clause
"""A variant of transpose, dst[j][i] = src[i][j], in Triton."""

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
    def transpose_tile(src, dst, rows, cols, src_pitch, dst_pitch, TILE: tl.constexpr):
        """Transposes a square of TILE x TILE elements."""
        across = tl.cdiv(cols, TILE)
        i = (tl.program_id(0) // across * TILE + tl.arange(0, TILE)).to(tl.int64)
        j = (tl.program_id(0) % across * TILE + tl.arange(0, TILE)).to(tl.int64)
        inside = (i[:, None] < rows) & (j[None, :] < cols)
        tile = tl.load(src + i[:, None] * src_pitch + j[None, :], mask=inside)
        below = (j[:, None] < cols) & (i[None, :] < rows)
        tl.store(dst + j[:, None] * dst_pitch + i[None, :], tl.trans(tile), mask=below)


@gkhost.variant(
    "transpose",
    name="@NAME@",
    device="cuda",
    dtypes=["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"],
    tunables={"tile": [32, 64]},
)
def launch(p, stream):
    """Transposes a tile in each program of Triton's."""
    src, dst = p.state
    grid = (triton.cdiv(p.rows, p.tile) * triton.cdiv(p.cols, p.tile),)
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        transpose_tile[grid](
            src, dst, p.rows, p.cols, src.stride(0), dst.stride(0), TILE=p.tile
        )


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return torch.from_dlpack(p.src), torch.from_dlpack(p.dst)
