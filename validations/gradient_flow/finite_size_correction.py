"""The coefficient of 1 / n_features from pairs of Gaussian designs, extrapolated to infinite size.

A trial is twice the size times the difference between designs of one and of two sizes; what it misses is again c /
n_features. Corrections pass through 0 in time and are compared on the scale of 0.2.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER, SCALE = (16, 32, 64), 1.0, 0.2
CASES = (
    {"time": 0.5, "load": 4.0, "signal_variance": 4.0, "noise_variance": 1.0},
    {"time": (0.2, 0.5), "load": 2.0, "signal_variance": 4.0, "noise_variance": 1.0, "initial_variance": 1.0},
    {"time": (0.1, 0.3), "load": 1.0, "signal_variance": 2.0, "noise_variance": 3.0},
    {"time": (0.1, 0.3), "load": 0.5, "signal_variance": 2.0, "noise_variance": 1.0},
    {"time": (1.0, 2.0), "load": 4.0, "signal_variance": 1.0, "noise_variance": 2.0},
)


def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    """Compare both corrections; raise where expansion and designs disagree."""
    return testing.assert_agrees(
        gradient_flow.finite_size_correction,
        gradient_flow.simulate_finite_size_correction,
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
    """Assert that each correction, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(
        gradient_flow.finite_size_correction,
        gradient_flow.simulate_finite_size_correction,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        scale=SCALE,
        detect=0.05,
        seed=seed,
    )
