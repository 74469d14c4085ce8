"""Units of Advani and Saxe: both ways, and against literal steps in their normalization."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, gradient_flow


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(0, 1e12), st.floats(1e-9, 1e9))
def test_both_ways(value, load):
    time = gradient_flow.time_from_advani_saxe(value, load)
    assert gradient_flow.time_to_advani_saxe(time, load) == pytest.approx(value, rel=1e-15)
    ridge = gradient_flow.ridge_from_advani_saxe(value, load)
    assert gradient_flow.ridge_to_advani_saxe(ridge, load) == pytest.approx(value, rel=1e-15)


def test_numbers():
    assert gradient_flow.time_from_advani_saxe(3.0, 0.5) == 1.5
    assert gradient_flow.time_to_advani_saxe(3.0, 0.5) == 6.0
    assert gradient_flow.ridge_from_advani_saxe(3.0, 0.5) == 6.0
    assert gradient_flow.ridge_to_advani_saxe(3.0, 0.5) == 1.5
    assert gradient_flow.time_from_advani_saxe(np.inf, 0.5) == np.inf


def test_against_their_normalization():
    """Their step w += eta (y - w X) X^T and their ridge, with inputs of variance 1 / N, for the same data."""
    rng = np.random.default_rng(0)
    n_features, n_samples, eta, g = 4, 6, 0.2, 0.3
    load = n_samples / n_features
    inputs = rng.standard_normal((n_features, n_samples)) / np.sqrt(n_features)
    targets = rng.standard_normal(n_samples)
    theirs = eta * targets @ inputs.T
    their_ridge = targets @ inputs.T @ np.linalg.inv(inputs @ inputs.T + g * np.eye(n_features))
    design = np.sqrt(n_features) * inputs.T
    rate = gradient_flow.time_from_advani_saxe(eta, load)
    ours = rate / n_samples * design.T @ targets
    ridge = gradient_flow.ridge_from_advani_saxe(g, load)
    our_ridge = np.linalg.solve(
        design.T @ design / n_samples + ridge * np.eye(n_features), design.T @ targets / n_samples
    )
    np.testing.assert_allclose(design @ ours, inputs.T @ theirs, rtol=1e-13)
    np.testing.assert_allclose(design @ our_ridge, inputs.T @ their_ridge, rtol=1e-12)


@pytest.mark.parametrize("name", ["time_from_advani_saxe", "time_to_advani_saxe", "ridge_from_advani_saxe"])
def test_promises(keeps_promises, name):
    first = name.split("_")[0]
    keeps_promises(getattr(gradient_flow, name), first, [0.0, 0.5, 3.0], -1.0, load=0.5)
    keeps_promises(getattr(gradient_flow, name), "load", [0.5, 1.0, 3.0], 0.0, **{first: 2.0})


def test_promises_of_the_ridge(keeps_promises):
    keeps_promises(gradient_flow.ridge_to_advani_saxe, "ridge_per_sample", [0.0, 0.5, 3.0], -1.0, load=0.5)


def test_sentence():
    with pytest.raises(errors.DomainError, match=r"time_from_advani_saxe: time must be in \[0, inf\], got -1\.0"):
        gradient_flow.time_from_advani_saxe(-1.0, 0.5)
