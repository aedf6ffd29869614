# SPDX-License-Identifier: BSD-3-Clause
"""Records as pandas frames, a row a case."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, Union

from .comparison import Comparison
from .optional import import_optional
from .record import Case
from .rounds import join_rounds
from .runs import Run

#: Many figures in a text each.
_PACKED = (
    "time.values",
    "telemetry.seen_at",
    "telemetry.seen_clock_sm",
    "telemetry.seen_power",
)

#: Of the run record, what tells the rows of several runs apart.
_OF_RUN = ("started", "gkhost", "host.name", "made.commit")


def rows(
    runs: Union[Run, Iterable[Run]], *, joined: bool = False, samples: bool = False
) -> Iterator[Dict[str, Any]]:
    """The rows of frame(), as objects, without pandas."""
    for number, run in enumerate([runs] if isinstance(runs, Run) else runs):
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


def frame(
    runs: Union[Run, Iterable[Run]], *, joined: bool = False, samples: bool = False
) -> Any:
    """A pandas frame of one run or more: a row a case record, and a column a
    field, by its name in gkhost-records(5): ``time.median_s`` or ``params.rows``.

    Columns that begin with ``run`` say which run it was.  joined: the rounds of a
    case in one row, without the cases that did not run.  samples: with all samples
    encoded as in the record (``time.values``), and the readings of the device
    (``telemetry.seen_at``).
    """
    pandas = import_optional("pandas", "gkhost.frame")
    return pandas.DataFrame(list(rows(runs, joined=joined, samples=samples)))


def changes_frame(comparison: Comparison) -> Any:
    """A pandas frame of a comparison, a row a change: the columns are the fields of
    the change record."""
    pandas = import_optional("pandas", "gkhost.changes_frame")
    return pandas.DataFrame([change.flat() for change in comparison])
