r"""Catoni's PAC-Bayes bound at one temperature that is fixed before the data.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors at once.
"""

from theorysim.errors import POSITIVE
from theorysim.pac_bayes import _risk_bound


def catoni_bound(empirical_risk, n_samples, *, kl_divergence, failure_probability, inverse_temperature):
    r"""Return Catoni's PAC-Bayes bound at a fixed inverse temperature.

    .. math::

        L \le \frac{1 - \exp(-C q - c)}{1 - e^{-C}}, \qquad c = \frac{\mathrm{KL} + \ln(1 / \delta)}{n}

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
    inverse_temperature : array
        C > 0 per sample (lambda = C n), chosen before the data.

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
    Verified. No price, but C must not depend on the data: the minimum over C is `kl_inverse` at budget c, a reference
    that is not a bound (`catoni_reference`); `catoni_grid_bound` pays for the choice.

    References
    ----------
    Catoni (2007), arXiv:0712.0248.

    Examples
    --------
    >>> bound = catoni_bound(0.1, 1000, kl_divergence=47.0, failure_probability=0.05, inverse_temperature=1.0)
    >>> round(bound.value, 10)
    0.2203509257
    """
    xp, (q, n, kl, delta, c), finish, _ = _risk_bound.read(
        "pac_bayes.catoni_bound",
        empirical_risk,
        n_samples,
        kl_divergence,
        failure_probability,
        inverse_temperature=(inverse_temperature, POSITIVE),
    )
    divergence, confidence = kl / n, -xp.log(delta) / n
    value = xp.expm1(-(c * q + divergence + confidence)) / xp.expm1(-c)
    return finish(_risk_bound.bound(value, divergence, xp.zeros_like(divergence), confidence))
