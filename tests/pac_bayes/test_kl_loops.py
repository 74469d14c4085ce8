"""The exponential and the logarithms of the compiled loop: proved accurate over their whole ranges."""

import math

import mpmath
import numpy as np

from theorysim.pac_bayes import _kl_loops


def relative(value, truth):
    return float(abs(mpmath.mpf(float(value)) - truth) / abs(truth))


def test_decay_has_all_digits():
    rng = np.random.default_rng(0)
    points = np.concatenate([10 ** rng.uniform(-150, 0, 500), rng.uniform(0, 3, 1500), rng.uniform(0, 708, 500)])
    edges = np.arange(1, 1000) * math.log(2)
    points = np.concatenate([points, edges[edges < 708], np.nextafter(edges[edges < 708], 0)])
    with mpmath.workdps(650):
        for u in points:
            left, lost, excess = _kl_loops._decay(u)
            exactly = mpmath.exp(-mpmath.mpf(u))
            assert relative(left, exactly) < 4e-16
            assert relative(lost, 1 - exactly) < 5e-16
            assert relative(excess, mpmath.mpf(u) - 1 + exactly) < 6e-16
    assert _kl_loops._decay(0.0) == (1.0, 0.0, 0.0)
    left, lost, excess = _kl_loops._decay(1e6)
    assert left < 4e-308
    assert (lost, excess) == (1.0, 1e6 - 1)


def test_log1p_excess_has_all_digits():
    rng = np.random.default_rng(1)
    points = np.concatenate([10 ** rng.uniform(-150, 0, 700), rng.uniform(0, 4, 1500), 10 ** rng.uniform(0, 300, 500)])
    with mpmath.workdps(400):
        for t in [*points, 1.0, math.nextafter(1.0, 0.0), 3.0]:
            assert relative(_kl_loops._log1p_excess(t), t - mpmath.log1p(mpmath.mpf(t))) < 1.1e-15
    assert _kl_loops._log1p_excess(0.0) == 0.0


def test_log_has_all_digits_of_value_or_complement():
    rng = np.random.default_rng(2)
    with mpmath.workdps(400):
        for complement in 10 ** rng.uniform(-300, math.log10(0.5), 1000):
            truth = mpmath.log1p(-mpmath.mpf(complement))
            assert relative(_kl_loops._log(1 - complement, complement), truth) < 5e-16
        for value in np.concatenate([10 ** rng.uniform(-300, -1, 1000), rng.uniform(0, 0.5, 500)]):
            assert relative(_kl_loops._log(value, 1 - value), mpmath.log(mpmath.mpf(value))) < 5e-16
    assert _kl_loops._log(1.0, 0.0) == 0.0


def test_blocks_give_the_same_bits_wherever_a_value_stands():
    rng = np.random.default_rng(3)
    q, c = rng.random(3000), 10 ** rng.uniform(-8, 2, 3000)

    def fields(part):
        results = [np.empty(q[part].size + 16)[8:-8] for _ in range(4)]
        _kl_loops.invert(q[part].copy(), 1 - q[part], c[part].copy(), 1.0, *results)
        return results

    whole, shifted = fields(slice(0, None)), fields(slice(5, None))
    for first, second in zip(whole, shifted):
        assert np.allclose(first[5:], second, rtol=1e-15, atol=0)
