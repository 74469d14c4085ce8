"""Coverage of lower risks from drawn test errors, and the case in which the promise is attained.

A test set of 40 has errors with probability `empirical_risk`, here the true risk. The lower risk at budget c fails with
probability at most exp(-40 c), and exactly that often when only errors are seen, for the risk exp(-c).
"""

import math
from typing import NamedTuple

from theorysim import pac_bayes, testing

SAMPLES = 40
CASES = (
    {"empirical_risk": 0.9, "budget": 0.075},
    {"empirical_risk": 0.45, "budget": 0.075},
    {"empirical_risk": 0.1, "budget": 0.05},
    {"empirical_risk": 0.99, "budget": 0.12},
)


class Trial(NamedTuple):
    """Minus the true risk, and the share of errors on a drawn test set."""

    value: float
    share: float


def draw(rng, empirical_risk, budget):
    """Return minus the risk and the share of errors on a test set."""
    return Trial(-empirical_risk, rng.binomial(SAMPLES, empirical_risk) / SAMPLES)


def bound(empirical_risk, budget, share):
    """Return minus the lower risk of a share of errors."""
    return -pac_bayes.kl_inverse_lower(share, budget).risk


def failure_rate(empirical_risk, budget):
    """Return the promise of Chernoff's bound."""
    return math.exp(-SAMPLES * budget)


def half(empirical_risk, budget):
    """Return the probability of only errors at the lower risk of them: the budget is attained."""
    return 0.5


def _only_errors(factor):
    risk = 1 - factor * (1 - pac_bayes.kl_inverse_lower(1.0, math.log(2) / SAMPLES).risk)

    def event(rng, empirical_risk, budget):
        return rng.binomial(SAMPLES, risk) == SAMPLES

    return event


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Assert coverage, and that the promise is attained with only errors."""
    given = {"cases": cases, "seed": seed, "executor": executor, "store": store}
    return (
        testing.assert_bound_holds(bound, draw, failure_rate=failure_rate, **given),
        testing.assert_proportion_agrees(
            half, _only_errors(1.0), detect=max(detect, 0.02), **(given | {"cases": cases[:1], "store": None})
        ),
    )


def control(cases, *, seed=0):
    """Assert that a lower risk whose gap is 10 % too small fails, and 0.4 of the budget."""

    def too_small(empirical_risk, budget, share):
        return -pac_bayes.kl_inverse_lower(share, 0.4 * budget).risk

    testing.assert_rejects(
        too_small,
        draw,
        assertion=testing.assert_bound_holds,
        cases=({"empirical_risk": 0.9, "budget": 0.075},),
        failure_rate=failure_rate,
        seed=seed,
    )
    return testing.assert_rejects(
        half, _only_errors(0.9), assertion=testing.assert_proportion_agrees, cases=cases[:1], detect=0.05, seed=seed
    )
