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
    r"""Assert that a theory agrees with the mean of a simulation."""
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
