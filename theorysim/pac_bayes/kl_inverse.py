r"""The largest risk that a relative entropy budget allows: the upper end of every bound in kl form.

``empirical_risk`` q is a mean of losses in [0, 1], ``budget`` c, in nats per sample, what the bound allows kl to be.
"""

from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors
from theorysim.pac_bayes import _complements, _kl_equation

_MANY = 1024
_MARGIN = 8


class UpperRisk(NamedTuple):
    """An upper bound p of a risk; each field lies on the safe side of the truth.

    ``risk`` p and ``gap`` p - q are not below it, ``complement`` 1 - p and ``log_complement`` log(1 - p) not above.
    """

    risk: object
    gap: object
    complement: object
    log_complement: object


def kl_inverse(empirical_risk, budget, *, empirical_complement=None):
    r"""Return the largest risk whose relative entropy from an empirical risk is within a budget.

    .. math::

        p^+(q, c) = \max\{p \in [q, 1] : \mathrm{kl}(q \| p) \le c\}

    Parameters
    ----------
    empirical_risk : array
        q in [0, 1].
    budget : array
        c >= 0 in nats per sample; may be infinite.
    empirical_complement : array, optional
        1 - q in [0, 1]; give it where q is so near 1 that the digits are in its complement.

    Returns
    -------
    UpperRisk
        ``risk``, ``gap``, ``complement``, ``log_complement``, each to full relative precision of its own. A complement
        below 1e-307 is 0; its logarithm remains, down to -inf where 1 - q is below 1e-301 or c above 1e301 (1 - q).

    Raises
    ------
    DomainError
        For scalars outside their ranges or a complement that does not belong to its risk; array elements give nan.

    Notes
    -----
    Verified. Certified: rounded outward by at most 4e-15 of risk, gap and log_complement (of complement: times 1 + its
    logarithm), in float32 by one unit more, so that no field is on the wrong side of the exact solution; exact for
    budget 0. With losses in [0, 1], the budget log(1 / delta) / n bounds the risk of one fixed predictor with
    probability 1 - delta. For small budgets the gap is sqrt(2 q (1 - q) c), for q = 0 it is 1 - exp(-c).

    References
    ----------
    Langford (2005), Journal of Machine Learning Research 6:273-306.

    Examples
    --------
    >>> bound = kl_inverse(0.01, 30.0)
    >>> f"{bound.risk:.12f} {bound.complement:.8e}"
    '1.000000000000 6.53122024e-14'
    >>> round(kl_inverse(0.1, 1000.0).log_complement, 9)
    -1111.472314415
    """
    return _upper("pac_bayes.kl_inverse", empirical_risk, budget, empirical_complement)


def _upper(function, empirical_risk, budget, empirical_complement):
    rest = {} if empirical_complement is None else {"empirical_complement": (empirical_complement, errors.UNIT)}
    xp, (q, c, *rest), finish, _ = arrays.read(
        function,
        empirical_risk=(empirical_risk, errors.UNIT),
        budget=(budget, errors.NON_NEGATIVE_OR_INFINITE),
        **rest,
    )
    q_rest, is_wrong = _complements.pair(function, "empirical_complement", q, rest[0] if rest else None, xp)
    fields = invert(q, q_rest, c, 0 if rest else 1, xp)
    fields = [_complements.withhold(field, (is_wrong,), xp) for field in fields]
    return finish(UpperRisk(*fields), rounding=(1, 1, -1, -1), is_fresh=True)


def invert(first, second, budget, rounded, xp):
    """Solve `_kl_equation` by the compiled loop where many NumPy values are asked for.

    The loop takes its vectorized branch only where its outputs are some bytes apart from its inputs: hence a margin.
    """
    shape = np.broadcast_shapes(tuple(first.shape), tuple(second.shape), tuple(budget.shape))
    if xp is not np or np.prod(shape) < _MANY:
        return _kl_equation.invert(first, second, budget, rounded, xp)
    from theorysim.pac_bayes import _kl_loops

    arguments = (first, second, budget)
    flat = [(a if a.shape == shape else np.broadcast_to(a, shape).copy()).reshape(-1) for a in arguments]
    fields = [np.empty(flat[0].size + 2 * _MARGIN)[_MARGIN:-_MARGIN] for _ in range(4)]
    _kl_loops.invert(*flat, float(rounded), *fields)
    if flat[2].min() < _kl_loops.SMALLEST_BUDGET:
        small = np.flatnonzero((flat[2] < _kl_loops.SMALLEST_BUDGET) & (flat[2] > 0))
        for field, values in zip(fields, _kl_equation.invert(*(array[small] for array in flat), rounded, np)):
            field[small] = values
    return tuple(field.reshape(shape) for field in fields)
