"""Kernel matrices that are functions of the Euclidean distance, by tiles."""

import numpy as np

from theorysim.kernels import _points

__all__ = []


@np.errstate(over="ignore", under="ignore")
def matrix(function, X, Z, length_scale, value):
    """Return the matrix of ``value(distance / length_scale, xp)``."""
    length_scale = _points.positive(function, "length_scale", length_scale)
    xp, first, second, device, finish = _points.read(function, X, Z)
    first, second, unit = _points.centered(first, second, xp)
    other = first if second is None else second

    def tile(rows, columns):
        distance = _points.distances(first[rows, :], other[columns, :], xp)
        return value(distance * (unit / length_scale), xp)

    return finish(_points.fill(tile, first, second, xp, device))


def differences(X, Z):
    """Return the differences of all pairs of points, for simulations."""
    X = np.asarray(X, dtype=np.float64)
    Z = X if Z is None else np.asarray(Z, dtype=np.float64)
    return X[:, None, :] - Z[None, :, :]
