"""Late-time risk at finite size: reference values, degenerate sizes, the limit, arrays and simulation."""

import json
import math
import pathlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, gradient_flow

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference/gradient_flow_finite_plateau.json").read_text())


@pytest.mark.parametrize("row", REFERENCE["test"])
def test_reference_values(row):
    found = gradient_flow.finite_plateau(**row["arguments"])
    assert found.test == pytest.approx(row["expected"], rel=1e-14, abs=0.0)


@pytest.mark.parametrize("n_samples", [19, 20, 21])
def test_infinite_mean(n_samples):
    found = gradient_flow.finite_plateau(n_samples, 20, signal_variance=1.0, noise_variance=1.0)
    assert found.test == math.inf
    assert found.train == pytest.approx(max(0, n_samples - 20) / n_samples)


@pytest.mark.parametrize(("n_samples", "left"), [(19, 0.05), (20, 0.0), (21, 0.0)])
def test_noise_free_data(n_samples, left):
    found = gradient_flow.finite_plateau(n_samples, 20, signal_variance=1.0, noise_variance=0.0)
    assert found == (pytest.approx(left, rel=1e-14), 0.0)


def test_smallest_sizes():
    found = gradient_flow.finite_plateau([1, 3, 1], [1, 1, 3], signal_variance=6.0, noise_variance=1.0)
    np.testing.assert_allclose(found.test, [np.inf, 2.0, 6.0])
    np.testing.assert_allclose(found.train, [0.0, 2 / 3, 0.0])


@pytest.mark.parametrize("load", [0.25, 4.0])
def test_tends_to_the_plateau_and_its_first_correction(load):
    size = 10**6
    arguments = {"signal_variance": 2.0, "noise_variance": 1.0}
    limit = gradient_flow.plateau(load, **arguments)
    correction = gradient_flow.finite_size_correction(math.inf, load, **arguments)
    exact = gradient_flow.finite_plateau(int(load * size), size, **arguments)
    assert exact.test - limit.test == pytest.approx(correction.test / size, rel=1e-4)
    assert exact.train == pytest.approx(limit.train, abs=1e-15)
    assert correction.train == pytest.approx(0.0, abs=1e-15)


def test_sizes_must_be_whole():
    with pytest.raises(errors.DomainError, match=r"finite_plateau: n_samples must be whole numbers, got 2\.5"):
        gradient_flow.finite_plateau(2.5, 3, signal_variance=1.0, noise_variance=1.0)
    with pytest.raises(errors.DomainError, match="n_features must be whole numbers"):
        gradient_flow.finite_plateau(2, [3.0, 3.5], signal_variance=1.0, noise_variance=1.0)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.integers(1, 500), st.integers(1, 500))
def test_worse_than_the_limit(n_samples, n_features):
    arguments = {"signal_variance": 1.0, "noise_variance": 1.0}
    exact = gradient_flow.finite_plateau(n_samples, n_features, **arguments)
    limit = gradient_flow.plateau(n_samples / n_features, **arguments)
    assert exact.test >= limit.test * (1 - 1e-14)
    assert exact.train == pytest.approx(limit.train, rel=1e-12, abs=1e-14)


def test_promises(keeps_promises):
    fixed = {"n_features": 20, "signal_variance": 2.0, "noise_variance": 1.0}
    keeps_promises(gradient_flow.finite_plateau, "n_samples", [3, 20, 50], -2, **fixed)


def test_simulation():
    found = gradient_flow.simulate_finite_plateau(30, 4, signal_variance=1.0, noise_variance=1.0, trials=400, seed=0)
    error = found.test.std(ddof=1) / 20
    assert abs(found.test.mean() - (1 + 4 / 25)) < 4 * error
    assert error < 0.01
    np.testing.assert_allclose(found.train, 26 / 30, rtol=1e-15)
    with pytest.raises(errors.DomainError, match="n_samples must be one positive integer"):
        gradient_flow.simulate_finite_plateau([3, 4], 4, signal_variance=1.0, noise_variance=1.0, trials=1, seed=0)
