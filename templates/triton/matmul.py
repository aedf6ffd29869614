# SPDX-License-Identifier: BSD-3-Clause
"""A variant of the products C = A * B, square and rectangular, of f32, in Triton."""

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
    def multiply_tile(
        a, b, c, m, n, k, a_row, a_col, b_row, b_col, c_row, c_col, TILE: tl.constexpr
    ):
        """Computes a square of TILE x TILE elements of C."""
        across = tl.cdiv(n, TILE)
        i = (tl.program_id(0) // across * TILE + tl.arange(0, TILE)).to(tl.int64)
        j = (tl.program_id(0) % across * TILE + tl.arange(0, TILE)).to(tl.int64)
        total = tl.zeros((TILE, TILE), dtype=tl.float32)
        for begin in range(0, k, TILE):
            at = begin + tl.arange(0, TILE).to(tl.int64)
            left = tl.load(
                a + i[:, None] * a_row + at[None, :] * a_col,
                mask=(i[:, None] < m) & (at[None, :] < k),
                other=0.0,
            )
            right = tl.load(
                b + at[:, None] * b_row + j[None, :] * b_col,
                mask=(at[:, None] < k) & (j[None, :] < n),
                other=0.0,
            )
            # By default the factors would be rounded to tf32.
            total = tl.dot(left, right, total, input_precision="ieee")
        inside = (i[:, None] < m) & (j[None, :] < n)
        tl.store(c + i[:, None] * c_row + j[None, :] * c_col, total, mask=inside)


# Both families have the same arrays.  Problems of other types are skipped.
@gkhost.variant("matmul-square", name="@NAME@", device="cuda", dtypes=["f32"])
@gkhost.variant("matmul-rect", name="@NAME@", device="cuda", dtypes=["f32"])
def launch(p, stream):
    """Multiplies tiles in each program of Triton's."""
    a, b, c = p.state
    (m, k), n, tile = a.shape, b.shape[1], 32
    grid = (triton.cdiv(m, tile) * triton.cdiv(n, tile),)
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        multiply_tile[grid](
            a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride(), TILE=tile
        )


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return [torch.from_dlpack(array) for array in (p.a, p.b, p.c)]
