"""Late-time risk: reference values, limits, both sides of load 1, arrays and simulation."""

import json
import math
import pathlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import gradient_flow

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference/gradient_flow_plateau.json").read_text())


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_reference_values(row):
    found = gradient_flow.plateau(**row["arguments"])
    assert found.test == pytest.approx(row["expected"], rel=1e-14, abs=0.0)


def test_load_one():
    assert gradient_flow.plateau(1.0, signal_variance=1.0, noise_variance=1.0) == (math.inf, 0.0)
    assert gradient_flow.plateau(1.0, signal_variance=1.0, noise_variance=0.0) == (0.0, 0.0)


def test_next_to_load_one():
    above, below = (
        gradient_flow.plateau(load, signal_variance=0.0, noise_variance=1.0) for load in (1 + 2**-40, 1 - 2**-40)
    )
    assert above.test == 2**40 + 1
    assert below.test == 2**40
    assert above.train == pytest.approx(2**-40, rel=1e-11)


def test_signal_does_not_matter_above_load_one():
    found = gradient_flow.plateau(3.0, signal_variance=[0.0, 1.0, 1e9], noise_variance=2.0)
    np.testing.assert_allclose(found.test, 3.0, rtol=1e-15)
    np.testing.assert_allclose(found.train, 4 / 3, rtol=1e-15)


def test_local_minimum_below_load_one():
    load = 1 - math.sqrt(1.0 / 9.0)
    beside = gradient_flow.plateau([load - 1e-3, load, load + 1e-3], signal_variance=9.0, noise_variance=1.0).test
    assert beside[1] == pytest.approx(2 * math.sqrt(9.0), rel=1e-14)
    assert beside[1] < min(beside[0], beside[2])


def test_tiny_and_huge_loads():
    found = gradient_flow.plateau([1e-300, 1e300], signal_variance=2.0, noise_variance=1.0)
    np.testing.assert_allclose(found.test, [3.0, 1.0])
    np.testing.assert_allclose(found.train, [0.0, 1.0])


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(1e-3, 1e3), st.floats(0, 10), st.floats(0, 10))
def test_test_risk_contains_noise_and_untouched_signal(load, signal, noise):
    found = gradient_flow.plateau(load, signal_variance=signal, noise_variance=noise)
    assert found.test >= noise + max(0.0, 1 - load) * signal - 1e-12
    assert found.train == pytest.approx(noise * max(0.0, 1 - 1 / load), rel=1e-12, abs=1e-14)


def test_promises(keeps_promises):
    keeps_promises(gradient_flow.plateau, "load", [0.25, 0.9, 5.0], -0.5, signal_variance=2.0, noise_variance=1.0)
    keeps_promises(gradient_flow.plateau, "signal_variance", [0.0, 3.0], -1.0, load=0.5, noise_variance=1.0)


def test_simulation_is_the_least_squares_solution():
    """The same design, solved by the pseudo-inverse for unit vectors of teacher and noise."""
    found = gradient_flow.simulate_plateau(0.5, signal_variance=3.0, noise_variance=2.0, size=6, trials=1, seed=4)
    from theorysim import montecarlo

    design = montecarlo.stream(4, 0).standard_normal((3, 6))
    inverse = np.linalg.pinv(design)
    untouched = np.sum((inverse @ design - np.eye(6)) ** 2) / 6 * 3.0
    assert found.test[0] == pytest.approx(2.0 + untouched + 2.0 * np.sum(inverse**2), rel=1e-12)
    assert found.train[0] == 0.0


def test_simulation_shapes():
    found = gradient_flow.simulate_plateau(
        2.0, signal_variance=[1.0, 2.0], noise_variance=1.0, size=4, trials=range(2, 5), seed=0
    )
    assert found.test.shape == found.train.shape == (3, 2)
