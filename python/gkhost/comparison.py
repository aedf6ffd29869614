# SPDX-License-Identifier: BSD-3-Clause
"""Whether cases of one run are slower than those of another.

The rules are those of gkhost(1), Comparing: the unit is the round, the drift of the
peers is subtracted, and the rate of false alarms does not grow with the number of
cases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple

from . import estimates
from .estimates import Estimate
from .record import Case
from .rounds import Key, Measured, measured, text_of
from .runs import Run

#: How far one session may be from another, where no peer of both tells.
_SESSION = 0.05
#: How probable a false alarm may be, to each side, in all cases together.
_ALARM = 0.025
#: As if there were so many cases at least.
_FEWEST_CASES = 10

#: Settings on which no time depends.
_NO_MATTER = ("rounds", "seed", "verify", "audit", "timeout", "slow_margin")
#: What the others are in a record older than the key.
_DEFAULTS: Dict[str, Any] = {
    "warmup": 1,
    "min_samples": 10,
    "max_samples": 1000,
    "min_time": 0.004,
    "max_time": 0.5,
    "batch_time": 0.0001,
    "noise": 0.005,
    "data": "random",
}

#: Fields of the case that a change record has, too.
_OF_CASE = (
    "job",
    "family",
    "variant",
    "tunables",
    "device",
    "cpus",
    "mode",
    "params",
)

_ACROSS = "measure both alike, or compare them nevertheless with across=True"


class ComparisonError(ValueError):
    """Two runs that can't be compared; the message says why."""


@dataclass
class Change:
    """A case of one or both runs, and its verdict."""

    #: None where the run does not have it.
    old: Optional[Measured]
    new: Optional[Measured]
    #: slower, faster, same, unsure, control, fixed, only old, only new, or how the
    #: case ended that does not pass.
    verdict: str = "unsure"
    #: Why it does not pass, or is unsure.
    reason: Optional[str] = None
    #: The new time over the old one, without the drift where it is known.
    ratio: Optional[float] = None
    #: Between which the ratio lies with 95 %.
    low: Optional[float] = None
    high: Optional[float] = None
    #: Whether the drift between the sessions is known, and taken out.
    controlled: Optional[bool] = None
    #: Whether the case does not pass.
    broken: bool = False

    @property
    def case(self) -> Case:
        """What was measured, as the older of both has it."""
        either = self.old if self.old is not None else self.new
        assert either is not None
        return either.case

    def record(self) -> Dict[str, Any]:
        """The change record of ``gkhost compare --format jsonl``."""
        case = self.case
        record: Dict[str, Any] = {"type": "change"}
        for name in _OF_CASE:
            if name in case:
                record[name] = case[name]
        for name, side in (("old", self.old), ("new", self.new)):
            if side is not None:
                record[name] = _side_record(side)
        figures = {
            "ratio": self.ratio,
            "low": self.low,
            "high": self.high,
            "controlled": self.controlled,
            "verdict": self.verdict,
            "reason": self.reason,
        }
        record.update({k: v for k, v in figures.items() if v is not None})
        return record

    def __str__(self) -> str:
        case = self.case
        text = f"{case.get('job')}/{case.get('variant')}: {self.verdict}"
        if self.ratio is not None:
            text += f", {self.ratio:.4g} times as long"
            if self.low is not None and self.high is not None:
                text += f" ({self.low:.4g} to {self.high:.4g})"
        return f"{text}: {self.reason}" if self.reason else text


def _side_record(side: Measured) -> Dict[str, Any]:
    record: Dict[str, Any] = {"status": side.case.status}
    if side.seconds_shown is not None:
        record["median_s"] = side.seconds_shown
    record["rounds"] = len(side.times())
    if side.verdicts:
        record["verdicts"] = side.verdicts
    return record


@dataclass
class Comparison:
    """All cases of two runs, in the order of the old one, behind them those that
    the new one alone has."""

    #: The files, or the names of two builds.
    old: str
    new: str
    #: How much of a change is none, 0.01 for 1 %.
    margin: float
    changes: List[Change] = field(default_factory=list)

    def of(self, verdict: str) -> List[Change]:
        """The changes with a verdict, such as ``slower``."""
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

    @property
    def is_bad(self) -> bool:
        """Whether a pipeline should fail: a case is slower or broken."""
        return bool(self.slower or self.broken)

    def counts(self) -> Dict[str, int]:
        """How many there are of each verdict that is told in sums."""
        counts = {v: len(self.of(v)) for v in ("slower", "faster", "same", "unsure")}
        return {**counts, "broken": len(self.broken)}

    def __iter__(self) -> Any:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    def __str__(self) -> str:
        lines = [str(change) for change in self.changes]
        counts = ", ".join(f"{n} {word}" for word, n in self.counts().items() if n)
        return "\n".join(
            [*lines, f"{len(self.changes)} cases: {counts or 'no change'}"]
        )


def compare(
    old: Run, new: Optional[Run] = None, *, margin: float = 0.01, across: bool = False
) -> Comparison:
    """Compares two runs, or the two builds of one run with ``--compare``.

    A difference, such as in a device, a driver, a setting that times depend on
    or a peer's library, is a ComparisonError, unless across is true.
    """
    if not 0 <= margin < 1:
        raise ValueError(f"margin = {margin}: give a number from 0 to 1, 0.01 for 1 %")
    if new is None:
        return _compare_sides(old, margin)
    comparing = _Comparing(old, new, _matched(measured(old), measured(new)))
    comparing.refuse(across)
    return Comparison(old.path, new.path, margin, comparing.decided(margin))


def _compare_sides(run: Run, margin: float) -> Comparison:
    if len(run.sides) != 2:
        raise ComparisonError(
            f"{run.path} is of no run with --compare: give another run, to compare "
            f"it with"
        )
    old, new = (
        measured(case for case in run if case.get("side") == side) for side in run.sides
    )
    comparing = _Comparing(run, run, _matched(old, new), one_run=True)
    comparing.refuse(across=True)
    was, now = run.sides
    return Comparison(was, now, margin, comparing.decided(margin))


# ---- Which case is which -----------------------------------------------------


def _subject(case: Case, timer: Optional[str] = None) -> Key:
    """What is measured, in whatever job and by whatever settings."""
    mode = case.mode
    if timer is not None:
        mode["timer"] = timer
    return (
        case.get("family"),
        case.get("variant"),
        case.get("device"),
        case.get("cpus"),
        text_of(case.get("params")),
        text_of(case.get("tunables")),
        text_of(sorted(mode.items())),
    )


def _matched(old: Sequence[Measured], new: Sequence[Measured]) -> List[Change]:
    """Of several that are the same, the first is matched with the first."""
    found: Dict[Tuple[Key, int], Change] = {}
    for one, key in zip(old, _numbered(old)):
        found[key] = Change(one, None)
    for one, key in zip(new, _numbered(new)):
        found.setdefault(key, Change(None, None)).new = one
    return list(found.values())


def _numbered(cases: Sequence[Measured]) -> List[Tuple[Key, int]]:
    seen: Dict[Key, int] = {}
    keys = []
    for one in cases:
        key = _subject(one.case)
        keys.append((key, seen.get(key, 0)))
        seen[key] = seen.get(key, 0) + 1
    return keys


def _is_peer(change: Change) -> bool:
    return all(
        side is not None and side.case.get("peer") is True
        for side in (change.old, change.new)
    )


def _libraries(change: Change) -> Optional[Tuple[str, str]]:
    """Of a peer, the two versions of its library that were measured."""
    if not _is_peer(change) or change.old is None or change.new is None:
        return None
    was, now = change.old.case.get("library"), change.new.case.get("library")
    return (was, now) if was and now and was != now else None


def _is_control(change: Change) -> bool:
    return _is_peer(change) and _libraries(change) is None


# ---- The comparison ----------------------------------------------------------


class _Comparing:
    """The state of a comparison."""

    def __init__(
        self, old: Run, new: Run, changes: List[Change], one_run: bool = False
    ) -> None:
        self.old = old
        self.new = new
        self.changes = changes
        self.one_run = one_run
        self.estimates: Dict[int, Estimate] = {}

    # What is refused.

    def refuse(self, across: bool) -> None:
        """Raises where the two can't be compared."""
        both = [c for c in self.changes if c.old is not None and c.new is not None]
        self._refuse_timers()
        if not both:
            raise ComparisonError(
                f"{self.old.path} and {self.new.path} have no case in common: "
                f"compare runs of the same problems, variants, modes and devices"
            )
        if across:
            return
        for device in dict.fromkeys(str(c.case.get("device")) for c in both):
            self._refuse_device(device)
        for change in both:
            self._refuse_settings(change)
            self._refuse_library(change)

    def _refuse_timers(self) -> None:
        gone = {
            _subject(c.case, "events"): c.case.mode["timer"]
            for c in reversed(self.changes)
            if c.new is None
        }
        for change in self.changes:
            if change.old is not None:
                continue
            timer = gone.get(_subject(change.case, "events"))
            if timer is not None and timer != change.case.mode["timer"]:
                raise ComparisonError(
                    f"{_name(change)} was timed by one timer in {self.old.path} and "
                    f"by another in {self.new.path}, which encloses less or more of "
                    f"a launch: measure both with the same timer"
                )

    def _refuse_device(self, name: str) -> None:
        was, now = (_describe(run.device(name)) for run in (self.old, self.new))
        if was != now:
            raise ComparisonError(
                f"{name} was {was} in {self.old.path} and is {now} in "
                f"{self.new.path}: {_ACROSS}"
            )

    def _refuse_settings(self, change: Change) -> None:
        assert change.old is not None and change.new is not None
        was = {**_DEFAULTS, **change.old.case.settings}
        now = {**_DEFAULTS, **change.new.case.settings}
        for key in dict.fromkeys([*was, *now]):
            if key not in _NO_MATTER and was.get(key) != now.get(key):
                raise ComparisonError(
                    f"{_name(change)} was measured with {key} = {was.get(key)} in "
                    f"{self.old.path} and with {now.get(key)} in {self.new.path}: "
                    f"{_ACROSS}"
                )

    def _refuse_library(self, change: Change) -> None:
        libraries = _libraries(change)
        if libraries is not None:
            raise ComparisonError(
                f"the peer {_name(change)} was {libraries[0]} in {self.old.path} and "
                f"is {libraries[1]} in {self.new.path}, and tells nothing of what "
                f"else changed: {_ACROSS}"
            )

    # What is decided.

    def decided(self, margin: float) -> List[Change]:
        """The changes, each with its verdict."""
        timed = [c for c in self.changes if self._estimated(c)]
        controls = []
        if not self.one_run and not all(_is_control(c) for c in timed):
            controls = [c for c in timed if _is_control(c)]
        drifts = self._drifts(controls)
        claims = [
            self._claim(c, drifts) for c in timed if not any(c is x for x in controls)
        ]
        _decide(claims, margin)
        for control in controls:
            _tell(control, self.estimates[id(control)])
            control.verdict = "control"
        for change in self.changes:
            if id(change) not in self.estimates:
                _tell_untimed(change)
        return self.changes

    def _estimated(self, change: Change) -> bool:
        """Estimates the ratio of two times; False where there are not both."""
        old, new = change.old, change.new
        if old is None or new is None or not old.seconds or not new.seconds:
            return False
        pairs = _pairs(old, new) if self.one_run else []
        if len(pairs) > 1:
            e = estimates.of_pairs([now for _, now in pairs], [was for was, _ in pairs])
        else:
            e = estimates.of_both(new.times(), old.times())
        self.estimates[id(change)] = e
        return True

    def _drifts(self, controls: Sequence[Change]) -> Dict[Key, Estimate]:
        told: Dict[Key, List[Estimate]] = {}
        for control in controls:
            for place in _places(control.case):
                told.setdefault(place, []).append(self.estimates[id(control)])
        return {place: estimates.mean_of(es) for place, es in told.items()}

    def _claim(self, change: Change, drifts: Dict[Key, Estimate]) -> "_Claim":
        e = self.estimates[id(change)]
        for place in _places(change.case):
            if place in drifts:
                return _Claim(change, estimates.without(e, drifts[place]))
        return _Claim(change, e, 0.0 if self.one_run else math.log1p(_SESSION))


def _name(change: Change) -> str:
    return f"{change.case.get('job')}/{change.case.get('variant')}"


def _describe(device: Dict[str, Any]) -> str:
    if not device:
        return "unknown"
    parts = [str(device.get("description", "?"))]
    for name, text in (
        ("cores", "{} cores"),
        ("units", "{} units"),
        ("capability", "capability {}"),
        ("driver", "driver {}"),
    ):
        if name in device:
            parts.append(text.format(device[name]))
    return ", ".join(parts)


def _places(case: Case) -> List[Key]:
    """Where peers tell of the drift that a case met: its problem in its mode on
    its device, or else the device."""
    device = case.get("device")
    problem = (
        device,
        case.get("family"),
        text_of(case.get("params")),
        text_of(sorted(case.mode.items())),
    )
    return [problem, (device,)]


def _pairs(old: Measured, new: Measured) -> List[Tuple[float, float]]:
    """Both times of each round that has both."""
    was = {case.get("round"): case.seconds for case in old.rounds}
    pairs = []
    for case in new.rounds:
        before = was.get(case.get("round"))
        if before is not None and case.seconds is not None:
            pairs.append((before, case.seconds))
    return pairs


@dataclass
class _Claim:
    """What may be told of a change."""

    change: Change
    estimate: Estimate
    #: What the logarithm may be off besides, for what no round shows.
    allowance: float = 0.0


def _decide(claims: Sequence[_Claim], margin: float) -> None:
    """Decides on all together (Holm's way): the least probable is held against
    the whole number of cases, the next against one less, and so on."""
    edge = math.log1p(margin)
    ranked = []
    for claim in claims:
        e = claim.estimate
        e = -e if e.log < 0 else e
        ranked.append((e.chance(edge + claim.allowance), claim))
    ranked.sort(key=lambda x: x[0])
    sure = True
    for i, (chance, claim) in enumerate(ranked):
        left = max(len(ranked) - i, _FEWEST_CASES)
        sure = sure and chance <= _ALARM / left
        _tell(claim.change, claim.estimate)
        claim.change.controlled = claim.allowance == 0
        if sure:
            claim.change.verdict = "faster" if claim.estimate.log < 0 else "slower"
        elif _within(claim, edge):
            claim.change.verdict = "same"
        else:
            claim.change.verdict = "unsure"
            claim.change.reason = _why_unsure(claim)


def _within(claim: _Claim, edge: float) -> bool:
    low, high = claim.estimate.interval()
    return (
        low > 0
        and math.log(high) + claim.allowance < edge
        and math.log(low) - claim.allowance > -edge
    )


def _why_unsure(claim: _Claim) -> str:
    if claim.estimate.freedom < 1:
        return "one of them has one round only: measure both with rounds = 10"
    if claim.allowance > 0:
        return (
            "what else changed between the runs is not known: measure a peer with "
            "it in both, of one library, or use --compare"
        )
    return "the interval reaches across the margin: more rounds make it narrower"


def _tell(change: Change, e: Estimate) -> None:
    change.ratio = e.ratio
    low, high = e.interval()
    if math.isfinite(high):
        change.low, change.high = low, high


def _tell_untimed(change: Change) -> None:
    """A case on which nothing is to be decided."""
    old, new = change.old, change.new
    if new is None:
        change.verdict = "only old"
    elif not new.case.passes:
        change.verdict = new.case.outcome
        change.reason = new.case.get("reason")
        change.broken = True
    elif old is None:
        change.verdict = "only new"
    elif not old.case.passes:
        change.verdict = "fixed"
    else:
        change.reason = "there is no time to compare"
