"""Gaussian design matrices of the simulations: their shapes and the non-zero eigenvalues of X^T X / n_samples.

X has n_samples rows and n_features columns of independent standard normal entries; load = n_samples / n_features.
"""

import numpy as np

from theorysim.errors import require


def shape_of(function, load, size):
    """Return (n_samples, n_features) with n_features = size and n_samples = load * size, which must be whole."""
    require(load.ndim == 0, function, "load", "one number", load)
    is_count = isinstance(size, (int, np.integer)) and not isinstance(size, bool) and size > 0
    require(is_count, function, "size", "n_features, a positive integer", size)
    exact = float(load) * size
    n_samples = round(exact)
    is_whole = n_samples > 0 and abs(exact - n_samples) <= 1e-12 * exact
    require(is_whole, function, "size", f"such that n_samples = {float(load):g} * size is a positive integer", size)
    return n_samples, int(size)


def eigenvalues(rng, n_samples, n_features):
    """Draw a design and return the min(n_samples, n_features) eigenvalues of the smaller Gram matrix / n_samples.

    Their errors are some 1e-15 of the largest: enough for exp(-eigenvalue time) at times up to about 1e3.
    """
    design = rng.standard_normal((n_samples, n_features))
    gram = design.T @ design if n_samples >= n_features else design @ design.T
    return np.linalg.eigvalsh(gram) / n_samples


def squared_singular_values(rng, n_samples, n_features):
    """Draw the same design and return the same eigenvalues, the small ones to more digits, in twice the time."""
    singular_values = np.linalg.svd(rng.standard_normal((n_samples, n_features)), compute_uv=False)
    return singular_values[::-1] ** 2 / n_samples
