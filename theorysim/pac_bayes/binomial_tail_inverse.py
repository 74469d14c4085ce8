r"""The largest risk under which so few test errors are not too improbable: the exact bound for one fixed predictor.

``errors`` k of ``n_samples`` n independent test samples are errors; ``log_failure_probability`` is the natural
logarithm of delta, so that description lengths of a million nats can be charged to it.
"""

from theorysim import arrays
from theorysim.errors import NON_NEGATIVE, POSITIVE, Interval, require
from theorysim.pac_bayes import _binomial_tail
from theorysim.pac_bayes.kl_inverse import UpperRisk

LOG_PROBABILITY = Interval(-float("inf"), -0.01, False, True, -1.0)


def binomial_tail_inverse(n_samples, errors, *, log_failure_probability):
    r"""Return the largest risk with which at most so many errors have a given probability.

    .. math::

        \overline{p}(n, k, \delta) = \max\{p : P(\mathrm{Bin}(n, p) \le k) \ge \delta\}

    Parameters
    ----------
    n_samples, errors : array
        n >= 1 and 0 <= k <= n, integers up to 1e12.
    log_failure_probability : array
        ln delta at most -0.01, in nats; there is no lower limit.

    Returns
    -------
    UpperRisk
        ``risk``, ``gap`` (from k / n; negative where delta is above 1/2 or so), ``complement``, ``log_complement``.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.
    NotConverged
        When Newton's method did not reach its rounding error; this is not known to happen.

    Notes
    -----
    Verified. With probability at least 1 - delta the risk of a fixed predictor is at most this (Clopper and Pearson);
    the promise is attained at every risk that is ever returned. Certified: rounded outward, typically by 1e-14 and,
    where the problem is ill-conditioned (delta near 1), by up to 1e-12, never inward. Never above `kl_inverse` of k / n
    at budget ln(1 / delta) / n.

    References
    ----------
    Langford (2005), Journal of Machine Learning Research 6:273-306; Clopper and Pearson (1934), Biometrika 26:404-413.

    Examples
    --------
    >>> import math
    >>> round(binomial_tail_inverse(100, 5, log_failure_probability=math.log(1e-6)).risk, 10)
    0.2295862713
    >>> round(binomial_tail_inverse(10**6, 2000, log_failure_probability=-1e5).risk, 10)
    0.1042745228
    """
    function = "pac_bayes.binomial_tail_inverse"
    xp, (n, k, log_probability), finish, _ = read(function, n_samples, errors, log_failure_probability)
    fields = _binomial_tail.invert(*counts(function, n, k, xp), log_probability, function, xp)
    return finish(UpperRisk(*(withhold(field, n, k, xp) for field in fields)), rounding=(1, 1, -1, -1))


def read(function, n_samples, errors, log_failure_probability):
    """Read the arguments of both tail inverses."""
    return arrays.read(
        function,
        n_samples=(n_samples, POSITIVE),
        errors=(errors, NON_NEGATIVE),
        log_failure_probability=(log_failure_probability, LOG_PROBABILITY),
    )


def counts(function, n, k, xp):
    """Return n and k, one error of two samples where they are not counts; a single such pair raises."""
    is_count = _are_counts(n, k, xp)
    if is_count.ndim == 0 and not bool(is_count):
        allowed = "an integer of at most n_samples, which is an integer too"
        require(False, function, "errors", allowed, f"{float(k):g} of {float(n):g}")
    return xp.where(is_count, n, 2.0), xp.where(is_count, k, 1.0)


def withhold(field, n, k, xp):
    """Put nan where n and k are not counts."""
    return xp.where(_are_counts(n, k, xp), field, xp.nan)


def _are_counts(n, k, xp):
    return (k <= n) & (n == xp.round(n)) & (k == xp.round(k))
