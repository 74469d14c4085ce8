r"""The divergence of Gaussian laws with diagonal covariances.

Each coordinate of the posterior has its own ``mean`` and ``variance``, each of the prior its ``prior_mean`` and
``prior_variance``; the last axis counts coordinates.
"""

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.pac_bayes.gaussian_kl import spread_cost

_DRAWS = 64


def diagonal_gaussian_kl(mean, variance, *, prior_mean, prior_variance):
    r"""Return the divergence of a Gaussian posterior from a Gaussian prior, both with independent coordinates.

    .. math::

        \mathrm{KL} = \frac{1}{2} \sum_i \left[r_i - 1 - \ln r_i + \frac{(m_i - m_{0i})^2}{v_{0i}}\right], \qquad
        r_i = \frac{v_i}{v_{0i}}

    Parameters
    ----------
    mean, variance : array
        m and v > 0; the last axis counts coordinates, others broadcast.
    prior_mean, prior_variance : array
        m0 and v0 > 0; may be scalars.

    Returns
    -------
    array
        KL >= 0 in nats, without the last axis.

    Raises
    ------
    DomainError
        When a mean is not finite or a variance is not positive and finite; there is no nan for data.

    Notes
    -----
    Verified. A posterior variance of 0 has infinite divergence and is refused.

    References
    ----------
    Langford and Shawe-Taylor (2002), Advances in Neural Information Processing Systems 15.

    Examples
    --------
    >>> kl = diagonal_gaussian_kl([0.1, -2.0, 0.0], [0.5, 1e-6, 3.0], prior_mean=0.0, prior_variance=[1.0, 1.0, 2.0])
    >>> round(kl, 10)
    8.5565968152
    """
    function = "pac_bayes.diagonal_gaussian_kl"
    given = {"mean": mean, "variance": variance, "prior_mean": prior_mean, "prior_variance": prior_variance}
    xp, (m, v, prior_m, prior_v), _ = arrays.as_float64(function, **given)
    for name, array in zip(given, (m, v, prior_m, prior_v)):
        is_valid = xp.isfinite(array) & ((array > 0) | (name in ("mean", "prior_mean")))
        allowed = "finite" if name in ("mean", "prior_mean") else "positive and finite"
        errors.require(bool(xp.all(is_valid)), function, name, allowed, given[name])
    errors.require(m.ndim > 0, function, "mean", "an array whose last axis counts coordinates", mean)
    shift = m - prior_m
    total = xp.sum(0.5 * (spread_cost(v, prior_v, xp) + shift * (shift / prior_v)), axis=-1)
    return float(total) if xp is np and total.ndim == 0 else total


def simulate_diagonal_gaussian_kl(mean, variance, *, prior_mean, prior_variance, trials, seed):
    """Draw from the posterior and return the mean log density ratio of 64 draws.

    Parameters
    ----------
    mean, variance, prior_mean, prior_variance : array
        As in `diagonal_gaussian_kl`, of one set of coordinates.
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array
        Mean log density ratios, one a trial; their mean is `diagonal_gaussian_kl`.
    """
    given = [np.asarray(value, dtype=float) for value in (mean, variance, prior_mean, prior_variance)]
    m, v, prior_m, prior_v = np.broadcast_arrays(*given)

    def draw(rng):
        x = m + np.sqrt(v) * rng.standard_normal((_DRAWS, m.size))
        ratio = (x - prior_m) ** 2 / prior_v + np.log(prior_v) - (x - m) ** 2 / v - np.log(v)
        return np.mean(0.5 * ratio.sum(axis=1))

    return montecarlo.collect(draw, trials=trials, seed=seed)
