"""One round for means: trials are added until the simultaneous interval is as narrow as the error to be caught.

Growth looks at spread and skewness only, never at the theory, so that stopping does not bias the verdict. All
quantities are relative to the scale of their point.
"""

import math

import numpy as np

from theorysim.testing import _interval
from theorysim.testing._report import Report
from theorysim.testing._rounds import ABOVE, BELOW, Round
from theorysim.testing._simultaneous import family

FIRST_LOOK = 50
HOPELESS = 4


def next_count(count, need, max_trials):
    """Return the number of trials that the need asks for (at least a tenth more), and the one to draw next."""
    needed = max(math.ceil(min(1.1 * count * need, 1e15)), math.ceil(1.1 * count))
    return needed, min(needed, 8 * count, max_trials)


def judged(shift, standard_error, skewness_term, freedom, lower, upper, slack):
    """Return which side of the null region each mean is on, and the tails towards below and above."""
    sides = np.where(upper < -slack, BELOW, np.where(lower > slack, ABOVE, 0))
    above, below = shift - slack, shift + slack
    unit = np.where(standard_error > 0, standard_error, 1.0)
    with np.errstate(over="ignore"):
        certain = np.where(standard_error > 0, 1.0, np.inf)
        t_above = np.where(above == 0, 0.0, above / unit * certain)
        t_below = np.where(below == 0, 0.0, below / unit * certain)
    return (
        sides,
        _interval.widened_tail(-t_below, -skewness_term, freedom),
        _interval.widened_tail(t_above, skewness_term, freedom),
    )


def mean_report(theory, scale, shift, error, lower, upper):
    """Return the report of means; all but theory and scale are differences from the theory relative to the scale."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        z = np.where(shift == 0, 0.0, shift / error)
    return Report(
        theory=theory,
        mean=theory + shift * scale,
        standard_error=error * scale,
        lower=theory + lower * scale,
        upper=theory + upper * scale,
        deviation=shift,
        caught=np.maximum(upper, -lower),
        width=upper - lower,
        z=z,
    )


class MeanRounds:
    """Rounds for the means of one case: call it with the points to examine."""

    def __init__(self, trials, layout, theory, scale, *, level, detect, slack, max_trials):
        self._trials, self._layout = trials, layout
        self._theory, self._scale = theory / scale, scale
        self._level, self._target, self._slack = level, detect - slack, slack
        self._max_trials = max_trials
        self._count, self.drawn = min(FIRST_LOOK, max_trials), 0

    def __call__(self, points):
        is_last = False
        while True:
            values = self._layout.flatten_trials(self._trials.take(self.drawn, self._count))[:, points]
            found, need, guard_need = self._look(values / self._scale[points], points)
            needed, following = next_count(self._count, max(need, guard_need), self._max_trials)
            if np.all(found.is_sharp) or self._count == self._max_trials or is_last:
                break
            if needed > HOPELESS * self._max_trials:
                # The width is out of reach; a gross error still shows, once the guards hold.
                if guard_need <= 1:
                    break
                is_last, following = True, next_count(self._count, guard_need, self._max_trials)[1]
            self._count = following
        self.drawn += self._count
        return found._replace(needed=needed)

    def _look(self, values, points):
        sample = _interval.moments(values)
        freedom = sample.count - 1
        error = np.sqrt(sample.variance / sample.count)
        term = _interval.skewness_term(sample.third_cumulant / sample.count**2, error)
        together = family([sample.centered])
        critical = _interval.student_critical(together.point_tail(self._level), freedom)
        lower, upper = _interval.interval(sample.mean, error, term, critical)
        holds = _interval.guards_hold(term, sample.largest_share, critical, freedom)
        need = _interval.growth(error, upper - lower, self._target, critical)
        guard_need = _interval.guard_growth(term, sample.largest_share, critical, freedom)
        theory, scale = self._theory[points], self._scale[points]
        shift, lower, upper = sample.mean - theory, lower - theory, upper - theory
        sides, below, above = judged(shift, error, term, freedom, lower, upper, self._slack)
        report = mean_report(theory * scale, scale, shift, error, lower, upper)._replace(
            skewness=term * math.sqrt(sample.count) / _interval.SKEWNESS_FACTOR,
            largest_share=sample.largest_share,
            share_limit=np.full(points.size, _interval.share_limit(freedom)),
        )
        is_sharp = holds & (upper - lower <= self._target)
        found = Round(np.where(holds, sides, 0), is_sharp, below, above, together.tail, 0, report)
        return found, float(need.max()), float(guard_need.max())
