"""ridge.gcv: its identities with the risk, the limits at ridge 0, the ridge's two conventions, every form."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, ridge, spectra

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "ridge_gcv.json").read_text())


def direct(K, y, strength):
    """Return the estimates as they are written."""
    inverse = np.linalg.inv(K + strength * np.eye(len(K)))
    trace, points = np.trace(inverse), len(K)
    return np.sum((inverse @ y) ** 2, axis=0) * points / trace**2, 1 / trace, np.trace(K @ inverse)


@given(st.integers(1, 12), st.integers(1, 14), st.floats(1e-3, 1e3), st.integers(0, 10_000))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_estimates_as_they_are_written(points, features, strength, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((points, features)), rng.standard_normal(points)
    found = ridge.gcv(X @ X.T, y, strength)
    assert found == pytest.approx(direct(X @ X.T, y, strength), rel=1e-9)
    assert found.degrees_of_freedom + strength / found.kappa == pytest.approx(points, rel=1e-12)
    residual = y - ridge.solve(X @ X.T, y, strength).fitted
    assert np.mean(residual**2) * (points * found.kappa / strength) ** 2 == pytest.approx(found.test, rel=1e-7)


def test_limits_at_ridge_0():
    rng = np.random.default_rng(0)
    wide, tall = rng.standard_normal((10, 30)), rng.standard_normal((30, 10))
    y = rng.standard_normal(30)
    full = ridge.gcv(wide @ wide.T, y[:10])
    assert full == pytest.approx(direct(wide @ wide.T, y[:10], 0.0), rel=1e-11)
    assert full.degrees_of_freedom == 10
    low = ridge.gcv(tall @ tall.T, y)
    residual = y - tall @ np.linalg.lstsq(tall, y, rcond=None)[0]
    assert low.test == pytest.approx(30 * np.sum(residual**2) / 20**2, rel=1e-12)
    assert (low.kappa, low.degrees_of_freedom) == (0.0, 10)
    for matrix, targets, limit in ((wide @ wide.T, y[:10], full), (tall @ tall.T, y, low)):
        for strength in (1e-300, 1e-30, 1e-16):
            assert ridge.gcv(matrix, targets, strength).test == pytest.approx(limit.test, rel=1e-9)
    assert ridge.gcv(tall @ tall.T, y, 1e-300).kappa == pytest.approx(5e-302, rel=1e-12)


def test_no_noise_leaves_rounding_only():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((100, 50))
    found = ridge.gcv(X @ X.T, X @ rng.standard_normal(50), [0.0, 1e-15])
    assert (found.test < 1e-24).all()


def test_equal_points_give_the_leave_one_out_mean_square():
    angle = 2 * np.pi * np.arange(16) / 16
    K = np.exp(np.cos(angle[:, None] - angle))
    y = np.random.default_rng(2).standard_normal(16)
    for strength in (0.0, 0.1, 3.0):
        expected = ridge.leave_one_out(K, y, strength).mean_square
        assert ridge.gcv(K, y, strength).test == pytest.approx(expected, rel=1e-6 if strength == 0 else 1e-11)


def test_ridge_is_added_as_it_stands():
    """A ridge per sample is n_samples times larger here; the risk of the other reading differs by 5 %."""
    points, features = 200, 400
    spectrum = spectra.Spectrum([1.0], [float(features)], [1.0])
    assert REFERENCE["ridge"] == points * REFERENCE["ridge_per_sample"]
    predicted = ridge.risk(spectrum, points, ridge=REFERENCE["ridge"], noise_variance=0.25)
    assert predicted.kappa == pytest.approx(REFERENCE["kappa"], rel=1e-12)
    assert predicted.test - 0.25 == pytest.approx(REFERENCE["excess_risk"], rel=1e-12)
    ridgeless = ridge.risk(spectrum, points, noise_variance=0.25)
    assert ridgeless.test - 0.25 == pytest.approx(REFERENCE["ridgeless_excess_risk"], rel=1e-12)
    rng = np.random.default_rng(0)
    X = rng.standard_normal((points, features))
    weights = rng.choice([-1.0, 1.0], (features, 200)) / math.sqrt(features)
    y = X @ weights + 0.5 * rng.standard_normal((points, 200))
    found = ridge.gcv(X @ X.T, y, REFERENCE["ridge"])
    assert found.kappa == pytest.approx(REFERENCE["kappa"], rel=0.02)
    assert np.mean(found.test) == pytest.approx(REFERENCE["excess_risk"] + 0.25, rel=0.02)


class TestArguments:
    def test_forms(self):
        K = np.asarray([[2.0, 1.0], [1.0, 2.0]])
        one = ridge.gcv(K, [1.0, 3.0], 1.0)
        assert all(isinstance(value, float) for value in one)
        many = ridge.gcv(K, [[1.0, 0.0, 1.0], [3.0, 1.0, 1.0]], [[1.0], [2.0]])
        assert many.test.shape == (2, 1, 3)
        assert many.kappa.shape == many.degrees_of_freedom.shape == (2, 1)
        assert many.test[0, 0, 0] == one.test
        assert ridge.gcv(K, [1.0, 3.0], np.asarray(1.0)).test == one.test
        single = ridge.gcv(K.astype(np.float32), np.ones(2, dtype=np.float32), [1.0])
        assert single.test.dtype == single.kappa.dtype == np.float32

    def test_second_device(self):
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        X = np.random.default_rng(0).standard_normal((8, 4))
        K, y = X @ X.T, np.arange(8.0)
        found = ridge.gcv(strict.asarray(K, device=device), strict.asarray(y, device=device), [0.0, 1.0])
        assert found.test.device == device
        for ours, theirs in zip(ridge.gcv(K, y, [0.0, 1.0]), found):
            assert np.asarray(theirs.to_device(strict.Device("CPU_DEVICE"))) == pytest.approx(ours, rel=1e-9)

    def test_ridges_outside(self):
        found = ridge.gcv(np.eye(2), [1.0, 2.0], [1.0, -1.0, math.nan])
        assert found.kappa[0] == 1.0
        assert all(np.isnan(part[1:]).all() for part in found)
        with pytest.raises(errors.DomainError, match=r"ridge\.gcv: ridge must be in \[0, inf\)"):
            ridge.gcv(np.eye(2), [1.0, 2.0], -1.0)
        with pytest.raises(errors.DomainError, match=r"ridge\.gcv: targets must be of shape"):
            ridge.gcv(np.eye(2), [1.0])
