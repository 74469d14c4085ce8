"""kernels.gaussian and kernels.laplace: second routes, close pairs, extreme scales, sentences."""

import math

import mpmath
import numpy as np
import pytest

from theorysim import errors, kernels

FORMULAS = {
    "gaussian": (kernels.gaussian, lambda distance: mpmath.exp(-(distance**2) / 2)),
    "laplace": (kernels.laplace, lambda distance: mpmath.exp(-distance)),
}


@pytest.mark.parametrize("name", FORMULAS)
class TestBoth:
    def test_all_pairs_against_mpmath(self, name):
        function, exact = FORMULAS[name]
        rng = np.random.default_rng(0)
        X = 100 + rng.standard_normal((6, 3))
        X[4], X[5] = X[0], X[1] + 1e-9
        found = function(X, length_scale=0.7)
        for i, x in enumerate(X):
            for j, z in enumerate(X):
                with mpmath.workdps(40):
                    squared = mpmath.fsum((mpmath.mpf(float(a)) - mpmath.mpf(float(b))) ** 2 for a, b in zip(x, z))
                    expected = float(exact(mpmath.sqrt(squared) / mpmath.mpf(0.7)))
                assert found[i, j] == pytest.approx(expected, rel=1e-13)
        assert found[0, 4] == found[2, 2] == 1.0
        assert (found == found.T).all()

    def test_two_sets_and_tiles(self, name):
        function, _ = FORMULAS[name]
        X = np.random.default_rng(1).standard_normal((530, 3))
        whole = function(X, length_scale=2.0)
        assert abs(function(X[:4], X, length_scale=2.0) - whole[:4]).max() < 1e-14
        assert (whole == whole.T).all()

    def test_extreme_scales(self, name):
        function, _ = FORMULAS[name]
        X = np.asarray([[0.0], [1.0], [3.0]])
        expected = function(X, length_scale=1.0)
        for scale in (1e-200, 1e200):
            assert function(scale * X, length_scale=scale) == pytest.approx(expected, rel=1e-13)
        assert function([[1e300], [-1e300]], length_scale=1e-5).tolist() == [[1.0, 0.0], [0.0, 1.0]]

    def test_arguments(self, name):
        function, _ = FORMULAS[name]
        assert function(np.zeros((0, 2)), length_scale=1.0).shape == (0, 0)
        assert function(np.zeros((3, 2), dtype=np.float32), length_scale=1.0).dtype == np.float32
        with pytest.raises(errors.DomainError, match=rf"kernels\.{name}: length_scale must be a number in \(0, inf\)"):
            function([[1.0]], length_scale=0.0)
        with pytest.raises(errors.DomainError, match=rf"kernels\.{name}: X must be finite"):
            function([[math.inf]], length_scale=1.0)

    def test_second_device(self, name):
        strict = pytest.importorskip("array_api_strict")
        function, _ = FORMULAS[name]
        device = strict.Device("device1")
        X = np.random.default_rng(2).standard_normal((5, 3))
        X[3] = X[0]
        found = function(strict.asarray(X, device=device), length_scale=1.0)
        assert found.device == device
        host = np.asarray(found.to_device(strict.Device("CPU_DEVICE")))
        assert host == pytest.approx(function(X, length_scale=1.0), rel=1e-14)


def test_simulations_have_their_own_stream_for_each_trial():
    for simulate in (kernels.simulate_gaussian, kernels.simulate_laplace):
        many = simulate([[0.0], [1.0]], length_scale=1.0, size=5, trials=4, seed=3)
        assert many.shape == (4, 2, 2)
        assert (simulate([[0.0], [1.0]], length_scale=1.0, size=5, trials=range(2, 3), seed=3)[0] == many[2]).all()
