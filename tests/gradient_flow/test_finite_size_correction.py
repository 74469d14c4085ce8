"""Correction in 1 / n_features: reference values, closed forms, exact moments, arrays and simulation."""

import json
import math
import pathlib

import mpmath
import numpy as np
import pytest
from scipy import special

from theorysim import gradient_flow
from theorysim.gradient_flow.finite_size_correction import _exact_moments

REFERENCE = json.loads(
    (pathlib.Path(__file__).parents[1] / "reference/gradient_flow_finite_size_correction.json").read_text()
)


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_reference_values(row):
    found = gradient_flow.finite_size_correction(**row["arguments"])
    assert found.test == pytest.approx(row["expected"], rel=row["rtol"], abs=0.0)


@pytest.mark.parametrize("load", [0.1, 0.5, 1.0, 2.0, 30.0])
@pytest.mark.parametrize("time", [0.01, 1.0, 20.0])
def test_closed_form_of_the_signal_part(load, time):
    """Of exp(-u x): exp(-(1 + r) u) [cosh z - I_0(z)] / 2, z = 2 sqrt(r) u; of x exp(-u x) minus its derivative."""
    found = gradient_flow.finite_size_correction(time, load, signal_variance=1.0, noise_variance=0.0)
    with mpmath.workdps(40):
        r, u = 1 / mpmath.mpf(load), 2 * mpmath.mpf(time)

        def closed(u):
            z = 2 * mpmath.sqrt(r) * u
            return mpmath.exp(-(1 + r) * u) * (mpmath.cosh(z) - mpmath.besseli(0, z)) / 2

        slope = -mpmath.diff(closed, u)
    assert found.test == pytest.approx(float(closed(u)), rel=1e-12, abs=1e-15)
    assert found.train == pytest.approx(float(slope), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("load", [0.25, 0.9, 1.0, 1.1, 4.0])
def test_noise_part_by_integration(load):
    """d/dt of (1 - exp(-x t))^2 / x is 2 exp(-x t) - 2 exp(-2 x t), whose corrections are closed."""
    time, r = 3.0, 1 / load
    nodes, weights = np.polynomial.legendre.leggauss(60)
    earlier = time * (nodes + 1) / 2

    def closed(u):
        z = 2 * math.sqrt(r) * u
        return np.exp(-((1 - math.sqrt(r)) ** 2) * u) * ((1 + np.exp(-2 * z)) / 2 - special.i0e(z)) / 2

    integral = time / 2 * np.sum(weights * 2 * (closed(earlier) - closed(2 * earlier)))
    found = gradient_flow.finite_size_correction(time, load, signal_variance=0.0, noise_variance=1.0)
    assert found.test == pytest.approx(r * integral, rel=1e-12)
    assert found.train == pytest.approx(r * float(closed(2 * time)), rel=1e-12)


def test_infinite_time():
    found = gradient_flow.finite_size_correction(
        math.inf, [0.25, 0.999, 1.001, 4.0], signal_variance=1.0, noise_variance=1.0
    )
    r = 1 / np.array([0.25, 0.999, 1.001, 4.0])
    np.testing.assert_allclose(found.test, r * np.minimum(r, 1) / (1 - r) ** 2, rtol=1e-11)
    np.testing.assert_allclose(found.train, 0.0, atol=1e-15)


def test_no_expansion_at_load_one_and_infinite_time():
    found = gradient_flow.finite_size_correction(math.inf, 1.0, signal_variance=1.0, noise_variance=1.0)
    assert math.isnan(found.test)
    assert math.isnan(found.train)


def test_start():
    found = gradient_flow.finite_size_correction(0.0, [0.5, 1.0, 2.0], signal_variance=1.0, noise_variance=1.0)
    np.testing.assert_allclose(found, 0.0, atol=1e-15)


def test_second_order_remains():
    """Exact moments: E tr S^2 / p = 1 + r + 1 / n, from the risk's second derivative in time at 0."""
    load, size, step = 2.0, 50, 1e-4
    arguments = {"signal_variance": 1.0, "noise_variance": 0.0}
    times = np.array([0.0, step, 2 * step])
    limit = gradient_flow.risk(times, load, **arguments).test
    corrected = limit + gradient_flow.finite_size_correction(times, load, **arguments).test / size
    curvature = (corrected[0] - 2 * corrected[1] + corrected[2]) / step**2
    assert curvature == pytest.approx(4 * (1 + 0.5 + 1 / 100), rel=0.01)
    assert curvature != pytest.approx(4 * 1.5, rel=0.005)


def test_promises(keeps_promises):
    fixed = {"signal_variance": 2.0, "noise_variance": 1.0}
    keeps_promises(gradient_flow.finite_size_correction, "time", [0.5, 1.5, 4.0], -1.0, load=0.5, **fixed)
    keeps_promises(gradient_flow.finite_size_correction, "load", [0.3, 1.0, 5.0], 0.0, time=1.0, **fixed)


def test_exact_moments_of_a_wishart_matrix():
    """One column: moments of chi-squared; one row: the same over p; else against the sum over all pairings."""
    for n in (1, 3, 7):
        chi = [1.0, n, n * (n + 2), n * (n + 2) * (n + 4), n * (n + 2) * (n + 4) * (n + 6)]
        np.testing.assert_allclose(_exact_moments(n, 1), [m / n**k for k, m in enumerate(chi)], rtol=1e-14)
        np.testing.assert_allclose(_exact_moments(1, n), [1.0, *(m / n for m in chi[1:])], rtol=1e-14)
    square = np.random.default_rng(0).standard_normal((200_000, 3, 2))
    gram = np.swapaxes(square, 1, 2) @ square / 3
    for order in (2, 3, 4):
        traces = np.trace(np.linalg.matrix_power(gram, order), axis1=1, axis2=2) / 2
        assert abs(traces.mean() - _exact_moments(3, 2)[order]) < 4 * traces.std() / math.sqrt(200_000)


@pytest.mark.parametrize("load", [0.5, 1.0, 2.0])
def test_brings_small_sizes_to_the_limit(load):
    arguments = {"signal_variance": 3.0, "noise_variance": 1.0}
    times, size, trials = np.array([0.3, 1.0, 3.0]), 20, 2000
    simulated = gradient_flow.simulate_risk(times, load, **arguments, size=size, trials=trials, seed=1)
    limit = gradient_flow.risk(times, load, **arguments)
    correction = gradient_flow.finite_size_correction(times, load, **arguments)
    for name in ("test", "train"):
        values = getattr(simulated, name)
        error = values.std(0, ddof=1) / math.sqrt(trials)
        gap = values.mean(0) - getattr(limit, name) - getattr(correction, name) / size
        assert np.all(np.abs(gap) < 4 * error + 2.0 / size**2)


def test_simulation_shapes():
    found = gradient_flow.simulate_finite_size_correction(
        [0.5, 1.0], 0.5, signal_variance=1.0, noise_variance=1.0, size=4, trials=3, seed=0
    )
    assert found.test.shape == found.train.shape == (3, 2)
