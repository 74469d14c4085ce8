"""Spectra of data: of a kernel matrix on N points, or of features, with the energy of targets.

The eigenvectors of K / N, normalised over the points, are the empirical eigenfunctions; u_j' y / sqrt(N) are the
coefficients of the targets y in them, so that the energies V_j add up to the mean square of the targets.
"""

import math

from theorysim import arrays
from theorysim.errors import Words, require

__all__ = []

_EPSILON = 2.0**-52


def of_kernel_matrix(kernel, targets):
    """Return eigenvalues, multiplicities and signal of a kernel matrix."""
    function = "spectra.Spectrum.from_kernel_matrix"
    xp, (kernel, targets), _ = arrays.as_float64(function, kernel=kernel, targets=targets)
    is_square = kernel.ndim == 2 and kernel.shape[0] == kernel.shape[1] > 0
    require(is_square, function, "kernel", "a square matrix", kernel)
    require(
        bool(xp.all(xp.isfinite(kernel))), function, "kernel", "finite", Words("a matrix with nan or infinite entries")
    )
    points = kernel.shape[0]
    largest = float(xp.max(xp.abs(kernel)))
    asymmetry = float(xp.max(xp.abs(kernel - kernel.T)))
    require(
        asymmetry <= points * _EPSILON * largest,
        function,
        "kernel",
        "symmetric",
        Words(f"a difference of {asymmetry:.3g}"),
    )
    targets = _columns(targets, points, function, xp)
    eigenvalues, vectors = xp.linalg.eigh(kernel / points)
    rounding = points * _EPSILON * float(xp.max(xp.abs(eigenvalues)))
    lowest = float(xp.min(eigenvalues))
    require(lowest >= -rounding, function, "kernel", "positive semidefinite", Words(f"an eigenvalue of {lowest:.6g}"))
    eigenvalues = xp.where(eigenvalues > rounding, eigenvalues, 0.0 * eigenvalues)
    return eigenvalues, None, _energies(vectors, targets, xp)


def of_features(features, targets):
    """Return eigenvalues, multiplicities and signal of the second-moment matrix of features."""
    function = "spectra.Spectrum.from_features"
    xp, (features, targets), device = arrays.as_float64(function, features=features, targets=targets)
    is_matrix = features.ndim == 2 and min(features.shape) > 0
    require(is_matrix, function, "features", "a matrix with one row a point", features)
    require(
        bool(xp.all(xp.isfinite(features))),
        function,
        "features",
        "finite",
        Words("a matrix with nan or infinite entries"),
    )
    points = features.shape[0]
    targets = _columns(targets, points, function, xp)
    vectors, scales, _ = xp.linalg.svd(features / math.sqrt(points), full_matrices=False)
    rounding = max(features.shape) * _EPSILON * float(xp.max(scales))
    eigenvalues = xp.where(scales > rounding, scales**2, 0.0 * scales)
    if targets is None:
        return eigenvalues, None, None
    unreached = targets - vectors @ (vectors.T @ targets)
    zero = xp.zeros((1,), dtype=xp.float64, device=device)
    lost = xp.reshape(xp.sum(unreached**2) / points, (1,))
    signal = xp.concat([_energies(vectors, targets, xp), lost])
    return xp.concat([eigenvalues, zero]), xp.concat([1.0 + 0.0 * eigenvalues, zero]), signal


def _columns(targets, points, function, xp):
    if targets is None:
        return None
    fits = targets.ndim in (1, 2) and targets.shape[0] == points
    require(fits, function, "targets", f"of shape ({points},) or ({points}, C), one row a point", targets)
    require(bool(xp.all(xp.isfinite(targets))), function, "targets", "finite", "targets with nan or infinite entries")
    return xp.reshape(targets, (points, -1))


def _energies(vectors, targets, xp):
    if targets is None:
        return None
    return xp.sum((vectors.T @ targets) ** 2, axis=1) / vectors.shape[0]
