"""assert_agrees for means: outcomes, growth, fields, scale, slack, determinism."""

import dataclasses
import math
from typing import NamedTuple

import numpy as np
import pytest

from theorysim import montecarlo, testing
from theorysim.errors import DomainError
from theorysim.testing import _rounds
from theorysim.testing._level import Level

CASES = [{"load": 0.5}, {"load": 2.0}]


class Risk(NamedTuple):
    test: object
    train: object
    kappa: object = math.inf


class Measured(NamedTuple):
    train: object
    test: object


def theory(load):
    return Risk(1 + load, load * np.array([1.0, 2.0, 3.0]), "not a number, and not measured")


def draw(rng, load):
    noise = 1 + 0.1 * rng.standard_normal(4)
    return Measured(load * np.array([1.0, 2.0, 3.0]) * noise[:3], (1 + load) * noise[3])


def simulate(load, *, trials, seed):
    return montecarlo.collect(lambda rng: draw(rng, load), trials=trials, seed=seed)


def normal(rng, mean=1.0, spread=0.1):
    return mean + spread * rng.standard_normal()


def test_a_right_theory_agrees_and_its_errors_would_have_been_caught():
    verdict = testing.assert_agrees(theory, draw, cases=CASES, seed=1)
    assert verdict.outcome == "agrees"
    assert (verdict.rounds, round(verdict.level, 4)) == (3, 0.0063)
    assert [case.points for case in verdict.cases] == [4, 4]
    assert [case.case for case in verdict.cases] == CASES
    assert all(0 < case.caught <= 0.05 for case in verdict.cases)
    assert verdict.caught == max(case.caught for case in verdict.cases)
    assert verdict.trials == sum(case.trials for case in verdict.cases)
    for case in verdict.cases:
        assert case.lower < case.theory < case.upper
        assert case.point in {"test", "train[0]", "train[1]", "train[2]"}


def test_both_forms_of_a_simulation_give_the_same_verdict():
    assert testing.assert_agrees(theory, draw, cases=CASES, seed=1) == testing.assert_agrees(
        theory, simulate, cases=CASES, seed=1
    )


@pytest.mark.parametrize("factor", [0.925, 1.075])
def test_a_theory_wrong_in_one_point_is_rejected(factor):
    def wrong(load):
        right = theory(load)
        return right._replace(train=right.train * np.array([1.0, factor, 1.0]))

    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_agrees(wrong, draw, cases=CASES, seed=2)
    verdict = caught.value.verdict
    assert verdict.outcome == "disagrees"
    for case in verdict.cases:
        assert (case.outcome, case.point, case.rounds_run) == ("disagrees", "train[1]", 3)
        assert case.p_value <= 1e-6 / 2
        assert case.deviation == pytest.approx(1 / factor - 1, abs=0.035)
    assert verdict.p_value <= 1e-6


def test_the_message_names_what_was_tried_and_sizes():
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_agrees(
            lambda load: 1.1 * (1 + load), lambda rng, load: draw(rng, load).test, cases=CASES, seed=3
        )
    message = str(caught.value)
    assert "disagrees: 2 cases, false alarm 1e-06 (3 rounds of level 0.0063), detect 5 %" in message
    assert "load=2.0   theory 3.3  simulation " in message
    assert "sizes=(...) and order=..." in message


def test_simultaneous_intervals_spare_trials_of_correlated_curves():
    grid = np.linspace(0, 1, 40)

    def curve(rng):
        weights = rng.standard_normal(3)
        return 1 + 0.3 * sum(w * np.cos(k * grid) for k, w in enumerate(weights)) / np.sqrt(3)

    def rough(rng):
        return 1 + 0.3 * rng.standard_normal(40)

    smooth_verdict = testing.assert_agrees(lambda: np.ones(40), curve, cases=[{}], seed=0)
    rough_verdict = testing.assert_agrees(lambda: np.ones(40), rough, cases=[{}], seed=0)
    single_verdict = testing.assert_agrees(lambda: 1.0, lambda rng: rough(rng)[0], cases=[{}], seed=0)
    assert single_verdict.trials < smooth_verdict.trials < 0.75 * rough_verdict.trials
    assert smooth_verdict.cases[0].caught <= 0.05


@pytest.mark.parametrize(("spread", "detect"), [(0.3, 0.05), (0.3, 0.02), (1.0, 0.1)])
def test_trials_follow_from_spread_and_error(spread, detect):
    verdict = testing.assert_agrees(
        lambda: 1.0, lambda rng: normal(rng, 1.0, spread), cases=[{}], detect=detect, seed=0
    )
    expected = 9300 * spread**2 * (0.05 / detect) ** 2
    assert 0.8 * expected < verdict.trials < 1.45 * expected


def test_a_quiet_trial_costs_fifty():
    verdict = testing.assert_agrees(lambda: 1.0, lambda rng: normal(rng, 1.0, 0.03), cases=[{}], seed=0)
    assert verdict.trials == 50


def test_constant_data():
    assert testing.assert_agrees(lambda: 0.1, lambda rng: 0.1, cases=[{}], seed=0).cases[0].caught < 1e-8
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_agrees(lambda: 0.1, lambda rng: 0.1 * (1 + 2e-9), cases=[{}], seed=0)
    assert caught.value.verdict.cases[0].p_value == 0
    within_slack = testing.assert_agrees(lambda: 0.1, lambda rng: 0.101, cases=[{}], slack=0.02, seed=0)
    assert within_slack.cases[0].slack == 0.02


def test_zero_needs_a_scale_before_any_trial():
    def never(rng):
        raise AssertionError("a trial was drawn")

    with pytest.raises(DomainError, match="scale must be given where the theory is 0"):
        testing.assert_agrees(lambda: 0.0, never, cases=[{}], seed=0)
    for value in (math.nan, math.inf):
        with pytest.raises(DomainError, match="theory's value for no arguments must be finite"):
            testing.assert_agrees(lambda value=value: value, never, cases=[{}], seed=0)


def test_scale():
    draw_zero = lambda rng: normal(rng, 0.0, 0.1)  # noqa: E731
    verdict = testing.assert_agrees(lambda: 0.0, draw_zero, cases=[{}], scale=1.0, seed=0)
    assert abs(verdict.cases[0].mean) < 0.05
    with pytest.raises(testing.Disagreement):
        testing.assert_agrees(lambda: 0.075, draw_zero, cases=[{}], scale=1.0, seed=0)
    # A scale below |theory| changes nothing.
    plain = testing.assert_agrees(lambda: 1.0, normal, cases=[{}], seed=0)
    assert plain == testing.assert_agrees(lambda: 1.0, normal, cases=[{}], scale=0.5, seed=0)


def test_scale_by_field_and_by_point():
    sine = np.sin(np.array([0.0, 1.0, 2.0]))
    curve = lambda rng: sine + 0.1 * rng.standard_normal(3)  # noqa: E731
    by_point = testing.assert_agrees(lambda: sine, curve, cases=[{}], scale=np.ones(3), seed=0)
    assert by_point == testing.assert_agrees(lambda: sine, curve, cases=[{}], scale=1.0, seed=0)

    def pair(rng):
        return Measured(sine + 0.1 * rng.standard_normal(3), 1 + 0.1 * rng.standard_normal())

    by_field = testing.assert_agrees(lambda: Risk(1.0, sine), pair, cases=[{}], scale={"train": 1.0}, seed=0)
    assert by_field.outcome == "agrees"
    with pytest.raises(DomainError, match="scale must be a number for fields among test, train"):
        testing.assert_agrees(lambda: Risk(1.0, sine), pair, cases=[{}], scale={"bias": 1.0}, seed=0)
    with pytest.raises(DomainError, match=r"scale must be a number or an array of shape \(3,\)"):
        testing.assert_agrees(lambda: sine, curve, cases=[{}], scale=np.ones(2), seed=0)
    with pytest.raises(DomainError, match="scale must be finite and not negative"):
        testing.assert_agrees(lambda: sine, curve, cases=[{}], scale=-1.0, seed=0)


def test_a_budget_that_ends_is_undecided_and_says_what_it_takes():
    with pytest.raises(testing.Undecided) as caught:
        testing.assert_agrees(lambda: 1.0, lambda rng: normal(rng, 1.0, 1.0), cases=[{}], max_trials=4000, seed=0)
    verdict = caught.value.verdict
    assert verdict.outcome == "undecided"
    assert 7000 < caught.value.trials_needed < 14_000
    assert verdict.cases[0].trials_needed == caught.value.trials_needed
    assert "trials needed, 4000 allowed: lower the spread of a trial" in str(caught.value)
    # With what it asks for, it is decided.
    testing.assert_agrees(
        lambda: 1.0, lambda rng: normal(rng, 1.0, 1.0), cases=[{}], max_trials=caught.value.trials_needed, seed=0
    )


def test_hopeless_is_given_up_at_once():
    with pytest.raises(testing.Undecided) as caught:
        testing.assert_agrees(lambda: 1.0, lambda rng: normal(rng, 1.0, 100.0), cases=[{}], seed=0)
    assert caught.value.verdict.trials == 50
    assert caught.value.trials_needed > 4e5


@pytest.mark.parametrize("shape", ["normal", "exponential"])
def test_a_gross_error_needs_no_precision(shape):
    # A theory a hundred times too small asks for more trials than are allowed, and is rejected all the same.
    trial = (lambda rng: normal(rng, 1.0, 0.3)) if shape == "normal" else (lambda rng: rng.exponential())
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_agrees(lambda: 0.01, trial, cases=[{}], seed=0)
    assert caught.value.verdict.trials <= 3 * 400


def test_heavy_tails_are_referred_to_medians():
    with pytest.raises(testing.Undecided, match="assert_quantile_agrees") as caught:
        testing.assert_agrees(
            lambda: math.exp(2.0), lambda rng: rng.lognormal(0, 2), cases=[{}], max_trials=2000, seed=0
        )
    assert caught.value.verdict.cases[0].outcome == "undecided"


def test_skewed_data_wait_for_the_guards():
    # At 50 exponential trials the width would do, but the correction for skewness is still large.
    verdict = testing.assert_agrees(lambda: 1.0, lambda rng: rng.exponential(), cases=[{}], detect=1.5, seed=0)
    case = verdict.cases[0]
    assert case.trials > 100
    assert 1.5 * case.skewness / math.sqrt(case.trials) * 2.5 < 0.51
    assert case.largest_share <= 0.1 + 5 / case.trials


def test_adding_a_case_leaves_the_trials_of_the_others_unchanged():
    one = testing.assert_agrees(lambda load: 1.0, lambda rng, load: normal(rng), cases=CASES[:1], seed=4)
    two = testing.assert_agrees(lambda load: 1.0, lambda rng, load: normal(rng), cases=CASES[::-1], seed=4)
    assert one.cases[0].trials == two.cases[1].trials == 50 or one.cases[0].mean != two.cases[1].mean
    quiet = [
        testing.assert_agrees(lambda load: 1.0, lambda rng, load: normal(rng, 1.0, 0.01), cases=cases, seed=4)
        for cases in (CASES[:1], CASES[::-1])
    ]
    assert quiet[0].cases[0].mean == quiet[1].cases[1].mean
    assert quiet[1].cases[0].mean != quiet[1].cases[1].mean


def test_sizes_without_order_are_cases():
    verdict = testing.assert_agrees(
        lambda size: 1 + 1 / size,
        lambda rng, size: normal(rng, 1 + 1 / size, 0.1),
        cases=[{}],
        sizes=[2, 4],
        seed=0,
    )
    assert [case.label for case in verdict.cases] == ["size=2", "size=4"]
    assert [case.theory for case in verdict.cases] == [1.5, 1.25]
    assert verdict.level == pytest.approx((1e-6 / 4) ** (1 / 3))


def test_a_theory_that_takes_anything_is_given_the_size_when_it_is_exact():
    seen = []

    def any_theory(**arguments):
        seen.append(arguments)
        return 1.0

    testing.assert_agrees(any_theory, lambda rng, size: 1.0, cases=[{}], sizes=[2, 4], seed=0)
    assert seen == [{"size": 2}, {"size": 4}]
    seen.clear()
    testing.assert_agrees(any_theory, lambda rng, size: 1.0, cases=[{}], sizes=[2, 4, 8], order=1, seed=0)
    assert seen == [{}, {}, {}]


def test_false_alarm_sets_rounds_and_level():
    verdict = testing.assert_agrees(lambda: 1.0, normal, cases=[{}], false_alarm=0.05, seed=0)
    assert (verdict.rounds, verdict.level) == (1, 0.025)
    many = testing.assert_agrees(
        lambda load: 1.0, lambda rng, load: 1.0, cases=[{"load": k} for k in range(200)], seed=0
    )
    assert (many.rounds, round(many.level, 5)) == (4, 0.00707)


class Script:
    """Rounds that follow a script of (side, is_sharp) and count how often they are run."""

    def __init__(self, *steps):
        self.steps = list(steps)
        self.run = 0

    def __call__(self, points):
        side, is_sharp = self.steps[self.run]
        self.run += 1
        tail = 0.004 if side else 0.4
        below, above = (tail, 1 - tail) if side < 0 else (1 - tail, tail)
        return _rounds.Round(
            np.array([side]), np.array([is_sharp]), np.array([below]), np.array([above]), float, 1000 + self.run, None
        )


@pytest.mark.parametrize(
    ("steps", "outcome", "cause", "rounds", "p_value"),
    [
        ([(0, True)], "agrees", "", 1, 0.8),
        ([(0, False)], "undecided", "budget", 1, 0.8),
        ([(1, True), (0, True)], "agrees", "", 2, 2 * 0.4**2),
        ([(1, False), (0, True)], "agrees", "", 2, 2 * 0.4**2),
        ([(1, True), (0, False)], "undecided", "budget", 2, 2 * 0.4**2),
        ([(1, True)] * 3, "disagrees", "", 3, 2 * 0.004**3),
        ([(-1, False)] * 3, "disagrees", "", 3, 2 * 0.004**3),
        ([(1, True), (-1, True), (-1, True), (-1, True)], "disagrees", "", 4, 2 * 0.004**3),
        ([(1, True), (-1, True)] * 3, "undecided", "rounds", 6, 2 * 0.004),
    ],
)
def test_decision(steps, outcome, cause, rounds, p_value):
    script = Script(*steps)
    ruling = _rounds.decide(script, 1, Level(3, 0.0079))
    assert (ruling.outcome, ruling.cause, ruling.rounds_run) == (outcome, cause, rounds)
    assert script.run == rounds
    assert ruling.p_value == pytest.approx(p_value)
    assert ruling.needed == 1000 + rounds


def test_later_rounds_examine_only_flagged_points():
    seen = []

    def examine(points):
        seen.append(points.tolist())
        sides = np.where(points == 1, 1, 0) if len(seen) > 1 else np.array([0, 1, -1])
        tail = np.where(sides == 0, 0.4, 0.004)
        tails = (np.where(sides < 0, tail, 0.99), np.where(sides < 0, 0.99, tail))
        return _rounds.Round(sides, np.ones(points.size, bool), *tails, float, 50, None)

    ruling = _rounds.decide(examine, 3, Level(3, 0.0079))
    assert seen == [[0, 1, 2], [1, 2], [1]]
    assert ruling.outcome == "disagrees"


def test_a_verdict_is_frozen_and_pickles():
    import pickle

    verdict = testing.assert_agrees(theory, draw, cases=CASES, seed=1)
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert hash(verdict) == hash(testing.assert_agrees(theory, draw, cases=CASES, seed=1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.outcome = "agrees"
    error = testing.Disagreement(verdict, "advice")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.verdict, str(copy)) == (verdict, str(error))
    assert pickle.loads(pickle.dumps(testing.Undecided(verdict))).verdict == verdict
    assert pickle.loads(pickle.dumps(testing.NotRejected("No.", verdict))).verdict == verdict


def test_another_seed_is_another_verdict():
    first, second = (testing.assert_agrees(theory, draw, cases=CASES, seed=seed) for seed in (1, 2))
    assert first.cases[0].mean != second.cases[0].mean


def test_verdicts_print_worst_first():
    means = {0: 1.0, 1: 1.2, 2: 1.0, 3: 1.5}
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_agrees(
            lambda k: 1.0 if k != 2 else 1e-4,
            lambda rng, k: normal(rng, means[k], 0.1) if k != 2 else rng.standard_normal(),
            cases=[{"k": k} for k in range(4)],
            seed=0,
        )
    lines = str(caught.value).splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["disagrees", "disagrees", "undecided", "agrees"]
    assert lines[1].startswith("disagrees  k=3   theory 1  simulation 1.")
    assert lines[2].startswith("disagrees  k=1   theory 1  simulation 1.")
    assert "errors over" in lines[4]
    assert str(caught.value.verdict.cases[0]) == lines[4]
