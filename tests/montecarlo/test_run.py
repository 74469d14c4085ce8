"""montecarlo.run: the same bits in any cut and order, failures named or omitted, refused simulations, progress."""

import concurrent.futures
import functools
import math
import random
import threading
import time

import numpy as np
import pytest
import threadpoolctl
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import montecarlo
from theorysim.errors import DomainError


class Shuffled(concurrent.futures.Executor):
    """Runs its tasks one after the other in an order drawn from a seed, as soon as all of them are there."""

    def __init__(self, n_tasks, seed):
        self._n_tasks, self._random = n_tasks, random.Random(seed)
        self._tasks, self.n_run = [], 0

    def submit(self, function, /, *arguments):
        future = concurrent.futures.Future()
        self._tasks.append((future, function, arguments))
        if len(self._tasks) == self._n_tasks:
            threading.Thread(target=self._work).start()
        return future

    def _work(self):
        for future, function, arguments in self._random.sample(self._tasks, len(self._tasks)):
            if future.set_running_or_notify_cancel():
                self.n_run += 1
                try:
                    future.set_result(function(*arguments))
                except Exception as error:
                    future.set_exception(error)


class Waiting(Shuffled):
    """Runs the task that fails, then waits until all later ones are cancelled, then runs the others."""

    def __init__(self, n_tasks, failing):
        super().__init__(n_tasks, seed=0)
        self._failing = failing

    def _work(self):
        tasks, later = self._tasks, [future for future, *_ in self._tasks[self._failing + 1 :]]
        self._tasks = [tasks[self._failing]]
        super()._work()
        end = time.monotonic() + 10
        while time.monotonic() < end and not all(future.cancelled() for future in later):
            time.sleep(0.001)
        self._tasks = tasks[: self._failing] + tasks[self._failing + 1 :]
        super()._work()


def leaves(values):
    return [leaf for part in values for leaf in leaves(part)] if isinstance(values, tuple) else [values]


def bits(values):
    return [leaf.tobytes() for leaf in leaves(values)]


def test_values_trials_and_omitted(simulations):
    result = montecarlo.run(simulations.simulate_nested, scale=2.0, trials=range(60, 200), seed=3)
    assert type(result.values) is simulations.Nested
    assert type(result.values.sums) is simulations.Sums
    assert result.values.sums.squares.shape == (140, 5)
    assert result.trials.tolist() == list(range(60, 200))
    assert result.omitted == ()
    assert bits(result.values) == bits(simulations.simulate_nested(2.0, trials=range(60, 200), seed=3))


def test_two_hundred_trials_begin_with_the_same_hundred(simulations):
    few = montecarlo.run(simulations.simulate_eigenvalues, n_samples=40, n_features=20, trials=100, seed=5).values
    many = montecarlo.run(simulations.simulate_eigenvalues, n_samples=40, n_features=20, trials=200, seed=5).values
    assert many[:100].tobytes() == few.tobytes()


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.integers(0, 50), st.integers(0, 90), st.integers(1, 100))
def test_any_block_and_range_gives_the_same_bits(simulations, first, count, block):
    trials = range(first, first + count)
    whole = simulations.simulate_nested(1.0, trials=140, seed=8)
    result = montecarlo.run(simulations.simulate_nested, scale=1.0, trials=trials, seed=8, block=block)
    assert bits(result.values) == [
        np.ascontiguousarray(leaf[trials.start : trials.stop]).tobytes() for leaf in leaves(whole)
    ]


def test_blocks_are_cut_at_multiples():
    seen = []

    def simulate(*, trials, seed):
        seen.append(trials)
        return np.zeros(len(trials))

    montecarlo.run(simulate, trials=range(5, 21), seed=0, block=8)
    assert seen == [range(5, 8), range(8, 16), range(16, 21)]


@pytest.mark.parametrize("order", range(4))
def test_any_order_of_completion_gives_the_same_bits(simulations, order):
    serial = montecarlo.run(simulations.simulate_nested, scale=1.0, trials=100, seed=1, block=7)
    executor = Shuffled(15, order)
    shuffled = montecarlo.run(simulations.simulate_nested, scale=1.0, trials=100, seed=1, block=7, executor=executor)
    assert bits(shuffled.values) == bits(serial.values)
    assert shuffled.trials.tolist() == serial.trials.tolist()
    assert executor.n_run == 15


def test_without_trials(simulations):
    result = montecarlo.run(simulations.simulate_nested, scale=1.0, trials=0, seed=1)
    assert result.values.sums.squares.shape == (0, 5)
    assert result.trials.shape == (0,)


def test_values_are_in_c_order_whatever_the_simulation_returns():
    def simulate(*, trials, seed):
        return np.ones((3, len(trials)), order="C").T

    for block in (10, 64):
        assert montecarlo.run(simulate, trials=20, seed=0, block=block).values.flags.c_contiguous


def test_each_block_runs_on_one_blas_thread(simulations):
    import scipy.linalg  # noqa: F401

    with threadpoolctl.threadpool_limits(limits=3, user_api="blas"):
        result = montecarlo.run(simulations.simulate_environment, trials=3, seed=0)
    assert result.values[:, -1].tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("mark", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("make", [lambda: None, lambda: Shuffled(7, 0), lambda: Shuffled(7, 1), lambda: Shuffled(7, 2)])
def test_the_first_value_that_is_not_finite_is_named(simulations, mark, make):
    marks = {57: math.nan, 33: mark, 62: math.nan}
    with pytest.raises(montecarlo.TrialError, match=rf"^trial 33 of seed 9 returned {mark} in squares$") as info:
        montecarlo.run(simulations.simulate_marked, marks=marks, trials=70, seed=9, block=10, executor=make())
    assert (info.value.trial, info.value.seed) == (33, 9)


def test_nothing_is_drawn_after_a_failure(simulations, tmp_path):
    (tmp_path / "fail-23").touch()
    with pytest.raises(montecarlo.TrialError, match="trial 23"):
        montecarlo.run(simulations.simulate_logged, folder=tmp_path, trials=200, seed=0, block=10)
    assert (tmp_path / "calls").read_text().split() == ["0-10", "10-20", "20-30"]
    executor = Shuffled(20, 0)
    with pytest.raises(montecarlo.TrialError, match="trial 23"):
        montecarlo.run(simulations.simulate_logged, folder=tmp_path, trials=200, seed=0, block=10, executor=executor)
    assert executor.n_run < 20


def test_blocks_after_a_failure_are_cancelled_while_earlier_ones_run(simulations, tmp_path):
    (tmp_path / "fail-23").touch()
    executor = Waiting(8, failing=2)
    with pytest.raises(montecarlo.TrialError, match="trial 23"):
        montecarlo.run(simulations.simulate_logged, folder=tmp_path, trials=80, seed=0, block=10, executor=executor)
    assert sorted((tmp_path / "calls").read_text().split()) == ["0-10", "10-20", "20-30"]


def test_a_trial_that_raises_keeps_its_cause(simulations, tmp_path):
    (tmp_path / "fail-13").touch()
    with pytest.raises(montecarlo.TrialError, match="trial 13 of seed 0 raised ArithmeticError: told to fail") as info:
        montecarlo.run(simulations.simulate_logged, folder=tmp_path, trials=20, seed=0)
    assert isinstance(info.value.__cause__, ArithmeticError)


def test_a_call_that_raises_is_searched_for_its_trial(simulations):
    with pytest.raises(
        montecarlo.TrialError, match=r"^trial 41 of seed 2 raised LinAlgError: singular matrix$"
    ) as info:
        montecarlo.run(simulations.simulate_raising, raising={41, 50}, trials=100, seed=2)
    assert isinstance(info.value.__cause__, np.linalg.LinAlgError)


def test_failures_up_to_the_limit_are_omitted(simulations):
    complete = simulations.simulate_normals(trials=100, seed=2)
    for executor in (None, Shuffled(10, 3)):
        result = montecarlo.run(
            simulations.simulate_raising,
            raising={0, 41, 50},
            trials=100,
            seed=2,
            block=10,
            max_failures=3,
            executor=executor,
        )
        assert result.omitted == (0, 41, 50)
        assert result.trials.tolist() == [trial for trial in range(100) if trial not in (0, 41, 50)]
        assert result.values.tobytes() == complete[result.trials].tobytes()


@pytest.mark.parametrize(
    "make", [lambda: None, lambda: Shuffled(10, 0), lambda: Shuffled(10, 1), lambda: Shuffled(10, 2)]
)
def test_one_failure_more_raises_and_names_it(simulations, make):
    with pytest.raises(montecarlo.TrialError, match="trial 50") as info:
        montecarlo.run(
            simulations.simulate_raising,
            raising={0, 41, 50, 55, 99},
            trials=100,
            seed=2,
            block=10,
            max_failures=2,
            executor=make(),
        )
    assert info.value.trial == 50
    assert "2 trials before it failed too" in info.value.__notes__[0]


def test_one_trial_of_a_row_that_raises_is_omitted_alone(simulations, tmp_path):
    complete = simulations.simulate_logged(tmp_path, trials=range(20), seed=0)
    (tmp_path / "fail-13").touch()
    result = montecarlo.run(simulations.simulate_logged, folder=tmp_path, trials=20, seed=0, max_failures=1)
    assert result.omitted == (13,)
    assert bits(result.values) == [np.delete(leaf, 13, axis=0).tobytes() for leaf in complete]


def test_failures_of_both_kinds_are_omitted(simulations):
    def simulate(*, trials, seed):
        simulations.simulate_raising({4}, trials=trials, seed=seed)
        return simulations.simulate_marked({2: math.nan, 12: math.inf}, trials=trials, seed=seed)

    result = montecarlo.run(simulate, trials=20, seed=0, block=10, max_failures=3)
    assert result.omitted == (2, 4, 12)
    assert result.values.squares.shape == (17, 3)
    assert np.isfinite(result.values.squares).all()


def test_a_block_without_any_good_trial(simulations):
    result = montecarlo.run(simulations.simulate_raising, raising={4, 5}, trials=10, seed=0, block=2, max_failures=2)
    assert result.omitted == (4, 5)
    assert len(result.values) == 8
    with pytest.raises(montecarlo.TrialError, match="trial 4"):
        montecarlo.run(simulations.simulate_raising, raising={4, 5}, trials=range(4, 6), seed=0, max_failures=2)


def test_infinite_values_where_they_are_allowed(simulations):
    run = functools.partial(montecarlo.run, simulations.simulate_marked, trials=10, seed=0, allow_infinite=True)
    assert run(marks={3: math.inf}).values.squares[3, 1] == math.inf
    with pytest.raises(montecarlo.TrialError, match="trial 3 of seed 0 returned nan in squares"):
        run(marks={3: math.nan, 2: math.inf})


def test_a_call_that_raises_only_as_a_whole():
    def simulate(*, trials, seed):
        if len(trials) > 1:
            raise MemoryError("too many")
        return np.zeros(1)

    with pytest.raises(RuntimeError, match="trials 0 to 2 of seed 7 raise MemoryError together but none of them alone"):
        montecarlo.run(simulate, trials=3, seed=7)


def test_a_domain_error_of_the_simulation_is_not_a_failed_trial():
    def simulate(load, *, trials, seed):
        raise DomainError("room.simulate: load must be in (0, inf), got -1.0.")

    for executor in (None, Shuffled(2, 0)):
        with pytest.raises(DomainError, match=r"^room\.simulate: load must be in"):
            montecarlo.run(simulate, load=-1.0, trials=100, seed=0, max_failures=5, executor=executor)


def simulate_sizes(sizes, *, trials, seed):
    return np.zeros((len(trials), *sizes[trials.start // 10]))


def test_values_of_differing_shape_are_refused():
    with pytest.raises(DomainError, match=r"shape \(3,\) in trials 0 to 9, got .*shape \(4,\) in trials 10 to 14"):
        montecarlo.run(simulate_sizes, sizes=[(3,), (4,)], trials=15, seed=0, block=10)


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        (np.zeros((3, 5)), "an array whose first axis are the 5 trials, got an array of shape"),
        (0.0, "an array whose first axis are the 5 trials, got 0.0"),
        (np.zeros(5, dtype=complex), "an array of real numbers"),
        (["a"] * 5, "an array of real numbers"),
        ((np.zeros(5), np.zeros(5)), "an array of real numbers"),
        ({"test": np.zeros(5)}, "an array of real numbers"),
        (None, "an array of real numbers"),
    ],
)
def test_values_without_trial_axis_are_refused(value, allowed):
    with pytest.raises(DomainError, match=f"simulate's value must be {allowed}"):
        montecarlo.run(lambda *, trials, seed: value, trials=5, seed=0)


def test_arguments_that_do_not_fit_are_refused(simulations):
    with pytest.raises(DomainError, match=r"the arguments must fit simulate_nested\(scale, .*: missing a required"):
        montecarlo.run(simulations.simulate_nested, trials=1, seed=0)
    with pytest.raises(DomainError, match=r"the arguments must fit .*\(rng\): "):
        montecarlo.run(lambda rng: 0.0, trials=1, seed=0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"trials": -1}, "trials must be"),
        ({"seed": 0.5}, "seed must be"),
        ({"block": 0}, "block must be a positive integer, got 0"),
        ({"block": 2.0}, "block must be a positive integer"),
        ({"max_failures": -1}, "max_failures must be an integer >= 0"),
        ({"executor": 2}, "executor must be None, a concurrent.futures.Executor"),
        ({"executor": lambda: 3}, r"executor\(\) must be an Executor, got 3"),
    ],
)
def test_other_arguments_are_refused(simulations, wrong, sentence):
    with pytest.raises(DomainError, match=sentence):
        montecarlo.run(simulations.simulate_normals, **{"trials": 3, "seed": 0, **wrong})
    with pytest.raises(DomainError, match="simulate must be a function"):
        montecarlo.run(3, trials=1, seed=0)


def test_progress_is_shown_on_standard_error_only_when_asked_for(simulations, capfd):
    montecarlo.run(simulations.simulate_normals, trials=100, seed=0)
    assert capfd.readouterr() == ("", "")
    montecarlo.run(simulations.simulate_normals, trials=100, seed=0, progress=True)
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "100/100" in shown.err
