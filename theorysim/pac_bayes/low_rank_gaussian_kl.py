r"""The divergence of Gaussian laws whose covariances are diagonal plus low rank, without a dense matrix.

The posterior covariance is diag(``variance``) + U U^T with ``factor`` U of d rows, that of the prior
diag(``prior_variance``) + V V^T with ``prior_factor`` V; ``mean_difference`` is that of the means.
"""

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.pac_bayes.gaussian_kl import spread_cost

_DRAWS = 64


def low_rank_gaussian_kl(mean_difference, variance, factor, *, prior_variance, prior_factor):
    r"""Return the divergence of Gaussian laws with covariances D + U U^T and D0 + V V^T.

    .. math::

        \mathrm{KL} = \frac{1}{2}\left[\mathrm{tr}\, \Sigma_0^{-1} \Sigma - d + \Delta m^T \Sigma_0^{-1} \Delta m +
        \ln\det \Sigma_0 - \ln\det \Sigma\right], \qquad \Sigma = D + U U^T, \quad \Sigma_0 = D_0 + V V^T

    Parameters
    ----------
    mean_difference : array, shape (d,)
        Difference of the means.
    variance : array, shape (d,)
        The diagonal D > 0 of the posterior.
    factor : array, shape (d, rank)
        U; the rank may be 0.
    prior_variance : array, shape (d,)
        The diagonal D0 > 0 of the prior.
    prior_factor : array, shape (d, rank)
        V; the rank may be 0.

    Returns
    -------
    float
        KL >= 0 in nats.

    Raises
    ------
    DomainError
        When shapes do not fit, data are not finite, or a diagonal is not positive: a posterior on a subspace has
        infinite divergence.

    Notes
    -----
    Verified. Inverse and determinants by the rank: d rank^2 operations. Both diagonals are compared by differences, so
    that nearly equal ones do not cancel.

    References
    ----------
    Langford and Shawe-Taylor (2002), Advances in Neural Information Processing Systems 15.

    Examples
    --------
    >>> import numpy as np
    >>> round(low_rank_gaussian_kl([1.0, 0.0], [1.0, 2.0], np.zeros((2, 0)), prior_variance=[2.0, 2.0],
    ...                            prior_factor=[[1.0], [1.0]]), 10)
    0.4431471806
    """
    function = "pac_bayes.low_rank_gaussian_kl"
    given = {
        "mean_difference": mean_difference,
        "variance": variance,
        "factor": factor,
        "prior_variance": prior_variance,
        "prior_factor": prior_factor,
    }
    xp, (m, v, u, prior_v, prior_u), device = arrays.as_float64(function, **given)
    errors.require(m.ndim == 1, function, "mean_difference", "of shape (d,)", mean_difference)
    d = m.shape[0]
    for name, array in zip(given, (m, v, u, prior_v, prior_u)):
        is_factor = name in ("factor", "prior_factor")
        fits = array.shape[:1] == (d,) and array.ndim == (2 if is_factor else 1)
        errors.require(fits, function, name, f"of shape ({d}, rank)" if is_factor else f"of shape ({d},)", given[name])
        is_positive = (array > 0) if name in ("variance", "prior_variance") else (array == array)
        allowed = "positive and finite" if name in ("variance", "prior_variance") else "finite"
        errors.require(bool(xp.all(is_positive & xp.isfinite(array))), function, name, allowed, given[name])
    total = xp.sum(spread_cost(v, prior_v, xp) + m * (m / prior_v))
    log_det, _ = _capacitance(v, u, xp, device)
    total = total + xp.sum((u / prior_v[:, None]) * u) - log_det
    log_det, inverse = _capacitance(prior_v, prior_u, xp, device)
    scaled = prior_u / prior_v[:, None]
    inner = xp.matmul(scaled.T, v[:, None] * scaled) + _square(xp.matmul(scaled.T, u), xp)
    moved = xp.matmul(scaled.T, m[:, None])
    inner = inner + _square(moved, xp)
    total = total + log_det - xp.sum(inverse * inner)
    return 0.5 * float(total)


def simulate_low_rank_gaussian_kl(mean_difference, variance, factor, *, prior_variance, prior_factor, trials, seed):
    """Draw from the posterior and return the mean log density ratio of 64 draws, by dense matrices.

    Parameters
    ----------
    mean_difference, variance, factor, prior_variance, prior_factor : array
        As in `low_rank_gaussian_kl`.
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array
        Mean log density ratios, one a trial; their mean is `low_rank_gaussian_kl`.
    """
    m, u, prior_u = (np.asarray(value, dtype=float) for value in (mean_difference, factor, prior_factor))
    covariance = np.diag(np.asarray(variance, dtype=float)) + u @ u.T
    prior = np.diag(np.asarray(prior_variance, dtype=float)) + prior_u @ prior_u.T
    root = np.linalg.cholesky(covariance)
    log_ratio = np.linalg.slogdet(prior)[1] - np.linalg.slogdet(covariance)[1]

    def draw(rng):
        noise = rng.standard_normal((_DRAWS, m.size))
        x = m + noise @ root.T
        of_prior = np.sum(x * np.linalg.solve(prior, x.T).T, axis=1)
        return 0.5 * np.mean(of_prior - np.sum(noise**2, axis=1) + log_ratio)

    return montecarlo.collect(draw, trials=trials, seed=seed)


def _square(matrix, xp):
    return xp.matmul(matrix, matrix.T)


def _capacitance(v, u, xp, device):
    """Return ln det(I + U^T D^-1 U) and the inverse of that matrix."""
    matrix = xp.eye(u.shape[1], dtype=xp.float64, device=device) + xp.matmul(u.T, u / v[:, None])
    _, log_det = xp.linalg.slogdet(matrix)
    return log_det, xp.linalg.inv(matrix)
