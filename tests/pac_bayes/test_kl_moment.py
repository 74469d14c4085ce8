"""The constant xi: references, its sum, its range, and its independence of the risk."""

import math
from fractions import Fraction

import array_api_strict
import mpmath
import numpy as np
import pytest

from theorysim import errors, pac_bayes


@pytest.mark.parametrize(
    ("n", "value", "tolerance"),
    [
        (1, 2.0, 1e-14),
        (100, 13.20996063021598, 1e-14),
        (1e6, 1253.9809083953865, 1e-14),
        (1e12, 1253314.8039822713, 1e-14),
    ],
)
def test_reference_values(n, value, tolerance):
    assert pac_bayes.kl_moment(n) == pytest.approx(value, rel=tolerance)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 25, 39, 40, 41, 60, 100])
def test_sum_in_fractions(n):
    total = sum(math.comb(n, k) * Fraction(k, n) ** k * Fraction(n - k, n) ** (n - k) for k in range(n + 1))
    assert pac_bayes.kl_moment(n) == pytest.approx(float(total), rel=3e-14)


def test_between_integers_it_is_the_incomplete_gamma_function():
    for n in (0.5, 7.3, 39.999, 40.001, 123.4, 1000.5):
        with mpmath.workdps(40):
            x = mpmath.mpf(n)
            exactly = mpmath.gammainc(x + 1, x) * mpmath.exp(x) * x**-x
        assert pac_bayes.kl_moment(n) == pytest.approx(float(exactly), rel=3e-14)


def test_range_and_limit():
    n = 10 ** np.linspace(math.log10(8), 15, 200)
    xi = pac_bayes.kl_moment(n)
    assert np.all((np.sqrt(n) <= xi) & (xi <= 2 * np.sqrt(n)))
    assert np.all(np.diff(xi) > 0)
    assert math.log(2 * math.sqrt(1e14) / pac_bayes.kl_moment(1e14)) == pytest.approx(0.4673, abs=1e-4)


def test_types_devices_and_sentences():
    assert np.isnan(pac_bayes.kl_moment([1.0, 0.0, np.nan])).tolist() == [False, True, True]
    device = array_api_strict.Device("device1")
    strict = pac_bayes.kl_moment(array_api_strict.asarray([3.0, 300.0], device=device))
    assert strict.device == device
    assert pac_bayes.kl_moment(np.float32(3)).dtype == np.float32
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl_moment: n_samples must be in \(0, inf\), got 0"):
        pac_bayes.kl_moment(0)


def test_simulation_has_its_streams():
    table = pac_bayes.simulate_kl_moment((1, 4), trials=5, seed=1)
    assert table.shape == (5, 2)
    assert np.all(table[:, 0] == 2)
    assert np.array_equal(pac_bayes.simulate_kl_moment((1, 4), trials=range(3, 5), seed=1), table[3:])
