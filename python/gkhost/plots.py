# SPDX-License-Identifier: BSD-3-Clause
"""Plots of a figure against the size of a problem, a line a variant."""

from __future__ import annotations

from typing import (
    Any,
    Dict,
    Hashable,
    Iterable,
    List,
    NamedTuple,
    Optional,
    Tuple,
    Union,
)

from .optional import import_optional
from .record import Case, is_number
from .rounds import JoinedCase, join_rounds
from .runs import Run

_TITLES = {
    "time.median_s": "time (s)",
    "of_limit": "share of the limit",
    "rate.value": "rate",
    "work.bytes": "bytes that must move",
    "work.ops": "operations",
}

#: What tells two lines apart, besides the options of the problem.
_LINE = ("variant", "tuned", "device", "mode", "cpus", "side")

#: So many find room in a corner of the plot.
_FEW_LINES = 12
_STYLES = ("-", "--", ":", "-.")


class PlotError(ValueError):
    """Nothing can be plotted; the message has the reason."""


class Line(NamedTuple):
    """A line of a plot."""

    label: str
    points: List[Tuple[float, float]]


def lines(
    runs: Union[Run, Iterable[Union[Run, Case]]],
    *,
    y: str = "time.median_s",
    x: Optional[str] = None,
    family: Optional[str] = None,
    by: Iterable[str] = (),
) -> List[Line]:
    """The lines that plot() draws, without matplotlib."""
    cases = _cases(runs, family)
    if x is None:
        x = _size(cases)
    sized = []
    for one in cases:
        size, figure = one.case.at(x), _figure(one, y)
        if is_number(size) and is_number(figure):
            sized.append((one, float(size), float(figure)))
    if not sized:
        raise PlotError(f"no case has both {x} and {y}: name other fields")
    return _drawn(sized, x, by)


def plot(
    runs: Union[Run, Iterable[Union[Run, Case]]],
    *,
    y: str = "time.median_s",
    x: Optional[str] = None,
    family: Optional[str] = None,
    by: Iterable[str] = (),
    ax: Any = None,
) -> Any:
    """Draws a figure of cases against the size of their problem.

    runs: a run, several, or the cases of one that are to be drawn.  y: the field of
    the figure, such as ``time.median_s``, ``of_limit`` or ``rate.value``.  x: that of
    the size, such as ``params.n``; the work of the problem, in bytes or operations,
    by default.  family: needed if there are several.  by: further fields that
    make a line of their own each, such as ``params.pad``.  Problems of one size and
    several shapes share a line: give the cases of one shape, or ``by``.  Returns the
    axes of matplotlib, those given or new ones.
    """
    by = list(by)
    drawn = lines(runs, y=y, x=x, family=family, by=by)
    if x is None:
        x = _size(_cases(runs, family))
    if ax is None:
        pyplot = import_optional("matplotlib.pyplot", "gkhost.plot")
        ax = pyplot.subplots(figsize=(9, 6), constrained_layout=True)[1]
    for i, line in enumerate(drawn):
        ax.plot(
            *zip(*line.points),
            marker="o",
            markersize=3,
            # Colours come again after ten lines.
            linestyle=_STYLES[i // 10 % len(_STYLES)],
            label=line.label,
        )
    if all(size > 0 for line in drawn for size, _ in line.points):
        ax.set_xscale("log", base=2)
    if y != "of_limit":
        ax.set_yscale("log")
    else:
        ax.set_ylim(bottom=0)
    ax.set_xlabel(_TITLES.get(x, x))
    ax.set_ylabel(_title(runs, y))
    ax.grid(True, alpha=0.3)
    if len(drawn) > _FEW_LINES:
        ax.legend(fontsize="x-small", loc="center left", bbox_to_anchor=(1, 0.5))
    else:
        ax.legend(fontsize="small")
    return ax


def _title(runs: Any, y: str) -> str:
    title = _TITLES.get(y, y)
    if y == "rate.value":
        units = {str(c.case.at("rate.unit")) for c in _join_all(runs)} - {"None"}
        title += f" ({', '.join(sorted(units))})" if units else ""
    return title


def _join_all(runs: Any) -> List[JoinedCase]:
    if isinstance(runs, Run):
        return join_rounds(runs)
    things = runs if isinstance(runs, (list, tuple)) else list(runs)
    found = [one for run in things if isinstance(run, Run) for one in join_rounds(run)]
    return found + join_rounds(case for case in things if isinstance(case, Case))


def _cases(runs: Any, family: Optional[str]) -> List[JoinedCase]:
    cases = [one for one in _join_all(runs) if one.seconds is not None]
    families = list(dict.fromkeys(str(c.case.get("family")) for c in cases))
    if family is not None:
        cases = [c for c in cases if c.case.get("family") == family]
    elif len(families) > 1:
        raise PlotError(
            f"there are several families: give family = one of {', '.join(families)}"
        )
    if not cases:
        among = f" of {family}; there are {', '.join(families)}" if families else ""
        raise PlotError(f"there is no case with a time{among}")
    return cases


def _size(cases: Iterable[JoinedCase]) -> str:
    """Of what is bound by memory the bytes tell the size, of products both do."""
    ops = any(c.case.at("work.ops") for c in cases)
    return "work.ops" if ops else "work.bytes"


def _figure(one: JoinedCase, y: str) -> Any:
    """Of several rounds, what follows from their time."""
    if not one.is_joined or one.seconds is None:
        return one.case.at(y)
    if y == "time.median_s":
        return one.seconds
    if y in ("of_limit", "rate.value"):
        first, seconds = one.case.at(y), one.case.seconds
        return first * seconds / one.seconds if is_number(first) and seconds else None
    return one.case.at(y)


def _drawn(
    sized: List[Tuple[JoinedCase, float, float]], x: str, by: Iterable[str]
) -> List[Line]:
    fields = [_line_fields(one.case, by) for one, _, _ in sized]
    varies = _varying(fields)
    found: Dict[Tuple[Tuple[str, Hashable], ...], List[Tuple[float, float]]] = {}
    for row, (_, size, figure) in zip(fields, sized):
        key = tuple((name, row.get(name)) for name in varies)
        found.setdefault(key, []).append((size, figure))
    return [Line(_label(dict(key)), sorted(points)) for key, points in found.items()]


def _line_fields(case: Case, by: Iterable[str]) -> Dict[str, Hashable]:
    """What may tell its line from another: numbers of the problem are sizes."""
    fields: Dict[str, Hashable] = {}
    for name in _LINE:
        value = case.mode if name == "mode" else case.get(name)
        if isinstance(value, dict):
            fields.update({f"{name}.{k}": str(v) for k, v in value.items()})
        elif value is not None:
            fields[name] = str(value)
    for name, value in (case.get("params") or {}).items():
        if not is_number(value):
            fields["params." + name] = str(value)
    for name in by:
        fields[name] = str(case.at(name))
    return fields


def _varying(fields: List[Dict[str, Hashable]]) -> List[str]:
    """The fields that distinguish lines: none that follows from those
    before it, such as pages from the device."""
    names = ["variant"]
    for name in dict.fromkeys(name for row in fields for name in row):
        if _lines_by([*names, name], fields) > _lines_by(names, fields):
            names.append(name)
    return names


def _lines_by(names: List[str], fields: List[Dict[str, Hashable]]) -> int:
    return len({tuple(row.get(name) for name in names) for row in fields})


def _label(fields: Dict[str, Any]) -> str:
    parts = [str(fields.pop("variant", None))]
    for name, value in fields.items():
        if value is None:
            continue
        plain = name.startswith("mode.") or name in ("device", "side")
        parts.append(value if plain else f"{name.split('.')[-1]}={value}")
    return " ".join(parts)
