"""Least squares on Gaussian designs of finite size against the limit of gradient flow at t = inf, away from load 1.

Below load 1 nothing is left of the training error; it is compared on the scale of a tenth of the noise.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER, SCALE = (32, 64, 128), 1.0, 0.1
CASES = (
    {"load": 0.25, "signal_variance": 3.0, "noise_variance": 1.0},
    {"load": 0.5, "signal_variance": 1.0, "noise_variance": 1.0, "initial_variance": 2.0},
    {"load": 2.0, "signal_variance": 3.0, "noise_variance": 1.0},
    {"load": 4.0, "signal_variance": 1.0, "noise_variance": 2.0, "initial_variance": 1.0},
    {"load": 0.5, "signal_variance": 1.0, "noise_variance": 0.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare both risks; raise where limit and designs disagree."""
    return testing.assert_agrees(
        gradient_flow.plateau,
        gradient_flow.simulate_plateau,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        scale=SCALE,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that each risk, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(
        gradient_flow.plateau,
        gradient_flow.simulate_plateau,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        scale=SCALE,
        detect=0.05,
        seed=seed,
    )
