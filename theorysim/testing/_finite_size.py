"""One round for a limit law: the means at several sizes, extrapolated, with trials shared between the sizes.

The relative gap between simulation and theory is fitted by ``a + c (size / smallest size)**-order`` and a = 0 is
tested. A round whose residuals or whose truncation estimate contradict the stated order is not accepted.
"""

from functools import partial

import numpy as np

from theorysim.testing import _fit, _interval
from theorysim.testing._mean import FIRST_LOOK, HOPELESS, judged, mean_report
from theorysim.testing._rounds import Round
from theorysim.testing._simultaneous import family
from theorysim.testing._verdict import Fit

_ROUNDING = 1e-9


class FitRounds:
    """Rounds for the extrapolated means of one case; ``trials``, ``theory`` and ``scale`` have the sizes first."""

    def __init__(self, trials, layout, theory, scale, *, sizes, orders, level, detect, slack, max_trials):
        self._trials, self._layout = trials, layout
        self._theory, self._scale = theory / scale, scale
        self._sizes, self._orders = sizes, orders
        self._level, self._detect, self._slack = level, detect, slack
        self._max_trials = max_trials
        self._counts = np.full(len(sizes), min(FIRST_LOOK, max_trials))
        self._drawn = np.zeros(len(sizes), dtype=int)

    @property
    def drawn(self):
        """Trials drawn so far at all sizes."""
        return int(self._drawn.sum())

    def __call__(self, points):
        while True:
            samples = [
                _interval.moments(self._layout.flatten_trials(trials.take(int(first), int(count)))[:, points] / scale)
                for trials, first, count, scale in zip(self._trials, self._drawn, self._counts, self._scale[:, points])
            ]
            found, wanted = self._look(samples, points)
            following = np.minimum(np.minimum(wanted, 8 * self._counts), self._max_trials)
            is_hopeless = bool(wanted.max() > HOPELESS * self._max_trials)
            if np.all(found.is_sharp) or is_hopeless or np.array_equal(following, self._counts):
                break
            self._counts = following
        self._drawn = self._drawn + self._counts
        is_sharp = bool(np.all(found.is_sharp))
        # Without precision the order cannot be judged: the budget is to blame, and no side counts.
        sides = np.where(found.is_misfit and not is_sharp, 0, found.sides)
        return found._replace(sides=sides, needed=int(wanted.max()), is_misfit=found.is_misfit and is_sharp)

    def _look(self, samples, points):
        counts = self._counts[:, None]
        gaps = np.stack([sample.mean for sample in samples]) - self._theory[:, points]
        variances = np.maximum(np.stack([sample.variance for sample in samples]) / counts, _ROUNDING**2)
        columns = _fit.regressors(self._sizes, self._orders)
        fit = _fit.regress(gaps, variances, columns)
        error = fit.errors[0]
        freedom = _fit.satterthwaite(fit.weights, variances, self._counts)
        cumulants = np.stack([sample.third_cumulant for sample in samples])
        term = _fit.intercept_skewness(fit.weights, cumulants, self._counts, error)
        share = self._largest_share(samples, fit.weights, error)

        together = self._family(samples, fit.weights)
        critical = _interval.student_critical(together.point_tail(self._level), freedom)
        lower, upper = _interval.interval(fit.coefficients[0], error, term, critical)
        target = self._detect - self._slack
        holds = _interval.guards_hold(term, share, critical, freedom)
        is_sharp = holds & (upper - lower <= target)
        sides, below, above = judged(fit.coefficients[0], error, term, freedom, lower, upper, self._slack)
        need = _interval.growth(error, upper - lower, target, critical)
        need = np.maximum(need, _interval.guard_growth(term, share, critical, freedom))
        scale, theory = self._scale[-1, points], self._theory[-1, points]
        report = mean_report(theory * scale, scale, fit.coefficients[0], error, lower, upper)._replace(
            skewness=term * np.sqrt(freedom + 1) / _interval.SKEWNESS_FACTOR,
            largest_share=share,
            share_limit=_interval.share_limit(freedom),
            fit=partial(describe, gaps, variances, self._sizes, self._orders, self._counts),
        )
        lack = _fit.lack_of_fit(fit, self._counts).min() * points.size
        is_misfit = bool(lack < self._level or _fit.truncation(fit, columns).max() > self._detect / 4)
        found = Round(np.where(holds, sides, 0), is_sharp, below, above, together.tail, 0, report, is_misfit=is_misfit)
        return found, self._wanted(variances, need, error)

    def _wanted(self, variances, need, error):
        worst = int(np.argmax(need))
        if need[worst] <= 0:
            return self._counts
        spreads = np.sqrt(variances[:, worst] * self._counts)
        variance = float(error[worst] ** 2 / (1.1 * need[worst]))
        return _fit.allocate(self._counts, spreads, self._sizes, self._orders, variance)

    def _family(self, samples, weights):
        zipped = zip(weights, self._counts, samples)
        return family([(weight / count) * sample.centered for weight, count, sample in zipped])

    def _largest_share(self, samples, weights, error):
        largest = [
            sample.largest_share * sample.variance * (count - 1) * weight**2 / count**2
            for sample, count, weight in zip(samples, self._counts, weights)
        ]
        return np.max(largest, axis=0) / error**2


def describe(gaps, variances, sizes, orders, counts, position):
    """Return the `Fit` of one point of a round."""
    gaps, variances = gaps[:, [position]], variances[:, [position]]
    columns = _fit.regressors(sizes, orders)
    fit = _fit.regress(gaps, variances, columns)
    is_resolved = abs(fit.coefficients[1, 0]) > 3 * fit.errors[1, 0]
    order, order_error = (
        (float(value[0]) for value in _fit.fitted_order(gaps, variances, sizes, orders))
        if is_resolved
        else (None, None)
    )
    half, double = (
        float(_fit.regress(gaps, variances, _fit.regressors(sizes, [f * o for o in orders])).coefficients[0, 0])
        for f in (0.5, 2.0)
    )
    return Fit(
        sizes=tuple(sizes),
        order=tuple(orders),
        intercept=float(fit.coefficients[0, 0]),
        standard_error=float(fit.errors[0, 0]),
        gap_at_largest=float(columns[-1, 1:] @ fit.coefficients[1:, 0]),
        variance_inflation=float(_fit.variance_inflation(fit, variances)[0]),
        lack_of_fit_p=float(_fit.lack_of_fit(fit, counts)[0]),
        truncation=float(_fit.truncation(fit, columns)[0]),
        fitted_order=order,
        fitted_order_se=order_error,
        intercept_half_order=half,
        intercept_double_order=double,
    )
