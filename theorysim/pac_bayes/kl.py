r"""The relative entropy of two coins, which measures how far an empirical risk is from a risk.

Losses are 0 or 1 (or in [0, 1]); ``empirical_risk`` q and ``risk`` p are their means on a sample and under the law.
Risks near 1 are given by their complements, ``empirical_complement`` 1 - q and ``complement`` 1 - p.
"""

import math

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.pac_bayes import _complements, _kl_equation

_LOSSES = 1000


def kl(empirical_risk, risk, *, empirical_complement=None, complement=None):
    r"""Return the relative entropy of Bernoulli laws.

    .. math::

        \mathrm{kl}(q \| p) = q \ln\frac{q}{p} + (1 - q) \ln\frac{1 - q}{1 - p}

    Parameters
    ----------
    empirical_risk, risk : array
        q and p in [0, 1].
    empirical_complement, complement : array, optional
        1 - q and 1 - p in [0, 1]; without them they are computed. Give them where a risk is so near 1 that the digits
        are in its complement.

    Returns
    -------
    array
        In nats, [0, inf]; infinite where p is 0 or 1 and q is not.

    Raises
    ------
    DomainError
        For scalars outside their ranges or a complement that does not belong to its risk; array elements give nan.

    Notes
    -----
    Verified. A sum of two terms such as q g((p - q) / q), g(t) = t - log(1 + t), that are never negative: the relative
    error is a few 1e-16 also next to q = p, where kl is (p - q)^2 / (2 q (1 - q)).

    References
    ----------
    Langford (2005), Journal of Machine Learning Research 6:273-306.

    Examples
    --------
    >>> f"{kl(0.3, 0.3000001):.6e}"
    '2.380952e-14'
    >>> round(kl(1.0, 0.3), 12)
    1.203972804326
    """
    given = {"empirical_complement": empirical_complement, "complement": complement}
    given = {name: (value, errors.UNIT) for name, value in given.items() if value is not None}
    risks = {"empirical_risk": (empirical_risk, errors.UNIT), "risk": (risk, errors.UNIT)}
    xp, (q, p, *rest), finish, _ = arrays.read("pac_bayes.kl", **risks, **given)
    rest = dict(zip(given, rest))
    q_rest, q_wrong = _complements.pair("pac_bayes.kl", "empirical_complement", q, rest.get("empirical_complement"), xp)
    p_rest, p_wrong = _complements.pair("pac_bayes.kl", "complement", p, rest.get("complement"), xp)
    return finish(_complements.withhold(_kl(q, q_rest, p, p_rest, xp), (q_wrong, p_wrong), xp))


def simulate_kl(empirical_risk, risk, *, trials, seed):
    """Draw samples of 1000 losses with risk `empirical_risk` and return their mean log likelihood ratio to `risk`.

    Parameters
    ----------
    empirical_risk, risk : array
        As in `kl`, where what happens under the first is possible under the second.
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array
        Mean log likelihood ratios, trial axis first; their mean is `kl`.
    """
    q, p = np.broadcast_arrays(np.asarray(empirical_risk, dtype=float), np.asarray(risk, dtype=float))
    of_error = np.log(np.where(q > 0, q / p, 1.0))
    of_success = np.log(np.where(q < 1, (1 - q) / (1 - p), 1.0))

    def draw(rng):
        share = rng.binomial(_LOSSES, q) / _LOSSES
        return share * of_error + (1 - share) * of_success

    return montecarlo.collect(draw, trials=trials, seed=seed)


def divergence(q, p, xp):
    """Return kl of risks that are not next to 1, for arrays."""
    return _kl(q, 1 - q, p, 1 - p, xp)


@np.errstate(all="ignore")
def _kl(q, q_rest, p, p_rest, xp):
    change = xp.where(q + p <= 1, p - q, q_rest - p_rest)
    return _side(q, p, change, xp) + _side(q_rest, p_rest, -change, xp)


def _side(q, p, change, xp):
    """Return q log(q / p) + p - q = q g(change / q), where change = p - q."""
    has_errors = q > 0
    safe = xp.where(has_errors, q, 1.0)
    t = change / safe
    is_near = (t > -0.5) & (t < 1)
    near = safe * _kl_equation.log1p_excess(xp.where(is_near, t, 0.0), xp)
    ratio = p / safe
    is_moderate = (ratio > 1e-300) & (ratio < 1e300)
    log_ratio = xp.where(is_moderate, xp.log(xp.where(is_moderate, ratio, 1.0)), xp.log(p) - xp.log(safe))
    far = xp.where(p > 0, change - safe * log_ratio, math.inf)
    return xp.where(has_errors, xp.where(is_near, near, far), change)
