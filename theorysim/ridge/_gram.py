"""A kernel matrix with targets: reading them, and the eigenvalues that rounding leaves certain."""

from typing import NamedTuple

import numpy as np

from theorysim import arrays
from theorysim.errors import Words, require

__all__ = []


class Gram(NamedTuple):
    """A symmetric matrix and targets in columns; ``epsilon`` is the rounding unit of the matrix as it was given."""

    kernel_matrix: object
    targets: object
    epsilon: float
    is_vector: bool
    is_single: bool
    xp: object
    device: object

    def outputs(self, values):
        """Give an array whose last axis runs over the outputs the form of the targets, and their dtype."""
        values = values[..., 0] if self.is_vector else values
        values = self.xp.astype(values, self.xp.float32) if self.is_single else values
        if values.ndim == 0 and self.xp is np:
            return np.float32(values) if self.is_single else float(values)
        return values


class Decomposition(NamedTuple):
    """Eigenvalues, ascending and none negative; eigenvectors; targets in their basis; what rounding may have made."""

    eigenvalues: object
    vectors: object
    coordinates: object
    rounding: float

    @property
    def rank(self):
        """Number of the eigenvalues that are certainly positive."""
        return int(np.sum(arrays.to_host(self.eigenvalues) > self.rounding))

    def eigenvalues_beside(self, ridges, xp):
        """Return the eigenvalues in columns, one a ridge; beside a ridge below rounding, uncertain ones are 0."""
        column = self.eigenvalues[:, None] + 0.0 * ridges[None, :]
        is_certain = (column > self.rounding) | (ridges >= self.rounding)[None, :]
        return xp.where(is_certain, column, 0.0 * column)


def read(function, kernel_matrix, targets):
    """Read a kernel matrix and its targets, float64; every bad input is a sentence."""
    xp, (matrix, columns), device = arrays.as_float64(function, kernel_matrix=kernel_matrix, targets=targets)
    is_square = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1] > 0
    require(is_square, function, "kernel_matrix", "a square matrix", matrix)
    _require_finite(function, "kernel_matrix", matrix, xp)
    points = matrix.shape[0]
    epsilon = 2.0**-23 if _is_single(kernel_matrix) else 2.0**-52
    asymmetry, largest = float(xp.max(xp.abs(matrix - matrix.T))), float(xp.max(xp.abs(matrix)))
    is_symmetric = asymmetry <= points * epsilon * largest
    require(is_symmetric, function, "kernel_matrix", "symmetric", Words(f"a difference of {asymmetry:.3g}"))
    does_fit = columns.ndim in (1, 2) and columns.shape[0] == points
    require(does_fit, function, "targets", f"of shape ({points},) or ({points}, outputs)", columns)
    _require_finite(function, "targets", columns, xp)
    is_vector = columns.ndim == 1
    columns = xp.reshape(columns, (points, -1)) if is_vector else columns
    is_single = _is_single(kernel_matrix) and _is_single(targets)
    return Gram(matrix, columns, epsilon, is_vector, is_single, xp, device)


def decompose(function, gram):
    """Return the eigendecomposition of the kernel matrix; a matrix that is indefinite beyond rounding raises."""
    xp = gram.xp
    eigenvalues, vectors = xp.linalg.eigh(gram.kernel_matrix)
    rounding = eigenvalues.shape[0] * gram.epsilon * float(xp.max(xp.abs(eigenvalues)))
    lowest = float(eigenvalues[0])
    is_single_rounding = gram.epsilon < 2.0**-23 and lowest >= -(2.0**-23) / gram.epsilon * rounding
    require(
        lowest >= -rounding,
        function,
        "kernel_matrix",
        "positive semidefinite" + (" (given in float32 if it was computed so)" if is_single_rounding else ""),
        Words(f"an eigenvalue of {lowest:.6g} beside {float(eigenvalues[-1]):.6g}"),
    )
    eigenvalues = xp.where(eigenvalues > 0, eigenvalues, 0.0 * eigenvalues)
    return Decomposition(eigenvalues, vectors, vectors.T @ gram.targets, rounding)


def read_ridges(function, ridge, gram):
    """Return the ridges as a flat array on the device of the matrix, whether each is >= 0, and their shape."""
    _, (values,), _ = arrays.as_float64(function, ridge=ridge)
    values = arrays.to_host(values)
    is_inside = (values >= 0) & (values < np.inf)
    if values.ndim == 0:
        require(bool(is_inside), function, "ridge", "in [0, inf)", ridge)
    inside = np.where(is_inside, values, 1.0).ravel()
    factor = np.where(is_inside, 1.0, np.nan).ravel()
    return (*(gram.xp.asarray(part, device=gram.device) for part in (inside, factor)), values.shape)


def _is_single(value):
    return str(getattr(value, "dtype", "")).endswith("float32")


def _require_finite(function, name, values, xp):
    is_finite = bool(xp.all(xp.isfinite(values)))
    require(is_finite, function, name, "finite", "an array with nan or infinite entries")
