"""Coverage of the PAC-Bayes bounds that hold for all posteriors, on Gibbs posteriors of 60 predictors.

The predictors err independently, with risks spread evenly from half to three halves of `empirical_risk`; the prior is
uniform, the posterior proportional to exp(-40 empirical risk), with the divergence that it then has (that of a case
only says where the formula is evaluated). A case that names a trade-off, a temperature or a grid tests the bound that
takes it. The controls: without its divergence the bound fails for a posterior that picks the best of 5000 equal
predictors, and the equalities that the bounds rest on, E exp(n kl) = xi(n) and E exp(-C n q) = (1 - L (1 - exp(-C)))^n,
reject constants that are off by 7.5 %.
"""

from typing import NamedTuple

import numpy as np

from theorysim import pac_bayes, testing

CASES = (
    {"empirical_risk": 0.3, "n_samples": 80, "kl_divergence": 2.0, "failure_probability": 0.05},
    {"empirical_risk": 0.02, "n_samples": 200, "kl_divergence": 2.0, "failure_probability": 0.1},
    {"empirical_risk": 0.3, "n_samples": 80, "kl_divergence": 2.0, "failure_probability": 0.05, "trade_off": 0.7},
    {
        "empirical_risk": 0.1,
        "n_samples": 80,
        "kl_divergence": 2.0,
        "failure_probability": 0.1,
        "inverse_temperature": 0.7,
    },
    {"empirical_risk": 0.1, "n_samples": 80, "kl_divergence": 2.0, "failure_probability": 0.1, "grid_ratio": 1.1},
)
OF_ALL = (pac_bayes.kl_bound, pac_bayes.pinsker_bound, pac_bayes.quadratic_bound, pac_bayes.mcallester_bound)
BY_ARGUMENT = {
    "trade_off": pac_bayes.thiemann_bound,
    "inverse_temperature": pac_bayes.catoni_bound,
    "grid_ratio": pac_bayes.catoni_grid_bound,
}


class Trial(NamedTuple):
    """The risk of a posterior, its empirical risk and its divergence from the prior."""

    value: float
    gibbs_risk: float
    divergence: float


def experiment(sharpness, predictors=60, spread=0.5):
    """Return a function that draws the errors of all predictors and weighs them."""

    def draw(rng, empirical_risk, n_samples, kl_divergence, failure_probability, **given):
        risks = empirical_risk * np.linspace(1 - spread, 1 + spread, predictors)
        shares = rng.binomial(n_samples, risks) / n_samples
        weights = np.exp(-sharpness * (shares - shares.min()))
        weights /= weights.sum()
        divergence = float(np.sum(weights * np.log(np.maximum(predictors * weights, 1e-300))))
        return Trial(weights @ risks, weights @ shares, max(divergence, 0.0))

    return draw


def failure_rate(failure_probability, **given):
    """Return the promise."""
    return failure_probability


def _bound(function, uses_divergence=True):
    def bound(empirical_risk, n_samples, kl_divergence, failure_probability, gibbs_risk, divergence, **given):
        found = function(
            np.minimum(gibbs_risk, 1.0),
            n_samples,
            kl_divergence=divergence if uses_divergence else 0.0 * divergence,
            failure_probability=failure_probability,
            **given,
        )
        return found.value

    return bound


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Assert coverage of each bound that a case has the arguments for."""
    given = {"failure_rate": failure_rate, "seed": seed, "executor": executor}
    verdicts = []
    for case in cases:
        functions = [function for name, function in BY_ARGUMENT.items() if name in case] or OF_ALL
        for function in functions:
            draw = experiment(40.0)
            verdicts.append(testing.assert_bound_holds(_bound(function), draw, cases=(case,), **given))
    return tuple(verdicts)


class Powers(NamedTuple):
    """Means of exp(-C n q) for two inverse temperatures."""

    hot: float
    cold: float


def _powers(rng, n_samples, risk):
    errors = rng.binomial(n_samples, risk)
    return Powers(np.exp(-0.1 * errors), np.exp(-0.5 * errors))


def _exact_powers(n_samples, risk):
    return Powers(*((1 + risk * np.expm1(-c)) ** n_samples for c in (0.1, 0.5)))


def control(cases, *, seed=0):
    """Assert that the bound needs its divergence, and that the equalities behind the bounds are sharp."""
    case = {"empirical_risk": 0.3, "n_samples": 80, "kl_divergence": 2.0, "failure_probability": 0.2}
    testing.assert_rejects(
        _bound(pac_bayes.kl_bound, uses_divergence=False),
        experiment(2000.0, predictors=5_000, spread=0.0),
        assertion=testing.assert_bound_holds,
        cases=(case,),
        failure_rate=failure_rate,
        seed=seed,
    )
    powers = ({"n_samples": 10, "risk": 0.3},)
    testing.assert_agrees(_exact_powers, _powers, cases=powers, detect=0.05, seed=seed)
    testing.assert_each_field_rejected(_exact_powers, _powers, cases=powers, detect=0.05, seed=seed)
    return testing.assert_each_field_rejected(
        pac_bayes.kl_moment, pac_bayes.simulate_kl_moment, cases=({"n_samples": 4},), detect=0.05, seed=seed
    )
