r"""The PAC-Bayes bound of one predictor drawn from the posterior.

``empirical_risk`` q is that of the drawn predictor, ``log_density_ratio`` the logarithm of posterior over prior density
at it, losses are in [0, 1]; the bound fails with probability at most ``failure_probability`` over samples and draw.
"""

from theorysim import arrays
from theorysim.errors import EXTENDED_REAL, UNIT
from theorysim.pac_bayes._risk_bound import PROBABILITY, SAMPLES, bound
from theorysim.pac_bayes.kl_inverse import invert
from theorysim.pac_bayes.kl_moment import moment


def single_draw_bound(empirical_risk, n_samples, *, log_density_ratio, failure_probability):
    r"""Return the risk bound of one predictor drawn from a posterior.

    .. math::

        \mathrm{kl}(q(h) \| L(h)) \le \frac{\max\left(0, \ln\frac{d\rho}{d\pi}(h)\right) + \ln(\xi(n) / \delta)}{n}

    Parameters
    ----------
    empirical_risk : array
        q(h) in [0, 1].
    n_samples : array
        n >= 1.
    log_density_ratio : array
        ln(d rho / d pi)(h), any real number.
    failure_probability : array
        delta in (0, 1).

    Returns
    -------
    RiskBound
        ``value``, ``is_vacuous``, ``divergence_term``, ``price_term`` (of xi) and ``confidence_term``.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. The ratio may be negative at a drawn predictor; it is cut at 0, which keeps the budget positive. Certified
    as `kl_inverse` is.

    References
    ----------
    Catoni (2007), arXiv:0712.0248; Maurer (2004), arXiv:cs/0411099.

    Examples
    --------
    >>> round(single_draw_bound(0.1, 1000, log_density_ratio=3.0, failure_probability=0.05).value, 10)
    0.1468576675
    """
    xp, (q, n, ratio, delta), finish, _ = arrays.read(
        "pac_bayes.single_draw_bound",
        empirical_risk=(empirical_risk, UNIT),
        n_samples=(n_samples, SAMPLES),
        log_density_ratio=(log_density_ratio, EXTENDED_REAL),
        failure_probability=(failure_probability, PROBABILITY),
    )
    terms = xp.where(ratio > 0, ratio, 0.0) / n, xp.log(moment(n, xp)) / n, -xp.log(delta) / n
    value, _, _, _ = invert(q, 1 - q, terms[0] + terms[1] + terms[2], 1, xp)
    return finish(bound(value, *terms), rounding=(1, 0, 0, 0, 0))
