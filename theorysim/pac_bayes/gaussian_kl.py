r"""The divergence of isotropic Gaussian laws, the price of a Gaussian posterior under a Gaussian prior.

The posterior has covariance ``variance`` times the identity in ``n_dimensions`` d dimensions, the prior
``prior_variance`` times the identity; ``squared_distance`` is that of their means.
"""

import numpy as np

from theorysim import arrays, montecarlo
from theorysim.errors import NON_NEGATIVE, POSITIVE
from theorysim.pac_bayes import _kl_equation

_DRAWS = 64


def gaussian_kl(squared_distance, n_dimensions, *, variance, prior_variance):
    r"""Return the divergence of an isotropic Gaussian posterior from an isotropic Gaussian prior.

    .. math::

        \mathrm{KL} = \frac{d}{2} \left(r - 1 - \ln r\right) + \frac{|\Delta m|^2}{2 v_0}, \qquad r = \frac{v}{v_0}

    Parameters
    ----------
    squared_distance : array
        |Delta m|^2 >= 0, between the means.
    n_dimensions : array
        d > 0.
    variance, prior_variance : array
        v and v0 > 0, for each dimension.

    Returns
    -------
    array
        KL >= 0 in nats.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. r - 1 - ln r is found from v - v0 by a series next to r = 1, so that ten million dimensions do not
    multiply a rounding error.

    References
    ----------
    Langford and Shawe-Taylor (2002), Advances in Neural Information Processing Systems 15.

    Examples
    --------
    >>> round(gaussian_kl(100.0, 10**6, variance=1e-12, prior_variance=1.0), 6)
    13315560.557965
    """
    xp, (distance, d, v, prior), finish, _ = arrays.read(
        "pac_bayes.gaussian_kl",
        squared_distance=(squared_distance, NON_NEGATIVE),
        n_dimensions=(n_dimensions, POSITIVE),
        variance=(variance, POSITIVE),
        prior_variance=(prior_variance, POSITIVE),
    )
    return finish(d / 2 * spread_cost(v, prior, xp) + distance / (2 * prior))


def simulate_gaussian_kl(squared_distance, n_dimensions, *, variance, prior_variance, trials, seed):
    """Draw from the posterior and return the mean log density ratio of 64 draws.

    Parameters
    ----------
    squared_distance, n_dimensions, variance, prior_variance : float
        As in `gaussian_kl`; one set, with an integer number of dimensions.
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array
        Mean log density ratios, one a trial; their mean is `gaussian_kl`.
    """

    def draw(rng):
        noise = np.sqrt(variance) * rng.standard_normal((_DRAWS, n_dimensions))
        moved = noise.copy()
        moved[:, 0] += np.sqrt(squared_distance)
        of_posterior = -0.5 * np.sum(noise**2, axis=1) / variance - 0.5 * n_dimensions * np.log(variance)
        of_prior = -0.5 * np.sum(moved**2, axis=1) / prior_variance - 0.5 * n_dimensions * np.log(prior_variance)
        return np.mean(of_posterior - of_prior)

    return montecarlo.collect(draw, trials=trials, seed=seed)


@np.errstate(all="ignore")
def spread_cost(variance, prior_variance, xp):
    """Return r - 1 - ln r at r = variance / prior_variance."""
    change = (variance - prior_variance) / prior_variance
    is_near = (change > -0.5) & (change < 1)
    near = _kl_equation.log1p_excess(xp.where(is_near, change, 0.0), xp)
    return xp.where(is_near, near, change - (xp.log(variance) - xp.log(prior_variance)))
