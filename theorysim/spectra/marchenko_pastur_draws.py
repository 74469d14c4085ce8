r"""Random numbers of the Marchenko-Pastur law: exact independent draws, and eigenvalues of simulated matrices.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` = n_features / n_samples. With q the smaller of
sqrt(ratio) and its inverse, sin^2(phi) / (1 + q^2 - 2 q cos(phi)) never exceeds 1 and averages 1 / 2, so that a uniform
angle accepted with that probability is distributed as the bulk.
"""

import numpy as np

from theorysim import montecarlo
from theorysim.errors import require

_FUNCTION = "spectra.MarchenkoPastur"


def draw(ratio, size, seed):
    """Return independent draws of the law, the atom at 0 included, as a NumPy array of shape `size`."""
    try:
        ratios = np.broadcast_to(ratio, size)
    except ValueError:
        require(False, f"{_FUNCTION}.draw", "size", f"a shape to which the ratio's {ratio.shape} broadcasts", size)
    generator = np.random.default_rng(seed)
    is_bulk = generator.random(ratios.shape) * np.maximum(ratios, 1.0) < 1
    eigenvalues = np.zeros(ratios.shape)
    bulk = ratios[is_bulk]
    squared_sine = np.sin(_angles(np.minimum(bulk, 1 / bulk), generator) / 2) ** 2
    eigenvalues[is_bulk] = ((1 - bulk) / (1 + np.sqrt(bulk))) ** 2 + 4 * np.sqrt(bulk) * squared_sine
    return eigenvalues


def _angles(inverse_ratio, generator):
    """Draw the angle of the bulk by rejection; half of the proposals are accepted whatever the ratio."""
    angles = np.empty(inverse_ratio.shape)
    waiting = np.arange(inverse_ratio.size)
    while waiting.size:
        angle, height = np.pi * generator.random(waiting.size), generator.random(waiting.size)
        ratio = inverse_ratio[waiting]
        gap = (1 - ratio) / (1 + np.sqrt(ratio))
        is_accepted = height * (gap**2 + 4 * np.sqrt(ratio) * np.sin(angle / 2) ** 2) <= np.sin(angle) ** 2
        angles[waiting[is_accepted]] = angle[is_accepted]
        waiting = waiting[~is_accepted]
    return angles


def simulate_eigenvalues(ratio, n_samples, trials, seed):
    """Return the eigenvalues of X^T X / n_samples with Gaussian X: shape (trials, n_features), ascending."""
    where = f"{_FUNCTION}.simulate_eigenvalues"
    require(ratio.ndim == 0, where, "ratio", "one number", ratio)
    is_count = isinstance(n_samples, (int, np.integer)) and not isinstance(n_samples, bool) and n_samples > 0
    require(is_count, where, "n_samples", "a positive integer", n_samples)
    exact = float(ratio) * n_samples
    n_features = round(exact)
    is_whole = n_features > 0 and abs(exact - n_features) <= 1e-12 * exact
    require(is_whole, where, "n_samples", f"such that {float(ratio)} n_samples is a whole number", n_samples)
    rank = min(n_samples, n_features)

    def one_trial(generator):
        singular_values = np.linalg.svd(generator.standard_normal((n_samples, n_features)), compute_uv=False)
        eigenvalues = np.zeros(n_features)
        eigenvalues[n_features - rank :] = singular_values[::-1] ** 2 / n_samples
        return eigenvalues

    return montecarlo.collect(one_trial, trials=trials, seed=seed)
