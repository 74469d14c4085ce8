"""The Laplace kernel: exponential in Euclidean distance.

It is the mean of cos(w . (x - z)) over frequencies w of the multivariate Cauchy law of scale 1 / length_scale: normal
vectors divided by the absolute value of one further normal variable.
"""

import numpy as np

from theorysim import montecarlo
from theorysim.kernels import _distance_kernel

__all__ = ["laplace", "simulate_laplace"]


def laplace(X, Z=None, *, length_scale):
    r"""Return the Laplace kernel matrix.

    .. math::

        K_{xz} = \exp\!\Big(-\frac{|x - z|}{\ell}\Big)

    Parameters
    ----------
    X : array, shape (N, D)
        One row a point, finite.
    Z : array, shape (M, D), optional
        A second set of points; X itself when left out.
    length_scale : float
        ell > 0, in the unit of the points.

    Returns
    -------
    array, shape (N, M)
        In [0, 1]; float64 (float32 for float32 points), exactly symmetric with diagonal 1 without Z.

    Raises
    ------
    DomainError
        When the points are not finite matrices with equal columns, or the length scale is not positive.

    Notes
    -----
    Published. The distance is the Euclidean one, not the sum of absolute differences. Distances of close points are
    computed from their differences, so duplicates have kernel exactly 1.

    References
    ----------
    Rahimi and Recht (2007), Random features for large-scale kernel machines.

    Examples
    --------
    >>> laplace([[0.0, 0.0], [3.0, 4.0]], length_scale=5.0).round(6)
    array([[1.      , 0.367879],
           [0.367879, 1.      ]])
    """

    def value(distance, xp):
        return xp.exp(-distance)

    return _distance_kernel.matrix("kernels.laplace", X, Z, length_scale, value)


def simulate_laplace(X, Z=None, *, length_scale, size, trials, seed):
    """Measure the Laplace kernel with random frequencies.

    Parameters
    ----------
    X, Z, length_scale
        As in `laplace`.
    size : int
        Number of frequencies a trial; the mean does not depend on it.
    trials : int or range
        Number of trials, or the range of their numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array, shape (trials, N, M)

    Examples
    --------
    >>> measured = simulate_laplace([[0.0], [1.0]], length_scale=1.0, size=200, trials=50, seed=0)
    >>> round(float(measured.mean(axis=0)[0, 1]), 1)
    0.4
    """
    differences = _distance_kernel.differences(X, Z)

    def one_trial(rng):
        directions = rng.standard_normal((differences.shape[2], size))
        frequencies = directions / (length_scale * np.abs(rng.standard_normal(size)))
        return np.mean(np.cos(differences @ frequencies), axis=2)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)
