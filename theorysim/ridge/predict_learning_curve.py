"""The learning curve of kernel ridge regression on real data, predicted from the kernel matrix of a pool of points.

The M points of a pool with their targets stand for the population: the eigenvalues of K / M and the targets' energies
in its eigenvectors give the risk of training on n of them (`ridge.risk`), an average over all M points. The points that
were not trained on have the rest of the error. ``ridge`` is added to the kernel matrix of the n points as it stands.
"""

import os
import warnings
from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.errors import require
from theorysim.ridge import _spectrum_arguments
from theorysim.ridge.risk import risk
from theorysim.ridge.solve import solve
from theorysim.spectra import Spectrum

__all__ = ["LearningCurve", "MeasuredLearningCurve", "SmallPool", "predict_learning_curve", "simulate_learning_curve"]

_FUNCTION = "ridge.predict_learning_curve"
_SIMULATION = "ridge.simulate_learning_curve"
_POOL_SHARE = 25
_MATRICES = 6
_FALLBACK_LIMIT = 4e9


class SmallPool(UserWarning):
    """The pool holds too few points for a training set of this size: it stands for the population only roughly."""


class LearningCurve(NamedTuple):
    """The predicted curve: mean squared errors on the points held out, trained on and all, and the effective ridge.

    ``kappa`` is in the unit of the eigenvalues of K / M.
    """

    test: object
    train: object
    pool: object
    kappa: object


class MeasuredLearningCurve(NamedTuple):
    """What a trial of `simulate_learning_curve` measures."""

    test: object
    train: object
    pool: object


def predict_learning_curve(kernel, X, targets, n_samples, ridge=0.0, *, memory_limit=None):
    r"""Predict the test error of kernel ridge regression on a data set, for any number of training points.

    .. math::

        R_{\mathrm{test}} = \frac{M R_{\mathrm{pool}} - n R_{\mathrm{train}}}{M - n}, \qquad
        \frac{K}{M} = U \operatorname{diag}(\lambda) U^\top, \quad V_j = \frac{(U^\top y)_j^2}{M}, \quad
        R_{\mathrm{pool}}, R_{\mathrm{train}} \text{ from } \lambda, V

    Parameters
    ----------
    kernel : callable or array, shape (M, M)
        ``kernel(X, X)`` returns the kernel matrix of the pool, e.g. ``kernels.relu_ntk``; or that matrix itself.
    X : array, shape (M, ...)
        The points of the pool, as `kernel` takes them; None when `kernel` is a matrix.
    targets : array, shape (M,) or (M, outputs)
        Targets of the points, noise included; the errors of several outputs are added.
    n_samples : array
        n, numbers of training points in (0, M); below M / 25 for the prediction to be meant.
    ridge : array
        delta >= 0, broadcast against `n_samples`.
    memory_limit : float, optional
        Bytes that the computation may take; half of the machine's memory when left out.

    Returns
    -------
    LearningCurve
        ``test`` on the M - n points held out, ``train`` on the n points, ``pool`` on all M, and ``kappa``.

    Raises
    ------
    DomainError
        When the kernel matrix is not square, symmetric, finite and positive semidefinite, or shapes do not fit.
    MemoryError
        Before anything is allocated, when six matrices of M x M numbers exceed `memory_limit`.

    Warns
    -----
    SmallPool
        When the largest n exceeds M / 25. The null space and the small eigenvalues of a pool are not those of the
        population, and the n points are then no small sample of it.

    Notes
    -----
    Published; the form for a finite pool is derived here. It presumes that the features of the kernel behave as
    Gaussian ones of the same covariance, which holds well where many directions share the risk, and better the larger
    the ridge. It is known to fail for a wide Gaussian kernel on anisotropic, heavy-tailed data at small ridge, where
    few samples fall on each direction: of 1000 points with entries from Student's t with 3 degrees of freedom and
    scales 1 to 1 / 20, 40 training points and ridge 1e-3 gave 2.2 where 1.3 is predicted (at ridge 1 both are 1.0).
    `leave_one_out` on one training set, or `simulate_learning_curve`, tells which of the two it is.

    References
    ----------
    Simon, Dickens, Karkada and DeWeese (2021), arXiv:2110.03922; Bordelon, Canatar and Pehlevan (2020),
    arXiv:2002.02561.

    Examples
    --------
    >>> import numpy as np
    >>> from theorysim import kernels
    >>> X = np.random.default_rng(0).standard_normal((400, 8))
    >>> y = X[:, 0] * X[:, 1] + X[:, 2]
    >>> predict_learning_curve(kernels.relu_ntk, X, y, [4, 8, 16], 0.1).test.round(4)
    array([1.5786, 1.3805, 1.0291])
    """
    kernel_matrix = _kernel_matrix(_FUNCTION, kernel, X, targets, memory_limit)
    points = kernel_matrix.shape[0]
    spectrum = Spectrum.from_kernel_matrix(kernel_matrix, targets)
    inside = errors.Interval(0.0, float(points), False, False, points / (2 * _POOL_SHARE))
    _, (n_samples, ridge), finish, _ = _spectrum_arguments.read(
        _FUNCTION, spectrum, n_samples=(n_samples, inside), ridge=(ridge, errors.NON_NEGATIVE)
    )
    _warn_of_small_pool(n_samples, points)
    predicted = risk(spectrum, n_samples, ridge=ridge)
    held_out = (points * predicted.test - n_samples * predicted.train) / (points - n_samples)
    return finish(LearningCurve(held_out, predicted.train, predicted.test, predicted.kappa))


def simulate_learning_curve(kernel, X, targets, n_samples, ridge=0.0, *, memory_limit=None, trials, seed):
    """Measure the learning curve: train on random points of the pool, test on all the others.

    Parameters
    ----------
    kernel, X, targets, ridge, memory_limit
        As for `predict_learning_curve`.
    n_samples : int or array of int
        Numbers of training points, each in [1, M - 1]. Within a trial a larger training set contains the smaller ones.
    trials : int or range
        Number of trials, or the range of their numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    MeasuredLearningCurve
        ``test``, ``train`` and ``pool``, the trial axis first, then the broadcast shape of `n_samples` and `ridge`.

    Raises
    ------
    DomainError, MemoryError
        As `predict_learning_curve`, and as `ridge.solve` where a ridge is too small to be solved for.
    """
    matrix = arrays.to_host(_kernel_matrix(_SIMULATION, kernel, X, targets, memory_limit))
    points = matrix.shape[0]
    _, (n_samples, ridge), _, _ = arrays.read(
        _SIMULATION,
        n_samples=(n_samples, errors.Interval(1.0, points - 1.0, True, True, 1.0)),
        ridge=(ridge, errors.NON_NEGATIVE),
    )
    is_whole = bool(np.all(n_samples == np.rint(n_samples)))
    require(is_whole, _SIMULATION, "n_samples", "whole numbers", n_samples)
    sizes, ridges = (arrays.to_host(part) for part in np.broadcast_arrays(n_samples, ridge))
    targets = np.reshape(np.asarray(arrays.to_host(targets), dtype=np.float64), (points, -1))

    def one_trial(rng):
        order = rng.permutation(points)
        found = MeasuredLearningCurve(*(np.empty(sizes.shape) for _ in MeasuredLearningCurve._fields))
        for size in np.unique(sizes):
            chosen, others = order[: int(size)], order[int(size) :]
            columns = matrix[:, chosen]
            for place in zip(*np.nonzero(np.atleast_1d(sizes) == size)):
                place = place if sizes.ndim else ()
                coefficients = solve(columns[chosen], targets[chosen], float(ridges[place])).coefficients
                squared = np.sum((targets - columns @ coefficients) ** 2, axis=1)
                found.train[place] = np.mean(squared[chosen])
                found.test[place] = np.mean(squared[others])
                found.pool[place] = np.mean(squared)
        return found

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _kernel_matrix(function, kernel, X, targets, memory_limit):
    """Return the kernel matrix of the pool, after making sure that it fits into memory."""
    if not callable(kernel):
        shape = np.shape(kernel) if not hasattr(kernel, "shape") else tuple(kernel.shape)
        is_square = len(shape) == 2 and shape[0] == shape[1] > 1
        require(is_square, function, "kernel", "a function, or a square matrix of two points or more", kernel)
        require(X is None, function, "X", "None when kernel is a matrix", X)
        _require_memory(function, shape[0], memory_limit)
        return kernel if hasattr(kernel, "shape") else np.asarray(kernel)
    points = len(X) if not hasattr(X, "shape") else (X.shape[0] if X.shape else 0)
    require(points > 1, function, "X", "two points or more", X)
    of_targets = len(targets) if not hasattr(targets, "shape") else (targets.shape[0] if targets.shape else 0)
    require(of_targets == points, function, "targets", f"one for each of the {points} points", targets)
    _require_memory(function, points, memory_limit)
    kernel_matrix = kernel(X, X)
    shape = tuple(getattr(kernel_matrix, "shape", ()))
    require(shape == (points, points), function, "kernel(X, X)", f"a matrix of shape {(points, points)}", kernel_matrix)
    return kernel_matrix


def _require_memory(function, points, memory_limit):
    limit = _half_of_memory() if memory_limit is None else memory_limit
    is_limit = isinstance(limit, (int, float)) and limit > 0
    require(is_limit, function, "memory_limit", "a positive number of bytes", memory_limit)
    kernel_bytes = 8.0 * points * points
    if _MATRICES * kernel_bytes > limit:
        fitting = int((limit / (8 * _MATRICES)) ** 0.5)
        raise MemoryError(
            f"{function}: the kernel matrix of {points} points takes {kernel_bytes / 1e9:.3g} GB and its eigenvectors "
            f"{_MATRICES * kernel_bytes / 1e9:.3g} GB in all, above the limit of {limit / 1e9:.3g} GB. Sub-sample the "
            f"pool (up to {fitting} points fit), use a low-rank form, spectra.Spectrum.from_features with random or "
            f"Nystrom features and ridge.risk, which needs {8 * points / 1e6:.3g} MB for {points} eigenvalues, or "
            "raise memory_limit."
        )


def _half_of_memory():
    """Return half of the physical memory in bytes, or a cautious constant where the system does not tell."""
    try:
        return 0.5 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _FALLBACK_LIMIT


def _warn_of_small_pool(n_samples, points):
    largest = float(arrays.to_host(n_samples).max()) if arrays.to_host(n_samples).size else 0.0
    if largest > points / _POOL_SHARE:
        warnings.warn(
            f"{_FUNCTION}: n_samples up to {largest:g} exceeds 1/{_POOL_SHARE} of the pool of {points} points; "
            f"predictions above {points / _POOL_SHARE:g} take the pool for a population that it only roughly is",
            SmallPool,
            stacklevel=3,
        )
