r"""Catoni's PAC-Bayes bound at the best temperature, which is paid for.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors and temperatures at once.
"""

import math
from typing import NamedTuple

from theorysim.errors import Interval
from theorysim.pac_bayes import _risk_bound

_RATIO = Interval(1.0, math.inf, False, False, 1.1)
_SCAN = 128
_REFINEMENTS = 40
_GOLDEN = (math.sqrt(5) - 1) / 2


class CatoniGridBound(NamedTuple):
    """A bound, its terms in nats per sample, and the inverse temperature at which it was found."""

    value: object
    is_vacuous: object
    divergence_term: object
    price_term: object
    confidence_term: object
    inverse_temperature: object


def catoni_grid_bound(empirical_risk, n_samples, *, kl_divergence, failure_probability, grid_ratio):
    r"""Return Catoni's PAC-Bayes bound minimized over the temperature, with the price of a geometric grid.

    .. math::

        L \le \min_{\lambda > 1} \frac{1 - \exp\left(-\frac{\lambda}{n} q - \frac{\alpha}{n}
        \left[\mathrm{KL} + \ln\frac{1}{\delta} + 2 \ln\frac{\ln(\alpha^2 \lambda)}{\ln\alpha}\right]\right)}
        {1 - e^{-\lambda / n}}

    Parameters
    ----------
    empirical_risk : array
        q in [0, 1], the posterior mean of the empirical risk.
    n_samples : array
        n >= 1.
    kl_divergence : array
        KL >= 0 in nats.
    failure_probability : array
        delta in (0, 1).
    grid_ratio : array
        alpha > 1, fixed before the data. The published 1.0001 suits divergences of thousands of nats, 1.1 small ones.

    Returns
    -------
    CatoniGridBound
        ``value``, unclipped, ``is_vacuous``, the terms (alpha included), and ``inverse_temperature``, lambda / n.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. Valid for every lambda above 1, so the minimum, found by a scan of ln(lambda) and golden sections, need
    not be exact. `kl_bound` was below it at every ratio in all settings tried.

    References
    ----------
    Catoni (2007), arXiv:0712.0248.

    Examples
    --------
    >>> bound = catoni_grid_bound(0.03, 20000, kl_divergence=120.0, failure_probability=0.035, grid_ratio=1.0001)
    >>> round(bound.value, 10), round(bound.inverse_temperature, 4)
    (0.0553526653, 0.6384)
    """
    xp, (q, n, kl, delta, ratio), finish, _ = _risk_bound.read(
        "pac_bayes.catoni_grid_bound",
        empirical_risk,
        n_samples,
        kl_divergence,
        failure_probability,
        grid_ratio=(grid_ratio, _RATIO),
    )
    terms = ratio * kl / n, -ratio * xp.log(delta) / n

    def price(log_scale):
        steps = (2 * xp.log(ratio) + log_scale) / xp.log(ratio)
        return 2 * ratio / n * xp.log(steps)

    def value(log_scale):
        c = xp.exp(log_scale) / n
        return xp.expm1(-(c * q + terms[0] + terms[1] + price(log_scale))) / xp.expm1(-c)

    log_scale = _minimize(value, xp.log(n) + 6, xp)
    bound = _risk_bound.bound(value(log_scale), terms[0], price(log_scale), terms[1])
    return finish(CatoniGridBound(*bound, xp.exp(log_scale) / n))


def _minimize(function, end, xp):
    """Return where in (0, end] a function is least: the best of a scan, then golden sections around it."""
    best, least = end, function(end)
    for step in range(1, _SCAN):
        position = end * (step / _SCAN)
        value = function(position)
        best, least = xp.where(value < least, position, best), xp.minimum(value, least)
    low, high = best - end / _SCAN, xp.minimum(best + end / _SCAN, end)
    low = xp.maximum(low, end * 2.0**-40)
    for _ in range(_REFINEMENTS):
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        is_left = function(left) < function(right)
        low, high = xp.where(is_left, low, left), xp.where(is_left, right, high)
    return 0.5 * (low + high)
