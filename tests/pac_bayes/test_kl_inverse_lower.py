"""Lower risks: references, certification, and the mirror image of upper risks."""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest

from theorysim import errors, pac_bayes

ROWS = json.loads((Path(__file__).parents[1] / "reference/pac_bayes_kl_inverse_lower.json").read_text())["rows"]


def exact(q, c):
    """Return risk, gap, complement and log risk by Newton's method for 1 - q in many digits."""
    with mpmath.workdps(60 + int(-2.2 * math.log10(min(q, c, 1.0)))):
        b, c = mpmath.mpf(q), mpmath.mpf(c)
        a = 1 - b
        u = (c + mpmath.sqrt(c) * mpmath.sqrt(c + 8 * a * b)) / (2 * b)
        for _ in range(100):
            gap = -b * mpmath.expm1(-u)
            step = (b * u - (a * mpmath.log1p(gap / a) if a else 0) - c) * (a + gap) / gap
            u -= step
            if abs(step) < abs(u) * mpmath.mpf(10) ** -35:
                return b * mpmath.exp(-u), -b * mpmath.expm1(-u), a - b * mpmath.expm1(-u), mpmath.log(b) - u
        raise AssertionError(f"no root for {q}, {c}")


@pytest.mark.parametrize("row", ROWS)
def test_reference_values(row):
    got = pac_bayes.kl_inverse_lower(row["empirical_risk"], row["budget"])
    assert got.gap == pytest.approx(row["gap"], rel=1e-12, abs=0)
    risk = mpmath.mpf(row["risk"])
    if risk == 0 or risk > 1e-306:
        assert got.risk == pytest.approx(float(risk), rel=1e-12, abs=0)
    if risk > 0:
        assert got.log_risk == pytest.approx(float(mpmath.log(risk)), rel=1e-12, abs=2e-15)


@pytest.mark.parametrize("is_many", [True, False])
def test_random_pairs_are_certified(is_many):
    rng = np.random.default_rng(0)
    count = 1500 if is_many else 200
    kinds = [rng.random(count), 10 ** -rng.uniform(0, 100, count), 1 - 10 ** -rng.uniform(0, 15.5, count)]
    q = np.choose(rng.integers(0, 3, count), kinds)
    c = 10 ** rng.uniform(-20, 3, count)
    got = pac_bayes.kl_inverse_lower(q, c) if is_many else None
    for i in range(count):
        mine = [f[i] for f in got] if is_many else pac_bayes.kl_inverse_lower(float(q[i]), float(c[i]))
        truth = exact(float(q[i]), float(c[i]))
        allowances = [4e-15 * (1 + abs(float(truth[3]))), 4e-15, 4e-15, 4e-15]
        for k, (value, exactly, side, allowance) in enumerate(zip(mine, truth, (-1, 1, 1, -1), allowances)):
            excess = side * (mpmath.mpf(float(value)) - exactly)
            assert excess >= 0, (k, q[i], c[i])
            if k > 0 or exactly > 2e-307:
                assert excess <= abs(exactly) * allowance, (k, q[i], c[i])


def test_closed_cases():
    q = np.linspace(0, 1, 2001)
    for values in (q, q[::400]):
        none = pac_bayes.kl_inverse_lower(values, 0.0)
        assert np.array_equal(none.risk, values)
        assert np.all(none.gap == 0)
        assert np.all(none.complement >= 1 - values)
        assert np.all(none.complement <= (1 - values) * (1 + 5e-16))
        everything = pac_bayes.kl_inverse_lower(values, math.inf)
        assert np.all(everything.risk == 0)
        assert np.all(everything.log_risk == -math.inf)
    assert pac_bayes.kl_inverse_lower(0.0, 0.1) == (0.0, 0.0, 1.0, -math.inf)
    assert pac_bayes.kl_inverse_lower(1.0, 0.1).risk == pytest.approx(math.exp(-0.1), rel=1e-14)


def test_it_mirrors_the_upper_risk():
    q = np.arange(0, 65) / 64
    lower, upper = pac_bayes.kl_inverse_lower(q, 0.3), pac_bayes.kl_inverse(1 - q, 0.3)
    for mine, other in zip(lower, (upper.complement, upper.gap, upper.risk, upper.log_complement)):
        assert np.array_equal(mine, other)


def test_single_precision_goes_down():
    q = np.linspace(0.001, 1, 500, dtype=np.float32)
    single = pac_bayes.kl_inverse_lower(q, np.float32(0.125))
    double = pac_bayes.kl_inverse_lower(q.astype(float), 0.125)
    assert single.risk.dtype == np.float32
    assert np.all(single.risk <= double.risk)
    assert np.all(single.gap >= double.gap)


def test_bad_scalars_are_a_sentence():
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl_inverse_lower: budget must be in \[0, inf\], got -1"):
        pac_bayes.kl_inverse_lower(0.1, -1)
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl_inverse_lower: empirical_complement must be 1 minus"):
        pac_bayes.kl_inverse_lower(0.1, 1, empirical_complement=0.8)
