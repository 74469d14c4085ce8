"""Probabilities of events: exact binomial tests whose trials follow from the theory."""

import numpy as np
import pytest

from theorysim import testing
from theorysim.errors import DomainError
from theorysim.testing import _binomial, _plan


def event(rng, rate):
    return rng.random() < rate


CASES = [{"rate": 0.3}, {"rate": 0.5}]


def test_right_probabilities_agree():
    verdict = testing.assert_proportion_agrees(lambda rate: rate, event, cases=CASES, detect=0.2, seed=0)
    level = verdict.level
    assert [case.trials for case in verdict.cases] == [
        _plan.proportion_trials((case["rate"],), 0.2, level) for case in CASES
    ]
    assert verdict.caught <= 0.2


@pytest.mark.parametrize("factor", [0.7, 1.3])
def test_wrong_probabilities_are_rejected(factor):
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_proportion_agrees(lambda rate: factor * rate, event, cases=CASES, detect=0.2, seed=0)
    assert all(case.outcome == "disagrees" for case in caught.value.verdict.cases)


def test_the_plan_has_both_errors_and_a_pass_catches_what_it_says():
    level, rate, detect = 0.0079, 0.2, 0.25
    trials = _plan.proportion_trials((rate,), detect, level)
    high, low = (int(count(trials, rate, level)) for count in (_binomial.upper_count, _binomial.lower_count))
    assert _binomial.at_most(high - 1, trials, rate * (1 + detect)) <= level
    assert _binomial.at_least(low + 1, trials, rate * (1 - detect)) <= level
    lower, upper = _binomial.clopper_pearson(np.array([low + 1, high - 1]), trials, level)
    assert lower[0] >= rate * (1 - detect)
    assert upper[1] <= rate * (1 + detect)


def test_a_plan_for_several_points_serves_each():
    rates, level = (0.2, 0.5, 0.9), 0.003
    trials = _plan.proportion_trials(rates, 0.3, level)
    assert trials >= max(_plan.proportion_trials((rate,), 0.3, level) for rate in rates)
    for rate in rates:
        high, low = (int(count(trials, rate, level)) for count in (_binomial.upper_count, _binomial.lower_count))
        assert rate * 1.3 > 1 or _binomial.at_most(high - 1, trials, rate * 1.3) <= level
        assert _binomial.at_least(low + 1, trials, rate * 0.7) <= level


def test_events_of_a_curve():
    rates = np.array([0.3, 0.8])
    draw = lambda rng: rng.random(2) < rates  # noqa: E731
    assert testing.assert_proportion_agrees(lambda: rates, draw, cases=[{}], detect=0.2, seed=0).cases[0].points == 2
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_proportion_agrees(lambda: rates * [1, 0.7], draw, cases=[{}], detect=0.2, seed=0)
    assert caught.value.verdict.cases[0].point == "[1]"


def test_sizes_are_cases():
    verdict = testing.assert_proportion_agrees(
        lambda size: 0.9**size,
        lambda rng, size: rng.random(size).min() > 0.1,
        cases=[{}],
        sizes=[2, 4],
        detect=0.2,
        seed=0,
    )
    assert [case.label for case in verdict.cases] == ["size=2", "size=4"]


def test_rare_events_are_undecided_at_the_first_look():
    with pytest.raises(testing.Undecided) as caught:
        testing.assert_proportion_agrees(lambda rate: rate, event, cases=[{"rate": 1e-3}], seed=0)
    assert caught.value.verdict.trials == 50
    assert caught.value.trials_needed == _plan.proportion_trials((1e-3,), 0.05, (1e-6 / 2) ** (1 / 3))
    with pytest.raises(testing.Undecided) as caught:
        testing.assert_proportion_agrees(lambda rate: rate, event, cases=[{"rate": 0.3}], max_trials=8000, seed=0)
    assert caught.value.verdict.trials == 8000


@pytest.mark.parametrize("rate", [0.0, 1.0, -0.1])
def test_impossible_probabilities(rate):
    message = r"theory must be in \(0, 1\); for an event that never happens"
    with pytest.raises(DomainError, match=message):
        testing.assert_proportion_agrees(lambda: rate, lambda rng: 0.0, cases=[{}], seed=0)


def test_values_must_be_events():
    with pytest.raises(DomainError, match="simulate must be an event, 0 or 1"):
        testing.assert_proportion_agrees(lambda: 0.5, lambda rng: rng.random(), cases=[{}], detect=0.5, seed=0)
