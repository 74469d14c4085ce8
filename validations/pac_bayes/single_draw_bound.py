"""Coverage of the bound of one predictor drawn from a Gibbs posterior over 60 predictors.

Risks are spread evenly from half to three halves of `empirical_risk`; the prior is uniform, the posterior proportional
to exp(-60 empirical risk). Without the density ratio the bound fails for a posterior that picks the best of 5000 equal
predictors.
"""

from typing import NamedTuple

import numpy as np

from theorysim import pac_bayes, testing

CASES = (
    {"empirical_risk": 0.3, "n_samples": 80, "log_density_ratio": 2.0, "failure_probability": 0.1},
    {"empirical_risk": 0.05, "n_samples": 100, "log_density_ratio": 2.0, "failure_probability": 0.05},
)


class Trial(NamedTuple):
    """The risk of the drawn predictor, its empirical risk and its log density ratio."""

    value: float
    share: float
    ratio: float


def experiment(sharpness, predictors=60, spread=0.5):
    """Return a function that draws errors, a posterior and one predictor from it."""

    def draw(rng, empirical_risk, n_samples, log_density_ratio, failure_probability):
        risks = empirical_risk * np.linspace(1 - spread, 1 + spread, predictors)
        shares = rng.binomial(n_samples, risks) / n_samples
        weights = np.exp(-sharpness * (shares - shares.min()))
        weights /= weights.sum()
        chosen = rng.choice(predictors, p=weights)
        return Trial(risks[chosen], shares[chosen], np.log(predictors * weights[chosen]))

    return draw


def failure_rate(failure_probability, **given):
    """Return the promise."""
    return failure_probability


def bound(empirical_risk, n_samples, log_density_ratio, failure_probability, share, ratio):
    """Return the bound of the predictor that was drawn."""
    return pac_bayes.single_draw_bound(
        share, n_samples, log_density_ratio=ratio, failure_probability=failure_probability
    ).value


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Assert coverage."""
    return testing.assert_bound_holds(
        bound, experiment(60.0), cases=cases, failure_rate=failure_rate, seed=seed, executor=executor, store=store
    )


def control(cases, *, seed=0):
    """Assert that the bound fails without its density ratio."""

    def without_ratio(share, ratio, **given):
        return bound(share=share, ratio=0.0 * ratio, **given)

    case = {"empirical_risk": 0.3, "n_samples": 80, "log_density_ratio": 2.0, "failure_probability": 0.2}
    return testing.assert_rejects(
        without_ratio,
        experiment(2000.0, predictors=5_000, spread=0.0),
        assertion=testing.assert_bound_holds,
        cases=(case,),
        failure_rate=failure_rate,
        seed=seed,
    )
