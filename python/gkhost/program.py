# SPDX-License-Identifier: BSD-3-Clause
"""Finds the program gkhost, which runs suites and compares runs."""

from __future__ import annotations

import os
import pathlib
import shutil


class MissingProgram(FileNotFoundError):
    """gkhost is not installed; the message says what to do."""


def find_program(by: str, instead: str = "") -> str:
    """The program that $GKHOST names, else the gkhost on PATH, else that of the source
    tree of this package; for the function ``by``, whose user may do something instead."""
    named = os.environ.get("GKHOST")
    tree = pathlib.Path(__file__).resolve().parents[2]
    found = shutil.which(named or "gkhost")
    if found is None and not named:
        found = shutil.which(str(tree / "gkhost"))
    if found is None:
        raise MissingProgram(
            f"{by} needs the program {named or 'gkhost'}, which was not found: install "
            f"gkhost, or set GKHOST to its path{instead}"
        )
    return os.path.abspath(found)


def message_of(printed: bytes) -> str:
    """What the program printed to standard error, without its name in front."""
    message = printed.decode(errors="replace").strip()
    if message.startswith("gkhost: "):
        message = message[len("gkhost: ") :]
    return message
