"""The loop behind ridge.kappa stops a Taylor polynomial in time: last digits on small spectra against 80-bit sums."""

import numpy as np
import pytest

from theorysim.ridge import kappa
from theorysim.spectra import Spectrum


def refined(spectrum, n_samples, ridge, start):
    """Return kappa after two steps of Newton's method in log kappa, in extended precision."""
    eigenvalues, multiplicities = (a.astype(np.longdouble) for a in (spectrum.eigenvalues, spectrum.multiplicities))
    at, n = np.longdouble(start), np.longdouble(n_samples)
    for _ in range(2):
        learned, unlearned = eigenvalues / (eigenvalues + at), at / (eigenvalues + at)
        is_above = eigenvalues >= at
        count = np.sum(multiplicities[is_above])
        rising = np.sum((multiplicities * unlearned)[is_above]) + max(n - count, 0)
        falling = np.sum((multiplicities * learned)[~is_above]) + ridge / at + max(count - n, 0)
        slopes = multiplicities * learned * unlearned
        slope = np.sum(slopes[is_above]) / rising + (np.sum(slopes[~is_above]) + ridge / at) / falling
        at = at * np.exp(-np.log(rising / falling) / slope)
    return float(at)


@pytest.mark.parametrize(
    ("eigenvalues", "multiplicities", "n_samples", "ridge"),
    [
        ([13.01, 1.11], [2, 1], 1.86, 0.003),
        ([1.16, 0.89, 0.06], [2, 3, 2], 4.69, 0.089),
        ([131.17, 0.4, 0.28], [3, 1, 2], 3.23, 0.013),
        ([4.21, 0.04, 0.03], [3, 3, 1], 1.75, 52.941),
        ([0.05, 0.02], [1, 1], 0.86, 0.268),
    ],
)
def test_a_vanishing_fourth_derivative_does_not_end_the_search_early(eigenvalues, multiplicities, n_samples, ridge):
    spectrum = Spectrum(eigenvalues, multiplicities)
    found = kappa(spectrum, n_samples, ridge=ridge)
    assert found == pytest.approx(refined(spectrum, n_samples, ridge, found), rel=2e-15)


def test_curves_of_random_small_spectra_are_right_to_the_last_digits():
    rng = np.random.default_rng(0)
    for _ in range(200):
        levels = rng.integers(2, 5)
        spectrum = Spectrum(np.exp(rng.uniform(-6, 6, levels)), rng.integers(1, 4, levels))
        n, ridge = spectrum.rank * rng.uniform(0.1, 1.2, 8), np.exp(rng.uniform(-6, 4))
        for one, found in zip(n, kappa(spectrum, n, ridge=ridge)):
            assert found == pytest.approx(refined(spectrum, one, ridge, found), rel=4e-15)


def test_partial_sums_are_consistent_where_small_multiplicities_vanish_beside_large_ones():
    """Else the two sides of the equation would jump at the rank and have no common root."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        large = 1e250 * rng.uniform(1, 2, 141)
        eigenvalues = np.sort(np.exp(rng.uniform(-100, 100, 200)))[::-1]
        spectrum = Spectrum(eigenvalues, np.concatenate([large, np.full(59, 0.01)]))
        partial = spectrum.positive_levels[2]
        assert np.all(partial[141:] == partial[141])
        assert spectrum.rank == partial[-1]
        found = kappa(spectrum, spectrum.rank, ridge=np.exp(rng.uniform(-100, 100, 5)))
        assert np.all(np.isfinite(found) & (found > 0))
