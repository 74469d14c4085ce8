"""Executors: the same bits from processes, threads and Dask, and from pools whose workers die."""

import concurrent.futures
import multiprocessing
import os

import pytest

from theorysim import montecarlo
from theorysim.errors import DomainError

ARGUMENTS = {"n_samples": 60, "n_features": 30, "trials": 50, "seed": 1234}


@pytest.fixture(scope="module")
def serial(simulations):
    return montecarlo.run(simulations.simulate_eigenvalues, **ARGUMENTS).values


@pytest.mark.parametrize("block", [1, 7, 64])
def test_two_processes_give_the_bits_of_a_serial_run(simulations, two_processes, serial, block):
    result = montecarlo.run(simulations.simulate_eigenvalues, **ARGUMENTS, executor=two_processes, block=block)
    assert result.values.tobytes() == serial.tobytes()


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_give_the_bits_of_a_serial_run(simulations, serial, workers):
    with concurrent.futures.ThreadPoolExecutor(workers) as executor:
        result = montecarlo.run(simulations.simulate_eigenvalues, **ARGUMENTS, executor=executor, block=4)
    assert result.values.tobytes() == serial.tobytes()


def test_one_process_gives_the_bits_of_a_serial_run(simulations, serial):
    result = montecarlo.run(simulations.simulate_eigenvalues, **ARGUMENTS, executor=montecarlo.processes(1))
    assert result.values.tobytes() == serial.tobytes()


def test_a_dask_cluster_gives_the_bits_of_a_serial_run(simulations, serial, tmp_path):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path)
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        result = montecarlo.run(
            simulations.simulate_eigenvalues, **ARGUMENTS, executor=client.get_executor(retries=2), block=8
        )
        assert result.values.tobytes() == serial.tobytes()
        died = montecarlo.run(
            simulations.simulate_dying,
            folder=str(tmp_path),
            deadly=30,
            deaths=1,
            trials=50,
            seed=4,
            block=8,
            executor=client.get_executor(retries=2),
        )
        assert (tmp_path / "death-0").exists()
        assert died.values.tobytes() == simulations.simulate_normals(trials=50, seed=4).tobytes()


def test_structures_and_failures_come_back_from_processes(simulations, two_processes, tmp_path):
    result = montecarlo.run(simulations.simulate_nested, scale=1.0, trials=20, seed=0, block=4, executor=two_processes)
    assert type(result.values.sums) is simulations.Sums
    (tmp_path / "fail-13").touch()
    with pytest.raises(
        montecarlo.TrialError, match=r"^trial 13 of seed 0 raised ArithmeticError: told to fail"
    ) as info:
        montecarlo.run(
            simulations.simulate_logged, folder=str(tmp_path), trials=20, seed=0, block=4, executor=two_processes
        )
    assert (info.value.trial, info.value.seed) == (13, 0)
    assert "ArithmeticError: told to fail in 13" in info.value.__notes__[0]
    assert "simulations.py" in info.value.__notes__[0]


def test_workers_have_one_thread_and_the_environment_is_left_alone(simulations, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    with montecarlo.processes(1) as executor:
        result = montecarlo.run(simulations.simulate_environment, trials=2, seed=0, executor=executor)
    assert result.values.tolist() == [[1.0, 1.0, 1.0, 1.0]] * 2
    assert os.environ["OMP_NUM_THREADS"] == "5"
    assert "NUMBA_NUM_THREADS" not in os.environ


def dying(simulations, folder, deaths, executor):
    return montecarlo.run(
        simulations.simulate_dying,
        folder=str(folder),
        deadly=70,
        deaths=deaths,
        trials=100,
        seed=4,
        block=10,
        executor=executor,
    )


def test_blocks_of_a_dead_worker_are_drawn_again(simulations, tmp_path):
    with montecarlo.processes(2) as executor:
        result = dying(simulations, tmp_path, 1, executor)
        assert (tmp_path / "death-0").exists()
        assert result.values.tobytes() == simulations.simulate_normals(trials=100, seed=4).tobytes()
        assert executor.submit(abs, -3).result() == 3


def spawned_pool():
    return concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def test_a_function_that_returns_executors_renews_them_and_shuts_them_down(simulations, tmp_path):
    made = []

    def make():
        made.append(spawned_pool())
        return made[-1]

    result = dying(simulations, tmp_path, 1, make)
    assert result.values.tobytes() == simulations.simulate_normals(trials=100, seed=4).tobytes()
    assert len(made) == 2
    for executor in made:
        with pytest.raises(RuntimeError):
            executor.submit(abs, -3)


def test_a_pool_that_cannot_be_renewed_says_so(simulations, tmp_path):
    with (
        spawned_pool() as executor,
        pytest.raises(concurrent.futures.BrokenExecutor, match=r"pass montecarlo\.processes\(workers\), or a function"),
    ):
        dying(simulations, tmp_path, 1, executor)


class Broken(concurrent.futures.Executor):
    """Loses every task, and counts the pools that it stands for."""

    made = 0

    def __init__(self):
        Broken.made += 1

    def submit(self, function, /, *arguments):
        future = concurrent.futures.Future()
        future.set_exception(concurrent.futures.BrokenExecutor("a child process terminated abruptly"))
        return future


def test_workers_that_always_die_end_the_run(simulations):
    Broken.made = 0
    with pytest.raises(concurrent.futures.BrokenExecutor, match="workers died 4 times with 10 blocks left, the first"):
        dying(simulations, "", 0, Broken)
    assert Broken.made == 4


def test_what_workers_cannot_import_is_refused(two_processes):
    with pytest.raises(DomainError, match="simulate must be a function of a module"):
        montecarlo.run(lambda *, trials, seed: 0.0, trials=3, seed=0, executor=two_processes)


def test_processes_are_shut_down_after_the_block():
    with montecarlo.processes(1) as executor:
        pass
    with pytest.raises(RuntimeError, match="has been shut down"):
        executor.submit(abs, 1)


def test_processes_by_default_and_refused_numbers():
    assert isinstance(montecarlo.processes(), concurrent.futures.Executor)
    for workers in (0, -1, 2.0, True, "2"):
        with pytest.raises(DomainError, match=r"montecarlo\.processes: workers must be a positive integer"):
            montecarlo.processes(workers)
