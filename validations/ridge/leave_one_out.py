"""Leave-one-out residuals against fits that leave points out, and their mean square against the test risk.

First, on the kernel matrix of a case and random targets, the closed form against one fit for each point left out, in
units of 1e-9 of the targets. Second, on Gaussian features with the eigenvalues of the case's matrix: the mean square is
an unbiased estimate of the test risk with one sample less, at any size; here of the risk of the very fit that leaves
the last sample out. The training error, the naive estimate, is rejected.
"""

import numpy as np

from theorysim import montecarlo, ridge, spectra, testing

UNIT = 1e-9
SAMPLES, OUTPUTS = 12, 32
MATRIX = np.diag([4.0, 4.0, 1.0, 0.5, 0.25, 0.0, 0.25, 0.25]) + 0.1
DUPLICATES = np.asarray([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]])
CASES = (
    {"kernel_matrix": MATRIX, "targets": np.ones(8), "ridge": 0.5},
    {"kernel_matrix": MATRIX, "targets": np.ones(8), "ridge": 0.0},
    {"kernel_matrix": DUPLICATES, "targets": np.ones(3), "ridge": 0.0},
)


def left_out(kernel_matrix, targets, strength):
    """Return the residuals of all points, each from a least-squares fit to the others."""
    residuals = np.empty(targets.shape)
    for point in range(len(targets)):
        others = np.delete(np.arange(len(targets)), point)
        matrix = kernel_matrix[np.ix_(others, others)] + strength * np.eye(len(others))
        coefficients = np.linalg.lstsq(matrix, targets[others], rcond=1e-12)[0]
        residuals[point] = targets[point] - kernel_matrix[point, others] @ coefficients
    return residuals


def no_difference(**case):
    """Return what both comparisons expect."""
    return 0.0


def simulate_difference(*, kernel_matrix, targets, ridge=0.0, trials, seed):
    """Measure the largest difference between closed form and fits, in units of UNIT, with random targets."""
    from theorysim.ridge import leave_one_out

    kernel_matrix = np.asarray(kernel_matrix, dtype=float)

    def one_trial(rng):
        values = rng.standard_normal(len(targets))
        difference = leave_one_out(kernel_matrix, values, ridge).residuals - left_out(kernel_matrix, values, ridge)
        return np.max(np.abs(difference)) / UNIT

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def simulate_bias(*, kernel_matrix, targets, ridge=0.0, trials, seed):
    """Measure leave-one-out mean square less test risk of a fit with one sample less; targets of mean square 2."""
    return _collect_bias(_mean_square, kernel_matrix, ridge, trials, seed)


def simulate_naive_bias(*, kernel_matrix, targets, ridge=0.0, trials, seed):
    """Measure training error less test risk of a fit with one sample less."""
    return _collect_bias(_training_error, kernel_matrix, ridge, trials, seed)


def _mean_square(matrix, targets, strength):
    return ridge.leave_one_out(matrix, targets, strength).mean_square


def _training_error(matrix, targets, strength):
    return np.mean((targets - ridge.solve(matrix, targets, strength).fitted) ** 2)


def _collect_bias(estimate, kernel_matrix, strength, trials, seed):
    eigenvalues = spectra.Spectrum.from_kernel_matrix(kernel_matrix).eigenvalues
    scale = np.sqrt(np.repeat(eigenvalues, 3))

    def one_trial(rng):
        directions = rng.standard_normal((SAMPLES, scale.size))
        weights = rng.standard_normal((scale.size, OUTPUTS)) / np.sqrt(scale.size)
        targets = directions @ weights + rng.standard_normal((SAMPLES, OUTPUTS))
        features = directions * scale
        matrix = features @ features.T
        coefficients = np.linalg.solve(matrix[:-1, :-1] + strength * np.eye(SAMPLES - 1), targets[:-1])
        error = weights - scale[:, None] * (features[:-1].T @ coefficients)
        return np.mean(estimate(matrix, targets, strength)) - (np.sum(error**2) / OUTPUTS + 1.0)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    """Compare in all cases; raise where closed form and fits differ or the estimate is biased."""
    settings = {"detect": detect, "seed": seed, "executor": executor, "store": store}
    return (
        testing.assert_agrees(no_difference, simulate_difference, cases=cases, scale=1.0, slack=detect / 2, **settings),
        testing.assert_agrees(no_difference, simulate_bias, cases=_drawn(cases), scale=2.0, **settings),
    )


def control(cases, *, seed=0):
    """Assert that a residual off by 1e-9 is rejected, and the training error as an estimate of the test risk."""
    settings = {"detect": 0.05, "seed": seed}
    off = {"scale": 1.0, "slack": 0.025, "cases": cases}
    return (
        testing.assert_rejects(no_difference, _off, **off, **settings),
        testing.assert_rejects(no_difference, simulate_naive_bias, cases=_drawn(cases), scale=2.0, **settings),
    )


def _off(*, trials, seed, **case):
    return simulate_difference(**case, trials=trials, seed=seed) + 1.0


def _drawn(cases):
    """Return the cases with enough levels to draw more modes than samples."""
    return [case for case in cases if len(case["targets"]) >= 8] or list(CASES[:1])
