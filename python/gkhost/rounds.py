# SPDX-License-Identifier: BSD-3-Clause
"""Joins the rounds of a case."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Hashable, Iterable, List, Optional, Tuple

from . import estimates
from .record import Case, is_number

#: Whole numbers and reals differ, and the order of options is that of the family.
Key = Tuple[Hashable, ...]


def text_of(value: Any) -> str:
    """An object as a text, to be told from another by."""
    return json.dumps(value)


# What is near a floor or noisy, as gkhost(1) has it of a row of the table.
_FLOOR_TIMES = 3
_NOISY_TIMES = 5
_OF_MOST_ROUNDS = ("throttled", "ramping", "shared", "unsettled", "cached")


@dataclass
class Measured:
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

    def times(self) -> List[float]:
        """Of each round that has a time to compare."""
        return [c.seconds for c in self.rounds if c.seconds is not None]

    @property
    def seconds_shown(self) -> Optional[float]:
        """The geometric mean of the rounds, also if a time is suspect."""
        if not self.is_joined:
            return self.case.seconds_shown
        return self._estimate().ratio

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
        e = self._estimate()
        bound = estimates.student_bound(0.025, len(self.rounds) - 1)
        return bound * e.error / 2

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

    def _estimate(self) -> estimates.Estimate:
        times = [c.seconds_shown for c in self.rounds]
        return estimates.of_times([t for t in times if t is not None])


def measured(cases: Iterable[Case]) -> List[Measured]:
    """The cases that ran, in the order of the suite, those that are rounds of
    one put together."""
    ran = sorted((c for c in cases if c.ran), key=_place)
    problems: Dict[int, List[Case]] = {}
    for case in ran:
        problems.setdefault(_place(case)[0], []).append(case)
    all_of_them: List[Measured] = []
    for problem in problems.values():
        # The last one is of the last round.
        if problem[-1].get("round") is None:
            all_of_them += [Measured([case]) for case in problem]
        else:
            all_of_them += _joined(problem)
    return all_of_them


def _joined(problem: List[Case]) -> List[Measured]:
    found: Dict[Key, Measured] = {}
    for case in problem:
        found.setdefault(_key(case), Measured([])).rounds.append(case)
    return list(found.values())


def _key(case: Case) -> Key:
    """What is the same in all rounds."""
    return (
        case.get("job"),
        case.get("plugin"),
        case.get("side"),
        case.get("variant"),
        case.get("device"),
        text_of(case.get("params")),
        text_of(case.get("tunables")),
        text_of(case.get("mode")),
        text_of(case.settings),
    )


def _place(case: Case) -> Tuple[int, int]:
    """The records may have been joined in another order."""
    return _number(case.get("problem")), _number(case.get("case"))


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
