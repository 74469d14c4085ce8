r"""McAllester's bound in the form of Maurer: relative entropy relaxed by Pinsker's inequality.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors at once.
"""

from theorysim.pac_bayes import _risk_bound


def pinsker_bound(empirical_risk, n_samples, *, kl_divergence, failure_probability):
    r"""Return the PAC-Bayes bound whose gap is the square root of half the budget.

    .. math::

        L \le q + \sqrt{\frac{c}{2}}, \qquad c = \frac{\mathrm{KL} + \ln(2 \sqrt{n} / \delta)}{n}

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
    Verified. Never below `kl_bound`. Near q = 1 / 2 it beats `quadratic_bound`, which is the smaller one where its
    value is at most 1 / 4; as both hold at once, so does their minimum.

    References
    ----------
    Maurer (2004), arXiv:cs/0411099.

    Examples
    --------
    >>> round(pinsker_bound(0.03, 20000, kl_divergence=120.0, failure_probability=0.035).value, 10)
    0.0867884887
    """
    xp, (q, n, kl, delta), finish, _ = _risk_bound.read(
        "pac_bayes.pinsker_bound", empirical_risk, n_samples, kl_divergence, failure_probability
    )
    divergence, price, confidence = kl / n, xp.log(2 * xp.sqrt(n)) / n, -xp.log(delta) / n
    budget = divergence + price + confidence
    return finish(_risk_bound.bound(q + xp.sqrt(budget / 2), divergence, price, confidence))
