"""montecarlo.collect: rows are streams, structures, splits, a trial that raises, refused draws."""

import itertools
import pickle
from typing import NamedTuple

import numpy as np
import pytest
import threadpoolctl
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import montecarlo
from theorysim.errors import DomainError


class Pair(NamedTuple):
    one: float
    many: np.ndarray


class Outer(NamedTuple):
    pair: Pair
    count: int


def draw_outer(rng):
    return Outer(Pair(rng.random(), rng.random((2, 3), dtype=np.float32)), int(rng.integers(9)))


def test_trials_are_rows_of_their_own_streams():
    table = montecarlo.collect(lambda rng: rng.standard_normal(4), trials=range(5, 9), seed=11)
    assert table.shape == (4, 4)
    assert table.dtype == np.float64
    for row, trial in zip(table, range(5, 9)):
        assert row.tolist() == montecarlo.stream(11, trial).standard_normal(4).tolist()


def test_structures_are_kept():
    table = montecarlo.collect(draw_outer, trials=5, seed=0)
    assert type(table) is Outer
    assert type(table.pair) is Pair
    assert (table.pair.one.shape, table.pair.many.shape, table.count.shape) == ((5,), (5, 2, 3), (5,))
    assert {leaf.dtype.name for leaf in (table.pair.one, table.pair.many, table.count)} == {"float64"}
    alone = draw_outer(montecarlo.stream(0, 3))
    assert table.pair.one[3] == alone.pair.one
    assert np.array_equal(table.pair.many[3], alone.pair.many)
    assert table.count[3] == alone.count


def test_without_trials_the_form_is_kept():
    table = montecarlo.collect(draw_outer, trials=range(7, 7), seed=0)
    assert table.pair.one.shape == (0,)
    assert table.pair.many.shape == (0, 2, 3)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 40), max_size=6))
def test_any_split_of_the_trials_gives_the_same_bits(cuts):
    edges = [0, *sorted(cuts), 40]
    whole = montecarlo.collect(lambda rng: rng.standard_normal(), trials=40, seed=9)
    parts = [
        montecarlo.collect(lambda rng: rng.standard_normal(), trials=range(start, stop), seed=9)
        for start, stop in itertools.pairwise(edges)
    ]
    assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_a_trial_that_raises_is_named():
    numbers = iter(range(10, 20))

    def draw(rng):
        if next(numbers) == 13:
            raise KeyError("eigenvalue")
        return 0.0

    with pytest.raises(
        montecarlo.TrialError, match=r"^trial 13 of seed \(4, 5\) raised KeyError: 'eigenvalue'$"
    ) as info:
        montecarlo.collect(draw, trials=range(10, 20), seed=(4, 5))
    assert (info.value.trial, info.value.seed) == (13, (4, 5))
    assert isinstance(info.value.__cause__, KeyError)


def test_trial_error_survives_pickling_with_the_traceback_of_its_cause():
    with pytest.raises(montecarlo.TrialError) as info:
        montecarlo.collect(lambda rng: 1 / 0, trials=3, seed=2)
    copy = pickle.loads(pickle.dumps(info.value))
    assert type(copy) is montecarlo.TrialError
    assert (copy.trial, copy.seed, copy.reason) == (0, 2, "raised ZeroDivisionError: division by zero")
    assert str(copy) == str(info.value)
    assert "1 / 0" in copy.__notes__[0]
    assert pickle.loads(pickle.dumps(copy)).__notes__ == copy.__notes__
    plain = montecarlo.TrialError(1, 2, "returned nan")
    assert str(pickle.loads(pickle.dumps(plain))) == "trial 1 of seed 2 returned nan"


def test_draws_of_differing_form_are_refused():
    sizes, kinds = iter(range(5)), iter([0.0, Pair(0.0, np.zeros(1))])
    with pytest.raises(DomainError, match=r"shape \(0,\) in trial 0, got .*shape \(1,\) in trial 1"):
        montecarlo.collect(lambda rng: np.zeros(next(sizes)), trials=3, seed=0)
    with pytest.raises(DomainError, match="of one form in all trials"):
        montecarlo.collect(lambda rng: next(kinds), trials=2, seed=0)


@pytest.mark.parametrize("drawn", [None, "text", 1j, {"a": 1.0}, (1.0, 2.0), Pair("text", 1.0), [[1.0], [1.0, 2.0]]])
def test_draws_that_are_not_real_numbers_are_refused(drawn):
    with pytest.raises(DomainError, match="a real number, an array or a NamedTuple of them"):
        montecarlo.collect(lambda rng: drawn, trials=1, seed=0)


def test_trials_run_on_one_blas_thread():
    def draw(rng):
        return max(info["num_threads"] for info in threadpoolctl.threadpool_info() if info["user_api"] == "blas")

    with threadpoolctl.threadpool_limits(limits=3, user_api="blas"):
        assert montecarlo.collect(draw, trials=2, seed=0).tolist() == [1.0, 1.0]
