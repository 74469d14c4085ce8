"""The best prior variance: references and a scan."""

import numpy as np
import pytest

from theorysim import pac_bayes


@pytest.mark.parametrize(
    ("distance", "d", "v", "prior", "kl"),
    [
        (35.0, 1000, 0.02, 0.055, 505.80045583923993),
        (1e-6, 10**9, 0.001, 0.001000000000001, 0.00049999999999975),
        (1e12, 50, 0.1, 20000000000.1, 650.5395800874862),
    ],
)
def test_reference_values(distance, d, v, prior, kl):
    got = pac_bayes.optimal_prior_variance(distance, d, variance=v)
    assert got.prior_variance == pytest.approx(prior, rel=1e-14)
    assert got.kl_divergence == pytest.approx(kl, rel=1e-12)
    same = pac_bayes.gaussian_kl(distance, d, variance=v, prior_variance=got.prior_variance)
    if d < 10**9:
        assert got.kl_divergence == pytest.approx(same, rel=1e-13)


def test_a_scan_finds_nothing_better():
    priors = np.geomspace(1e-3, 10, 20_001)
    best = pac_bayes.optimal_prior_variance(5.0, 30, variance=0.02)
    scanned = pac_bayes.gaussian_kl(5.0, 30, variance=0.02, prior_variance=priors)
    assert best.kl_divergence <= scanned.min()
    assert best.kl_divergence == pytest.approx(scanned.min(), rel=1e-6)
    assert pac_bayes.optimal_prior_variance(0.0, 30, variance=0.02) == (0.02, 0.0)
