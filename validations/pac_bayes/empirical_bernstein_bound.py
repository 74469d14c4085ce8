"""Coverage of the empirical Bernstein bound on losses drawn from beta laws and on rare errors.

The losses have mean `empirical_risk`. Without its range term the bound fails on rare errors: a sample without errors
has variance 0.
"""

from typing import NamedTuple

import numpy as np

from theorysim import pac_bayes, testing

CASES = (
    {"empirical_risk": 0.1, "n_samples": 60, "sample_variance": 0.01, "failure_probability": 0.1},
    {"empirical_risk": 0.01, "n_samples": 100, "sample_variance": 0.01, "failure_probability": 0.1},
)


class Trial(NamedTuple):
    """The risk, and mean and variance of the losses."""

    value: float
    mean: float
    variance: float


def draw(rng, empirical_risk, n_samples, sample_variance, failure_probability):
    """Draw losses: of a beta law of concentration 3 above a risk of 0.05, else errors."""
    if empirical_risk > 0.05:
        losses = rng.beta(3 * empirical_risk, 3 * (1 - empirical_risk), n_samples)
    else:
        losses = (rng.random(n_samples) < empirical_risk).astype(float)
    return Trial(empirical_risk, losses.mean(), losses.var(ddof=1))


def failure_rate(failure_probability, **given):
    """Return the promise."""
    return failure_probability


def _found(n_samples, failure_probability, mean, variance):
    return pac_bayes.empirical_bernstein_bound(
        mean, n_samples, sample_variance=np.minimum(variance, 0.5), failure_probability=failure_probability
    )


def bound(n_samples, failure_probability, mean, variance, **given):
    """Return the bound."""
    return _found(n_samples, failure_probability, mean, variance).value


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Assert coverage."""
    return testing.assert_bound_holds(
        bound, draw, cases=cases, failure_rate=failure_rate, seed=seed, executor=executor, store=store
    )


def control(cases, *, seed=0):
    """Assert that the bound without its range term fails on rare errors."""

    def without_range(n_samples, failure_probability, mean, variance, **given):
        found = _found(n_samples, failure_probability, mean, variance)
        return found.value - found.range_term

    return testing.assert_rejects(
        without_range,
        draw,
        assertion=testing.assert_bound_holds,
        cases=CASES[1:],
        failure_rate=failure_rate,
        seed=seed,
    )
