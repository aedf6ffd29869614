# SPDX-License-Identifier: BSD-3-Clause
"""``python -m gkhost``: for machines that have records and no gkhost."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from typing import Any, List, Optional

from . import __version__
from .frames import frame
from .optional import MissingPackage
from .plots import PlotError, plot
from .record import RecordError
from .runs import read

# As gkhost(1) has them.
_PASSED, _USAGE, _FAILED = 0, 2, 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m gkhost",
        description="Reads the records that gkhost wrote with -o.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument(
        "--strict", action="store_true", help="fail on a line that is no record"
    )
    commands = parser.add_subparsers(dest="command", required=True)

    one = commands.add_parser("frame", help="print all cases as CSV, a column a field")
    one.add_argument("records", nargs="+", help="files of records; - is standard input")
    one.add_argument("--joined", action="store_true", help="rounds in one row")
    one.set_defaults(do=_frame)

    one = commands.add_parser("plot", help="draw a figure against the size")
    one.add_argument("records", nargs="+", help="files of records; - is standard input")
    one.add_argument("-o", "--output", required=True, help="such as run.svg or run.png")
    one.add_argument("--y", default="time.median_s", help="such as of_limit")
    one.add_argument("--x", help="such as params.n; the work by default")
    one.add_argument("--family", help="needed if there are several")
    one.add_argument(
        "--by", action="append", default=[], help="a line a value of this field"
    )
    one.set_defaults(do=_plot)
    return parser


def _frame(options: argparse.Namespace) -> int:
    runs = read(*options.records, strict=options.strict)
    frame(runs, joined=options.joined).to_csv(sys.stdout, index=False)
    return _PASSED


def _plot(options: argparse.Namespace) -> int:
    runs = read(*options.records, strict=options.strict)
    axes = plot(runs, y=options.y, x=options.x, family=options.family, by=options.by)
    try:
        axes.figure.savefig(options.output)
    except (OSError, ValueError) as error:
        print(f"gkhost: {options.output} can't be written: {error}", file=sys.stderr)
        return _FAILED
    return _PASSED


def _warn(message: Any, *_: Any, **__: Any) -> None:
    print(f"gkhost: {message}", file=sys.stderr)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command line, and returns the exit status."""
    options = _parser().parse_args(arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        setattr(warnings, "showwarning", _warn)
        try:
            status: int = options.do(options)
            sys.stdout.flush()
            return status
        except (RecordError, PlotError, MissingPackage) as error:
            print(f"gkhost: {error}", file=sys.stderr)
            return _USAGE
        except BrokenPipeError:
            # Otherwise Python prints a further error when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return _FAILED


if __name__ == "__main__":
    sys.exit(main())
