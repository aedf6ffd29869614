# SPDX-License-Identifier: BSD-3-Clause
"""Computes what Model of problem.py does: replace forward by your own."""

from problem import Model


class ModelNew(Model):
    """Has the parameters of Model, by their names."""

    def forward(self, *inputs):
        """Returns the result in a new tensor."""
        return super().forward(*inputs)
