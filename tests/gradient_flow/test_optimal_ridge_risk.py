"""Best ridge: reference values, the minimum itself, limits, arrays and simulation."""

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
    (pathlib.Path(__file__).parents[1] / "reference/gradient_flow_optimal_ridge_risk.json").read_text()
)


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_reference_values(row):
    found = gradient_flow.optimal_ridge_risk(**row["arguments"])
    assert found.test == pytest.approx(row["expected"], rel=1e-13, abs=0.0)


@pytest.mark.parametrize("load", [1e-6, 0.5, 0.999, 1.0, 1.001, 4.0, 1e6])
@pytest.mark.parametrize("signal", [1e-8, 1.0, 1e12])
def test_closed_form_in_fifty_digits(load, signal):
    with mpmath.workdps(50):
        b = (1 - mpmath.mpf(load)) * mpmath.mpf(signal) - 1
        exact = 1 + (b + mpmath.sqrt(b**2 + 4 * mpmath.mpf(signal))) / 2
    found = gradient_flow.optimal_ridge_risk(load, signal_variance=signal, noise_variance=1.0)
    assert found.test == pytest.approx(float(exact), rel=1e-13, abs=0.0)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(1e-2, 1e2), st.floats(1e-3, 1e3), st.floats(1e-3, 10))
def test_no_other_ridge_and_no_stopping_is_better(load, signal, noise):
    variances = {"signal_variance": signal, "noise_variance": noise}
    best = gradient_flow.optimal_ridge_risk(load, **variances)
    others = best.ridge_per_sample * np.array([0.5, 0.9, 1.0, 1.1, 2.0])
    risks = gradient_flow.ridge_risk(load, ridge_per_sample=others, **variances)
    assert best.test == pytest.approx(risks.test[2], rel=1e-14)
    assert best.train == pytest.approx(risks.train[2], rel=1e-14)
    assert np.all(best.test <= risks.test * (1 + 1e-14))
    time = gradient_flow.optimal_stopping_time(load, **variances)
    stopped = gradient_flow.risk(time, load, **variances).test
    assert best.test <= stopped * (1 + 1e-13)
    # Stopping at 0.457110 / ridge is within 7.8583 % for every design; the best time is at least as good.
    assert stopped - noise <= (best.test - noise) * 1.078584 + 1e-12 * noise


def test_noise_free_data():
    found = gradient_flow.optimal_ridge_risk([0.25, 1.0, 4.0], signal_variance=2.0, noise_variance=0.0)
    np.testing.assert_array_equal(found.ridge_per_sample, 0.0)
    np.testing.assert_allclose(found.test, [1.5, 0.0, 0.0], atol=1e-140)
    np.testing.assert_allclose(found.train, 0.0, atol=1e-140)


def test_no_signal():
    found = gradient_flow.optimal_ridge_risk(0.5, signal_variance=0.0, noise_variance=2.0)
    assert found == (math.inf, 2.0, 2.0)
    assert gradient_flow.optimal_ridge_risk(0.5, signal_variance=0.0, noise_variance=0.0)[1:] == (0.0, 0.0)


def test_promises(keeps_promises):
    keeps_promises(
        gradient_flow.optimal_ridge_risk, "load", [0.25, 1.0, 5.0], 0.0, signal_variance=2.0, noise_variance=1.0
    )
    keeps_promises(gradient_flow.optimal_ridge_risk, "noise_variance", [0.5, 3.0], -1.0, load=1.0, signal_variance=2.0)


def test_simulation_finds_the_same_ridge_for_every_design():
    found = gradient_flow.simulate_optimal_ridge_risk(
        0.5, signal_variance=4.0, noise_variance=1.0, size=10, trials=20, seed=0
    )
    np.testing.assert_allclose(found.ridge_per_sample, 0.5, rtol=1e-11)
    assert found.test.std() > 0


def test_simulation_sentence():
    with pytest.raises(
        errors.DomainError, match="signal_variance must be within a factor 1e8 of noise_variance, got 1e-09"
    ):
        gradient_flow.simulate_optimal_ridge_risk(
            0.5, signal_variance=1e-9, noise_variance=1.0, size=4, trials=1, seed=0
        )
    with pytest.raises(errors.DomainError, match="signal_variance must be one number"):
        gradient_flow.simulate_optimal_ridge_risk(
            0.5, signal_variance=[1.0, 2.0], noise_variance=1.0, size=4, trials=1, seed=0
        )
