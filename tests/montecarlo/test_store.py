"""Stores: resuming after a kill, extending, what is refused, and that nothing there is ever overwritten or trusted."""

import functools
import json
import os
import shutil
import signal
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

from theorysim import montecarlo
from theorysim.errors import DomainError


@pytest.fixture
def logged(simulations, tmp_path):
    """Return a run of the simulation that notes its calls; its store is the folder "store"."""
    return functools.partial(
        montecarlo.run, simulations.simulate_logged, folder=tmp_path, seed=3, block=10, store=tmp_path / "store"
    )


def calls(folder):
    """Return the calls since the last look."""
    path = folder / "calls"
    found = path.read_text().split() if path.exists() else []
    path.unlink(missing_ok=True)
    return sorted(found)


def expected(simulations, tmp_path, trials):
    values = simulations.simulate_logged(tmp_path, trials=trials, seed=3)
    calls(tmp_path)
    return [leaf.tobytes() for leaf in values]


def bits(result):
    return [leaf.tobytes() for leaf in result.values]


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_run_resumes_where_it_was_interrupted(logged, simulations, tmp_path):
    (tmp_path / "fail-23").touch()
    with pytest.raises(montecarlo.TrialError, match="trial 23"):
        logged(trials=40)
    assert calls(tmp_path) == ["0-10", "10-20", "20-30"]
    (tmp_path / "fail-23").unlink()
    result = logged(trials=40)
    assert calls(tmp_path) == ["20-30", "30-40"]
    assert type(result.values) is simulations.Sums
    assert bits(result) == expected(simulations, tmp_path, range(40))
    assert bits(logged(trials=40)) == bits(result)
    assert calls(tmp_path) == []


KILLED = """
import os, pathlib, signal, sys

sys.path.insert(0, {folder!r})
import simulations
from theorysim import montecarlo

replace, blocks = os.replace, []

def replace_or_die(source, target):
    if "trials" in str(target):
        blocks.append(target)
    if len(blocks) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target)

os.replace = replace_or_die
work = pathlib.Path({work!r})
montecarlo.run(simulations.simulate_logged, folder=work, seed=3, block=10, trials=40, store=work / "store")
"""


def test_a_run_resumes_after_a_kill_in_the_middle_of_writing(logged, simulations, tmp_path):
    folder = os.path.dirname(simulations.__file__)
    script = KILLED.format(folder=folder, work=str(tmp_path))
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -signal.SIGKILL
    assert calls(tmp_path) == ["0-10", "10-20", "20-30"]
    assert [name for name in contents(tmp_path / "store") if name.endswith(".tmp")]
    assert bits(logged(trials=40)) == expected(simulations, tmp_path, range(40))


def test_a_longer_run_draws_only_the_trials_that_are_missing(logged, simulations, tmp_path):
    logged(trials=15)
    assert calls(tmp_path) == ["0-10", "10-15"]
    result = logged(trials=32)
    assert calls(tmp_path) == ["15-20", "20-30", "30-32"]
    assert bits(result) == expected(simulations, tmp_path, range(32))
    part = logged(trials=range(12, 27))
    assert calls(tmp_path) == []
    assert part.trials.tolist() == list(range(12, 27))
    assert bits(part) == expected(simulations, tmp_path, range(12, 27))
    before = logged(trials=range(35, 38))
    around = logged(trials=range(30, 40))
    assert calls(tmp_path) == ["32-35", "35-38", "38-40"]
    assert bits(before) == expected(simulations, tmp_path, range(35, 38))
    assert bits(around) == expected(simulations, tmp_path, range(30, 40))


def test_workers_fill_a_store_too(simulations, two_processes, tmp_path, logged):
    run = functools.partial(logged, folder=str(tmp_path), trials=40)
    result = run(executor=two_processes)
    assert len(calls(tmp_path)) == 4
    assert bits(run()) == bits(result) == expected(simulations, tmp_path, range(40))


def test_nested_values_are_restored_exactly(simulations, tmp_path):
    run = functools.partial(
        montecarlo.run, simulations.simulate_nested, scale=1.0, trials=100, seed=(1, 2), store=tmp_path
    )
    first, second = run(), run()
    assert type(second.values) is simulations.Nested
    assert type(second.values.sums) is simulations.Sums
    assert second.values.sums.squares.tobytes() == first.values.sums.squares.tobytes()
    assert second.values.sums.total.tobytes() == first.values.sums.total.tobytes()
    assert second.values.largest.tobytes() == first.values.largest.tobytes()


def test_failures_are_stored_with_their_reasons(simulations, tmp_path):
    run = functools.partial(
        montecarlo.run, simulations.simulate_raising, raising=[4, 5], trials=10, seed=0, block=2, store=tmp_path
    )
    first = run(max_failures=2)
    second = run(max_failures=2)
    assert second.omitted == first.omitted == (4, 5)
    assert second.values.tobytes() == first.values.tobytes()
    with pytest.raises(montecarlo.TrialError, match=r"^trial 5 of seed 0 raised LinAlgError: singular matrix") as info:
        run(max_failures=1)
    assert info.value.trial == 5
    with pytest.raises(montecarlo.TrialError, match=r"^trial 4 of seed 0"):
        run()


def test_the_manifest_says_which_run_it_is(simulations, tmp_path):
    matrix = np.eye(2)
    store = tmp_path / "deep" / "store"

    montecarlo.run(simulations.simulate_nested, scale=matrix[0, 0], trials=3, seed=5, store=store)
    manifest = json.loads((store / "manifest.json").read_text())
    assert manifest["simulate"] == "simulations.simulate_nested"
    assert manifest["arguments"] == {"scale": "1"}
    assert (manifest["seed"], manifest["block"], manifest["blas_threads"]) == ("5", 64, 1)
    assert {"theorysim", "numpy", "python", "source", "format", "allow_infinite"} < set(manifest)
    assert sorted(contents(store)) == ["manifest.json", "trials-000000000000-000000000003.npz"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"scale": 2.5}, "argument scale is 2 there and 2.5 here"),
        ({"seed": 4}, "seed is 3 there and 4 here"),
        ({"block": 32}, "block is 64 there and 32 here"),
        ({"allow_infinite": True}, "allow_infinite is False there and True here"),
    ],
)
def test_a_store_of_other_parameters_is_refused_and_left_alone(simulations, tmp_path, change, sentence):
    run = functools.partial(montecarlo.run, simulations.simulate_nested, store=tmp_path, trials=5)
    given = {"scale": 2.0, "seed": 3}
    run(**given)
    before = contents(tmp_path)
    with pytest.raises(DomainError, match=rf"store must be of the same run, got .*, where {sentence}\. Name another"):
        run(**given | change)
    assert contents(tmp_path) == before


def test_a_store_of_another_simulation_or_of_its_former_source_is_refused(simulations, tmp_path):
    def simulate(*, trials, seed):
        return np.zeros(len(trials))

    first = simulate

    def simulate(*, trials, seed):
        return np.ones(len(trials))

    montecarlo.run(first, trials=5, seed=0, store=tmp_path)
    with pytest.raises(DomainError, match=r"simulate is .* there and simulations\.simulate_normals here; source is"):
        montecarlo.run(simulations.simulate_normals, trials=5, seed=0, store=tmp_path)
    with pytest.raises(DomainError, match=r"where source is [0-9a-f]+ there and [0-9a-f]+ here\."):
        montecarlo.run(simulate, trials=5, seed=0, store=tmp_path)


def test_a_store_of_other_versions_is_refused(logged, tmp_path):
    logged(trials=5)
    path = tmp_path / "store" / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"numpy": "1.0", "theorysim": "0.0"}))
    with pytest.raises(DomainError, match=r"numpy is 1\.0 there and .*; theorysim is 0\.0 there and"):
        logged(trials=5)
    path.write_text("{")
    with pytest.raises(DomainError, match=r"manifest\.json cannot be read"):
        logged(trials=5)
    path.write_text("[]")
    with pytest.raises(DomainError, match=r"manifest\.json cannot be read"):
        logged(trials=5)


def test_a_directory_of_other_things_and_a_file_are_refused(simulations, tmp_path):
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(DomainError, match=r"holds thesis\.tex and no manifest\.json"):
        montecarlo.run(simulations.simulate_normals, trials=5, seed=0, store=tmp_path)
    with pytest.raises(DomainError, match=r"store must be a directory, got the file .*thesis\.tex"):
        montecarlo.run(simulations.simulate_normals, trials=5, seed=0, store=tmp_path / "thesis.tex")
    assert os.listdir(tmp_path) == ["thesis.tex"]


BLOCK = "trials-000000000010-000000000020.npz"


@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped", "foreign", "short"])
def test_a_damaged_block_is_named_and_drawn_again_once_deleted(logged, simulations, tmp_path, damage):
    whole = logged(trials=30)
    calls(tmp_path)
    path = tmp_path / "store" / BLOCK
    data = path.read_bytes()
    if damage == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "flipped":
        place = data.index(whole.values.total[12:14].tobytes())
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    elif damage == "foreign":
        path.write_bytes(b"not an archive of arrays" * 100)
    else:
        shutil.copy(
            path.with_name("trials-000000000000-000000000010.npz"),
            path.with_name("trials-000000000010-000000000019.npz"),
        )
        path.unlink()
        path = path.with_name("trials-000000000010-000000000019.npz")
    with pytest.raises(DomainError, match=rf"{path.name} cannot be read \(.*\)\. Delete this file and its trials"):
        logged(trials=30)
    path.unlink()
    assert bits(logged(trials=30)) == bits(whole)
    assert calls(tmp_path) == ["10-20"]


def test_a_stored_type_that_has_changed_is_refused(logged, simulations, tmp_path, monkeypatch):
    logged(trials=5)

    class Sums(NamedTuple):
        total: np.ndarray
        cubes: np.ndarray

    monkeypatch.setattr(simulations, "Sums", Sums)
    with pytest.raises(DomainError, match=r"holds a simulations\.Sums with fields total, squares, which is not found"):
        logged(trials=5)
    monkeypatch.delattr(simulations, "Sums")
    with pytest.raises(DomainError, match="which is not found now"):
        logged(trials=5)


def test_a_type_that_cannot_be_found_again_is_not_stored(tmp_path):
    class Local(NamedTuple):
        value: np.ndarray

    def simulate(*, trials, seed):
        return Local(np.zeros(len(trials)))

    with pytest.raises(DomainError, match="NamedTuples that are defined in a module to be stored"):
        montecarlo.run(simulate, trials=3, seed=0, store=tmp_path)
    assert montecarlo.run(simulate, trials=3, seed=0).values.value.shape == (3,)


def test_a_run_without_trials_stores_nothing(simulations, tmp_path):
    montecarlo.run(simulations.simulate_normals, trials=0, seed=0, store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_store_folders_differ_between_runs(simulations, tmp_path):
    folder = functools.partial(montecarlo.store_folder, tmp_path, simulations.simulate_nested)
    assert folder(seed=0, scale=1.0) == folder(seed=0, scale=1)
    folders = {
        folder(seed=0),
        folder(seed=0, scale=1.0),
        folder(seed=1, scale=1.0),
        folder(seed=0, scale=2.0),
        montecarlo.store_folder(tmp_path, simulations.simulate_normals, seed=0, scale=1.0),
    }
    assert len(folders) == 5
    assert {path.parent for path in folders} == {tmp_path}
    assert montecarlo.store_folder(None, simulations.simulate_nested, seed=0) is None
