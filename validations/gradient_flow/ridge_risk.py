"""Ridge regression on Gaussian designs of finite size against its limit, extrapolated to infinite size.

Teacher and noise are averaged exactly in each trial; at load 1 the ridge keeps the mean from being carried by rare
designs.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER = (24, 48, 96), 1.0
CASES = (
    {"load": 0.5, "ridge_per_sample": (0.3, 1.0, 3.0), "signal_variance": 4.0, "noise_variance": 1.0},
    {"load": 1.0, "ridge_per_sample": (0.1, 0.3, 3.0), "signal_variance": 1.0, "noise_variance": 1.0},
    {"load": 2.0, "ridge_per_sample": (0.01, 0.3, 3.0), "signal_variance": 1.0, "noise_variance": 2.0},
    {"load": 0.5, "ridge_per_sample": 0.5, "signal_variance": 1.0, "noise_variance": 0.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare both risks; raise where limit and designs disagree."""
    return testing.assert_agrees(
        gradient_flow.ridge_risk,
        gradient_flow.simulate_ridge_risk,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that each risk, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(
        gradient_flow.ridge_risk,
        gradient_flow.simulate_ridge_risk,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=0.05,
        seed=seed,
    )
