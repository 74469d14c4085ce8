"""Log density ratios of points drawn from the posterior, whose mean is the divergence."""

from theorysim import pac_bayes, testing

CASES = (
    {"mean": (0.1, -2.0, 0.0), "variance": (0.5, 0.01, 3.0), "prior_mean": 0.0, "prior_variance": (1.0, 1.0, 2.0)},
    {"mean": (1.0, 0.5), "variance": (2.0, 1.0), "prior_mean": (0.0, 1.0), "prior_variance": 1.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare mean log density ratios with the divergence."""
    return testing.assert_agrees(
        pac_bayes.diagonal_gaussian_kl,
        pac_bayes.simulate_diagonal_gaussian_kl,
        cases=cases,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that a divergence wrong by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(
        pac_bayes.diagonal_gaussian_kl, pac_bayes.simulate_diagonal_gaussian_kl, cases=cases, detect=0.05, seed=seed
    )
