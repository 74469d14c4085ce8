"""montecarlo.estimate and Estimate: second routes, infinite and constant trials, one trial, how it reads."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from theorysim import montecarlo
from theorysim.errors import DomainError

FINITE = st.floats(-1e6, 1e6)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.lists(FINITE, min_size=2, max_size=30), st.floats(0, 1))
def test_against_the_standard_library_and_numpy(values, probability):
    estimate = montecarlo.Estimate(values)
    scale = max(map(abs, values)) + 1e-300
    assert estimate.mean == pytest.approx(statistics.fmean(values), rel=0, abs=1e-13 * scale)
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert estimate.standard_error == pytest.approx(error, rel=1e-10, abs=1e-13 * scale)
    assert estimate.quantile(probability) == pytest.approx(np.quantile(values, probability), rel=0, abs=1e-13 * scale)
    assert estimate.count == len(values)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(arrays.arrays(np.float64, (7, 2, 3), elements=FINITE))
def test_arrays_are_estimated_elementwise(values):
    estimate = montecarlo.Estimate(values)
    assert estimate.mean.shape == estimate.standard_error.shape == (2, 3)
    probabilities = np.array([[0.0, 0.3], [0.5, 1.0]])
    np.testing.assert_allclose(estimate.quantile(probabilities), np.quantile(values, probabilities, axis=0), atol=1e-8)
    np.testing.assert_allclose(
        estimate.quantiles, np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95], axis=0), atol=1e-8
    )
    for place in np.ndindex(2, 3):
        alone = montecarlo.Estimate(values[(slice(None), *place)])
        assert estimate.mean[place] == pytest.approx(alone.mean, rel=1e-12, abs=1e-8)
        assert estimate.standard_error[place] == pytest.approx(alone.standard_error, rel=1e-9, abs=1e-8)


def test_a_number_in_each_trial_gives_floats():
    estimate = montecarlo.Estimate([1, 2, 4, 5])
    assert [type(x) for x in (estimate.mean, estimate.standard_error, estimate.quantile(0.5))] == [float] * 3
    assert type(estimate.z_against(2.0)) is float
    assert (estimate.mean, estimate.standard_error) == (3.0, math.sqrt(10 / 12))
    assert estimate.z_against(2.0) == pytest.approx(1 / math.sqrt(10 / 12), rel=1e-15)


def test_z_against_a_curve():
    estimate = montecarlo.Estimate([[1.0, 1.0, 0.0], [3.0, 1.0, 0.0]])
    assert estimate.z_against([1.0, 1.0, 5.0]).tolist() == [1.0, 0.0, -math.inf]
    assert estimate.z_against(2.0).tolist() == [0.0, -math.inf, -math.inf]


def test_z_scores_have_spread_one(simulations):
    """The mean of 2000 z-scores of right expectations is 0 +- 0.022, their mean square 1 + 2 / 97 +- 0.033."""
    values = montecarlo.run(simulations.simulate_normals, size=2000, trials=100, seed=20).values
    z = montecarlo.Estimate(1e6 + values).z_against(1e6)
    assert abs(z.mean()) < 4 * 0.0224
    assert abs(np.mean(z**2) - 99 / 97) < 4 * 0.033


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-170, 1e170, 1e307])
def test_trials_of_any_scale(scale):
    plain, scaled = (montecarlo.Estimate(factor * np.array([1.0, 2.0, 4.0, 9.0])) for factor in (1.0, scale))
    assert scaled.mean == pytest.approx(scale * plain.mean, rel=1e-14)
    assert scaled.standard_error == pytest.approx(scale * plain.standard_error, rel=1e-14)
    assert scaled.quantile(0.6) == pytest.approx(scale * plain.quantile(0.6), rel=1e-14)


def test_one_trial_has_no_standard_error():
    estimate = montecarlo.Estimate([2.0])
    assert estimate.mean == 2.0
    assert math.isnan(estimate.standard_error)
    assert math.isnan(estimate.z_against(2.0))
    assert estimate.quantile(0.3) == 2.0
    assert repr(estimate) == "2 +- unknown (1 trial)"
    assert np.isnan(montecarlo.Estimate([[1.0, 2.0]]).standard_error).all()


def test_infinite_trials_have_quantiles():
    estimate = montecarlo.Estimate([3.0, math.inf, 1.0, -math.inf, 2.0])
    assert estimate.quantile([0.0, 0.25, 0.5, 0.75, 1.0]).tolist() == [-math.inf, 1.0, 2.0, 3.0, math.inf]
    assert estimate.quantile([0.1, 0.6, 0.8]).tolist() == [-math.inf, 2.4, math.inf]
    assert math.isnan(estimate.mean)
    assert math.isnan(estimate.standard_error)
    assert montecarlo.Estimate([math.inf] * 4).quantile(0.4) == math.inf
    assert montecarlo.Estimate([1.0, math.inf]).mean == math.inf


@pytest.mark.parametrize("probability", [-0.1, 1.1, math.nan, [0.5, 2.0]])
def test_other_probabilities_are_refused(probability):
    with pytest.raises(DomainError, match=r"montecarlo\.Estimate\.quantile: probability must be in \[0, 1\], got"):
        montecarlo.Estimate([1.0, 2.0]).quantile(probability)


@pytest.mark.parametrize("values", [[], np.zeros((0, 3)), 3.0])
def test_an_estimate_needs_trials(values):
    with pytest.raises(DomainError, match=r"montecarlo\.Estimate: values must be at least one trial"):
        montecarlo.Estimate(values)


@pytest.mark.parametrize(
    ("mean", "error", "text"),
    [
        (0.44188, 0.00262, "0.4419 +- 0.0026"),
        (0.44188, 0.000999, "0.4419 +- 0.0010"),
        (-12.3456, 0.5, "-12.35 +- 0.50"),
        (3.0, 1.0, "3.0 +- 1.0"),
        (3.0, 25.0, "3 +- 25"),
        (0.0, 0.012, "0.000 +- 0.012"),
        (1.2345e-10, 2.1e-12, "1.234e-10 +- 2.1e-12"),
        (123456.7, 120.0, "123457 +- 120"),
        (1234567.8, 120.0, "1.23457e+06 +- 1.2e+02"),
        (1e300, 1e298, "1.000e+300 +- 1.0e+298"),
        (1e300, 1e-300, "1.000000000000000e+300 +- 1.0e-300"),
        (2.0, 0.0, "2 +- 0"),
    ],
)
def test_how_a_number_reads(mean, error, text):
    half = error * math.sqrt(1.5) if error < 1e290 else error * 1.224744871391589
    estimate = montecarlo.Estimate([mean - half, mean + half, mean - half, mean + half])
    object.__setattr__(estimate, "mean", mean)
    object.__setattr__(estimate, "standard_error", error)
    assert repr(estimate) == f"{text} (4 trials)"


def test_how_arrays_and_omitted_trials_read():
    values = np.array([[1.0, 10.0], [2.0, 30.0]])
    assert str(montecarlo.Estimate(values)) == "[1.50 +- 0.50, 20 +- 10] (2 trials)"
    assert str(montecarlo.Estimate(values[:, 0], omitted=(3, 7))) == "1.50 +- 0.50 (2 trials, 2 omitted)"
    many = montecarlo.Estimate(np.stack([np.arange(9.0), np.arange(9.0) + 2.0]).reshape(2, 3, 3))
    assert str(many) == (
        "[1.0 +- 1.0, 2.0 +- 1.0, 3.0 +- 1.0, ..., 7.0 +- 1.0, 8.0 +- 1.0, 9.0 +- 1.0] (shape (3, 3), 2 trials)"
    )


def test_estimates_come_in_the_structure_of_the_simulation(simulations, two_processes, tmp_path):
    estimates = montecarlo.estimate(simulations.simulate_nested, scale=2.0, trials=80, seed=6, store=tmp_path)
    assert type(estimates) is simulations.Nested
    assert type(estimates.sums) is simulations.Sums
    direct = simulations.simulate_nested(2.0, trials=80, seed=6)
    assert estimates.sums.squares.mean.tolist() == direct.sums.squares.mean(axis=0).tolist()
    assert estimates.largest.values.tobytes() == direct.largest.tobytes()
    assert abs(estimates.sums.total.z_against(0.0)) < 4.5
    assert np.all(np.abs(estimates.sums.squares.z_against(4.0)) < 4.5)
    spawned = montecarlo.estimate(
        simulations.simulate_nested, scale=2.0, trials=80, seed=6, block=16, executor=two_processes
    )
    assert spawned.largest.mean == estimates.largest.mean
    assert "total=" in repr(estimates)


def test_omitted_trials_are_counted(simulations):
    estimate = montecarlo.estimate(simulations.simulate_raising, raising={3}, trials=10, seed=0, max_failures=1)
    assert (estimate.count, estimate.omitted) == (9, (3,))
    assert "(9 trials, 1 omitted)" in repr(estimate)
    infinite = montecarlo.estimate(
        simulations.simulate_marked, marks={3: math.inf}, trials=10, seed=0, allow_infinite=True
    )
    assert infinite.squares.quantile(1.0)[1] == math.inf


def test_an_estimate_without_trials_is_refused(simulations):
    with pytest.raises(DomainError, match=r"montecarlo\.estimate: trials must be at least one trial, got 0"):
        montecarlo.estimate(simulations.simulate_normals, trials=0, seed=0)
