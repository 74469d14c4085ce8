"""Generalized cross-validation on Gaussian features against the predicted risk and effective ridge.

The kernel matrix and the targets of a case give eigenvalues and energies of levels. At a size, each level is spread
over so many modes that there are twice as many modes as samples, and `size` samples are drawn; the trace of the kernel
and the energy of the target stay the same. A trial averages over targets that differ in the signs of their
coefficients. The estimates differ from the prediction by c / size. The training error, the naive estimate of the test
risk, is rejected.
"""

import math
from typing import NamedTuple

import numpy as np

from theorysim import montecarlo, ridge, spectra, testing

SIZES, ORDER = (32, 64, 128), 1.0
MODES_PER_SAMPLE, OUTPUTS = 2, 32
MATRIX = np.diag([4.0, 4.0, 1.0, 0.5, 0.25, 0.0, 0.25, 0.25]) + 0.1
TARGETS = (2.0, -1.0, 1.0, 0.5, 0.0, 0.5, -0.5, 0.5)
CASES = tuple({"kernel_matrix": MATRIX, "targets": TARGETS, "ridge": strength} for strength in (0.0, 0.3, 3.0))


class Estimates(NamedTuple):
    """Test risk, effective ridge and effective number of parameters per sample."""

    test: float
    kappa: float
    degrees_of_freedom: float


def population(kernel_matrix, targets, size):
    """Return the spectrum of a case at a size: levels spread over modes."""
    small = spectra.Spectrum.from_kernel_matrix(kernel_matrix, targets)
    levels = small.eigenvalues.size
    spread = MODES_PER_SAMPLE * size // levels
    return spectra.Spectrum(small.eigenvalues / spread, np.full(levels, float(spread)), small.signal)


def theory(*, kernel_matrix, targets, ridge=0.0, size):
    """Return what the spectrum predicts; the target's energy at eigenvalue 0 is noise and risk alike."""
    from theorysim.ridge import risk

    predicted = risk(population(kernel_matrix, targets, size), size, ridge=ridge)
    share = 1 - ridge / (size * predicted.kappa)
    return Estimates(predicted.test, predicted.kappa * size, share)


def simulate(*, kernel_matrix, targets, ridge=0.0, size, trials, seed):
    """Estimate the same from `size` samples."""
    return _collect(_estimates, kernel_matrix, targets, ridge, size, trials, seed)


def simulate_naive(*, kernel_matrix, targets, ridge=0.0, size, trials, seed):
    """Take the training error for the test risk."""
    return _collect(_naive_estimates, kernel_matrix, targets, ridge, size, trials, seed)


def _collect(estimate, kernel_matrix, targets, strength, size, trials, seed):
    spectrum = population(kernel_matrix, targets, size)
    counts = spectrum.multiplicities.astype(int)
    is_mode = np.repeat(spectrum.eigenvalues, counts) > 0
    scale = np.sqrt(np.repeat(spectrum.eigenvalues, counts)[is_mode])
    weights = np.sqrt(np.repeat(spectrum.signal / counts, counts)[is_mode])

    def one_trial(rng):
        features = rng.standard_normal((size, scale.size))
        signs = rng.choice([-1.0, 1.0], (scale.size, OUTPUTS))
        noise = math.sqrt(spectrum.unlearnable_signal) * rng.standard_normal((size, OUTPUTS))
        targets = features @ (weights[:, None] * signs) + noise
        return estimate((features * scale**2) @ features.T, targets, strength, size)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _estimates(matrix, targets, strength, size):
    found = ridge.gcv(matrix, targets, strength)
    return Estimates(np.mean(found.test), found.kappa * size, found.degrees_of_freedom / size)


def _naive_estimates(matrix, targets, strength, size):
    residual = targets - ridge.solve(matrix, targets, strength).fitted
    return _estimates(matrix, targets, strength, size)._replace(test=np.mean(residual**2))


def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    """Compare in all cases; raise where the estimates are biased beyond c / size."""
    settings = {"sizes": SIZES, "order": ORDER, "executor": executor, "store": store}
    return testing.assert_agrees(theory, simulate, cases=cases, detect=detect, seed=seed, **settings)


def control(cases, *, seed=0):
    """Assert that each estimate, changed by 7.5 %, is rejected, and so is the training error."""
    settings = {"cases": cases, "detect": 0.05, "seed": seed, "sizes": SIZES, "order": ORDER}
    return (
        testing.assert_each_field_rejected(theory, simulate, **settings),
        testing.assert_rejects(theory, simulate_naive, **settings),
    )
