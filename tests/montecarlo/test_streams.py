"""montecarlo.stream, streams, trial_range: reference numbers, seeds of any size, refused arguments."""

import json
import pathlib

import numpy as np
import pytest

from theorysim import montecarlo
from theorysim.errors import DomainError

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference" / "montecarlo_streams.json").read_text())


@pytest.mark.parametrize("trial", [0, 7])
def test_a_trial_has_the_stream_of_its_number(trial):
    numbers = montecarlo.stream(REFERENCE["seed"], trial).standard_normal(3)
    assert numbers.tolist() == REFERENCE[f"trial_{trial}"]


def test_streams_are_those_of_the_absolute_trials():
    together = [rng.random() for rng in montecarlo.streams(10, 3)]
    assert [rng.random() for rng in montecarlo.streams(range(4, 10), 3)] == together[4:]
    assert len(set(together)) == 10


@pytest.mark.parametrize("seed", [0, 2**200 + 1, (1, 2, 2**70), np.int64(5)])
def test_seeds_of_any_size(seed):
    sequence = np.random.SeedSequence(seed, spawn_key=(2**40,))
    assert montecarlo.stream(seed, 2**40).random() == np.random.default_rng(sequence).random()


def test_different_seeds_give_different_streams():
    seeds = [0, 1, (1, 1), (1, 2), (2, 1), 2**64, 2**128, 2**128 + 1]
    assert len({montecarlo.stream(seed, trial).random() for seed in seeds for trial in (0, 1)}) == 2 * len(seeds)


def test_zeros_at_the_end_of_a_seed_change_nothing():
    assert montecarlo.stream((5, 0), 3).random() == montecarlo.stream(5, 3).random()


@pytest.mark.parametrize("seed", [-1, 1.0, True, "1", None, (), (1, -1), [1, 2]])
def test_other_seeds_are_refused_at_the_call(seed):
    with pytest.raises(DomainError, match="seed must be an integer >= 0 or a tuple of them, got"):
        montecarlo.stream(seed, 0)
    with pytest.raises(DomainError, match="seed must be an integer >= 0 or a tuple of them, got"):
        montecarlo.streams(1, seed)


@pytest.mark.parametrize("trial", [-1, 0.0, True, None])
def test_other_trials_are_refused(trial):
    with pytest.raises(DomainError, match=r"montecarlo\.stream: trial must be an integer >= 0, got"):
        montecarlo.stream(0, trial)


def test_trial_range():
    assert montecarlo.trial_range(0) == range(0)
    assert montecarlo.trial_range(np.int32(4)) == range(4)
    assert montecarlo.trial_range(range(5, 5)) == range(5, 5)
    assert montecarlo.trial_range(range(2**70, 2**70 + 3)) == range(2**70, 2**70 + 3)


@pytest.mark.parametrize("trials", [-1, 2.0, True, "3", None, [0, 1], range(0, 4, 2), range(4, 0, -1), range(-2, 3)])
def test_other_trial_ranges_are_refused(trials):
    with pytest.raises(DomainError, match="trials must be an integer >= 0 or a range of them with step 1, got"):
        montecarlo.trial_range(trials)
