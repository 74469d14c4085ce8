"""Does a closed form agree with the mean of a simulation?"""

from typing import NamedTuple

import numpy as np

from theorysim.errors import require
from theorysim.testing import _points, _theory, _words
from theorysim.testing._finite_size import FitRounds
from theorysim.testing._mean import FIRST_LOOK, MeanRounds
from theorysim.testing._rounds import decide
from theorysim.testing._setting import conclude, setting
from theorysim.testing._verdict import CaseVerdict

SLACK = 1e-9


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
    return conclude(task.judge(), "" if task.orders else _words.asymptotic_advice())


class Comparison(NamedTuple):
    """One case, ready to be judged: trials, theory and scale have the sizes of a fit first."""

    case: dict
    label: str
    trials: tuple
    layout: _points.Layout
    theory: np.ndarray
    scale: np.ndarray


class MeanTask(NamedTuple):
    """All cases of a call, ready to be judged, once or with a changed theory on the same trials."""

    setting: object
    orders: tuple
    slack: float
    comparisons: tuple

    def judge(self):
        """Judge every case."""
        level = self.setting.level(len(self.comparisons))
        return self.setting.verdict([self._judge(comparison, level) for comparison in self.comparisons], level)

    def _judge(self, comparison, level):
        detect, limit = self.setting.detect, self.setting.max_trials
        shared = {"level": level.level, "detect": detect, "slack": self.slack, "max_trials": limit}
        if self.orders:
            rounds = FitRounds(
                comparison.trials,
                comparison.layout,
                comparison.theory,
                comparison.scale,
                sizes=self.setting.sizes,
                orders=self.orders,
                **shared,
            )
        else:
            rounds = MeanRounds(
                comparison.trials[0], comparison.layout, comparison.theory[0], comparison.scale[0], **shared
            )
        ruling = decide(rounds, comparison.theory.shape[1], level)
        return describe(comparison, ruling, rounds.drawn, self.slack, limit)


def prepare(function, theory, simulate, *, sizes, order, scale, slack, executor, store, **asked):
    """Check a call, evaluate its theory and learn the compared fields."""
    orders = () if order is None else tuple(np.ravel(order).tolist())
    require(
        all(np.isfinite(value) and value > 0 for value in orders) and list(orders) == sorted(set(orders)),
        function,
        "order",
        "a positive number, or several, smallest first",
        order,
    )
    if orders:
        enough = sizes is not None and len(sizes) >= len(orders) + 2
        require(enough, function, "sizes", f"at least {len(orders) + 2} sizes for {len(orders)} orders", sizes)
    question = setting(function, sizes=sizes, n_nulls=3 if orders else 2, **asked)
    slack = (question.detect / 10 if orders else SLACK) if slack is None else slack
    require(0 <= slack < question.detect, function, "slack", "in [0, detect)", slack)

    passes_size = bool(question.sizes) and _theory.takes_size(theory, bool(orders))
    groups = [[(case, size) for size in question.sizes] for case in question.cases] if orders else question.tasks
    groups = groups if orders else [[task] for task in groups]
    evaluated = [
        [_theory.theory_fields(theory, case, size if passes_size else None, function) for case, size in group]
        for group in groups
    ]
    if "" in evaluated[0][0]:
        _check(groups, evaluated, [""], function, scale)
    trials = [tuple(question.trials(simulate, case, size, executor, store) for case, size in group) for group in groups]
    first_look = min(FIRST_LOOK, question.max_trials)
    simulated = trials[0][0].take(0, first_look)
    names = _points.layout(evaluated[0][0], simulated, function).names
    _check(groups, evaluated, names, function, scale)

    comparisons = []
    for group, fields, drawn in zip(groups, evaluated, trials):
        layouts = [_points.layout(f, t.take(0, first_look), function) for f, t in zip(fields, drawn)]
        require(all(found == layouts[0] for found in layouts), function, "theory", "of one shape at all sizes", layouts)
        flat = np.stack([layouts[0].flatten(f) for f in fields])
        size = np.stack([_points.scales(row, layouts[0], scale, function) for row in flat])
        label = _words.case_label(group[0][0], None if orders else group[0][1])
        comparisons.append(Comparison(group[0][0], label, drawn, layouts[0], flat, size))
    return MeanTask(question, orders, float(slack), tuple(comparisons))


def _check(groups, evaluated, names, function, scale):
    """Refuse theories that are not finite, or zero without a scale, before more trials are drawn."""
    for group, fields in zip(groups, evaluated):
        for (case, _), values in zip(group, fields):
            known = [name for name in names if name in values]
            _theory.require_finite(values, known, case, function)
            found = _points.Layout(tuple(known), tuple(values[name].shape for name in known))
            _points.scales(found.flatten(values), found, scale, function)


def describe(comparison, ruling, drawn, slack, max_trials):
    """Return the `CaseVerdict` of a ruling about means."""
    found = [(point, *place) for point, place in sorted(ruling.last.items())]
    lower = np.array([r.report.lower[at] for _, r, at in found])
    upper = np.array([r.report.upper[at] for _, r, at in found])
    blurred = np.array([not r.is_sharp[at] and r.sides[at] == 0 for _, r, at in found])
    width = np.where(blurred, upper - lower, -1.0)
    worst = int(np.argmax(width) if ruling.cause == "budget" and blurred.any() else np.argmin(ruling.tails))
    _, round_, at = found[worst]
    report = round_.report
    theory, scale = float(comparison.theory[-1, worst]), float(comparison.scale[-1, worst])
    fit = None if report.fit is None else report.fit(at)
    needed = ruling.needed if ruling.cause == "budget" else None
    return CaseVerdict(
        case=comparison.case,
        label=comparison.label,
        outcome=ruling.outcome,
        reason=_reason(ruling, report, at, fit, max_trials),
        point=comparison.layout.labels[worst],
        points=len(found),
        theory=theory,
        mean=theory + float(report.shift[at]) * scale,
        standard_error=float(report.standard_error[at]) * scale,
        lower=theory + float(lower[worst]) * scale,
        upper=theory + float(upper[worst]) * scale,
        deviation=float(report.shift[at]),
        z=float(report.z[at]),
        p_value=ruling.p_value,
        caught=float(np.maximum(upper, -lower).max()),
        trials=drawn,
        rounds_run=ruling.rounds_run,
        skewness=float(report.skewness[at]),
        largest_share=float(report.largest_share[at]),
        slack=slack,
        trials_needed=needed,
        fit=fit,
    )


def _reason(ruling, report, at, fit, max_trials):
    if ruling.outcome != "undecided":
        return ""
    if ruling.cause == "order":
        return _words.ORDER_REASON
    if ruling.cause == "rounds":
        return _words.rounds_reason(ruling.rounds_run)
    if fit is not None:
        return _words.fit_budget_reason(ruling.needed, max_trials, fit.variance_inflation)
    is_skewed = not np.isfinite(report.upper[at] - report.lower[at])
    return _words.budget_reason(
        ruling.needed, max_trials, float(report.largest_share[at]), float(report.share_limit[at]), is_skewed
    )
