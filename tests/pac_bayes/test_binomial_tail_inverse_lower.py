"""Exact lower risks: references, and the mirror image of upper risks."""

import math

import numpy as np
import pytest

from theorysim import errors, pac_bayes


def inverse(n, k, log_probability):
    return pac_bayes.binomial_tail_inverse_lower(n, k, log_failure_probability=log_probability)


def test_reference_values():
    assert inverse(10, 0, math.log(0.05)).risk == 0
    assert inverse(10, 3, math.log(0.05)).risk == pytest.approx(0.08726443391415031, rel=1e-13)
    assert inverse(7, 7, -3.5).risk == pytest.approx(math.exp(-0.5), rel=1e-14)
    assert inverse(7, 7, -3.5).risk <= math.exp(-0.5)


def test_it_mirrors_the_upper_risk():
    n, k = np.array([10.0, 1000.0, 1e9]), np.array([3.0, 900.0, 5.0])
    lower, upper = inverse(n, k, -4.0), pac_bayes.binomial_tail_inverse(n, n - k, log_failure_probability=-4.0)
    for mine, other in zip(lower, (upper.complement, upper.gap, upper.risk, upper.log_complement)):
        assert np.array_equal(mine, other)


def test_so_many_errors_have_the_probability_by_summation():
    n, k, probability = 25, 6, 0.05
    p = inverse(n, k, math.log(probability)).risk
    tail = sum(math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1))
    assert tail == pytest.approx(probability, rel=1e-12)
    assert inverse(n, k, math.log(probability)).risk < k / n
    assert inverse(n, k, math.log(probability)).gap == pytest.approx(k / n - p, rel=1e-12)


def test_it_is_above_the_lower_risk_by_relative_entropy():
    k = np.arange(0, 101)
    assert np.all(inverse(100, k, -3.0).risk >= pac_bayes.kl_inverse_lower(k / 100, 0.03).risk * (1 - 1e-14))


def test_types_and_sentences():
    assert np.isnan(inverse([10, 10], [3, 11], -3.0).risk).tolist() == [False, True]
    assert inverse(np.float32(10), np.float32(3), np.float32(-3)).risk <= inverse(10, 3, -3.0).risk
    with pytest.raises(errors.DomainError, match=r"pac_bayes.binomial_tail_inverse_lower: errors must be an integer"):
        inverse(10, 11, -3.0)
