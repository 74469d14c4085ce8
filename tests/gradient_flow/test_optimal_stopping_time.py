"""Best stopping time: reference values, second routes, limits, bracket, arrays and simulation."""

import json
import math
import pathlib

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, gradient_flow

REFERENCE = json.loads(
    (pathlib.Path(__file__).parents[1] / "reference/gradient_flow_optimal_stopping_time.json").read_text()
)


def best_time(load, strength, noise=1.0):
    """Return the time for S = strength noise / load."""
    return gradient_flow.optimal_stopping_time(load, signal_variance=strength * noise / load, noise_variance=noise)


@pytest.mark.parametrize("row", REFERENCE["time"])
def test_reference_values(row):
    found = gradient_flow.optimal_stopping_time(**row["arguments"])
    assert found == pytest.approx(row["expected"], rel=1e-13, abs=0.0)


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_risk_there(row):
    time = gradient_flow.optimal_stopping_time(**row["arguments"])
    arguments = {name: value for name, value in row["arguments"].items() if name != "load"}
    found = gradient_flow.risk(time, row["arguments"]["load"], **arguments)
    assert found.test == pytest.approx(row["expected"], rel=row["rtol"], abs=0.0)


@pytest.mark.parametrize(("load", "strength"), [(0.5, 1e6), (2.0, 1e12), (0.9, 30.0), (1e4, 5.0), (1e-3, 5.0)])
def test_against_forty_digits(load, strength):
    """The condition in Bessel functions, both sides multiplied by exp((1 - q)^2 t)."""
    found = best_time(load, strength)
    with mpmath.workdps(40):
        q = 1 / mpmath.sqrt(mpmath.mpf(load))

        def scaled(u, t):
            return mpmath.exp(-((1 - q) ** 2) * (u - t) - 2 * q * u) * mpmath.besseli(1, 2 * q * u) / (q * u)

        def balance(t):
            points = mpmath.linspace(t, 2 * t, 5)
            integral = mpmath.quad(lambda u: scaled(u, t), points, method="gauss-legendre", maxdegree=5)
            return mpmath.mpf(strength) * scaled(2 * t, t) - integral

        assert balance(found * (1 - mpmath.mpf("1e-12"))) > 0 > balance(found * (1 + mpmath.mpf("1e-12")))


def test_is_a_minimum():
    for load in (0.3, 1.0, 4.0):
        arguments = {"signal_variance": 3.0, "noise_variance": 1.0, "initial_variance": 1.0}
        best = gradient_flow.optimal_stopping_time(load, **arguments)
        times = best * np.geomspace(0.1, 10, 201)
        risks = gradient_flow.risk(times, load, **arguments).test
        assert np.argmin(risks) == 100
        assert np.all(np.diff(np.sign(np.diff(risks))) >= 0)


def test_no_signal_and_no_noise():
    found = gradient_flow.optimal_stopping_time(
        0.5, signal_variance=[0.0, 0.0, 1.0, 0.0], noise_variance=[1.0, 0.0, 0.0, 1.0], initial_variance=[0, 0, 0, 1]
    )
    np.testing.assert_array_equal(found[:3], [0.0, 0.0, np.inf])
    assert found[3] == gradient_flow.optimal_stopping_time(0.5, signal_variance=1.0, noise_variance=1.0)


@pytest.mark.parametrize("load", [0.01, 0.5, 1.0, 3.0, 1e6])
@pytest.mark.parametrize("strength", [1e-300, 1e-12, 1e-5])
def test_weak_signal(load, strength):
    exact = strength - (1 + 1 / load) * strength**2 / 2
    assert best_time(load, strength) == pytest.approx(exact, rel=1e-12 + ((1 + 1 / load) * strength) ** 2)


def test_strong_signal_at_load_one():
    assert best_time(1.0, 1e9) / 1e9 == pytest.approx((1 + math.sqrt(2)) / 4, rel=1e-8)
    assert best_time(1.0, 1e200) / 1e200 == pytest.approx((1 + math.sqrt(2)) / 4, rel=1e-12)


@pytest.mark.parametrize("load", [0.5, 2.0])
def test_strong_signal_elsewhere(load):
    low = (1 - 1 / math.sqrt(load)) ** 2
    for strength, rel in ((1e12, 3e-3), (1e280, 1e-5)):
        assert best_time(load, strength) == pytest.approx((math.log(low * strength) - 1.5 * math.log(2)) / low, rel=rel)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(1e-4, 1e4), st.floats(-12, 15), st.floats(1e-3, 1e3))
def test_bracket_and_scale(load, log_strength, noise):
    strength = 10**log_strength
    low, high = (1 - 1 / math.sqrt(load)) ** 2, (1 + 1 / math.sqrt(load)) ** 2
    found = best_time(load, strength)
    assert found >= math.log1p(high * strength) / high * (1 - 1e-12)
    latest = math.log1p(low * strength) / low if low * strength > 1e-12 else strength
    assert found <= latest * (1 + 1e-12)
    assert best_time(load, strength, noise) == pytest.approx(found, rel=1e-12)


def test_promises(keeps_promises):
    fixed = {"noise_variance": 1.0}
    keeps_promises(gradient_flow.optimal_stopping_time, "load", [0.25, 1.0, 5.0], 0.0, signal_variance=2.0, **fixed)
    keeps_promises(gradient_flow.optimal_stopping_time, "signal_variance", [0.0, 1e-6, 1e3], -1.0, load=0.5, **fixed)


def test_simulation_finds_the_minimum_of_its_own_design():
    arguments = {"signal_variance": 2.0, "noise_variance": 1.0, "size": 8, "trials": 3, "seed": 2}
    times = gradient_flow.simulate_optimal_stopping_time(1.5, **arguments)
    for trial, time in enumerate(times):
        near = gradient_flow.simulate_risk(
            time * np.array([0.99, 1.0, 1.01]), 1.5, **{**arguments, "trials": range(trial, trial + 1)}
        ).test[0]
        assert near[1] < min(near[0], near[2])


def test_simulation_shapes_and_sentence():
    found = gradient_flow.simulate_optimal_stopping_time(
        2.0, signal_variance=[0.1, 10.0], noise_variance=1.0, size=6, trials=4, seed=0
    )
    assert found.shape == (4, 2)
    assert np.all(found[:, 0] < found[:, 1])
    with pytest.raises(errors.DomainError, match=r"noise_variance must be in \(0, inf\)"):
        gradient_flow.simulate_optimal_stopping_time(
            2.0, signal_variance=1.0, noise_variance=0.0, size=6, trials=4, seed=0
        )
