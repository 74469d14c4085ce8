"""Best stopping times of Gaussian designs of finite size against the root for the limit law.

Each trial finds where the derivative of its own test risk vanishes; teacher and noise are averaged exactly.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER = (24, 48, 96), 1.0
CASES = (
    {"load": 0.25, "signal_variance": (0.1, 1.0, 10.0), "noise_variance": 1.0},
    {"load": 1.0, "signal_variance": (0.1, 1.0, 10.0), "noise_variance": 1.0},
    {"load": 3.0, "signal_variance": (0.1, 1.0, 10.0), "noise_variance": 1.0},
    {"load": 2.0, "signal_variance": 1.0, "noise_variance": 0.5, "initial_variance": 2.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare the times; raise where limit and designs disagree."""
    return testing.assert_agrees(
        gradient_flow.optimal_stopping_time,
        gradient_flow.simulate_optimal_stopping_time,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that a time changed by 7.5 % is rejected."""
    return testing.assert_each_field_rejected(
        gradient_flow.optimal_stopping_time,
        gradient_flow.simulate_optimal_stopping_time,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=0.05,
        seed=seed,
    )
