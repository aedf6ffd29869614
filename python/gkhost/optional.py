# SPDX-License-Identifier: BSD-3-Clause
"""Imports packages that only a part of this package needs."""

from __future__ import annotations

import importlib
from typing import Any


class MissingPackage(ImportError):
    """A package that is not installed; the message says how to get it."""


def import_optional(module: str, by: str) -> Any:
    """Imports a module for the function ``by``, which can't do without it."""
    package = module.split(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # A package that is installed and lacks another has the better message.
        if error.name is None or error.name.split(".")[0] != package:
            raise
        raise MissingPackage(
            f"{by} needs {package}, which is not installed: pip install {package}",
            name=package,
        ) from None
