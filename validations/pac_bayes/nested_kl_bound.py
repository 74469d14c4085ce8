"""Coverage of the nested bound on Gibbs posteriors whose empirical risk is known from draws only.

As in the validation of `kl_bound`, with `n_draws` predictors drawn from the posterior, each tried on one of the
samples. Taken at its word the sampled risk is no bound: with few draws it is often far below the empirical risk.
"""

from typing import NamedTuple

import numpy as np

from theorysim import pac_bayes, testing

PREDICTORS = 60
CASES = (
    {
        "sampled_risk": 0.3,
        "n_samples": 80,
        "n_draws": 50,
        "kl_divergence": 2.0,
        "failure_probability": 0.05,
        "sampling_failure_probability": 0.05,
    },
)


class Trial(NamedTuple):
    """The risk of a posterior, its sampled risk and its divergence."""

    value: float
    sampled: float
    divergence: float


def draw(rng, sampled_risk, n_samples, n_draws, **given):
    """Draw errors, the posterior and the tries."""
    risks = sampled_risk * np.linspace(0.5, 1.5, PREDICTORS)
    shares = rng.binomial(n_samples, risks) / n_samples
    weights = np.exp(-40 * (shares - shares.min()))
    weights /= weights.sum()
    divergence = float(np.sum(weights * np.log(PREDICTORS * weights)))
    return Trial(weights @ risks, rng.binomial(n_draws, weights @ shares) / n_draws, divergence)


def failure_rate(failure_probability, sampling_failure_probability, **given):
    """Return the sum of both promises."""
    return failure_probability + sampling_failure_probability


def bound(sampled_risk, kl_divergence, sampled, divergence, **given):
    """Return the nested bound."""
    n_samples = given.pop("n_samples")
    return pac_bayes.nested_kl_bound(sampled, n_samples, kl_divergence=divergence, **given).value


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Assert coverage."""
    return testing.assert_bound_holds(
        bound, draw, cases=cases, failure_rate=failure_rate, seed=seed, executor=executor, store=store
    )


def control(cases, *, seed=0):
    """Assert that the sampled risk of three draws, taken for the empirical risk, does not bound."""

    def direct(sampled_risk, n_samples, kl_divergence, failure_probability, sampled, divergence, **given):
        return pac_bayes.kl_bound(
            sampled, n_samples, kl_divergence=divergence, failure_probability=failure_probability
        ).value

    return testing.assert_rejects(
        direct,
        draw,
        assertion=testing.assert_bound_holds,
        cases=({**CASES[0], "n_draws": 3},),
        failure_rate=failure_rate,
        seed=seed,
    )
