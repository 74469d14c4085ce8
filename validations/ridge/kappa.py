"""The effective ridge against Gram matrices of Gaussian features: 1 / tr (K + ridge I)^-1, extrapolated in size.

The limit is of many samples and as many modes. Multiplicities, n_samples and ridge all times `size` leave kappa as it
is, so the same spectrum is drawn at three sizes, and the gap of order 1 / size is fitted.
"""

import numpy as np

from theorysim import ridge as kernel_ridge
from theorysim import testing
from theorysim.spectra import Spectrum

SIZES, ORDER = (8, 16, 32), 1.0
CASES = (
    {"spectrum": Spectrum.power_law(1.5, 12), "n_samples": 4, "ridge": (0.0, 0.05, 1.0, 20.0)},
    {"spectrum": Spectrum.power_law(1.5, 12), "n_samples": 24, "ridge": (0.05, 1.0, 20.0)},
    {"spectrum": Spectrum.power_law(4.0, 8), "n_samples": 4, "ridge": (0.0, 1e-3)},
    {"spectrum": Spectrum([1.0, 1e-1, 1e-2], [1, 4, 8]), "n_samples": 6, "ridge": (0.0, 1e-2, 1.0)},
)


def simulate(rng, spectrum, n_samples, *, ridge=0.0, size):
    """Draw one Gram matrix and return 1 / tr (K + ridge I)^-1 at each ridge."""
    modes = np.repeat(spectrum.eigenvalues, size * spectrum.multiplicities.astype(int))
    features = rng.standard_normal((size * n_samples, modes.size)) * np.sqrt(modes)
    gram_eigenvalues = np.linalg.eigvalsh(features @ features.T)
    return 1 / np.sum(1 / (gram_eigenvalues + size * np.asarray(ridge)[..., None]), axis=-1)


def validate(cases=CASES, *, detect=0.01, seed=0, executor=None, store=None):
    """Compare kappa at every ridge; raise where equation and Gram matrices disagree."""
    return testing.assert_agrees(
        kernel_ridge.kappa,
        simulate,
        cases=cases,
        sizes=SIZES,
        order=ORDER,
        detect=detect,
        seed=seed,
        executor=executor,
        store=store,
    )


def control(cases, *, seed=0):
    """Assert that a kappa changed by 7.5 % is rejected, and so is one whose ridge is a ridge per sample."""
    settings = {"sizes": SIZES, "order": ORDER, "detect": 0.05, "seed": seed}
    testing.assert_each_field_rejected(kernel_ridge.kappa, simulate, cases=cases, **settings)
    testing.assert_rejects(_ridge_per_sample, simulate, cases=cases, **settings)


def _ridge_per_sample(spectrum, n_samples, *, ridge):
    return kernel_ridge.kappa(spectrum, n_samples, ridge=n_samples * np.asarray(ridge))
