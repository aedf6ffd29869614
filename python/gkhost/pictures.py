# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of gkhost's page, to be changed or printed: the ladder
of a block, the samples of cases, the roofline of a device, and a comparison."""

from __future__ import annotations

from typing import Any, Iterable, List, NamedTuple, Optional

from .comparison import Change, Comparison
from .optional import import_optional
from .plots import PlotError, _figure, _join_all
from .record import Case, is_number
from .runs import Run


class Rung(NamedTuple):
    """A bar of a ladder: its rate, the interval of the rate, and the limit's rate."""

    label: str
    rate: float
    low: float
    high: float
    limit: Optional[float]
    peer: bool


class Point(NamedTuple):
    """A case of a roofline: operations a byte, and operations a second."""

    case: Case
    intensity: float
    rate: float
    unit: str


def _label(case: Case) -> str:
    tuned = case.get("tuned")
    pairs = tuned.items() if isinstance(tuned, dict) else ()
    return " ".join([str(case.get("variant")), *(f"{k}={v}" for k, v in pairs)])


def rungs(cases: Iterable[Case]) -> List[Rung]:
    """What plot_ladder() draws: those of the cases that have a time and a rate."""
    found = []
    for one in _join_all(list(cases)):
        case = one.case
        rate, limit = _figure(one, "rate.value"), _figure(one, "of_limit")
        if case.seconds_shown is None or not is_number(rate):
            continue
        # That of a round is not that of all of them.
        error = None if one.is_joined else case.at("time.error")
        off = 2 * error if is_number(error) else 0.0
        top = rate / limit if is_number(limit) and limit > 0 else None
        peer = case.get("peer") is True
        low, high = rate * max(1 - off, 0.0), rate * (1 + off)
        found.append(Rung(_label(case), rate, low, high, top, peer))
    if not found:
        raise PlotError("none of the cases has a rate")
    return found


def points(run: Run, device: str) -> List[Point]:
    """What plot_roofline() draws: the cases of a device that compute."""
    found = []
    for case in run.cases:
        own = case.at("variant_work.op_class") is not None
        work = "variant_work" if own else "work"
        ops, size = case.at(work + ".ops"), case.at("work.bytes")
        if case.get("device") != device or case.seconds is None:
            continue
        if is_number(ops) and ops > 0 and is_number(size) and size > 0:
            unit = str(case.at(work + ".op_class"))
            found.append(Point(case, ops / size, ops / case.seconds, unit))
    if not found:
        raise PlotError(f"no case on {device} computes and has a time")
    return found


def _axes(ax: Any, by: str, width: float, height: float) -> Any:
    if ax is not None:
        return ax
    pyplot = import_optional("matplotlib.pyplot", by)
    return pyplot.subplots(figsize=(width, height), constrained_layout=True)[1]


def plot_ladder(cases: Iterable[Case], *, ax: Any = None) -> Any:
    """Draws a bar a case in the order given, with its interval and its limit.

    cases: those of a block, such as ``[c for c in run.cases if c["job"] == "copy"]``.
    Returns the axes of matplotlib, those given or new ones.
    """
    cases = list(cases)
    drawn = rungs(cases)
    units = {str(c.at("rate.unit")) for c in cases} - {"None"}
    ax = _axes(ax, "gkhost.plot_ladder", 9, 1 + 0.35 * len(drawn))
    for i, rung in enumerate(drawn):
        ax.barh(
            i,
            rung.rate,
            xerr=[[rung.rate - rung.low], [rung.high - rung.rate]],
            color="none" if rung.peer else "C0",
            edgecolor="C1" if rung.peer else "C0",
        )
        if rung.limit is not None:
            ax.plot([rung.limit] * 2, [i - 0.5, i + 0.5], color="C3")
    ax.set_yticks(range(len(drawn)), [rung.label for rung in drawn])
    ax.invert_yaxis()
    ax.set_xlabel(f"rate ({', '.join(sorted(units))})")
    return ax


def plot_samples(cases: Iterable[Case], *, ax: Any = None) -> Any:
    """Draws the samples of cases in the order taken, over their median."""
    drawn = [c for c in cases if c.seconds_shown is not None and c.samples()]
    if not drawn:
        raise PlotError("none of the cases has samples")
    ax = _axes(ax, "gkhost.plot_samples", 9, 5)
    for case in drawn:
        seconds, median = case.samples(), case.seconds_shown
        assert median is not None
        shares = [second / median for second in seconds]
        ax.plot(shares, ".", markersize=4, label=_label(case))
    ax.set_xlabel("sample, in the order taken")
    ax.set_ylabel("time over the median")
    ax.legend(fontsize="small")
    return ax


_TELEMETRY = {"clock_sm": ("SM clock, GHz", 1e-9), "power": ("power, W", 1.0)}


def plot_telemetry(
    cases: Iterable[Case], what: str = "clock_sm", *, ax: Any = None
) -> Any:
    """Draws the clock or power of the device while samples were taken.

    what: ``"clock_sm"`` or ``"power"``.
    """
    title, unit = _TELEMETRY[what]
    drawn = [(case, case.telemetry(what)) for case in cases]
    if not any(readings for _, readings in drawn):
        raise PlotError(f"no case has readings of the {title.split(',')[0]}")
    ax = _axes(ax, "gkhost.plot_telemetry", 9, 3)
    for case, readings in drawn:
        if readings:
            by, figures = zip(*readings)
            ax.plot(by, [figure * unit for figure in figures], label=_label(case))
    ax.set_xlabel("samples that had been taken")
    ax.set_ylabel(title)
    ax.legend(fontsize="small")
    return ax


def plot_roofline(run: Run, device: str, *, ax: Any = None) -> Any:
    """Draws the cases of a device below the ceilings of its units, its memory and
    its last cache."""
    drawn = points(run, device)
    of = run.device(device)
    units = list(dict.fromkeys(point.unit for point in drawn))
    bandwidth = of.get("memory_bandwidth")
    cache = of.get("cache_bandwidth")
    ax = _axes(ax, "gkhost.plot_roofline", 9, 6)
    least = min(point.intensity for point in drawn) / 2
    most = max(point.intensity for point in drawn) * 2
    for i, unit in enumerate(units):
        own = [point for point in drawn if point.unit == unit]
        ax.plot(
            [point.intensity for point in own],
            [point.rate for point in own],
            "os^Dvp*X"[i % 8],
            label=unit,
        )
        top = of.get(unit)
        if is_number(top):
            ridge = top / bandwidth if is_number(bandwidth) else least
            ax.plot([ridge, max(most, ridge)], [top, top], color="C3")
            if is_number(bandwidth):
                low = min(least, ridge)
                ax.plot([low, ridge], [low * bandwidth, top], color="C3")
    if is_number(cache):
        # Up to the highest ceiling, as far as there is one.
        top = max([t for t in map(of.get, units) if is_number(t)], default=0)
        ends = [least, max(top / cache, least)]
        ax.plot(ends, [x * cache for x in ends], ":", color="C3", label="last cache")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("operations a byte")
    ax.set_ylabel("operations a second")
    ax.grid(True, alpha=0.3)
    ax.legend(fontsize="small")
    return ax


def _change_label(change: Change, changes: List[Change]) -> str:
    """The variant, and the tunables in which it differs from its other changes."""
    same = [c for c in changes if c.get("variant") == change.get("variant")]
    pairs = (change.get("tunables") or {}).items()
    differing = (
        f"{name}={value}"
        for name, value in pairs
        if any((c.get("tunables") or {}).get(name) != value for c in same)
    )
    return " ".join([str(change.get("variant")), *differing])


def plot_comparison(comparison: Comparison, *, ax: Any = None) -> Any:
    """Draws the ratios of a comparison with their intervals, and the margin."""
    drawn = [change for change in comparison.changes if change.ratio is not None]
    if not drawn:
        raise PlotError("no case has a ratio")
    ax = _axes(ax, "gkhost.plot_comparison", 9, 1 + 0.35 * len(drawn))
    ax.axvspan(1 - comparison.margin, 1 + comparison.margin, alpha=0.15)
    ax.axvline(1, color="black", linestyle="--", linewidth=1)
    for i, change in enumerate(drawn):
        ratio = change["ratio"]
        low = ratio if change.low is None else change.low
        high = ratio if change.high is None else change.high
        marker = {"slower": "s", "faster": "D"}.get(change.verdict, "o")
        ax.errorbar(ratio, i, xerr=[[ratio - low], [high - ratio]], fmt=marker)
    names = [f"{_change_label(c, drawn)}: {c.verdict}" for c in drawn]
    ax.set_yticks(range(len(drawn)), names)
    ax.invert_yaxis()
    ax.set_xlabel("new/old: to the right is slower")
    return ax
