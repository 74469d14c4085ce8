"""Least squares on small Gaussian designs against the exact mean risk: no limit is taken.

The sizes leave at least eight degrees of freedom, so that the trials have finite third moments.
"""

from theorysim import gradient_flow, testing

SCALE = 0.1
CASES = (
    {"n_samples": 40, "n_features": 20, "signal_variance": 1.0, "noise_variance": 1.0},
    {"n_samples": 20, "n_features": 12, "signal_variance": 1.0, "noise_variance": 2.0, "initial_variance": 1.0},
    {"n_samples": 20, "n_features": 44, "signal_variance": 3.0, "noise_variance": 1.0},
    {"n_samples": 8, "n_features": 20, "signal_variance": 0.5, "noise_variance": 1.0, "initial_variance": 1.0},
    {"n_samples": 20, "n_features": 1, "signal_variance": 1.0, "noise_variance": 1.0},
    {"n_samples": 1, "n_features": 20, "signal_variance": 1.0, "noise_variance": 1.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare both risks; raise where the mean and the designs disagree."""
    return testing.assert_agrees(
        gradient_flow.finite_plateau,
        gradient_flow.simulate_finite_plateau,
        cases=cases,
        scale=SCALE,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that each risk, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(
        gradient_flow.finite_plateau,
        gradient_flow.simulate_finite_plateau,
        cases=cases,
        scale=SCALE,
        detect=0.05,
        seed=seed,
    )
