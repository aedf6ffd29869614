# SPDX-License-Identifier: BSD-3-Clause
"""A variant of copy, dst[i][j] = src[i][j], in PyTorch."""

import gkhost

try:
    import torch
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None


@gkhost.variant(
    "copy",
    name="@NAME@",
    device="cuda",
    dtypes=["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"],
)
def launch(p, stream):
    """Calls copy_ of torch."""
    src, dst = p.state
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        dst.copy_(src)


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return torch.from_dlpack(p.src), torch.from_dlpack(p.dst)
