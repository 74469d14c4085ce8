"""What all PAC-Bayes bounds take and return.

A posterior over predictors has mean empirical loss ``empirical_risk`` on ``n_samples`` independent samples, losses in
[0, 1], and relative entropy ``kl_divergence`` (nats) from a prior chosen before the samples.
"""

from typing import NamedTuple

from theorysim import arrays, errors

PROBABILITY = errors.Interval(0.0, 1.0, False, False, 0.5)
SAMPLES = errors.Interval(1.0, float("inf"), True, False, 1.0)


class RiskBound(NamedTuple):
    """An upper bound on the risk of a posterior and what it is made of.

    ``value`` is not clipped to [0, 1]; it is vacuous from 1 on. The terms, in nats per sample, add up to what takes the
    place of the sampling error: that of the divergence, the price of holding for all posteriors or for a grid, and the
    price of confidence.
    """

    value: object
    is_vacuous: object
    divergence_term: object
    price_term: object
    confidence_term: object


def read(function, empirical_risk, n_samples, kl_divergence, failure_probability, **others):
    """Read the arguments that all bounds share."""
    return arrays.read(
        function,
        empirical_risk=(empirical_risk, errors.UNIT),
        n_samples=(n_samples, SAMPLES),
        kl_divergence=(kl_divergence, errors.NON_NEGATIVE_OR_INFINITE),
        failure_probability=(failure_probability, PROBABILITY),
        **others,
    )


def bound(value, divergence_term, price_term, confidence_term):
    """Put a bound together."""
    return RiskBound(value, value >= 1, divergence_term, price_term, confidence_term)
