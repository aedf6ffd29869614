# SPDX-License-Identifier: BSD-3-Clause
"""Records as pandas frames, a row a case."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Iterator, List, Union

from .optional import import_optional
from .record import Case, Path, Record
from .rounds import join_rounds
from .runs import Run, read

#: Many figures in a text each.
_PACKED = (
    "time.values",
    "telemetry.seen_at",
    "telemetry.seen_clock_sm",
    "telemetry.seen_power",
)

#: Of the run record, what tells the rows of several runs apart.
_OF_RUN = ("started", "gkhost", "host.name", "made.commit")


Runs = Union[Run, Path, Iterable[Union[Run, Path, Case]]]


def _runs_of(runs: Runs) -> Iterator[Run]:
    """Runs and those of files, and at the end one of the cases that stand alone."""
    alone: List[Case] = []
    for one in [runs] if isinstance(runs, (Run, str, os.PathLike)) else runs:
        if isinstance(one, Run):
            yield one
        elif isinstance(one, Case):
            alone.append(one)
        else:
            yield from read(one)
    if alone:
        yield Run(Record(), alone)


def rows(
    runs: Runs, *, joined: bool = False, samples: bool = False
) -> Iterator[Dict[str, Any]]:
    """The rows of frame(), as objects, without pandas."""
    for number, run in enumerate(_runs_of(runs)):
        of_run = {"run": number, "run.path": run.path}
        for name in _OF_RUN:
            of_run["run." + name] = run.head.at(name)
        for row in _joined_rows(run) if joined else map(Case.flat, run):
            if not samples:
                for name in _PACKED:
                    row.pop(name, None)
            yield {**of_run, **row}


def _joined_rows(run: Run) -> Iterator[Dict[str, Any]]:
    for one in join_rounds(run):
        row = one.case.flat()
        if one.is_joined:
            # What is of a single round says nothing of all of them.
            for name in [n for n in row if n.split(".")[0] in _OF_ROUND]:
                del row[name]
            row["time.median_s"] = one.seconds_shown
            row["time.error"] = one.error
            limit = one.case.at("limit.seconds")
            if limit and one.seconds_shown:
                row["of_limit"] = limit / one.seconds_shown
            row["verdicts"] = one.verdicts
        row["rounds"] = len(one.rounds)
        yield row


_OF_ROUND = (
    "case",
    "round",
    "process",
    "time",
    "rate",
    "of_limit",
    "spent",
    "telemetry",
    "seeds",
    "audit",
    "verify",
    "metrics",
    "metric_units",
    "log",
    "output",
)


def frame(runs: Runs, *, joined: bool = False, samples: bool = False) -> Any:
    """A pandas frame of runs, files of records or cases, one or more: a row a case record, and a column a
    field, by its name in gkhost-records(5): ``time.median_s`` or ``params.rows``.

    Columns that begin with ``run`` say which run it was.  joined: the rounds of a
    case in one row, without the cases that did not run.  samples: with all samples
    encoded as in the record (``time.values``), and the readings of the device
    (``telemetry.seen_at``).
    """
    pandas = import_optional("pandas", "gkhost.frame")
    return pandas.DataFrame(list(rows(runs, joined=joined, samples=samples)))
