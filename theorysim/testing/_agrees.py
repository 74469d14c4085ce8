"""Agreement of a closed form with the mean of a simulation."""

import math

from theorysim.testing import _words
from theorysim.testing._finite_size import FitRounds
from theorysim.testing._mean import MeanRounds
from theorysim.testing._setting import conclude
from theorysim.testing._task import prepare


def assert_agrees(
    theory,
    simulate,
    *,
    cases,
    false_alarm=1e-6,
    detect=0.05,
    sizes=None,
    order=None,
    seed,
    scale=None,
    slack=None,
    max_trials=100_000,
    executor=None,
    store=None,
):
    r"""Assert that a theory agrees with the mean of a simulation.

    .. math::

        |E[\mathrm{simulate}] - \mathrm{theory}| < \mathrm{detect} \cdot |\mathrm{theory}|

    The caller states how often a right theory may be rejected and the smallest relative error that must be caught;
    the number of trials follows from the spread of the trials. A pass says that every larger error was excluded by the
    same data, a failure was found in several independent rounds in a row, and a budget that cannot decide raises.

    Parameters
    ----------
    theory : callable
        ``theory(**case)`` returns a number, an array of points, or a NamedTuple of them. It is called with ``size=``
        as well when `sizes` are given and it has that parameter; a limit law needs none.
    simulate : callable
        Either the library form, ``simulate(**case[, size=], trials, seed)`` with trials a range of trial indices,
        which returns the same structure with the trial axis first; or any ``f(rng, **case[, size=])`` that returns one
        draw. They are told apart by the parameter ``trials``. The fields that both return are compared; fields that
        only one of them has are not.
    cases : list of dict
        Keyword arguments, one dict for each parameter set.
    false_alarm : float
        Probability, over the whole call, that a right theory is rejected; in (0, 0.5].
    detect : float
        Relative error that must be caught; positive.
    sizes : list of numbers, optional
        System sizes, smallest first. Without `order` the theory is taken to be exact at each size.
    order : float or tuple of float, optional
        The theory is a limit law and its relative gap falls as size**-order (or as a sum of such terms). The gap is
        fitted and the limit is tested; at least two sizes more than orders are needed, the largest 4 times the
        smallest or more.
    seed : int
        Seed of the call, >= 0. The same seed gives the same verdict on any executor.
    scale : number, array or mapping, optional
        Size that relative errors refer to where it exceeds \|theory\|: one number, an array like the theory, or
        numbers by field name. Needed where the theory is 0.
    slack : float, optional
        Relative difference that counts as none: 1e-9 by default, and detect / 10 with an order, for the terms of the
        gap beyond those that are fitted.
    max_trials : int
        Largest number of trials of one round, case and size; at least 50.
    executor : concurrent.futures.Executor, optional
        Where trials are drawn, e.g. ``montecarlo.processes()``.
    store : path, optional
        Directory that keeps the trials, in a folder of its own for each case and size; a later call resumes from it.

    Returns
    -------
    Verdict
        When theory and simulation agree in every case.

    Raises
    ------
    Disagreement
        When they do not in at least one case; it carries the verdict.
    Undecided
        When the trials allowed cannot decide; it says what it would take.
    DomainError
        For arguments outside their range, results that do not fit together, and theories that are 0 (without `scale`)
        or not finite.
    TrialError
        For a trial that raises or is not finite; names trial and seed.

    Notes
    -----
    Each round adds trials until the width of its interval is at most detect \|theory\|, whatever the theory says;
    the interval is Student's, widened for skewness, simultaneous over the points of a trial. A round that excludes
    the theory is repeated on fresh trials, and K such rounds in a row reject: false_alarm = 2 b^K per case, b the
    one-sided error of a round. Needed are about 9300 (sd / theory)^2 (0.05 / detect)^2 trials, at least 50: the
    cheapest lever is a trial with less spread (average noise and labels in closed form).

    The promise holds for trials with a finite third moment. For heavier tails compare quantiles
    (`assert_quantile_agrees`); no test of a mean sees an event that is rarer than one in n trials.
    A theory that is wrong by `detect` is missed with probability below 3 %, by 1.25 `detect` below 0.1 %. A gross error
    is rejected even where the trials allowed cannot reach the width: it needs no precision, only that no single trial
    carries the variance and that the correction for skewness is small.

    Examples
    --------
    The mean largest of n uniform numbers is n / (n + 1):

    >>> from theorysim import testing
    >>> def largest(rng, n):
    ...     return rng.random(n).max()
    >>> verdict = testing.assert_agrees(lambda n: n / (n + 1), largest, cases=[{"n": 4}, {"n": 9}], seed=0)
    >>> verdict.outcome, verdict.caught < 0.05
    ('agrees', True)

    A theory that forgets the 1 is told so:

    >>> try:
    ...     testing.assert_agrees(lambda n: 1.0, largest, cases=[{"n": 4}, {"n": 9}], seed=0)
    ... except testing.Disagreement as disagreement:
    ...     print(disagreement)
    disagrees: 2 cases, false alarm 1e-06 (3 rounds of level 0.0063), detect 5 %, p 1.4e-198; 2088 trials, seed 0
    disagrees  n=4   theory 1  simulation 0.7862 +- 0.0087  (-21 %, z -25, p 1e-198)  3 rounds, 1038 trials
    disagrees  n=9   theory 1  simulation 0.8951 +- 0.0051  (-10 %, z -20, p 5e-175)  3 rounds, 1050 trials
    If the theory is asymptotic, its finite-size gap is the first suspect: give sizes=(...) and order=..., so that the
    gap is fitted and the limit is tested.
    """
    task = prepare(
        "testing.assert_agrees",
        theory,
        simulate,
        cases=cases,
        false_alarm=false_alarm,
        detect=detect,
        sizes=sizes,
        order=order,
        seed=seed,
        scale=scale,
        slack=slack,
        max_trials=max_trials,
        executor=executor,
        store=store,
    )
    return conclude(judge_means(task), "" if task.orders else _words.ASYMPTOTIC_ADVICE)


def judge_means(task):
    """Judge the cases of a task by their means, extrapolated in size where orders are given."""
    setting = task.setting
    shared = {"detect": setting.detect, "slack": task.slack, "max_trials": setting.max_trials}

    def rounds_of(comparison, level):
        trials, layout, theory, scale = comparison.trials, comparison.layout, comparison.theory, comparison.scale
        if task.orders:
            sizes = {"sizes": setting.sizes, "orders": task.orders}
            return FitRounds(trials, layout, theory, scale, level=level, **sizes, **shared)
        return MeanRounds(trials[0], layout, theory[0], scale[0], level=level, **shared)

    def reason(ruling, numbers, fit):
        if ruling.cause == "order":
            return _words.ORDER_REASON
        if ruling.cause == "rounds":
            return _words.rounds_reason(ruling.rounds_run)
        share = numbers["largest_share"] if numbers["largest_share"] > numbers["share_limit"] else None
        is_skewed = not math.isfinite(numbers["upper"] - numbers["lower"])
        inflation = None if fit is None else fit.variance_inflation
        return _words.budget_reason(ruling.needed, setting.max_trials, share, is_skewed, inflation)

    return task.judge(rounds_of, "limit of the mean" if task.orders else "mean", reason)
