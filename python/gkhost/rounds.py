# SPDX-License-Identifier: BSD-3-Clause
"""Joins the rounds of a case."""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import dataclass
from typing import Any, Dict, Hashable, Iterable, List, Optional, Tuple

from .record import Case, is_number

# When joined rounds are near the floor or noisy: as in gkhost(1), of a row of the
# table.
_FLOOR_TIMES = 3
_NOISY_TIMES = 5
_OF_MOST_ROUNDS = (
    "unpinned", "throttled", "ramping", "shared", "unsettled", "cached", "outliers")

# Clocks have a grain: the error of rounds that agree to the last digit.
_LEAST_ERROR = 1e-4


@dataclass
class JoinedCase:
    """A case in all of its rounds, of which there may be one."""

    rounds: List[Case]

    @property
    def case(self) -> Case:
        """The record that says how all of them ended: the first that is not
        sound."""
        for case in self.rounds:
            if case.status != "ok":
                return case
        for case in self.rounds:
            if case.suspect:
                return case
        return self.rounds[0]

    @property
    def is_joined(self) -> bool:
        """Whether its figures are of several rounds."""
        return len(self.rounds) > 1 and all(c.seconds_shown for c in self.rounds)

    @property
    def seconds_shown(self) -> Optional[float]:
        """The geometric mean of the rounds, also if a time is suspect."""
        if not self.is_joined:
            return self.case.seconds_shown
        return math.exp(statistics.fmean(self._logs()))

    @property
    def seconds(self) -> Optional[float]:
        """The same of a time that others are compared with."""
        return None if self.case.suspect else self.seconds_shown

    @property
    def error(self) -> Optional[float]:
        """Its relative error: the true time lies within two errors in 95 %."""
        if not self.is_joined:
            error = self.case.at("time.error")
            return error if is_number(error) else None
        n = len(self.rounds)
        error = statistics.stdev(self._logs()) / math.sqrt(n)
        return student_bound(0.025, n - 1) * max(error, _LEAST_ERROR) / 2

    @property
    def verdicts(self) -> List[str]:
        """The caveats of all rounds together."""
        case = self.case
        if not self.is_joined or case.suspect:
            return case.verdicts
        words = [w for w in _OF_MOST_ROUNDS if self._most_have(w)]
        floor = case.at("floor_s")
        seconds = self.seconds
        if is_number(floor) and seconds is not None and seconds <= _FLOOR_TIMES * floor:
            words.append("floor")
        noise = case.settings.get("noise", 0.005)
        error = self.error
        if noise > 0 and error is not None and error > _NOISY_TIMES * noise:
            words.append("noisy")
        return words

    def _most_have(self, word: str) -> bool:
        return 2 * sum(word in c.verdicts for c in self.rounds) > len(self.rounds)

    def _logs(self) -> List[float]:
        times = [c.seconds_shown for c in self.rounds]
        return [math.log(t) for t in times if t is not None]


def student_above(t: float, freedom: int) -> float:
    """The probability that Student's t is above this, by the finite series for
    whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    square = math.cos(angle) ** 2
    first = 1 + freedom % 2
    term = math.cos(angle) if first == 2 else 1.0
    total = 0.0
    for k in range(first, freedom, 2):
        total += term
        term *= square * k / (k + 1)
    within = math.sin(angle) * total
    if first == 2:
        within = (within + angle) * 2 / math.pi
    return (1 - within) / 2


def student_bound(probability: float, freedom: int) -> float:
    """What Student's t is above with this probability, which is under a half."""
    low, high = 0.0, 1.0
    while student_above(high, freedom) > probability:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        if student_above(middle, freedom) > probability:
            low = middle
        else:
            high = middle
    return high


def join_rounds(cases: Iterable[Case]) -> List[JoinedCase]:
    """The cases that ran, in the order of the suite, the rounds of each joined."""
    found: Dict[Tuple[Hashable, ...], JoinedCase] = {}
    ran = sorted((c for c in cases if c.ran), key=_order)
    # The last case of a problem is of its last round.
    last = {_order(case)[0]: case for case in ran}
    for case in ran:
        alone = last[_order(case)[0]].get("round") is None
        key = (id(case),) if alone else _key(case)
        found.setdefault(key, JoinedCase([])).rounds.append(case)
    return list(found.values())


def _key(case: Case) -> Tuple[Hashable, ...]:
    """What is the same in all rounds.  Whole numbers and reals differ, and so do
    orders of options."""
    names = ("job", "plugin", "side", "variant", "device")
    objects = (case.get("params"), case.get("tunables"), case.get("mode"))
    texts = json.dumps([*objects, case.settings])
    return (_order(case)[0], *(case.get(name) for name in names), texts)


def _order(case: Case) -> Tuple[int, int]:
    """By number: the records may have been joined in another order."""
    return _number(case.get("problem")), _number(case.get("case"))


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
