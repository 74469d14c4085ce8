"""The effective ridge of kernel ridge regression: what a mode's eigenvalue is compared with to know if it is learned.

Kernel ridge regression f = K(., X) (K_XX + ridge I)^-1 y on n_samples points, with a kernel whose spectrum has levels
lambda_j of multiplicity m_j, learns the fraction lambda_j / (lambda_j + kappa) of each mode. The ridge is added to the
Gram matrix as it stands (a ridge per sample is n_samples times larger here); kappa has the unit of an eigenvalue.
"""

import math

from theorysim import errors
from theorysim.ridge import _effective_ridge, _spectrum_arguments

__all__ = ["kappa"]


def kappa(spectrum, n_samples, *, ridge=0.0):
    r"""Return the effective ridge of kernel ridge regression.

    .. math::

        n = \sum_j m_j \frac{\lambda_j}{\lambda_j + \kappa} + \frac{\delta}{\kappa}

    Parameters
    ----------
    spectrum : spectra.Spectrum
        Eigenvalues lambda and multiplicities m of the kernel; a tail acts as an additional ridge.
    n_samples : array
        n > 0, number of training points; real numbers are allowed.
    ridge : array
        delta >= 0, added to the diagonal of the Gram matrix.

    Returns
    -------
    array
        kappa >= 0, broadcast over `n_samples` and `ridge`.

    Raises
    ------
    DomainError
        For scalars outside their ranges, or when kappa lies outside the range of normal floats, 2e-308 to 1e308
        (rescale the spectrum); array elements give nan.
    NotConverged
        When a root was not reached; with a valid spectrum this is not known to happen.

    Notes
    -----
    Published, and exact as n and the rank grow together for Gaussian features. Without a ridge and with n at or above
    the rank kappa is exactly 0: every mode is learned. It scales with the spectrum: kappa(c lambda, c ridge) = c kappa.
    The equation is solved in a form without cancellation, so the relative error is that of the sums, 1e-15, also near
    the rank and at gaps of the spectrum, for kappa from 1e-300 to 1e300. From 16 evaluations of 1024 levels on, the
    compressed spectrum stands in (`spectra.Spectrum.compress`), which changes kappa by less than 1e-14.

    References
    ----------
    Simon, Dickens, Karkada and DeWeese (2021), arXiv:2110.03922. Bordelon, Canatar and Pehlevan (2020),
    arXiv:2002.02561. Jacot, Simsek, Spadaro, Hongler and Gabriel (2020), arXiv:2006.09796.

    Examples
    --------
    >>> from theorysim.spectra import Spectrum
    >>> f"{kappa(Spectrum.power_law(4.0, 1000), 500):.10e}"
    '2.1525477687e-11'
    >>> kappa(Spectrum([3.0, 2.0, 1.0]), 5)
    0.0
    """
    xp, (n_samples, ridge), finish, _ = _spectrum_arguments.read(
        "ridge.kappa", spectrum, n_samples=(n_samples, errors.POSITIVE), ridge=(ridge, errors.NON_NEGATIVE)
    )
    spectrum = _spectrum_arguments.short_enough(spectrum, max(math.prod(n_samples.shape), math.prod(ridge.shape)))
    return finish(_effective_ridge.solve("ridge.kappa", spectrum, n_samples, ridge, xp))
