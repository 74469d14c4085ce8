"""Simulations that spawned workers can import; the folder of this file is put on their path by conftest.py."""

import os
import pathlib
from typing import NamedTuple

import numpy as np

from theorysim import montecarlo


class Sums(NamedTuple):
    total: np.ndarray
    squares: np.ndarray


class Nested(NamedTuple):
    sums: Sums
    largest: np.ndarray


def simulate_normals(size=3, *, trials, seed):
    return montecarlo.collect(lambda rng: rng.standard_normal(size), trials=trials, seed=seed)


def simulate_nested(scale, *, trials, seed):
    def draw(rng):
        values = scale * rng.standard_normal(5)
        return Nested(Sums(values.sum(), values**2), values.max())

    return montecarlo.collect(draw, trials=trials, seed=seed)


def simulate_eigenvalues(n_samples, n_features, *, trials, seed):
    """Return all eigenvalues of X^T X / n_samples: bits that depend on the number of BLAS threads."""

    def draw(rng):
        features = rng.standard_normal((n_samples, n_features))
        return np.linalg.eigvalsh(features.T @ features / n_samples)

    return montecarlo.collect(draw, trials=trials, seed=seed)


def simulate_logged(folder, *, trials, seed):
    """Note each call in a file, and raise in trial T while a file named fail-T is there."""
    folder = pathlib.Path(folder)
    with (folder / "calls").open("a") as calls:
        calls.write(f"{trials.start}-{trials.stop}\n")
    numbers = iter(trials)

    def draw(rng):
        trial = next(numbers)
        if (folder / f"fail-{trial}").exists():
            raise ArithmeticError(f"told to fail in {trial}")
        return Sums(rng.standard_normal(), rng.standard_normal(2))

    return montecarlo.collect(draw, trials=trials, seed=seed)


def simulate_dying(folder, deadly, deaths, *, trials, seed):
    """Kill the process that draws a deadly trial, as many times as told."""
    for death in range(deaths if deadly in trials else 0):
        marker = pathlib.Path(folder) / f"death-{death}"
        if not marker.exists():
            marker.touch()
            os._exit(1)
    return simulate_normals(trials=trials, seed=seed)


def simulate_marked(marks, *, trials, seed):
    """Put a given value into the second of three numbers of given trials: {trial: value}."""
    values = simulate_normals(trials=trials, seed=seed)
    for row, trial in enumerate(trials):
        if trial in marks:
            values[row, 1] = marks[trial]
    return Sums(values[:, 0], values)


def simulate_raising(raising, *, trials, seed):
    """Raise for a whole call that contains one of the trials, as a simulation vectorised over trials does."""
    if any(trial in raising for trial in trials):
        raise np.linalg.LinAlgError("singular matrix")
    return simulate_normals(trials=trials, seed=seed)


def simulate_environment(*, trials, seed):
    """Return the number of threads in the environment and the largest number of BLAS threads, for each trial."""
    import threadpoolctl

    environment = [float(os.environ.get(f"{name}_NUM_THREADS", "-1")) for name in ("OPENBLAS", "OMP", "NUMBA")]
    blas = max(info["num_threads"] for info in threadpoolctl.threadpool_info() if info["user_api"] == "blas")
    return np.tile([*environment, blas], (len(trials), 1))
