r"""The PAC-Bayes bound in the second moment of the losses: fast where most losses are zero.

Losses lie below ``loss_bound`` b (they may be negative); ``second_moment`` V is the posterior mean of the mean squared
loss on ``n_samples`` n samples, not a variance; ``kl_divergence`` KL is in nats.
"""

from typing import NamedTuple

from theorysim import arrays, errors
from theorysim.pac_bayes import _kl_equation
from theorysim.pac_bayes._risk_bound import PROBABILITY, SAMPLES


class UnexpectedBernsteinBound(NamedTuple):
    """A bound and its terms: what the second moment adds, and divergence, price of the grid and confidence."""

    value: object
    is_vacuous: object
    moment_term: object
    divergence_term: object
    price_term: object
    confidence_term: object


def unexpected_bernstein_bound(
    empirical_risk, n_samples, *, second_moment, kl_divergence, failure_probability, rate, n_rates, loss_bound
):
    r"""Return the unexpected Bernstein bound at one rate of a grid.

    .. math::

        L \le q + c_\eta V + \frac{\mathrm{KL} + \ln(m / \delta)}{\eta n}, \qquad
        c_\eta = \frac{-\ln(1 - \eta b) - \eta b}{\eta b^2}

    Parameters
    ----------
    empirical_risk : array
        q, the posterior mean of the empirical loss, a real number of at most b.
    n_samples : array
        n >= 1.
    second_moment : array
        V >= 0, raw second moment of the losses.
    kl_divergence : array
        KL >= 0 in nats.
    failure_probability : array
        delta in (0, 1).
    rate : array
        eta, in (0, 1 / b): one, or all, of a grid that was chosen before the data.
    n_rates : array
        m >= 1, the size of that grid; the bound holds at all of its rates at once, so take the least.
    loss_bound : array
        b > 0, the largest possible loss.

    Returns
    -------
    UnexpectedBernsteinBound
        ``value``, ``is_vacuous`` (not below b) and the terms, whose sum with q it is.

    Raises
    ------
    DomainError
        For scalars outside their ranges, a rate of 1 / b or more included; array elements give nan.

    Notes
    -----
    Verified. c_eta tends to eta / 2 for small rates and is infinite at eta = 1 / b, which grids must leave out.

    References
    ----------
    Mhammedi, Grunwald and Guedj (2019), arXiv:1905.13367.

    Examples
    --------
    >>> import numpy as np
    >>> bound = unexpected_bernstein_bound(0.05, 500, second_moment=0.03, kl_divergence=4.0, failure_probability=0.05,
    ...                                    rate=0.5 ** np.arange(1, 7), n_rates=6, loss_bound=1.0)
    >>> round(float(bound.value.min()), 10)
    0.0967387978
    """
    function = "pac_bayes.unexpected_bernstein_bound"
    xp, (q, n, square, kl, delta, rate, grid, largest), finish, _ = arrays.read(
        function,
        empirical_risk=(empirical_risk, errors.REAL),
        n_samples=(n_samples, SAMPLES),
        second_moment=(second_moment, errors.NON_NEGATIVE),
        kl_divergence=(kl_divergence, errors.NON_NEGATIVE_OR_INFINITE),
        failure_probability=(failure_probability, PROBABILITY),
        rate=(rate, errors.POSITIVE),
        n_rates=(n_rates, SAMPLES),
        loss_bound=(loss_bound, errors.POSITIVE),
    )
    share = rate * largest
    is_inside = share < 1
    if is_inside.ndim == 0:
        errors.require(bool(is_inside), function, "rate", "below 1 / loss_bound", float(rate))
    coefficient = _kl_equation.log1p_excess(-xp.where(is_inside, share, 0.5), xp) / (rate * largest * largest)
    scale = rate * n
    terms = coefficient * square, kl / scale, xp.log(grid) / scale, -xp.log(delta) / scale
    value = xp.where(is_inside, q + (terms[0] + terms[1] + terms[2] + terms[3]), xp.nan)
    return finish(UnexpectedBernsteinBound(value, ~(value < largest), *terms))
