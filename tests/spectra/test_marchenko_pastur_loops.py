"""The compiled distribution function of many points equals the general one, edges and outside included."""

import numpy as np
import pytest

from theorysim import spectra
from theorysim.spectra import marchenko_pastur_cdf


@pytest.mark.parametrize("ratio", [1e-8, 0.01, 0.5, 1 - 1e-9, 1.0, 1 + 1e-9, 4.0, 1e8])
def test_many_points_equal_few(ratio):
    law = spectra.MarchenkoPastur(ratio)
    low, high = law.support
    steps = np.concatenate([np.logspace(-17, 0, 40_000), [0.0]]) * (high - low)
    points = np.concatenate([low + steps, high - steps, [-1.0, -1e-300, 0.0, -0.0, 2 * high, np.inf, -np.inf]])
    assert points.size >= marchenko_pastur_cdf._MANY
    many = law.cdf(points)
    few = np.concatenate([law.cdf(part) for part in np.array_split(points, 100)])
    assert np.max(np.abs(many - few)) < 1e-15
    is_positive = few > 0
    assert np.max(np.abs(many[is_positive] / few[is_positive] - 1)) < 5e-15
    assert np.array_equal(many == 0, few == 0)


def test_shape_and_elements_outside_survive():
    points = np.linspace(0, 5, 2**17).reshape(2, -1)
    points[1, 3] = np.nan
    values = spectra.MarchenkoPastur(0.5).cdf(points)
    assert values.shape == points.shape
    assert np.isnan(values[1, 3])
    assert np.isnan(values).sum() == 1


@pytest.mark.parametrize("ratio", [1e-300, 1e-40, 1e-32, 1e-30])
def test_quantiles_of_a_bulk_that_is_one_number(ratio):
    quantiles = spectra.MarchenkoPastur(ratio).quantile(np.array([0.0, 0.1, 0.5, 0.9, 1.0]))
    assert np.max(np.abs(quantiles - 1)) < 3e-15
