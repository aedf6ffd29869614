

try:
    import torch
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None


# A variant: computes the problem once.
@gkhost.variant("@FAMILY@", name="naive", device="cuda")
def launch(p, stream):
    """Calls mul of torch."""
    src, dst = p.state
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        torch.mul(src, p.by, out=dst)


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return torch.from_dlpack(p.src), torch.from_dlpack(p.dst)
