"""Kernels of wide ReLU networks against random networks, in expectation at depth 1 and in the limit of width beyond.

With one hidden layer the mean over networks is the kernel at any width; with more the gap falls as 1 / width and the
limit is tested. A trial is one network: its NNGP kernel and its tangent kernel on the points of the case.
"""

from typing import NamedTuple

import numpy as np

from theorysim import kernels, testing

WIDTH, WIDTHS, ORDER = 64, (32, 64, 128), 1.0
POINTS = ((1.0, 0.0, 0.5), (0.8, 0.7, -0.1), (-0.3, 1.1, 0.2))
OTHERS = ((0.5, -0.5, 1.0), (0.0, 0.6, 0.8))
CASES = (
    {"X": POINTS, "depth": 1},
    {"X": POINTS, "Z": OTHERS, "depth": 1, "weight_variance": 1.5, "bias_variance": 0.3},
    {"X": POINTS, "depth": 2},
    {"X": POINTS, "Z": OTHERS, "depth": 3, "weight_variance": 1.5, "bias_variance": 0.3},
)


class Kernels(NamedTuple):
    """The covariance and the tangent kernel of a network."""

    nngp: np.ndarray
    ntk: np.ndarray


def theory(*, size=None, **case):
    """Return both kernels of infinitely wide networks."""
    return Kernels(kernels.relu_nngp(**case), kernels.relu_ntk(**case))


def simulate(*, size=WIDTH, trials, seed, **case):
    """Measure both on networks of `size` hidden units a layer."""
    settings = {"size": size, "trials": trials, "seed": seed}
    return Kernels(kernels.simulate_relu_nngp(**case, **settings), kernels.simulate_relu_ntk(**case, **settings))


def simulate_shallow(*, trials, seed, **case):
    """Measure both on networks with one hidden layer of WIDTH units."""
    return simulate(**case, trials=trials, seed=seed)


def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    """Compare in all cases; raise where kernels and networks disagree."""
    settings = {"detect": detect, "seed": seed, "executor": executor, "store": store}
    return tuple(
        testing.assert_agrees(theory, measure, cases=alike, **widths, **settings)
        for alike, measure, widths in _alike(cases)
    )


def control(cases, *, seed=0):
    """Assert that each kernel, changed by 7.5 %, is rejected."""
    return tuple(
        testing.assert_each_field_rejected(theory, measure, cases=alike, detect=0.05, seed=seed, **widths)
        for alike, measure, widths in _alike(cases)
    )


def _alike(cases):
    """Return the shallow cases and the deep ones, each with its simulation and its widths."""
    shallow = tuple(case for case in cases if case.get("depth", 1) == 1)
    deep = tuple(case for case in cases if case.get("depth", 1) > 1)
    groups = (shallow, simulate_shallow, {}), (deep, simulate, {"sizes": WIDTHS, "order": ORDER})
    return [group for group in groups if group[0]]
