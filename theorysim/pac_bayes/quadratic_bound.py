r"""The quadratic PAC-Bayes bound: fast where the empirical risk is small.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors at once.
"""

from theorysim.pac_bayes import _risk_bound


def quadratic_bound(empirical_risk, n_samples, *, kl_divergence, failure_probability):
    r"""Return the PAC-Bayes bound that solves a quadratic in the square root of the risk.

    .. math::

        L \le \left(\sqrt{q + \frac{c}{2}} + \sqrt{\frac{c}{2}}\right)^2, \qquad
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
    Verified. Never below `kl_bound`; equal to `thiemann_bound` at its best trade-off. Below `pinsker_bound` where its
    value is at most 1 / 4.

    References
    ----------
    Rivasplata, Tankasali and Szepesvari (2019), arXiv:1908.07380.

    Examples
    --------
    >>> round(quadratic_bound(0.03, 20000, kl_divergence=120.0, failure_probability=0.035).value, 10)
    0.0571523443
    """
    xp, (q, n, kl, delta), finish, _ = _risk_bound.read(
        "pac_bayes.quadratic_bound", empirical_risk, n_samples, kl_divergence, failure_probability
    )
    divergence, price, confidence = kl / n, xp.log(2 * xp.sqrt(n)) / n, -xp.log(delta) / n
    budget = divergence + price + confidence
    value = (xp.sqrt(q + budget / 2) + xp.sqrt(budget / 2)) ** 2
    return finish(_risk_bound.bound(value, divergence, price, confidence))
