"""Kernel ridge regression on Gaussian features, the simulation behind `ridge.simulate_risk`.

The kernel is sum_i lambda_i phi_i(x) phi_i(z) with independent standard normal phi_i(x); the target is sum_i v_i phi_i,
E v_i^2 = signal of the mode. Fits are written as F: predicted v = F y for the targets y at the training points.
"""

from typing import NamedTuple

import numpy as np

from theorysim import arrays
from theorysim.errors import require
from theorysim.spectra import Spectrum

_MOST_MODES = 20_000


class Modes(NamedTuple):
    """Eigenvalue and target energy of each mode, and the energy of the target at eigenvalue 0."""

    eigenvalues: np.ndarray
    signal: np.ndarray
    unlearnable: float


def modes(function, spectrum):
    """List the modes of a spectrum one by one, or say why they cannot be drawn."""
    require(isinstance(spectrum, Spectrum), function, "spectrum", "a spectra.Spectrum", spectrum)
    eigenvalues, multiplicities, signal = (
        arrays.to_host(values) for values in (spectrum.eigenvalues, spectrum.multiplicities, spectrum.signal)
    )
    is_mode = eigenvalues > 0
    counts = np.rint(multiplicities[is_mode])
    is_whole = bool(np.all(np.abs(counts - multiplicities[is_mode]) <= 1e-9) and np.all(counts >= 1))
    is_modest = spectrum.tail == 0 and is_whole and counts.sum() <= _MOST_MODES
    allowed = f"without tail, with integer multiplicities that add up to at most {_MOST_MODES}, to be drawn"
    require(is_modest, function, "spectrum", allowed, spectrum)
    counts = counts.astype(int)
    energies = np.repeat(signal[is_mode] / counts, counts)
    return Modes(np.repeat(eigenvalues[is_mode], counts), energies, spectrum.unlearnable_signal)


def pair_of_fits(rng, modes, n_samples, ridge, noise_variance):
    """Draw two samples and return test, train, bias, variance, kappa, overfitting coefficient and learnability.

    Energy at eigenvalue 0 comes from features that no training point shares with a test point: at the training points
    it is noise, and all of it stays in the test risk.
    """
    scale, root_signal = np.sqrt(modes.eigenvalues), np.sqrt(modes.signal)
    shape = np.broadcast_shapes(ridge.shape, noise_variance.shape)
    ridge, noise_variance = np.broadcast_to(ridge, shape), np.broadcast_to(noise_variance, shape)
    noise = noise_variance + modes.unlearnable
    designs = [rng.standard_normal((n_samples, modes.eigenvalues.size)) for _ in range(2)]
    factors = [np.linalg.svd(design * scale, full_matrices=False) for design in designs]
    results = np.empty((7, *shape))
    for position in np.ndindex(shape):
        fits = [_fit(design, factor, scale, root_signal, ridge[position]) for design, factor in zip(designs, factors)]
        test = noise[position] + np.mean([fit.error_energy + noise[position] * fit.noise_energy for fit in fits])
        train = np.mean([fit.residual_energy + noise[position] * fit.noise_residual for fit in fits])
        bias = np.sum(fits[0].error * fits[1].error) + modes.unlearnable
        kappa = np.mean([fit.kappa for fit in fits])
        coefficient = 1 + np.mean([fit.noise_energy for fit in fits])
        total = np.sum(modes.signal) + modes.unlearnable
        learned = np.mean([fit.learned for fit in fits]) / total if total > 0 else np.nan
        variance = test - bias - noise_variance[position]
        results[(slice(None), *position)] = test, train, bias, variance, kappa, coefficient, learned
    return results


class _Fit(NamedTuple):
    error: np.ndarray
    error_energy: float
    noise_energy: float
    residual_energy: float
    noise_residual: float
    kappa: float
    learned: float


def _fit(design, factor, scale, root_signal, ridge):
    left, singular, right = factor
    n_samples = design.shape[0]
    is_kept = singular > singular[0] * np.finfo(float).eps * max(design.shape)
    inverse = np.divide(singular, singular**2 + ridge, out=np.zeros_like(singular), where=is_kept)
    # Of each left singular direction, the part that the fit leaves over.
    left_over = np.where(is_kept, ridge / (singular**2 + ridge) if ridge > 0 else 0.0, 1.0)
    targets = left.T @ (design * root_signal)
    fit = (right.T * inverse) * scale[:, None]
    error = fit @ targets - np.diag(root_signal)
    outside = max(0.0, np.sum((design * root_signal) ** 2) - np.sum(targets**2)) if singular.size < n_samples else 0.0
    n_outside = n_samples - singular.size
    # The inverse of the trace of (Gram matrix + ridge)^-1; without a ridge a singular Gram matrix has an infinite one.
    if ridge > 0:
        kappa = ridge / (np.sum(left_over) + n_outside)
    else:
        kappa = 0.0 if n_outside > 0 or not is_kept.all() else 1 / np.sum(1 / singular**2)
    return _Fit(
        error,
        np.sum(error**2),
        np.sum(fit**2),
        (np.sum((left_over[:, None] * targets) ** 2) + outside) / n_samples,
        (np.sum(left_over**2) + n_outside) / n_samples,
        kappa,
        np.sum(root_signal * (root_signal + np.diag(error))),
    )
