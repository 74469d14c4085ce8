"""Risk of gradient descent: reference values, exact quadrature, limits, unstable rates, arrays and simulation."""

import json
import math
import pathlib

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, gradient_flow, montecarlo

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference/gradient_flow_discrete_risk.json").read_text())


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_reference_values(row):
    found = gradient_flow.discrete_risk(**row["arguments"])
    assert found.test == pytest.approx(row["expected"], rel=1e-13, abs=0.0)


def exact_risk(step, load, rate, signal, noise):
    """Average the polynomials exactly by Gauss-Chebyshev quadrature in 60 digits; the bulk is what is not the atom."""
    with mpmath.workdps(60 + 10 * (step > 500)):
        ratio, eta = 1 / mpmath.mpf(load), mpmath.mpf(rate)
        kept, learned, unfitted = mpmath.mpf(1), mpmath.mpf(0), mpmath.mpf(0)
        for j in range(1, step + 2):
            angle = j * mpmath.pi / (step + 2)
            weight = 2 / mpmath.mpf(step + 2) * mpmath.sin(angle) ** 2
            x = 1 + ratio - 2 * mpmath.sqrt(ratio) * mpmath.cos(angle)
            factor = (1 - eta * x) ** step
            kept += weight * (factor**2 - 1) / x
            learned += weight * ((1 - factor) / x) ** 2
            unfitted += weight * factor**2
        bulk = kept - max(0, 1 - mpmath.mpf(load))
        test = noise + signal * kept + noise * ratio * learned
        return test, signal * unfitted + noise * (ratio * bulk + max(0, 1 - ratio))


@pytest.mark.parametrize(
    ("step", "load", "rate"),
    [
        (1, 0.5, 0.3),
        (30, 2.0, 0.3),
        (1000, 1.0, 0.5),
        (101, 1.0, 0.51),
        (600, 0.9, 0.05),
        (20, 3.0, 2.5),
        (40, 0.2, 0.05),
    ],
)
def test_against_exact_quadrature(step, load, rate):
    for signal, noise in ((2.0, 0.5), (1.0, 0.0), (0.0, 3.0)):
        found = gradient_flow.discrete_risk(
            step, load, learning_rate=rate, signal_variance=signal, noise_variance=noise
        )
        test, train = exact_risk(step, load, rate, signal, noise)
        assert found.test == pytest.approx(float(test), rel=1e-12, abs=0.0)
        assert found.train == pytest.approx(float(train), rel=1e-12, abs=0.0)


def test_tiny_training_risk_keeps_its_digits():
    """A narrow spectrum around 1 / rate: all modes shrink by 0.14 or more in a step, from both ends of the bulk."""
    found = gradient_flow.discrete_risk(200, 50.0, learning_rate=1.0, signal_variance=1.0, noise_variance=0.0)
    assert found.train == pytest.approx(3.37087809456182e-212, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("load", [0.2, 1.0, 5.0])
def test_no_step(load):
    found = gradient_flow.discrete_risk(
        0, load, learning_rate=0.1, signal_variance=3.0, noise_variance=0.5, initial_variance=2.0
    )
    assert found == pytest.approx((5.5, 5.5), rel=1e-14)


@pytest.mark.parametrize("load", [0.5, 1.0, 2.0])
def test_small_rates_are_gradient_flow(load):
    arguments = {"signal_variance": 2.0, "noise_variance": 1.0}
    flow = gradient_flow.risk(2.0, load, **arguments)
    coarse, fine = (
        gradient_flow.discrete_risk(step, load, learning_rate=2.0 / step, **arguments) for step in (10**4, 10**6)
    )
    assert fine == pytest.approx(flow, rel=2e-5)
    for wide, narrow, limit in zip(coarse, fine, flow):
        assert (wide - limit) / (narrow - limit) == pytest.approx(100, rel=0.01)


def test_tiny_rates_keep_their_digits():
    arguments = {"signal_variance": 2.0, "noise_variance": 1.0}
    flow = gradient_flow.risk(1.0, 0.5, **arguments)
    assert gradient_flow.discrete_risk(10**12, 0.5, learning_rate=1e-12, **arguments) == pytest.approx(flow, rel=1e-10)


@pytest.mark.parametrize("load", [0.5, 0.999, 1.001, 2.0])
def test_many_steps_end_on_the_plateau(load):
    arguments = {"signal_variance": 2.0, "noise_variance": 1.0}
    found = gradient_flow.discrete_risk(10**12, load, learning_rate=0.1, **arguments)
    assert found == pytest.approx(gradient_flow.plateau(load, **arguments), rel=1e-11, abs=1e-300)


def test_unstable_rates_grow_without_bound():
    arguments = {"learning_rate": 1.5, "signal_variance": 1.0, "noise_variance": 0.0}
    found = gradient_flow.discrete_risk([10, 11, 250], 2.0, **arguments).test
    assert found[1] / found[0] == pytest.approx((1.5 * (1 + 1 / math.sqrt(2)) ** 2 - 1) ** 2, rel=0.2)
    assert 1e240 < found[2] < 1e270
    huge = gradient_flow.discrete_risk(10**4, 2.0, learning_rate=1.5, signal_variance=1.0, noise_variance=1.0)
    assert huge == (math.inf, math.inf)
    nothing = gradient_flow.discrete_risk(10**4, 2.0, learning_rate=1.5, signal_variance=0.0, noise_variance=0.0)
    assert nothing == (0.0, 0.0)


def test_rate_at_the_stability_limit():
    found = gradient_flow.discrete_risk(10**6, 1.0, learning_rate=0.5, signal_variance=1.0, noise_variance=0.0)
    assert found.test == pytest.approx(float(np.sqrt(1 / (2 * np.pi * 5e5))), rel=1e-3)


def test_steps_must_be_whole():
    with pytest.raises(errors.DomainError, match=r"discrete_risk: step must be whole numbers, got 1\.5"):
        gradient_flow.discrete_risk(1.5, 1.0, learning_rate=0.1, signal_variance=1.0, noise_variance=1.0)


def test_promises(keeps_promises):
    fixed = {"signal_variance": 2.0, "noise_variance": 1.0}
    keeps_promises(gradient_flow.discrete_risk, "step", [0, 3, 1000], -1, load=0.5, learning_rate=0.1, **fixed)
    keeps_promises(gradient_flow.discrete_risk, "load", [0.25, 1.0, 5.0], 0.0, step=5, learning_rate=0.1, **fixed)
    keeps_promises(gradient_flow.discrete_risk, "learning_rate", [0.1, 0.3], 0.0, step=5, load=1.0, **fixed)


def test_blocks():
    step, load = np.arange(60)[:, None], np.geomspace(0.2, 5, 40)
    arguments = {"learning_rate": 0.2, "signal_variance": 1.0, "noise_variance": 1.0}
    found = gradient_flow.discrete_risk(step, load, **arguments)
    one = gradient_flow.discrete_risk(50, float(load[35]), **arguments)
    assert (found.test[50, 35], found.train[50, 35]) == pytest.approx(one, rel=1e-13)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.integers(0, 10**6), st.floats(1e-2, 1e2), st.floats(1e-3, 0.999), st.floats(0, 10), st.floats(0, 10))
def test_stable_rates_are_bounded(step, load, share, signal, noise):
    rate = share * 2 / (1 + 1 / math.sqrt(load)) ** 2
    found = gradient_flow.discrete_risk(step, load, learning_rate=rate, signal_variance=signal, noise_variance=noise)
    assert found.test >= noise
    assert 0 <= found.train <= (signal + noise) * (1 + 1e-13)


# Simulation


def test_simulation_takes_every_step():
    found = gradient_flow.simulate_discrete_risk(
        [[0, 3], [1, 3]], 1.5, learning_rate=0.3, signal_variance=2.0, noise_variance=0.5, size=4, trials=2, seed=1
    )
    assert found.test.shape == (2, 2, 2)
    np.testing.assert_array_equal(found.test[:, 0, 1], found.test[:, 1, 1])
    rng = montecarlo.stream(1, 0)
    design = rng.standard_normal((6, 4))
    teachers = math.sqrt(0.5) * rng.standard_normal((4, 64))
    rng.standard_normal((4, 64))
    noise = math.sqrt(0.5) * rng.standard_normal((6, 64))
    gradient = design.T @ (design @ teachers + noise) / 6
    one_step = 0.3 * gradient
    assert found.test[0, 1, 0] == pytest.approx(0.5 + np.mean(np.sum((one_step - teachers) ** 2, axis=0)), rel=1e-13)


def test_simulation_agrees_with_modes():
    """At one design, runs average to the conditional mean over teacher and noise."""
    arguments = {"signal_variance": 2.0, "noise_variance": 0.5, "initial_variance": 1.0, "size": 12, "seed": 7}
    runs = gradient_flow.simulate_discrete_risk(4, 2.0, learning_rate=0.2, **arguments, trials=60)
    exact = []
    for rng in montecarlo.streams(60, 7):
        design = rng.standard_normal((24, 12))
        x = np.linalg.eigvalsh(design.T @ design) / 24
        factor = (1 - 0.2 * x) ** 4
        exact.append(0.5 + 3.0 * np.mean(factor**2) + 0.5 * np.sum((1 - factor) ** 2 / x) / 24)
    gap = runs.test - exact
    assert abs(gap.mean()) < 4 * gap.std(ddof=1) / math.sqrt(60)
    assert gap.std() < 0.2


def test_simulation_sentence():
    with pytest.raises(errors.DomainError, match="learning_rate must be one number"):
        gradient_flow.simulate_discrete_risk(
            3, 1.0, learning_rate=[0.1, 0.2], signal_variance=1.0, noise_variance=1.0, size=4, trials=1, seed=0
        )
