# SPDX-License-Identifier: BSD-3-Clause
"""A variant of @FAMILY@.

Its options are attributes of p:
@OPTIONS@
and so are its buffers, by their names, as arrays: numpy.asarray (p.NAME).
"""

import gkhost


@gkhost.variant("@FAMILY@", name="@NAME@")
def launch(p, stream):
    """Describe what it does in a line."""
    raise gkhost.Skip("it is a skeleton: compute the problem in launch")
