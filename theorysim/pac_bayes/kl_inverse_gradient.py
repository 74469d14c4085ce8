r"""How the inverse relative entropy moves with its arguments: the gradient of a bound that is minimized.

``empirical_risk`` q and ``budget`` c as in `kl_inverse`; p is the risk that it returns.
"""

from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors
from theorysim.pac_bayes import _complements, _kl_equation


class KlInverseGradient(NamedTuple):
    """Partial derivatives of the upper risk."""

    by_empirical_risk: object
    by_budget: object


def kl_inverse_gradient(empirical_risk, budget, *, empirical_complement=None):
    r"""Return the partial derivatives of `kl_inverse`'s risk.

    .. math::

        \frac{\partial p^+}{\partial c} = \frac{p (1 - p)}{p - q}, \qquad
        \frac{\partial p^+}{\partial q} = \left[\ln\frac{p}{q} + \ln\frac{1 - q}{1 - p}\right]
        \frac{p (1 - p)}{p - q}

    Parameters
    ----------
    empirical_risk : array
        q in [0, 1].
    budget : array
        c >= 0 in nats per sample.
    empirical_complement : array, optional
        1 - q in [0, 1]; give it where q is so near 1 that the digits are in its complement.

    Returns
    -------
    KlInverseGradient
        ``by_empirical_risk`` and ``by_budget``.

    Raises
    ------
    DomainError
        For scalars outside their ranges or a complement that does not belong to its risk; array elements give nan.

    Notes
    -----
    Verified, by the theorem of implicit functions. By q they are 1 at budget 0 and, above it, infinite at q = 0 and 0
    at q = 1. By the budget they are infinite at budget 0, because the gap grows like its square root, except that they
    are 1 - p at q = 0 and 0 at q = 1.

    References
    ----------
    Langford (2005), Journal of Machine Learning Research 6:273-306.

    Examples
    --------
    >>> gradient = kl_inverse_gradient(0.13, 0.07)
    >>> round(gradient.by_empirical_risk, 10), round(gradient.by_budget, 10)
    (1.2913958873, 1.3047470559)
    """
    function = "pac_bayes.kl_inverse_gradient"
    rest = {} if empirical_complement is None else {"empirical_complement": (empirical_complement, errors.UNIT)}
    xp, (q, c, *rest), finish, _ = arrays.read(
        function, empirical_risk=(empirical_risk, errors.UNIT), budget=(budget, errors.NON_NEGATIVE), **rest
    )
    q_rest, is_wrong = _complements.pair(function, "empirical_complement", q, rest[0] if rest else None, xp)
    gradient = _gradient(q, q_rest, c, 0 if rest else 1, xp)
    return finish(KlInverseGradient(*(_complements.withhold(field, (is_wrong,), xp) for field in gradient)))


@np.errstate(all="ignore")
def _gradient(q, q_rest, c, rounded, xp):
    risk, gap, complement, _ = _kl_equation.invert(q, q_rest, c, rounded, xp)
    is_zero, is_none = q == 0, c == 0
    share = gap / xp.where(is_zero, 1.0, q)
    rise = xp.where(
        share < 1, xp.log1p(xp.where(share < 1, share, 0.0)), xp.log(risk) - xp.log(xp.where(is_zero, 1.0, q))
    )
    slope = risk * (complement / xp.where(gap > 0, gap, 1.0))
    by_budget = xp.where(is_none, xp.inf, slope)
    by_budget = xp.where(q_rest == 0, 0.0, xp.where(is_zero, complement, by_budget))
    is_near = gap < 0.5 * q_rest
    fall = xp.where(is_near, -xp.log1p(-xp.where(is_near, gap / xp.where(q_rest > 0, q_rest, 1.0), 0.0)), 0.0)
    far = xp.log(xp.where(q_rest > 0, q_rest, 1.0)) - xp.log(xp.where(complement > 0, complement, 1.0))
    by_risk = (rise + xp.where(is_near, fall, far)) * slope
    by_risk = xp.where(is_zero, xp.inf, xp.where(q_rest == 0, 0.0, by_risk))
    return xp.where(is_none, 1.0, by_risk), by_budget
