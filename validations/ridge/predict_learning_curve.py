"""The predicted learning curve against training on random points of the pool.

The cases draw a pool of Gaussian features, 25 points for each training point and 2 features for each, with eigenvalues
that fall as a power; the difference falls as 1 / size, and the limit is tested. A case may also give a kernel matrix
and targets of its own: then the pool is what it is. The naive prediction, which takes the error on the whole pool for
that on the points held out, is rejected on a pool with few points for each training point.
"""

import warnings

import numpy as np

from theorysim import ridge, testing

SIZES, ORDER = (16, 32, 64), 1.0
POOL_PER_SAMPLE, FEATURES_PER_SAMPLE = 25, 2
CASES = (
    {"exponent": 0.0, "strength": 0.5},
    {"exponent": 1.0, "strength": 0.5},
    {"exponent": 1.0, "strength": 0.1},
)


def pool(exponent, size):
    """Return kernel matrix and targets of a pool; the same pool for the same arguments."""
    rng = np.random.default_rng(size)
    eigenvalues = np.arange(1.0, FEATURES_PER_SAMPLE * size + 1) ** -exponent
    features = rng.standard_normal((POOL_PER_SAMPLE * size, eigenvalues.size)) * np.sqrt(
        eigenvalues / eigenvalues.sum()
    )
    noise = rng.standard_normal(len(features))
    return features @ features.T, features @ rng.standard_normal(eigenvalues.size) + 0.5 * noise


def theory_of_size(*, exponent, strength, size):
    """Return the prediction for `size` points of a pool."""
    matrix, targets = pool(exponent, size)
    return ridge.predict_learning_curve(matrix, None, targets, size, strength)


def simulate_size(*, exponent, strength, size, trials, seed):
    """Measure the curve at `size` points of a pool."""
    matrix, targets = pool(exponent, size)
    return ridge.simulate_learning_curve(matrix, None, targets, size, strength, trials=trials, seed=seed)


def theory(**case):
    """Return the prediction for a pool that is given."""
    return ridge.predict_learning_curve(**case)


def simulate(*, trials, seed, **case):
    """Measure the curve on a pool that is given."""
    return ridge.simulate_learning_curve(**case, trials=trials, seed=seed)


def naive(**case):
    """Take the error on the whole pool for the error on the points held out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ridge.SmallPool)
        found = ridge.predict_learning_curve(**case)
    return found._replace(test=found.pool)


def validate(cases=CASES, *, detect=0.03, seed=0, executor=None, store=None):
    """Compare in all cases; raise where prediction and measurement disagree."""
    settings = {"detect": detect, "seed": seed, "executor": executor, "store": store}
    drawn, given = _kinds(cases)
    verdicts = []
    if drawn:
        sizes = {"sizes": SIZES, "order": ORDER}
        verdicts.append(testing.assert_agrees(theory_of_size, simulate_size, cases=drawn, **sizes, **settings))
    if given:
        verdicts.append(testing.assert_agrees(theory, simulate, cases=given, **settings))
    return tuple(verdicts)


def control(cases, *, seed=0):
    """Assert that each error, changed by 7.5 %, is rejected, and so is the error on the whole pool."""
    settings = {"detect": 0.05, "seed": seed}
    drawn, given = _kinds(cases)
    verdicts = []
    if drawn:
        sizes = {"sizes": SIZES, "order": ORDER}
        verdicts.append(
            testing.assert_each_field_rejected(theory_of_size, simulate_size, cases=drawn, **sizes, **settings)
        )
    if given:
        verdicts.append(testing.assert_each_field_rejected(theory, simulate, cases=given, **settings))
    matrix, targets = pool(1.0, 16)
    crowded = {"kernel": matrix[:128, :128], "X": None, "targets": targets[:128], "n_samples": 32, "ridge": 0.1}
    return (*verdicts, testing.assert_rejects(naive, simulate, cases=[crowded], **settings))


def _kinds(cases):
    drawn = [case for case in cases if "exponent" in case]
    return drawn, [case for case in cases if "exponent" not in case]
