r"""The smallest risk under which so many test errors are not too improbable.

``errors`` k of ``n_samples`` n independent test samples are errors; ``log_failure_probability`` is the natural
logarithm of delta.
"""

from theorysim.pac_bayes import _binomial_tail
from theorysim.pac_bayes.binomial_tail_inverse import counts, read, withhold
from theorysim.pac_bayes.kl_inverse_lower import LowerRisk


def binomial_tail_inverse_lower(n_samples, errors, *, log_failure_probability):
    r"""Return the smallest risk with which at least so many errors have a given probability.

    .. math::

        \underline{p}(n, k, \delta) = \min\{p : P(\mathrm{Bin}(n, p) \ge k) \ge \delta\}
        = 1 - \overline{p}(n, n - k, \delta)

    Parameters
    ----------
    n_samples, errors : array
        n >= 1 and 0 <= k <= n, integers up to 1e12.
    log_failure_probability : array
        ln delta at most -0.01, in nats; there is no lower limit.

    Returns
    -------
    LowerRisk
        ``risk``, ``gap`` (k / n minus it), ``complement``, ``log_risk``.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.
    NotConverged
        When Newton's method did not reach its rounding error; this is not known to happen.

    Notes
    -----
    Verified. Certified as `binomial_tail_inverse` is, and found by exchanging errors and correct answers. For an
    interval of probability 1 - delta take both at ln(delta / 2).

    References
    ----------
    Langford (2005), Journal of Machine Learning Research 6:273-306; Clopper and Pearson (1934), Biometrika 26:404-413.

    Examples
    --------
    >>> import math
    >>> round(binomial_tail_inverse_lower(10, 3, log_failure_probability=math.log(0.05)).risk, 10)
    0.0872644339
    """
    function = "pac_bayes.binomial_tail_inverse_lower"
    xp, (n, k, log_probability), finish, _ = read(function, n_samples, errors, log_failure_probability)
    samples, found = counts(function, n, k, xp)
    fields = _binomial_tail.invert(samples, samples - found, log_probability, function, xp)
    complement, gap, risk, log_risk = (withhold(field, n, k, xp) for field in fields)
    return finish(LowerRisk(risk, gap, complement, log_risk), rounding=(-1, 1, 1, -1))
