"""Gradient flow on Gaussian designs of finite size against its limit, extrapolated to infinite size.

Teacher, initial weights and noise are averaged exactly in each trial, so that only the eigenvalues fluctuate; the mean
over designs differs from the limit by c / n_features. Late times stay away from load 1, where rare small eigenvalues
carry the average.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER = (32, 64, 128), 1.0
CASES = (
    {"time": (0.1, 0.5, 1.5), "load": 0.5, "signal_variance": 4.0, "noise_variance": 1.0},
    {"time": (0.1, 1.0, 3.0, 10.0), "load": 1.0, "signal_variance": 4.0, "noise_variance": 1.0},
    {"time": (0.1, 1.0, 3.0, 10.0), "load": 2.0, "signal_variance": 4.0, "noise_variance": 1.0},
    {"time": (30.0, 1e4, float("inf")), "load": 4.0, "signal_variance": 1.0, "noise_variance": 2.0},
    {"time": (0.1, 0.3, 0.6), "load": 0.25, "signal_variance": 1.0, "noise_variance": 0.2, "initial_variance": 3.0},
    {"time": (0.2, 1.0, 5.0), "load": 1.5, "signal_variance": 1.0, "noise_variance": 0.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare both risks at all times; raise where limit and designs disagree."""
    return testing.assert_agrees(
        gradient_flow.risk,
        gradient_flow.simulate_risk,
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
        gradient_flow.risk,
        gradient_flow.simulate_risk,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=0.05,
        seed=seed,
    )
