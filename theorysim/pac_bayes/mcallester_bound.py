r"""McAllester's first PAC-Bayes bound, with the constants of its paper.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors at once.
"""

from theorysim.pac_bayes import _risk_bound


def mcallester_bound(empirical_risk, n_samples, *, kl_divergence, failure_probability):
    r"""Return McAllester's PAC-Bayes bound of 1999.

    .. math::

        L \le q + \sqrt{\frac{\mathrm{KL} + \ln(n / \delta) + 2}{2 n - 1}}

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
        ``value``, unclipped, ``is_vacuous`` and the terms; under the root, over 2 n - 1, so twice what is usual per
        sample.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Recalled, and checked by its coverage. Looser than `pinsker_bound` for all but the smallest samples; for comparison
    with older work.

    References
    ----------
    McAllester (1999), Machine Learning 37:355-363.

    Examples
    --------
    >>> round(mcallester_bound(0.03, 20000, kl_divergence=120.0, failure_probability=0.035).value, 10)
    0.0881505108
    """
    xp, (q, n, kl, delta), finish, _ = _risk_bound.read(
        "pac_bayes.mcallester_bound", empirical_risk, n_samples, kl_divergence, failure_probability
    )
    scale = 2 * n - 1
    divergence, price, confidence = kl / scale, (xp.log(n) + 2) / scale, -xp.log(delta) / scale
    value = q + xp.sqrt(divergence + price + confidence)
    return finish(_risk_bound.bound(value, divergence, price, confidence))
