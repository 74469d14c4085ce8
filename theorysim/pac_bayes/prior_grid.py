r"""The best of a grid of isotropic Gaussian priors, with the price of choosing it after the samples.

The grid has variances ``largest_variance`` c times exp(-j / b), j = 1, 2, ..., with ``steps_per_e`` b of them for each
factor e; prior j has weight 6 / (pi j)^2.
"""

import math
from typing import NamedTuple

import numpy as np

from theorysim import arrays
from theorysim.errors import NON_NEGATIVE, POSITIVE
from theorysim.pac_bayes.gaussian_kl import spread_cost


class PriorGrid(NamedTuple):
    """The best prior of the grid: its number, variance, divergence and price."""

    index: object
    prior_variance: object
    kl_divergence: object
    penalty: object


def prior_grid(squared_distance, n_dimensions, *, variance, largest_variance, steps_per_e):
    r"""Return the prior of a geometric grid at which divergence plus price is least.

    .. math::

        \min_{j \ge 1} \left[\mathrm{KL}\left(v_0 = c\, e^{-j / b}\right) + \ln\frac{\pi^2 j^2}{6}\right]

    Parameters
    ----------
    squared_distance : array
        |Delta m|^2 >= 0, between the means.
    n_dimensions : array
        d > 0.
    variance : array
        v > 0, of the posterior, for each dimension.
    largest_variance : array
        c > 0, fixed before the samples.
    steps_per_e : array
        b > 0, fixed before the samples.

    Returns
    -------
    PriorGrid
        ``index`` j, ``prior_variance``, ``kl_divergence`` and ``penalty``; use kl_divergence + penalty in a bound.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. The divergence is convex in j with an exponential slope, the price concave: their sum is least at j = 1 or
    where its slope, a convex function of j, is zero for the last time, which is not after the cheapest divergence.

    References
    ----------
    Langford and Caruana (2002), Advances in Neural Information Processing Systems 14; Dziugaite and Roy (2017),
    arXiv:1703.11008.

    Examples
    --------
    >>> best = prior_grid(35.0, 1000, variance=0.02, largest_variance=0.1, steps_per_e=100)
    >>> best.index, round(best.prior_variance, 12), round(best.kl_divergence + best.penalty, 9)
    (59.0, 0.055432728473, 514.468545642)
    """
    xp, (distance, d, v, largest, steps), finish, _ = arrays.read(
        "pac_bayes.prior_grid",
        squared_distance=(squared_distance, NON_NEGATIVE),
        n_dimensions=(n_dimensions, POSITIVE),
        variance=(variance, POSITIVE),
        largest_variance=(largest_variance, POSITIVE),
        steps_per_e=(steps_per_e, POSITIVE),
    )
    return finish(_best(distance, d, v, largest, steps, xp))


@np.errstate(all="ignore")
def _best(distance, d, v, largest, steps, xp):
    """Bisect for the last sign change of cost(j + 1) - cost(j) before the cheapest divergence; compare with j = 1."""

    def prior(j):
        return PriorGrid(
            j,
            largest * xp.exp(-j / steps),
            d / 2 * spread_cost(v, largest * xp.exp(-j / steps), xp) + distance / (2 * largest * xp.exp(-j / steps)),
            xp.log(j * j) + math.log(math.pi**2 / 6),
        )

    def cost(j):
        found = prior(j)
        return found.kl_divergence + found.penalty

    cheapest = steps * (xp.log(largest) - xp.log(v + distance / d))
    high = xp.maximum(xp.ceil(cheapest), xp.ones_like(cheapest)) + 0.0 * cost(xp.ones_like(cheapest))
    low = xp.ones_like(high)
    while bool(xp.any(high > low)):
        middle = xp.floor(0.5 * (low + high))
        curvature = (d * v + distance) / (2 * largest * steps * steps) * xp.exp(middle / steps)
        is_rising = (cost(middle + 1) >= cost(middle)) & (curvature * middle * middle >= 2)
        low, high = xp.where(is_rising, low, middle + 1), xp.where(is_rising, middle, high)
    at_first = cost(xp.ones_like(low)) <= cost(low)
    return prior(xp.where(at_first, xp.ones_like(low), low))
