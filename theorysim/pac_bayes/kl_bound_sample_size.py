r"""How many samples a bound needs: `kl_bound` and the bound of one predictor, solved for the number of samples.

``empirical_risk`` q is what the samples are expected to show, ``risk`` t the bound that is wanted.
"""

import numpy as np

from theorysim import arrays, errors
from theorysim.errors import Interval
from theorysim.pac_bayes._risk_bound import PROBABILITY
from theorysim.pac_bayes.kl import divergence
from theorysim.pac_bayes.kl_moment import moment
from theorysim.solve import fixed_point

_RISK = Interval(0.0, 1.0, False, False, 0.75)


def kl_bound_sample_size(empirical_risk, risk, *, kl_divergence, failure_probability):
    r"""Return the number of samples at which the PAC-Bayes-kl bound reaches a risk.

    .. math::

        n = \frac{\mathrm{KL} + \ln(\xi(n) / \delta)}{\mathrm{kl}(q \| t)}

    Parameters
    ----------
    empirical_risk : array
        q in [0, 1].
    risk : array
        t in (0, 1), above q.
    kl_divergence : array
        KL >= 0 in nats, at that number of samples.
    failure_probability : array
        delta in (0, 1).

    Returns
    -------
    array
        n, a real number of at least 1; infinite where t is not above q.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.
    NotConverged
        When the fixed point was not reached; this is not known to happen.

    Notes
    -----
    Verified. The map contracts, as ln(xi) grows like ln(n) / 2. For one predictor that is fixed before the samples, or
    one of countably many of description length KL, replace xi by 1: (KL + ln(1 / delta)) / kl(q, t) exactly.

    References
    ----------
    Maurer (2004), arXiv:cs/0411099.

    Examples
    --------
    >>> round(kl_bound_sample_size(0.02, 0.05, kl_divergence=300.0, failure_probability=0.05), 6)
    25388.856994
    """
    xp, (q, t, kl, delta), finish, _ = arrays.read(
        "pac_bayes.kl_bound_sample_size",
        empirical_risk=(empirical_risk, errors.UNIT),
        risk=(risk, _RISK),
        kl_divergence=(kl_divergence, errors.NON_NEGATIVE),
        failure_probability=(failure_probability, PROBABILITY),
    )
    return finish(_sample_size(q, t, kl - xp.log(delta), xp))


@np.errstate(all="ignore")
def _sample_size(q, t, complexity, xp):
    is_above = t > q
    per_sample = divergence(xp.where(is_above, q, 0.25), xp.where(is_above, t, 0.75), xp)
    start = xp.maximum(complexity / per_sample, 1.0)

    def needed(n):
        return xp.maximum((complexity + xp.log(moment(n, xp))) / per_sample, 1.0)

    return xp.where(is_above, fixed_point(needed, start, xp=xp), xp.inf)
