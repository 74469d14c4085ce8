"""Log density ratios of points drawn from the posterior, whose mean is the divergence."""

from theorysim import pac_bayes, testing

CASES = (
    {"squared_distance": 2.0, "n_dimensions": 5, "variance": 0.5, "prior_variance": 1.0},
    {"squared_distance": 0.5, "n_dimensions": 20, "variance": 1.5, "prior_variance": 1.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare mean log density ratios with the divergence."""
    return testing.assert_agrees(
        pac_bayes.gaussian_kl,
        pac_bayes.simulate_gaussian_kl,
        cases=cases,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that a divergence wrong by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(
        pac_bayes.gaussian_kl, pac_bayes.simulate_gaussian_kl, cases=cases, detect=0.05, seed=seed
    )
