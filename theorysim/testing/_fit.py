"""Weighted least-squares fit of a finite-size gap, and how trials are shared between sizes.

Relative gaps y_k at sizes N_1 < ... < N_J are fitted by a + c x_k + ..., x_k = (N_k / N_1)**-order, with weights
1 / v_k, v_k the variance of y_k. Arrays have the sizes first and the points last; ``intercept`` a is what is tested.
"""

from typing import NamedTuple

import numpy as np

from theorysim.testing import _interval


class Regression(NamedTuple):
    """Coefficients (columns, points) with standard errors, weights of the intercept (sizes, points), residual sum."""

    coefficients: np.ndarray
    errors: np.ndarray
    weights: np.ndarray
    residual: np.ndarray
    freedom: int


def regressors(sizes, orders):
    """Return the columns 1, x, ... with x = (size / smallest size)**-order."""
    ratio = np.asarray(sizes, dtype=float) / sizes[0]
    return np.stack([np.ones_like(ratio), *(ratio**-order for order in orders)], axis=1)


def regress(gaps, variances, columns):
    """Fit gaps of shape (sizes, points) with the given variances by the columns."""
    spread = np.sqrt(variances).T
    scaled = columns / spread[:, :, None]
    orthogonal, triangle = np.linalg.qr(scaled)
    inverse = np.linalg.inv(triangle)
    target = (gaps.T / spread)[:, :, None]
    coefficients = inverse @ (orthogonal.swapaxes(1, 2) @ target)
    left = target - scaled @ coefficients
    weights = (inverse[:, :1] @ orthogonal.swapaxes(1, 2))[:, 0] / spread
    return Regression(
        coefficients[:, :, 0].T,
        np.sqrt((inverse**2).sum(axis=2)).T,
        weights.T,
        (left**2).sum(axis=(1, 2)),
        columns.shape[0] - columns.shape[1],
    )


def satterthwaite(weights, variances, counts):
    """Return the degrees of freedom of a weighted sum of means of different samples."""
    parts = weights**2 * variances
    total = parts.sum(axis=0)
    spread = (parts**2 / (np.asarray(counts)[:, None] - 1)).sum(axis=0)
    return np.where(spread > 0, total**2 / np.where(spread > 0, spread, 1.0), np.min(counts) - 1.0)


def intercept_skewness(weights, third_cumulants, counts, error):
    """Return the skewness term of the intercept."""
    cumulant = (weights**3 * third_cumulants / np.asarray(counts, dtype=float)[:, None] ** 2).sum(axis=0)
    return _interval.skewness_term(cumulant, error)


def lack_of_fit(fit, counts):
    """Return the p-value of the residuals, by the F distribution since the variances are estimates."""
    import scipy.special

    return scipy.special.fdtrc(fit.freedom, min(counts) - 1, fit.residual / fit.freedom)


def truncation(fit, columns):
    """Return the bias of the intercept when the next term of the gap is the square of the first."""
    return fit.coefficients[1] ** 2 * columns[-1, 1]


def variance_inflation(fit, variances):
    """Return the variance of the intercept relative to that of the weighted mean."""
    return fit.errors[0] ** 2 * (1 / variances).sum(axis=0)


def fitted_order(gaps, variances, sizes, orders):
    """Return the first order that the data prefer and its standard error, to first order around the stated one."""
    columns = regressors(sizes, orders)
    slope = columns[:, 1] * np.log(np.asarray(sizes, dtype=float) / sizes[0])
    fit = regress(gaps, variances, np.column_stack([columns, slope]))
    change, amplitude = fit.coefficients[-1], fit.coefficients[1]
    return orders[0] - change / amplitude, fit.errors[-1] / np.abs(amplitude)


def shares(spreads, sizes, orders):
    """Return the share of trials of each size, largest 1, for one point with the given spreads of one trial."""
    weights = regress(np.zeros((len(sizes), 1)), spreads[:, None] ** 2, regressors(sizes, orders)).weights[:, 0]
    share = np.abs(weights) * spreads / np.asarray(sizes, dtype=float)
    return share / share.max()


def allocate(counts, spreads, sizes, orders, variance):
    """Return counts, none smaller than now, in the shares that suit the cost ~ size**2, that reach a variance."""
    columns, share = regressors(sizes, orders), shares(spreads, sizes, orders)
    counts = np.asarray(counts, dtype=float)

    def reached(multiple):
        larger = np.maximum(counts, multiple * share)
        return regress(np.zeros((len(sizes), 1)), (spreads**2 / larger)[:, None], columns).errors[0, 0] ** 2

    low, high = 1.0, 2.0
    while reached(high) > variance and high < 1e15:
        low, high = high, 2 * high
    while high / low > 1 + 1e-6:
        middle = np.sqrt(low * high)
        low, high = (middle, high) if reached(middle) > variance else (low, middle)
    return np.maximum(counts, np.ceil(high * share)).astype(int)
