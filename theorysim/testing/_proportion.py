"""Agreement of a closed form with the probability of an event, by exact binomial tests."""

import numpy as np

from theorysim.errors import require
from theorysim.testing import _binomial, _words
from theorysim.testing._mean import FIRST_LOOK, HOPELESS
from theorysim.testing._plan import proportion_trials
from theorysim.testing._quantile import bonferroni
from theorysim.testing._report import Report
from theorysim.testing._rounds import ABOVE, BELOW, Round
from theorysim.testing._setting import conclude
from theorysim.testing._task import prepare

FUNCTION = "testing.assert_proportion_agrees"


def assert_proportion_agrees(
    theory,
    simulate,
    *,
    cases,
    false_alarm=1e-6,
    detect=0.05,
    sizes=None,
    seed,
    max_trials=100_000,
    executor=None,
    store=None,
):
    r"""Assert that a theory agrees with the probability of an event.

    .. math::

        |P(\mathrm{simulate} = 1) - \mathrm{theory}| < \mathrm{detect} \cdot \mathrm{theory}

    Exact binomial tests; the number of trials follows from the theory alone, before the first trial.

    Parameters
    ----------
    theory : callable
        ``theory(**case[, size=])`` returns probabilities in (0, 1), in the forms of `assert_agrees`.
    simulate : callable
        As in `assert_agrees`; each value is 0 or 1, or a bool.
    cases : list of dict
        Keyword arguments, one dict for each parameter set.
    false_alarm : float
        Probability, over the whole call, that a right theory is rejected; in (0, 0.5].
    detect : float
        Relative error of the probability that must be caught; positive.
    sizes : list of numbers, optional
        System sizes, smallest first; the theory is exact at each of them. (The finite-size gap of a probability is
        fitted by `assert_agrees`, whose means take events as well.)
    seed : int
        Seed of the call, >= 0.
    max_trials, executor, store
        As in `assert_agrees`.

    Returns
    -------
    Verdict

    Raises
    ------
    Disagreement, Undecided, DomainError, TrialError
        As `assert_agrees`.

    Notes
    -----
    At detect = 0.05 a probability of 0.9, 0.5, 0.3, 0.1 takes about 1300, 9400, 22000, 86000 trials.

    Examples
    --------
    >>> from theorysim import testing
    >>> def has_gap(rng, size):
    ...     return rng.random(size).min() > 0.1
    >>> verdict = testing.assert_proportion_agrees(
    ...     lambda size: 0.9**size, has_gap, cases=[{}], sizes=[2, 4], detect=0.1, seed=0
    ... )
    >>> verdict.outcome, len(verdict.cases)
    ('agrees', 2)
    """
    task = prepare(
        FUNCTION,
        theory,
        simulate,
        cases=cases,
        false_alarm=false_alarm,
        detect=detect,
        sizes=sizes,
        seed=seed,
        scale=1.0,
        slack=0.0,
        max_trials=max_trials,
        executor=executor,
        store=store,
    )
    for comparison in task.comparisons:
        rates = comparison.theory[0]
        is_rate = bool(np.all((rates > 0) & (rates < 1)))
        allowed = "in (0, 1); for an event that never happens use assert_bound_holds with a small failure_rate"
        require(is_rate, FUNCTION, "theory", allowed, float(rates[np.argmax((rates <= 0) | (rates >= 1))]))

    def rounds_of(comparison, level):
        return ProportionRounds(comparison, level=level, detect=detect, max_trials=max_trials)

    return conclude(
        task.judge(rounds_of, "proportion", lambda ruling, *_: _words.plan_reason(ruling.needed, max_trials))
    )


class ProportionRounds:
    """Rounds for the proportions of one case; all have the number of trials that the theory asks for."""

    def __init__(self, comparison, *, level, detect, max_trials):
        self._trials, self._layout = comparison.trials[0], comparison.layout
        self._rates, self._level = comparison.theory[0], level
        self._planned = proportion_trials(tuple(self._rates.tolist()), detect, level / self._rates.size)
        # As with means: what is far beyond the trials allowed is not tried; a gross error still shows.
        is_hopeless = self._planned > HOPELESS * max_trials
        self._count, self.drawn = FIRST_LOOK if is_hopeless else min(self._planned, max_trials), 0

    def __call__(self, points):
        values = self._layout.flatten_trials(self._trials.take(self.drawn, self._count))[:, points]
        is_event = bool(np.all((values == 0) | (values == 1)))
        require(is_event, FUNCTION, "simulate", "an event, 0 or 1 (or a bool) in each trial", float(values.flat[0]))
        self.drawn += self._count
        counts, rates, level = values.sum(axis=0), self._rates[points], self._level / points.size
        below, above = (tail(counts, self._count, rates) for tail in (_binomial.at_most, _binomial.at_least))
        lower, upper = _binomial.clopper_pearson(counts, self._count, level)
        share = counts / self._count
        report = Report(
            theory=rates,
            mean=share,
            standard_error=np.sqrt(share * (1 - share) / self._count),
            lower=lower,
            upper=upper,
            deviation=(share - rates) / rates,
            caught=np.maximum(upper - rates, rates - lower) / rates,
            width=(upper - lower) / rates,
        )
        sides = np.where(below <= level, BELOW, np.where(above <= level, ABOVE, 0))
        is_sharp = np.full(points.size, self._count == self._planned)
        return Round(sides, is_sharp, below, above, bonferroni(points.size), self._planned, report)
