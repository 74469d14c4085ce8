"""Gaussian and Laplace kernels against the mean cosine of random frequencies, exact at any number of them."""

from typing import NamedTuple

import numpy as np

from theorysim import kernels, testing

SIZE = 200
POINTS = ((0.0, 0.0), (0.5, 0.3), (1.0, -0.4))
CASES = ({"X": POINTS, "length_scale": 1.0}, {"X": POINTS, "Z": ((0.2, 0.9),), "length_scale": 0.8})


class Kernels(NamedTuple):
    """Both kernels on the same points."""

    gaussian: np.ndarray
    laplace: np.ndarray


def theory(**case):
    """Return both kernels."""
    return Kernels(kernels.gaussian(**case), kernels.laplace(**case))


def simulate(*, trials, seed, **case):
    """Measure both with SIZE frequencies a trial."""
    settings = {"size": SIZE, "trials": trials, "seed": seed}
    return Kernels(kernels.simulate_gaussian(**case, **settings), kernels.simulate_laplace(**case, **settings))


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare in all cases; raise where kernels and frequencies disagree."""
    settings = {"cases": cases, "detect": detect, "seed": seed, "executor": executor, "store": store}
    return testing.assert_agrees(theory, simulate, **settings)


def control(cases, *, seed=0):
    """Assert that each kernel, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(theory, simulate, cases=cases, detect=0.05, seed=seed)
