r"""The smallest risk that a relative entropy budget allows: the lower end of every bound in kl form.

``empirical_risk`` q is a mean of losses in [0, 1], ``budget`` c, in nats per sample, what the bound allows kl to be.
"""

from typing import NamedTuple

from theorysim import arrays, errors
from theorysim.pac_bayes import _complements
from theorysim.pac_bayes.kl_inverse import invert


class LowerRisk(NamedTuple):
    """A lower bound p of a risk; each field lies on the safe side of the truth.

    ``risk`` p and ``log_risk`` log(p) are not above it, ``gap`` q - p and ``complement`` 1 - p not below.
    """

    risk: object
    gap: object
    complement: object
    log_risk: object


def kl_inverse_lower(empirical_risk, budget, *, empirical_complement=None):
    r"""Return the smallest risk whose relative entropy from an empirical risk is within a budget.

    .. math::

        p^-(q, c) = \min\{p \in [0, q] : \mathrm{kl}(q \| p) \le c\} = 1 - p^+(1 - q, c)

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
    LowerRisk
        ``risk``, ``gap``, ``complement``, ``log_risk``, each to full relative precision of its own. A risk below 1e-307
        is 0; its logarithm remains, down to -inf where q is below 1e-301 or c above 1e301 q.

    Raises
    ------
    DomainError
        For scalars outside their ranges or a complement that does not belong to its risk; array elements give nan.

    Notes
    -----
    Verified. Certified: rounded outward as `kl_inverse` is; never found by subtraction from 1.

    References
    ----------
    Langford (2005), Journal of Machine Learning Research 6:273-306.

    Examples
    --------
    >>> bound = kl_inverse_lower(0.3, 800.0)
    >>> bound.risk, round(bound.log_risk, 9)
    (0.0, -2668.702881007)
    >>> f"{kl_inverse_lower(1e-6, 1e-9).gap:.10e}"
    '4.4057171201e-08'
    """
    function = "pac_bayes.kl_inverse_lower"
    rest = {} if empirical_complement is None else {"empirical_complement": (empirical_complement, errors.UNIT)}
    xp, (q, c, *rest), finish, _ = arrays.read(
        function,
        empirical_risk=(empirical_risk, errors.UNIT),
        budget=(budget, errors.NON_NEGATIVE_OR_INFINITE),
        **rest,
    )
    q_rest, is_wrong = _complements.pair(function, "empirical_complement", q, rest[0] if rest else None, xp)
    complement, gap, risk, log_risk = invert(q_rest, q, c, 0 if rest else -1, xp)
    fields = [_complements.withhold(field, (is_wrong,), xp) for field in (risk, gap, complement, log_risk)]
    return finish(LowerRisk(*fields), rounding=(-1, 1, 1, -1))
