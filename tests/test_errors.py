"""errors: one sentence form, and errors that survive a trip between processes."""

import math
import pickle

import numpy as np
import pytest

from theorysim import errors


def test_sentence_names_function_argument_allowed_and_came():
    with pytest.raises(errors.DomainError) as caught:
        errors.require(False, "ridge.risk", "n_samples", str(errors.POSITIVE), -1.0)
    assert str(caught.value) == "ridge.risk: n_samples must be in (0, inf), got -1.0."
    assert isinstance(caught.value, ValueError)


def test_arrays_are_described_by_shape_and_long_values_are_cut():
    assert errors.describe(np.zeros((3, 2))) == "an array of shape (3, 2) and dtype float64"
    assert errors.describe(np.float64(0.5)) == "0.5"
    assert len(errors.describe("x" * 1000)) == 80
    assert errors.describe(errors.Words("an eigenvalue of -1")) == "an eigenvalue of -1"


def test_require_is_silent_when_the_condition_holds():
    assert errors.require(True, "f", "x", "anything", None) is None


@pytest.mark.parametrize(
    ("interval", "inside", "outside"),
    [
        (errors.POSITIVE, [5e-324, 1.0, 1e308], [0.0, -0.0, -1.0, math.inf]),
        (errors.NON_NEGATIVE, [0.0, 1e308], [-5e-324, math.inf]),
        (errors.NON_NEGATIVE_OR_INFINITE, [0.0, math.inf], [-1.0, -math.inf]),
        (errors.POSITIVE_OR_INFINITE, [5e-324, math.inf], [0.0]),
        (errors.UNIT, [0.0, 1.0], [-1e-16, 1 + 2e-16]),
        (errors.REAL, [-1e308, 0.0], [math.inf, -math.inf]),
        (errors.EXTENDED_REAL, [-math.inf, math.inf], []),
    ],
)
def test_intervals_on_scalars_and_arrays(interval, inside, outside):
    assert all(interval.contains(value) for value in inside)
    assert not any(interval.contains(value) for value in [*outside, math.nan])
    values = np.array([*inside, *outside, math.nan])
    assert interval.contains(values).tolist() == [True] * len(inside) + [False] * (len(outside) + 1)
    assert interval.contains(interval.inside)


def test_not_converged_carries_its_residual_and_pickles():
    error = errors.NotConverged("ridge.kappa: 100 steps were not enough", 3.25e-4)
    copy = pickle.loads(pickle.dumps(error))
    assert copy.residual == 3.25e-4
    assert str(copy) == str(error) == "ridge.kappa: 100 steps were not enough (residual 0.000325)"


def test_a_missing_extra_names_the_command_that_installs_it():
    with pytest.raises(errors.MissingExtra, match=r"sweep needs no_such_module: pip install 'theorysim\[sweep\]'"):
        errors.load("no_such_module", "sweep", "sweep")
    assert errors.load("math", "none", "nobody").pi == math.pi
