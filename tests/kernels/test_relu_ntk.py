"""kernels.relu_nngp and relu_ntk: reference values, the recursion in 40 digits, close pairs, duplicates, zeros."""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, kernels, montecarlo

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "kernels_relu_ntk.json").read_text())


def recursion(x, z, depth, weight_variance=2.0, bias_variance=0.0):
    """Return covariance and tangent kernel of two points by the recursion as it is written, in 40 digits."""
    with mpmath.workdps(40):
        x, z = ([mpmath.mpf(float(value)) for value in point] for point in (x, z))
        gain, bias = mpmath.mpf(weight_variance) / 2, mpmath.mpf(bias_variance)
        row, column, both = (mpmath.fdot(a, b) + bias for a, b in ((x, x), (z, z), (x, z)))
        tangent = both
        for _ in range(depth):
            length = mpmath.sqrt(row * column)
            angle = mpmath.acos(max(-1, min(1, both / length))) if length else mpmath.pi / 2
            zero = (mpmath.pi - angle) / mpmath.pi
            one = (mpmath.sin(angle) + (mpmath.pi - angle) * mpmath.cos(angle)) / mpmath.pi
            both = bias + gain * length * one
            tangent = both + gain * zero * tangent
            row, column = bias + gain * row, bias + gain * column
        return float(both), float(tangent)


def awkward_points():
    """Return points with near duplicates, an opposite pair, multiples and a zero vector among them."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((4, 3))
    near = X[0] + 1e-9 * rng.standard_normal(3)
    return np.vstack([X, near, X[2] * 3, np.zeros(3), X[1] + 1e-4, 1e-3 * X[0], -X[3] + 1e-3 * rng.standard_normal(3)])


@pytest.mark.parametrize("row", REFERENCE["rows"], ids=lambda row: str(row["angle"]))
def test_reference_values(row):
    other = [[math.cos(row["angle"]), math.sin(row["angle"])]]
    nngp = kernels.relu_nngp([[1.0, 0.0]], other, depth=row["depth"])[0, 0]
    ntk = kernels.relu_ntk([[1.0, 0.0]], other, depth=row["depth"])[0, 0]
    assert nngp == pytest.approx(row["relu_nngp"], rel=1e-15)
    assert ntk == pytest.approx(row["relu_ntk"], rel=1e-15)
    assert 4 - ntk == pytest.approx(row["four_less_ntk"], abs=9e-16)


@pytest.mark.parametrize(
    "case",
    [
        {"depth": 1},
        {"depth": 3},
        {"depth": 4, "weight_variance": 1.7, "bias_variance": 0.3},
        {"depth": 2, "weight_variance": 3.0, "bias_variance": 1e-6},
        {"depth": 12, "weight_variance": 0.5, "bias_variance": 10.0},
    ],
    ids=str,
)
def test_all_pairs_against_the_recursion_in_40_digits(case):
    X = awkward_points()
    nngp, ntk = kernels.relu_nngp(X, **case), kernels.relu_ntk(X, **case)
    lengths = np.sqrt(np.diag(ntk))
    for i, x in enumerate(X):
        for j, z in enumerate(X):
            one, two = recursion(x, z, **case)
            scale = max(lengths[i] * lengths[j], 1e-300)
            assert abs(nngp[i, j] - one) <= 2e-15 * scale, (i, j)
            assert abs(ntk[i, j] - two) <= 2e-15 * scale, (i, j)


def test_matrix_is_symmetric_and_agrees_with_two_sets_across_tiles():
    X = np.random.default_rng(1).standard_normal((530, 4))
    whole = kernels.relu_ntk(X, depth=2, bias_variance=0.1)
    assert (whole == whole.T).all()
    assert abs(kernels.relu_ntk(X, X.copy(), depth=2, bias_variance=0.1) - whole).max() < 1e-13
    assert abs(kernels.relu_ntk(X[:3], X, depth=2, bias_variance=0.1) - whole[:3]).max() < 1e-13


def test_duplicates_have_angle_zero():
    X = np.random.default_rng(2).standard_normal((5, 300))
    X[3] = X[1]
    for depth in (1, 5):
        K = kernels.relu_ntk(X, depth=depth)
        assert K[1, 3] == K[1, 1]
        assert np.diag(K) == pytest.approx((depth + 1) * np.sum(X**2, axis=1), rel=1e-14)


def test_a_zero_vector_has_kernel_zero_without_bias():
    K = kernels.relu_ntk([[0.0, 0.0], [1.0, 2.0]], depth=3)
    assert K.tolist() == [[0.0, 0.0], [0.0, pytest.approx(20.0)]]
    assert kernels.relu_nngp([[0.0]], bias_variance=0.5, depth=2)[0, 0] == pytest.approx(1.5)


def test_many_close_pairs_in_a_tile_are_gathered_in_parts(monkeypatch):
    X = 1 + 1e-3 * np.random.default_rng(3).standard_normal((40, 6))
    whole = kernels.relu_ntk(X)
    monkeypatch.setattr("theorysim.kernels._points._GATHERED", 500)
    monkeypatch.setattr("theorysim.kernels._points._TILE", 16)
    assert kernels.relu_ntk(X) == pytest.approx(whole, rel=1e-15)


@given(st.integers(1, 6), st.floats(0.5, 4.0), st.floats(0.0, 2.0), st.integers(0, 1000))
@settings(derandomize=True, deadline=None, max_examples=25)
def test_kernels_are_positive_semidefinite_and_ordered(depth, weight_variance, bias_variance, seed):
    X = np.random.default_rng(seed).standard_normal((6, 2))
    case = {"depth": depth, "weight_variance": weight_variance, "bias_variance": bias_variance}
    nngp, ntk = kernels.relu_nngp(X, **case), kernels.relu_ntk(X, **case)
    for matrix in (nngp, ntk - nngp):
        values = np.linalg.eigvalsh((matrix + matrix.T) / 2)
        assert values[0] > -1e-12 * max(values[-1], np.trace(ntk))


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_kernel_scales_as_the_product_of_lengths(scale):
    X = awkward_points()[:5]
    assert kernels.relu_ntk(scale * X, X) == pytest.approx(scale * kernels.relu_ntk(X, X.copy()), rel=1e-12)


class TestArguments:
    def test_forms(self):
        assert kernels.relu_ntk(np.zeros((0, 3))).shape == (0, 0)
        assert kernels.relu_ntk([[1, 2]], [[3, 4], [5, 6]]).shape == (1, 2)
        single = kernels.relu_ntk(np.ones((2, 2), dtype=np.float32))
        assert single.dtype == np.float32
        assert kernels.relu_ntk(np.ones((2, 2), dtype=np.float32), np.ones((2, 2))).dtype == np.float64

    def test_second_device(self):
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        X = awkward_points()
        found = kernels.relu_ntk(strict.asarray(X, device=device), depth=2, bias_variance=0.1)
        assert found.device == device
        host = np.asarray(found.to_device(strict.Device("CPU_DEVICE")))
        assert host == pytest.approx(kernels.relu_ntk(X, depth=2, bias_variance=0.1), rel=1e-14)

    @pytest.mark.parametrize(
        ("arguments", "keywords", "sentence"),
        [
            (([1.0, 2.0],), {}, "X must be a matrix with one row a point, got an array of shape"),
            (([[1.0, math.nan]],), {}, "X must be finite, got .a matrix with nan"),
            (([[1.0, 2.0]], [[1.0]]), {}, "Z must be a matrix with the 2 columns of X"),
            ((np.zeros((2, 0)),), {}, "X must be a matrix with at least one column"),
            (([["a"]],), {}, "X must be real numbers"),
            (([[1.0]],), {"depth": 0}, "depth must be an integer >= 1, got 0"),
            (([[1.0]],), {"depth": 1.5}, "depth must be an integer >= 1, got 1.5"),
            (([[1.0]],), {"weight_variance": 0.0}, r"weight_variance must be a number in \(0, inf\), got 0.0"),
            (([[1.0]],), {"bias_variance": -1.0}, r"bias_variance must be a number in \[0, inf\), got -1.0"),
            (([[1e200]],), {}, "X must be of points whose kernel stays below 1e300, got .a length of 1e.200"),
        ],
    )
    def test_sentences(self, arguments, keywords, sentence):
        for function in (kernels.relu_ntk, kernels.relu_nngp):
            with pytest.raises(errors.DomainError, match=rf"kernels\.{function.__name__}: {sentence}"):
                function(*arguments, **keywords)


def test_simulation_has_its_own_stream_for_each_trial():
    X, settings_ = [[1.0, 0.2], [0.3, 0.9]], {"depth": 2, "size": 8, "bias_variance": 0.2, "seed": 4}
    for simulate in (kernels.simulate_relu_ntk, kernels.simulate_relu_nngp):
        many = simulate(X, trials=5, **settings_)
        assert many.shape == (5, 2, 2)
        assert (simulate(X, trials=range(3, 4), **settings_)[0] == many[3]).all()
        assert (simulate(X, X[:1], trials=1, **settings_)[0, :, 0] == many[0, :, 0]).all()


def gradients(X, depth, width, weight_variance, bias_variance, seed):
    """Return the gradients of a network's outputs with respect to all normal variables, by central differences."""
    rng = montecarlo.stream(seed, 0)
    shapes = [(X.shape[1], width), (width,)] + [(width, width), (width,)] * (depth - 1) + [(width,), ()]
    parts = [rng.standard_normal(shape) for shape in shapes[:-1]] + [0.0]
    sizes = [int(np.prod(shape)) for shape in shapes]
    variables = np.concatenate([np.ravel(part) for part in parts])

    def outputs(variables):
        pieces = [p.reshape(s) for p, s in zip(np.split(variables, np.cumsum(sizes)[:-1]), shapes)]
        layer, scale = X, 1.0
        for weights, biases in zip(pieces[::2], pieces[1::2]):
            layer = scale * layer @ weights + math.sqrt(bias_variance) * biases
            if weights.ndim == 2:
                layer, scale = np.maximum(layer, 0), math.sqrt(weight_variance / width)
        return layer

    steps = 1e-6 * np.eye(variables.size)
    return np.stack([(outputs(variables + step) - outputs(variables - step)) / 2e-6 for step in steps], axis=1)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_simulated_gradients_are_those_of_the_network(depth):
    X = np.asarray([[1.0, 0.2], [0.3, 0.9], [-0.5, 0.4]])
    found = gradients(X, depth, 4, 1.5, 0.3, seed=7)
    simulated = kernels.simulate_relu_ntk(
        X, depth=depth, weight_variance=1.5, bias_variance=0.3, size=4, trials=1, seed=7
    )
    assert abs(simulated[0] - found @ found.T).max() < 1e-7


def test_deep_networks_approach_the_kernel():
    X, Z = [[1.0, 0.2], [0.3, 0.9]], [[0.5, -0.5]]
    case = {"depth": 3, "weight_variance": 1.5, "bias_variance": 0.3}
    for simulate, formula in (
        (kernels.simulate_relu_ntk, kernels.relu_ntk),
        (kernels.simulate_relu_nngp, kernels.relu_nngp),
    ):
        measured = simulate(X, Z, **case, size=128, trials=400, seed=0)
        error = measured.std(axis=0, ddof=1) / 20
        assert (abs(measured.mean(axis=0) - formula(X, Z, **case)) < 4 * error + 0.01).all()
