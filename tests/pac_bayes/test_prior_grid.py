"""The best prior of a grid: reference, scans over all priors of random grids, the first prior."""

import math

import array_api_strict
import numpy as np
import pytest

from theorysim import pac_bayes


def test_reference_value():
    got = pac_bayes.prior_grid(35.0, 1000, variance=0.02, largest_variance=0.1, steps_per_e=100)
    assert got.index == 59
    assert got.prior_variance == pytest.approx(0.05543272847345071, rel=1e-14)
    assert got.kl_divergence + got.penalty == pytest.approx(514.4685456417432, rel=1e-13)


def test_scans_find_nothing_better():
    rng = np.random.default_rng(0)
    j = np.arange(1, 30_001.0)
    for _ in range(100):
        distance, d, v, largest = 10 ** rng.uniform([-6, 0, -4, -4], [4, 5, 1, 3])
        steps = 10 ** rng.uniform(-0.5, 2.5)
        priors = largest * np.exp(-j / steps)
        priors = priors[priors > 1e-200]
        cost = pac_bayes.gaussian_kl(distance, d, variance=v, prior_variance=priors)
        cost = cost + np.log(math.pi**2 * j[: priors.size] ** 2 / 6)
        got = pac_bayes.prior_grid(distance, d, variance=v, largest_variance=largest, steps_per_e=steps)
        assert got.kl_divergence + got.penalty == pytest.approx(cost.min(), rel=1e-12)


def test_a_small_grid_keeps_its_first_prior_and_arrays_broadcast():
    got = pac_bayes.prior_grid([1.0, 2.0, np.nan], 10, variance=1.0, largest_variance=1e-3, steps_per_e=5)
    assert got.index[:2].tolist() == [1, 1]
    assert np.isnan(got.index[2])
    device = array_api_strict.Device("device1")
    strict = pac_bayes.prior_grid(
        array_api_strict.asarray([35.0], device=device), 1000, variance=0.02, largest_variance=0.1, steps_per_e=100
    )
    assert strict.index.device == device
