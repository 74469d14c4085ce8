"""Spectrum.from_kernel_matrix and from_features: rounding is clipped, energies add up, both routes agree."""

import array_api_strict
import numpy as np
import pytest

from theorysim import arrays
from theorysim.errors import DomainError
from theorysim.spectra import Spectrum

DEVICE = array_api_strict.Device("device1")


def on_device(values):
    return array_api_strict.asarray(np.asarray(values, dtype=np.float64), device=DEVICE)


def low_rank():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((50, 20))
    return X, X @ X.T, rng.standard_normal(50)


def test_rounding_below_zero_becomes_a_null_space():
    _, K, y = low_rank()
    assert np.linalg.eigvalsh(K)[0] < 0
    spectrum = Spectrum.from_kernel_matrix(K, y)
    assert spectrum.rank == 20
    assert spectrum.eigenvalues.shape == (50,)
    assert np.all(spectrum.eigenvalues[20:] == 0)
    ridge = 1e-12 / 50
    assert np.sum(spectrum.eigenvalues / (spectrum.eigenvalues + ridge)) == pytest.approx(20, rel=1e-11)
    assert np.all(np.isfinite(np.sqrt(spectrum.eigenvalues)))


def test_energies_are_those_of_the_projection_and_add_up():
    X, K, y = low_rank()
    spectrum = Spectrum.from_kernel_matrix(K, y)
    fitted = X @ np.linalg.lstsq(X, y, rcond=None)[0]
    assert spectrum.total_signal == pytest.approx(np.mean(y**2), rel=1e-13)
    assert spectrum.unlearnable_signal == pytest.approx(np.mean((y - fitted) ** 2), rel=1e-12)
    vectors = np.linalg.eigh(K)[1][:, ::-1]
    np.testing.assert_allclose(spectrum.signal[:20], (vectors.T @ y)[:20] ** 2 / 50, rtol=1e-9)


@pytest.mark.parametrize("shape", [(50, 20), (20, 50), (30, 30), (7, 1)])
def test_features_and_their_kernel_matrix_agree(shape):
    rng = np.random.default_rng(1)
    X, Y = rng.standard_normal(shape), rng.standard_normal((shape[0], 3))
    by_features, by_kernel = Spectrum.from_features(X, Y), Spectrum.from_kernel_matrix(X @ X.T, Y)
    rank = min(shape)
    assert by_features.rank == by_kernel.rank == rank
    np.testing.assert_allclose(by_features.eigenvalues[:rank], by_kernel.eigenvalues[:rank], rtol=1e-9)
    np.testing.assert_allclose(by_features.signal[:rank], by_kernel.signal[:rank], rtol=1e-7)
    assert by_features.total_signal == pytest.approx(np.mean(np.sum(Y**2, axis=1)), rel=1e-13)
    assert by_features.unlearnable_signal == pytest.approx(by_kernel.unlearnable_signal, rel=1e-9, abs=1e-13)
    assert Spectrum.from_features(X).total_signal == 0.0


def test_features_give_eigenvalues_that_a_kernel_matrix_loses():
    rng = np.random.default_rng(2)
    scales = np.array([1.0, 1e-6, 1e-12])
    X = np.linalg.qr(rng.standard_normal((40, 3)))[0] * scales
    np.testing.assert_allclose(Spectrum.from_features(X).eigenvalues[:3] * 40, scales**2, rtol=1e-3)
    assert Spectrum.from_kernel_matrix(X @ X.T).rank < 3


def test_both_run_on_a_device():
    X, K, y = low_rank()
    for host, spectrum in (
        (Spectrum.from_kernel_matrix(K, y), Spectrum.from_kernel_matrix(on_device(K), on_device(y))),
        (Spectrum.from_features(X, y), Spectrum.from_features(on_device(X), on_device(y))),
    ):
        assert spectrum.eigenvalues.device == DEVICE
        np.testing.assert_allclose(arrays.to_host(spectrum.eigenvalues), host.eigenvalues, rtol=1e-12)
        np.testing.assert_allclose(arrays.to_host(spectrum.signal), host.signal, rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize(
    ("constructor", "arguments", "words"),
    [
        ("from_kernel_matrix", ([[1.0, 2.0]],), "kernel must be a square matrix"),
        ("from_kernel_matrix", ([],), "kernel must be a square matrix"),
        ("from_kernel_matrix", ([[np.nan]],), "kernel must be finite"),
        ("from_kernel_matrix", ([[1.0, 0.5], [0.2, 1.0]],), "kernel must be symmetric, got a difference of 0.3"),
        (
            "from_kernel_matrix",
            ([[1.0, 2.0], [2.0, 1.0]],),
            "kernel must be positive semidefinite, .* eigenvalue of -0.5",
        ),
        ("from_kernel_matrix", (np.eye(3), [1.0, 2.0]), r"targets must be of shape \(3,\) or \(3, C\)"),
        ("from_kernel_matrix", (np.eye(2), [1.0, np.inf]), "targets must be finite"),
        ("from_features", ([1.0, 2.0],), "features must be a matrix with one row a point"),
        ("from_features", (np.ones((0, 3)),), "features must be a matrix"),
        ("from_features", ([[1.0], [np.inf]],), "features must be finite"),
        ("from_features", (np.ones((3, 2)), np.ones((2, 1))), "targets must be of shape"),
    ],
)
def test_bad_data_are_told(constructor, arguments, words):
    with pytest.raises(DomainError, match=f"^spectra.Spectrum.{constructor}: {words}"):
        getattr(Spectrum, constructor)(*arguments)
