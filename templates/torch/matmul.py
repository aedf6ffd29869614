# SPDX-License-Identifier: BSD-3-Clause
"""A variant of the products C = A * B, square and rectangular, of f32 and f64, in PyTorch."""

import gkhost

try:
    import torch
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None


# Both families have the same arrays.  Problems of other types are skipped.
@gkhost.variant("matmul-square", name="@NAME@", device="cuda", dtypes=["f32", "f64"])
@gkhost.variant("matmul-rect", name="@NAME@", device="cuda", dtypes=["f32", "f64"])
def launch(p, stream):
    """Calls matmul of torch."""
    a, b, c = p.state
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        torch.matmul(a, b, out=c)


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return [torch.from_dlpack(array) for array in (p.a, p.b, p.c)]
