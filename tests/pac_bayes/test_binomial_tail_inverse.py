"""Exact upper risks: references, certification in many digits, closed cases, order of bounds, coverage by summation."""

import json
import math
from pathlib import Path

import array_api_strict
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, pac_bayes

ROWS = json.loads((Path(__file__).parents[1] / "reference/pac_bayes_binomial_tail_inverse.json").read_text())["rows"]


def log_tail(n, k, q):
    """Return ln P(Bin(n, 1 - q) <= k) and its ratio to the last term, by summation in many digits."""
    term = total = mpmath.mpf(1)
    odds = q / (1 - q)
    for j in range(k):
        term *= (k - j) * odds / (n - k + j + 1)
        total += term
        if term < total * mpmath.mpf(10) ** -45 and (k - j) * odds < n - k + j + 1:
            break
    log_last = mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)
    return log_last + k * mpmath.log1p(-q) + (n - k) * mpmath.log(q) + mpmath.log(total), total


def exact(n, k, log_probability, start):
    q = mpmath.exp(mpmath.mpf(start))
    for _ in range(60):
        value, ratio = log_tail(n, k, q)
        step = (value - mpmath.mpf(log_probability)) * ratio / (n - k)
        q *= mpmath.exp(-step)
        if abs(step) < mpmath.mpf(10) ** -38 * min(1, abs(mpmath.log(q))):
            return 1 - q, 1 - q - mpmath.mpf(k) / n, q, mpmath.log(q)
    raise AssertionError(f"no root for {n}, {k}, {log_probability}")


def inverse(n, k, log_probability):
    return pac_bayes.binomial_tail_inverse(n, k, log_failure_probability=log_probability)


@pytest.mark.parametrize("row", ROWS)
def test_reference_values(row):
    got = inverse(row["n_samples"], row["errors"], row["log_failure_probability"])
    assert got.risk == pytest.approx(row["risk"], rel=1e-12, abs=0)


def test_random_arguments_are_certified_in_many_digits():
    rng = np.random.default_rng(0)
    count = 400
    n = np.floor(10 ** rng.uniform(0.31, 12, count))
    k = np.floor(np.where(rng.random(count) < 0.5, n * rng.random(count), 10 ** rng.uniform(0, 3, count)))
    k = np.clip(k, 1, n - 1)
    log_probability = -(10 ** rng.uniform(-1.9, 6, count))
    keep = k < 3000
    n, k, log_probability = n[keep], k[keep], log_probability[keep]
    got = inverse(n, k, log_probability)
    with mpmath.workdps(50):
        for i in range(n.size):
            truth = exact(int(n[i]), int(k[i]), log_probability[i], got.log_complement[i])
            for name, field, exactly, side in zip(got._fields, got, truth, (1, 1, -1, -1)):
                excess = float(side * (mpmath.mpf(float(field[i])) - exactly) / abs(exactly))
                if name == "complement" and exactly < 1e-306:
                    continue
                assert excess >= 0, (name, n[i], k[i], log_probability[i], excess)
                if name != "gap":
                    assert excess < 1e-12 * (1 + abs(float(truth[3]))), (name, n[i], k[i], log_probability[i], excess)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.9])
def test_center_of_huge_samples(share):
    n = 10**12
    k = int(share * n)
    got = inverse(n, k, math.log(0.05))
    deviation = 1.6448536269514722 * math.sqrt(share * (1 - share) / n)
    assert got.gap == pytest.approx(deviation, rel=1e-5)
    assert got.risk > inverse(n, k, math.log(0.06)).risk > k / n


def test_closed_cases():
    none = inverse([1, 10, 10**12], 0, [-3.0, -100.0, -1e6])
    assert np.allclose(none.risk, -np.expm1([-3.0, -10.0, -1e-6]), rtol=4e-15, atol=0)
    assert inverse(5, 5, -3.0) == (1.0, 0.0, 0.0, -math.inf)
    deep = inverse(10, 5, -1e6)
    assert deep.complement == 0
    assert deep.log_complement == pytest.approx(-200001.10588581834, rel=1e-12)
    assert inverse(1, 0, -1e9).log_complement == pytest.approx(-1e9, rel=1e-14)


def test_coverage_by_summation_is_never_below_the_promise():
    for n, log_probability in ((50, math.log(0.05)), (20, math.log(0.3))):
        k = np.arange(n + 1)
        upper = inverse(n, k, log_probability).risk
        for p in np.linspace(0.001, 0.999, 333):
            law = np.array([math.comb(n, int(j)) * p**j * (1 - p) ** (n - j) for j in k])
            assert law[upper < p].sum() <= math.exp(log_probability) * (1 + 1e-12)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.integers(2, 10**6), st.floats(0, 1), st.floats(-100, -0.02))
def test_order_of_bounds(n, share, log_probability):
    k = min(int(share * n), n - 1)
    exactly = inverse(n, k, log_probability).risk
    assert exactly <= pac_bayes.kl_inverse(k / n, -log_probability / n).risk * (1 + 1e-13)
    assert inverse(n, k + 1, log_probability).risk >= exactly


def test_shapes_types_and_devices():
    got = inverse(np.array([[10.0], [20.0]]), [0, 3, 10], -3.0)
    assert got.risk.shape == (2, 3)
    assert np.isnan(inverse(10, [1, 2.5, 11, -1], -3.0).risk).tolist() == [False, True, True, True]
    single = inverse(np.float32(100), np.float32(5), np.float32(-3))
    assert single.risk.dtype == np.float32
    assert single.risk >= inverse(100, 5, -3.0).risk
    device = array_api_strict.Device("device1")
    strict = inverse(array_api_strict.asarray([10.0, 20.0], device=device), 3, -2.0)
    assert strict.risk.device == device
    host = np.asarray(strict.risk.to_device(array_api_strict.Device("CPU_DEVICE")))
    assert np.array_equal(host, inverse([10.0, 20.0], 3, -2.0).risk)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, 0, -1.0), "n_samples must be in (0, inf), got 0"),
        ((10, 11, -1.0), "errors must be an integer of at most n_samples, which is an integer too, got '11 of 10'"),
        ((10, 1.5, -1.0), "errors must be an integer of at most n_samples, which is an integer too, got '1.5 of 10'"),
        ((10, 1, 0.0), "log_failure_probability must be in (-inf, -0.01], got 0.0"),
    ],
)
def test_bad_scalars_are_a_sentence(arguments, sentence):
    with pytest.raises(errors.DomainError) as caught:
        inverse(*arguments)
    assert str(caught.value) == f"pac_bayes.binomial_tail_inverse: {sentence}."
