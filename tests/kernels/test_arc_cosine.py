"""kernels.arc_cosine_*: reference values, second routes, both ends of the range, awkward arguments."""

import json
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, kernels

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "kernels_arc_cosine.json").read_text())
FUNCTIONS = (kernels.arc_cosine_zero, kernels.arc_cosine_one, kernels.arc_cosine_one_complement)


def exact(angle):
    """Return the three functions in 80 digits."""
    with mpmath.workdps(80):
        angle = mpmath.mpf(float(angle))
        zero = (mpmath.pi - angle) / mpmath.pi
        one = (mpmath.sin(angle) + (mpmath.pi - angle) * mpmath.cos(angle)) / mpmath.pi
        return float(zero), float(one), float(1 - one)


@pytest.mark.parametrize("row", REFERENCE["rows"], ids=lambda row: str(row["angle"]))
def test_reference_values(row):
    for function in FUNCTIONS:
        assert function(row["angle"]) == pytest.approx(row[function.__name__], rel=4e-16, abs=0)


@pytest.mark.parametrize("angle", [1e-20, 1e-8, 1e-3, 0.3, 0.999, 1.0, 1.001, 1.6, 2.141, 2.142, 3.0, 3.14159, math.pi])
def test_all_digits_against_mpmath(angle):
    for function, expected in zip(FUNCTIONS, exact(angle)):
        assert function(angle) == pytest.approx(expected, rel=2e-15, abs=0)


def test_ends():
    assert [function(0.0) for function in FUNCTIONS] == [1.0, 1.0, 0.0]
    zero, one, complement = (function(math.pi) for function in FUNCTIONS)
    assert zero == pytest.approx(1.2246467991473532e-16 / math.pi, rel=1e-12)
    assert 0 < one < 1e-48
    assert complement == 1.0
    assert kernels.arc_cosine_one_complement(1e-200) == 0.0
    assert kernels.arc_cosine_one_complement(1e-150) == pytest.approx(5e-301, rel=1e-13)


@given(st.floats(0.0, math.pi))
@settings(derandomize=True, deadline=None, max_examples=50)
def test_complement_adds_up_and_the_functions_are_ordered(angle):
    zero, one, complement = (function(angle) for function in FUNCTIONS)
    assert one + complement == pytest.approx(1.0, abs=3e-16)
    assert 0 <= one <= 1
    assert 0 <= zero <= 1
    assert one <= math.cos(angle / 2) ** 2 + 1e-15


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
class TestArguments:
    def test_forms(self, function):
        value = function(0.5)
        assert isinstance(value, float)
        assert function([0.5, 1.0])[0] == value
        assert function(np.asarray(0.5)).shape == ()
        assert function(np.zeros((0, 3))).shape == (0, 3)
        single = function(np.asarray([0.5], dtype=np.float32))
        assert single.dtype == np.float32
        assert single[0] == pytest.approx(value, rel=1e-7)

    def test_outside(self, function):
        for angle in (-0.1, 3.2, math.nan, math.inf):
            with pytest.raises(errors.DomainError, match=rf"kernels\.{function.__name__}: angle must be in \[0, 3.14"):
                function(angle)
        assert np.isnan(function([-1.0, math.nan, 4.0])).all()

    def test_second_device(self, function):
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        angle = strict.asarray([0.1, 1.0, 3.1], device=device)
        found = function(angle)
        assert found.device == device
        host = np.asarray(found.to_device(strict.Device("CPU_DEVICE")))
        assert host == pytest.approx(function([0.1, 1.0, 3.1]), rel=1e-15)


def test_simulation_measures_both():
    measured = kernels.simulate_arc_cosine([0.5, 2.0], size=2000, trials=range(3, 60), seed=1)
    assert measured.zero.shape == measured.one.shape == (57, 2)
    assert measured.zero.mean(axis=0) == pytest.approx(kernels.arc_cosine_zero([0.5, 2.0]), abs=0.01)
    assert measured.one.mean(axis=0) == pytest.approx(kernels.arc_cosine_one([0.5, 2.0]), abs=0.02)
    alone = kernels.simulate_arc_cosine([0.5, 2.0], size=2000, trials=range(5, 6), seed=1)
    assert (alone.one[0] == measured.one[2]).all()
