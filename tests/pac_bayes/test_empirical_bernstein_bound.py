"""The empirical Bernstein bound: references, terms, awkward values."""

import numpy as np
import pytest

from theorysim import errors, pac_bayes


@pytest.mark.parametrize(
    ("mean", "variance", "n", "delta", "value"),
    [
        (0.05, 0.02, 100, 0.05, 0.17535619845009498),
        (0.5, 0.25, 100000000, 1e-12, 0.5003769863434998),
        (1.0, 0.0, 30, 0.5, 1.1115409256073476),
    ],
)
def test_reference_values(mean, variance, n, delta, value):
    got = pac_bayes.empirical_bernstein_bound(mean, n, sample_variance=variance, failure_probability=delta)
    assert got.value == pytest.approx(value, rel=1e-13)
    assert got.value == pytest.approx(mean + got.variance_term + got.range_term, rel=1e-15)
    assert got.is_vacuous is (value >= 1)


def test_awkward_values():
    got = pac_bayes.empirical_bernstein_bound(
        [0.1, np.nan], [[2], [100]], sample_variance=0.01, failure_probability=0.1
    )
    assert got.value.shape == (2, 2)
    assert np.isnan(got.value[:, 1]).all()
    with pytest.raises(errors.DomainError, match=r"n_samples must be in \[2, inf\), got 1"):
        pac_bayes.empirical_bernstein_bound(0.1, 1, sample_variance=0.01, failure_probability=0.1)
    with pytest.raises(errors.DomainError, match=r"sample_variance must be in \[0, 0.5\], got 0.6"):
        pac_bayes.empirical_bernstein_bound(0.1, 10, sample_variance=0.6, failure_probability=0.1)
