"""The mean of exp(n kl) over drawn shares of errors, against its exact constant."""

from theorysim import pac_bayes, testing

CASES = ({"n_samples": (1, 2, 3)}, {"n_samples": (5, 8)})


def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    """Compare the means with the constant."""
    return testing.assert_agrees(
        pac_bayes.kl_moment,
        pac_bayes.simulate_kl_moment,
        cases=cases,
        detect=max(detect, 0.02),
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that a constant wrong by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(
        pac_bayes.kl_moment, pac_bayes.simulate_kl_moment, cases=cases, detect=0.05, seed=seed
    )
