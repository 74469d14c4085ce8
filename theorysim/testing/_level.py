"""How a false-alarm rate is spent: rounds that must all reject, the level of one round, and p-values that match.

A rejection needs ``rounds`` independent rounds in a row, each of one-sided ``level`` b per side, so the false-alarm
rate of one case is 2 b**rounds: a product of levels that can be measured, instead of a tail that cannot.
"""

import math
from typing import NamedTuple


class Level(NamedTuple):
    """Rounds that must reject in a row, and the one-sided error of each round and side."""

    rounds: int
    level: float


def rounds_and_level(false_alarm, n_cases, n_nulls=2):
    """Split a false-alarm rate over cases, over nulls (two sides, and the lack of fit of a fit) and over rounds."""
    side = false_alarm / (n_nulls * n_cases)
    rounds = max(1, math.floor(math.log(side) / math.log(0.01) + 1e-12))
    return Level(rounds, side ** (1 / rounds))


def case_p_value(tails):
    """Two-sided p-value of a case from the one-sided tails of its rounds since the last change of side."""
    return min(1.0, 2 * max(tails) ** len(tails))


def family_p_value(p_values):
    """Probability bound for the smallest of the p-values of a call (Bonferroni)."""
    return min(1.0, len(p_values) * min(p_values))


def holm(p_values):
    """Adjust p-values for their number by Holm's step-down rule."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, running = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = running
    return tuple(adjusted)
