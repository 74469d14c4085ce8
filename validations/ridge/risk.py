"""Kernel ridge regression on Gaussian features of finite size against its limit, extrapolated to infinite size.

The limit is of many samples and as many modes. Multiplicities, n_samples and ridge all times `size` (energies of the
levels as they are) leave every field as it is, so the same task is drawn at three sizes, and the gap of order 1 / size
is fitted. Target and noise are averaged exactly in each trial.
"""

import numpy as np

from theorysim import ridge as kernel_ridge
from theorysim import testing
from theorysim.spectra import Spectrum

SIZES, ORDER = (8, 16, 32), 1.0
SCALE = {"train": 0.02, "bias": 0.02, "kappa": 0.02}
POWER_LAW = Spectrum.power_law(1.5, 12, signal_exponent=1.5)
UNLEARNABLE = Spectrum([1.0, 1e-1, 1e-2, 0.0], [1, 4, 8, 1], [0.5, 0.4, 0.05, 0.1])
CASES = (
    {"spectrum": POWER_LAW, "n_samples": 4, "ridge": (0.0, 0.3, 5.0), "noise_variance": 0.2},
    {"spectrum": POWER_LAW, "n_samples": 24, "ridge": (0.0, 0.3, 5.0), "noise_variance": 0.2},
    {"spectrum": POWER_LAW, "n_samples": 4, "ridge": (0.0, 0.3), "noise_variance": 0.0},
    {"spectrum": UNLEARNABLE, "n_samples": 6, "ridge": (0.0, 1e-2, 1.0), "noise_variance": 0.1},
)


def simulate(spectrum, n_samples, *, ridge=0.0, noise_variance=0.0, size, trials, seed):
    """Draw the task with every multiplicity, the number of samples and the ridge times `size`."""
    return kernel_ridge.simulate_risk(
        Spectrum(spectrum.eigenvalues, size * spectrum.multiplicities, spectrum.signal),
        size * n_samples,
        ridge=size * np.asarray(ridge),
        noise_variance=noise_variance,
        trials=trials,
        seed=seed,
    )


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare all seven fields at every ridge; raise where limit and fits disagree."""
    return testing.assert_agrees(
        kernel_ridge.risk,
        simulate,
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
    """Assert that each field, changed by 7.5 %, is rejected."""
    return testing.assert_each_field_rejected(
        kernel_ridge.risk,
        simulate,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        scale=SCALE,
        detect=0.05,
        seed=seed,
    )
