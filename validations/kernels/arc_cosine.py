"""Arc-cosine functions against the mean products of random threshold and ReLU units.

The mean over units is exact at any number of them; a trial holds SIZE units that see all angles of a case.
"""

from theorysim import kernels, testing
from theorysim.kernels.arc_cosine import ArcCosine

SIZE = 1000
CASES = ({"angle": (0.05, 0.5, 1.0, 1.5, 2.0, 2.5)}, {"angle": 1.2}, {"angle": 2.2})


def theory(*, angle):
    """Return both functions; the second one also by its complement, which must add up."""
    one, lacking = kernels.arc_cosine_one(angle), kernels.arc_cosine_one_complement(angle)
    return ArcCosine(kernels.arc_cosine_zero(angle), (one + 1 - lacking) / 2)


def simulate(*, angle, trials, seed):
    """Measure both with SIZE units a trial."""
    return kernels.simulate_arc_cosine(angle, size=SIZE, trials=trials, seed=seed)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare in all cases; raise where functions and units disagree."""
    settings = {"cases": cases, "detect": detect, "seed": seed, "executor": executor, "store": store}
    return testing.assert_agrees(theory, simulate, **settings)


def control(cases, *, seed=0):
    """Assert that each function, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(theory, simulate, cases=cases, detect=0.05, seed=seed)
