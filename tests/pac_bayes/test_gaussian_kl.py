"""Isotropic Gaussian divergences: references, cancellation in many dimensions, limits."""

import array_api_strict
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, pac_bayes


def test_reference_values():
    assert pac_bayes.gaussian_kl(0.0, 10, variance=1.0, prior_variance=1.0) == 0
    far = pac_bayes.gaussian_kl(100.0, 10**6, variance=1e-12, prior_variance=1.0)
    assert far == pytest.approx(13315560.557964774, rel=1e-12)


@pytest.mark.parametrize("change", [1e-15, -1e-5, 1e-5, -0.4, 0.9, 3.0, 1e200, -1 + 1e-12])
def test_many_dimensions_do_not_cancel(change):
    v = 1 + change
    with mpmath.workdps(60):
        exactly = mpmath.mpf(10) ** 7 / 2 * (mpmath.mpf(v) - 1 - mpmath.log(mpmath.mpf(v)))
    got = pac_bayes.gaussian_kl(0.0, 1e7, variance=v, prior_variance=1.0)
    assert got == pytest.approx(float(exactly), rel=2e-14, abs=0)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(0, 1e6), st.floats(1, 1e8), st.floats(1e-8, 1e8), st.floats(1e-8, 1e8))
def test_never_below_the_best_prior(distance, d, v, prior):
    best = pac_bayes.optimal_prior_variance(distance, d, variance=v)
    assert pac_bayes.gaussian_kl(distance, d, variance=v, prior_variance=prior) >= best.kl_divergence * (1 - 1e-13)


def test_awkward_values():
    got = pac_bayes.gaussian_kl([1.0, np.nan, -1.0], 3, variance=1.0, prior_variance=2.0)
    assert np.isnan(got).tolist() == [False, True, True]
    device = array_api_strict.Device("device1")
    strict = pac_bayes.gaussian_kl(array_api_strict.asarray([1.0], device=device), 3, variance=1.0, prior_variance=2.0)
    assert strict.device == device
    assert pac_bayes.gaussian_kl(np.float32(1), 3, variance=1.0, prior_variance=2.0).dtype == np.float32
    with pytest.raises(errors.DomainError, match=r"pac_bayes.gaussian_kl: variance must be in \(0, inf\), got 0"):
        pac_bayes.gaussian_kl(1.0, 3, variance=0, prior_variance=1.0)
