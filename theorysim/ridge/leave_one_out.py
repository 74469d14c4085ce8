"""Leave-one-out residuals of kernel ridge regression, all from one decomposition of the kernel matrix.

K is the kernel matrix of n points, y the targets, ``ridge`` delta is added to the diagonal of K as it stands. The
residual of point i is y_i less the prediction of the regression that was fitted without it.
"""

from typing import NamedTuple

import numpy as np

from theorysim.ridge import _gram

__all__ = ["LeaveOneOut", "leave_one_out"]

_FUNCTION = "ridge.leave_one_out"


class LeaveOneOut(NamedTuple):
    """Residuals of the points that were left out, one after the other, and the mean of their squares."""

    residuals: object
    mean_square: object


def leave_one_out(kernel_matrix, targets, ridge=0.0):
    r"""Return the residuals of all points, each predicted from the others.

    .. math::

        y_i - \hat f_{-i}(x_i) = \frac{\big[(K + \delta I)^{-1} y\big]_i}{\big[(K + \delta I)^{-1}\big]_{ii}}, \qquad
        \mathrm{LOO} = \frac{1}{n} \sum_i \big(y_i - \hat f_{-i}(x_i)\big)^2

    Parameters
    ----------
    kernel_matrix : array, shape (n, n)
        K, symmetric positive semidefinite up to rounding, finite.
    targets : array, shape (n,) or (n, outputs)
        y, finite.
    ridge : array
        delta >= 0, added to the diagonal of K; many ridges cost little more than one. At 0 the limit, which is that of
        the interpolation of minimum norm, also for a singular K.

    Returns
    -------
    LeaveOneOut
        ``residuals``, the axes of `ridge` before those of `targets`; ``mean_square`` over the points.

    Raises
    ------
    DomainError
        When the matrix is not square, symmetric, finite or positive semidefinite (with the eigenvalue), targets do not
        fit, or a scalar ridge is negative; elements of an array of ridges that are negative give nan.

    Notes
    -----
    Published. The mean over data sets is exactly the mean test risk with n - 1 points. With weights
    w = s / (eigenvalue + ridge), s the smallest denominator, both numerator and denominator are sums of terms of order
    1 for every ridge: nothing cancels and nothing overflows as the ridge falls to 0. At ridges
    below n x 2.2e-16 of the largest eigenvalue, eigenvalues below that count as 0, and points outside the null space of
    K take the limit within its range.

    References
    ----------
    Golub, Heath and Wahba (1979), Generalized cross-validation as a method for choosing a good ridge parameter.

    Examples
    --------
    >>> found = leave_one_out([[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0])
    >>> [round(float(value), 12) for value in found.residuals], round(found.mean_square, 12)
    ([-0.5, 2.5], 3.25)
    """
    gram = _gram.read(_FUNCTION, kernel_matrix, targets)
    ridges, factor, shape = _gram.read_ridges(_FUNCTION, ridge, gram)
    xp = gram.xp
    found = _gram.decompose(_FUNCTION, gram)
    points, outputs = gram.targets.shape
    null, vectors = points - found.rank, found.vectors
    shifted = found.eigenvalues_beside(ridges, xp) + ridges
    residuals = _ratios(shifted, vectors, found.coordinates, xp)
    if 0 < null < points:
        in_null = xp.sum(vectors[:, :null] ** 2, axis=1)
        is_outside = in_null <= points * gram.epsilon
        if bool(xp.any(is_outside)):
            in_range = _ratios(shifted[null:, :], vectors[:, null:], found.coordinates[null:, :], xp)
            is_limit = is_outside[:, None] & (ridges < found.rounding)[None, :]
            residuals = xp.where(is_limit[:, :, None], in_range, residuals)
    residuals = xp.permute_dims(residuals, (1, 0, 2)) * factor[:, None, None]
    with np.errstate(over="ignore"):
        mean_square = xp.mean(residuals**2, axis=1)
    residuals = xp.reshape(residuals, (*shape, points, outputs))
    return LeaveOneOut(gram.outputs(residuals), gram.outputs(xp.reshape(mean_square, (*shape, outputs))))


@np.errstate(under="ignore")
def _ratios(shifted, vectors, coordinates, xp):
    """Return numerators over denominators on given eigenvectors: points, ridges, outputs."""
    weights = relative_inverses(shifted, xp)
    denominator = (vectors**2) @ weights
    weighted = weights[:, :, None] * coordinates[:, None, :]
    numerator = xp.reshape(
        vectors @ xp.reshape(weighted, (weighted.shape[0], -1)), (vectors.shape[0], *weighted.shape[1:])
    )
    denominator = xp.where(denominator > 0, denominator, 1.0)
    return numerator / denominator[:, :, None]


def relative_inverses(shifted, xp):
    """Return 1 / shifted relative to the largest value of each column, which ascends."""
    lowest = shifted[:1, :]
    is_positive = shifted > 0
    ratio = lowest / xp.where(is_positive, shifted, 1.0)
    return xp.where(is_positive, ratio, 1.0)
