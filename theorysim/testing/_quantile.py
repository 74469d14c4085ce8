"""Agreement of a closed form with a quantile of a simulation: for statistics without a finite mean or variance."""

import functools
import math

import numpy as np

from theorysim.errors import require
from theorysim.testing import _binomial, _words
from theorysim.testing._mean import FIRST_LOOK, HOPELESS, next_count
from theorysim.testing._report import Report
from theorysim.testing._rounds import ABOVE, BELOW, Round
from theorysim.testing._setting import conclude
from theorysim.testing._simultaneous import normal_critical
from theorysim.testing._task import prepare


def assert_quantile_agrees(
    theory,
    simulate,
    *,
    cases,
    quantile=0.5,
    false_alarm=1e-6,
    detect=0.05,
    sizes=None,
    seed,
    scale=None,
    slack=None,
    max_trials=100_000,
    executor=None,
    store=None,
):
    r"""Assert that a theory agrees with a quantile of a simulation.

    .. math::

        P(\mathrm{simulate} \le \mathrm{theory}) = \mathrm{quantile}

    For statistics whose mean or variance is infinite (ridgeless regression near as many samples as features). Exact
    for every law, by order statistics, also with ties and with infinite values. Where both are possible, prefer the
    mean of a trial whose noise is averaged in closed form, or the mean of its logarithm.

    Parameters
    ----------
    theory : callable
        ``theory(**case[, size=])`` returns the quantile, as in `assert_agrees`; it may be infinite.
    simulate : callable
        As in `assert_agrees`; values may be infinite.
    cases : list of dict
        Keyword arguments, one dict for each parameter set.
    quantile : float
        Which quantile, in (0, 1); the median by default.
    false_alarm : float
        Probability, over the whole call, that a right theory is rejected; in (0, 0.5].
    detect : float
        Relative error of the quantile that must be caught; positive.
    sizes : list of numbers, optional
        System sizes, smallest first; the theory is exact at each of them.
    seed : int
        Seed of the call, >= 0.
    scale, slack, max_trials, executor, store
        As in `assert_agrees`.

    Returns
    -------
    Verdict

    Raises
    ------
    Disagreement, Undecided, DomainError, TrialError
        As `assert_agrees`.

    Examples
    --------
    The Cauchy distribution has no mean; its upper quartile is its scale:

    >>> from theorysim import testing
    >>> def draw(rng, scale):
    ...     return scale * rng.standard_cauchy()
    >>> verdict = testing.assert_quantile_agrees(
    ...     lambda scale: scale, draw, cases=[{"scale": 2.0}], quantile=0.75, detect=0.2, seed=0
    ... )
    >>> verdict.outcome, verdict.caught <= 0.2
    ('agrees', True)
    """
    function = "testing.assert_quantile_agrees"
    require(0 < quantile < 1, function, "quantile", "in (0, 1)", quantile)
    task = prepare(
        function,
        theory,
        simulate,
        cases=cases,
        false_alarm=false_alarm,
        detect=detect,
        sizes=sizes,
        seed=seed,
        scale=scale,
        slack=slack,
        max_trials=max_trials,
        executor=executor,
        store=store,
        is_infinite_allowed=True,
    )

    def rounds_of(comparison, level):
        return QuantileRounds(comparison, quantile, level=level, detect=detect, slack=task.slack, max_trials=max_trials)

    return conclude(task.judge(rounds_of, f"quantile {quantile:g}", functools.partial(_reason, max_trials)))


class QuantileRounds:
    """Rounds for the quantiles of one case, by order statistics, exact also with ties and infinite values."""

    def __init__(self, comparison, quantile, *, level, detect, slack, max_trials):
        self._trials, self._layout = comparison.trials[0], comparison.layout
        self._theory, self._scale = comparison.theory[0], comparison.scale[0]
        self._quantile, self._level = quantile, level
        self._detect, self._slack, self._max_trials = detect, slack, max_trials
        self._count, self.drawn = min(FIRST_LOOK, max_trials), 0

    def __call__(self, points):
        while True:
            values = self._layout.flatten_trials(self._trials.take(self.drawn, self._count))[:, points]
            found, need = self._look(np.sort(values, axis=0), points)
            needed, following = next_count(self._count, need, self._max_trials)
            is_hopeless = needed > HOPELESS * self._max_trials
            if np.all(found.is_sharp) or is_hopeless or self._count == self._max_trials:
                break
            self._count = following
        self.drawn += self._count
        return found._replace(needed=needed)

    def _look(self, ordered, points):
        count, n_points = ordered.shape
        theory, scale = self._theory[points], self._scale[points]
        low_rank, high_rank = _binomial.order_ranks(count, self._quantile, self._level / n_points)
        padded = np.concatenate([np.full((1, n_points), -np.inf), ordered, np.full((1, n_points), np.inf)])
        lower, upper = padded[low_rank], padded[high_rank]

        slack = np.where(np.isinf(theory), 0.0, self._slack * np.where(np.isinf(scale), 0.0, scale))
        at_most = (ordered <= theory + slack).sum(axis=0)
        less = (ordered < theory - slack).sum(axis=0)
        sides = np.where(less >= high_rank, BELOW, np.where(at_most <= low_rank - 1, ABOVE, 0))

        spread, middle = _difference(upper, lower), padded[_middle_rank(count, self._quantile)]
        width, target = _relative(spread, scale), self._detect - self._slack
        is_sharp = np.isfinite(spread) & (width <= target)
        need = np.where(is_sharp, 0.0, np.where(np.isfinite(width), (width / target) ** 2, 2.0))
        caught = np.maximum(_difference(upper, theory), _difference(theory, lower))
        report = Report(
            theory=theory,
            mean=middle,
            standard_error=spread / (2 * normal_critical(self._level / n_points)),
            lower=lower,
            upper=upper,
            deviation=_relative(_difference(middle, theory), scale),
            caught=_relative(caught, scale),
            width=width,
        )
        below = _binomial.at_least(less, count, self._quantile)
        above = _binomial.at_most(at_most, count, self._quantile)
        return Round(sides, is_sharp, below, above, bonferroni(n_points), 0, report), float(need.max())


def bonferroni(n_points):
    """Return the function that turns the tail of the worst point into that of all points."""
    return lambda point_tail: min(1.0, n_points * point_tail)


def _middle_rank(count, quantile):
    return min(count, math.floor(count * quantile) + 1)


def _difference(high, low):
    """Return high - low, 0 where both are the same infinity."""
    is_same = high == low
    return np.where(is_same, 0.0, np.where(is_same, 0.0, high) - np.where(is_same, 0.0, low))


def _relative(difference, scale):
    """Return differences in units of the scale; every finite one is nothing beside an infinite scale."""
    is_infinite = np.isinf(scale)
    beside = np.where(np.isfinite(difference), 0.0, difference)
    return np.where(is_infinite, beside, difference / np.where(is_infinite, 1.0, scale))


def _reason(max_trials, ruling, numbers, fit):
    if ruling.cause == "rounds":
        return _words.rounds_reason(ruling.rounds_run)
    return _words.plan_reason(ruling.needed, max_trials)
