"""Kernel ridge regression against a second solver: least squares on stacked features, by singular values.

A case's matrix K = F F' is factored; the weights w minimize |y - F w|^2 + ridge |w|^2, which is least squares on F with
sqrt(ridge) I below. Predictions F w must be those of the kernel's coefficients, in units of 1e-8 of the targets. A
solver that adds 1e-6 to the ridge in secret is rejected.
"""

import numpy as np

from theorysim import montecarlo, ridge, testing

UNIT = 1e-8
JITTER = 1e-6
MATRIX = np.diag([4.0, 4.0, 1.0, 0.5, 0.25, 0.0, 0.25, 0.25]) + 0.1
DUPLICATES = np.asarray([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]])
LARGE = 1 / (1 + np.abs(np.arange(240)[:, None] - np.arange(240)))
CASES = (
    {"kernel_matrix": MATRIX, "targets": np.ones(8), "ridge": 0.5},
    {"kernel_matrix": MATRIX, "targets": np.ones(8), "ridge": 0.0},
    {"kernel_matrix": DUPLICATES, "targets": np.ones(3), "ridge": 0.0},
    {"kernel_matrix": DUPLICATES, "targets": np.ones(3), "ridge": 1e-3},
    {"kernel_matrix": LARGE, "targets": np.ones(240), "ridge": 0.1},
)


def no_difference(**case):
    """Return what the comparison expects."""
    return 0.0


def simulate(*, kernel_matrix, targets, ridge=0.0, trials, seed):
    """Measure the largest difference of predictions and of K coefficients, in units of UNIT, with random targets."""
    return _collect(kernel_matrix, targets, ridge, ridge, trials, seed)


def simulate_jitter(*, kernel_matrix, targets, ridge=0.0, trials, seed):
    """Measure the same for a ridge that is larger than what was asked for."""
    return _collect(kernel_matrix, targets, ridge, ridge + JITTER, trials, seed)


def _collect(kernel_matrix, targets, asked, used, trials, seed):
    kernel_matrix = np.asarray(kernel_matrix, dtype=float)
    eigenvalues, vectors = np.linalg.eigh(kernel_matrix)
    features = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
    stacked = np.concatenate([features, np.sqrt(asked) * np.eye(len(targets))])

    def one_trial(rng):
        values = rng.standard_normal(len(targets))
        below = np.concatenate([values, np.zeros(len(targets))])
        expected = features @ np.linalg.lstsq(stacked, below, rcond=1e-10)[0]
        found = ridge.solve(kernel_matrix, values, used)
        difference = np.maximum(np.abs(found.fitted - expected), np.abs(kernel_matrix @ found.coefficients - expected))
        return np.max(difference) / UNIT

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    """Compare in all cases; raise where the solvers differ."""
    settings = {"scale": 1.0, "slack": detect / 2, "executor": executor, "store": store}
    return testing.assert_agrees(no_difference, simulate, cases=cases, detect=detect, seed=seed, **settings)


def control(cases, *, seed=0):
    """Assert that a hidden jitter is rejected."""
    settings = {"scale": 1.0, "slack": 0.025, "detect": 0.05, "seed": seed}
    return testing.assert_rejects(no_difference, simulate_jitter, cases=cases, **settings)
