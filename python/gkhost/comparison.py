# SPDX-License-Identifier: BSD-3-Clause
"""Compares two runs with the program gkhost, and reads stored comparisons.

The program alone decides what is slower: gkhost(1), Comparing, has the rules.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
import tempfile
import zlib
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional

from .optional import import_optional
from .program import find_program, message_of
from .record import GZIP, Path, Record, RecordError, is_number, records, unpack
from .runs import Run, read_run


class ComparisonError(ValueError):
    """Two runs that gkhost does not compare; the message is that of the program."""


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

    def frame(self) -> Any:
        """A pandas frame, a row a change: the columns are the fields of the record."""
        pandas = import_optional("pandas", "gkhost.Comparison.frame")
        return pandas.DataFrame([change.flat() for change in self])

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        names = ("case", "old", "new", "ratio", "95 % interval", "verdict")
        lines = [_html_row("th", names), *(_html_row("td", _cells(c)) for c in self)]
        return "<table>\n" + "\n".join(lines) + "\n</table>"

    def __iter__(self) -> Any:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)


def _html_row(cell: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{cell}>{html.escape(t)}</{cell}>" for t in texts) + "</tr>"


def _figure(value: Any, unit: str = "") -> str:
    return f"{value:.4g}{unit}" if is_number(value) else ""


def _cells(change: Change) -> List[str]:
    keys = {**change.get("params", {}), **change.get("tuned", {})}
    problem = " ".join(f"{name}={value}" for name, value in keys.items())
    interval = "to".join(f" {_figure(end)} " for end in (change.low, change.high))
    return [
        f"{change.get('job', '')}/{change.get('variant', '')} {problem}".strip(),
        _figure(change.at("old.median_s"), " s"),
        _figure(change.at("new.median_s"), " s"),
        _figure(change.ratio),
        interval.strip() if is_number(change.low) else "",
        change.verdict,
    ]


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
    program = find_program(
        "gkhost.compare",
        "; or run gkhost compare --format jsonl where it is installed, and read its output "
        "here with gkhost.read_comparison",
    )
    runs = {"old": old} if new is None else {"old": old, "new": new}
    with tempfile.TemporaryDirectory() as folder:
        files = [_find_file(run, os.path.join(folder, name)) for name, run in runs.items()]
        arguments = [program, "compare", *files, "--format", "jsonl"]
        arguments += ["--margin", repr(margin), *(["--across"] if across else [])]
        printed = os.path.join(folder, "changes.jsonl")
        with open(printed, "wb") as file:
            done = subprocess.run(arguments, stdout=file, stderr=subprocess.PIPE)
        # 1 is that of a comparison with slower or broken cases.
        if done.returncode not in (0, 1):
            message = message_of(done.stderr)
            for (name, run), path in zip(runs.items(), files):
                message = message.replace(path, run.path or f"the {name} run")
            raise ComparisonError(
                message or f"gkhost compare ended with status {done.returncode}"
            )
        comparison = read_comparison(printed)
    if new is not None:
        comparison.head["old"]["path"] = old.path
        comparison.head["new"]["path"] = new.path
    return comparison


# ---- Files of runs ----


def _find_file(run: Run, path: str) -> str:
    """The file that the run was read from, where it has that run alone as it is now; else
    the path, to which it is written.

    gkhost reports records that differ from what it wrote, if only in the digits of a
    number: lines are copied as they are.
    """
    if _holds(run.path, run) and not _is_packed(run.path):
        return run.path
    lines = run.written or _read_lines(run)
    with open(path, "wb") as file:
        file.write(lines)
    if not _holds(path, run):
        _write_run(run, path)
    return path


def _holds(path: str, run: Run) -> bool:
    try:
        return os.path.isfile(path) and read_run(path) == run
    except RecordError:
        return False


def _read_lines(run: Run) -> bytes:
    """The lines of its file in which the run stands; nothing where it was not read from a
    file, or that is gone."""
    numbers = [record.line or 0 for record in (*_records_of(run), *run.others)]
    try:
        with open(run.path, "rb") as file:
            lines = unpack(file).readlines()
    except (OSError, EOFError, zlib.error):
        return b""
    return b"".join(lines[max(numbers[0] - 1, 0) : max(numbers)])


def _is_packed(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == GZIP


def _records_of(run: Run) -> List[Record]:
    ends = [] if run.end is None else [run.end]
    return [run.head, *run.cases, *run.faults, *ends]


def _write_run(run: Run, path: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        for record in _records_of(run):
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
