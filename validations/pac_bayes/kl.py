"""Log likelihood ratios of drawn losses, whose mean is the relative entropy."""

from theorysim import pac_bayes, testing

CASES = (
    {"empirical_risk": (0.1, 0.5, 0.9, 1.0), "risk": 0.4},
    {"empirical_risk": (0.0, 0.01, 0.2), "risk": 0.05},
    {"empirical_risk": 0.5, "risk": (1e-6, 0.999)},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare mean log likelihood ratios with the formula."""
    return testing.assert_agrees(
        pac_bayes.kl, pac_bayes.simulate_kl, cases=cases, detect=detect, seed=seed, executor=executor, store=store
    )


def control(cases, *, seed=0):
    """Assert that a relative entropy wrong by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(pac_bayes.kl, pac_bayes.simulate_kl, cases=cases, detect=0.05, seed=seed)
