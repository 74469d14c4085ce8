r"""The risk of one fixed predictor from the mean and the variance of its losses.

Losses lie in [0, 1]; ``empirical_risk`` and ``sample_variance`` V (divided by n - 1) are those of ``n_samples`` n
samples.
"""

from typing import NamedTuple

from theorysim import arrays, errors
from theorysim.pac_bayes._risk_bound import PROBABILITY

_SAMPLES = errors.Interval(2.0, float("inf"), True, False, 2.0)


class EmpiricalBernsteinBound(NamedTuple):
    """A bound and its two terms, whose sum is what it adds to the empirical risk."""

    value: object
    is_vacuous: object
    variance_term: object
    range_term: object


def empirical_bernstein_bound(empirical_risk, n_samples, *, sample_variance, failure_probability):
    r"""Return the empirical Bernstein bound of Maurer and Pontil.

    .. math::

        L \le q + \sqrt{\frac{2 V \ln(2 / \delta)}{n}} + \frac{7 \ln(2 / \delta)}{3 (n - 1)}

    Parameters
    ----------
    empirical_risk : array
        q in [0, 1].
    n_samples : array
        n >= 2.
    sample_variance : array
        V in [0, 1 / 2], with n - 1 in its denominator.
    failure_probability : array
        delta in (0, 1).

    Returns
    -------
    EmpiricalBernsteinBound
        ``value``, unclipped, ``is_vacuous``, ``variance_term`` and ``range_term``.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. For a predictor that is fixed before the samples.

    References
    ----------
    Maurer and Pontil (2009), arXiv:0907.3740.

    Examples
    --------
    >>> round(empirical_bernstein_bound(0.05, 100, sample_variance=0.02, failure_probability=0.05).value, 10)
    0.1753561985
    """
    xp, (q, n, variance, delta), finish, _ = arrays.read(
        "pac_bayes.empirical_bernstein_bound",
        empirical_risk=(empirical_risk, errors.UNIT),
        n_samples=(n_samples, _SAMPLES),
        sample_variance=(sample_variance, errors.Interval(0.0, 0.5, True, True, 0.25)),
        failure_probability=(failure_probability, PROBABILITY),
    )
    confidence = xp.log(2 / delta)
    terms = xp.sqrt(2 * variance * confidence / n), 7 * confidence / (3 * (n - 1))
    value = q + terms[0] + terms[1]
    return finish(EmpiricalBernsteinBound(value, value >= 1, *terms))
