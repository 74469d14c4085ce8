r"""The variance of an isotropic Gaussian prior that makes a posterior cheapest, and what a grid of variances costs.

The posterior has covariance ``variance`` times the identity in ``n_dimensions`` d dimensions, at ``squared_distance``
from the center of the prior.
"""

from typing import NamedTuple

from theorysim import arrays
from theorysim.errors import NON_NEGATIVE, POSITIVE


class OptimalPrior(NamedTuple):
    """The best variance of the prior and the divergence that remains."""

    prior_variance: object
    kl_divergence: object


def optimal_prior_variance(squared_distance, n_dimensions, *, variance):
    r"""Return the prior variance of least divergence, which depends on the posterior and so must be paid for.

    .. math::

        v_0^* = v + \frac{|\Delta m|^2}{d}, \qquad
        \mathrm{KL}^* = \frac{d}{2} \ln\left(1 + \frac{|\Delta m|^2}{d v}\right)

    Parameters
    ----------
    squared_distance : array
        |Delta m|^2 >= 0, between the means.
    n_dimensions : array
        d > 0.
    variance : array
        v > 0, of the posterior, for each dimension.

    Returns
    -------
    OptimalPrior
        ``prior_variance`` and ``kl_divergence`` (nats).

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. A prior that is chosen after the samples must come from a grid fixed before them; `prior_grid` adds its
    price.

    References
    ----------
    Langford and Shawe-Taylor (2002), Advances in Neural Information Processing Systems 15.

    Examples
    --------
    >>> best = optimal_prior_variance(35.0, 1000, variance=0.02)
    >>> round(best.prior_variance, 12), round(best.kl_divergence, 9)
    (0.055, 505.800455839)
    """
    xp, (distance, d, v), finish, _ = arrays.read(
        "pac_bayes.optimal_prior_variance",
        squared_distance=(squared_distance, NON_NEGATIVE),
        n_dimensions=(n_dimensions, POSITIVE),
        variance=(variance, POSITIVE),
    )
    per_dimension = distance / d
    return finish(OptimalPrior(v + per_dimension, d / 2 * xp.log1p(per_dimension / v)))
