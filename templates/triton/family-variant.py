

try:
    import torch
    import triton
    import triton.language as tl
except ModuleNotFoundError as error:  # the script is listed without it
    MISSING = error.name
else:
    MISSING = None

    @triton.jit
    def scale(src, dst, n, by, BLOCK: tl.constexpr):
        """Multiplies BLOCK elements."""
        i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        tl.store(dst + i, by * tl.load(src + i, mask=i < n), mask=i < n)


# A variant: computes the problem once.
@gkhost.variant("@FAMILY@", name="naive", device="cuda")
def launch(p, stream):
    """Multiplies a part of the list in each program of Triton's."""
    src, dst = p.state
    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        scale[(triton.cdiv(p.n, 1024),)](src, dst, p.n, p.by, BLOCK=1024)


@launch.prepare
def prepare(p):
    """Makes tensors of the arrays, without a copy."""
    if MISSING:
        raise gkhost.Skip(f"needs {MISSING}: pip install {MISSING}")
    return torch.from_dlpack(p.src), torch.from_dlpack(p.dst)
