# SPDX-License-Identifier: BSD-3-Clause
"""What is known of the ratio of two times, by the rounds they were measured in.

Logarithms are averaged, so that twice as slow and twice as fast are alike.
"""

from __future__ import annotations

import math
import statistics
from typing import NamedTuple, Sequence, Tuple

# Clocks have a grain: rounds that agree to the last digit know no more than this.
_LEAST_ERROR = 1e-4
_MOST_FREEDOM = 1000


class Estimate(NamedTuple):
    """A mean of logarithms, its standard error, and the degrees of freedom of
    that; 0: the error is not known."""

    log: float
    error: float
    freedom: int

    @property
    def ratio(self) -> float:
        return math.exp(self.log)

    def interval(self) -> Tuple[float, float]:
        """Where the ratio lies with 95 %."""
        if self.freedom < 1:
            return 0.0, math.inf
        off = student_bound(0.025, self.freedom) * self.error
        return math.exp(self.log - off), math.exp(self.log + off)

    def chance(self, log: float) -> float:
        """How probable an estimate as high is if the logarithm were this one."""
        if self.freedom < 1:
            return 1.0
        return student_above((self.log - log) / self.error, self.freedom)

    def __neg__(self) -> "Estimate":
        return self._replace(log=-self.log)


class _Mean(NamedTuple):
    value: float
    square: float  # of its error
    freedom: float


def _mean(logs: Sequence[float]) -> _Mean:
    square = statistics.variance(logs) / len(logs) if len(logs) > 1 else 0.0
    return _Mean(statistics.fmean(logs), square, len(logs) - 1)


def _joint_freedom(a: _Mean, b: _Mean) -> float:
    """Of the sum of two independent terms (Welch and Satterthwaite)."""
    if a.freedom <= 0 or b.freedom <= 0:
        return 0
    if a.square + b.square == 0:
        return min(a.freedom, b.freedom)
    return (a.square + b.square) ** 2 / (
        a.square**2 / a.freedom + b.square**2 / b.freedom
    )


def _estimate(mean: float, square: float, freedom: float) -> Estimate:
    return Estimate(
        mean, max(math.sqrt(square), _LEAST_ERROR), int(min(freedom, _MOST_FREEDOM))
    )


def _back(e: Estimate) -> _Mean:
    return _Mean(e.log, e.error**2, e.freedom)


def of_times(times: Sequence[float]) -> Estimate:
    """Of times alone."""
    return _estimate(*_mean([math.log(t) for t in times]))


def of_pairs(over: Sequence[float], under: Sequence[float]) -> Estimate:
    """Of two that were measured in the same rounds: what a round does to both
    cancels."""
    return _estimate(*_mean([math.log(a) - math.log(b) for a, b in zip(over, under)]))


def of_both(over: Sequence[float], under: Sequence[float]) -> Estimate:
    """Of two that have no round in common."""
    a = _mean([math.log(t) for t in over])
    b = _mean([math.log(t) for t in under])
    return _estimate(a.value - b.value, a.square + b.square, _joint_freedom(a, b))


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of one or more."""
    total = _back(estimates[0])
    for e in estimates[1:]:
        one = _back(e)
        total = _Mean(
            total.value + one.value,
            total.square + one.square,
            _joint_freedom(total, one),
        )
    n = len(estimates)
    return _estimate(total.value / n, total.square / n**2, total.freedom)


def without(e: Estimate, drift: Estimate) -> Estimate:
    """The first without the second."""
    a, b = _back(e), _back(drift)
    return _estimate(a.value - b.value, a.square + b.square, _joint_freedom(a, b))


def student_above(t: float, freedom: int) -> float:
    """The probability that Student's t is above this, by the finite series for
    whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    if t < 0:
        return 1 - student_above(-t, freedom)
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
    """What it is above with this probability, which is under a half."""
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
