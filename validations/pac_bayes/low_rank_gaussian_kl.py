"""Log density ratios of points drawn from the posterior, whose mean is the divergence."""

from theorysim import pac_bayes, testing

CASES = (
    {
        "mean_difference": (1.0, 0.0, -0.5),
        "variance": (1.0, 2.0, 0.5),
        "factor": ((0.5,), (1.0,), (-0.2,)),
        "prior_variance": (2.0, 2.0, 1.0),
        "prior_factor": ((1.0, 0.1), (1.0, -0.4), (0.3, 0.2)),
    },
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare mean log density ratios with the divergence."""
    return testing.assert_agrees(
        pac_bayes.low_rank_gaussian_kl,
        pac_bayes.simulate_low_rank_gaussian_kl,
        cases=cases,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that a divergence wrong by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(
        pac_bayes.low_rank_gaussian_kl, pac_bayes.simulate_low_rank_gaussian_kl, cases=cases, detect=0.05, seed=seed
    )
