"""Coverage of the exact lower risk, and its attainment: at the risk returned, so many errors have probability delta."""

import functools
import math
from typing import NamedTuple

from theorysim import pac_bayes, testing

CASES = (
    {"n_samples": 50, "errors": 4, "log_failure_probability": -0.7},
    {"n_samples": 200, "errors": 200, "log_failure_probability": -0.9},
    {"n_samples": 30, "errors": 22, "log_failure_probability": -1.2},
    {"n_samples": 10**9, "errors": 3, "log_failure_probability": -0.7},
)


class Trial(NamedTuple):
    """Minus the true risk, and the number of errors that a test set has under it."""

    value: float
    found: float


def draw(rng, n_samples, errors, log_failure_probability):
    """Return minus the risk, errors / n_samples or 1 - 1 / n_samples, and the errors of a test set."""
    risk = min(errors, n_samples - 1) / n_samples
    return Trial(-risk, rng.binomial(n_samples, risk))


def bound(n_samples, errors, log_failure_probability, found):
    """Return minus the lower risk of the errors found."""
    return -pac_bayes.binomial_tail_inverse_lower(
        n_samples, found, log_failure_probability=log_failure_probability
    ).risk


def failure_rate(n_samples, errors, log_failure_probability):
    """Return the promise."""
    return math.exp(log_failure_probability)


@functools.cache
def _risk(n_samples, errors, log_failure_probability):
    return pac_bayes.binomial_tail_inverse_lower(
        n_samples, errors, log_failure_probability=log_failure_probability
    ).risk


def _so_many(factor):
    """Return the event of at least as many errors at the lower risk, multiplied by the factor."""

    def event(rng, n_samples, errors, log_failure_probability):
        risk = factor * _risk(n_samples, errors, log_failure_probability)
        return rng.binomial(n_samples, risk) >= errors

    return event


def validate(cases=CASES, *, detect=0.03, seed=0, executor=None, store=None):
    """Assert coverage and attainment."""
    given = {"cases": cases, "seed": seed, "executor": executor}
    return (
        testing.assert_bound_holds(bound, draw, failure_rate=failure_rate, caught_ratio=1.3, **given),
        testing.assert_proportion_agrees(failure_rate, _so_many(1.0), detect=max(detect, 0.03), **given),
    )


def control(cases, *, seed=0):
    """Assert that a risk 15 % too large is not attained."""
    return testing.assert_rejects(
        failure_rate,
        _so_many(1.15),
        assertion=testing.assert_proportion_agrees,
        cases=cases[:1],
        detect=0.05,
        seed=seed,
    )
