"""Coverage of the unexpected Bernstein bound on Gibbs posteriors, and the equality behind it.

As in the validation of `kl_bound`, with losses 0 or b. For these E exp(-eta X - eta c X^2) = 1 - eta E X exactly, which
rejects a coefficient that is off.
"""

import functools
from typing import NamedTuple

import numpy as np

from theorysim import pac_bayes, testing

PREDICTORS = 60
CASES = (
    {
        "empirical_risk": 0.1,
        "n_samples": 100,
        "second_moment": 0.1,
        "kl_divergence": 2.0,
        "failure_probability": 0.1,
        "rate": (0.5, 0.25, 0.125),
        "n_rates": 3,
        "loss_bound": 1.0,
    },
)


class Trial(NamedTuple):
    """The risk of a posterior; empirical mean and second moment of its losses; its divergence."""

    value: float
    mean: float
    square: float
    divergence: float


def draw(rng, empirical_risk, n_samples, loss_bound, **given):
    """Draw errors that cost b each, and the posterior."""
    rates = empirical_risk / loss_bound * np.linspace(0.5, 1.5, PREDICTORS)
    shares = rng.binomial(n_samples, rates) / n_samples
    weights = np.exp(-40 * (shares - shares.min()))
    weights /= weights.sum()
    divergence = float(np.sum(weights * np.log(PREDICTORS * weights)))
    share = weights @ shares
    return Trial(loss_bound * (weights @ rates), loss_bound * share, loss_bound**2 * share, divergence)


def failure_rate(failure_probability, **given):
    """Return the promise."""
    return failure_probability


def bound(empirical_risk, second_moment, kl_divergence, rate, mean, square, divergence, **given):
    """Return the least of the bounds at the rates of the grid."""
    n_samples = given.pop("n_samples")
    found = pac_bayes.unexpected_bernstein_bound(
        mean[:, None],
        n_samples,
        second_moment=square[:, None],
        kl_divergence=divergence[:, None],
        rate=np.array(rate),
        **given,
    )
    return found.value.min(axis=1)


class Means(NamedTuple):
    """Means of the exponential at a small and at a large rate."""

    small: float
    large: float


def _exponentials(rng, risk):
    errors = rng.random(200) < risk
    return Means(*(np.mean(np.exp(-rate * (1 + _coefficient(rate)) * errors)) for rate in (0.2, 0.8)))


@functools.cache
def _coefficient(rate):
    found = pac_bayes.unexpected_bernstein_bound(
        0.0, 1, second_moment=1.0, kl_divergence=0.0, failure_probability=0.5, rate=rate, n_rates=1, loss_bound=1.0
    )
    return found.moment_term


def _exact(risk):
    return Means(1 - 0.2 * risk, 1 - 0.8 * risk)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Assert coverage, and the equality of means for losses 0 or 1."""
    return (
        testing.assert_bound_holds(
            bound, draw, cases=cases, failure_rate=failure_rate, seed=seed, executor=executor, store=store
        ),
        testing.assert_agrees(_exact, _exponentials, cases=({"risk": 0.7},), detect=detect, seed=seed),
    )


def control(cases, *, seed=0):
    """Assert that either mean wrong by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(_exact, _exponentials, cases=({"risk": 0.7},), detect=0.05, seed=seed)
