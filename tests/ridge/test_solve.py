"""ridge.solve: the ridge that was asked for and no other, certain digits or a sentence, every solver, every form."""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, ridge

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "ridge_solve.json").read_text())


def smooth_problem():
    """Return the ill-conditioned kernel matrix, every entry correctly rounded, and the targets of the references."""
    i = np.arange(REFERENCE["points"])
    with mpmath.workdps(30):
        by_distance = np.array([float(mpmath.exp(-mpmath.mpf(int(d) ** 2) / 450)) for d in i])
    return by_distance[np.abs(i[:, None] - i)], np.sin(i / 7)


def decaying_problem(points=300):
    """Return a matrix large enough for Cholesky factors, with two outputs."""
    rng = np.random.default_rng(0)
    features = rng.standard_normal((points, 2 * points)) / np.sqrt(points)
    return features @ features.T, rng.standard_normal((points, 2))


@pytest.mark.parametrize("row", REFERENCE["quadratic_forms"], ids=lambda row: str(row["ridge"]))
def test_reference_values(row):
    K, y = smooth_problem()
    found = ridge.solve(K, y, row["ridge"])
    # Rounding the entries of K to float64 alone changes the value at ridge 1e-8 by 1.1e-10.
    assert y @ found.coefficients == pytest.approx(row["value"], rel=1e-13 if row["ridge"] > 1e-6 else 3e-10)
    assert found.ridge == row["ridge"]
    assert found.rank == 60
    assert found.condition_number == pytest.approx(31.2745 / row["ridge"], rel=1e-3)


def test_there_is_no_hidden_jitter():
    K, y = smooth_problem()
    assert y @ ridge.solve(K, y, 1e-6 + 1e-8).coefficients == pytest.approx(
        REFERENCE["with_hidden_jitter_1e-6"], rel=1e-6
    )
    assert y @ ridge.solve(K, y, 1e-8).coefficients > 14.8


def test_single_precision_is_refused_where_it_leaves_no_digit():
    K, y = (part.astype(np.float32) for part in smooth_problem())
    found = ridge.solve(K, y, 1e-3)
    assert found.coefficients.dtype == found.fitted.dtype == np.float32
    assert y @ found.coefficients == pytest.approx(12.780771, rel=1e-5)
    sentence = (
        r"ridge must be such that .* condition number below 8.4e\+06, K being in float32 .* got '1e-08, .* 3.13e\+09'"
    )
    with pytest.raises(errors.DomainError, match=sentence):
        ridge.solve(K, y, 1e-8)
    with pytest.raises(
        errors.DomainError, match=r"semidefinite \(given in float32 if it was computed so\), got an eigenv"
    ):
        ridge.solve(K.astype(np.float64), y, 1e-3)
    assert ridge.solve(smooth_problem()[0], y, 1e-3).coefficients.dtype == np.float64


def test_pseudo_inverse():
    twins = ridge.solve([[1, 1], [1, 1]], [1, 1])
    assert twins.coefficients == pytest.approx([0.5, 0.5], rel=1e-15)
    assert (twins.rank, twins.ridge, twins.condition_number) == (1, 0.0, pytest.approx(1.0))
    kept = ridge.solve(np.diag([1.0, 1e-10]), [1.0, 1.0])
    assert kept.rank == 2
    assert kept.coefficients == pytest.approx([1.0, 1e10], rel=1e-12)
    dropped = ridge.solve(np.diag([1.0, 1e-16]), [1.0, 1.0])
    assert dropped.rank == 1
    assert dropped.coefficients.tolist() == [1.0, 0.0]
    nothing = ridge.solve(np.zeros((2, 2)), [1.0, 2.0])
    assert (nothing.rank, nothing.coefficients.tolist(), nothing.condition_number) == (0, [0.0, 0.0], 1.0)
    assert ridge.solve(np.zeros((2, 2)), [1.0, 2.0], 4.0).coefficients.tolist() == [0.25, 0.5]


@pytest.mark.parametrize("strength", [1e-8, 1e-3, 1.0, 1e6])
def test_solvers_agree(strength):
    K, y = decaying_problem()
    found = ridge.solve(K, y, strength)
    small = ridge.solve(K[:100, :100], y[:100], strength)
    assert found.solver == "Cholesky factors"
    assert small.solver == "eigenvectors"
    for solution, matrix, targets in ((found, K, y), (small, K[:100, :100], y[:100])):
        expected = np.linalg.solve(matrix + strength * np.eye(len(matrix)), targets)
        assert abs(solution.coefficients - expected).max() < 1e-11 * abs(expected).max()
        assert abs(solution.fitted - matrix @ expected).max() < 1e-11 * abs(matrix @ expected).max()
        exact = np.linalg.cond(matrix + strength * np.eye(len(matrix)))
        assert exact / 2 <= solution.condition_number <= len(matrix) * exact


def test_cholesky_is_left_where_the_matrix_is_indefinite_or_the_ridge_small():
    K, y = decaying_problem()
    assert ridge.solve(K, y, 1e-11).solver == "eigenvectors"
    assert ridge.solve(K, y).solver == "eigenvectors, pseudo-inverse"
    values, vectors = np.linalg.eigh(K)
    values[0] = -0.01
    indefinite = (vectors * values) @ vectors.T
    with pytest.raises(errors.DomainError, match=r"positive semidefinite, got an eigenvalue of -0\.01 beside"):
        ridge.solve((indefinite + indefinite.T) / 2, y, 1.0)


def test_tiny_and_negative_ridges():
    full, singular, y = np.diag([2.0, 1.0]), np.ones((2, 2)), [1.0, 2.0]
    assert ridge.solve(full, y, 1e-30).coefficients == pytest.approx([0.5, 2.0], rel=1e-15)
    with pytest.raises(
        errors.DomainError, match=r"below 4.5e\+15, .* \(or 0, for the pseudo-inverse\), got '1e-30, .*2e\+30"
    ):
        ridge.solve(singular, y, 1e-30)
    below = ridge.solve(full, y, -0.5)
    assert below.coefficients == pytest.approx([2 / 3, 4.0], rel=1e-15)
    assert below.condition_number == pytest.approx(3.0)
    for strength in (-1.0, -1.5, -3.0):
        with pytest.raises(errors.DomainError, match="not definite, condition inf"):
            ridge.solve(full, y, strength)
    with pytest.raises(errors.DomainError, match="not definite"):
        ridge.solve(singular, y, -1e-3)


def test_digits_against_mpmath_at_a_condition_number_of_1e9():
    rng = np.random.default_rng(3)
    features = rng.standard_normal((12, 12)) * 10.0 ** -np.arange(12)
    K, y = features @ features.T, rng.standard_normal(12)
    with mpmath.workdps(60):
        exact = mpmath.lu_solve(
            mpmath.matrix(K.tolist()) + mpmath.mpf(1e-8) * mpmath.eye(12), mpmath.matrix(y.tolist())
        )
        expected = np.asarray([float(value) for value in exact])
    assert abs(ridge.solve(K, y, 1e-8).coefficients - expected).max() < 1e-7 * abs(expected).max()


@given(st.integers(1, 12), st.integers(1, 12), st.floats(1e-6, 1e3), st.integers(0, 10_000))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_coefficients_solve_the_equation_for_any_rank(points, features, strength, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((points, features)), rng.standard_normal(points)
    K = X @ X.T
    found = ridge.solve(K, y, strength)
    rounding = 1e-14 * (np.trace(K) + strength) * abs(found.coefficients).max()
    assert abs(K @ found.coefficients + strength * found.coefficients - y).max() < rounding + 1e-13
    weights = np.linalg.solve(X.T @ X + strength * np.eye(features), X.T @ y)
    assert abs(found.fitted - X @ weights).max() < 1e-8


class TestArguments:
    def test_forms(self):
        K, y = [[2.0, 1.0], [1.0, 2.0]], [1.0, 3.0]
        one = ridge.solve(K, y, 1.0)
        both = ridge.solve(K, [[1.0, 0.0], [3.0, 1.0]], ridge=1.0)
        assert one.coefficients.shape == (2,)
        assert both.coefficients.shape == both.fitted.shape == (2, 2)
        assert both.coefficients[:, 0] == pytest.approx(one.coefficients, rel=1e-14)
        assert ridge.solve(np.eye(2), np.zeros((2, 0)), 1.0).coefficients.shape == (2, 0)

    def test_second_device(self):
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        K, y = decaying_problem(20)
        for strength in (0.0, 0.1):
            found = ridge.solve(strict.asarray(K, device=device), strict.asarray(y, device=device), strength)
            assert found.coefficients.device == device
            host = np.asarray(found.coefficients.to_device(strict.Device("CPU_DEVICE")))
            assert abs(host - ridge.solve(K, y, strength).coefficients).max() < 1e-11

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (([[1.0, 2.0]], [1.0], 1.0), "kernel_matrix must be a square matrix"),
            (([1.0], [1.0], 1.0), "kernel_matrix must be a square matrix"),
            ((np.zeros((0, 0)), [], 1.0), "kernel_matrix must be a square matrix"),
            (([[1.0, 0.5], [0.4, 1.0]], [1.0, 1.0], 1.0), "kernel_matrix must be symmetric, got a difference of 0.1"),
            (([[math.nan]], [1.0], 1.0), "kernel_matrix must be finite"),
            (([[1.0]], [math.inf], 1.0), "targets must be finite"),
            (([[1.0]], [1.0, 2.0], 1.0), r"targets must be of shape \(1,\) or \(1, outputs\)"),
            (([[-1.0]], [1.0], 5.0), "positive semidefinite, got an eigenvalue of -1 beside -1"),
            (([[1.0]], [1.0], math.nan), "ridge must be a finite number, got nan"),
            (([[1.0]], [1.0], [1.0, 2.0]), "ridge must be a finite number"),
            (([["a"]], [1.0], 1.0), "kernel_matrix must be real numbers"),
        ],
    )
    def test_sentences(self, arguments, sentence):
        with pytest.raises(errors.DomainError, match=rf"ridge\.solve: .*{sentence}"):
            ridge.solve(*arguments)
