# SPDX-License-Identifier: BSD-3-Clause
"""The family @FAMILY@: the computation, its inputs, and the check of results.

As a beginning it multiplies a list by a number: replace that by your own.
"""

import gkhost
import numpy as np


# The keys that a job may set, with their defaults.
@gkhost.family("@FAMILY@", options={"n": 1000000, "by": range(3, 1001)})
def @IDENT@(s):
    """Dst = by * src, modulo 2^32."""
    s.input("src", "i32", s.n)
    s.output("dst", "i32", s.n)
    s.work(s.n)


@@IDENT@.reference
def reference(p):
    """Computes the outputs, in double or in integers of 64 bits."""
    return np.asarray(p.src).astype("i8") * p.by
