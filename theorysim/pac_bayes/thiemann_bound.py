r"""The PAC-Bayes-lambda bound: convex in the posterior and in its trade-off separately.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors at once.
"""

from theorysim.errors import Interval
from theorysim.pac_bayes import _risk_bound

_TRADE_OFF = Interval(0.0, 2.0, False, False, 1.0)


def thiemann_bound(empirical_risk, n_samples, *, kl_divergence, failure_probability, trade_off):
    r"""Return the PAC-Bayes-lambda bound.

    .. math::

        L \le \frac{q}{1 - \lambda / 2} + \frac{c}{\lambda (1 - \lambda / 2)}, \qquad
        c = \frac{\mathrm{KL} + \ln(2 \sqrt{n} / \delta)}{n}

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
    trade_off : array
        lambda in (0, 2); any function of the data. The best is 2 / (1 + sqrt(2 q / c + 1)).

    Returns
    -------
    RiskBound
        ``value``, unclipped, ``is_vacuous``, ``divergence_term``, ``price_term``, ``confidence_term``.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. Holds for all trade-offs at once, so it may be minimized over them freely; the minimum is
    `quadratic_bound`.

    References
    ----------
    Thiemann, Igel, Wintenberger and Seldin (2017), arXiv:1608.05610.

    Examples
    --------
    >>> round(thiemann_bound(0.03, 20000, kl_divergence=120.0, failure_probability=0.035, trade_off=0.5).value, 10)
    0.0571996398
    """
    xp, (q, n, kl, delta, trade_off), finish, _ = _risk_bound.read(
        "pac_bayes.thiemann_bound",
        empirical_risk,
        n_samples,
        kl_divergence,
        failure_probability,
        trade_off=(trade_off, _TRADE_OFF),
    )
    divergence, price, confidence = kl / n, xp.log(2 * xp.sqrt(n)) / n, -xp.log(delta) / n
    budget = divergence + price + confidence
    rest = 1 - trade_off / 2
    value = q / rest + budget / (trade_off * rest)
    return finish(_risk_bound.bound(value, divergence, price, confidence))
