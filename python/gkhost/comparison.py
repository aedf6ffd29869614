# SPDX-License-Identifier: BSD-3-Clause
"""Compares two runs with the program gkhost, and reads stored comparisons.

The program alone decides what is slower: gkhost(1), Comparing, has the rules.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any, List, Optional

from .record import Path, Record, RecordError, records
from .runs import Run


class ComparisonError(ValueError):
    """Two runs that gkhost does not compare; the message is that of the program."""


class MissingProgram(FileNotFoundError):
    """gkhost is not installed; the message says what to do."""


class Change(Record):
    """A case of one or both runs, and its verdict: a change record.

    It has the fields of the case, such as ``change["variant"]``, and those that
    gkhost-records(5) explains, such as ``change.at("old.median_s")``.
    """

    @property
    def verdict(self) -> str:
        """slower, faster, same, unsure, control, fixed, only old, only new, or how
        the case ended that does not pass."""
        return str(self["verdict"])

    @property
    def ratio(self) -> Optional[float]:
        """The new time over the old one, without the drift where it is known."""
        return self.get("ratio")

    @property
    def low(self) -> Optional[float]:
        """The lower end of the ratio's 95 % interval."""
        return self.get("low")

    @property
    def high(self) -> Optional[float]:
        """The upper end of the ratio's 95 % interval."""
        return self.get("high")

    @property
    def broken(self) -> bool:
        """Whether the case does not pass in the new run."""
        return self.verdict in (self.at("new.status"), "suspect")


@dataclass
class Comparison:
    """All cases of two runs, in the order of the old one, behind them those that
    the new one alone has."""

    #: The comparison record: the runs, the margin, the number of each verdict.
    head: Record
    changes: List[Change]

    @property
    def margin(self) -> float:
        """How much of a change is none, 0.01 for 1 %."""
        return float(self.head["margin"])

    def of(self, verdict: str) -> List[Change]:
        """The changes with a verdict, such as ``unsure``."""
        return [change for change in self.changes if change.verdict == verdict]

    @property
    def slower(self) -> List[Change]:
        return self.of("slower")

    @property
    def faster(self) -> List[Change]:
        return self.of("faster")

    @property
    def broken(self) -> List[Change]:
        """The changes whose case does not pass in the new run."""
        return [change for change in self.changes if change.broken]

    def __iter__(self) -> Any:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)


def read_comparison(path: Path) -> Comparison:
    """Reads what ``gkhost compare --format jsonl`` printed, on any machine."""
    head, *changes = list(records(path)) or [Record()]
    if head.type != "comparison":
        raise RecordError(
            os.fspath(path),
            head.line,
            "no comparison: name a file that gkhost compare --format jsonl printed",
        )
    return Comparison(head, [Change(x) for x in changes if x.type == "change"])


def compare(
    old: Run, new: Optional[Run] = None, *, margin: float = 0.01, across: bool = False
) -> Comparison:
    """Compares two runs, or the two builds of one run with ``--compare``, by
    ``gkhost compare``.

    The program is $GKHOST, else the gkhost on PATH, else the one that was built in
    the source tree of this package; without it, MissingProgram is raised.  What the
    program refuses, such as runs of different devices, is a ComparisonError;
    across=True is its ``--across``.
    """
    program = _find_program()
    with tempfile.TemporaryDirectory() as folder:
        files = (
            {"old.jsonl": old} if new is None else {"old.jsonl": old, "new.jsonl": new}
        )
        for name, run in files.items():
            _write_run(run, os.path.join(folder, name))
        arguments = [program, "compare", *files, "--format", "jsonl"]
        arguments += ["--margin", repr(margin), *(["--across"] if across else [])]
        printed = os.path.join(folder, "changes.jsonl")
        with open(printed, "wb") as file:
            done = subprocess.run(
                arguments, cwd=folder, stdout=file, stderr=subprocess.PIPE
            )
        # 1 is that of a comparison with slower or broken cases.
        if done.returncode not in (0, 1):
            raise ComparisonError(_message_of(done))
        comparison = read_comparison(printed)
    if new is not None:
        comparison.head["old"]["path"] = old.path
        comparison.head["new"]["path"] = new.path
    return comparison


def _find_program() -> str:
    named = os.environ.get("GKHOST")
    tree = pathlib.Path(__file__).resolve().parents[2]
    found = shutil.which(named or "gkhost")
    if found is None and not named:
        found = shutil.which(str(tree / "gkhost"))
    if found is None:
        raise MissingProgram(
            f"gkhost.compare needs the program {named or 'gkhost'}, which was not "
            f"found: install gkhost, or set GKHOST to its path; or run gkhost compare "
            f"--format jsonl where it is installed, and read its output here with "
            f"gkhost.read_comparison"
        )
    return os.path.abspath(found)


def _write_run(run: Run, path: str) -> None:
    ends = [] if run.end is None else [run.end]
    with open(path, "w", encoding="ascii") as file:
        for record in (run.head, *run.cases, *run.faults, *ends):
            file.write(json.dumps(record, separators=(",", ":")) + "\n")


def _message_of(done: "subprocess.CompletedProcess[bytes]") -> str:
    message = done.stderr.decode(errors="replace").strip()
    if message.startswith("gkhost: "):
        message = message[len("gkhost: ") :]
    return message or f"gkhost compare ended with status {done.returncode}"
