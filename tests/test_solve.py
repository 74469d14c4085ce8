"""solve: roots to the last digits at any scale, and sentences where there is none."""

import math

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, solve

SCALES = [1.0, 1e-19, 1e-170, 1e-290, 1e170, 1e290]


@pytest.mark.parametrize("scale", SCALES)
def test_roots_of_any_scale_are_equally_precise(scale):
    root = solve.bracketed_root(
        lambda x: scale / (x + scale) - 1 / 3, np.asarray(scale * 1e-9), np.asarray(scale * 1e7)
    )
    assert abs(root / (2 * scale) - 1) <= 1e-15


@pytest.mark.parametrize("scale", SCALES)
def test_the_bracket_may_span_six_hundred_orders(scale):
    root = solve.bracketed_root(lambda x: np.tanh(np.log(x / scale) / 100), np.asarray(1e-300), np.asarray(1e300))
    assert abs(root / scale - 1) <= 1e-15


def test_each_element_has_its_own_bracket_and_root():
    targets = np.logspace(-200, 200, 41).reshape(1, -1) * np.array([[1.0], [3.0]])
    calls = []

    def function(x):
        calls.append(1)
        return np.log(x) - np.log(targets)

    root = solve.bracketed_root(function, targets * 1e-3, targets * 1e5)
    assert root.shape == (2, 41)
    # The function itself resolves log(x) to half a unit of log(1e200) only.
    assert np.max(np.abs(root / targets - 1)) < 2e-13
    assert len(calls) < 15


def test_multiple_root_converges_by_bisection():
    root = solve.bracketed_root(lambda x: (x - 1) ** 9, np.asarray(0.3), np.asarray(7.0))
    assert abs(root - 1) < 1e-4


def test_flat_function_with_a_cliff():
    root = solve.bracketed_root(lambda x: np.where(x < 1e-100, -1.0, 1e-12), np.asarray(1e-300), np.asarray(1e300))
    assert abs(root / 1e-100 - 1) < 1e-15


def test_root_at_an_end_and_empty_brackets():
    assert solve.bracketed_root(lambda x: x - 2, np.asarray(2.0), np.asarray(5.0)) == 2
    assert solve.bracketed_root(lambda x: x - 5, np.asarray(2.0), np.asarray(5.0)) == 5
    assert solve.bracketed_root(lambda x: 0 * x, np.asarray(2.0), np.asarray(2.0)) == 2
    assert solve.bracketed_root(lambda x: x, np.ones(0), np.ones(0)).shape == (0,)


def test_strict_namespace_on_its_second_device():
    device = array_api_strict.Device("device1")
    low = array_api_strict.asarray([0.1, 1.0], dtype=array_api_strict.float64, device=device)
    high = array_api_strict.asarray(10.0, dtype=array_api_strict.float64, device=device)
    root = solve.bracketed_root(lambda x: x * x * x - 2, low, high, xp=array_api_strict)
    assert root.device == device
    assert [round(float(root[i]), 14) for i in range(2)] == [round(2 ** (1 / 3), 14)] * 2


def test_no_sign_change_is_not_converged_with_the_residual():
    with pytest.raises(errors.NotConverged, match="must change sign") as caught:
        solve.bracketed_root(lambda x: x + 0.25, np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    assert caught.value.residual == 2.25


def test_nan_is_never_a_root():
    with pytest.raises(errors.NotConverged, match="change sign"):
        solve.bracketed_root(lambda x: x * np.nan, np.asarray(1.0), np.asarray(2.0))
    with pytest.raises(errors.NotConverged, match="nan"):
        solve.bracketed_root(
            lambda x: np.where((x > 1.2) & (x < 1.9), np.nan, x - 1.5), np.asarray(1.0), np.asarray(2.0)
        )


@pytest.mark.parametrize("bracket", [(0.0, 1.0), (-1.0, 1.0), (2.0, 1.0), (1.0, np.inf), (np.nan, 1.0)])
def test_bad_brackets_are_a_sentence(bracket):
    with pytest.raises(errors.DomainError, match="0 < low <= high < inf"):
        solve.bracketed_root(lambda x: x - 1, np.asarray(bracket[0]), np.asarray(bracket[1]))


def test_too_few_iterations_never_hand_back_the_last_iterate():
    with pytest.raises(errors.NotConverged, match="3 iterations") as caught:
        solve.bracketed_root(lambda x: x - math.pi, np.asarray(1e-9), np.asarray(1e9), max_iterations=3)
    assert caught.value.residual > 1e-3


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(-250, 250), st.floats(0.1, 40), st.floats(0.1, 40), st.floats(0.2, 5))
def test_power_laws_are_solved_everywhere(exponent, below, above, power):
    target = 10.0**exponent
    root = solve.bracketed_root(
        lambda x: (x / target) ** power - 1, np.asarray(target * 10**-below), np.asarray(target * 10**above)
    )
    assert abs(root / target - 1) < 1e-14


def test_fixed_point_of_slow_and_fast_contractions():
    slope = np.array([0.0, 0.5, 0.99, -0.9])
    assert np.allclose(solve.fixed_point(lambda x: slope * x + (1 - slope), np.full(4, 3.0)), 1.0, rtol=1e-13)
    scale = np.array([1e-170, 1.0, 1e170])
    root = solve.fixed_point(lambda x: scale * (1 + x / scale) ** 0.5, scale)
    assert np.allclose(root / scale, (1 + math.sqrt(5)) / 2, rtol=1e-14)


def test_fixed_point_that_does_not_exist():
    with pytest.raises(errors.NotConverged) as caught:
        solve.fixed_point(lambda x: x + 1, np.ones(2), max_iterations=40)
    assert caught.value.residual > 0


@pytest.mark.parametrize("order", [1, 2, 5, 40])
def test_gauss_chebyshev_is_exact_to_degree_2n_minus_1(order):
    angles, weights = solve.gauss_chebyshev(order)
    for degree in range(2 * order):
        # integral of cos^k sin^2 over (0, pi): zero for odd k, a ratio of double factorials for even k.
        exact = 0.0
        if degree % 2 == 0:
            half = degree // 2
            exact = math.pi * math.comb(2 * half, half) / 4**half / (2 * half + 2)
        assert weights @ (np.cos(angles) ** degree * np.sin(angles) ** 2) == pytest.approx(exact, abs=1e-14)


@pytest.mark.parametrize(("depth", "order"), [(0, 16), (10, 12), (55, 16)])
def test_graded_panels_resolve_a_layer_at_zero(depth, order):
    nodes, weights = solve.graded_panels(depth, order)
    width = math.pi * 2.0**-depth
    assert len(nodes) == order * (depth + 1)
    assert np.all(np.diff(nodes) > 0)
    assert weights.sum() == pytest.approx(math.pi, rel=1e-14)
    exact = math.log1p(math.pi / width)
    assert weights @ (1 / (nodes + width)) == pytest.approx(exact, rel=2e-11 if order == 12 else 1e-12)


def test_nodes_are_shared_and_cannot_be_changed_by_accident():
    nodes, _ = solve.gauss_legendre(8)
    assert solve.gauss_legendre(8)[0] is nodes
    with pytest.raises(ValueError, match="read-only"):
        nodes[0] = 1


def test_too_few_evaluations_to_say_anything_are_refused():
    with pytest.raises(errors.DomainError, match="max_iterations must be at least 1"):
        solve.bracketed_root(np.log, np.asarray(0.5), np.asarray(2.0), max_iterations=0)
    with pytest.raises(errors.DomainError, match="max_iterations must be at least 2"):
        solve.fixed_point(np.cos, np.asarray(1.0), max_iterations=1)
