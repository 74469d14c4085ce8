"""Coverage of an upper bound that may fail with a stated probability, by exact binomial tests."""

from typing import NamedTuple

import numpy as np

from theorysim.errors import require
from theorysim.testing import _binomial, _points, _words
from theorysim.testing._mean import FIRST_LOOK, HOPELESS
from theorysim.testing._plan import bound_trials
from theorysim.testing._quantile import bonferroni
from theorysim.testing._report import Report, case_verdict
from theorysim.testing._rounds import ABOVE, Round, decide
from theorysim.testing._setting import conclude, setting
from theorysim.testing._theory import takes_size
from theorysim.testing._trials import for_each

FUNCTION = "testing.assert_bound_holds"
SLACK = 1e-9


def assert_bound_holds(
    bound,
    simulate,
    *,
    cases,
    failure_rate,
    caught_ratio=2.0,
    false_alarm=1e-6,
    sizes=None,
    seed,
    max_trials=100_000,
    executor=None,
    store=None,
):
    r"""Assert that an upper bound holds as often as it promises.

    .. math::

        P(\mathrm{value} > \mathrm{bound}) \le \mathrm{failure\_rate}

    Exact binomial tests; the number of trials follows from the failure rate alone. A bound that fails `caught_ratio`
    times as often as promised is caught. A bound may hold because it is loose, so the verdict says how far from
    failing it was: the factor by which it could have been multiplied before this test had rejected it.

    Parameters
    ----------
    bound : callable or None
        The upper bound. In the three ways of use:

        - The bound is known before the data: ``bound(**case[, size=])`` returns it, and `simulate` returns values.
        - The bound depends on the data: `simulate` returns a NamedTuple with the field ``value`` and any others, and
          the others are passed to the bound by name, ``bound(**case[, size=], **others)``, with the trial axis first.
          The bound then is one formula, which can be changed on the same trials.
        - `simulate` itself returns the fields ``value`` and ``bound``, and `bound` is None.
    simulate : callable
        In either form that `assert_agrees` takes. With several points in a trial the bound is uniform: a trial
        fails if any point exceeds its bound. Values may be infinite.
    cases : list of dict
        Keyword arguments, one dict for each parameter set.
    failure_rate : float or callable
        Probability in (0, 1) with which the bound may fail, or ``failure_rate(**case)`` that returns it.
    caught_ratio : float
        Multiple of the failure rate that must be caught; above 1.
    false_alarm : float
        Probability, over the whole call, that a valid bound is rejected; in (0, 0.5].
    sizes : list of numbers, optional
        System sizes, smallest first; each is a case of its own.
    seed : int
        Seed of the call, >= 0.
    max_trials, executor, store
        As in `assert_agrees`.

    Returns
    -------
    Verdict
        Its ``detect`` is caught_ratio - 1. In each case ``theory`` is the promised failure rate, ``mean`` the share of
        failures, ``upper`` its one-sided Clopper-Pearson limit, and ``bound_slack`` the factor named above.

    Raises
    ------
    Disagreement, Undecided, DomainError, TrialError
        As `assert_agrees`.

    Notes
    -----
    Failure rates of 0.1, 0.05, 0.01, 0.001 take about 290, 630, 3400, 34000 trials at caught_ratio = 2. A value
    above its bound by less than 1e-9 of it counts as rounding. For lower bounds change the sign of both.

    Examples
    --------
    Hoeffding's bound on a mean of n numbers in [0, 1], and one that is too small:

    >>> import math
    >>> from typing import NamedTuple
    >>> from theorysim import testing
    >>> class Trial(NamedTuple):
    ...     value: float
    ...     empirical_mean: float
    >>> def draw(rng, n):
    ...     return Trial(0.3, rng.binomial(n, 0.3) / n)
    >>> def hoeffding(n, empirical_mean):
    ...     return empirical_mean + math.sqrt(math.log(1 / 0.05) / (2 * n))
    >>> verdict = testing.assert_bound_holds(hoeffding, draw, cases=[{"n": 100}], failure_rate=0.05, seed=0)
    >>> verdict.outcome, 0.8 < verdict.cases[0].bound_slack < 0.9
    ('agrees', True)
    >>> def too_small(n, empirical_mean):
    ...     return empirical_mean + 0.5 * math.sqrt(math.log(1 / 0.05) / (2 * n))
    >>> verdict = testing.assert_rejects(
    ...     too_small, draw, assertion=testing.assert_bound_holds, cases=[{"n": 100}], failure_rate=0.05, seed=0
    ... )
    >>> verdict.outcome
    'disagrees'
    """
    require(caught_ratio > 1, FUNCTION, "caught_ratio", "in (1, inf)", caught_ratio)
    question = setting(
        FUNCTION,
        cases,
        sizes=sizes,
        false_alarm=false_alarm,
        detect=caught_ratio - 1,
        seed=seed,
        max_trials=max_trials,
    )
    is_sized = bool(question.sizes) and bound is not None and takes_size(bound, False)
    tasks = []
    for case, size in question.tasks:
        rate = float(failure_rate(**case) if callable(failure_rate) else failure_rate)
        require(0 < rate < 1, FUNCTION, "failure_rate", "in (0, 1)", rate)
        trials = question.trials(simulate, case, size, executor, store, is_infinite_allowed=True)
        tasks.append((trials, rate, {**case, "size": size} if is_sized else case))

    level = question.level(len(tasks))

    def judged(task):
        trials, rate, arguments = task
        rounds = BoundRounds(bound, trials, arguments, rate, caught_ratio, level.level, max_trials)
        return case_verdict(
            decide(rounds, 1, level),
            case=trials.case,
            label=trials.label,
            labels=[""],
            statistic="failure rate",
            drawn=rounds.drawn,
            slack=SLACK,
            reason=lambda ruling, *_: _words.plan_reason(ruling.needed, max_trials),
        )

    return conclude(question.verdict(for_each(judged, tasks, executor), level))


class BoundRounds:
    """Rounds for one bound; all have the number of trials that the failure rate asks for."""

    def __init__(self, bound, trials, arguments, failure_rate, caught_ratio, level, max_trials):
        self._bound, self._trials, self._arguments = bound, trials, arguments
        self._rate, self._level = failure_rate, level
        self._planned = bound_trials(failure_rate, caught_ratio, level)
        # As with means: what is far beyond the trials allowed is not tried; a gross error still shows.
        is_hopeless = self._planned > HOPELESS * max_trials
        self._count, self.drawn = FIRST_LOOK if is_hopeless else min(self._planned, max_trials), 0

    def __call__(self, points):
        pairs = values_and_bounds(self._bound, self._trials.take(self.drawn, self._count), self._arguments)
        self.drawn += self._count
        count, rate = self._count, self._rate
        failures = np.array([pairs.has_failed.sum()])
        limit = int(_binomial.upper_count(count, rate, self._level))
        _, upper = _binomial.clopper_pearson(failures, count, self._level)
        share = failures / count
        slack = None
        if pairs.ratios is not None and limit <= count:
            slack = np.array([np.sort(pairs.ratios)[count - limit]])
        report = Report(
            theory=np.array([rate]),
            mean=share,
            standard_error=np.sqrt(share * (1 - share) / count),
            lower=np.zeros(1),
            upper=upper,
            deviation=share / rate - 1,
            caught=upper / rate - 1,
            width=upper / rate,
            bound_slack=slack,
        )
        above = _binomial.at_least(failures, count, rate)
        sides, is_sharp = np.where(above <= self._level, ABOVE, 0), np.array([count == self._planned])
        return Round(sides, is_sharp, np.ones(1), above, bonferroni(1), self._planned, report)


class Pairs(NamedTuple):
    """Per trial: whether any value exceeds its bound, and the largest ratio (None where a bound is not positive)."""

    has_failed: np.ndarray
    ratios: np.ndarray | None


def values_and_bounds(bound, fields, arguments):
    """Compare the values of trials with their bounds."""
    name = "" if "" in fields else "value"
    others = {field: values for field, values in fields.items() if field != name}
    require(name in fields, FUNCTION, "simulate", "a bare value, or a NamedTuple with a field `value`", list(fields))
    values = fields[name]
    if bound is None:
        is_pair = set(others) == {"bound"}
        require(is_pair, FUNCTION, "bound", "a function, unless simulate returns the fields value and bound", bound)
        limits = others["bound"]
    else:
        limits = _points.real_array(bound(**arguments, **others), FUNCTION, "bound's value")
    is_fitting = limits.shape in ((), values.shape, values.shape[1:])
    allowed = f"a number, one for each point {values.shape[1:]}, or one for each trial and point {values.shape}"
    require(is_fitting, FUNCTION, "bound's value", allowed, limits)
    require(not np.any(np.isnan(limits)), FUNCTION, "bound's value", "a number", np.nan)

    limits = np.broadcast_to(limits, values.shape).reshape(len(values), -1)
    values = values.reshape(len(values), -1)
    has_failed = (values > limits + SLACK * np.abs(np.where(np.isinf(limits), 0.0, limits))).any(axis=1)
    if not np.all(limits > 0):
        return Pairs(has_failed, None)
    with np.errstate(invalid="ignore", over="ignore"):
        ratios = values / limits
    return Pairs(has_failed, np.where(np.isnan(ratios), 1.0, ratios).max(axis=1))
