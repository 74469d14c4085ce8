"""ridge.predict_learning_curve: the recipe, agreement with training on the pool, a known failure, warning, memory."""

import math
import warnings

import numpy as np
import pytest

from theorysim import errors, kernels, ridge, spectra


def pool(points=500, features=32, seed=0):
    """Return points, kernel matrix and noisy targets."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((points, features)) / math.sqrt(features)
    return X, X @ X.T, X @ rng.standard_normal(features) + 0.5 * rng.standard_normal(points)


def linear(X, Z):
    return X @ Z.T


def test_held_out_error_follows_from_the_risk_on_the_pool():
    X, K, y = pool()
    n, strengths = np.asarray([5.0, 10.0, 20.0]), np.asarray([[0.1], [2.0]])
    found = ridge.predict_learning_curve(linear, X, y, n, strengths)
    expected = ridge.risk(spectra.Spectrum.from_kernel_matrix(K, y), n, ridge=strengths)
    assert found.pool == pytest.approx(expected.test, rel=1e-12)
    assert found.train == pytest.approx(expected.train, rel=1e-12)
    assert found.kappa == pytest.approx(expected.kappa, rel=1e-12)
    assert found.test == pytest.approx((500 * expected.test - n * expected.train) / (500 - n), rel=1e-12)


@pytest.mark.parametrize("strength", [0.0, 0.5, 2.0])
def test_agrees_with_training_on_the_pool(strength):
    _, K, y = pool()
    predicted = ridge.predict_learning_curve(K, None, y, 20, strength)
    measured = ridge.simulate_learning_curve(K, None, y, 20, strength, trials=400, seed=0)
    for name in ("test", "pool"):
        values = getattr(measured, name)
        # The gap of order 1 / n is 4 % without a ridge at n = 20, and below 1 % with one.
        allowed = 4 * values.std() / 20 + (0.05 if strength == 0 else 0.01) * values.mean()
        assert abs(values.mean() - getattr(predicted, name)) < allowed


def test_known_failure_for_a_wide_gaussian_kernel_on_heavy_tailed_data():
    rng = np.random.default_rng(0)
    X = rng.standard_t(3, (1000, 20)) / np.arange(1, 21)
    y = np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] / (1 + X[:, 0] ** 2) + 0.3 * rng.standard_normal(1000)
    K = kernels.gaussian(X, length_scale=5.0)
    small, large = ridge.predict_learning_curve(K, None, y, 40, [1e-3, 1.0]).test
    measured = ridge.simulate_learning_curve(K, None, y, 40, [1e-3, 1.0], trials=60, seed=0).test.mean(axis=0)
    assert measured[0] > 1.4 * small
    assert measured[1] == pytest.approx(large, rel=0.03)


def test_ridgeless_and_real_numbers_of_samples():
    _, K, y = pool()
    curve = ridge.predict_learning_curve(K, None, y, [10.5, 20.0, 1e-9])
    assert np.isfinite(curve.test).all()
    assert curve.train.max() < 1e-15
    assert curve.test[2] == pytest.approx(np.mean(y**2), rel=1e-6)


def test_outputs_add_up():
    _, K, y = pool(100)
    both = np.stack([y, 2 * y[::-1]], axis=1)
    whole = ridge.predict_learning_curve(K, None, both, 4, 1.0).test
    parts = [ridge.predict_learning_curve(K, None, column, 4, 1.0).test for column in both.T]
    assert whole == pytest.approx(sum(parts), rel=1e-12)
    measured = ridge.simulate_learning_curve(K, None, both, 4, 1.0, trials=2, seed=0).test
    alone = [ridge.simulate_learning_curve(K, None, column, 4, 1.0, trials=2, seed=0).test for column in both.T]
    assert measured == pytest.approx(sum(alone), rel=1e-12)


def test_warning_beyond_a_twenty_fifth_of_the_pool():
    _, K, y = pool()
    with pytest.warns(
        ridge.SmallPool, match=r"n_samples up to 40 exceeds 1/25 of the pool of 500 points; .* above 20 "
    ):
        ridge.predict_learning_curve(K, None, y, [10, 40], 1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ridge.predict_learning_curve(K, None, y, 20, 1.0)


class TestMemory:
    def test_refused_before_anything_is_allocated(self):
        def never(X, Z):
            raise AssertionError("the kernel was evaluated")

        X = np.broadcast_to(np.float64(0.0), (60_000, 784))
        y = np.broadcast_to(np.float64(0.0), (60_000,))
        with pytest.raises(MemoryError) as caught:
            ridge.predict_learning_curve(never, X, y, 100, 1.0, memory_limit=4e9)
        words = str(caught.value)
        for piece in ("60000 points takes 28.8 GB", "173 GB in all", "limit of 4 GB", "9128 points fit", "low-rank"):
            assert piece in words

    def test_a_million_points_are_refused_by_default_and_a_spectrum_of_them_is_not(self):
        X = np.broadcast_to(np.float64(0.0), (1_246_064, 1))
        with pytest.raises(MemoryError, match=r"takes 1.24e\+04 GB .* needs 9.97 MB for 1246064 eigenvalues"):
            ridge.predict_learning_curve(linear, X, X[:, 0], 100, 1.0)
        spectrum = spectra.Spectrum.power_law(1.2, 1_246_064, signal_exponent=1.5)
        assert spectrum.eigenvalues.nbytes <= 10e6
        assert ridge.risk(spectrum, 1000, ridge=1e-3).test > 0

    def test_simulation_is_refused_too(self):
        _, K, y = pool(100)
        with pytest.raises(MemoryError, match=r"ridge\.simulate_learning_curve: .*raise memory_limit"):
            ridge.simulate_learning_curve(K, None, y, 4, memory_limit=1000, trials=1, seed=0)

    def test_where_the_system_does_not_tell(self, monkeypatch):
        monkeypatch.setattr("os.sysconf", lambda name: (_ for _ in ()).throw(ValueError(name)))
        X = np.broadcast_to(np.float64(0.0), (60_000, 1))
        with pytest.raises(MemoryError, match="above the limit of 4 GB"):
            ridge.predict_learning_curve(linear, X, X[:, 0], 100, 1.0)


class TestArguments:
    def test_forms(self):
        X, K, y = pool(100)
        found = ridge.predict_learning_curve(K.tolist(), None, y.tolist(), 4, 1.0)
        assert all(isinstance(value, float) for value in found)
        assert ridge.predict_learning_curve(linear, X, y, [1.0, 2.0], [[1.0], [2.0], [3.0]]).test.shape == (3, 2)
        assert ridge.predict_learning_curve(K, None, y, []).test.shape == (0,)
        lists = ridge.predict_learning_curve(kernels.relu_ntk, X.tolist(), y.tolist(), 4, 1.0)
        assert lists == ridge.predict_learning_curve(kernels.relu_ntk, X, y, 4, 1.0)

    def test_elements_outside(self):
        _, K, y = pool(100)
        found = ridge.predict_learning_curve(K, None, y, [4.0, 100.0, 0.0, -1.0, math.nan], 1.0)
        assert all(np.isfinite(part[0]) and np.isnan(part[1:]).all() for part in found)
        with pytest.raises(
            errors.DomainError, match=r"predict_learning_curve: n_samples must be in \(0, 100\), got 100"
        ):
            ridge.predict_learning_curve(K, None, y, 100)

    def test_second_device(self):
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        X, _, y = pool(100)
        moved = [strict.asarray(part, device=device) for part in (X, y)]
        found = ridge.predict_learning_curve(kernels.relu_ntk, *moved, [2.0, 4.0], 1.0)
        assert found.test.device == device
        host = np.asarray(found.test.to_device(strict.Device("CPU_DEVICE")))
        assert host == pytest.approx(
            ridge.predict_learning_curve(kernels.relu_ntk, X, y, [2.0, 4.0], 1.0).test, rel=1e-9
        )

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ((linear, np.zeros((1, 2)), [0.0], 1), "X must be two points or more"),
            ((linear, np.zeros((3, 2)), [0.0], 1), "targets must be one for each of the 3 points"),
            (
                (lambda X, Z: np.zeros((2, 2)), np.zeros((3, 2)), np.zeros(3), 1),
                r"kernel\(X, X\) must be a matrix of shape",
            ),
            ((np.zeros((3, 2)), None, np.zeros(3), 1), "kernel must be a function, or a square matrix"),
            ((np.eye(3), np.zeros((3, 1)), np.zeros(3), 1), "X must be None when kernel is a matrix"),
            ((-np.eye(3), None, np.ones(3), 1), "kernel must be positive semidefinite"),
        ],
    )
    def test_sentences(self, arguments, sentence):
        with pytest.raises(errors.DomainError, match=sentence):
            ridge.predict_learning_curve(*arguments)
        with pytest.raises(errors.DomainError, match="memory_limit must be a positive number of bytes"):
            ridge.predict_learning_curve(np.eye(3), None, np.ones(3), 1, memory_limit=-1.0)


class TestSimulation:
    def test_trials_are_their_own(self):
        _, K, y = pool(60)
        many = ridge.simulate_learning_curve(K, None, y, [[5, 10]], [[0.1], [2.0]], trials=4, seed=3)
        assert many.test.shape == many.train.shape == many.pool.shape == (4, 2, 2)
        alone = ridge.simulate_learning_curve(K, None, y, 10, 2.0, trials=range(2, 3), seed=3)
        assert alone.test[0] == many.test[2, 1, 1]

    def test_errors_add_up_over_the_pool(self):
        _, K, y = pool(60)
        found = ridge.simulate_learning_curve(K, None, y, 12, 0.1, trials=3, seed=0)
        assert found.pool == pytest.approx((12 * found.train + 48 * found.test) / 60, rel=1e-12)

    def test_interpolation_of_all_but_one(self):
        _, K, y = pool(40, 80)
        found = ridge.simulate_learning_curve(K, None, y, 39, trials=200, seed=0)
        assert found.train.max() < 1e-20
        expected = ridge.leave_one_out(K, y).residuals ** 2
        assert all(np.min(abs(expected - value)) < 1e-9 for value in found.test)

    def test_sizes_must_be_whole_and_inside(self):
        _, K, y = pool(40)
        with pytest.raises(errors.DomainError, match="n_samples must be whole numbers"):
            ridge.simulate_learning_curve(K, None, y, [2.0, 2.5], trials=1, seed=0)
        with pytest.raises(errors.DomainError, match=r"n_samples must be in \[1, 39\], got 40"):
            ridge.simulate_learning_curve(K, None, y, 40, trials=1, seed=0)
