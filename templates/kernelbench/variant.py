# SPDX-License-Identifier: BSD-3-Clause
"""The variant new of @FAMILY@: ModelNew of solution.py."""

import os

from gkhost import kernelbench

HERE = os.path.dirname(os.path.abspath(__file__))
kernelbench.add_solution(
    "@FAMILY@",
    os.path.join(HERE, "problem.py"),
    os.path.join(HERE, "solution.py"),
    cpu=False,
)
