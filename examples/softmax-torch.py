# SPDX-License-Identifier: BSD-3-Clause
"""PyTorch's softmax and layernorm as a peer of the family softmax.

    gkhost -c softmax-h200.ini -s '*.variant=best, torch' -d cuda -p +softmax-torch.py

torch is taken from the environment of VIRTUAL_ENV.
"""

import gkhost

try:
    import torch
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None


@gkhost.variant("softmax", name="torch", device="cuda", peer=True)
def launch(p, stream):
    """Calls softmax or native_layer_norm of torch, which write to dst."""
    src, dst, mean, deviation = p.state
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        if p.op == "softmax":
            torch.softmax(src, 1, out=dst)
        else:
            norm = torch.ops.aten.native_layer_norm.out
            norm(src, [p.cols], None, None, 1e-5, out0=dst, out1=mean, out2=deviation)


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    src = torch.from_dlpack(p.src).view(p.rows, p.cols)
    dst = torch.from_dlpack(p.dst).view(p.rows, p.cols)
    mean = torch.empty((p.rows, 1), device=src.device)
    return src, dst, mean, torch.empty_like(mean)
