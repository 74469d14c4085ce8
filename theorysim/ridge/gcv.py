"""Generalized cross-validation: the test risk and the effective ridge of kernel ridge regression, from training data.

K is the kernel matrix of n points, y the targets, ``ridge`` delta is added to the diagonal of K as it stands. The same
estimate is called the kernel alignment risk estimator (KARE).
"""

from typing import NamedTuple

import numpy as np

from theorysim.ridge import _gram
from theorysim.ridge.leave_one_out import relative_inverses

__all__ = ["GeneralizedCrossValidation", "gcv"]

_FUNCTION = "ridge.gcv"


class GeneralizedCrossValidation(NamedTuple):
    """Estimates from training data: test risk (noise included), effective ridge, effective number of parameters."""

    test: object
    kappa: object
    degrees_of_freedom: object


def gcv(kernel_matrix, targets, ridge=0.0):
    r"""Estimate the test risk and the effective ridge from the training data alone.

    .. math::

        \widehat R_{\mathrm{test}} = \frac{\tfrac1n\, y^\top (K + \delta I)^{-2} y}
        {\big(\tfrac1n \operatorname{tr} (K + \delta I)^{-1}\big)^2}, \qquad
        \hat\kappa = \frac{1}{\operatorname{tr} (K + \delta I)^{-1}}, \qquad
        \hat d = \operatorname{tr} K (K + \delta I)^{-1}

    Parameters
    ----------
    kernel_matrix : array, shape (n, n)
        K, symmetric positive semidefinite up to rounding, finite.
    targets : array, shape (n,) or (n, outputs)
        y, finite.
    ridge : array
        delta >= 0, added to the diagonal of K; many ridges cost little more than one. At 0 the limit, also for a
        singular K: n times the squared residual of the fit over (n - rank)^2.

    Returns
    -------
    GeneralizedCrossValidation
        ``test``, the axes of `ridge` before that of the outputs; ``kappa`` and ``degrees_of_freedom`` of the shape of
        `ridge`.

    Raises
    ------
    DomainError
        When the matrix is not square, symmetric, finite or positive semidefinite (with the eigenvalue), targets do not
        fit, or a scalar ridge is negative; elements of an array of ridges that are negative give nan.

    Notes
    -----
    Published. The training risk over (ridge / (n kappa))^2, which is how the two risks are related for Gaussian
    features as n grows (`ridge.risk`); the gap is of order 1 / n. At ridge 0 and full rank it still tells something,
    where the training risk is 0. ``kappa`` estimates the effective ridge in the unit of the kernel's own eigenvalues.
    Computed from weights relative to the largest, so nothing cancels or overflows as the ridge falls to 0.

    References
    ----------
    Golub, Heath and Wahba (1979), Generalized cross-validation as a method for choosing a good ridge parameter;
    Jacot, Simsek, Spadaro, Hongler and Gabriel (2020), arXiv:2006.09796.

    Examples
    --------
    >>> found = gcv([[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0], 1.0)
    >>> round(found.test, 12), round(found.kappa, 12), round(found.degrees_of_freedom, 12)
    (3.555555555556, 1.333333333333, 1.25)
    """
    gram = _gram.read(_FUNCTION, kernel_matrix, targets)
    ridges, factor, shape = _gram.read_ridges(_FUNCTION, ridge, gram)
    xp = gram.xp
    found = _gram.decompose(_FUNCTION, gram)
    eigenvalues = found.eigenvalues_beside(ridges, xp)
    points, outputs = gram.targets.shape
    with np.errstate(under="ignore", over="ignore"):
        weights = relative_inverses(eigenvalues + ridges, xp)
        total = xp.sum(weights, axis=0)
        test = points * ((weights**2).T @ found.coordinates**2) / (total**2)[:, None]
        kappa = (eigenvalues[0, :] + ridges) / total
        learned = eigenvalues / xp.where(eigenvalues > 0, eigenvalues + ridges, 1.0)
        degrees_of_freedom = xp.sum(learned, axis=0)
    single = gram._replace(is_vector=True)
    return GeneralizedCrossValidation(
        gram.outputs(xp.reshape(test * factor[:, None], (*shape, outputs))),
        *(single.outputs(xp.reshape(part * factor, (*shape, 1))) for part in (kappa, degrees_of_freedom)),
    )
