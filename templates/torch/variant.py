# SPDX-License-Identifier: BSD-3-Clause
"""A variant of @FAMILY@, in PyTorch.

Its options are attributes of p:
@OPTIONS@
and so are its buffers, by their names, as arrays: torch.from_dlpack (p.NAME).
"""

import gkhost

try:
    import torch
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None


@gkhost.variant("@FAMILY@", name="@NAME@", device="cuda")
def launch(p, stream):
    """Describe what it does in a line."""
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        pass


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    raise gkhost.Skip("it is a skeleton: compute the problem in launch")
