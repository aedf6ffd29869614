# SPDX-License-Identifier: BSD-3-Clause
"""The family @FAMILY@, a problem of KernelBench, with its Model as a variant."""

import os

from gkhost import kernelbench

HERE = os.path.dirname(os.path.abspath(__file__))
# With cpu=True, here and in @NAME@.py, there are variants for the CPU, too.
kernelbench.add_problem("@FAMILY@", os.path.join(HERE, "problem.py"), cpu=False)
