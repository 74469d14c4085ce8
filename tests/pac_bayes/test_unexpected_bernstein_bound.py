"""The unexpected Bernstein bound: references, small rates, awkward values."""

import array_api_strict
import mpmath
import numpy as np
import pytest

from theorysim import errors, pac_bayes


def bound(mean, n, square, divergence, delta, rate, n_rates, largest):
    return pac_bayes.unexpected_bernstein_bound(
        mean,
        n,
        second_moment=square,
        kl_divergence=divergence,
        failure_probability=delta,
        rate=rate,
        n_rates=n_rates,
        loss_bound=largest,
    )


@pytest.mark.parametrize(
    ("arguments", "n_rates", "value"),
    [
        ((0.05, 500, 0.03, 4.0, 0.05, 1.0), 6, 0.0967387978047249),
        ((0.2, 1000, 0.2, 10.0, 0.01, 1.0), 8, 0.2968841048720965),
        ((0.3, 1000000, 0.5, 25.0, 0.05, 2.0), 8, 0.3058233337385766),
    ],
)
def test_reference_values(arguments, n_rates, value):
    *others, largest = arguments
    got = bound(*others, 0.5 ** np.arange(1, n_rates + 1) / largest, n_rates, largest)
    assert got.value.min() == pytest.approx(value, rel=1e-12)
    total = others[0] + got.moment_term + got.divergence_term + got.price_term + got.confidence_term
    assert np.allclose(got.value, total, rtol=1e-15, atol=0)


@pytest.mark.parametrize(("rate", "value"), [(0.5, 0.38629436111989063), (0.999, 5.914669948931067)])
def test_coefficients(rate, value):
    assert bound(0.0, 10, 1.0, 0.0, 0.5, rate, 1, 1.0).moment_term == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("share", [1e-300, 1e-12, 1e-5, 0.3, 0.7, 1 - 1e-12])
def test_coefficient_has_all_digits(share):
    largest = 4.0
    rate = share / largest
    with mpmath.workdps(700):
        eta, b = mpmath.mpf(rate), mpmath.mpf(largest)
        exactly = (-mpmath.log1p(-eta * b) - eta * b) / (eta * b * b)
    assert bound(0.0, 10, 1.0, 0.0, 0.5, rate, 1, largest).moment_term == pytest.approx(float(exactly), rel=1e-14)


def test_awkward_values():
    got = bound(0.1, 100, 0.1, 2.0, 0.1, np.array([0.5, 1.0, 1.5]), 3, 1.0)
    assert np.isnan(got.value).tolist() == [False, True, True]
    assert got.is_vacuous.tolist() == [False, True, True]
    device = array_api_strict.Device("device1")
    strict = bound(array_api_strict.asarray([0.1, -2.0], device=device), 100, 0.1, 2.0, 0.1, 0.5, 1, 1.0)
    assert strict.value.device == device
    with pytest.raises(errors.DomainError, match=r"rate must be below 1 / loss_bound, got 1\.0"):
        bound(0.1, 100, 0.1, 2.0, 0.1, 1.0, 1, 1.0)
