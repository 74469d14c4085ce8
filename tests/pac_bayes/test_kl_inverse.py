"""Upper risks: references, certification in both paths, closed cases, complements, types."""

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

ROWS = json.loads((Path(__file__).parents[1] / "reference/pac_bayes_kl_inverse.json").read_text())["rows"]
DEVICE = array_api_strict.Device("device1")
MANY = 2000


def exact(q, c):
    """Return risk, gap, complement and log complement by Newton's method in many digits."""
    smallest = min(x for x in (q, c, 1.0) if x > 0)
    with mpmath.workdps(60 + int(-2.2 * math.log10(smallest))):
        q, c = mpmath.mpf(q), mpmath.mpf(c)
        b = 1 - q
        u = (c + mpmath.sqrt(c) * mpmath.sqrt(c + 8 * q * b)) / (2 * b)
        for _ in range(100):
            gap = -b * mpmath.expm1(-u)
            step = (b * u - (q * mpmath.log1p(gap / q) if q else 0) - c) * (q + gap) / gap
            u -= step
            if abs(step) < abs(u) * mpmath.mpf(10) ** -35:
                gap = -b * mpmath.expm1(-u)
                return q + gap, gap, b * mpmath.exp(-u), mpmath.log(b) - u
        raise AssertionError(f"no root for {q}, {c}")


def assert_certified(got, truth):
    """Each field is on its safe side, and within 4e-15 of the truth (of the complement: times its logarithm)."""
    allowances = [4e-15, 4e-15, 4e-15 * (1 + abs(float(truth[3]))), 4e-15]
    for name, value, exactly, side, allowance in zip(got._fields, got, truth, (1, 1, -1, -1), allowances):
        excess = side * (mpmath.mpf(float(value)) - exactly)
        assert excess >= 0, f"{name} is on the wrong side by {float(excess / exactly):.1e}"
        if name == "complement" and exactly < 2e-307:
            continue
        assert excess <= abs(exactly) * allowance + 1e-322, f"{name} is off by {float(excess / abs(exactly)):.1e}"


def random_pairs(count, seed):
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 4, count)
    q = np.choose(
        kind,
        [rng.random(count), 10 ** -rng.uniform(0, 20, count), 1 - 10 ** -rng.uniform(0, 15.5, count), np.zeros(count)],
    )
    return q, 10 ** rng.uniform(-20, 3, count)


@pytest.mark.parametrize("row", ROWS)
def test_reference_values(row):
    got = pac_bayes.kl_inverse(row["empirical_risk"], row["budget"])
    assert got.risk == pytest.approx(row["risk"], rel=1e-13, abs=0)
    assert got.gap == pytest.approx(row["gap"], rel=1e-14, abs=0)
    complement = mpmath.mpf(row["complement"])
    if complement > 1e-306:
        assert got.complement == pytest.approx(float(complement), rel=1e-12, abs=0)
    elif complement > 0:
        assert got.complement == 0
    if complement > 0:
        assert got.log_complement == pytest.approx(float(mpmath.log(complement)), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    ("q", "c", "field", "value"),
    [
        (0.0, 0.1, "risk", 0.0951625819640404268),
        (0.3, 0.0, "risk", 0.3),
        (1.0, 0.1, "risk", 1.0),
        (0.01, 30.0, "risk", 0.999999999999934688),
        (1e-12, 1e-6, "risk", 1.00001431551122443e-6),
        (0.5, 1e-12, "risk", 0.500000707106781186),
        (0.1, 1e3, "log_complement", -1111.4723144148793),
        (0.01, 30.0, "complement", 6.53122023913539761e-14),
    ],
)
def test_corners_that_circulating_code_gets_wrong(q, c, field, value):
    assert getattr(pac_bayes.kl_inverse(q, c), field) == pytest.approx(value, rel=2e-13, abs=0)


def test_thousands_of_random_pairs_are_certified_in_the_compiled_loop():
    q, c = random_pairs(MANY, 0)
    got = pac_bayes.kl_inverse(q, c)
    for i in range(MANY):
        assert_certified(pac_bayes.UpperRisk(*(field[i] for field in got)), exact(q[i], c[i]))


def test_random_pairs_are_certified_one_by_one():
    q, c = random_pairs(300, 1)
    for q_, c_ in zip(q, c):
        assert_certified(pac_bayes.kl_inverse(q_, c_), exact(q_, c_))


@pytest.mark.parametrize("q", [0.0, 5e-324, 1e-310, 1e-300, 1e-12, 0.01, 0.3, 0.5, 0.9, 1 - 2.0**-53])
@pytest.mark.parametrize("c", [5e-324, 1e-310, 1e-300, 2.0**-300, 1e-16, 1e-6, 0.1, 30.0, 1e3, 1e10, 1e300])
def test_extreme_pairs_are_certified_in_both_paths(q, c):
    if c > 1e280:
        assert pac_bayes.kl_inverse(q, c).risk == 1.0
        return
    truth = exact(q, c)
    assert_certified(pac_bayes.kl_inverse(q, c), truth)
    many = pac_bayes.kl_inverse(np.full(2048, q), c)
    assert_certified(pac_bayes.UpperRisk(*(field[-1] for field in many)), truth)


def test_single_precision_is_certified():
    q, c = (array.astype(np.float32) for array in random_pairs(1500, 2))
    keep = c > 1e-15
    q, c = q[keep], c[keep]
    got = pac_bayes.kl_inverse(q, c)
    for i in range(0, q.size, 3):
        truth = exact(float(q[i]), float(c[i])) if q[i] < 1 else (1, 0, 0, -mpmath.inf)
        for name, value, exactly, side in zip(got._fields, got, truth, (1, 1, -1, -1)):
            assert value.dtype == np.float32
            if value[i] == exactly:
                continue
            assert side * (mpmath.mpf(float(value[i])) - exactly) >= 0, (name, q[i], c[i])
    near = pac_bayes.kl_inverse(q.astype(float), c.astype(float))
    assert np.allclose(got.risk, near.risk, rtol=2e-7, atol=0)


def test_closed_cases():
    rng = np.random.default_rng(3)
    q = rng.random(3000)
    for values in (q, q[:5]):
        none = pac_bayes.kl_inverse(values, 0.0)
        assert np.array_equal(none.risk, values)
        assert np.all(none.gap == 0)
        assert np.allclose(none.complement, 1 - values, rtol=2e-16, atol=0)
        everything = pac_bayes.kl_inverse(values, math.inf)
        assert np.all(everything.risk == 1)
        assert np.all(everything.complement == 0)
        assert np.all(everything.log_complement == -math.inf)
        assert np.allclose(everything.gap, 1 - values, rtol=4e-16, atol=0)
        certain = pac_bayes.kl_inverse(1.0, values)
        assert np.all(certain.risk == 1)
        assert np.all(certain.gap == 0)
        assert np.all(certain.log_complement == -math.inf)
    assert pac_bayes.kl_inverse(0.0, 0.0) == (0.0, 0.0, 1.0, 0.0)
    assert pac_bayes.kl_inverse(1.0, 0.0) == (1.0, 0.0, 0.0, -math.inf)


def test_small_and_large_budgets_have_their_asymptotes():
    q = np.array([0.1, 0.5, 0.7])
    small = pac_bayes.kl_inverse(q, 1e-12).gap
    assert np.allclose(small, np.sqrt(2e-12 * q * (1 - q)) + 2 / 3 * (1 - 2 * q) * 1e-12, rtol=1e-11, atol=0)
    log = pac_bayes.kl_inverse(q, 500.0).log_complement
    assert np.allclose(log, np.log(1 - q) + q / (1 - q) * np.log(q) - 500 / (1 - q), rtol=1e-13, atol=0)


def test_a_complement_carries_the_digits_of_a_risk_near_one():
    got = pac_bayes.kl_inverse(1.0, 1e-25, empirical_complement=1e-25)
    with mpmath.workdps(80):
        b, c = mpmath.mpf(1e-25), mpmath.mpf(1e-25)
        root = mpmath.findroot(lambda u: b * u - (1 - b) * mpmath.log1p(-b * mpmath.expm1(-u) / (1 - b)) - c, 1.8)
        assert got.gap == pytest.approx(float(-b * mpmath.expm1(-root)), rel=1e-14)
        assert got.complement == pytest.approx(float(b * mpmath.exp(-root)), rel=1e-14)
    with pytest.raises(errors.DomainError, match="empirical_complement must be 1 minus the risk"):
        pac_bayes.kl_inverse(0.5, 0.1, empirical_complement=0.6)


def test_both_paths_agree():
    q, c = random_pairs(5000, 4)
    many = pac_bayes.kl_inverse(q, c)
    few = [pac_bayes.kl_inverse(*pair) for pair in zip(np.array_split(q, 10), np.array_split(c, 10))]
    for k, field in enumerate(many):
        other = np.concatenate([part[k] for part in few])
        allowance = 4e-15 * (1 + np.abs(many.log_complement)) if k == 2 else 4e-15
        is_number = np.isfinite(field) & (np.abs(field) > 1e-306)
        difference = np.abs(field - other)[is_number] / np.abs(field[is_number])
        assert np.all(difference <= np.broadcast_to(allowance, q.shape)[is_number])


def test_strict_arrays_stay_on_their_device():
    q, c = random_pairs(50, 5)
    strict = pac_bayes.kl_inverse(*(array_api_strict.asarray(a, device=DEVICE) for a in (q, c)))
    for field, host in zip(strict, pac_bayes.kl_inverse(q, c)):
        assert field.device == DEVICE
        assert np.array_equal(np.asarray(field.to_device(array_api_strict.Device("CPU_DEVICE"))), host)


def test_shapes_and_types():
    got = pac_bayes.kl_inverse(np.array([[0.1], [0.2], [np.nan]]), [0.1, -1.0, 0.3])
    assert got.risk.shape == (3, 3)
    assert np.isnan(got.gap).sum() == 5
    assert pac_bayes.kl_inverse(np.zeros((0, 3)), 0.1).risk.shape == (0, 3)
    assert type(pac_bayes.kl_inverse(0.1, 1).risk) is float
    assert pac_bayes.kl_inverse(np.asarray(0.1), 0.1).risk.shape == ()
    wide = pac_bayes.kl_inverse(np.linspace(0, 1, 64)[:, None], np.linspace(0, 1, 64))
    assert wide.risk.shape == (64, 64)
    assert wide.risk[3, 7] == pytest.approx(pac_bayes.kl_inverse(3 / 63, 7 / 63).risk, rel=1e-14)


@pytest.mark.parametrize(
    ("q", "c", "name"), [(-0.1, 1, "empirical_risk"), (0.1, -1, "budget"), (0.1, math.nan, "budget")]
)
def test_bad_scalars_are_a_sentence(q, c, name):
    with pytest.raises(errors.DomainError, match=rf"pac_bayes.kl_inverse: {name} must be in \[0, "):
        pac_bayes.kl_inverse(q, c)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(0, 1), st.floats(0, 50), st.floats(0, 1))
def test_inverse_of_kl_and_monotone(q, c, p):
    got = pac_bayes.kl_inverse(q, c)
    assert got.risk >= q
    assert pac_bayes.kl_inverse(q, 1.1 * c).risk >= got.risk * (1 - 4e-15)
    if q < p < 1:
        assert pac_bayes.kl_inverse(q, pac_bayes.kl(q, p)).risk == pytest.approx(p, rel=1e-7)
