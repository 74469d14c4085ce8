"""Steps and time: normalizations of the loss, single modes, the stability warning, null modes."""

import math
import warnings

import array_api_strict
import numpy as np
import pytest

from theorysim import errors, gradient_flow, spectra
from theorysim.gradient_flow import GradientDescentClock, UnstableLearningRate, flow_residual


def test_ten_steps_of_one_mode():
    clock = GradientDescentClock(0.1, largest_eigenvalue=1.0)
    assert clock.time(10) == 1.0
    assert clock.steps(1.0) == 10.0
    assert clock.residual(10, 1.0) == pytest.approx(0.3486784401000001, rel=1e-14)
    assert flow_residual(clock.time(10), 1.0) == pytest.approx(0.36787944117144233, rel=1e-14)
    effective = clock.effective_time(10, 1.0)
    assert effective == pytest.approx(1.0536051565782631, rel=1e-14)
    assert flow_residual(effective, 1.0) == pytest.approx(clock.residual(10, 1.0), rel=1e-14)


def test_unstable_rate_warns_and_grows():
    with pytest.warns(UnstableLearningRate, match=r"2\.5 on \|y - X w\|\^2 / \(2 n_samples\) is above .* = 2;"):
        clock = GradientDescentClock(2.5, largest_eigenvalue=1.0)
    assert not clock.is_stable
    assert clock.stability_limit == 2.0
    assert clock.residual(10, 1.0) == pytest.approx(57.6650390625, rel=1e-14)
    assert clock.effective_time(10, 1.0) < 0


def test_no_warning_at_the_limit_and_without_data():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert GradientDescentClock(2.0, largest_eigenvalue=1.0).is_stable
        assert GradientDescentClock(100.0, largest_eigenvalue=0.0).stability_limit == math.inf


def test_stability_limit_of_gaussian_data():
    clock = GradientDescentClock(0.1, largest_eigenvalue=spectra.MarchenkoPastur.from_load(4.0).support.high)
    assert clock.stability_limit == pytest.approx(2 / 1.5**2)


@pytest.mark.parametrize(
    ("constructor", "arguments", "loss"),
    [
        (GradientDescentClock, {}, lambda r: np.mean(r**2) / 2),
        (GradientDescentClock.from_mean_loss, {}, lambda r: np.mean(r**2)),
        (GradientDescentClock.from_half_sum_loss, {"n_samples": 5}, lambda r: np.sum(r**2) / 2),
        (GradientDescentClock.from_sum_loss, {"n_samples": 5}, lambda r: np.sum(r**2)),
    ],
)
def test_one_literal_step_on_each_loss(constructor, arguments, loss):
    """A step by the numerical gradient of the loss itself shrinks the error of an eigenvector as the clock says."""
    rng = np.random.default_rng(0)
    design = rng.standard_normal((5, 3))
    eigenvalues, vectors = np.linalg.eigh(design.T @ design / 5)
    rate, small = 0.02, 1e-5
    clock = constructor(rate, largest_eigenvalue=float(eigenvalues[-1]), **arguments)
    weights = vectors[:, 1]
    gradient = [
        (loss(design @ (weights + small * unit)) - loss(design @ (weights - small * unit))) / (2 * small)
        for unit in np.eye(3)
    ]
    after = vectors[:, 1] @ (weights - rate * np.array(gradient))
    assert after == pytest.approx(clock.residual(1, float(eigenvalues[1])), rel=1e-8)


def test_loss_of_the_clock_is_said():
    assert "|y - X w|^2 / (2 n_samples)" in str(GradientDescentClock(0.1, largest_eigenvalue=1.0))


def test_time_and_steps_are_inverse():
    clock = GradientDescentClock.from_mean_loss(0.03, largest_eigenvalue=4.0)
    times = np.array([0.0, 0.5, 7.0, np.inf])
    np.testing.assert_allclose(clock.time(clock.steps(times)), times, rtol=1e-15)
    strict = array_api_strict.asarray([1.0, 2.0], device=array_api_strict.Device("device1"))
    assert clock.time(strict).device == array_api_strict.Device("device1")


def test_risk_of_descent_follows_the_clock():
    load = 2.0
    clock = GradientDescentClock.from_sum_loss(1e-6, largest_eigenvalue=2.9, n_samples=100)
    arguments = {"signal_variance": 1.0, "noise_variance": 1.0}
    discrete = gradient_flow.discrete_risk(5000, load, learning_rate=clock.learning_rate, **arguments)
    assert discrete == pytest.approx(gradient_flow.risk(clock.time(5000), load, **arguments), rel=2e-3)


def test_effective_time_in_limits():
    clock = GradientDescentClock(0.5, largest_eigenvalue=2.0)
    found = clock.effective_time([0, 3, 3, 3, 3], [1.0, 0.0, 1e-300, 1e-9, 2.0])
    np.testing.assert_allclose(found, [0.0, 1.5, 1.5, 1.5 * (1 + 2.5e-10), np.inf], rtol=1e-15)
    assert clock.residual(3, 2.0) == 0.0
    assert clock.residual(0, 2.0) == 1.0
    alternating = GradientDescentClock(0.5, largest_eigenvalue=3.9)
    assert alternating.residual(3, 3.0) == -0.125
    assert flow_residual(alternating.effective_time(3, 3.0), 3.0) == pytest.approx(0.125, rel=1e-14)


def test_small_modes_keep_their_digits():
    clock = GradientDescentClock(1e-9, largest_eigenvalue=1.0)
    assert clock.residual(10**9, 1.0) == pytest.approx(math.exp(-1 - 5e-10), rel=1e-15)


def test_null_modes_stay_where_they_began():
    residual = flow_residual(math.inf, np.array([1.0, 0.0]))
    np.testing.assert_array_equal(residual, [0.0, 1.0])
    targets, start = np.array([1.0, 1.0]), np.zeros(2)
    np.testing.assert_array_equal(targets + residual * (start - targets), [1.0, 0.0])
    np.testing.assert_array_equal(flow_residual([0.0, 5.0, math.inf], 0.0), 1.0)
    assert flow_residual(0.0, 3.0) == 1.0


def test_promises(keeps_promises):
    keeps_promises(flow_residual, "time", [0.0, 0.5, 3.0], -1.0, eigenvalue=2.0)
    keeps_promises(flow_residual, "eigenvalue", [0.0, 0.5, 3.0], -1.0, time=2.0)


def test_sentences():
    with pytest.raises(errors.DomainError, match=r"GradientDescentClock: learning_rate must be in \(0, inf\), got 0"):
        GradientDescentClock(0, largest_eigenvalue=1.0)
    with pytest.raises(errors.DomainError, match=r"from_sum_loss: n_samples must be in \(0, inf\), got -1"):
        GradientDescentClock.from_sum_loss(0.1, largest_eigenvalue=1.0, n_samples=-1)
    with pytest.raises(errors.DomainError, match=r"from_mean_loss: learning_rate must be in \(0, inf\), got -0\.1"):
        GradientDescentClock.from_mean_loss(-0.1, largest_eigenvalue=1.0)
    with pytest.raises(errors.DomainError, match="learning_rate must be one number"):
        GradientDescentClock([0.1, 0.2], largest_eigenvalue=1.0)
    clock = GradientDescentClock(0.1, largest_eigenvalue=1.0)
    with pytest.raises(errors.DomainError, match=r"residual: steps must be whole numbers, got 0\.5"):
        clock.residual(0.5, 1.0)
    with pytest.raises(errors.DomainError, match=r"\.time: steps must be in \[0, inf\], got -1"):
        clock.time(-1)
