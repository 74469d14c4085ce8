"""Gradients of the upper risk against differences in many digits, and their limits."""

import math

import array_api_strict
import mpmath
import numpy as np
import pytest

from theorysim import errors, pac_bayes


def inverse(q, c):
    start = pac_bayes.kl_inverse(float(q), float(c))
    is_near = start.gap < 0.5 * (1 - q)
    u = -mpmath.log1p(-start.gap / (1 - q)) if is_near else mpmath.log(1 - q) - start.log_complement
    for _ in range(8):
        gap = -(1 - q) * mpmath.expm1(-u)
        u -= ((1 - q) * u - q * mpmath.log1p(gap / q) - c) * (q + gap) / gap
    return q - (1 - q) * mpmath.expm1(-u)


@pytest.mark.parametrize("q", [1e-12, 0.01, 0.13, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("c", [1e-10, 0.001, 0.07, 1.0, 6.0])
def test_differences_in_many_digits(q, c):
    got = pac_bayes.kl_inverse_gradient(q, c)
    with mpmath.workdps(60):
        q, c = mpmath.mpf(q), mpmath.mpf(c)
        step = mpmath.mpf(10) ** -20
        by_risk = (inverse(q * (1 + step), c) - inverse(q * (1 - step), c)) / (2 * q * step)
        by_budget = (inverse(q, c * (1 + step)) - inverse(q, c * (1 - step))) / (2 * c * step)
    loss = 1 + float(c / (1 - q))
    assert got.by_empirical_risk == pytest.approx(float(by_risk), rel=2e-14 * loss)
    assert got.by_budget == pytest.approx(float(by_budget), rel=2e-14 * loss)


def test_reference_value():
    got = pac_bayes.kl_inverse_gradient(0.13, 0.07)
    assert got.by_budget == pytest.approx(1.3047470559354324, rel=1e-13)
    assert got.by_empirical_risk == pytest.approx(1.2913958873172762, rel=1e-13)


def test_limits():
    assert pac_bayes.kl_inverse_gradient(0.3, 0.0) == (1.0, math.inf)
    by_risk, by_budget = pac_bayes.kl_inverse_gradient(0.0, 0.1)
    assert by_risk == math.inf
    assert by_budget == pytest.approx(math.exp(-0.1), rel=1e-14)
    assert pac_bayes.kl_inverse_gradient(1.0, 0.1) == (0.0, 0.0)
    tiny = pac_bayes.kl_inverse_gradient(5e-324, 0.1)
    assert tiny.by_empirical_risk == pytest.approx(
        (744.44007 + math.log(-math.expm1(-0.1)) + 0.1) * math.exp(-0.1), rel=1e-6
    )
    far = pac_bayes.kl_inverse_gradient(0.5, 1e6)
    assert far == (0.0, 0.0)


def test_types_and_sentences():
    q = np.array([0.1, 0.2, np.nan])
    got = pac_bayes.kl_inverse_gradient(q, 0.1)
    assert np.isnan(got.by_budget).tolist() == [False, False, True]
    device = array_api_strict.Device("device1")
    strict = pac_bayes.kl_inverse_gradient(array_api_strict.asarray(q[:2], device=device), 0.1)
    assert strict.by_budget.device == device
    assert pac_bayes.kl_inverse_gradient(np.float32(0.1), 0.1).by_budget.dtype == np.float32
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl_inverse_gradient: budget must be in \[0, inf\)"):
        pac_bayes.kl_inverse_gradient(0.1, math.inf)
