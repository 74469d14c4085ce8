"""Literal gradient descent with drawn designs, teachers, noise and initial weights against the limit of its risks.

End to end: every step is taken on drawn data. One unstable rate, 0.75 at load 2, is among the cases.
"""

from theorysim import gradient_flow, testing

SIZES, ORDER = (48, 96, 192), 1.0
CASES = (
    {
        "step": (0, 2, 6),
        "load": 0.5,
        "learning_rate": 0.25,
        "signal_variance": 4.0,
        "noise_variance": 1.0,
        "initial_variance": 1.0,
    },
    {"step": (1, 4, 16), "load": 2.0, "learning_rate": 0.6, "signal_variance": 1.0, "noise_variance": 1.0},
    {"step": (3, 10), "load": 1.0, "learning_rate": 0.3, "signal_variance": 1.0, "noise_variance": 1.0},
    {"step": (1, 2), "load": 2.0, "learning_rate": 0.75, "signal_variance": 1.0, "noise_variance": 1.0},
)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare both risks along the steps; raise where limit and runs disagree."""
    return testing.assert_agrees(
        gradient_flow.discrete_risk,
        gradient_flow.simulate_discrete_risk,
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
        gradient_flow.discrete_risk,
        gradient_flow.simulate_discrete_risk,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=0.05,
        seed=seed,
    )
