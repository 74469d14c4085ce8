"""Diagonal Gaussian divergences: references, the isotropic case, refused data."""

import array_api_strict
import numpy as np
import pytest

from theorysim import errors, pac_bayes


def test_reference_values():
    got = pac_bayes.diagonal_gaussian_kl(
        [0.1, -2.0, 0.0], [0.5, 1e-6, 3.0], prior_mean=0.0, prior_variance=[1.0, 1.0, 2.0]
    )
    assert got == pytest.approx(8.556596815208028, rel=1e-13)
    far = pac_bayes.diagonal_gaussian_kl([1e8, 0.0], [1.0, 1.0], prior_mean=0.0, prior_variance=[1.0, 1e8])
    assert far == pytest.approx(5000000000000009.0, rel=1e-12)


def test_equal_coordinates_are_isotropic_laws():
    mean = np.array([0.3, -0.4, 1.2])
    got = pac_bayes.diagonal_gaussian_kl(mean, 0.7, prior_mean=0.0, prior_variance=1.1)
    assert got == pytest.approx(pac_bayes.gaussian_kl(mean @ mean, 3, variance=0.7, prior_variance=1.1), rel=1e-14)


def test_leading_axes_and_devices():
    mean = np.arange(6.0).reshape(2, 3)
    got = pac_bayes.diagonal_gaussian_kl(mean, np.ones(3), prior_mean=0.0, prior_variance=2.0)
    assert got.shape == (2,)
    device = array_api_strict.Device("device1")
    strict = pac_bayes.diagonal_gaussian_kl(
        array_api_strict.asarray(mean, device=device), 1.0, prior_mean=0.0, prior_variance=2.0
    )
    assert strict.device == device
    assert np.allclose(np.asarray(strict.to_device(array_api_strict.Device("CPU_DEVICE"))), got, rtol=1e-14)


@pytest.mark.parametrize(
    ("mean", "variance", "words"),
    [
        ([0.0, np.nan], 1.0, "mean must be finite"),
        ([0.0, 1.0], [1.0, 0.0], "variance must be positive and finite"),
        (0.0, 1.0, "mean must be an array whose last axis counts coordinates"),
    ],
)
def test_refused_data(mean, variance, words):
    with pytest.raises(errors.DomainError, match=words):
        pac_bayes.diagonal_gaussian_kl(mean, variance, prior_mean=0.0, prior_variance=1.0)
