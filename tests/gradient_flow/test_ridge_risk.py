"""Risk of ridge regression: reference values, second routes, limits in the ridge, arrays and simulation."""

import json
import math
import pathlib

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, gradient_flow, montecarlo

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference/gradient_flow_ridge_risk.json").read_text())


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_reference_values(row):
    found = gradient_flow.ridge_risk(**row["arguments"])
    assert found.test == pytest.approx(row["expected"], rel=1e-13, abs=0.0)


def exact_risk(load, ridge, signal, noise):
    """Integrate over the angle in 40 digits, on panels refined towards the lower edge."""
    with mpmath.workdps(40):
        s, ratio = mpmath.mpf(ridge), 1 / mpmath.mpf(load)
        points = [0, *(mpmath.pi * mpmath.mpf(2) ** -k for k in range(40, -1, -1))]

        def bulk(function):
            def integrand(angle):
                x = (1 - mpmath.sqrt(ratio)) ** 2 + 4 * mpmath.sqrt(ratio) * mpmath.sin(angle / 2) ** 2
                return 2 / mpmath.pi * mpmath.sin(angle) ** 2 * function(x) / x

            return mpmath.quad(integrand, points, method="gauss-legendre", maxdegree=6)

        kept = bulk(lambda x: (s / (x + s)) ** 2)
        response = bulk(lambda x: x / (x + s) ** 2)
        test = noise + signal * (max(0, 1 - 1 / ratio) + kept) + noise * ratio * response
        return test, signal * s**2 * response + noise * (ratio * kept + max(0, 1 - ratio))


@pytest.mark.parametrize(
    ("load", "ridge"), [(0.5, 0.3), (2.0, 1e-4), (1.0, 1e-8), (1.0, 2.0), (0.99, 1e-6), (7.0, 50.0)]
)
def test_against_forty_digits(load, ridge):
    for signal, noise in ((2.0, 0.5), (1.0, 0.0), (0.0, 3.0)):
        found = gradient_flow.ridge_risk(load, ridge_per_sample=ridge, signal_variance=signal, noise_variance=noise)
        test, train = exact_risk(load, ridge, signal, noise)
        assert found.test == pytest.approx(float(test), rel=1e-13, abs=0.0)
        assert found.train == pytest.approx(float(train), rel=1e-13, abs=0.0)


@pytest.mark.parametrize("load", [1e-6, 0.3, 1 - 1e-9, 1.0, 1 + 1e-9, 3.0, 1e6])
@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_without_ridge_the_plateau(load, noise):
    plateau = gradient_flow.plateau(load, signal_variance=2.0, noise_variance=noise)
    found = gradient_flow.ridge_risk(load, ridge_per_sample=0.0, signal_variance=2.0, noise_variance=noise)
    assert found.test == pytest.approx(plateau.test, rel=1e-14, abs=1e-140)
    assert found.train == pytest.approx(plateau.train, rel=1e-14, abs=1e-140)


def test_tiny_ridges():
    found = gradient_flow.ridge_risk(
        [0.5, 2.0, 1.0, 1.0], ridge_per_sample=[1e-30, 1e-30, 1e-30, 1e-200], signal_variance=2.0, noise_variance=1.0
    )
    np.testing.assert_allclose(found.test, [3.0, 2.0, 5e14, 5e99], rtol=1e-14)
    np.testing.assert_allclose(found.train, [3e-60, 0.5, 5e-16, 5e-101], rtol=1e-14)


@pytest.mark.parametrize("load", [1e-6, 0.3, 1.0, 3.0, 1e6])
@pytest.mark.parametrize("ridge", [1e20, 1e300, math.inf])
def test_large_ridges_leave_nothing_learned(load, ridge):
    found = gradient_flow.ridge_risk(load, ridge_per_sample=ridge, signal_variance=2.0, noise_variance=1.0)
    assert found == pytest.approx((3.0, 3.0), rel=1e-13)


def test_no_signal_and_no_noise():
    assert gradient_flow.ridge_risk(1.0, ridge_per_sample=0.0, signal_variance=0.0, noise_variance=0.0) == (0.0, 0.0)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(1e-3, 1e3), st.floats(-20, 20), st.floats(0, 10), st.floats(0, 10))
def test_bounds(load, log_ridge, signal, noise):
    ridge = 10**log_ridge
    found = gradient_flow.ridge_risk(load, ridge_per_sample=ridge, signal_variance=signal, noise_variance=noise)
    more = gradient_flow.ridge_risk(load, ridge_per_sample=2 * ridge, signal_variance=signal, noise_variance=noise)
    assert found.test >= noise
    assert 0 <= found.train <= more.train * (1 + 1e-13) <= (signal + noise) * (1 + 1e-12)


def test_promises(keeps_promises):
    fixed = {"signal_variance": 2.0, "noise_variance": 1.0}
    keeps_promises(gradient_flow.ridge_risk, "load", [0.25, 1.0, 5.0], 0.0, ridge_per_sample=0.1, **fixed)
    keeps_promises(gradient_flow.ridge_risk, "ridge_per_sample", [0.0, 1e-3, 10.0], -1.0, load=0.5, **fixed)


@pytest.mark.parametrize("load", [0.5, 2.0])
def test_trial_solves_the_ridge_problem(load):
    """The same design, solved for unit vectors of teacher and noise."""
    signal, noise, ridge = 3.0, 2.0, 0.4
    found = gradient_flow.simulate_ridge_risk(
        load, ridge_per_sample=ridge, signal_variance=signal, noise_variance=noise, size=4, trials=1, seed=3
    )
    n_samples = int(load * 4)
    design = montecarlo.stream(3, 0).standard_normal((n_samples, 4))
    solve = np.linalg.solve(design.T @ design / n_samples + ridge * np.eye(4), design.T / n_samples)
    test = noise + signal / 4 * np.sum((solve @ design - np.eye(4)) ** 2) + noise * np.sum(solve**2)
    hat = design @ solve - np.eye(n_samples)
    train = (signal / 4 * np.sum((hat @ design) ** 2) + noise * np.sum(hat**2)) / n_samples
    assert (found.test[0], found.train[0]) == pytest.approx((test, train), rel=1e-12)


def test_simulation_shapes_and_sentence():
    arguments = {"signal_variance": 1.0, "noise_variance": 1.0, "size": 4, "trials": 3, "seed": 0}
    assert gradient_flow.simulate_ridge_risk(0.5, ridge_per_sample=[0.1, 1.0], **arguments).test.shape == (3, 2)
    with pytest.raises(errors.DomainError, match=r"ridge_per_sample must be in \(0, inf\)"):
        gradient_flow.simulate_ridge_risk(0.5, ridge_per_sample=0.0, **arguments)


@pytest.mark.parametrize("load", [0.5, 1.0, 2.0])
def test_no_ridge_leaves_exactly_the_plateau(load):
    """At load 1 without a ridge nothing is left to fit, and without noise nothing to learn."""
    found = gradient_flow.ridge_risk(load, ridge_per_sample=0.0, signal_variance=1.0, noise_variance=0.0)
    assert (found.test, found.train) == (max(0.0, 1.0 - load), 0.0)
