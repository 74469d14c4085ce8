"""The same seed gives the same verdict on any executor and from any store."""

import concurrent.futures
import importlib
import math

import pytest

from theorysim import montecarlo, testing

MODULE = """
import math
from typing import NamedTuple
import numpy as np
from theorysim import montecarlo

class Risk(NamedTuple):
    test: object
    train: object

def draw(rng, load, size):
    noise = rng.standard_normal((size, 3)).mean(axis=0)
    return Risk(1 + load + noise[0] + 1 / size, load * np.exp(0.5 * noise[1:]))

def simulate(load, *, size, trials, seed):
    return montecarlo.collect(lambda rng: draw(rng, load, size), trials=trials, seed=seed)
"""

CASES = [{"load": 0.5}, {"load": 2.0}]


@pytest.fixture
def users(tmp_path, monkeypatch):
    (tmp_path / "users_simulation.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("users_simulation")
    monkeypatch.delitem(__import__("sys").modules, "users_simulation")


def limit(load):
    return 1 + load, [load, load]


def test_serial_threads_and_processes_agree(users):
    theory = lambda load: users.Risk(*limit(load))  # noqa: E731
    arguments = {"cases": CASES, "sizes": [20, 40, 80], "order": 1, "detect": 0.1, "seed": 5}
    serial = testing.assert_agrees(theory, users.draw, **arguments)
    assert serial.outcome == "agrees"
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        assert testing.assert_agrees(theory, users.draw, executor=threads, **arguments) == serial
    with montecarlo.processes(2) as processes:
        assert testing.assert_agrees(theory, users.draw, executor=processes, **arguments) == serial
        assert testing.assert_agrees(theory, users.simulate, executor=processes, **arguments) == serial
        wrong = lambda load: users.Risk(1.15 * (1 + load), [load, load])  # noqa: E731
        verdicts = []
        for executor in (None, processes):
            with pytest.raises(testing.Disagreement) as caught:
                testing.assert_agrees(wrong, users.draw, executor=executor, **arguments)
            verdicts.append(caught.value.verdict)
        assert verdicts[0] == verdicts[1]


def test_siblings_on_threads():
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        for executor in (None, threads):
            quantile = testing.assert_quantile_agrees(
                lambda k: math.log(2),
                lambda rng, k: rng.exponential(),
                cases=[{"k": 1}, {"k": 2}],
                detect=0.2,
                seed=0,
                executor=executor,
            )
            bound = testing.assert_bound_holds(
                lambda k: 3.0,
                lambda rng, k: rng.exponential(),
                cases=[{"k": 1}, {"k": 2}],
                failure_rate=0.1,
                seed=0,
                executor=executor,
            )
            proportion = testing.assert_proportion_agrees(
                lambda k: 0.5,
                lambda rng, k: rng.random() < 0.5,
                cases=[{"k": 1}, {"k": 2}],
                detect=0.2,
                seed=0,
                executor=executor,
            )
            if executor is None:
                serial = (quantile, bound, proportion)
        assert (quantile, bound, proportion) == serial


def test_a_store_has_a_folder_for_each_case_and_size_and_resumes(tmp_path, users):
    theory = lambda load: users.Risk(*limit(load))  # noqa: E731
    arguments = {
        "cases": CASES,
        "sizes": [20, 40, 80],
        "order": 1,
        "detect": 0.1,
        "seed": 5,
        "store": tmp_path / "runs",
    }
    first = testing.assert_agrees(theory, users.draw, **arguments)
    folders = sorted(folder.name for folder in (tmp_path / "runs").iterdir())
    assert len(folders) == 6
    times = {file: file.stat().st_mtime_ns for file in (tmp_path / "runs").glob("*/*.npz")}
    assert times
    assert testing.assert_agrees(theory, users.draw, **arguments) == first
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "runs").glob("*/*.npz")} == times
    assert testing.assert_agrees(theory, users.draw, **{**arguments, "store": None}) == first


def test_names_of_a_case_are_not_arguments_of_the_run():
    verdict = testing.assert_agrees(
        lambda block, store: block, lambda rng, block, store: block, cases=[{"block": 2.0, "store": 1}], seed=0
    )
    assert verdict.outcome == "agrees"
