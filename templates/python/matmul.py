# SPDX-License-Identifier: BSD-3-Clause
"""A variant of the products C = A * B, square and rectangular, of f32 and f64."""

import gkhost
import numpy as np


# Both families have the same arrays.  Problems of other types are skipped.
@gkhost.variant("matmul-square", name="@NAME@", dtypes=["f32", "f64"])
@gkhost.variant("matmul-rect", name="@NAME@", dtypes=["f32", "f64"])
def launch(p, stream):
    """Calls numpy's matmul."""
    np.matmul(np.asarray(p.a), np.asarray(p.b), out=np.asarray(p.c))
