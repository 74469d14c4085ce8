"""Bounds: coverage by exact binomial tests, in the three ways a bound can be given, and how loose it was."""

import math
from typing import NamedTuple

import numpy as np
import pytest

from theorysim import testing
from theorysim.errors import DomainError
from theorysim.testing import _binomial, _plan


class Trial(NamedTuple):
    value: float
    empirical_mean: float


class Pair(NamedTuple):
    value: object
    bound: object


def draw(rng, n):
    return Trial(0.3, rng.binomial(n, 0.3) / n)


def hoeffding(n, empirical_mean, factor=1.0):
    return empirical_mean + factor * math.sqrt(math.log(1 / 0.05) / (2 * n))


def exponential(rng):
    return rng.exponential()


CASES = [{"n": 50}, {"n": 200}]


def test_a_bound_of_the_data():
    verdict = testing.assert_bound_holds(hoeffding, draw, cases=CASES, failure_rate=0.05, seed=0)
    assert verdict.detect == 1.0
    for case in verdict.cases:
        assert case.statistic == "failure rate"
        assert case.trials == _plan.bound_trials(0.05, 2.0, verdict.level)
        assert case.theory == 0.05
        assert case.mean < 0.02
        assert case.upper <= 0.1
        assert 0.7 < case.bound_slack < 1
    assert "fails in" in str(verdict)
    assert "times the bound would still have passed" in str(verdict)


def test_the_three_ways_to_give_a_bound_agree():
    with_pairs = testing.assert_bound_holds(
        None,
        lambda rng, n: (lambda trial: Pair(trial.value, hoeffding(n, trial.empirical_mean)))(draw(rng, n)),
        cases=CASES,
        failure_rate=0.05,
        seed=0,
    )
    assert with_pairs == testing.assert_bound_holds(hoeffding, draw, cases=CASES, failure_rate=0.05, seed=0)
    # An exponential variable exceeds log(1 / 0.05) with probability 0.05: the bound is exact.
    exact = testing.assert_bound_holds(lambda: math.log(20), exponential, cases=[{}], failure_rate=0.05, seed=0)
    assert 0.85 < exact.cases[0].bound_slack < 1
    assert exact.cases[0].mean == pytest.approx(0.05, abs=0.03)


def test_an_invalid_bound_is_rejected():
    with pytest.raises(testing.Disagreement, match="fails in") as caught:
        testing.assert_bound_holds(lambda: math.log(8), exponential, cases=[{}], failure_rate=0.05, seed=0)
    case = caught.value.verdict.cases[0]
    assert case.mean == pytest.approx(1 / 8, abs=0.04)
    assert case.p_value < 1e-6
    assert (
        testing.assert_rejects(
            lambda n, empirical_mean: hoeffding(n, empirical_mean, 0.3),
            draw,
            assertion=testing.assert_bound_holds,
            cases=CASES,
            failure_rate=0.05,
            seed=0,
        ).outcome
        == "disagrees"
    )


def test_the_slack_is_the_factor_at_which_the_test_turns():
    kept = testing.assert_bound_holds(lambda: 5.0, exponential, cases=[{}], failure_rate=0.05, seed=0)
    slack = kept.cases[0].bound_slack
    shrunk = testing.assert_bound_holds(
        lambda: 5.0 * slack * (1 + 1e-6), exponential, cases=[{}], failure_rate=0.05, seed=0
    )
    limit = int(_binomial.upper_count(shrunk.trials, 0.05, shrunk.level))
    assert round(shrunk.cases[0].mean * shrunk.trials) == limit - 1
    # One step below, the first round rejects and is repeated.
    try:
        verdict = testing.assert_bound_holds(
            lambda: 5.0 * slack * (1 - 1e-6), exponential, cases=[{}], failure_rate=0.05, seed=0
        )
    except testing.Disagreement as error:
        verdict = error.verdict
    assert verdict.cases[0].rounds_run > 1


def test_failure_rate_may_depend_on_the_case():
    cases = [{"failure_probability": rate} for rate in (0.1, 0.02)]
    verdict = testing.assert_bound_holds(
        lambda failure_probability: math.log(1 / failure_probability),
        lambda rng, failure_probability: rng.exponential(),
        cases=cases,
        failure_rate=lambda failure_probability: failure_probability,
        seed=0,
    )
    assert [case.theory for case in verdict.cases] == [0.1, 0.02]


def test_a_bound_over_several_points_is_uniform():
    # Each of ten points exceeds its bound with probability 0.005; together they do with probability 0.049.
    verdict = testing.assert_bound_holds(
        lambda: np.full(10, math.log(200)), lambda rng: rng.exponential(size=10), cases=[{}], failure_rate=0.05, seed=0
    )
    assert verdict.cases[0].mean == pytest.approx(0.049, abs=0.03)
    testing.assert_rejects(
        lambda: np.full(10, math.log(20)),
        lambda rng: rng.exponential(size=10),
        assertion=testing.assert_bound_holds,
        cases=[{}],
        failure_rate=0.05,
        seed=0,
    )


def test_equality_is_no_failure_and_infinite_values_are():
    assert testing.assert_bound_holds(lambda: 0.3, lambda rng: 0.1 + 0.2, cases=[{}], failure_rate=0.1, seed=0)
    testing.assert_bound_holds(lambda: math.inf, lambda rng: rng.exponential(), cases=[{}], failure_rate=0.1, seed=0)
    with pytest.raises(testing.Disagreement):
        testing.assert_bound_holds(lambda: 1.0, lambda rng: math.inf, cases=[{}], failure_rate=0.1, seed=0)


def test_bounds_that_are_not_positive_have_no_ratio():
    verdict = testing.assert_bound_holds(lambda: -1.0, lambda rng: -2.0, cases=[{}], failure_rate=0.1, seed=0)
    assert verdict.cases[0].bound_slack is None
    assert "would still have passed" not in str(verdict)


def test_sizes_and_budget():
    verdict = testing.assert_bound_holds(
        lambda size: 3.0 / size,
        lambda rng, size: rng.exponential() / size,
        cases=[{}],
        sizes=[1, 2],
        failure_rate=0.1,
        seed=0,
    )
    assert len(verdict.cases) == 2
    with pytest.raises(testing.Undecided) as caught:
        testing.assert_bound_holds(lambda: 9.0, exponential, cases=[{}], failure_rate=1e-3, max_trials=10_000, seed=0)
    assert caught.value.trials_needed == pytest.approx(34_445, rel=0.01)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"failure_rate": 0.0}, r"failure_rate must be in \(0, 1\), got 0.0"),
        ({"caught_ratio": 1.0}, r"caught_ratio must be in \(1, inf\), got 1.0"),
        ({"bound": None}, "bound must be a function, unless simulate returns the fields value and bound, got None"),
        ({"bound": lambda: math.nan}, "bound's value must be a number"),
        ({"bound": lambda: np.ones(3)}, "bound's value must be a number, one for each point"),
        (
            {"simulate": lambda rng: Measured(1.0)},
            "simulate must be a bare value, or a NamedTuple with a field `value`",
        ),
    ],
)
def test_sentences(change, message):
    arguments = {"bound": lambda: 9.0, "simulate": exponential, "cases": [{}], "failure_rate": 0.1, "seed": 0} | change
    with pytest.raises(DomainError, match=message):
        testing.assert_bound_holds(arguments.pop("bound"), arguments.pop("simulate"), **arguments)


class Measured(NamedTuple):
    risk: float
