"""Quantiles: exact intervals from order statistics, for trials without mean or variance."""

import math

import numpy as np
import pytest

from theorysim import testing
from theorysim.errors import DomainError


def cauchy(rng, scale):
    return scale * rng.standard_cauchy()


def test_a_quartile_of_a_law_without_mean():
    verdict = testing.assert_quantile_agrees(
        lambda scale: scale, cauchy, cases=[{"scale": 1.0}, {"scale": 5.0}], quantile=0.75, detect=0.2, seed=0
    )
    assert {case.statistic for case in verdict.cases} == {"quantile 0.75"}
    assert verdict.caught <= 0.2
    assert all(case.z is None for case in verdict.cases)
    assert all(case.lower < case.mean < case.upper for case in verdict.cases)


@pytest.mark.parametrize("factor", [0.7, 1.3])
def test_a_wrong_quantile_is_rejected(factor):
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_quantile_agrees(
            lambda scale: factor * scale, cauchy, cases=[{"scale": 2.0}], quantile=0.75, detect=0.2, seed=0
        )
    assert caught.value.verdict.p_value <= 1e-6


def test_the_median_of_a_curve():
    medians = np.array([1.0, 10.0])
    draw = lambda rng: medians * np.exp(rng.standard_normal(2))  # noqa: E731
    verdict = testing.assert_quantile_agrees(lambda: medians, draw, cases=[{}], detect=0.2, seed=0)
    assert verdict.cases[0].points == 2
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_quantile_agrees(lambda: medians * [1, 1.3], draw, cases=[{}], detect=0.2, seed=0)
    assert caught.value.verdict.cases[0].point == "[1]"


def test_infinite_theory_and_infinite_trials():
    def draw(rng):
        return math.inf if rng.random() < 0.6 else 1.0

    right = testing.assert_quantile_agrees(lambda: math.inf, draw, cases=[{}], seed=0)
    assert (right.cases[0].mean, right.cases[0].caught) == (math.inf, 0.0)
    assert testing.assert_quantile_agrees(lambda: 1.0, draw, cases=[{}], quantile=0.2, seed=0).outcome == "agrees"
    with pytest.raises(testing.Disagreement):
        testing.assert_quantile_agrees(lambda: 1.0, draw, cases=[{}], seed=0)
    with pytest.raises(testing.Disagreement):
        testing.assert_quantile_agrees(lambda: math.inf, draw, cases=[{}], quantile=0.2, seed=0)
    # At the jump itself both ends stay open: no pass.
    with pytest.raises(testing.Undecided):
        testing.assert_quantile_agrees(lambda: math.inf, draw, cases=[{}], quantile=0.4, max_trials=1000, seed=0)


def test_ties():
    draw = lambda rng: float(rng.integers(1, 4))  # noqa: E731
    assert testing.assert_quantile_agrees(lambda: 2.0, draw, cases=[{}], seed=0).cases[0].caught == 0
    with pytest.raises(testing.Disagreement):
        testing.assert_quantile_agrees(lambda: 3.0, draw, cases=[{}], seed=0)


def test_budget():
    with pytest.raises(testing.Undecided) as caught:
        testing.assert_quantile_agrees(
            lambda scale: scale, cauchy, cases=[{"scale": 1.0}], quantile=0.75, max_trials=2000, seed=0
        )
    assert caught.value.trials_needed > 2000
    assert "raise max_trials" in str(caught.value)


def test_sentences():
    with pytest.raises(DomainError, match=r"testing.assert_quantile_agrees: quantile must be in \(0, 1\), got 1.0"):
        testing.assert_quantile_agrees(lambda: 1.0, lambda rng: 1.0, cases=[{}], quantile=1.0, seed=0)
    with pytest.raises(DomainError, match="theory's value for no arguments must be a number or infinite"):
        testing.assert_quantile_agrees(lambda: math.nan, lambda rng: 1.0, cases=[{}], seed=0)
