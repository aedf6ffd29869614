# SPDX-License-Identifier: BSD-3-Clause
"""Runs suites of gkhost; reads, compares and plots the records that it writes.

>>> import gkhost
>>> run = gkhost.read_run("run.jsonl")                      # doctest: +SKIP
>>> for case in run.cases:                                  # doctest: +SKIP
...     print(case["variant"], case.at("params.rows"), case.seconds)

It also has the decorators by which a script brings variants of kernels (script.py).
gkhost-records(5) explains the fields of records; they have the same names here,
such as ``time.median_s``.
"""

from typing import TYPE_CHECKING, Any

from .script import (
    Family,
    Scaled,
    Setup,
    Size,
    Skip,
    Variant,
    as_float,
    family,
    log,
    metric,
    variant,
)

if TYPE_CHECKING:
    from .comparison import (
        Change,
        Comparison,
        ComparisonError,
        compare,
        read_comparison,
    )
    from .frames import frame
    from .optional import MissingPackage
    from .pictures import (
        plot_comparison,
        plot_ladder,
        plot_roofline,
        plot_samples,
        plot_telemetry,
    )
    from .plots import PlotError, plot
    from .program import MissingProgram
    from .record import Case, Record, RecordError, RecordWarning, records
    from .running import RunError, run
    from .runs import Run, read, read_run

__version__ = "0.1.0"

__all__ = [
    "Case",
    "Change",
    "Comparison",
    "ComparisonError",
    "Family",
    "MissingPackage",
    "MissingProgram",
    "PlotError",
    "Record",
    "RecordError",
    "RecordWarning",
    "Run",
    "RunError",
    "Scaled",
    "Setup",
    "Size",
    "Skip",
    "Variant",
    "as_float",
    "compare",
    "family",
    "frame",
    "log",
    "metric",
    "plot",
    "plot_comparison",
    "plot_ladder",
    "plot_roofline",
    "plot_samples",
    "plot_telemetry",
    "read",
    "read_comparison",
    "read_run",
    "records",
    "run",
    "variant",
]

# What reads records is imported when it is first used: the workers that run scripts
# don't need it.
_READERS = ("record", "runs", "optional", "program", "comparison", "frames",
            "plots", "pictures", "running")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _READERS:
        return import_module(f".{name}", __name__)
    if name in __all__:
        for reader in _READERS:
            module = import_module(f".{reader}", __name__)
            if hasattr(module, name):
                globals()[name] = value = getattr(module, name)
                return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
