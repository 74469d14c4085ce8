"""The decision rule that all kinds of statistic share: rejection needs rounds in a row, a pass needs precision.

A kind of statistic supplies ``examine(points)``, which runs one round on fresh trials for the points still in question
and returns a `Round`. Round 1 examines every point; later rounds only those that are flagged. A case disagrees when a
point is flagged on the same side in ``rounds`` rounds in a row, agrees when no point is flagged and each was sharp in
its last round, and is undecided otherwise.
"""

from typing import NamedTuple

import numpy as np

from theorysim.testing._level import case_p_value

ABOVE, BELOW = 1, -1


class Round(NamedTuple):
    """What one round found for the points that it examined (arrays in the order of those points).

    ``sides`` is +1 where the simulation lies above the theory, -1 below, 0 where the theory is inside the interval or
    the guards do not hold; ``is_sharp`` tells where the interval was narrow enough; ``below`` and ``above`` are
    one-sided tails; ``family_tail`` turns the smallest of them into that of the family; ``needed`` is the number of
    trials that the spread asks for; ``report`` is a `Report` of the points.
    """

    sides: np.ndarray
    is_sharp: np.ndarray
    below: np.ndarray
    above: np.ndarray
    family_tail: object
    needed: int
    report: object
    is_misfit: bool = False


class Ruling(NamedTuple):
    """The outcome of a case: ``cause`` is "" unless undecided; ``last`` maps a point to (round, position in it)."""

    outcome: str
    cause: str
    rounds_run: int
    p_value: float
    tails: np.ndarray
    needed: int
    last: dict


def decide(examine, n_points, level):
    """Run rounds until a case is decided."""
    points = np.arange(n_points)
    counts, sides = np.zeros(n_points, dtype=int), np.zeros(n_points, dtype=int)
    tails, last, is_short, misfits, needed = [], {}, False, 0, 0
    closest = np.ones(n_points)

    def ruling(outcome, cause=""):
        return Ruling(outcome, cause, rounds_run, case_p_value(tails), closest, needed, last)

    for rounds_run in range(1, 2 * level.rounds + 1):  # noqa: B007 - read by ruling
        found = examine(points)
        needed = found.needed
        last |= {int(point): (found, position) for position, point in enumerate(points)}
        previous = sides[points]
        same = (found.sides == previous) & (found.sides != 0)
        counts[points] = np.where(found.sides == 0, 0, np.where(same, counts[points] + 1, 1))
        sides[points] = found.sides

        has_switched = np.any(found.sides) and not np.any(same)
        direction = np.where(previous == 0, np.where(found.below < found.above, BELOW, ABOVE), previous)
        direction = np.where(has_switched & (found.sides != 0), found.sides, direction)
        point_tails = np.where(direction == BELOW, found.below, found.above)
        closest[points] = point_tails
        if has_switched or found.is_misfit or misfits:
            tails = []
        tails.append(found.family_tail(float(point_tails.min())))
        if np.any(found.sides):
            tails = tails[-int(counts.max()) :]

        if found.is_misfit:
            misfits += 1
            if misfits == level.rounds:
                return ruling("undecided", "order")
            points = np.arange(n_points)
            counts[:], sides[:] = 0, 0
            continue
        misfits = 0
        is_short |= bool(np.any((found.sides == 0) & ~found.is_sharp))
        if counts.max() == level.rounds:
            return ruling("disagrees")
        points = points[found.sides != 0]
        if points.size == 0:
            return ruling("undecided", "budget") if is_short else ruling("agrees")
    return ruling("undecided", "rounds")
