"""The relative entropy of coins: references, complements, corners, inequalities."""

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

ROWS = json.loads((Path(__file__).parents[1] / "reference/pac_bayes_kl.json").read_text())["rows"]
UNIT = st.floats(0, 1)


def exact(q, p):
    with mpmath.workdps(700):
        q, p = mpmath.mpf(q), mpmath.mpf(p)
        first = q * mpmath.log(q / p) if q else mpmath.mpf(0)
        second = (1 - q) * mpmath.log((1 - q) / (1 - p)) if q != 1 else mpmath.mpf(0)
        return first + second


@pytest.mark.parametrize("row", ROWS)
def test_reference_values(row):
    expected = float(row["kl"])
    assert pac_bayes.kl(row["empirical_risk"], row["risk"]) == pytest.approx(expected, rel=1e-9, abs=0)


def test_random_and_near_pairs_against_many_digits():
    rng = np.random.default_rng(0)
    q = np.concatenate([rng.random(300), 10 ** -rng.uniform(0, 300, 300), 1 - 10 ** -rng.uniform(0, 15, 300)])
    p = np.concatenate([rng.random(450), (q * (1 + 10 ** rng.uniform(-15, 0, 900)))[450:]])
    q, p = q[p < 1], p[p < 1]
    got = pac_bayes.kl(q, p)
    for q_, p_, value in zip(q, p, got):
        truth = exact(q_, p_)
        assert abs(value - truth) <= 2e-15 * truth + 5e-324


@pytest.mark.parametrize(
    ("q", "p", "value"),
    [
        (0.0, 0.0, 0.0),
        (1.0, 1.0, 0.0),
        (0.3, 0.3, 0.0),
        (0.2, 0.0, math.inf),
        (0.2, 1.0, math.inf),
        (0.0, 1.0, math.inf),
        (1.0, 0.0, math.inf),
        (0.0, 1e-320, 1e-320),
        (1.0, 0.5, math.log(2)),
        (5e-324, 0.5, math.log(2)),
    ],
)
def test_corners(q, p, value):
    assert pac_bayes.kl(q, p) == pytest.approx(value, rel=1e-15, abs=0)


def test_complements_carry_the_digits_of_risks_near_one():
    value = pac_bayes.kl(1.0, 1.0, empirical_complement=1e-30, complement=3e-30)
    assert value == pytest.approx(pac_bayes.kl(1e-30, 3e-30), rel=1e-15)
    assert pac_bayes.kl(1.0, 1.0, complement=1e-20) == pytest.approx(1e-20, rel=1e-15)
    assert pac_bayes.kl(0.25, 0.5, empirical_complement=0.75, complement=0.5) == pac_bayes.kl(0.25, 0.5)
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl: complement must be 1 minus the risk .*, got 0.4"):
        pac_bayes.kl(0.1, 0.5, complement=0.4)
    values = pac_bayes.kl(0.1, np.array([0.5, 0.5]), complement=np.array([0.4, 0.5]))
    assert np.isnan(values).tolist() == [True, False]


@settings(derandomize=True, deadline=None, max_examples=50)
@given(UNIT, UNIT)
def test_pinsker_and_symmetry(q, p):
    value = pac_bayes.kl(q, p)
    assert value >= 2 * (p - q) ** 2 * (1 - 1e-14)
    if q <= p and p > 0:
        assert value >= (p - q) ** 2 / (2 * p) * (1 - 1e-14)
    swapped = pac_bayes.kl(1 - q, 1 - p, empirical_complement=q, complement=p)
    assert swapped == pytest.approx(pac_bayes.kl(q, p, empirical_complement=1 - q, complement=1 - p), rel=1e-14)


def test_shapes_types_and_devices():
    q, p = np.array([[0.1], [0.2]]), [0.3, 0.4, 0.5]
    values = pac_bayes.kl(q, p)
    assert values.shape == (2, 3)
    assert pac_bayes.kl(np.float32(0.1), np.float32(0.5)).dtype == np.float32
    assert pac_bayes.kl(np.zeros((0, 2)), 0.5).shape == (0, 2)
    assert np.isnan(pac_bayes.kl([0.5, np.nan, -0.1], 0.5)).tolist() == [False, True, True]
    device = array_api_strict.Device("device1")
    strict = pac_bayes.kl(array_api_strict.asarray(q, device=device), array_api_strict.asarray(p, device=device))
    assert strict.device == device
    assert np.allclose(np.asarray(strict.to_device(array_api_strict.Device("CPU_DEVICE"))), values, rtol=1e-15, atol=0)


@pytest.mark.parametrize("bad", [-0.1, 1.1, math.nan])
def test_bad_scalars_are_a_sentence(bad):
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl: empirical_risk must be in \[0, 1\], got"):
        pac_bayes.kl(bad, 0.5)
    with pytest.raises(errors.DomainError, match=r"pac_bayes.kl: risk must be in \[0, 1\], got"):
        pac_bayes.kl(0.5, bad)


def test_simulation_has_its_streams():
    table = pac_bayes.simulate_kl([0.1, 0.0, 1.0], 0.4, trials=6, seed=3)
    assert table.shape == (6, 3)
    assert np.array_equal(pac_bayes.simulate_kl([0.1, 0.0, 1.0], 0.4, trials=range(4, 6), seed=3), table[4:])
    assert np.allclose(table[:, 1:], pac_bayes.kl([0.0, 1.0], 0.4))
