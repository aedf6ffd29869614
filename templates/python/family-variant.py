

# A variant: computes the problem once.
@gkhost.variant("@FAMILY@", name="cpu-naive")
def launch(p, stream):
    """Calls numpy's multiply."""
    np.multiply(np.asarray(p.src), np.int32(p.by), out=np.asarray(p.dst))
