"""ridge.leave_one_out: refits point by point, the limits at ridge 0, no cancellation, every form."""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, ridge

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "ridge_leave_one_out.json").read_text())


def refits(X, y, strength):
    """Return the residuals of fits that leave each point out, in the features: minimum norm at strength 0."""
    residuals = np.empty(y.shape)
    for i in range(len(y)):
        others = np.delete(np.arange(len(y)), i)
        rows, below = X[others], np.concatenate([y[others], np.zeros((X.shape[1], *y.shape[1:]))])
        stacked = np.concatenate([rows, math.sqrt(strength) * np.eye(X.shape[1])])
        weights = np.linalg.lstsq(stacked, below, rcond=1e-11)[0]
        residuals[i] = y[i] - X[i] @ weights
    return residuals


def awkward_features(points, features, seed):
    """Return features of rank below their number, with twins, and a point that alone spans a direction."""
    X = np.random.default_rng(seed).standard_normal((points, features))
    X[:, 0] = 0.0
    X[2] = 0.0
    X[2, 0] = 5.0
    X[5] = X[6]
    return X


def test_minimum_norm_reference():
    row = REFERENCE["minimum_norm"]
    rng = np.random.default_rng(row["seed"])
    X = rng.standard_normal((row["n_samples"], row["n_features"]))
    y = X[:, 0] + row["noise"] * rng.standard_normal(row["n_samples"])
    found = ridge.leave_one_out(X @ X.T, y)
    assert found.mean_square == pytest.approx(row["mean_square"], rel=1e-12)
    inverse = np.linalg.inv(X @ X.T)
    assert found.residuals == pytest.approx((inverse @ y) / np.diag(inverse), rel=1e-10)


def test_nothing_cancels_without_noise():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((100, 50))
    y = X @ rng.standard_normal(50)
    found = ridge.leave_one_out(X @ X.T, y, [0.0, 1e-300, 1e-15, 1e-13])
    assert (found.mean_square < 1e-24).all()
    assert found.mean_square[0] < 1e-26


@pytest.mark.parametrize(("points", "features"), [(30, 60), (40, 20), (11, 11), (12, 11), (11, 12)])
@pytest.mark.parametrize("strength", [0.0, 1e-2, 1.0, 1e4])
def test_refits_with_awkward_points(points, features, strength):
    X = awkward_features(points, features, points)
    y = np.random.default_rng(points).standard_normal((points, 2))
    found = ridge.leave_one_out(X @ X.T, y, strength)
    expected = refits(X, y, strength)
    # Two points that are the same make the matrix singular: the residuals then carry its rounding over the ridge.
    assert abs(found.residuals - expected).max() < 1e-9
    assert found.mean_square == pytest.approx(np.mean(expected**2, axis=0), rel=1e-9)


def test_ridge_falls_to_its_limit():
    for X in (awkward_features(12, 30, 0), awkward_features(30, 12, 0)):
        y = np.random.default_rng(4).standard_normal(len(X))
        limit = ridge.leave_one_out(X @ X.T, y).residuals
        for strength in (1e-300, 1e-30, 1e-20):
            assert abs(ridge.leave_one_out(X @ X.T, y, strength).residuals - limit).max() < 1e-9
        # Rounding leaves the zero eigenvalues uncertain by 1e-14, which a ridge of 1e-9 shows as 1e-5.
        assert abs(ridge.leave_one_out(X @ X.T, y, 1e-9).residuals - limit).max() < 1e-4


def test_large_ridge_leaves_the_targets():
    K, y = np.eye(3) + 0.1, np.asarray([1.0, -2.0, 3.0])
    assert ridge.leave_one_out(K, y, 1e12).residuals == pytest.approx(y, rel=1e-11)
    assert ridge.leave_one_out([[2.0]], [3.0]).residuals.tolist() == [3.0]
    assert ridge.leave_one_out(np.zeros((2, 2)), [3.0, 4.0]).mean_square == 12.5


def test_digits_against_mpmath_on_an_ill_conditioned_matrix():
    i = np.arange(20)
    K, y = np.exp(-((i[:, None] - i) ** 2) / 18), np.sin(i / 3)
    with mpmath.workdps(60):
        shifted = mpmath.matrix(K.tolist()) + mpmath.mpf(1e-6) * mpmath.eye(20)
        inverse = shifted**-1
        product = inverse * mpmath.matrix(y.tolist())
        expected = [float(product[j] / inverse[j, j]) for j in range(20)]
    assert ridge.leave_one_out(K, y, 1e-6).residuals == pytest.approx(expected, rel=1e-7, abs=1e-12)


@given(st.integers(2, 10), st.integers(1, 12), st.floats(1e-3, 1e3), st.integers(0, 10_000))
@settings(derandomize=True, deadline=None, max_examples=30)
def test_closed_form_is_the_refit(points, features, strength, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((points, features)), rng.standard_normal(points)
    assert abs(ridge.leave_one_out(X @ X.T, y, strength).residuals - refits(X, y, strength)).max() < 1e-8


class TestArguments:
    def test_forms(self):
        K = np.asarray([[2.0, 1.0], [1.0, 2.0]])
        one = ridge.leave_one_out(K, [1.0, 3.0])
        assert isinstance(one.mean_square, float)
        assert one.residuals.shape == (2,)
        many = ridge.leave_one_out(K, [[1.0], [3.0]], [[0.0], [1.0], [2.0]])
        assert many.residuals.shape == (3, 1, 2, 1)
        assert many.mean_square.shape == (3, 1, 1)
        assert many.residuals[0, 0, :, 0] == pytest.approx(one.residuals, rel=1e-14)
        assert ridge.leave_one_out(K, [1.0, 3.0], []).residuals.shape == (0, 2)
        single = ridge.leave_one_out(K.astype(np.float32), np.ones(2, dtype=np.float32))
        assert single.residuals.dtype == np.float32
        assert isinstance(single.mean_square, np.float32)

    def test_second_device(self):
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        X = awkward_features(12, 30, 0)
        K, y = X @ X.T, np.arange(12.0)
        found = ridge.leave_one_out(strict.asarray(K, device=device), strict.asarray(y, device=device), [0.0, 1.0])
        assert found.residuals.device == device
        host = np.asarray(found.residuals.to_device(strict.Device("CPU_DEVICE")))
        assert abs(host - ridge.leave_one_out(K, y, [0.0, 1.0]).residuals).max() < 1e-9

    def test_ridges_outside(self):
        found = ridge.leave_one_out(np.eye(2), [1.0, 2.0], [1.0, -1.0, math.nan, math.inf])
        assert found.residuals[0].tolist() == [1.0, 2.0]
        assert np.isnan(found.residuals[1:]).all()
        assert np.isnan(found.mean_square[1:]).all()
        with pytest.raises(errors.DomainError, match=r"ridge\.leave_one_out: ridge must be in \[0, inf\), got -1.0"):
            ridge.leave_one_out(np.eye(2), [1.0, 2.0], -1.0)

    def test_indefinite(self):
        with pytest.raises(
            errors.DomainError, match="kernel_matrix must be positive semidefinite, got an eigenvalue of -1"
        ):
            ridge.leave_one_out(np.diag([1.0, -1.0]), [1.0, 2.0])
