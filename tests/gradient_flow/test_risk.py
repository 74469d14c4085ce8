"""Risk of gradient flow: reference values, second routes, limits, late and singular cases, arrays and simulation."""

import json
import math
import pathlib

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, gradient_flow
from theorysim.gradient_flow.risk import accumulated_noise
from theorysim.spectra.marchenko_pastur_laplace import weighted_laplace

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference/gradient_flow_risk.json").read_text())
LOADS = (0.1, 0.5, 0.99, 1 - 1e-9, 1.0, 1 + 1e-9, 1.01, 2.0, 30.0)


@pytest.mark.parametrize("field", ["test", "train"])
def test_reference_values(field):
    for row in REFERENCE[field]:
        value = getattr(gradient_flow.risk(**row["arguments"]), field)
        assert value == pytest.approx(row["expected"], rel=row["rtol"], abs=0.0), row


@pytest.mark.parametrize("row", REFERENCE["accumulated_noise"])
def test_accumulated_noise(row):
    time, load = (np.asarray(row["arguments"][name]) for name in ("time", "load"))
    # 1 / load is rounded, which near load 1 moves the lower edge: its effect on the limit is 1e-16 / |1 - load|.
    assert float(accumulated_noise(time, load, np, None)) == pytest.approx(row["expected"], rel=1e-12, abs=0.0)


def exact_risk(time, load, signal, noise):
    """Integrate over the angle in 40 digits, on panels refined towards the lower edge."""
    with mpmath.workdps(40):
        t, ratio = mpmath.mpf(time), 1 / mpmath.mpf(load)
        points = [0, *(mpmath.pi * mpmath.mpf(2) ** -k for k in range(24, -1, -1))]

        low = (1 - mpmath.sqrt(ratio)) ** 2

        def bulk(function):
            def integrand(angle):
                x = low + 4 * mpmath.sqrt(ratio) * mpmath.sin(angle / 2) ** 2
                return 2 / mpmath.pi * mpmath.sin(angle) ** 2 * function(x) / x

            return mpmath.quad(integrand, points, method="gauss-legendre", maxdegree=6)

        # Of order 1 inside the integrals, whose error is absolute.
        decay = mpmath.exp(-2 * low * t)
        kept = decay * bulk(lambda x: mpmath.exp(-2 * (x - low) * t))
        learned = bulk(lambda x: mpmath.expm1(-x * t) ** 2 / x)
        unfitted = decay * bulk(lambda x: x * mpmath.exp(-2 * (x - low) * t))
        test = noise + signal * (max(0, 1 - 1 / ratio) + kept) + noise * ratio * learned
        return test, signal * unfitted + noise * (ratio * kept + max(0, 1 - ratio))


@pytest.mark.parametrize(
    ("time", "load"), [(0.3, 0.5), (40.0, 0.25), (1e4, 1.0), (5.0, 1.01), (1e-5, 3.0), (25.0, 4.0)]
)
def test_against_forty_digits(time, load):
    for signal, noise in ((2.0, 0.5), (1.0, 0.0), (0.0, 3.0)):
        found = gradient_flow.risk(time, load, signal_variance=signal, noise_variance=noise)
        test, train = exact_risk(time, load, signal, noise)
        assert found.test == pytest.approx(float(test), rel=1e-13, abs=0.0)
        assert found.train == pytest.approx(float(train), rel=1e-12, abs=0.0)


def test_tiny_training_risk_keeps_its_digits():
    found = gradient_flow.risk(340.0, 0.25, signal_variance=1.0, noise_variance=1.0).train
    assert 0 < found < 1e-290
    assert found == pytest.approx(float(exact_risk(340.0, 0.25, 1.0, 1.0)[1]), rel=1e-12, abs=0.0)


@pytest.mark.parametrize("load", LOADS)
def test_start(load):
    found = gradient_flow.risk(0.0, load, signal_variance=3.0, noise_variance=0.5, initial_variance=2.0)
    assert found == pytest.approx((5.5, 5.5), rel=1e-14)


@pytest.mark.parametrize("load", LOADS)
def test_infinite_time_is_the_plateau(load):
    arguments = {"signal_variance": 3.0, "noise_variance": 0.5, "initial_variance": 2.0}
    at_infinity = gradient_flow.risk(math.inf, load, **arguments)
    assert at_infinity == pytest.approx(gradient_flow.plateau(load, **arguments), rel=1e-14, abs=0.0)
    if abs(load - 1) > 1e-6:
        assert gradient_flow.risk(1e30, load, **arguments) == pytest.approx(at_infinity, rel=1e-11, abs=0.0)


def test_noise_free_data_at_load_one():
    found = gradient_flow.risk([1e3, math.inf], 1.0, signal_variance=1.0, noise_variance=0.0)
    assert found.test[0] == pytest.approx(1 / math.sqrt(2e3 * math.pi), rel=1e-3)
    assert found.test[1] == 0.0
    assert found.train[1] == 0.0


def test_learned_noise_at_load_one_grows_as_the_root_of_time():
    for time in (1e12, 1e36, 1e200, 1e300):
        found = gradient_flow.risk(time, 1.0, signal_variance=0.0, noise_variance=1.0).test
        assert found / math.sqrt(time) == pytest.approx(2 * (2 - math.sqrt(2)) / math.sqrt(math.pi), rel=2e-6)


def test_no_signal_and_no_noise():
    assert gradient_flow.risk(2.0, 0.5, signal_variance=0.0, noise_variance=0.0) == (0.0, 0.0)


def test_start_and_signal_enter_by_their_sum():
    left = gradient_flow.risk(1.5, 0.7, signal_variance=1.0, noise_variance=1.0, initial_variance=2.0)
    assert left == gradient_flow.risk(1.5, 0.7, signal_variance=3.0, noise_variance=1.0)


def test_untouched_share_of_the_start_below_load_one():
    quiet, loud = (
        gradient_flow.risk(1e9, 0.25, signal_variance=1.0, noise_variance=1.0, initial_variance=start).test
        for start in (0.0, 4.0)
    )
    assert loud - quiet == pytest.approx(0.75 * 4.0, rel=1e-13)


def test_slope_by_differences():
    time, load, step = 1.3, 0.6, 1e-4
    ratio, signal, noise = 1 / load, 2.0, 0.7
    ahead, behind = (
        gradient_flow.risk(time + sign * step, load, signal_variance=signal, noise_variance=noise).test
        for sign in (1, -1)
    )
    nodes, weights = np.polynomial.legendre.leggauss(40)
    earlier = time * (1 + (nodes + 1) / 2)
    integral = time / 2 * np.sum(weights * weighted_laplace(earlier, np.asarray(ratio), np))
    slope = -2 * signal * weighted_laplace(np.asarray(2 * time), np.asarray(ratio), np) + 2 * noise * ratio * integral
    assert (ahead - behind) / (2 * step) == pytest.approx(slope, rel=1e-6)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(1e-6, 1e9), st.floats(1e-3, 1e3), st.floats(0, 10), st.floats(0, 10))
def test_bounds_and_scale(time, load, signal, noise):
    found = gradient_flow.risk(time, load, signal_variance=signal, noise_variance=noise)
    assert found.test >= noise
    assert 0 <= found.train <= (signal + noise) * (1 + 1e-14)
    assert found.train <= found.test * (1 + 1e-14)
    scaled = gradient_flow.risk(time, load, signal_variance=1e100 * signal, noise_variance=1e100 * noise)
    assert scaled == pytest.approx([1e100 * value for value in found], rel=1e-14)
    later = gradient_flow.risk(2 * time, load, signal_variance=signal, noise_variance=noise)
    assert later.train <= found.train * (1 + 1e-14)


def test_promises(keeps_promises):
    fixed = {"signal_variance": 2.0, "noise_variance": 1.0}
    keeps_promises(gradient_flow.risk, "time", [0.0, 0.5, 3.0, 1e6], -1.0, load=0.5, **fixed)
    keeps_promises(gradient_flow.risk, "load", [0.25, 1.0, 5.0], 0.0, time=2.0, **fixed)
    keeps_promises(gradient_flow.risk, "noise_variance", [0.0, 2.0], -1.0, time=2.0, load=1.0, signal_variance=1.0)


def test_broadcasting():
    time, load = np.array([[0.5], [2.0]]), np.array([0.5, 1.0, 2.0])
    found = gradient_flow.risk(time, load, signal_variance=1.0, noise_variance=1.0)
    one = gradient_flow.risk(2.0, 1.0, signal_variance=1.0, noise_variance=1.0)
    assert found.test.shape == (2, 3)
    assert (found.test[1, 1], found.train[1, 1]) == pytest.approx(one, rel=1e-14)


def test_large_grid_in_blocks():
    time, load = np.geomspace(0.01, 100, 150)[:, None], np.geomspace(0.1, 10, 60)
    found = gradient_flow.risk(time, load, signal_variance=1.0, noise_variance=1.0)
    one = gradient_flow.risk(float(time[140, 0]), float(load[50]), signal_variance=1.0, noise_variance=1.0)
    assert (found.test[140, 50], found.train[140, 50]) == pytest.approx(one, rel=1e-13)


# Simulation


def literal_flow(design, teacher, start, noise, time, count):
    """Integrate the flow by many explicit steps of fourth order."""
    n_samples, weights = len(design), start.copy()
    targets = design @ teacher + noise
    step = time / count

    def velocity(w):
        return design.T @ (targets - design @ w) / n_samples

    for _ in range(count):
        first = velocity(weights)
        second = velocity(weights + step / 2 * first)
        third = velocity(weights + step / 2 * second)
        weights = weights + step / 6 * (first + 2 * second + 2 * third + velocity(weights + step * third))
    return weights, targets - design @ weights


@pytest.mark.parametrize(("n_samples", "n_features"), [(6, 4), (3, 5), (4, 4)])
def test_trial_is_the_average_of_literal_flows(n_samples, n_features):
    """The flow is linear in teacher, start and noise: average it over unit vectors of each."""
    signal, noise, start, time = 2.0, 0.5, 1.0, 1.7
    design = np.random.default_rng(3).standard_normal((n_samples, n_features))
    eigenvalues = np.linalg.svd(design, compute_uv=False) ** 2 / n_samples
    from theorysim.gradient_flow.risk import conditional_risk

    found = conditional_risk(
        eigenvalues, np.asarray(time), n_samples, n_features, np.asarray(signal + start), np.asarray(noise)
    )
    zeros, nothing = np.zeros(n_features), np.zeros(n_samples)
    test, train = noise, 0.0
    for unit in np.eye(n_features):
        for variance, teacher, first in ((signal, unit, zeros), (start, zeros, unit)):
            weights, residual = literal_flow(design, teacher, first, nothing, time, 400)
            test += variance / n_features * np.sum((weights - teacher) ** 2)
            train += variance / n_features * np.sum(residual**2) / n_samples
    for unit in np.eye(n_samples):
        weights, residual = literal_flow(design, zeros, zeros, unit, time, 400)
        test += noise * np.sum(weights**2)
        train += noise * np.sum(residual**2) / n_samples
    assert found == pytest.approx((test, train), rel=1e-8)


def test_simulation_is_reproducible_by_trial():
    arguments = {"signal_variance": 1.0, "noise_variance": 1.0, "size": 6, "seed": 5}
    many = gradient_flow.simulate_risk([0.5, 2.0], 1.5, **arguments, trials=5)
    last = gradient_flow.simulate_risk([0.5, 2.0], 1.5, **arguments, trials=range(4, 5))
    assert many.test.shape == (5, 2)
    np.testing.assert_array_equal(many.test[4:], last.test)
    np.testing.assert_array_equal(many.train[4:], last.train)


def test_eigenvalues_and_singular_values_agree_to_twelve_digits_until_time_1000():
    times = np.geomspace(0.01, 1e3, 100)
    arguments = {"signal_variance": 1.0, "noise_variance": 1.0, "size": 100, "seed": 1, "trials": 5}
    early = gradient_flow.simulate_risk(times, 1.0, **arguments)
    late = gradient_flow.simulate_risk(np.append(times, 1001.0), 1.0, **arguments)
    np.testing.assert_allclose(early.test, late.test[:, :-1], rtol=1e-12)
    np.testing.assert_allclose(early.train, late.train[:, :-1], rtol=1e-12)


def test_simulation_at_infinite_time_leaves_null_modes_where_they_began():
    found = gradient_flow.simulate_risk(
        math.inf, 0.5, signal_variance=3.0, noise_variance=0.0, size=8, trials=3, seed=0
    )
    np.testing.assert_array_equal(found.test, 1.5)
    np.testing.assert_array_equal(found.train, 0.0)


def test_simulation_sentences():
    arguments = {"signal_variance": 1.0, "noise_variance": 1.0, "trials": 1, "seed": 0}
    with pytest.raises(errors.DomainError, match=r"simulate_risk: size must be such that n_samples = 0\.3 \* size"):
        gradient_flow.simulate_risk(1.0, 0.3, size=4, **arguments)
    with pytest.raises(errors.DomainError, match="size must be n_features, a positive integer"):
        gradient_flow.simulate_risk(1.0, 0.5, size=4.0, **arguments)
    with pytest.raises(errors.DomainError, match="load must be one number"):
        gradient_flow.simulate_risk(1.0, [0.5, 1.0], size=4, **arguments)
