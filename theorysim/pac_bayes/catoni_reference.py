r"""What Catoni's bound would be at its best temperature if the choice were free: a reference, not a bound.

A posterior over predictors has mean empirical loss ``empirical_risk`` q on ``n_samples`` n samples, losses in [0, 1],
and relative entropy ``kl_divergence`` KL, in nats, from a prior chosen before the samples; it fails with probability at
most ``failure_probability`` delta, for all posteriors at once.
"""

from theorysim.pac_bayes import _risk_bound
from theorysim.pac_bayes.kl_inverse import invert


def catoni_reference(empirical_risk, n_samples, *, kl_divergence, failure_probability):
    r"""Return the minimum over temperatures of Catoni's bound, which is not a valid bound.

    .. math::

        \min_{C > 0} \frac{1 - \exp(-C q - c)}{1 - e^{-C}} = p^+(q, c), \qquad
        c = \frac{\mathrm{KL} + \ln(1 / \delta)}{n}

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
        The reference in the fields of a bound: ``value``, ``is_vacuous`` and the terms, ``price_term`` 0.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified as a minimum. Not a bound that holds for all posteriors, as no price is paid for C: `kl_bound` pays ln
    xi(n), `catoni_grid_bound` pays for a grid. Programs that optimize C freely report this number. For one predictor
    that is fixed before the data (KL = 0) it is Chernoff's bound, and valid.

    References
    ----------
    Catoni (2007), arXiv:0712.0248.

    Examples
    --------
    >>> round(catoni_reference(0.03, 20000, kl_divergence=120.0, failure_probability=0.035).value, 10)
    0.0529200211
    """
    xp, (q, n, kl, delta), finish, _ = _risk_bound.read(
        "pac_bayes.catoni_reference", empirical_risk, n_samples, kl_divergence, failure_probability
    )
    divergence, confidence = kl / n, -xp.log(delta) / n
    value, _, _, _ = invert(q, 1 - q, divergence + confidence, 1, xp)
    return finish(_risk_bound.bound(value, divergence, xp.zeros_like(divergence), confidence))
