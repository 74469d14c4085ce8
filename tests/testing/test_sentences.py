"""Every wrong input gets a sentence that names the function, the argument, what is allowed and what came."""

from typing import NamedTuple

import numpy as np
import pytest

from theorysim import montecarlo, testing
from theorysim.errors import DomainError


class Pair(NamedTuple):
    test: object
    train: object


def one(rng, **case):
    return 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cases": {"load": 1}}, "cases must be a list of at least one dict of keyword arguments, got {'load': 1}"),
        ({"cases": []}, r"cases must be a list of at least one dict of keyword arguments, got \[\]"),
        ({"cases": [{1: 2}]}, "cases must be a list of at least one dict of keyword arguments"),
        ({"false_alarm": 0.0}, r"false_alarm must be in \(0, 0.5\], got 0.0"),
        ({"false_alarm": 0.6}, r"false_alarm must be in \(0, 0.5\], got 0.6"),
        ({"detect": 0.0}, r"detect must be in \(0, inf\), got 0.0"),
        ({"detect": True}, r"detect must be in \(0, inf\), got True"),
        ({"seed": -1}, "seed must be an integer >= 0, got -1"),
        ({"seed": 1.5}, "seed must be an integer >= 0, got 1.5"),
        ({"max_trials": 49}, "max_trials must be an integer >= 50, got 49"),
        ({"slack": -1.0}, r"slack must be in \[0, detect\), got -1.0"),
        ({"simulate": 3}, "simulate must be a callable with a readable signature, got 3"),
        ({"simulate": lambda: 1.0}, r"simulate must be simulate\(..., trials, seed\) or f\(rng, ...\)"),
        ({"simulate": lambda trials: 1.0}, r"simulate must be simulate\(..., trials, seed\); seed is missing"),
        ({"theory": lambda: "one"}, "theory's value for no arguments must be real numbers, got 'one'"),
        ({"theory": lambda: [1.0, [2.0]]}, "theory's value for no arguments must be a rectangular array"),
        ({"theory": lambda: np.zeros(0)}, "theory's value for no arguments must be at least one number"),
    ],
)
def test_arguments(change, message):
    arguments = {"theory": lambda: 1.0, "simulate": one, "cases": [{}], "seed": 0} | change
    with pytest.raises(DomainError, match="testing.assert_agrees: " + message):
        testing.assert_agrees(arguments.pop("theory"), arguments.pop("simulate"), **arguments)


@pytest.mark.parametrize(
    ("theory", "simulate", "message"),
    [
        (lambda: Pair(1.0, 1.0), one, "in common, got 'theory with test, train and simulate with a bare value'"),
        (lambda: np.ones(3), one, r"value must be of shape \(trials, 3\), the shape of the theory"),
        (lambda: 1.0, lambda rng: np.ones(3), r"value must be of shape \(trials\), the shape"),
        (
            lambda: np.ones(3),
            lambda trials, seed: np.ones((3, len(trials))),
            "whose first axis are the 16 trials, got an array of shape",
        ),
        (
            lambda: 1.0,
            lambda trials, seed: 1.0,
            "whose first axis are the 16 trials, got 1.0",
        ),
        (lambda: 1.0, lambda trials, seed, load: np.ones(len(trials)), "missing a required argument: 'load'"),
        (
            lambda: 1.0,
            lambda trials, seed: np.random.default_rng(0).standard_normal(len(trials)),
            r"different from trial to trial: draw trial t from the stream of t \(montecarlo.streams\)",
        ),
    ],
)
def test_shapes(theory, simulate, message):
    with pytest.raises(DomainError, match=message):
        testing.assert_agrees(theory, simulate, cases=[{}], seed=0)


def test_repeated_constant_or_rare_trials_are_fine():
    testing.assert_agrees(lambda: 1.0, lambda trials, seed: np.ones(len(trials)), cases=[{}], seed=0)


def test_a_field_that_a_later_case_lacks():
    with pytest.raises(DomainError, match="theory's test for load=2 must be there, as in the first case"):
        testing.assert_agrees(
            lambda load: Pair(1.0, 1.0) if load == 1 else 1.0,
            lambda rng, load: Pair(1.0, 1.0),
            cases=[{"load": 1}, {"load": 2}],
            seed=0,
        )


def test_a_trial_that_is_not_finite_names_itself():
    def draw(rng, load):
        value = rng.standard_normal()
        return np.nan if value > 1.5 else value

    with pytest.raises(montecarlo.TrialError, match=r"trial \d+ of seed \d+ returned nan") as caught:
        testing.assert_agrees(lambda load: 1.0, draw, cases=[{"load": 2.0}], seed=0)
    assert "the case load=2.0" in caught.value.__notes__[0]
    # Seed and trial rerun it alone.
    assert montecarlo.stream(caught.value.seed, caught.value.trial).standard_normal() > 1.5


def test_a_trial_that_raises_names_itself():
    def draw(rng):
        raise ZeroDivisionError("no")

    with pytest.raises(montecarlo.TrialError, match=r"trial 0 of seed .* raised ZeroDivisionError: no"):
        testing.assert_agrees(lambda: 1.0, draw, cases=[{}], seed=0)


def test_infinite_trials_are_refused_for_means_only():
    with pytest.raises(montecarlo.TrialError, match="returned inf"):
        testing.assert_agrees(lambda: 1.0, lambda rng: np.inf, cases=[{}], seed=0)
    with pytest.raises(testing.Disagreement):
        testing.assert_quantile_agrees(lambda: 1.0, lambda rng: np.inf, cases=[{}], seed=0)
