"""Eigenvalues of finite Gaussian matrices against the Marchenko-Pastur law, extrapolated to infinite size.

A case names the ratio and one argument, and the argument says which quantities are compared: ``eigenvalue`` (ascending,
inside the bulk: the distribution function there, and the masses between neighbors by integrating the density),
``probability`` (quantiles), ``order`` (moments), ``shift`` (Stieltjes) or ``time`` (Laplace). For real Gaussian entries
the mean over the eigenvalues of one matrix differs from the law by c / n_samples.
"""

from typing import NamedTuple

import numpy as np

from theorysim import solve, spectra, testing

SIZES, ORDER = (24, 48, 96), 1.0
CASES = (
    {"ratio": 0.5, "eigenvalue": (0.5, 1.0, 1.5, 2.0)},
    {"ratio": 1.0, "eigenvalue": (0.25, 1.0, 2.0, 3.0)},
    {"ratio": 2.0, "eigenvalue": (1.0, 2.0, 3.0, 4.0)},
    {"ratio": 0.5, "probability": (0.2, 0.5, 0.8)},
    {"ratio": 1.0, "probability": (0.3, 0.5, 0.8)},
    {"ratio": 2.0, "probability": (0.6, 0.8, 0.9)},
    {"ratio": 0.5, "order": (1, 2, 3)},
    {"ratio": 1.0, "order": (1, 2, 3)},
    {"ratio": 2.0, "order": (1, 2, 3)},
    {"ratio": 0.5, "shift": (0.1, 1.0, 10.0)},
    {"ratio": 1.0, "shift": (0.1, 1.0, 10.0)},
    {"ratio": 2.0, "shift": (0.1, 1.0, 10.0)},
    {"ratio": 0.5, "time": (0.1, 1.0, 3.0)},
    {"ratio": 1.0, "time": (0.1, 1.0, 10.0)},
    {"ratio": 2.0, "time": (0.1, 1.0, 10.0)},
)
ARGUMENTS = ("eigenvalue", "probability", "order", "shift", "time")


class Distribution(NamedTuple):
    """Share of eigenvalues at or below each point, and between each point and the next."""

    cdf: np.ndarray
    mass_between: np.ndarray


def theory(*, ratio, size=None, **argument):
    """Return what the law says of a case, whatever the size."""
    law = spectra.MarchenkoPastur(ratio)
    ((name, value),) = argument.items()
    value = np.asarray(value, dtype=float)
    if name == "eigenvalue":
        nodes, weights = solve.gauss_legendre(40)
        widths = np.diff(value)[:, None]
        inside = law.density(value[:-1, None] + widths * nodes)
        return Distribution(law.cdf(value), np.sum(widths * weights * inside, axis=-1))
    return {"probability": law.quantile, "order": law.moment, "shift": law.stieltjes, "time": law.laplace}[name](value)


def simulate(*, ratio, size, trials, seed, **argument):
    """Measure the same on the eigenvalues of Gaussian matrices with `size` samples."""
    ((name, value),) = argument.items()
    value = np.asarray(value, dtype=float)
    eigenvalues = spectra.MarchenkoPastur(ratio).simulate_eigenvalues(size, trials=trials, seed=seed)
    if name == "probability":
        return np.quantile(eigenvalues, value, axis=-1, method="hazen").T
    each = eigenvalues[:, None, :]
    point = value[:, None]
    if name == "eigenvalue":
        cdf = np.mean(each <= point, axis=-1)
        return Distribution(cdf, np.diff(cdf, axis=-1))
    with np.errstate(under="ignore"):
        measured = {
            "order": lambda: each**point,
            "shift": lambda: 1 / (each + point),
            "time": lambda: np.exp(-each * point),
        }[name]()
    return np.mean(measured, axis=-1)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare each kind of case by one call; raise where law and matrices disagree."""
    settings = {"sizes": SIZES, "order": ORDER, "executor": executor, "store": store}
    return tuple(
        testing.assert_agrees(theory, simulate, cases=alike, detect=detect, seed=seed, **settings)
        for alike in _alike(cases)
    )


def control(cases, *, seed=0):
    """Assert that each quantity, changed by 7.5 %, is rejected."""
    settings = {"sizes": SIZES, "order": ORDER, "detect": 0.05}
    return tuple(
        testing.assert_each_field_rejected(theory, simulate, cases=alike, seed=seed, **settings)
        for alike in _alike(cases)
    )


def _alike(cases):
    """Return the cases sorted by the argument that they name."""
    groups = ([case for case in cases if name in case] for name in ARGUMENTS)
    return [tuple(group) for group in groups if group]
