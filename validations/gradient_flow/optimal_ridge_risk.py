"""The best ridge of Gaussian designs of finite size, found by a root search, against the formula.

The ridge is the same for every design; the risks are extrapolated to infinite size.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER = (24, 48, 96), 1.0
CASES = (
    {"load": 0.5, "signal_variance": 4.0, "noise_variance": 1.0},
    {"load": 1.0, "signal_variance": 2.0, "noise_variance": 1.0},
    {"load": 2.0, "signal_variance": 1.0, "noise_variance": 2.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare ridge and risks; raise where limit and designs disagree."""
    return testing.assert_agrees(
        gradient_flow.optimal_ridge_risk,
        gradient_flow.simulate_optimal_ridge_risk,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that the ridge and each risk, changed by 7.5 %, are rejected."""
    return testing.assert_each_field_rejected(
        gradient_flow.optimal_ridge_risk,
        gradient_flow.simulate_optimal_ridge_risk,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=0.05,
        seed=seed,
    )
