r"""The PAC-Bayes-kl bound of a posterior whose empirical risk is known from random draws only.

``sampled_risk`` is the mean empirical risk over ``n_draws`` m predictors drawn from the posterior (0-1 losses, each on
all samples or on one drawn with it); the rest is as in `kl_bound`.
"""

from typing import NamedTuple

from theorysim import arrays
from theorysim.errors import NON_NEGATIVE_OR_INFINITE, UNIT
from theorysim.pac_bayes._risk_bound import PROBABILITY, SAMPLES
from theorysim.pac_bayes.kl_inverse import invert
from theorysim.pac_bayes.kl_moment import moment


class NestedKlBound(NamedTuple):
    """A bound, the upper empirical risk on the way to it, and the terms of its budget in nats per sample."""

    value: object
    empirical_risk: object
    is_vacuous: object
    divergence_term: object
    price_term: object
    confidence_term: object


def nested_kl_bound(
    sampled_risk, n_samples, *, n_draws, kl_divergence, failure_probability, sampling_failure_probability
):
    r"""Return the PAC-Bayes-kl bound on top of a bound of the empirical risk from draws.

    .. math::

        L \le p^+\left(\hat{q}, \frac{\mathrm{KL} + \ln(\xi(n) / \delta)}{n}\right), \qquad
        \hat{q} = p^+\left(\tilde{q}, \frac{\ln(2 / \delta')}{m}\right)

    Parameters
    ----------
    sampled_risk : array
        q~ in [0, 1], mean over the draws.
    n_samples : array
        n >= 1.
    n_draws : array
        m >= 1.
    kl_divergence : array
        KL >= 0 in nats.
    failure_probability, sampling_failure_probability : array
        delta and delta' in (0, 1), of the samples and of the draws.

    Returns
    -------
    NestedKlBound
        ``value``, ``empirical_risk`` (q^), ``is_vacuous`` and the terms of the outer budget.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements give nan.

    Notes
    -----
    Verified. Holds with probability at least 1 - delta - delta'. Certified as `kl_bound` is.

    References
    ----------
    Dziugaite and Roy (2017), arXiv:1703.11008; Maurer (2004), arXiv:cs/0411099.

    Examples
    --------
    >>> bound = nested_kl_bound(0.028, 55000, n_draws=150000, kl_divergence=5000.0, failure_probability=0.025,
    ...                         sampling_failure_probability=0.01)
    >>> round(bound.empirical_risk, 10), round(bound.value, 10)
    (0.0294088907, 0.1606590008)
    """
    xp, (q, n, m, kl, delta, sampling), finish, _ = arrays.read(
        "pac_bayes.nested_kl_bound",
        sampled_risk=(sampled_risk, UNIT),
        n_samples=(n_samples, SAMPLES),
        n_draws=(n_draws, SAMPLES),
        kl_divergence=(kl_divergence, NON_NEGATIVE_OR_INFINITE),
        failure_probability=(failure_probability, PROBABILITY),
        sampling_failure_probability=(sampling_failure_probability, PROBABILITY),
    )
    terms = kl / n, xp.log(moment(n, xp)) / n, -xp.log(delta) / n
    upper, _, rest, _ = invert(q, 1 - q, xp.log(2 / sampling) / m, 1, xp)
    value, _, _, _ = invert(upper, rest, terms[0] + terms[1] + terms[2], 0, xp)
    return finish(NestedKlBound(value, upper, value >= 1, *terms), rounding=(1, 1, 0, 0, 0, 0))
