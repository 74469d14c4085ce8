"""Monte Carlo of gradient flow: 100 trials of 200 samples and 200 features, 100 times each, on one core.

Peers: a plain NumPy loop that draws teacher, start and noise and follows the weights through `eigh`, one run a trial,
and the same loop with the averages over teacher and noise as here, but one time after another. Errors are relative to
singular values of the same designs (for the drawn runs: to their own expectation, hence statistical).
"""

import numpy as np

from benchmarks.harness import Row, median_seconds
from theorysim import gradient_flow, montecarlo

SIZE, TRIALS, SEED = 200, 100, 0
TIMES = np.geomspace(0.01, 1e3, 100)
ARGUMENTS = {"signal_variance": 2.0, "noise_variance": 1.0, "size": SIZE, "trials": TRIALS, "seed": SEED}


def ours():
    return gradient_flow.simulate_risk(TIMES, 1.0, **ARGUMENTS)


def singular_values():
    """Return the same trials through singular values, because a later time asks for them."""
    found = gradient_flow.simulate_risk(np.append(TIMES, 1e4), 1.0, **ARGUMENTS)
    return found.test[:, :-1], found.train[:, :-1]


def drawn_runs():
    test, train = np.empty((2, TRIALS, len(TIMES)))
    with montecarlo.single_threaded():
        for trial, rng in enumerate(montecarlo.streams(TRIALS, SEED)):
            design = rng.standard_normal((SIZE, SIZE))
            teacher = rng.standard_normal(SIZE) * np.sqrt(2.0 / SIZE)
            noise = rng.standard_normal(SIZE)
            eigenvalues, vectors = np.linalg.eigh(design.T @ design / SIZE)
            start = -vectors.T @ teacher
            pull = vectors.T @ (design.T @ noise) / SIZE
            for index, time in enumerate(TIMES):
                decay = np.exp(-eigenvalues * time)
                error = vectors @ (decay * start + (1 - decay) / eigenvalues * pull)
                test[trial, index] = 1.0 + error @ error
                residual = noise - design @ error
                train[trial, index] = residual @ residual / SIZE
    return test, train


def averaged_loop():
    test, train = np.empty((2, TRIALS, len(TIMES)))
    with montecarlo.single_threaded():
        for trial, rng in enumerate(montecarlo.streams(TRIALS, SEED)):
            design = rng.standard_normal((SIZE, SIZE))
            eigenvalues, _ = np.linalg.eigh(design.T @ design / SIZE)
            for index, time in enumerate(TIMES):
                decay = np.exp(-eigenvalues * time)
                learned = ((1 - decay) ** 2 / eigenvalues).mean()
                test[trial, index] = 1.0 + 2.0 * (decay**2).mean() + learned
                train[trial, index] = ((2.0 * eigenvalues + 1.0) * decay**2).mean()
    return test, train


def rows():
    """Time the three, and the way through singular values that later times take."""
    exact = singular_values()

    def error(found):
        return max(float(np.max(np.abs(a / b - 1))) for a, b in zip(found, exact))

    drawn = drawn_runs()
    statistical = float(np.max(np.abs(drawn[0].mean(0) / exact[0].mean(0) - 1)))
    job = "gradient-flow Monte Carlo, 100 trials, n = p = 200, 100 times up to 1e3, one core"
    return [
        Row(job, "theorysim", median_seconds(ours, repeats=5), error(ours()), "limits: 0.35 s, 1e-12"),
        Row(job, "theorysim, singular values", median_seconds(singular_values, repeats=3), 0.0, "times above 1e3"),
        Row(job, "NumPy loop, averaged", median_seconds(averaged_loop, repeats=3), error(averaged_loop()), "eigh"),
        Row(
            job,
            "NumPy loop, drawn",
            median_seconds(drawn_runs, repeats=3),
            statistical,
            "error of the mean over trials",
        ),
    ]
